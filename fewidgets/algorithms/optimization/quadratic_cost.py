from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_number
from .._numerics.arrays import as_features, as_numeric_array, as_outputs, check_finite, frozen
from .._numerics.tolerances import SMALLEST_SPREAD
from .._numerics.types import Array
from .cost_names import Reduction, factor_of

# A matrix is symmetric if no entry differs from its mirror image by more than this share of the largest entry.
CURVATURE_ASYMMETRY = 1e-12
# A matrix whose smallest eigenvalue is a smaller share of the largest cannot be distinguished from a singular one.
SMALLEST_EIGENVALUE_RATIO = 1e-13


class QuadraticCost:
    """The quadratic cost g(w) = g* + (w − c)ᵀ C (w − c): a bowl with its lowest point g* at w = c.

    Parameters
    ----------
    curvature : array-like, shape (N, N)
        The matrix C, symmetric and positive definite. Its eigenvectors are the axes of the elliptical contours.
    center : array-like, shape (N,)
        The minimizer c.
    minimum : float
        The smallest value g*.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: Exercise 9.6, g(w) = a + bᵀw + wᵀCw, with c = −C⁻¹b / 2. For least squares over centred data, C is XᵀX
    (over P for the mean) and c the least squares weights.

    Examples
    --------
    >>> cost = QuadraticCost([[2.0, 0.0], [0.0, 1.0]], [1.0, 3.0])
    >>> cost.value([0.0, 0.0]), cost.gradient([0.0, 0.0])
    (11.0, array([-4., -6.]))
    """

    def __init__(self, curvature: ArrayLike, center: ArrayLike, *, minimum: float = 0.0) -> None:
        middle = as_numeric_array(center, "center")
        if middle.ndim != 1 or middle.size == 0:
            raise ValueError(f"center must have shape (N,), one weight per feature; got shape {middle.shape}")
        check_finite(middle, "center")
        N = len(middle)
        matrix = as_numeric_array(curvature, "curvature")
        if matrix.shape != (N, N):
            raise ValueError(f"curvature must have shape ({N}, {N}), for a center of {N} weights; got shape {matrix.shape}")
        check_finite(matrix, "curvature")
        if np.abs(matrix - matrix.T).max() > CURVATURE_ASYMMETRY * np.abs(matrix).max():
            raise ValueError("curvature must be symmetric; (C + C.T) / 2 gives the same cost")
        matrix = (matrix + matrix.T) / 2
        smallest, largest = np.linalg.eigvalsh(matrix)[[0, -1]]
        if not smallest > max(SMALLEST_EIGENVALUE_RATIO * largest, SMALLEST_SPREAD):
            raise ValueError(
                f"curvature must be positive definite, or the minimizer is not unique; got the eigenvalue {smallest:g} (the "
                f"largest is {largest:g})"
            )
        self.curvature = frozen(matrix)
        self.center = frozen(middle.copy())
        self.minimum = as_number(minimum, "minimum")

    @classmethod
    def from_data(cls, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean") -> Self:
        """Return the least squares cost of a regression as a function of the weights, with the best bias for them."""
        features = as_features(X)
        outputs = as_outputs(y, len(features))
        factor = factor_of(reduction, len(features))
        centred, output = features - features.mean(axis=0), outputs - outputs.mean()
        _check_independent(centred)
        weights = np.linalg.lstsq(centred, output, rcond=None)[0]
        return cls(factor * (centred.T @ centred), weights, minimum=factor * float(((output - centred @ weights) ** 2).sum()))

    def __repr__(self) -> str:
        return f"QuadraticCost({self.curvature.tolist()}, {self.center.tolist()}, minimum={self.minimum:g})"

    def _off_center(self, w: ArrayLike) -> Array:
        weights = as_numeric_array(w, "w")
        N = len(self.center)
        if weights.ndim == 0 or weights.shape[-1] != N or weights.size == 0:
            raise ValueError(f"w must have shape (..., {N}), one weight per feature; got shape {weights.shape}")
        check_finite(weights.reshape(-1), "w")
        return weights - self.center

    def value(self, w: ArrayLike) -> float | Array:
        """Return the cost at weights `w`."""
        off = self._off_center(w)
        values = self.minimum + ((off @ self.curvature) * off).sum(axis=-1)
        return float(values) if np.ndim(values) == 0 else values

    def gradient(self, w: ArrayLike) -> Array:
        """Return the gradient 2 C (w − c) at weights `w`."""
        return 2 * (self._off_center(w) @ self.curvature)

    def hessian(self, w: ArrayLike | None = None) -> Array:
        """Return the Hessian 2 C, which is the same for all weights."""
        if w is not None:
            self._off_center(w)
        return 2 * self.curvature


def _check_independent(centred: Array) -> None:
    """Refuse features whose least squares weights are not unique, and name the reason."""
    lengths = np.sqrt((centred**2).sum(axis=0))
    # All N right singular vectors are needed. With fewer examples than features, only the full matrices hold them; with more,
    # the full matrices would also hold P left singular vectors of length P.
    rows = np.linalg.svd(centred / lengths, full_matrices=len(centred) < centred.shape[1])
    values: Array = np.zeros(centred.shape[1])
    values[: len(rows.S)] = rows.S
    if not values[-1] ** 2 > SMALLEST_EIGENVALUE_RATIO * values[0] ** 2:
        feature = int(np.flatnonzero(np.abs(rows.Vh[-1]) > 0.1 * np.abs(rows.Vh[-1]).max())[-1])
        raise ValueError(
            f"X is linearly dependent: feature {feature} is a linear combination of the others, up to rounding, so the "
            "least squares weights are not unique; drop a feature"
        )
    raw_values = np.linalg.svd(centred, compute_uv=False)
    if not raw_values[-1] ** 2 > SMALLEST_EIGENVALUE_RATIO * raw_values[0] ** 2:
        raise ValueError(
            f"X has features on very different scales (feature {int(lengths.argmin())} is {lengths.max() / lengths.min():.1e} "
            f"times smaller than feature {int(lengths.argmax())}); normalize them first"
        )
