"""Rounds of boosting in words and in shares, and the features that a picture of them draws first."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import BoostTrace
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene import format_number


def describe_round(trace: BoostTrace, m: int, names: Names) -> str:
    if m == 0:
        # The mean of a normalized output is not exactly 0.
        bias = trace.bias if abs(trace.bias) > 1e-12 * np.sqrt(trace.costs[0]) else 0.0
        return f"Round 0: the bias alone, {format_number(bias)}; the cost is {format_number(trace.costs[0])}."
    best = trace.order[m - 1]
    weight = format_number(trace.weights[m, best])
    before, after = format_number(trace.costs[m - 1]), format_number(trace.costs[m])
    drop = (
        f"from {before} to {after}"
        if before != after
        else f"by {format_number(trace.costs[m - 1] - trace.costs[m])} from {before}"
    )
    most = _compared(trace, m, best, names)
    unbounded = ""
    if trace.diverges[m - 1, best]:
        unbounded = " and would grow without bound, because this feature alone separates the classes"
    return f"Round {m}: {names[best]} {most}, {drop}; its weight is {weight}{unbounded}."


def _compared(trace: BoostTrace, m: int, best: int, names: Names) -> str:
    tried = trace.candidate_costs[m - 1]
    if trace.costs[m] > trace.costs[m - 1]:
        return "raises the cost"
    if np.count_nonzero(np.isfinite(tried)) < 2:
        return "is the last feature and lowers the cost"
    lowest = int(np.nanargmin(tried))
    if tried[best] - tried[lowest] > 1e-9 * trace.costs[0]:
        return f"is chosen, and {names[lowest]} would lower the cost more; it falls"
    return "lowers the cost most"


def winners_share(trace: BoostTrace) -> Array:
    """Return each candidate's drop in cost in percent of the winner's; NaN for features chosen before."""
    drops = np.maximum(trace.costs[:-1, None] - trace.candidate_costs, 0.0)
    best = np.nanmax(drops, axis=1, keepdims=True)
    real = best > 1e-12 * trace.costs[0]
    return np.where(np.isnan(drops), np.nan, 100.0 * np.divide(drops, best, out=np.zeros_like(drops), where=real))


def foremost_candidates(trace: BoostTrace) -> list[int]:
    """List features in the order in which to draw them: the winners, the runners-up, the others."""
    M, N = trace.candidate_costs.shape
    left = np.where(np.isnan(trace.candidate_costs), np.inf, trace.candidate_costs)
    left[np.arange(M), trace.order] = np.inf
    last = np.argsort(left[-1], kind="stable").tolist()
    return list(dict.fromkeys([*trace.order.tolist(), *left.argmin(axis=1).tolist(), *last, *range(N)]))
