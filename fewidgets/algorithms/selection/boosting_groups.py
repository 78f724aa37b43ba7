"""Rounds of boosting that tune R weights together, for every group of R features (section 9.6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.costs import sigmoid, softplus
from .boosting_rounds import BoostRounds, brings_little
from .boosting_weight import NEGLIGIBLE

Groups = NDArray[np.intp]

# Entries of X that are gathered for a batch of groups: they stay in the processor's cache.
BATCH = 2**19
# Newton's method ends where its next step would lower the cost by less than this share of it.
SMALL_GAIN = 1e-13
# A cost below this share of the bias alone's is 0: the group separates the classes.
SEPARATED = 1e-15
NEWTON_STEPS = 200
# Below this share of the cost, a group looks for steps that Newton's does not see: those of the examples whose margin is
# below the second number.
NEARLY_DONE = 1e-3
SETTLED_MARGIN = 8.0


def count_fits(N: int, R: int, M: int) -> int:
    """Number of candidate fits in M rounds: Σ C(N − R m, R) over m = 0, …, M − 1.

    Examples
    --------
    >>> count_fits(100, 5, 1), count_fits(13, 2, 6)
    (75287520, 203)
    """
    return sum(comb(N - R * m, R) for m in range(M))


def all_groups(N: int, R: int) -> Groups:
    """Every group of R of N features, in the order of their numbers.

    Examples
    --------
    >>> all_groups(3, 2)
    array([[0, 1],
           [0, 2],
           [1, 2]])
    """
    flat = chain.from_iterable(combinations(range(N), R))
    return np.fromiter(flat, dtype=np.intp, count=comb(N, R) * R).reshape(-1, R)


def check_price(N: int, R: int, M: int, max_fits: int) -> None:
    """Refuse a group size whose price is beyond the limit.

    Raises
    ------
    ValueError
        If the rounds need more than `max_fits` candidate fits, or their results more memory than allowed.

    Examples
    --------
    >>> check_price(100, 5, 1, 200_000)
    Traceback (most recent call last):
    ...
    ValueError: group=5 would need 75,287,520 candidate fits in the first round, one for every 5 of 100 features; the limit \
