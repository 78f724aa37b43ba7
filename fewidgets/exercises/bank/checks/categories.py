# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.text.categories import one_hot
from fewidgets.exercises.exercise import Exercise


def _all_missing(columns):
    """Distance of a row without any category from a complete one: with a bin of its own, and with zeros, in each column."""
    rows = [one_hot(["red", None], missing=rule).vectors for rule in ("own", "zero")]
    return np.array([np.linalg.norm(np.tile(known - missing, columns)) for known, missing in rows])


def _two_columns(measured, types, months):
    """Number of features, and the distance of two examples that differ in both columns of categories only."""
    columns = [one_hot([str(n) for n in range(count)]).vectors for count in (types, months)]
    rows = np.hstack([np.zeros((2, measured)), *(vectors[:2] for vectors in columns)])
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
            (
                lambda measured, types, months: np.array([_two_columns(measured, types, months)[0], 2**0.5]),
                "The number of features is right. The distance is that for one column of categories. Here, both differ.",
            ),
            (
                lambda measured, types, months: np.array([_two_columns(measured, types, months)[0], 2 * 2**0.5]),
                "The number of features is right. Distances of different columns do not add up; their squares do.",
            ),
        ),
        parts=("the number of features", "the distance"),
    ),
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
