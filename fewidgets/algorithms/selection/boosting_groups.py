"""The candidates of a round of boosting: groups of R features, whose R weights are tuned together (section 9.6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np

from .._numerics.memory import check_size
from .._numerics.tolerances import EPSILON
from .._numerics.types import Array, ArrayPair, Flags, Indices
from ..optimization.logistic import sigmoid, softplus
from .softmax_weight import CURVATURE_FLOOR, NEGLIGIBLE_ENTRY, separate, tune_weights

# Entries of X gathered for a batch of groups of features: 4 MiB, which stays in the processor's cache.
GROUP_BATCH = 2**19
# Newton's method for a group ends when its next step would lower the cost by less than this share of it.
NEGLIGIBLE_GAIN = 1e-13
# A group separates the classes when its cost falls below this share of the cost of the bias alone.
SEPARATED_COST = 1e-15
GROUP_NEWTON_STEPS = 200
# If Newton's step would lower the cost by less than the first share, a second step is tried from the examples whose margin
# is below the second number alone: the curvature of an outlier can hide what the other examples could gain.
SMALL_GAIN = 1e-3
SETTLED_MARGIN = 8.0


def all_groups(N: int, R: int) -> Indices:
    """Return every group of R out of N features, in lexicographic order."""
    flat = chain.from_iterable(combinations(range(N), R))
    return np.fromiter(flat, dtype=np.intp, count=comb(N, R) * R).reshape(-1, R)


def check_fits(N: int, R: int, M: int, max_fits: int) -> None:
    """Raise an error if M rounds of groups need too many candidate fits, or too much memory for them."""
    if R == 1:
        check_size("rounds", M, (M, N))
        return
    first, total = comb(N, R), sum(comb(N - R * m, R) for m in range(M))
    if total > max_fits:
        needed = (
            f"{first:,} candidate fits in the first round, one for every {R} of {N} features"
            if first > max_fits
            else f"{total:,} candidate fits in {M} rounds"
        )
        fewer = "" if first > max_fits else "fewer rounds, "
        raise ValueError(
            f"group={R} would need {needed}; the limit is {max_fits:,}. "
            f"Use {fewer}a smaller group or fewer features, or raise max_fits."
        )
    check_size("group", R, (M, first, R))


class Tuned(NamedTuple):
    """The candidates of a round, each at its best weights."""

    weights: Array  # (B, R)
    costs: Array  # (B,): sums over the examples
    diverges: Flags  # (B,)


class LeastSquaresCandidates:
    """Groups of features that lower the sum of squared residuals."""

    def __init__(self, X: Array, y: Array) -> None:
        self.X = X
        self.bias = float(y.mean())
        self.residual = y - self.bias
        self.cost = float(self.residual @ self.residual)
        self._lengths = np.sqrt(np.einsum("pn,pn->n", X, X))
        self._basis, self._columns = np.linalg.qr(X / self._lengths)  # a group's fit needs only its columns of R

    def tune(self, groups: Indices) -> Tuned:
        """Tune the weights of each group of features, shape (B, R)."""
        B, R = groups.shape
        weights, costs = np.empty((B, R)), np.empty(B)
        target = self.residual @ self._basis
        beyond = self.residual - self._basis @ target  # the part that no feature can explain
        for batch in _batches(B, len(self._columns) * R):
            left, s, right = _singular_vectors(self._columns[:, groups[batch]].transpose(1, 0, 2))
            along = target @ left
            # Directions with a singular value of about 0 get no weight, as in numpy.linalg.lstsq.
            kept = s > EPSILON * max(len(self.X), R) * s[:, :1]
            along = np.where(kept, along, 0.0)
            weights[batch] = np.einsum("br,brk->bk", along / np.where(kept, s, 1.0), right) / self._lengths[groups[batch]]
            # Sum the squared residuals. Subtracting what the group explains would cancel the digits of good fits.
            missed = target - np.einsum("bkr,br->bk", left, along)
            costs[batch] = (missed**2).sum(axis=1) + beyond @ beyond
        return Tuned(weights, costs, np.zeros(B, dtype=bool))

    def take(self, group: Indices, weights: Array, cost: float) -> None:
        """Add a group to the model."""
        self.residual = self.residual - self.X[:, group] @ weights
        self.cost = float(self.residual @ self.residual)


def _singular_vectors(matrices: Array) -> tuple[Array, Array, Array]:
    """Return the thin singular value decomposition of each matrix: of a single column at once, which is 15 times as fast."""
    if matrices.shape[2] > 1:
        return np.linalg.svd(matrices, full_matrices=False)
    s = np.sqrt(np.einsum("bkr,bkr->br", matrices, matrices))
    return matrices / s[:, None], s, np.ones((len(matrices), 1, 1))


def _batches(B: int, entries: int) -> Iterator[slice]:
    """Split B candidates into batches that fit into the processor's cache."""
    size = max(1, GROUP_BATCH // entries)
    return (slice(start, start + size) for start in range(0, B, size))


class SoftmaxCandidates:
    """Groups of features that lower the sum of log(1 + exp(−margin)), where margin = y · model(x)."""

    def __init__(self, X: Array, y: Array) -> None:
        positive = np.count_nonzero(y > 0)
        self.bias = float(np.log(positive / (len(y) - positive)))  # minimizes the cost of a constant: the log odds
        self._y, self._margins = y, self.bias * y
        self.cost = float(softplus(-self._margins).sum())
        self._separated = SEPARATED_COST * self.cost
        # One row per feature, divided by its largest entry, which `softmax_weight` relies on.
        self._size = np.abs(X).max(axis=0)
        self._z = np.multiply(X.T, y, order="C") / self._size[:, None]
        self._z[np.abs(self._z) < NEGLIGIBLE_ENTRY] = 0.0
        self._squares = self._z * self._z
        # A feature whose products all have the same sign separates the classes, so its best weight is infinite.
        self._sign = np.where(self._z.min(axis=1) >= 0, 1.0, np.where(self._z.max(axis=1) <= 0, -1.0, 0.0))
        self._correction = np.zeros(len(self._z))

    @property
    def residual(self) -> Array:
        return self._y * sigmoid(-self._margins)

    def tune(self, groups: Indices) -> Tuned:
        """Tune the weights of each group of features, shape (B, R)."""
        B, R = groups.shape
        weights, costs, diverges = np.empty((B, R)), np.empty(B), np.empty(B, dtype=bool)
        if R == 1:
            weights[:, 0], costs, diverges = self._tune_each(groups[:, 0])
        else:
            for batch in _batches(B, self._z.shape[1] * R):
                z = self._z[groups[batch]].transpose(0, 2, 1)
                weights[batch], costs[batch], diverges[batch] = _tune_groups(z, self._margins, self._separated)
        # A weight of 0 keeps the cost, so rounding must not raise it.
        return Tuned(weights / self._size[groups], np.minimum(costs, self.cost), diverges)

    def _tune_each(self, features: Indices) -> tuple[Array, Array, Flags]:
        """Tune one weight for each feature."""
        z, sign = self._z[features], self._sign[features]
        # Newton's step from w = 0 misses the best weight by nearly the same in every round, so correct it by the last miss.
        p = sigmoid(-self._margins)
        newton = np.clip(z @ p / np.maximum(self._squares[features] @ (p * (1 - p)), CURVATURE_FLOOR), -2.0, 2.0)
        weights, costs = tune_weights(z, self._margins, newton + self._correction[features], sign != 0)
        self._correction[features] = weights - newton
        separating = sign.nonzero()[0]
        weights[separating], costs[separating] = separate(z[separating], self._margins, sign[separating])
        return weights, costs, sign != 0

    def take(self, group: Indices, weights: Array, cost: float) -> None:
        """Add a group to the model, which then has a cost that `tune` has returned."""
        self._margins = self._margins + (weights * self._size[group]) @ self._z[group]
        self.cost = cost


def _tune_groups(z: Array, margins: Array, zero_cost: float) -> tuple[Array, Array, Flags]:
    """Minimize Σₚ log(1 + exp(−marginₚ − zₚ·w)) over w by Newton's method, for every group in `z` (B, P, R)."""
    B, _, R = z.shape
    w, cost = np.zeros((B, R)), np.full(B, softplus(-margins).sum())
    last = np.zeros((B, R))
    active = np.arange(B)
    for _ in range(GROUP_NEWTON_STEPS):
        here = z[active]
        moved = margins + np.einsum("bpr,br->bp", here, w[active])
        step, gain = _newton_step(here, moved)
        step, after = _shortened(here, moved, step, gain, cost[active])
        # The curvature of an outlier can hide what the other examples could gain, so try a step without settled examples.
        hidden = ((gain <= SMALL_GAIN * cost[active]) & (moved.max(axis=1) > SETTLED_MARGIN)).nonzero()[0]
        if hidden.size:
            free, free_gain = _newton_step(here[hidden], moved[hidden], moved[hidden] > SETTLED_MARGIN)
            free, free_after = _shortened(here[hidden], moved[hidden], free, free_gain, cost[active[hidden]])
            frees = free_after < after[hidden] - 2 * NEGLIGIBLE_GAIN * cost[active[hidden]]
            rows = hidden[frees]
            step[rows], after[rows], gain[rows] = free[frees], free_after[frees], free_gain[frees]
        better = after <= cost[active]
        rows = active[better]
        last[rows] = step[better]
        w[rows] += step[better]
        cost[rows] = after[better]
        active = active[better & (gain > 2 * NEGLIGIBLE_GAIN * cost[active]) & (cost[active] > zero_cost)]
        if not active.size:
            break
    diverges = _separates(z, w) | _separates(z, last)
    cost[diverges & (cost <= zero_cost)] = 0.0
    return w, cost, diverges


def _shortened(z: Array, margins: Array, step: Array, gain: Array, cost: Array) -> ArrayPair:
    """Halve steps until the cost falls enough."""
    length = np.ones(len(z))
    along = np.einsum("bpr,br->bp", z, step)
    after = softplus(-margins - along).sum(axis=1)
    for _ in range(60):
        far = ~(after <= cost - 0.1 * length * gain) & (gain > NEGLIGIBLE_GAIN * cost)
        if not far.any():
            break
        length[far] /= 2
        after[far] = softplus(-margins[far] - length[far, None] * along[far]).sum(axis=1)
    return length[:, None] * step, after


def _newton_step(z: Array, margins: Array, settled: Flags | None = None) -> ArrayPair:
    """Return Newton's step of each group, and its Newton decrement gᵀ H⁻¹ g for gradient g and Hessian H."""
    # Clipped, because a step for a tiny entry could overflow.
    tall = np.exp(np.clip(margins, -60.0, 300.0) / -2)  # √(p / (1 − p)), p = σ(−margin)
    root = tall / (1 + tall**2)  # √(p (1 − p))
    p = sigmoid(-margins)
    if settled is not None:
        root, p = np.where(settled, 0.0, root), np.where(settled, 0.0, p)
    rows = z * root[:, :, None]
    lengths = np.abs(rows).max(axis=1)
    lengths = np.where(lengths > 0, lengths, 1.0)
    R = np.linalg.qr(rows / lengths[:, None, :], mode="r")
    _, s, right = np.linalg.svd(R, full_matrices=False)
    # The target is Σ z p in the same coordinates, summed over the examples to avoid dividing by the square root.
    slope = np.einsum("bpr,bp->br", z, p) / lengths
    along = np.einsum("bkr,br->bk", right, slope) / np.where(s > 0, s, 1.0)
    kept = s > EPSILON * z.shape[1] * s[:, :1]
    along = np.where(kept, along, 0.0)
    step = np.einsum("bk,bkr->br", along / np.where(kept, s, 1.0), right) / lengths
    return step, (along**2).sum(axis=1)


def _separates(z: Array, direction: Array) -> Flags:
    """Return whether the cost falls without limit in a direction: no margin falls along it, and some margin grows."""
    along = np.einsum("bpr,br->bp", z, direction)
    terms = np.einsum("bpr,br->bp", np.abs(z), np.abs(direction))
    rounding = 1e-6 * terms  # the terms of an example may cancel
    return (along >= -rounding).all(axis=1) & (along > rounding).any(axis=1)
