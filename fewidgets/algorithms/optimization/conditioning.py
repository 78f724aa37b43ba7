from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_number
from .._numerics.arrays import as_numeric_array, check_finite
from .._numerics.jacobi import accurate_eigenvalues
from .._numerics.memory import check_size
from .._numerics.tolerances import EPSILON
from .._numerics.trace import Trace
from .._numerics.types import Array, ArrayPair

# A matrix is symmetric if no entry differs from its mirror image by more than this share of the largest entry. A Hessian
# is computed from data, so it may differ by more than a matrix that was typed.
HESSIAN_ASYMMETRY = 1e-10
# Below this share of the largest eigenvalue, the standard routine leaves fewer than eleven correct digits.
SMALL_EIGENVALUE = 1e-5
# An ellipse whose axes differ by less than this share is a circle.
CIRCLE = 1e-12


class HessianCondition(Trace):
    """The curvatures of a cost, and the step lengths for gradient descent that follow from them.

    Attributes
    ----------
    eigenvalues : NDArray, shape (n,), float64
        The curvatures along the principal directions, ascending, ≥ 0.
    eigenvectors : NDArray, shape (n, n), float64
        Row i is the unit vector along which the curvature is eigenvalues[i].
    number : float
        The condition number κ: the largest curvature over the smallest. It is 1 if the contours are circles, and inf if
        the Hessian is singular.
    longest_step : float
        2 / L, with the largest curvature L. With a longer step length, gradient descent on a quadratic diverges.
    best_step : float
        2 / (L + μ), with the smallest curvature μ: the fixed step length that converges fastest on a quadratic.
    rate : float
        (κ − 1) / (κ + 1). With `best_step`, each step leaves at most this share of the distance to the minimizer.

    Examples
    --------
    >>> hessian_condition([[2.0, 0.0], [0.0, 2.0]]).rate
    0.0
    """

    eigenvalues: Array
    eigenvectors: Array
    number: float
    longest_step: float
    best_step: float
    rate: float


def hessian_condition(hessian: ArrayLike) -> HessianCondition:
    """Return the condition number of a Hessian, and the step lengths that follow from it.

    Parameters
    ----------
    hessian : array-like, shape (n, n)
        The Hessian of a convex cost, such as cost.hessian(w): symmetric, without negative eigenvalues.

    Returns
    -------
    HessianCondition

    Raises
    ------
    TypeError, ValueError
        If `hessian` is not as described, or all zero.

    Notes
    -----
    Source: sections 9.3.1 and 9.5.1 (elliptical and circular contours), Exercises 9.4 and 9.6. For standard normalized
    input, the Hessian of mean least squares is 2 for the bias and 2 R for the weights, with the correlation matrix R. For
    PCA-sphered input it is 2 I: the exercise's (1/P) SSᵀ is I, not I / P.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> raw = hessian_condition(LeastSquares([[3.0], [4.0], [5.0], [6.0]], [1.0, 2.0, 4.0, 3.0]).hessian())
    >>> round(raw.number), round(raw.longest_step, 3)
    (403, 0.045)
    """
    eigenvalues, eigenvectors = _curvatures(hessian)
    low, high = float(eigenvalues[0]), float(eigenvalues[-1])
    return HessianCondition(
        eigenvalues,
        eigenvectors,
        high / low if low > 0 else np.inf,
        2 / high,
        2 / (high + low),
        (high - low) / (high + low),
    )


def _curvatures(hessian: ArrayLike) -> ArrayPair:
    """Return the eigenvalues, ascending, and the eigenvectors as rows. Eigenvalues that are rounding are set to zero."""
    H = as_numeric_array(hessian, "hessian")
    if H.ndim != 2 or H.shape[0] != H.shape[1] or H.size == 0:
        raise ValueError(f"hessian must have shape (n, n); got shape {H.shape}")
    check_finite(H, "hessian")
    largest = np.abs(H).max()
    if np.abs(H - H.T).max() > HESSIAN_ASYMMETRY * largest:
        raise ValueError("hessian must be symmetric, as a matrix of second derivatives is")
    if largest == 0:
        raise ValueError("hessian must not be all zero: such a cost has no curvature")
    H = (H + H.T) / 2
    eigenvalues, vectors = np.linalg.eigh(H)
    rounding = len(H) * EPSILON * np.abs(eigenvalues).max()
    if eigenvalues[0] <= SMALL_EIGENVALUE * eigenvalues[-1] and (accurate := accurate_eigenvalues(H)) is not None:
        return accurate[0], _with_signs(accurate[1])
    if eigenvalues[0] < -rounding:
        raise ValueError(f"hessian must be that of a convex cost; got a negative eigenvalue, {eigenvalues[0]:.3g}")
    eigenvalues[eigenvalues <= rounding] = 0.0
    return eigenvalues, _with_signs(vectors.T)


