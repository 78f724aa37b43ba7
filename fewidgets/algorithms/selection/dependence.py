"""Least squares on features that depend on each other, or nearly do.

Suppose that two features differ by 1e-7 of their length. Rounding changes them in the sixteenth digit, so their
difference is right to nine digits only. Every residual that is projected onto this difference inherits its error. A
feature that depends on the two may then seem to keep 1e-9 of its length, although all of that is rounding.

The order of the projections decides how large such errors get. Here the feature with the longest residual always comes
next (QR with column pivoting). Near copies then come last, and residuals of dependent features stay as small as rounding.
"""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array, Indices
from .qr_factor import DEPENDENT_SHARE, QR_BLOCK, QRFactor, Scales, inverse_factor, r_factor

# Rounding error of one projection, as a share of the feature's length.
PROJECTION_ROUNDING = 2e-15
# A pivot may be chosen if its square is at least this share of the largest one: of nearly equal ones, the first is taken.
PIVOT_SHARE = 0.25


def rounding_errors(scales: Scales) -> Array:
    """Return the length of the rounding errors in each scaled feature, before any projection; shape (N,)."""
    return PROJECTION_ROUNDING + (scales.negligible - DEPENDENT_SHARE) / 8


def safe_share(scales: Scales) -> float:
    """Return the share of its length that a feature must keep to be safe to project on."""
    return min(0.1, 10 * float((rounding_errors(scales) / scales.negligible).max()))


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


def exact_residuals(factor: QRFactor, chosen: Indices) -> tuple[Array, Array]:
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
    """Return the sum of squared residuals without each of several features that may depend on each other."""
    bases, squares = pivoted_bases(factor, features[None])
    basis = bases[0, bases[0] >= 0]
    k = len(basis)
    others = np.setdiff1d(features, basis)
    R = r_factor(factor.columns[[*basis, *others, factor.N]].T)
    inverse = inverse_factor(R[:k, :k])
    # Without one feature the basis lacks one direction. This much of each of the other features lies along it.
    length = np.einsum("nr,nr->n", inverse, inverse) ** -0.5
    along = np.abs(inverse @ R[:k, k:-1]) * length[:, None]
    needed = basis[along.max(axis=1, initial=0.0) <= safe_share(factor)]
    without = np.full(factor.N, squares[0])
    if len(features) == 1:
        without[needed] = factor.columns[-1] @ factor.columns[-1]
    elif needed.size:
        # No other feature replaces the missing direction, or only by what may be rounding: fit the remaining features.
        without[needed] = pivoted_bases(factor, np.array([features[features != n] for n in needed]))[1]
    return without[features]
