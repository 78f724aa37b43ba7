"""Kernels K(x, z) = φ(x)·φ(z), and the feature maps φ behind them (CS373, lecture 7)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_number
from .._numerics.arrays import as_features
from .._numerics.blocks import row_blocks
from .._numerics.tolerances import BLOCK, LARGEST_MONOMIAL, ROUNDING
from .._numerics.types import Array, ArrayPair
from ..polynomial.monomials import monomials, monomials_of

# Up to this degree all multinomial coefficients fit into double precision.
LARGEST_KERNEL_DEGREE = 100
# Largest error of the exponent γ‖x − z‖², as a share of 1 + γ‖x − z‖².
LOST_IN_EXPONENT = 1e-10


def polynomial_kernel(
    X: ArrayLike, Z: ArrayLike | None = None, *, degree: int = 3, gamma: float | None = None, offset: float = 1.0
) -> Array:
    """Return the polynomial kernel (γ x·z + offset)^degree of all pairs of examples.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    Z : array-like, shape (Q, N), optional
        Other examples. The default is `X` itself.
    degree : int
        At least 1.
    gamma : float, optional
        The factor γ > 0. The default is 1/N, so that γ x·z stays near 1 for standardized features.
    offset : float
        ≥ 0. With 0, only monomials of the full degree are compared.

    Returns
    -------
    NDArray, shape (P, Q), float64

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or the values are too large for this degree.

    Notes
    -----
    Source: CS373, lecture 7, "Dual linear regression", K(x, z) = φ(x)·φ(z), with φ of `polynomial_kernel_features`.

    Examples
    --------
    >>> polynomial_kernel([[1.0, 2.0]], [[3.0, 4.0], [0.0, 0.0]], degree=2, gamma=1.0)
    array([[144.,   1.]])
    """
    left, right = _both(X, Z)
    degree, gamma, offset = as_kernel_parameters(degree, gamma, offset, left.shape[1])
    return polynomial(left, right, degree, gamma, offset)


def rbf_kernel(X: ArrayLike, Z: ArrayLike | None = None, *, gamma: float | None = None) -> Array:
    """Return the radial basis function kernel exp(−γ ‖x − z‖²) of all pairs of examples, between 0 and 1.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    Z : array-like, shape (Q, N), optional
        Other examples. The default is `X` itself. With a few centers as `Z`, each column is a radial feature.
    gamma : float, optional
        The factor γ > 0, in 1 / (squared unit of the features). The default is 1/N.

    Returns
    -------
    NDArray, shape (P, Q), float64

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: CS373, lecture 7, "Dual linear regression".

    Examples
    --------
    >>> rbf_kernel([[0.0], [1.0]], gamma=1.0).round(4)
    array([[1.    , 0.3679],
           [0.3679, 1.    ]])
    """
    left, right = _both(X, Z)
    return radial(left, right, _gamma(gamma, left.shape[1]))


def polynomial_kernel_features(X: ArrayLike, *, degree: int = 3, gamma: float | None = None, offset: float = 1.0) -> Array:
    """Return the features φ of the polynomial kernel: all monomials, scaled so that φ(x)·φ(z) = (γ x·z + offset)^degree.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    degree, gamma, offset
        As for `polynomial_kernel`.

    Returns
    -------
    NDArray, shape (P, M), float64
        Columns in the order of `polynomial_features` with the constant first; M = C(N + degree, degree).

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or the features would be too many or too large.

    Notes
    -----
    Source: CS373, lecture 7, "Linear regression" (non-linear regression by different feature mappings). The monomial with
    exponents a is scaled by ``√(degree! / (a! (degree − |a|)!) γ^|a| offset^(degree − |a|))``.

    Examples
    --------
    >>> phi = polynomial_kernel_features([[1.0, 2.0], [3.0, 4.0]], degree=2, gamma=1.0)
    >>> phi.shape, float(phi[0] @ phi[1])
    ((2, 6), 144.0)
    """
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    degree, gamma, offset = as_kernel_parameters(degree, gamma, offset, N)
    _check_power(float((features * features).sum(axis=1).max()), degree, gamma, offset)
    plan = monomials_of(P, N, degree)
    roots = []
    for exponents in plan.exponents.tolist():
        missing = degree - sum(exponents)
        ways = math.factorial(degree) // math.prod(map(math.factorial, [*exponents, missing]))
        roots.append(math.sqrt(ways) * math.sqrt(offset) ** missing)
    return monomials(features * math.sqrt(gamma), plan) * np.array(roots)


def _both(X: ArrayLike, Z: ArrayLike | None) -> ArrayPair:
    left = as_features(X, allow_constant=True)
    if Z is None:
        return left, left
    right = as_features(Z, "Z", allow_constant=True)
    if right.shape[1] != left.shape[1]:
        raise ValueError(f"Z must have {left.shape[1]} features, as X; got {right.shape[1]}")
    return left, right


def _gamma(gamma: float | None, N: int) -> float:
    return 1.0 / N if gamma is None else as_number(gamma, "gamma", positive=True)


def as_kernel_parameters(degree: int, gamma: float | None, offset: float, N: int) -> tuple[int, float, float]:
    """Check the parameters of the polynomial kernel of N features."""
    degree = as_count(degree, "degree", 1, LARGEST_KERNEL_DEGREE)
    gamma, offset = _gamma(gamma, N), as_number(offset, "offset")
    if offset < 0:
        raise ValueError(f"offset must be a number ≥ 0, or the kernel is no φ(x)·φ(z); got {offset:g}")
    return degree, gamma, offset


def _check_power(largest: float, degree: int, gamma: float, offset: float) -> None:
    base = gamma * largest + offset
    if base > 1 and degree * math.log10(base) > math.log10(LARGEST_MONOMIAL):
        raise ValueError(
            f"X is too large for degree {degree}: with gamma = {gamma:g} and offset = {offset:g}, γ x·z + offset reaches "
            f"{base:g}, whose power exceeds {LARGEST_MONOMIAL:g}. Rescale X to values near ±1."
        )


def polynomial(left: Array, right: Array, degree: int, gamma: float, offset: float) -> Array:
    """Return the polynomial kernel of checked arguments, shape (P, Q)."""
    products = left @ right.T
    _check_power(float(np.abs(products).max()), degree, gamma, offset)
    products *= gamma
    products += offset
    return np.power(products, degree, out=products)


def radial(left: Array, right: Array, gamma: float) -> Array:
    """Return the radial basis function kernel of checked arguments, shape (P, Q)."""
    same = right is left
    middle = left.mean(axis=0)  # far from the origin, cancellation would leave few digits of a distance
    near = left - middle
    other = near if same else right - middle
    squares, other_squares = (near * near).sum(axis=1), (other * other).sum(axis=1)
    exponents = (2 * near) @ other.T  # 2 x·z − ‖x‖² − ‖z‖² = −‖x − z‖²
    exponents -= squares[:, None]
    exponents -= other_squares
    np.minimum(exponents, 0.0, out=exponents)
    if same:
        np.fill_diagonal(exponents, 0.0)
    with np.errstate(over="ignore"):  # infinitely far apart: 0
        lost, moved = ROUNDING * left.shape[1], ROUNDING * float(np.sqrt(middle @ middle))
        largest = float(squares.max() + other_squares.max())
        if gamma * (lost * largest + moved * np.sqrt(largest)) > LOST_IN_EXPONENT:
            _measure_near_pairs(exponents, left, right, gamma, lost * squares, lost * other_squares, moved)
        exponents *= gamma
    return np.exp(exponents, out=exponents)


def _measure_near_pairs(
    exponents: Array, left: Array, right: Array, gamma: float, lost_left: Array, lost_right: Array, moved: float
) -> None:
    """Square the differences themselves where −‖x − z‖² may have lost too many digits."""
    for rows in row_blocks(exponents.shape):
        block = exponents[rows]
        lost = lost_left[rows, None] + lost_right + moved * np.sqrt(-block)
        # Below exp(−750) the kernel is 0, whatever the last digits of the exponent are.
        unsure = (gamma * lost > LOST_IN_EXPONENT * (1 - gamma * block)) & (gamma * (block + lost) > -750)
        row, column = unsure.nonzero()
        step = max(1, BLOCK // left.shape[1])
        for first in range(0, len(row), step):
            i, j = row[first : first + step], column[first : first + step]
            differences = left[rows.start + i] - right[j]
            block[i, j] = -(differences * differences).sum(axis=1)