is 200,000. Use a smaller group or fewer features, or raise max_fits.
    """
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
    """Boost on sums of squares, a group a round.

    Parameters
    ----------
    X, y : NDArray, shape (P, N) and (P,), float64
    groups : NDArray, shape (C, R), int
        Candidates of the first round.
    M : int
        Largest number of rounds.
    stop : float or None
        As in `boost`.

    Returns
    -------
    BoostRounds

    Examples
    --------
    >>> X, y = np.array([[1.0, 1.0], [-1.0, 1.0], [0.0, -2.0]]), np.array([3.0, -1.0, -2.0])
    >>> least_squares_groups(X, y, all_groups(2, 2), 1, None).weights[1].round(6)
    array([2., 1.])
    """
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, len(groups), groups.shape[1], P)
    rounds.bias = float(y.mean())
    residual = rounds.residuals[0] = y - rounds.bias
    rounds.costs[0] = residual @ residual
    lengths = np.sqrt(np.einsum("pn,pn->n", X, X))
    basis, columns = np.linalg.qr(X / lengths)  # a group's fit needs only its columns of the small factor
    for m, tried in _tried(groups, rounds, M):
        target = residual @ basis
        beyond = residual - basis @ target  # what no group explains
        for batch in _batches(tried, columns.shape[0] * groups.shape[1]):
            members = groups[batch]
            left, s, right = np.linalg.svd(columns[:, members].transpose(1, 0, 2), full_matrices=False)
            along = target @ left
            # A direction in which the columns of a group do not differ has no weight, as in numpy.linalg.lstsq.
            kept = s > np.finfo(float).eps * max(P, groups.shape[1]) * s[:, :1]
            along = np.where(kept, along, 0.0)
            w = np.einsum("br,brk->bk", along / np.where(kept, s, 1.0), right)
            rounds.candidate_weights[m, batch] = w / lengths[members]
            # Squares of what is left are added; subtracting what is explained would lose the digits of good fits.
            missed = target - np.einsum("bkr,br->bk", left, along)
            rounds.candidate_costs[m, batch] = (missed**2).sum(axis=1) + beyond @ beyond
        best = int(np.nanargmin(rounds.candidate_costs[m]))
        if brings_little(rounds.costs, m, rounds.candidate_costs[m, best], stop):
            return rounds.first(m)
        residual = rounds.residuals[m + 1] = residual - X[:, groups[best]] @ rounds.candidate_weights[m, best]
        _take(rounds, groups, m, best, residual @ residual)
    return rounds


def softmax_groups(X: Array, y: Array, groups: Groups, M: int, stop: float | None) -> BoostRounds:
    """Boost on sums of log(1 + exp(−margin)), a group a round. The arguments are those of `least_squares_groups`.

    Examples
    --------
    >>> X, y = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]), np.array([1.0, -1.0, 1.0, -1.0])
    >>> trace = softmax_groups(X, y, all_groups(2, 2), 1, None)
    >>> trace.costs.round(3), trace.runaway
    (array([2.773, 0.   ]), array([[ True]]))
    """
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
    z[np.abs(z) < NEGLIGIBLE] = 0.0
    for m, tried in _tried(groups, rounds, M):
        for batch in _batches(tried, P * groups.shape[1]):
            members = groups[batch]
            w, cost, endless = _tune_groups(z[:, members].transpose(1, 0, 2), margins, SEPARATED * rounds.costs[0])
            rounds.candidate_weights[m, batch] = w / size[members]
            rounds.candidate_costs[m, batch] = np.minimum(cost, rounds.costs[m])
            rounds.runaway[m, batch] = endless
        best = int(np.nanargmin(rounds.candidate_costs[m]))
        if brings_little(rounds.costs, m, rounds.candidate_costs[m, best], stop):
            return rounds.first(m)
        margins = margins + z[:, groups[best]] @ (rounds.candidate_weights[m, best] * size[groups[best]])
        rounds.residuals[m + 1] = y * sigmoid(-margins)
        _take(rounds, groups, m, best, rounds.candidate_costs[m, best])
    return rounds


def _tried(groups: Groups, rounds: BoostRounds, M: int) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """The number of each round, and the groups none of whose features has been chosen yet."""
    for m in range(M):
        yield m, np.flatnonzero(~np.isin(groups, rounds.order[:m]).any(axis=1))


def _batches(tried: NDArray[np.intp], entries: int) -> list[NDArray[np.intp]]:
    """Candidates in batches, each of which gathers about as many entries as the cache holds."""
    size = max(1, BATCH // entries)
    return [tried[start : start + size] for start in range(0, len(tried), size)]


def _take(rounds: BoostRounds, groups: Groups, m: int, best: int, cost: float) -> None:
    """Add the best group to the model."""
    rounds.order[m] = groups[best]
    rounds.weights[m + 1] = rounds.weights[m]
    rounds.weights[m + 1, groups[best]] = rounds.candidate_weights[m, best]
    rounds.costs[m + 1] = cost


def _tune_groups(z: Array, margins: Array, nothing: float) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Minimize Σₚ log(1 + exp(−marginₚ − zₚ·w)) over w by Newton's method, for every group in `z` (B, P, R).

    A group whose features together separate the classes has no minimizer. Its weights stop where the cost is below
    `nothing`, or no longer falls; it is marked, and where all examples are separated its cost is given as 0.
    """
    B, _, R = z.shape
    w, cost = np.zeros((B, R)), np.full(B, softplus(-margins).sum())
    last = np.zeros((B, R))
    active = np.arange(B)
    for _ in range(NEWTON_STEPS):
        here = z[active]
        moved = margins + np.einsum("bpr,br->bp", here, w[active])
        step, gain = _newton_step(here, moved)
        step, after = _shortened(here, moved, step, gain, cost[active])
        # Beside an outlier, the outlier's curvature hides what the other examples could gain until it is as small.
        hidden = ((gain <= NEARLY_DONE * cost[active]) & (moved.max(axis=1) > SETTLED_MARGIN)).nonzero()[0]
        if hidden.size:
            free, free_gain = _newton_step(here[hidden], moved[hidden], moved[hidden] > SETTLED_MARGIN)
            free, free_after = _shortened(here[hidden], moved[hidden], free, free_gain, cost[active[hidden]])
            frees = free_after < after[hidden] - 2 * SMALL_GAIN * cost[active[hidden]]
            rows = hidden[frees]
            step[rows], after[rows], gain[rows] = free[frees], free_after[frees], free_gain[frees]
        better = after <= cost[active]
        rows = active[better]
        last[rows] = step[better]
        w[rows] += step[better]
        cost[rows] = after[better]
        active = active[better & (gain > 2 * SMALL_GAIN * cost[active]) & (cost[active] > nothing)]
        if not active.size:
            break
    endless = _separates(z, w) | _separates(z, last)
    cost[endless & (cost <= nothing)] = 0.0
    return w, cost, endless


