"""Exercises of section 9.2.1: what an encoding of categories implies."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.text.categories import one_hot
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers, Part


def _from_small(numbers: Numbers) -> np.ndarray:
    """Distances of a missing size from the first size: with a bin of its own, and as a row of zeros."""
    sizes = ("small", "medium", "large")
    rows = [one_hot([sizes[0], None], order=sizes, missing=rule).vectors for rule in ("own", "zero")]
    return np.array([np.linalg.norm(known - missing) for known, missing in rows])


def _two_columns(numbers: Numbers) -> np.ndarray:
    """Number of features, and the distance of two examples that differ in both columns of categories only."""
    columns = [one_hot([str(n) for n in range(numbers[name])]).vectors for name in ("types", "months")]
    rows = np.hstack([np.zeros((2, numbers["measured"])), *(vectors[:2] for vectors in columns)])
    return np.array([rows.shape[1], np.linalg.norm(rows[0] - rows[1])])


EXERCISES = (
    Exercise(
        name="9.2 two columns",
        numbers={"measured": 3, "types": 4, "months": 12},
        solve=_two_columns,
        hints=(
            "A column of categories is replaced by one feature per category. The other columns stay as they are.",
            "In how many of the features do the two rows differ? A category that changes turns one 1 into a "
            "0, and one 0 into a 1.",
        ),
        because="There are 3 + 4 + 12 features. The rows differ in two of them for each column of categories: √4.",
        mistakes=(
            Mistake(
                lambda numbers: np.array([_two_columns(numbers)[0], 2**0.5]),
                "The number of features is right. The distance is that for one column of categories. Here, both differ.",
            ),
            Mistake(
                lambda numbers: np.array([_two_columns(numbers)[0], 2 * 2**0.5]),
                "The number of features is right. Distances of different columns do not add up; their squares do.",
            ),
        ),
        parts=(Part("the number of features"), Part("the distance")),
    ),
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
