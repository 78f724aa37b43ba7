"""Exercises of section 9.5: what sphering does to covariances, contours and steps."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.optimization.conditioning import hessian_condition
from fewidgets.algorithms.scaling.sphering import PCASphering
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers, Part

_X = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 5.0], [6.0, 5.0]])


def _normalized_condition(numbers: Numbers) -> float:
    r = numbers["r"]
    return hessian_condition(2 * np.array([[1.0, r], [r, 1.0]])).number


EXERCISES = (
    Exercise(
        name="9.5 correlated",
        numbers={"r": 0.6},
        solve=_normalized_condition,
        hints=(
            "After standard normalization the least squares Hessian (without the bias) is 2 [[1, r], [r, 1]].",
            "Its eigenvectors are (1, 1) and (1, −1). Multiply to see the eigenvalues, and divide the larger by the smaller.",
        ),
        because="The eigenvalues are 2 (1 + r) and 2 (1 − r), and the condition number is their ratio; sphering makes it 1.",
        mistakes=(
            Mistake(lambda numbers: (1 - numbers["r"]) / (1 + numbers["r"]), "Divide the larger eigenvalue by the smaller."),
            Mistake(lambda numbers: 1.0, "That is what sphering gets. Normalization leaves the correlation in place."),
        ),
    ),
    Exercise(
        name="9.5 new point",
        numbers={"X": _X, "point": np.array([3.0, 3.0])},
        solve=lambda numbers: PCASphering().fit(numbers["X"]).transform(numbers["point"][None])[0],
        hints=(
            "Which statistics belong to a new point: its own, or those of the training data?",
            "Subtract the mean of the training data first. What is left?",
        ),
        because="The point is the training data's mean: centred it is zero, and zero stays zero when rotated and scaled.",
        mistakes=(Mistake(lambda numbers: numbers["point"], "You have not subtracted the mean yet."),),
        parts=(Part("the first feature"), Part("the second feature")),
    ),
)
