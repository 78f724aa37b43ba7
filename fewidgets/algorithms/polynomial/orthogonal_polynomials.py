from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_flag
from .._numerics.arrays import check_finite, check_not_constant, check_several_examples, constant_features, frozen
from .._numerics.tolerances import SMALLEST_SPREAD
from .._numerics.types import Array, Indices, Names, Texts
from .._numerics.unjudged import UnjudgedModelError
from ..scaling.transformer import Transformer
from .monomials import monomial_names, monomials_of

# A polynomial of which those before leave less than this share is their combination on the training points.
DEPENDENT_POLYNOMIAL = 1e-12
# A polynomial is dropped if its recurrence, repeated on the training points, misses its values by more than this. Where it is
# evaluated, rounding in another order may add about as much.
REPEATABLE = 5e-7


class _Degree(NamedTuple):
    """The recurrence of one degree: how its polynomials follow from those of lower degrees."""

    features: Indices  # multiply by which feature …
    parents: Indices  # … which polynomial
    lower: Array  # coefficients of all polynomials of lower degrees, which are subtracted, …
    same: Array  # … and of those of this degree: lower triangular, with the scales on its diagonal


class OrthogonalPolynomials(Transformer):
    """All polynomials of the features up to a degree, as a basis that is orthonormal on the training points.

    The columns span the same models as `polynomial_features`: column m is a multiple of monomial m plus a combination of those
    before it. On the training data they have mean 0 (except the constant), mean square 1 and no correlation, so a higher
    degree adds weights without changing the others. It works in scikit-learn pipelines.

    Parameters
    ----------
    degree : int
        Largest total degree, at least 1.
    include_constant : bool
        Whether the first column is the constant polynomial 1.

    Attributes
    ----------
    exponents_ : NDArray, shape (M, N), int
        The leading monomial of each column, in the order of `polynomial_features`.
    dropped_ : NDArray, shape (D, N), int
        Monomials without a column: combinations of those before on the training points, up to rounding.
    center_, half_range_ : NDArray, shape (N,), float64
        Features are mapped to [−1, 1] by ``(x − center_) / half_range_``.
    n_features_in_, feature_names_in_
        As in scikit-learn. `get_feature_names_out` names columns by their leading monomial, such as "p(x0^2 x1)".

    Raises
    ------
    TypeError, ValueError
        In `fit`, if an argument is not as described, a feature is constant, or the polynomials would need too much memory.

    Notes
    -----
    Source: COMP135, slide 5: for very high degrees the linear algebra behind the fit breaks down, because the columns of high
    powers are nearly alike. Here each polynomial is a feature times a polynomial of one degree less, made orthogonal to all
    before it (the Arnoldi process). Its recurrence is repeated for new points.

    Examples
    --------
    >>> basis = OrthogonalPolynomials(2)
    >>> basis.fit_transform([[0.0], [1.0], [2.0], [3.0]]).round(4)
    array([[-1.3416,  1.    ],
           [-0.4472, -1.    ],
           [ 0.4472, -1.    ],
           [ 1.3416,  1.    ]])
    """

    exponents_: Indices
    dropped_: Indices
    center_: Array
    half_range_: Array
    _degrees: list[_Degree]

    _preserved: Texts = ("float64",)

    def __init__(self, degree: int = 2, *, include_constant: bool = False) -> None:
        self.degree = degree
        self.include_constant = include_constant

    def transform(self, X: ArrayLike) -> Array:
        """Evaluate the polynomials at any points."""
        array, names = self._examples(X)
        check_finite(array, "X", names)
        return self._contained(evaluate(self, array)[self._first :].T, X)

    def _learn(self, array: Array, names: Names) -> Array:
        as_count(self.degree, "degree", 1)
        include_constant = as_flag(self.include_constant, "include_constant")
        check_finite(array, "X", names)
        check_several_examples(array, "X")
        check_not_constant(array, "X", names, constant_features(array, "X", names))
        rows = learn(self, array)
        self._first = 0 if include_constant else 1
        return rows

    def _fit_transform(self, X: ArrayLike) -> Array:
        array, names = self._read(X)
        rows = self._learn(array, names)
        self._remember(X, array.shape[1])
        return rows[self._first :].T

    def _read(self, X: ArrayLike) -> tuple[Array, Names]:
        array, names = super()._read(X)
        return array.astype(np.float64, copy=False), names

    def _names_out(self, names: list[str]) -> list[str]:
        return [name if name == "1" else f"p({name})" for name in monomial_names(self.exponents_, names)]