def _shortened(z: Array, margins: Array, step: Array, gain: Array, cost: Array) -> tuple[Array, Array]:
    """Halve the steps that go too far; return them, and the costs they lead to."""
    length = np.ones(len(z))
    along = np.einsum("bpr,br->bp", z, step)
    after = softplus(-margins - along).sum(axis=1)
    for _ in range(60):
        far = ~(after <= cost - 0.1 * length * gain) & (gain > SMALL_GAIN * cost)
        if not far.any():
            break
        length[far] /= 2
        after[far] = softplus(-margins[far] - length[far, None] * along[far]).sum(axis=1)
    return length[:, None] * step, after


def _newton_step(z: Array, margins: Array, settled: NDArray[np.bool_] | None = None) -> tuple[Array, Array]:
    """Newton's step of each group, and how fast the cost falls along it: gᵀ H⁻¹ g for gradient g and Hessian H.

    Examples that are `settled` (B, P) are left out of both. The step is the solution of a weighted least squares problem, and
    is found as one: that keeps the digits of nearly equal features.
    """
    # Clipped, so that a step in the units of a tiny entry does not overflow.
    tall = np.exp(np.clip(margins, -60.0, 300.0) / -2)  # √(p / (1 − p)), p = σ(−margin)
    root = tall / (1 + tall**2)  # √(p (1 − p))
    p = sigmoid(-margins)
    if settled is not None:
        root, p = np.where(settled, 0.0, root), np.where(settled, 0.0, p)
    rows = z * root[:, :, None]
    lengths = np.abs(rows).max(axis=1)
    lengths = np.where(lengths > 0, lengths, 1.0)
    triangles = np.linalg.qr(rows / lengths[:, None, :], mode="r")
    _, s, right = np.linalg.svd(triangles, full_matrices=False)
    # The target is Σ z p in the same coordinates: formed from the examples, not through the square root's inverse.
    slope = np.einsum("bpr,bp->br", z, p) / lengths
    along = np.einsum("bkr,br->bk", right, slope) / np.where(s > 0, s, 1.0)
    kept = s > np.finfo(float).eps * z.shape[1] * s[:, :1]
    along = np.where(kept, along, 0.0)
    step = np.einsum("bk,bkr->br", along / np.where(kept, s, 1.0), right) / lengths
    return step, (along**2).sum(axis=1)


def _separates(z: Array, direction: Array) -> NDArray[np.bool_]:
    """Whether the cost falls for ever in a direction: no example's margin falls along it, and some margin grows."""
    along = np.einsum("bpr,br->bp", z, direction)
    terms = np.einsum("bpr,br->bp", np.abs(z), np.abs(direction))
    rounding = 1e-6 * terms  # features may cancel in an example
    return (along >= -rounding).all(axis=1) & (along > rounding).any(axis=1)
