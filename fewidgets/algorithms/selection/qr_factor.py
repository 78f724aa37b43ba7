"""Least squares on any subset of the features, by the QR factor of the data: at most N + 1 rows that carry all it needs.

Factorize the scaled data as [X y] = QR. The columns of R have the same lengths and angles as those of [X y], so every
subset of the features has the same least squares cost on R as on the data. Unlike the products XᵀX, R is also as exact
as the data: nothing is squared before it is subtracted.

Some features depend on each other, or nearly do. Suppose that two features differ by 1e-7 of their length. Rounding changes
them in the sixteenth digit, so their difference is right to nine digits only. Every residual that is projected onto this
difference inherits its error. The order of the projections decides how large such errors get. With QR with column pivoting,
the feature with the longest residual comes next. Near copies then come last.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from .._numerics.tolerances import EPSILON
from .._numerics.types import Array, ArrayPair, Flags, Indices

# A feature depends on others if they leave at most this share of its length unexplained. Its weight is then 0.
DEPENDENT_SHARE = 1e-10
# Residuals whose lengths differ by less than this share of y's length are equal up to rounding.
EQUAL_LENGTHS = 1e-13
# Entries per block of rows when a QR factor is computed, and of the subsets that are factorized side by side: a core's cache.
QR_BLOCK = 2**16
# Rounding error of one projection, as a share of the feature's length.
PROJECTION_ROUNDING = 2e-15
# A pivot may be chosen if its square is at least this share of the largest one: of nearly equal ones, the first is taken.
PIVOT_SHARE = 0.25


class QRFactor(NamedTuple):
    """The QR factor R of the centred and scaled features and outputs."""

    means: Array  # (N,): of each feature, or 0 without a bias
    lengths: Array  # (N,): the root of each feature's sum of squares about its mean
    y_mean: float
    y_length: float
    negligible: Array  # (N,): a residual of a feature of length 1 counts as rounding if it is at most this long
    P: int
    columns: Array  # (N + 1, r): column n of R belongs to feature n, the last one to y. Each has length 1.

    @property
    def N(self) -> int:
        return len(self.means)

    def unscaled(self, weights: Array) -> Array:
        """Return weights, shape (..., N), in units of y per unit of the feature."""
        return weights * (self.y_length / self.lengths)

    def biases(self, weights: Array) -> Array:
        """Return the bias of each row of weights (in the features' units), shape (..., N) -> (...)."""
        return self.y_mean - weights @ self.means

    def mean_square(self, shares: Array) -> Array:
        """Return mean squared errors, in squared units of y, for sums of squares as shares of y's."""
        return shares * (self.y_length**2 / self.P)


def qr_factor(X: Array, y: Array, fit_bias: bool) -> QRFactor:
    """Centre and scale the data, and factorize them, some examples at a time so that no second copy of them is held."""
    P, N = X.shape
    means = np.zeros(N + 1)
    if fit_bias:
        share = np.full(P, 1 / P)
        means[:N], means[N] = share @ X, share @ y
    R = np.empty((0, N + 1))
    step = max(QR_BLOCK // (N + 1), 4 * (N + 1))
    for start in range(0, P, step):
        rows = np.c_[X[start : start + step], y[start : start + step]] - means
        R = r_factor(np.concatenate([R, rows]))
    columns = R.T
    lengths = np.sqrt(np.einsum("nr,nr->n", columns, columns))
    # Rounding errors grow with the values, not with their spread. A column that holds nothing else is constant in these
    # examples, such as those of one fold.
    rounding = 4 * EPSILON * np.sqrt(lengths**2 + P * means**2)
    zero = lengths <= rounding
    columns[zero], lengths[zero], rounding[zero] = 0.0, 1.0, 1.0
    negligible = DEPENDENT_SHARE + rounding[:-1] / lengths[:-1]
    columns = columns / lengths[:, None]
    return QRFactor(means[:-1], lengths[:-1], float(means[-1]), float(lengths[-1]), negligible, P, columns)


def r_factor(matrix: Array) -> Array:
    """Return the upper triangular factor R of a matrix, or of each matrix in a stack."""
    return cast(Array, np.linalg.qr(matrix, mode="r"))


def inverse_factor(R: Array) -> Array:
    """Return the inverse of an R factor, or of each R factor in a stack."""
    return cast(Array, np.linalg.inv(R))


def rounding_errors(factor: QRFactor) -> Array:
    """Return the length of the rounding errors in each scaled feature, before any projection; shape (N,)."""
    return PROJECTION_ROUNDING + (factor.negligible - DEPENDENT_SHARE) / 8


def safe_share(factor: QRFactor) -> float:
    """Return the share of its length that a feature must keep to be safe to project on."""
    return min(0.1, 10 * float((rounding_errors(factor) / factor.negligible).max()))


def smallest_share(R: Array) -> float:
    """Return the smallest share of its length that any feature keeps beside all others, from the features' R factor."""
    if not len(R):
        return 1.0
    inverse = inverse_factor(R)
    return float(np.einsum("nr,nr->n", inverse, inverse).max() ** -0.5)


def is_independent(factor: QRFactor) -> bool:
    """Tell whether every feature keeps a safe share of its length beside all others."""
    R = r_factor(factor.columns[:-1].T)
    limit = safe_share(factor)
    return len(R) == factor.N and float(np.abs(R.diagonal()).min()) > limit and smallest_share(R) > limit


class ResidualErrors:
    """Bounds on the rounding errors in the features' residuals while features are projected out one by one."""

    def __init__(self, initial: Array, M: int, stack: tuple[int, ...] = ()) -> None:
        self.bounds = np.broadcast_to(initial, (*stack, len(initial)))
        self._initial = initial
        self._taken: list[int] = []
        self._multiples = np.zeros((*stack, M, len(initial)))

    def take(self, n: int, multiples: Array) -> None:
        """Note that residual n was subtracted from each residual, in these multiples, shape (..., N)."""
        m = len(self._taken)
        # In terms of the features: residual n is itself feature n minus multiples of the features taken before.
        earlier = self._multiples[..., :m, :]
        earlier -= earlier[..., n, None] * multiples[..., None, :]
        self._multiples[..., m, :] = multiples
        self._taken.append(n)
        added = self._initial[self._taken] @ np.abs(self._multiples[..., : m + 1, :])
        self.bounds = self._initial + added


def pivoted_bases(factor: QRFactor, subsets: Indices) -> tuple[Indices, Array]:
    """Return an independent basis of each subset and its sum of squared residuals, by QR with column pivoting."""
    B, k = subsets.shape
    step = max(1, QR_BLOCK // ((k + 1) * factor.columns.shape[1]))
    parts = [_pivoted_block(factor, subsets[first : first + step]) for first in range(0, B, step)]
    bases, squares = zip(*parts, strict=True)
    return np.concatenate(bases), np.concatenate(squares)


def _pivoted_block(factor: QRFactor, subsets: Indices) -> tuple[Indices, Array]:
    B, k = subsets.shape
    residuals = factor.columns[np.concatenate([subsets, np.full((B, 1), factor.N)], axis=1)]
    limits, each = factor.negligible[subsets] ** 2, np.arange(B)
    bases = np.full((B, k), -1, dtype=np.intp)
    for m in range(k):
        squares = np.einsum("bnr,bnr->bn", residuals[:, :-1], residuals[:, :-1])
        squares[squares <= limits] = 0.0
        pivot = (squares >= PIVOT_SHARE * squares.max(axis=1, keepdims=True)).argmax(axis=1)
        length = np.sqrt(squares[each, pivot])
        going = length > 0
        if not going.any():
            break
        bases[going, m] = subsets[going, pivot[going]]
        direction = residuals[each, pivot] / np.where(going, length, np.inf)[:, None]
        shares = np.einsum("bnr,br->bn", residuals, direction)
        residuals -= shares[:, :, None] * direction[:, None]
        residuals[each[going], pivot[going]] = 0.0
    return bases, np.einsum("br,br->b", residuals[:, -1], residuals[:, -1])


def weights_on(factor: QRFactor, bases: Indices) -> Array:
    """Return the least squares weights on independent features, in units of `QRFactor.columns`."""
    weights = np.zeros((len(bases), factor.N))
    ranks = (bases >= 0).sum(axis=1)
    for rank in np.unique(ranks[ranks > 0]):
        rows = (ranks == rank).nonzero()[0]
        kept = bases[rows, :rank]
        columns = np.concatenate([kept, np.full((len(rows), 1), factor.N)], axis=1)
        R = r_factor(factor.columns[columns].transpose(0, 2, 1))
        weights[rows[:, None], kept] = np.linalg.solve(R[:, :rank, :rank], R[:, :rank, rank:])[:, :, 0]
    return weights


def exact_residuals(factor: QRFactor, chosen: Indices) -> ArrayPair:
    """Return the residuals of all features and y beside the chosen features, projected on their best basis."""
    basis = pivoted_bases(factor, chosen[None])[0][0]
    basis = basis[basis >= 0]
    Q, R = np.linalg.qr(factor.columns[basis].T)
    residuals = factor.columns - (factor.columns @ Q) @ Q.T
    residuals -= (residuals @ Q) @ Q.T  # a second projection removes the rounding errors of the first
    multiples = np.abs(np.linalg.solve(R, Q.T @ factor.columns[:-1].T))
    errors = rounding_errors(factor)
    return residuals, errors + errors[basis] @ multiples


def squares_without_each(factor: QRFactor, features: Indices) -> Array:
    """Return the sum of squared residuals without each of several features, which may depend on each other."""
    return pivoted_bases(factor, np.array([np.delete(features, place) for place in range(len(features))]))[1]


def nested_fits(factor: QRFactor, order: Indices) -> ArrayPair:
    """Fit the first 0, 1, …, M features of an order. Return the weights, in the features' units, and the sums of squares."""
    useful = np.ones(len(order), dtype=bool)
    while True:
        kept = order[useful]
        k = len(kept)
        R = r_factor(factor.columns[[*kept, factor.N]].T)
        # The diagonal holds the length that each feature keeps beside earlier ones. Later ones need the first dependent
        # feature out of the way, so factorize again without it, and without those that depend on the same features.
        length = np.zeros(k)
        diagonal = np.abs(R.diagonal())[:k]
        length[: len(diagonal)] = diagonal
        dependent = (length <= factor.negligible[kept]).nonzero()[0]
        if not dependent.size:
            break
        first = dependent[0]
        left = np.linalg.norm(R[first:, first:k], axis=0)  # beside the features before the first dependent one
        useful[useful.nonzero()[0][first:][left <= factor.negligible[kept[first:]]]] = False
    weights, squares = np.zeros((len(order) + 1, factor.N)), np.zeros(len(order) + 1)
    if smallest_share(R[:k, :k]) <= safe_share(factor):  # fit each model by itself, by QR with column pivoting
        for size in range(len(order) + 1):
            bases, squares[size : size + 1] = pivoted_bases(factor, order[None, :size])
            weights[size] = weights_on(factor, bases)[0]
        return factor.unscaled(weights), squares
    t = R[:k, k]  # y in the coordinates of the factorization
    # The inverse of a leading block of R is the leading block of R⁻¹. So each further feature adds its column of R⁻¹,
    # times its entry of t, to the weights.
    rows = useful.nonzero()[0]
    weights[rows[:, None] + 1, kept] = (inverse_factor(R[:k, :k]) * t).T
    squares[rows] = t**2
    squares[-1] = R[k, k] ** 2 if len(R) > k else 0.0  # what no feature explains
    return factor.unscaled(weights.cumsum(axis=0)), squares[::-1].cumsum()[::-1]


def fit_subsets(factor: QRFactor, selected: Flags) -> ArrayPair:
    """Fit each of several subsets. Return the weights, in the features' units, and the sums of squares."""
    fits = [nested_fits(factor, np.flatnonzero(row)) for row in selected]
    return np.array([weights[-1] for weights, _ in fits]), np.array([squares[-1] for _, squares in fits])
