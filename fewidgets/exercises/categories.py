"""Exercises of section 9.2.1: what an encoding of categories implies."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.text.categories import one_hot
from fewidgets.exercises.exercise import Exercise, Numbers, Part


def _from_small(numbers: Numbers) -> np.ndarray:
    """Distances of a missing size from the first size: with a bin of its own, and as a row of zeros."""
    sizes = ("small", "medium", "large")
    rows = [one_hot([sizes[0], None], order=sizes, missing=rule).vectors for rule in ("own", "zero")]
    return np.array([np.linalg.norm(known - missing) for known, missing in rows])


EXERCISES = (
    Exercise(
        name="9.2 missing",
        numbers={},
        solve=_from_small,
        hints=(
            "Write the two vectors down, one below the other, and count the bins in which they differ.",
            "The distance is the square root of the number of bins that differ: two bins with one rule, one with the other.",
        ),
        because="Two different bins differ in two places, √2; a row of zeros differs from a single 1 in one place only.",
        parts=(Part("the distance with a bin of its own"), Part("the distance with a row of zeros")),
    ),
)