def learn(basis: OrthogonalPolynomials, X: Array) -> Array:
    """Fit a basis to checked points; a feature may be constant. Return its values in rows (M, P), the constant first."""
    P, N = X.shape
    plan = monomials_of(P, N, basis.degree)
    low, high = X.min(axis=0), X.max(axis=0)
    basis.center_ = frozen(low + (high - low) / 2)
    basis.half_range_ = frozen(np.where(high - low > SMALLEST_SPREAD, (high - low) / 2, 1.0))
    scaled = _scaled(basis, X)
    rows = np.ones((1, P))
    repeated = np.ones((1, P))  # the same rows by the recurrence, as `evaluate` computes them
    place = np.full(len(plan.exponents), -1)  # the row of each monomial
    place[0] = 0
    basis._degrees = []
    for products in plan.degrees:
        monomial = np.concatenate([np.arange(p.target.start, p.target.stop) for p in products])
        parents = place[np.concatenate([np.arange(p.source.start, p.source.stop) for p in products])]
        features = np.repeat([p.feature for p in products], [p.target.stop - p.target.start for p in products])
        if (parents < 0).all():  # then there are none in any higher degree either
            break
        # A polynomial that depends on those before it is dropped, and so are its products with features.
        monomial, features, parents = (array[parents >= 0] for array in (monomial, features, parents))
        kept, degree, new, again = _next_degree(scaled, rows, repeated, features, parents)
        place[monomial[kept]] = len(rows) + np.arange(len(kept))
        rows, repeated = np.concatenate([rows, new]), np.concatenate([repeated, again])
        basis._degrees.append(degree)
    basis.exponents_ = plan.exponents[place >= 0]
    basis.dropped_ = frozen(plan.exponents[place < 0])
    if not basis.include_constant:
        basis.exponents_ = basis.exponents_[1:]
    frozen(basis.exponents_)
    return rows


def _next_degree(
    scaled: Array, rows: Array, repeated: Array, features: Indices, parents: Indices
) -> tuple[Indices, _Degree, Array, Array]:
    """Form the polynomials features × parents, orthonormal to `rows` and to each other."""
    new = scaled[features] * rows[parents]
    sizes = np.einsum("mp,mp->m", new, new)
    lower = np.zeros((len(new), len(rows)))
    for _ in range(2):
        shares = new @ rows.T / rows.shape[1]
        new -= shares @ rows
        lower += shares
    kept, same, again = _orthonormalize(new, sizes, rows, lower, scaled[features] * repeated[parents], repeated)
    return kept, _Degree(features[kept], parents[kept], lower[kept], same), new[: len(kept)], again


def _orthonormalize(
    new: Array, sizes: Array, rows: Array, lower: Array, products: Array, repeated: Array
) -> tuple[Indices, Array, Array]:
    """Make new rows orthonormal, in place. Drop those of which only rounding is left, or that the recurrence misses."""
    P = new.shape[1]
    kept: list[int] = []
    most = min(len(new), P - len(rows))  # there are at most P orthogonal rows
    same = np.zeros((most, most))
    again = np.empty((most, P))
    for i in range(len(new)):
        m = len(kept)
        if m == most:
            break
        row, before = new[i], new[:m]
        shares = np.zeros(m)
        size = left = float(row @ row)
        for turn in range(3 if m else 0):
            if turn == 2:
                if left > 0.01 * size:
                    break
                # Little is left, so the rounding errors in the lower degrees may matter now.
                part = rows @ row / P
                row -= part @ rows
                lower[i] += part
            part = before @ row / P
            row -= part @ before
            shares += part
            left = float(row @ row)
        if left <= DEPENDENT_POLYNOMIAL**2 * sizes[i]:
            continue
        length = np.sqrt(left / P)
        again[m] = (products[i] - lower[i] @ repeated - shares @ again[:m]) / length
        if not np.abs(again[m] - row / length).max() <= REPEATABLE:
            continue
        same[m, :m], same[m, m] = shares, length
        new[m] = row / length
        kept.append(i)
    m = len(kept)
    return np.array(kept, dtype=np.intp), same[:m, :m].copy(), again[:m]


def _repeat(degree: _Degree, scaled: Array, rows: Array) -> Array:
    """Compute the polynomials of one degree from those of lower degrees, by their recurrence."""
    features, parents, lower, same = degree
    return cast(Array, np.linalg.solve(same, scaled[features] * rows[parents] - lower @ rows))


def _scaled(basis: OrthogonalPolynomials, X: Array) -> Array:
    return ((X - basis.center_) / basis.half_range_).T


def evaluate(basis: OrthogonalPolynomials, X: Array) -> Array:
    """Evaluate a fitted basis at checked points by its recurrence. Return rows (M, Q), the constant first."""
    scaled = _scaled(basis, X)
    rows = np.ones((1, len(X)))
    with np.errstate(over="ignore", invalid="ignore"):  # reported below
        for degree in basis._degrees:
            rows = np.concatenate([rows, _repeat(degree, scaled, rows)])
    if not np.isfinite(rows).all():
        point = int(np.argwhere(~np.isfinite(rows))[0, 1])
        first = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        exponents = basis.exponents_.sum(axis=1)
        message = f"X must be closer to the training data: in row {point} a polynomial overflows"
        raise UnjudgedModelError(message, int(exponents[first - len(rows) + len(exponents)]))
    return rows
