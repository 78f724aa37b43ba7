# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.scaling.sphering import PCASphering
from fewidgets.exercises.exercise import Exercise

_X = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 5.0], [6.0, 5.0]])
_ROTATED = np.array([10.0, -6.0])


def _scaled(first, second, point):
    """The rotated point, divided by the standard deviations."""
    return point / np.sqrt([first, second])


EXERCISES = (
    Exercise(
        name="9.5 last step",
        numbers={"first": 25.0, "second": 4.0, "point": _ROTATED},
        solve=_scaled,
        hints=(
            "The last step scales each axis so that the variance along it becomes 1. By what is each coordinate divided?",
            "Each coordinate is divided by the standard deviation along its axis, the root of the variance.",
        ),
        because="The standard deviations are 5 and 2, so the point becomes (10 / 5, −6 / 2).",
        mistakes=(
            (
                lambda first, second, point: point / [first, second],
                "You divided by the variances. The variance would then become smaller than 1.",
            ),
            (
                lambda first, second, point: point * np.sqrt([first, second]),
                "You multiplied by the standard deviations. That makes the cloud longer.",
            ),
        ),
        parts=("the first coordinate", "the second coordinate"),
    ),
    Exercise(
        name="9.5 new point",
        numbers={"X": _X, "point": np.array([3.0, 3.0])},
        solve=lambda X, point: PCASphering().fit(X).transform(point[None])[0],
        hints=(
            "Which statistics belong to a new point: its own, or those of the training data?",
            "Subtract the mean of the training data first. What is left?",
        ),
        because="The point is the training data's mean: centred it is zero, and zero stays zero when rotated and scaled.",
        mistakes=((lambda X, point: point, "You have not subtracted the mean yet."),),
        parts=("the first feature", "the second feature"),
    ),
    Exercise(
        name="9.5 directions",
        numbers={"P": 30, "N": 50},
        solve=lambda P, N: min(N, P - 1),
        hints=(
            "Centre two examples of three features: two points opposite each other. How many directions is that?",
            "P centred points span at most P − 1 directions, because they add up to 0.",
        ),
        because="Thirty points that add up to 0 span at most 29 directions. The other 21 directions have no variance.",
        mistakes=(
            (lambda P, N: N, "With so few examples, most of the features must depend on others."),
            (lambda P, N: P, "Nearly. Centring takes away one more direction. Which?"),
            (lambda P, N: N - P, "That is a number of directions without variance."),
        ),
    ),
)
