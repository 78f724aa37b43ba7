from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.numbers import Arguments, Array, Parts, as_numbers
from fewidgets.exercises.differences.scores import scores_difference
from fewidgets.exercises.differences.search import as_steps
from fewidgets.exercises.differences.values import Explained, View, noted

if TYPE_CHECKING:
    from fewidgets.algorithms import FittingTrace


WAYS = ("greedy selection", "forward-fitting", "myopic fitting")
HIGHEST = 1e3  # times J before the round: a larger J has no place in the picture


def fitting_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the features", "the costs"),
) -> Explained:
    """Return which of the three ways first takes another feature or reaches another J, with its contest."""
    difference = scores_difference(arguments, right, found, what=what, names=WAYS)
    if difference is None:
        return None
    show = _contests(arguments, right, found)
    return difference if show is None else replace(difference, show=noted(show, difference.sentence))


def _contests(arguments: Arguments, right: Any, found: Any) -> View | None:
    X, y, taken = as_numbers(arguments[0]), as_numbers(arguments[1]), as_steps(arguments[2])
    if X is None or y is None or taken is None:
        return None
    before = [n for n in taken if isinstance(n, int)]
    one, other = (_round_of(X, y, before, each) for each in (right, found))
    if one is None or other is None:
        return None

    def show(note: str = "") -> Any:
        from fewidgets.explorables.fitting_race.fitting_race import FittingRace
        from fewidgets.explorables.side_by_side import SideBySide

        names = [f"column {n}" for n in range(X.shape[1])]
        both = (FittingRace.from_traces(*traces, X, y, feature_names=names) for traces in (one, other))
        return SideBySide(*both, note=note)

    return show


def _round_of(X: Array, y: Array, taken: list[int], result: Any) -> tuple[FittingTrace, FittingTrace, FittingTrace] | None:
    """Replay a round with given features and costs; None if they are no such round."""
    parts = taken_apart(result, 2)
    steps, costs = (None, None) if parts is None else (as_steps(parts[0]), as_numbers(parts[1]))
    if steps is None or costs is None or len(steps) != len(WAYS) or costs.shape != (len(WAYS),):
        return None
    N = X.shape[1]
    picks = [n for n in steps if isinstance(n, int) and 0 <= n < N and n not in taken]
    base = _refitted(X, y, taken)
    r = y - X @ base
    before = float(r @ r / 2)
    if len(picks) != len(WAYS) or not ((costs > 0) & (costs <= HIGHEST * before)).all():
        return None
    slopes, squares = r @ X, (X**2).sum(axis=0)
    slopes[taken] = 0.0  # up to rounding errors, which would be drawn
    single = slopes / squares
    refitted = np.array([_refitted(X, y, [*taken, n]) if n not in taken else np.full(N, np.nan) for n in range(N)])

    def trace(
        method: Literal["greedy", "forward", "myopic"], after: Array, fitted: Array, left: Array, k: int
    ) -> FittingTrace:
        from fewidgets.algorithms import FittingTrace

        n = picks[k]
        weights = np.vstack([base, after[n]])
        return FittingTrace(
            method=method,
            reduction="half_sum",
            order=np.array([n]),
            steps=fitted[[n]],
            weights=weights,
            costs=np.array([before, float(costs[k])]),
            candidate_costs=left[None],
            candidate_weights=fitted[None],
            derivatives=-slopes[None],
            residuals=y - weights @ X.T,
        )

    one_more, left = base + np.diag(single), before - slopes**2 / (2 * squares)
    return (
        trace("greedy", refitted, refitted.diagonal(), ((y - refitted @ X.T) ** 2).sum(axis=1) / 2, 0),
        trace("forward", one_more, single, left, 1),
        trace("myopic", one_more, single, left, 2),
    )


def _refitted(X: Array, y: Array, features: list[int]) -> Array:
    weights = np.zeros(X.shape[1])
    weights[features] = np.linalg.lstsq(X[:, features], y, rcond=None)[0]
    return weights
