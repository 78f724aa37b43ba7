"""Least squares on features that depend on each other, or nearly do.

Suppose that two features differ by 1e-7 of their length. Their difference is then known to nine digits only, since
rounding changes the features in the sixteenth. Whatever is projected onto the difference inherits its error: a feature
that depends on the two may seem to keep 1e-9 of its length, and that rest is noise.

So the order of the projections matters. Here the feature with the longest rest always comes next (QR with column
pivoting). Near copies then come last, and rests of dependent features are as small as rounding errors.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .qr_factor import COLLINEAR, Nested, Regression, Scales, factorized

Indices = NDArray[np.intp]

# Rounding errors of one projection, in lengths of a feature.
PROJECTION = 2e-15
# A rest may come next if its square is at least this share of the longest one's.
ENOUGH = 0.25
# Entries of the subsets that are worked on side by side: what stays in a core's cache.
SIDE_BY_SIDE = 1 << 16


def noise_of(scales: Scales) -> Array:
    """The length that rounding errors give to each feature before anything is projected out of it, shape (N,).

    Examples
    --------
    >>> from .qr_factor import regression
    >>> bool((noise_of(regression(np.array([[3.0], [4.0]]), np.array([1.0, 2.0]), False)) < 1e-14).all())
    True
    """
    return PROJECTION + (scales.own - COLLINEAR) / 8


def near(scales: Scales) -> float:
    """The share of its length below which a feature's rest may carry noise that matters.

    A rest of length ℓ passes on its noise times 1 / ℓ. The noise must stay a tenth of what counts as a rest (`own`).

    Examples
    --------
    >>> from .qr_factor import regression
    >>> round(near(regression(np.array([[3.0], [4.0]]), np.array([1.0, 2.0]), False)), 6)
    0.000211
    """
    return min(0.1, 10 * float((noise_of(scales) / scales.own).max()))


def smallest_share(R: Array) -> float:
    """The smallest share of a feature that the others leave, from the triangle of features of length 1.

    Examples
    --------
    >>> round(smallest_share(np.array([[1.0, 0.6], [0.0, 0.8]])), 12)
    0.8
    """
    if not len(R):
        return 1.0
    inverse = np.linalg.inv(R)
    return float(np.einsum("nr,nr->n", inverse, inverse).max() ** -0.5)


def is_independent(problem: Regression) -> bool:
    """Whether no feature depends on the others, or nearly does.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> x = np.array([0.0, 1.0, 5.0])
    >>> is_independent(regression(np.c_[x, x**2], x**3, True)), is_independent(regression(np.c_[x, 2 * x], x**3, True))
    (True, False)
    """
    R = np.linalg.qr(problem.vectors[:-1].T, mode="r")
    limit = near(problem)
    return len(R) == problem.N and float(np.abs(R.diagonal()).min()) > limit and smallest_share(R) > limit


def pivoted(problem: Regression, features: Indices) -> tuple[Indices, Array]:
    """Project features out of each other and out of the output, the longest rest first.

    Parameters
    ----------
    problem : Regression
    features : NDArray, shape (B, k), int
        B subsets of k features each.

    Returns
    -------
    basis : NDArray, shape (B, k), int
        The features of each subset that have something of their own to add, in order; -1 where there are no more.
    squares : NDArray, shape (B,), float64
        Sum of squared residuals of each subset, relative to the output's.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[0.0, 0.0, 1.0], [1.0, 2.0, 0.0], [2.0, 4.0, 0.0]])
    >>> basis, squares = pivoted(regression(X, np.array([0.0, 1.0, 3.0]), True), np.array([[0, 1, 2], [0, 1, 1]]))
    >>> basis, np.round(squares, 6)
    (array([[ 0,  2, -1],
           [ 0, -1, -1]]), array([0.      , 0.035714]))
    """
    B, k = features.shape
    step = max(1, SIDE_BY_SIDE // ((k + 1) * problem.vectors.shape[1]))
    parts = [_pivoted(problem, features[first : first + step]) for first in range(0, B, step)]
    bases, squares = zip(*parts, strict=True)
    return np.concatenate(bases), np.concatenate(squares)


def _pivoted(problem: Regression, features: Indices) -> tuple[Indices, Array]:
    B, k = features.shape
    left = problem.vectors[np.concatenate([features, np.full((B, 1), problem.N)], axis=1)]
    limits, rows = problem.own[features] ** 2, np.arange(B)
    basis = np.full((B, k), -1, dtype=np.intp)
    for m in range(k):
        squares = np.einsum("bnr,bnr->bn", left[:, :-1], left[:, :-1])
        squares[squares <= limits] = 0.0
        # Of rests that are nearly as long, the first: a feature that those before it explain is then the one left out.
        place = (squares >= ENOUGH * squares.max(axis=1, keepdims=True)).argmax(axis=1)
        length = np.sqrt(squares[rows, place])
        going = length > 0
        if not going.any():
            break
        basis[going, m] = features[going, place[going]]
        direction = left[rows, place] / np.where(going, length, np.inf)[:, None]
        shares = np.einsum("bnr,br->bn", left, direction)
        left -= shares[:, :, None] * direction[:, None]
        left[rows[going], place[going]] = 0.0
    return basis, np.einsum("br,br->b", left[:, -1], left[:, -1])


def weights_on(problem: Regression, basis: Indices) -> Array:
    """Least squares weights on independent features, in units of `Regression.vectors`.

    Parameters
    ----------
    problem : Regression
    basis : NDArray, shape (B, k), int
        As `pivoted` returns it.

    Returns
    -------
    NDArray, shape (B, N), float64
        Zero for all other features.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[3.0, 1.0], [4.0, 1.0]])
    >>> np.round(weights_on(regression(X, np.array([3.0, 4.0]), False), np.array([[0, -1]])), 12)
    array([[1., 0.]])
    """
    weights = np.zeros((len(basis), problem.N))
    ranks = (basis >= 0).sum(axis=1)
    for rank in np.unique(ranks[ranks > 0]):
        rows = (ranks == rank).nonzero()[0]
        kept = basis[rows, :rank]
        columns = np.concatenate([kept, np.full((len(rows), 1), problem.N)], axis=1)
        R = np.linalg.qr(problem.vectors[columns].transpose(0, 2, 1), mode="r")
        weights[rows[:, None], kept] = np.linalg.solve(R[:, :rank, :rank], R[:, :rank, rank:])[:, :, 0]
    return weights


@dataclass(frozen=True, eq=False)
class Refitted:
    """Least squares on the first 0, 1, …, M features of an order, each number of them fitted from scratch.

    It answers as `Nested` does, and serves where features nearly depend on each other.

    Attributes
    ----------
    order : NDArray, shape (M,), int
        Features, each at most once.
    unscaled : NDArray, shape (M + 1, N), float64
        Weights in units of `Regression.vectors`.
    sums : NDArray, shape (M + 1,), float64
        Sums of squared residuals, relative to the output's.

    Examples
    --------
    >>> Refitted(np.array([0]), np.zeros((2, 1)), np.ones(2)).squares()
    array([1., 1.])
    """

    order: Indices
    unscaled: Array
    sums: Array

    def weights(self, problem: Scales) -> Array:
        """The weights in the features' own units, shape (M + 1, N).

        Examples
        --------
        >>> from .qr_factor import regression
        >>> problem = regression(np.array([[0.0], [2.0]]), np.array([0.0, 6.0]), True)
        >>> np.round(refit(problem, np.array([0])).weights(problem), 12)
        array([[0.],
               [3.]])
        """
        return self.unscaled * (problem.y_length / problem.lengths)

    def squares(self) -> Array:
        """Sums of squared residuals, relative to the output's; shape (M + 1,).

        Examples
        --------
        >>> from .qr_factor import regression
        >>> np.round(refit(regression(np.array([[0.0], [2.0]]), np.array([0.0, 6.0]), True), np.array([0])).squares(), 12)
        array([1., 0.])
        """
        return self.sums


def refit(problem: Regression, order: Indices) -> Refitted:
    """Fit the first 0, 1, …, M features of an order, each number of them from scratch.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])
    >>> problem = regression(X, np.array([0.0, 1.0, 2.0]), True)
    >>> np.round(refit(problem, np.array([1, 0])).weights(problem), 12)
    array([[0., 0.],
           [0., 1.],
           [0., 1.]])
    """
    weights, squares = np.zeros((len(order) + 1, problem.N)), np.zeros(len(order) + 1)
    squares[0] = problem.vectors[-1] @ problem.vectors[-1]
    for k in range(1, len(order) + 1):
        basis, squares[k : k + 1] = pivoted(problem, order[None, :k])
        weights[k] = weights_on(problem, basis)[0]
    return Refitted(order, weights, squares)


def along(problem: Regression, order: Indices) -> Nested | Refitted:
    """Factorize along an order; where features nearly depend on each other, fit every number of them by itself.

    Parameters
    ----------
    problem : Regression
    order : NDArray, shape (M,), int
        Features, each at most once.

    Returns
    -------
    Nested or Refitted

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[0.0, 0.0, 1.0], [1.0, 2.0, 0.0], [2.0, 4.0, 0.0]])
    >>> problem = regression(X, np.array([0.0, 1.0, 3.0]), True)
    >>> np.round(along(problem, np.array([0, 1, 2])).squares(), 6)
    array([1.      , 0.035714, 0.035714, 0.      ])
    """
    nested = factorized(problem, order)
    return nested if smallest_share(nested.R) > near(problem) else refit(problem, order)


def fit_each(problem: Regression, selected: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Least squares on subsets of 0, 1, …, K features. A feature that those before it explain gets the weight 0.

    Parameters
    ----------
    problem : Regression
    selected : NDArray, shape (K + 1, N), bool
        Row k has k features.

    Returns
    -------
    weights : NDArray, shape (K + 1, N), float64
        In the features' own units.
    squares : NDArray, shape (K + 1,), float64
        Sums of squared residuals, relative to the output's.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]])
    >>> problem = regression(X, np.array([0.0, 1.0, 2.0]), True)
    >>> weights, squares = fit_each(problem, np.array([[False, False], [False, True]]))
    >>> np.round(weights, 12) + 0, np.round(squares, 12)
    (array([[0. , 0. ],
           [0. , 1.5]]), array([1.  , 0.25]))
    """
    weights, squares = np.zeros(selected.shape), np.zeros(len(selected))
    # As long as each subset holds the one before it, one factorization serves them all.
    breaks = (selected[:-1] & ~selected[1:]).any(axis=1).nonzero()[0] + 1
    for first, end in zip([0, *breaks], [*breaks, len(selected)], strict=True):
        new = np.diff(selected[first:end], axis=0, prepend=False)
        order = np.concatenate([row.nonzero()[0] for row in new])
        nested = along(problem, order)
        weights[first:end], squares[first:end] = nested.weights(problem)[first:end], nested.squares()[first:end]
    return weights, squares
