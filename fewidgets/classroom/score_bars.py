"""The errors of a class on the held-out cars, as bars, with the references beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from fewidgets.exercises.cars.held_out import MEAN, UNIT
from fewidgets.exercises.cars.references import errors_of_references
from fewidgets.exercises.predicting.kind import Bar

WIDTH = 0.25  # of a bar, in miles per gallon

#: What stands beside a bar for each reference.
SHORT = {
    MEAN: "mean",
    "least squares on all features": "all features",
    "boosting": "boosting",
    "the lasso": "lasso",
    "the lasso on squares and products": "lasso on squares",
    "the best we could do": "best we could do",
}


def score_bars(errors: Sequence[float]) -> list[Bar]:
    """Count errors in steps of a quarter of a mile, the best first; steps with neither errors nor references are left out."""
    places: dict[int, list[str]] = {}
    for name, values in errors_of_references().items():
        places.setdefault(_step(float(np.mean(values))), []).append(SHORT[name])
    steps = [_step(error) for error in errors]
    found = []
    for step in sorted({*steps, *places}):
        beside = f" · {', '.join(places[step])}" if step in places else ""
        found.append(Bar(f"{step * WIDTH:.2f} to {(step + 1) * WIDTH:.2f}{beside}", steps.count(step)))
    return found


def score_caption(errors: Sequence[float]) -> str:
    """Say where the class is, and how many are better than least squares on all features."""
    squares = float(np.mean(errors_of_references()["least squares on all features"]))
    better = sum(error < squares for error in errors)
    verb = "is" if better == 1 else "are"
    middle = f"Median {np.median(errors):.2f} {UNIT}."
    return f"{middle} {better} of {len(errors)} {verb} better than least squares on all features ({squares:.2f})."


def _step(error: float) -> int:
    return math.floor(error / WIDTH)
