"""Least squares on the first 0, 1, …, M features of an order: one QR factorization serves all M + 1 models."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array, Indices
from .dependence import pivoted_bases, safe_share, smallest_share, weights_on
from .qr_factor import QRFactor, Scales, inverse_factor, r_factor


class NestedFits(NamedTuple):
    """The least squares models on the first 0, 1, …, M features of an order."""

    weights: Array
    squares: Array


def nested_fits(factor: QRFactor, order: Indices) -> NestedFits:
    """Fit the first 0, 1, …, M features of an order."""
    useful = np.ones(len(order), dtype=bool)
    while True:
        kept = order[useful]
        k = len(kept)
        R = r_factor(factor.columns[[*kept, factor.N]].T)
        # The diagonal holds the length that each feature keeps beside earlier ones. Later ones need the first dependent
        # feature out of the way, so factorize again without it.
        length = np.zeros(k)
        diagonal = np.abs(R.diagonal())[:k]
        length[: len(diagonal)] = diagonal
        dependent = (length <= factor.negligible[kept]).nonzero()[0]
        if not dependent.size:
            break
        useful[useful.nonzero()[0][dependent[0]]] = False
    if smallest_share(R[:k, :k]) <= safe_share(factor):
        return fits_one_by_one(factor, order)
    return fits_from_factor(factor, order, useful, R)


def fits_from_factor(scales: Scales, order: Indices, useful: NDArray[np.bool_], R: Array) -> NestedFits:
    """Read all models off the R factor of the useful features, in order, and y."""
    k = R.shape[1] - 1
    t = R[:k, k]  # y in the coordinates of the factorization
    # The inverse of a leading block of R is the leading block of R⁻¹. So each further feature adds its column of R⁻¹,
    # times its entry of t, to the weights.
    steps = np.zeros((len(order) + 1, scales.N))
    rows = useful.nonzero()[0] + 1
    steps[rows[:, None], order[useful]] = (inverse_factor(R[:k, :k]) * t).T
    gains = np.zeros(len(order) + 1)
    gains[:-1][useful] = t**2
    gains[-1] = R[k, k] ** 2 if len(R) > k else 0.0  # what no feature explains
    return NestedFits(scales.unscaled(steps.cumsum(axis=0)), gains[::-1].cumsum()[::-1])


def fits_one_by_one(factor: QRFactor, order: Indices) -> NestedFits:
    """Fit the first 0, 1, …, M features of an order, each model by itself, by QR with column pivoting."""
    weights, squares = np.zeros((len(order) + 1, factor.N)), np.zeros(len(order) + 1)
    squares[0] = factor.columns[-1] @ factor.columns[-1]
    for k in range(1, len(order) + 1):
        bases, squares[k : k + 1] = pivoted_bases(factor, order[None, :k])
        weights[k] = weights_on(factor, bases)[0]
    return NestedFits(factor.unscaled(weights), squares)


def fit_subsets(factor: QRFactor, selected: NDArray[np.bool_]) -> NestedFits:
    """Fit a subset of each size 0, 1, …, K."""
    weights, squares = np.zeros(selected.shape), np.zeros(len(selected))
    # As long as each subset contains the one before it, one factorization serves them all. That saves 20 % of the time
    # of `best_subset` for 13 features.
    breaks = np.flatnonzero((selected[:-1] & ~selected[1:]).any(axis=1)) + 1
    for first, end in zip([0, *breaks], [*breaks, len(selected)], strict=True):
        added = np.diff(selected[first:end], axis=0, prepend=False)
        fits = nested_fits(factor, np.concatenate([row.nonzero()[0] for row in added]))
        weights[first:end], squares[first:end] = fits.weights[first:end], fits.squares[first:end]
    return NestedFits(weights, squares)