def _with_signs(rows: Array) -> Array:
    """Make the largest entry of each eigenvector positive: its sign is arbitrary."""
    return rows * np.sign(rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)])[:, None]


class ContourEllipse(Trace):
    """A contour of a quadratic cost: an ellipse, or an ellipsoid in n dimensions.

    Attributes
    ----------
    center : NDArray, shape (n,), float64
        The minimizer.
    lengths : NDArray, shape (n,), float64
        The semi-axes, longest first, in units of the weights.
    axes : NDArray, shape (n, n), float64
        Row i is the unit vector along semi-axis i.
    angle : float or None
        For n = 2: the angle from the axis of the first weight to the longest semi-axis, in radians in (−π/2, π/2]; 0 for
        a circle. None otherwise.
    ratio : float
        Longest over shortest semi-axis: the square root of the Hessian's condition number.
    """

    center: Array
    lengths: Array
    axes: Array
    angle: float | None
    ratio: float

    def points(self, n: int = 100) -> Array:
        """Return points around the ellipse, to draw it."""
        n = as_count(n, "n", 4)
        check_size("n", n, (n, 6))
        if len(self.lengths) != 2:
            raise ValueError(f"only an ellipse in 2 dimensions can be drawn; got an ellipsoid in {len(self.lengths)}")
        t = np.linspace(0, 2 * np.pi, n)
        circle = np.stack([np.cos(t), np.sin(t)], axis=1)
        return self.center + (circle * self.lengths) @ self.axes


def contour_ellipse(hessian: ArrayLike, height: float, *, center: ArrayLike | None = None) -> ContourEllipse:
    """Return the contour of a quadratic cost at a height above its minimum: ½ (w − w*)ᵀ H (w − w*) = height.

    Parameters
    ----------
    hessian : array-like, shape (n, n)
        The Hessian H, symmetric and positive definite.
    height : float
        Height above the minimum, > 0, in units of the cost.
    center : array-like, shape (n,), optional
        The minimizer w*. The default is the origin.

    Returns
    -------
    ContourEllipse
        Its semi-axes are √(2 height / eigenvalue), along the eigenvectors.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: section 9.3.1 with Figures 9.14 to 9.16, section 9.5.1 with Figure 9.18; Exercise 9.6 writes the quadratic
    as a + bᵀw + wᵀCw, with C = ½ H.

    Examples
    --------
    >>> ellipse = contour_ellipse([[2.0, 0.0], [0.0, 8.0]], 1.0)
    >>> ellipse.lengths, ellipse.ratio
    (array([1. , 0.5]), 2.0)
    """
    eigenvalues, eigenvectors = _curvatures(hessian)
    n = len(eigenvalues)
    height = as_number(height, "height", positive=True)
    if eigenvalues[0] == 0:
        raise ValueError("hessian must not be singular: along a flat direction contours never close, so they are no ellipses")
    middle = np.zeros(n) if center is None else as_numeric_array(center, "center").copy()
    if middle.shape != (n,):
        raise ValueError(f"center must have shape ({n},), as the hessian; got shape {middle.shape}")
    check_finite(middle, "center")
    lengths = np.sqrt(2 * height / eigenvalues)
    if lengths[0] <= lengths[-1] * (1 + CIRCLE):  # a circle: any axes are right
        eigenvectors = np.eye(n)
    angle = None
    if n == 2:
        angle = float(np.arctan2(eigenvectors[0, 1], eigenvectors[0, 0]))
        angle += np.pi if angle <= -np.pi / 2 else -np.pi if angle > np.pi / 2 else 0.0
    return ContourEllipse(middle, lengths, eigenvectors, angle, float(lengths[0] / lengths[-1]))
