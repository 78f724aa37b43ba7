# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.text.categories import one_hot
from fewidgets.exercises.exercise import Exercise


def _all_missing(columns):
    """Distance of a row without any category from a complete one: with a bin of its own, and with zeros, in each column."""
    rows = [one_hot(["red", None], missing=rule).vectors for rule in ("own", "zero")]
    return np.array([np.linalg.norm(np.tile(known - missing, columns)) for known, missing in rows])


EXERCISES = (
    Exercise(
        name="9.2 missing",
        numbers={"columns": 3},
        solve=_all_missing,
        hints=(
            "Take one column first. Write the two vectors down, one below the other, and count the bins in which they differ.",
            "The squared distance is the number of bins that differ: two in each column with one rule, one with the other.",
        ),
        because="With bins of their own, the rows differ in two bins per column: √6. With zeros, they differ in one: √3.",
        mistakes=(
            (
                lambda columns: _all_missing(1),
                "These are the distances for one column. Anna and Ben differ in all three.",
            ),
            (
                lambda columns: _all_missing(1) * columns,
                "Distances of different columns do not add up; their squares do.",
            ),
        ),
        parts=("the distance with a bin of its own", "the distance with a row of zeros"),
    ),
)
