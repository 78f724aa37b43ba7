"""Polynomials that are orthogonal on the training points: a basis that high degrees do not break (COMP135, slide 5)."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .polynomial import monomials_of
from .validation import SMALLEST_SPREAD, as_count, as_features, as_flag, frozen

Array = NDArray[np.float64]

# A polynomial of which those before it leave less than this share is their combination on the training points.
DEPENDENT = 1e-12


class _Degree(NamedTuple):
    """How the polynomials of one degree come from those of a lower one."""

    features: NDArray[np.intp]  # multiply by which feature …
    parents: NDArray[np.intp]  # … which polynomial
    lower: Array  # what to take off: shares of all polynomials of lower degrees, …
    triangle: Array  # … and of those of this degree; its diagonal scales


class OrthogonalPolynomials:
    """All polynomials of the features up to a degree, as a basis that is orthonormal on the training points.

    The columns span the same models as `polynomial_features` with its constant: column m is the monomial m plus a
    combination of those before it. But on the training data they have mean 0 (all but the constant), mean square 1
    and no correlation, so that every degree adds its own weights and leaves the others as they are.

    Parameters
    ----------
    degree : int
        Largest total degree, at least 1.
    include_constant : bool
        Whether the constant polynomial 1 comes first. Models with a bias of their own do not want it.

    Attributes
    ----------
    exponents_ : NDArray, shape (M, N), int
        The leading monomial of each column, in the order of `polynomial_features`.
    dropped_ : NDArray, shape (D, N), int
        Monomials without a column of their own: on the training points they are combinations of those before, as
        the powers from the number of different values on, or all those of a constant feature.
    center_, half_range_ : NDArray, shape (N,), float64
        Features are mapped to [−1, 1] by (x − center_) / half_range_, in the features' units.

    Raises
    ------
    TypeError, ValueError
        If `degree` is no whole number ≥ 1, or `include_constant` neither True nor False; by `fit` if `X` is no finite
        (P, N) matrix or the polynomials would be too many.

    Notes
    -----
    Source: COMP135, slide 5: at very high degrees the linear algebra behind the fit breaks down, and models become
    useless, though in mathematics each degree fits better. The powers of x are what breaks: their columns
    become alike. Here each polynomial is formed as a feature times a polynomial of one degree less, and made
    orthogonal to all before it at once (twice, against rounding): the Arnoldi process, of which the recurrence is
    kept and repeated for new points.

    Examples
    --------
    >>> basis = OrthogonalPolynomials(2)
    >>> basis.fit_transform([[0.0], [1.0], [2.0], [3.0]]).round(4)
    array([[-1.3416,  1.    ],
           [-0.4472, -1.    ],
           [ 0.4472, -1.    ],
           [ 1.3416,  1.    ]])
    """

    exponents_: NDArray[np.intp]
    dropped_: NDArray[np.intp]
    center_: Array
    half_range_: Array
    _degrees: list[_Degree]

    def __init__(self, degree: int, *, include_constant: bool = False) -> None:
        self.degree = as_count(degree, "degree", 1)
        self.include_constant = as_flag(include_constant, "include_constant")

    def __repr__(self) -> str:
        return f"OrthogonalPolynomials({self.degree}, include_constant={self.include_constant})"

    def fit(self, X: ArrayLike) -> Self:
        """Learn the recurrence that makes the polynomials orthonormal on these points.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.

        Returns
        -------
        OrthogonalPolynomials
            Itself.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite (P, N) matrix, a feature is constant, or the polynomials would be too many.

        Examples
        --------
        >>> OrthogonalPolynomials(5).fit([[0.0], [1.0], [2.0]]).dropped_[:, 0]
        array([3, 4, 5])
        """
        learn(self, as_features(X))
        return self

    def transform(self, X: ArrayLike) -> Array:
        """Evaluate the polynomials at any points.

        Parameters
        ----------
        X : array-like, shape (Q, N)
            Points; beyond the range of the training data polynomials grow as quickly as their degree says.

        Returns
        -------
        NDArray, shape (Q, M), float64
            One column a polynomial, each contiguous in memory.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with N columns, or so far out that a polynomial overflows.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> OrthogonalPolynomials(1).fit([[0.0], [2.0]]).transform([[1.5]])
        array([[0.5]])
        """
        if not hasattr(self, "center_"):
            raise RuntimeError("this OrthogonalPolynomials has learnt nothing yet; call fit first")
        points = as_features(X, allow_constant=True)
        if points.shape[1] != len(self.center_):
            raise ValueError(f"X has {points.shape[1]} features; wanted {len(self.center_)}, as in fit")
        return evaluate(self, points)[0 if self.include_constant else 1 :].T

    def fit_transform(self, X: ArrayLike) -> Array:
        """Learn the recurrence and give the orthonormal columns.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.

        Returns
        -------
        NDArray, shape (P, M), float64

        Raises
        ------
        TypeError, ValueError
            As `fit`.

        Examples
        --------
        >>> Q = OrthogonalPolynomials(2).fit_transform([[0.0], [1.0], [5.0], [7.0]])
        >>> bool(np.allclose(Q.T @ Q / 4, np.eye(2)))
        True
        """
        return learn(self, as_features(X))[0 if self.include_constant else 1 :].T


def learn(basis: OrthogonalPolynomials, X: Array) -> Array:
    """Fit a basis to checked points, where a feature may be constant; give its rows (M, P), the constant first.

    Examples
    --------
    >>> learn(OrthogonalPolynomials(1), np.array([[0.0], [2.0]]))
    array([[ 1.,  1.],
           [-1.,  1.]])
    """
    P, N = X.shape
    plan = monomials_of(P, N, basis.degree)
    low, high = X.min(axis=0), X.max(axis=0)
    basis.center_ = frozen(low + (high - low) / 2)
    basis.half_range_ = frozen(np.where(high - low > SMALLEST_SPREAD, (high - low) / 2, 1.0))
    scaled = _scaled(basis, X)
    rows = np.empty((len(plan.exponents), P))
    rows[0] = 1.0
    place = np.full(len(plan.exponents), -1)  # of a monomial among the rows
    place[0] = 0
    k = 1
    basis._degrees = []
    for products in plan.degrees:
        monomial = np.concatenate([np.arange(p.target.start, p.target.stop) for p in products])
        parents = place[np.concatenate([np.arange(p.source.start, p.source.stop) for p in products])]
        features = np.repeat([p.feature for p in products], [p.target.stop - p.target.start for p in products])
        # A multiple of a polynomial that depends on those before it does so too.
        monomial, features, parents = (array[parents >= 0] for array in (monomial, features, parents))
        new = scaled[features] * rows[parents]
        sizes = np.einsum("mp,mp->m", new, new)
        lower = np.zeros((len(new), k))
        for _ in range(2):
            shares = new @ rows[:k].T / P
            new -= shares @ rows[:k]
            lower += shares
        kept, triangle = _orthonormalize(new, sizes, rows[:k], lower)
        m = len(kept)
        rows[k : k + m] = new[:m]
        place[monomial[kept]] = np.arange(k, k + m)
        basis._degrees.append(_Degree(features[kept], parents[kept], lower[kept], triangle))
        k += m
    basis.exponents_ = plan.exponents[place >= 0]
    basis.dropped_ = frozen(plan.exponents[place < 0])
    if not basis.include_constant:
        basis.exponents_ = basis.exponents_[1:]
    frozen(basis.exponents_)
    return rows[:k]


def _orthonormalize(new: Array, sizes: Array, rows: Array, lower: Array) -> tuple[NDArray[np.intp], Array]:
    """Make new rows orthonormal, in place and moved together, leaving out those that nothing is left of.

    They are orthogonal to `rows` already, and stay so; what that takes off them further is added to `lower`. Gives
    which rows were kept, and the lower triangle T with which rows as they came = T · rows as they are.
    """
    P = new.shape[1]
    kept: list[int] = []
    triangle = np.zeros((len(new), len(new)))
    for i in range(len(new)):
        m = len(kept)
        row, before = new[i], new[:m]
        shares = np.zeros(m)
        size = left = float(row @ row)
        for again in range(3 if m else 0):
            if again == 2:
                if left > 0.01 * size:
                    break
                # Little is left: what rounding had kept of the lower degrees may now be much beside it.
                part = rows @ row / P
                row -= part @ rows
                lower[i] += part
            part = before @ row / P
            row -= part @ before
            shares += part
            left = float(row @ row)
        if left > DEPENDENT**2 * sizes[i]:
            triangle[m, :m], triangle[m, m] = shares, np.sqrt(left / P)
            new[m] = row / triangle[m, m]
            kept.append(i)
    m = len(kept)
    return np.array(kept, dtype=np.intp), triangle[:m, :m].copy()


def _scaled(basis: OrthogonalPolynomials, X: Array) -> Array:
    return ((X - basis.center_) / basis.half_range_).T


def evaluate(basis: OrthogonalPolynomials, X: Array) -> Array:
    """Repeat the recurrence of a fitted basis at checked points; give rows (M, Q), the constant first.

    Examples
    --------
    >>> basis = OrthogonalPolynomials(1)
    >>> _ = learn(basis, np.array([[0.0], [2.0]]))
    >>> evaluate(basis, np.array([[1.0], [3.0]]))
    array([[1., 1.],
           [0., 2.]])
    """
    scaled = _scaled(basis, X)
    rows = np.ones((1, len(X)))
    with np.errstate(over="ignore", invalid="ignore"):  # told below
        for features, parents, lower, triangle in basis._degrees:
            if len(features):
                new = scaled[features] * rows[parents] - lower @ rows
                rows = np.concatenate([rows, np.linalg.solve(triangle, new)])
    if not np.isfinite(rows).all():
        point = int(np.argwhere(~np.isfinite(rows))[0, 1])
        raise ValueError(f"X holds a point so far from the training data, in row {point}, that a polynomial overflows")
    return rows
