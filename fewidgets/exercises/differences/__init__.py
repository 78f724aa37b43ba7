"""Where a student's result first differs from the reference, and what kind of difference it is.

Each function is ``(arguments, right, found, **settings) -> FirstDifference | None``; no result makes it raise.
"""

from fewidgets.exercises.differences.boosting import boosting_difference
from fewidgets.exercises.differences.descent import descent_difference
from fewidgets.exercises.differences.descent_paths import least_squares_surface
from fewidgets.exercises.differences.fitting import fitting_difference
from fewidgets.exercises.differences.histogram import histogram_difference
from fewidgets.exercises.differences.path import path_difference
from fewidgets.exercises.differences.scores import scores_difference
from fewidgets.exercises.differences.search import search_difference
from fewidgets.exercises.differences.several import several_difference
from fewidgets.exercises.differences.transform import transform_difference
from fewidgets.exercises.task import FirstDifference

__all__ = [
    "FirstDifference",
    "boosting_difference",
    "descent_difference",
    "fitting_difference",
    "histogram_difference",
    "least_squares_surface",
    "path_difference",
    "scores_difference",
    "search_difference",
    "several_difference",
    "transform_difference",
]
