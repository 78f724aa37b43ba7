from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.boosting_replay import replayed
from fewidgets.exercises.differences.numbers import Arguments, Parts, as_number, as_numbers, first_difference
from fewidgets.exercises.differences.scores import scores_difference
from fewidgets.exercises.differences.search import as_steps
from fewidgets.exercises.differences.values import Explained, View, noted


def round_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the winner", "the weight", "the residual that is left"),
) -> Explained:
    """Return what first differs in a round, with both contests if the winner or its weight does."""
    difference = scores_difference(arguments, right, found, what=what, kind="example")
    models = [_as_model(each, arguments) for each in (right, found)]
    if difference is None or models[0] is None or models[1] is None:
        return difference
    (winner, weight), (other, other_weight) = models[0], models[1]
    if winner != other:
        sentence = f"You choose column {other}, where the reference chooses column {winner}."
        difference = replace(difference, where=what[0], sentence=sentence, explains=False)
    elif first_difference(weight, other_weight) is None:
        return difference
    show = _contests(arguments, (winner, weight), (other, other_weight))
    return replace(difference, show=noted(show, difference.sentence))


def _as_model(result: Any, arguments: Arguments) -> tuple[int, float] | None:
    parts, X = taken_apart(result, 3), as_numbers(arguments[0])
    steps, weight = (None, None) if parts is None else (as_steps([parts[0]]), as_number(parts[1]))
    if steps is None or weight is None or X is None or not np.isfinite(weight):
        return None
    winner = steps[0]
    return (winner, weight) if isinstance(winner, int) and 0 <= winner < X.shape[1] else None


def _contests(arguments: Arguments, *models: tuple[int, float]) -> View:
    """Return what shows both rounds; used features compete only if one of both takes them."""

    def show(note: str = "") -> Any:
        from fewidgets.explorables.boosting_stepper.boosting_stepper import BoostingStepper
        from fewidgets.explorables.side_by_side import SideBySide

        X, residual = (np.asarray(each, dtype=np.float64) for each in arguments[:2])
        used = {int(n) for n in arguments[2]} - {winner for winner, _ in models}
        free = [n for n in range(X.shape[1]) if n not in used]
        names = [f"column {n}{' (used)' if n in arguments[2] else ''}" for n in free]
        both = []
        for winner, weight in models:
            weights = np.where(np.array(free) == winner, weight, 0.0)
            trace = replayed(X[:, free], residual, 0.0, weights, [free.index(winner)])
            both.append(BoostingStepper.from_trace(trace, X[:, free], residual, feature_names=names))
        return SideBySide(*both, at=1, note=note)

    return show
