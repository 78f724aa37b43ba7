"""Kernels K(x, z) = φ(x)·φ(z), and the feature maps φ that they stand for (CS373, preface)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_number
from .._numerics.arrays import as_features
from .._numerics.blocks import row_blocks
from .._numerics.tolerances import BLOCK, ROUNDING
from .._numerics.types import Array
from ..polynomial.monomials import LARGEST_MONOMIAL, monomials, monomials_of

# Up to this degree every multinomial coefficient is a double.
LARGEST_DEGREE = 100
# Share of 1 + γ‖x − z‖² up to which an exponent may be wrong.
LOST = 1e-10


def polynomial_kernel(
    X: ArrayLike, Z: ArrayLike | None = None, *, degree: int = 3, gamma: float | None = None, offset: float = 1.0
) -> Array:
    """The polynomial kernel (γ x·z + offset)^degree of all pairs of examples.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    Z : array-like, shape (Q, N), optional
        Other examples; `X` itself where not given.
    degree : int
        At least 1.
    gamma : float, optional
        The factor γ > 0; 1/N where not given, so that x·z stays near 1 for standardized features.
    offset : float
        ≥ 0. With 0, monomials of the full degree alone are compared.

    Returns
    -------
    NDArray, shape (P, Q), float64

    Raises
    ------
    TypeError
        If `X` or `Z` holds anything but real numbers, `degree` is no whole number, or `gamma` or `offset` no number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, `degree` < 1, `gamma` ≤ 0, `offset` < 0, or the values are
        too large for that degree.

    Notes
    -----
    Source: CS373, lecture 7, "Dual linear regression", K(x, z) = φ(x)·φ(z), with φ of `polynomial_kernel_features`.

    Examples
    --------
    >>> polynomial_kernel([[1.0, 2.0]], [[3.0, 4.0], [0.0, 0.0]], degree=2, gamma=1.0)
    array([[144.,   1.]])
    """
    left, right = _both(X, Z)
    degree, gamma, offset = _polynomial(degree, gamma, offset, left.shape[1])
    return raised(left, right, degree, gamma, offset)


def rbf_kernel(X: ArrayLike, Z: ArrayLike | None = None, *, gamma: float | None = None) -> Array:
    """The radial basis function kernel exp(−γ ‖x − z‖²) of all pairs of examples.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    Z : array-like, shape (Q, N), optional
        Other examples; `X` itself where not given. Given a few centers, the columns are that many radial features.
    gamma : float, optional
        The factor γ > 0, in one over squared units of the features; 1/N where not given.

    Returns
    -------
    NDArray, shape (P, Q), float64
        Between 0 and 1.

    Raises
    ------
    TypeError
        If `X` or `Z` holds anything but real numbers, or `gamma` is no number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, or `gamma` ≤ 0.

    Notes
    -----
    Source: CS373, lecture 7, "Dual linear regression". The features φ behind it are infinitely many: `rbf_features`
    gives the first of them.

    Examples
    --------
    >>> rbf_kernel([[0.0], [1.0]], gamma=1.0).round(4)
    array([[1.    , 0.3679],
           [0.3679, 1.    ]])
    """
    left, right = _both(X, Z)
    return radial(left, right, _gamma(gamma, left.shape[1]))


def polynomial_kernel_features(X: ArrayLike, *, degree: int = 3, gamma: float | None = None, offset: float = 1.0) -> Array:
    """The feature map φ of the polynomial kernel: all monomials, scaled so that φ(x)·φ(z) = (γ x·z + offset)^degree.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    degree, gamma, offset
        As in `polynomial_kernel`.

    Returns
    -------
    NDArray, shape (P, M), float64
        Columns in the order of `polynomial_features` with the constant first; M = C(N + degree, degree). With
        `offset` 0 only the monomials of the full degree are not zero.

    Raises
    ------
    TypeError
        If `X` holds anything but real numbers, `degree` is no whole number, or `gamma` or `offset` no number.
    ValueError
        If the shape is wrong, a value is NaN or infinite, `degree` < 1, `gamma` ≤ 0, `offset` < 0, or the features
        would be too many or too large.

    Notes
    -----
    Source: CS373, lecture 7, "Linear regression" (non-linear regression by different feature mappings). By the
    multinomial theorem the monomial with exponents a is scaled by √(degree! / (a! (degree − |a|)!) γ^|a|
    offset^(degree − |a|)).

    Examples
    --------
    >>> phi = polynomial_kernel_features([[1.0, 2.0], [3.0, 4.0]], degree=2, gamma=1.0)
    >>> phi.shape, float(phi[0] @ phi[1])
    ((2, 6), 144.0)
    """
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    degree, gamma, offset = _polynomial(degree, gamma, offset, N)
    _check_power(float((features * features).sum(axis=1).max()), degree, gamma, offset)
    plan = monomials_of(P, N, degree)
    roots = []
    for exponents in plan.exponents.tolist():
        missing = degree - sum(exponents)
        ways = math.factorial(degree) // math.prod(map(math.factorial, [*exponents, missing]))
        roots.append(math.sqrt(ways) * math.sqrt(offset) ** missing)
    return monomials(features * math.sqrt(gamma), plan) * np.array(roots)


def rbf_features(X: ArrayLike, *, degree: int, gamma: float | None = None) -> Array:
    """The first of the features φ behind the radial basis function kernel: monomials, damped by exp(−γ ‖x‖²).

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, near the origin: centre them first (the kernel does not change).
    degree : int
        Where the series is cut, at least 0. What it leaves out of K is at most the share of a Poisson distribution
        with mean 2t that lies above `degree`, where t is γ times the largest ‖x‖²: below 1e-12 from
        2t + 8 √(2t) + 20 on.
    gamma : float, optional
        The factor γ > 0; 1/N where not given.

    Returns
    -------
    NDArray, shape (P, M), float64
        Columns in the order of `polynomial_features` with the constant first; M = C(N + degree, degree).

    Raises
    ------
    TypeError
        If `X` holds anything but real numbers, `degree` is no whole number, or `gamma` no number.
    ValueError
        If the shape is wrong, a value is NaN or infinite, `degree` < 0, `gamma` ≤ 0, or the features would be too
        many or too large.

    Notes
    -----
    Source: CS373, lecture 7, "Linear regression" and "Dual linear regression". exp(−γ‖x − z‖²) = exp(−γ‖x‖²)
    exp(−γ‖z‖²) Σ_k (2γ x·z)^k / k!, and each power by the multinomial theorem: the monomial with exponents a is
    scaled by √((2γ)^|a| / a!).

    Examples
    --------
    >>> phi = rbf_features([[0.0], [1.0]], degree=12, gamma=1.0)
    >>> (phi @ phi.T).round(6)
    array([[1.      , 0.367879],
           [0.367879, 1.      ]])
    """
    features = as_features(X, allow_constant=True)
    P, N = features.shape
    degree, gamma = as_count(degree, "degree", 0), _gamma(gamma, N)
    plan = monomials_of(P, N, degree)
    columns = np.empty((len(plan.exponents), P))
    with np.errstate(over="ignore"):  # far out every feature is 0
        columns[0] = np.exp(-gamma * (features * features).sum(axis=1))
    scaled = features.T * math.sqrt(2 * gamma)
    for products in plan.degrees:
        for n, source, target in products:
            # No feature exceeds 1 on the way, however large the power or the factorial alone would be.
            np.multiply(columns[source], scaled[n], out=columns[target])
            columns[target] /= np.sqrt(plan.exponents[target, n])[:, None]
    return columns.T


def _both(X: ArrayLike, Z: ArrayLike | None) -> tuple[Array, Array]:
    left = as_features(X, allow_constant=True)
    if Z is None:
        return left, left
    right = as_features(Z, "Z", allow_constant=True)
    if right.shape[1] != left.shape[1]:
        raise ValueError(f"Z has {right.shape[1]} features; wanted {left.shape[1]}, as X")
    return left, right


def _gamma(gamma: float | None, N: int) -> float:
    return 1.0 / N if gamma is None else as_number(gamma, "gamma", positive=True)


def _polynomial(degree: int, gamma: float | None, offset: float, N: int) -> tuple[int, float, float]:
    degree, gamma, offset = as_count(degree, "degree", 1, LARGEST_DEGREE), _gamma(gamma, N), as_number(offset, "offset")
    if offset < 0:
        raise ValueError(f"offset is {offset:g}; wanted a number ≥ 0: else the kernel has no features")
    return degree, gamma, offset


def _check_power(largest: float, degree: int, gamma: float, offset: float) -> None:
    base = gamma * largest + offset
    if base > 1 and degree * math.log10(base) > math.log10(LARGEST_MONOMIAL):
        raise ValueError(
            f"X, with gamma = {gamma:g} and offset = {offset:g}, gives γ x·z + offset = {base:g}, whose power {degree} "
            f"is above {LARGEST_MONOMIAL:g}; wanted values near ±1: rescale X first"
        )


def raised(left: Array, right: Array, degree: int, gamma: float, offset: float) -> Array:
    """The polynomial kernel of checked arguments, shape (P, Q).

    Examples
    --------
    >>> raised(np.array([[1.0]]), np.array([[2.0]]), 3, 1.0, 1.0)
    array([[27.]])
    """
    products = left @ right.T
    _check_power(float(np.abs(products).max()), degree, gamma, offset)
    products *= gamma
    products += offset
    result = products.copy()
    for _ in range(degree - 1):
        result *= products
    return result


def radial(left: Array, right: Array, gamma: float) -> Array:
    """The radial basis function kernel of checked arguments, shape (P, Q).

    Examples
    --------
    >>> radial(np.array([[1.0]]), np.array([[1.0]]), 2.0)
    array([[1.]])
    """
    same = right is left
    middle = left.mean(axis=0)  # far from the origin, differences of squares would lose what tells points apart
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
        if gamma * (lost * largest + moved * np.sqrt(largest)) > LOST:
            _measure_near_pairs(exponents, left, right, gamma, lost * squares, lost * other_squares, moved)
        exponents *= gamma
    return np.exp(exponents, out=exponents)


def _measure_near_pairs(
    exponents: Array, left: Array, right: Array, gamma: float, lost_left: Array, lost_right: Array, moved: float
) -> None:
    """Square the differences themselves where −‖x − z‖² may have lost too many digits.

    One point far away is enough for that: the mean then lies far from all the others. Rounding took `lost_left` and
    `lost_right` from squared distances, and `moved` from each point when the mean was subtracted.
    """
    for rows in row_blocks(exponents.shape):
        block = exponents[rows]
        lost = lost_left[rows, None] + lost_right + moved * np.sqrt(-block)
        # Beyond exp(−750) the kernel is 0, whatever the last digits of the exponent.
        unsure = (gamma * lost > LOST * (1 - gamma * block)) & (gamma * (block + lost) > -750)
        row, column = unsure.nonzero()
        step = max(1, BLOCK // left.shape[1])
        for first in range(0, len(row), step):
            i, j = row[first : first + step], column[first : first + step]
            differences = left[rows.start + i] - right[j]
            block[i, j] = -(differences * differences).sum(axis=1)
