"""Forward selection on the products XᵀX and Xᵀy: a shortcut for data that lose no digits by it.

It is a Cholesky factorization that takes the feature with the largest gain as its next pivot. It makes forward selection
2 to 3 times as fast as the QR factor does (506 × 13 and 20,000 × 784).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .._numerics.tolerances import ROUNDING
from .._numerics.types import Array
from .nested_fits import fits_from_factor
from .qr_factor import EQUAL_LENGTHS, Scales, centred_blocks, column_means, scales_of
from .stepwise_training import CANCELLATION, TrainingSearch


def cross_products(X: Array, y: Array, fit_bias: bool) -> tuple[Scales, Array]:
    """Return all products of the centred and scaled features and y: their correlations, if there is a bias."""
    P, N = X.shape
    means = column_means(X, y, fit_bias)
    G = np.zeros((N + 1, N + 1))
    for block in centred_blocks(X, y, means):
        G += block @ block.T
    lengths = np.sqrt(G.diagonal())
    scales, zero = scales_of(means, lengths, P)
    if zero.size:
        G[zero], G[:, zero] = 0.0, 0.0
    G /= lengths[:, None] * lengths
    return scales, G


def forward_by_products(X: Array, y: Array, fit_bias: bool, M: int) -> TrainingSearch | None:
    """Add the feature that lowers the cost most, M times, or return None where that needs the QR factor."""
    if len(X) <= X.shape[1]:
        return None
    scales, G = cross_products(X, y, fit_bias)
    found = _pivoted_cholesky(G, M)
    if found is None:
        return None
    order, rows, costs, gains, weights = found
    candidates = costs[:, None] - gains
    rounds = np.arange(M)
    smallest = candidates[rounds, order, None]
    # Earlier features stay infinite in G, so their gain is 0 and they cannot be tied with the best candidate.
    tied = candidates <= smallest + ROUNDING * costs[:, None] + 4 * EQUAL_LENGTHS
    if np.count_nonzero(tied) > M:
        return None
    added = np.full(scales.N, M)
    added[order] = rounds
    candidates[added < rounds[:, None]] = np.nan
    R = np.zeros((M + 1, M + 1))
    R[:M, :M], R[:M, M], R[M, M] = np.triu(rows[:, order]), rows[:, -1], math.sqrt(G[-1, -1])
    fits = fits_from_factor(scales, order, np.ones(M, dtype=bool), R)
    return TrainingSearch(scales, order, candidates, weights, fits)


def _pivoted_cholesky(G: Array, M: int) -> tuple[NDArray[np.intp], Array, Array, Array, Array] | None:
    """Project M features out of G, which is overwritten; None where too little of a feature is left."""
    Xy, squares = G[-1, :-1], G.diagonal()[:-1]  # views: they follow G
    order, rows, costs, gains, weights = [], [], [], [], []
    with np.errstate(divide="ignore", invalid="ignore"):  # for a dependent feature, which is found out below
        for _ in range(M):
            weight = Xy / squares
            gain = Xy * weight
            best = int(gain.argmax())
            square = G.item(best, best)
            if not CANCELLATION < square < np.inf:
                return None
            costs.append(G.item(-1))
            row = G[best] / math.sqrt(square)
            G -= row[:, None] * row
            G[best, best] = np.inf  # never chosen again
            order.append(best)
            rows.append(row)
            gains.append(gain)
            weights.append(weight)
    if not G.diagonal().min() > CANCELLATION:
        return None
    return np.array(order), np.array(rows), np.array(costs), np.array(gains), np.array(weights)
