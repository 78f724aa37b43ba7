"""Rounds of boosting that tune R weights together, and try every group of R features (section 9.6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from .._numerics.memory import check_size
from .._numerics.tolerances import EPSILON
from .._numerics.types import Array
from ..optimization.logistic import sigmoid, softplus
from .boosting_trace import NEGLIGIBLE_ENTRY, BoostRounds, gains_too_little

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

Groups = NDArray[np.intp]


def count_fits(N: int, R: int, M: int) -> int:
    """Return the number of candidate fits in M rounds: Σ C(N − R m, R) over m = 0, …, M − 1."""
    return sum(comb(N - R * m, R) for m in range(M))


def all_groups(N: int, R: int) -> Groups:
    """Return every group of R out of N features, in lexicographic order."""
    flat = chain.from_iterable(combinations(range(N), R))
    return np.fromiter(flat, dtype=np.intp, count=comb(N, R) * R).reshape(-1, R)


def check_fits(N: int, R: int, M: int, max_fits: int) -> None:
    """Raise an error if a group size needs too many candidate fits."""
    first, total = comb(N, R), count_fits(N, R, M)
    needed = (
        f"{first:,} candidate fits in the first round, one for every {R} of {N} features"
        if first > max_fits
        else f"{total:,} candidate fits in {M} rounds"
    )
    if total > max_fits:
        fewer = "" if first > max_fits else "fewer rounds, "
        raise ValueError(
            f"group={R} would need {needed}; the limit is {max_fits:,}. "
            f"Use {fewer}a smaller group or fewer features, or raise max_fits."
        )
    check_size("group", R, (M, first, R))


def least_squares_groups(X: Array, y: Array, groups: Groups, M: int, stop: float | None) -> BoostRounds:
    """Run M rounds of boosting on the sum of squares, one group per round."""
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, len(groups), groups.shape[1], P)
    rounds.bias = float(y.mean())
    residual = rounds.residuals[0] = y - rounds.bias
    rounds.costs[0] = residual @ residual
    lengths = np.sqrt(np.einsum("pn,pn->n", X, X))
    basis, columns = np.linalg.qr(X / lengths)  # a group's fit needs only its columns of R
    for m, tried in _tried(groups, rounds, M):
        target = residual @ basis
        beyond = residual - basis @ target  # the part that no feature can explain
        for batch in _batches(tried, columns.shape[0] * groups.shape[1]):
            members = groups[batch]
            left, s, right = _singular_vectors(columns[:, members].transpose(1, 0, 2))
            along = target @ left
            # Directions with a singular value of about 0 get no weight, as in numpy.linalg.lstsq.
            kept = s > EPSILON * max(P, groups.shape[1]) * s[:, :1]
            along = np.where(kept, along, 0.0)
            w = np.einsum("br,brk->bk", along / np.where(kept, s, 1.0), right)
            rounds.candidate_weights[m, batch] = w / lengths[members]
            # Sum the squared residuals. Subtracting what the group explains would cancel the digits of good fits.
            missed = target - np.einsum("bkr,br->bk", left, along)
            rounds.candidate_costs[m, batch] = (missed**2).sum(axis=1) + beyond @ beyond
        best = int(np.nanargmin(rounds.candidate_costs[m]))
        if gains_too_little(rounds.costs, m, rounds.candidate_costs[m, best], stop):
            return rounds.first(m)
        residual = rounds.residuals[m + 1] = residual - X[:, groups[best]] @ rounds.candidate_weights[m, best]
        _take(rounds, groups, m, best, residual @ residual)
    return rounds


def _singular_vectors(matrices: Array) -> tuple[Array, Array, Array]:
    """Return the thin singular value decomposition of each matrix: of a single column at once, which is 15 times as fast."""
    if matrices.shape[2] > 1:
        return np.linalg.svd(matrices, full_matrices=False)
    s = np.sqrt(np.einsum("bkr,bkr->br", matrices, matrices))
    return matrices / s[:, None], s, np.ones((len(matrices), 1, 1))


def softmax_groups(X: Array, y: Array, groups: Groups, M: int, stop: float | None) -> BoostRounds:
    """Run M rounds of boosting on the sum of log(1 + exp(−margin)), one group per round."""
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, len(groups), groups.shape[1], P)
    positive = np.count_nonzero(y > 0)
    rounds.bias = float(np.log(positive / (P - positive)))
    margins = rounds.bias * y
    rounds.costs[0] = softplus(-margins).sum()
    rounds.residuals[0] = y * sigmoid(-margins)
    z = X * y[:, None]
    size = np.abs(z).max(axis=0)
    z /= size
    z[np.abs(z) < NEGLIGIBLE_ENTRY] = 0.0
    for m, tried in _tried(groups, rounds, M):
        for batch in _batches(tried, P * groups.shape[1]):
            members = groups[batch]
            w, cost, diverges = _tune_groups(
                z[:, members].transpose(1, 0, 2), margins, SEPARATED_COST * float(rounds.costs[0])
            )
            rounds.candidate_weights[m, batch] = w / size[members]
            rounds.candidate_costs[m, batch] = np.minimum(cost, rounds.costs[m])
            rounds.diverges[m, batch] = diverges
        best = int(np.nanargmin(rounds.candidate_costs[m]))
        if gains_too_little(rounds.costs, m, rounds.candidate_costs[m, best], stop):
            return rounds.first(m)
        margins = margins + z[:, groups[best]] @ (rounds.candidate_weights[m, best] * size[groups[best]])
        rounds.residuals[m + 1] = y * sigmoid(-margins)
        _take(rounds, groups, m, best, rounds.candidate_costs[m, best])
    return rounds


def _tried(groups: Groups, rounds: BoostRounds, M: int) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """Yield the number of each round, and the groups without a feature that has been chosen before."""
    for m in range(M):
        yield m, np.flatnonzero(~np.isin(groups, rounds.order[:m]).any(axis=1))


def _batches(tried: NDArray[np.intp], entries: int) -> list[NDArray[np.intp]]:
    """Split the candidates into batches that fit into the processor's cache."""
    size = max(1, GROUP_BATCH // entries)
    return [tried[start : start + size] for start in range(0, len(tried), size)]


def _take(rounds: BoostRounds, groups: Groups, m: int, best: int, cost: float) -> None:
    """Add the best group to the model."""
    rounds.order[m] = groups[best]
    rounds.weights[m + 1] = rounds.weights[m]
    rounds.weights[m + 1, groups[best]] = rounds.candidate_weights[m, best]
    rounds.costs[m + 1] = cost


def _tune_groups(z: Array, margins: Array, zero_cost: float) -> tuple[Array, Array, NDArray[np.bool_]]:
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


def _shortened(z: Array, margins: Array, step: Array, gain: Array, cost: Array) -> tuple[Array, Array]:
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


def _newton_step(z: Array, margins: Array, settled: NDArray[np.bool_] | None = None) -> tuple[Array, Array]:
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


def _separates(z: Array, direction: Array) -> NDArray[np.bool_]:
    """Return whether the cost falls without limit in a direction: no margin falls along it, and some margin grows."""
    along = np.einsum("bpr,br->bp", z, direction)
    terms = np.einsum("bpr,br->bp", np.abs(z), np.abs(direction))
    rounding = 1e-6 * terms  # the terms of an example may cancel
    return (along >= -rounding).all(axis=1) & (along > rounding).any(axis=1)
