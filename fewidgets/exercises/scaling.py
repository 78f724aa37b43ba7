"""Exercises of section 9.3: standard normalization by hand, and what it does to a cost."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.optimization.conditioning import HessianCondition, hessian_condition
from fewidgets.algorithms.optimization.costs import LeastSquares
from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers, Part

_TABLE = np.array([[1.0, 100.0], [3.0, 300.0], [5.0, 100.0], [7.0, 300.0]])
_NEW = np.array([6.0, 50.0])
_COLUMN = np.arange(6.0)
_PAIR = np.array([[0.0], [2.0]])


def _scaled(numbers: Numbers, ddof: int = 0) -> np.ndarray:
    return StandardNormalizer(ddof).fit(numbers["X"]).transform(numbers["new"][None])[0]


def _with_itself(numbers: Numbers) -> np.ndarray:
    return StandardNormalizer().fit_transform(np.vstack([numbers["X"], numbers["new"]]))[-1]


def _min_max(numbers: Numbers) -> np.ndarray:
    X = numbers["X"]
    return (numbers["new"] - X.min(axis=0)) / np.ptp(X, axis=0)


def _first(numbers: Numbers, ddof: int = 0) -> float:
    return float(StandardNormalizer(ddof).fit_transform(numbers["x"][:, None])[0, 0])


def _condition(numbers: Numbers) -> HessianCondition:
    """Of least squares over these inputs; the outputs do not enter."""
    cost = LeastSquares(numbers["X"], np.arange(len(numbers["X"])))
    return hessian_condition(cost.hessian(np.zeros(2)))


EXERCISES = (
    Exercise(
        name="9.3 new point",
        numbers={"X": _TABLE, "new": _NEW},
        solve=_scaled,
        hints=(
            "A model that was tuned on scaled training data must see a new point on the same scale. Whose mean is it?",
            "Take the mean and the standard deviation of each column of X, dividing by P = 4; the new point enters neither.",
        ),
        because="The new point goes through equation (9.2) with μ and σ of the training data: (6 − 4)/√5 and (50 − 200)/100.",
        mistakes=(
            Mistake(lambda numbers: _scaled(numbers, 1), "That divides by P − 1. Equation (9.3) divides by P."),
            Mistake(_with_itself, "You included the new point in the mean. The model was trained on the scale of X alone."),
            Mistake(
                _min_max, "That is min-max rescaling. Section 9.3 centres by the mean and divides by the standard deviation."
            ),
            Mistake(
                lambda numbers: (numbers["new"] - numbers["X"].mean(axis=0)) / numbers["X"].var(axis=0),
                "You divided by the variance. Divide by its square root, the standard deviation.",
            ),
        ),
        parts=(Part("the first feature"), Part("the second feature")),
    ),
    Exercise(
        name="9.3 convention",
        numbers={"x": _COLUMN},
        solve=_first,
        hints=(
            "The mean is 2.5. Then equation (9.3), as the chapter prints it: by what is the sum of squares divided?",
            "The squares add up to 17.5. Divide by P = 6, take the root, and divide −2.5 by it.",
        ),
        because="σ = √(17.5 / 6), so that 0 becomes −2.5 / σ. With P − 1 = 5 it would be the lecture's −1.336306.",
        mistakes=(
            Mistake(
                lambda numbers: _first(numbers, 1),
                "That is the lecture's table, which divides by P − 1. The chapter does not.",
            ),
            Mistake(lambda numbers: -_first(numbers), "The size is right. Is 0 above or below the mean?"),
        ),
    ),
    Exercise(
        name="9.3 condition",
        numbers={"X": _PAIR},
        solve=lambda numbers: _condition(numbers).number,
        hints=(
            "The Hessian of the mean squared error in bias and weight is 2 times the matrix with 1, the mean of x, and of x².",
            "It is [[2, 2], [2, 4]]; its eigenvalues solve λ² − 6 λ + 4 = 0. The number is the larger over the smaller.",
        ),
        because="The eigenvalues are 3 ± √5: their ratio is 6.85, and the contours are √6.85 = 2.62 times as long as wide.",
        mistakes=(
            Mistake(
                lambda numbers: float(np.sqrt(_condition(numbers).number)),
                "That is how many times the contours are as long as wide; the condition number is its square.",
            ),
            Mistake(lambda numbers: 1 / _condition(numbers).number, "Divide the larger curvature by the smaller."),
            Mistake(
                lambda numbers: 2.0,
                "That is the ratio on the diagonal. The mean of x, beside it, turns the ellipses and stretches them.",
            ),
            Mistake(lambda numbers: 1.0, "That holds after standard normalization. These inputs have mean 1."),
        ),
    ),
    Exercise(
        name="9.3 longest",
        numbers={"X": _PAIR},
        solve=lambda numbers: _condition(numbers).longest_step,
        hints=(
            "Along the direction of the largest curvature L a step multiplies what is left by 1 − α L.",
            "|1 − α L| must stay below 1, so α below 2 / L, where L = 3 + √5.",
        ),
        because="2 / L with L = 3 + √5, the largest curvature. Beyond it each step overshoots by more than there was.",
        mistakes=(
            Mistake(
                lambda numbers: _condition(numbers).longest_step / 2,
                "With 1 / L no step overshoots; but descent goes on a little beyond. How far?",
            ),
            Mistake(
                lambda numbers: 2 * _condition(numbers).longest_step,
                "The Hessian of a square has a factor 2, which is missing here.",
            ),
            Mistake(
                lambda numbers: 2 / float(_condition(numbers).eigenvalues[0]),
                "That is for the flattest direction. The steepest one diverges first.",
            ),
            Mistake(lambda numbers: 1.0, "That holds after standard normalization, where L = 2."),
        ),
    ),
)
