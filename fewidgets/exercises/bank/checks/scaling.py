# mypy: allow-untyped-defs, allow-untyped-calls

from functools import partial

import numpy as np

from fewidgets.algorithms.optimization.conditioning import hessian_condition
from fewidgets.algorithms.optimization.costs import LeastSquares
from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.exercises.exercise import Exercise

_TABLE = np.array([[1.0, 100.0], [3.0, 300.0], [5.0, 100.0], [7.0, 300.0]])
_NEW = np.array([6.0, 50.0])
_COLUMN = np.array([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
_PAIR = np.array([[0.0], [2.0]])


def _scaled(X, new, ddof=0):
    return StandardNormalizer(ddof).fit(X).transform(new[None])[0]


def _with_itself(X, new):
    return StandardNormalizer().fit_transform(np.vstack([X, new]))[-1]


def _min_max(X, new):
    return (new - X.min(axis=0)) / np.ptp(X, axis=0)


def _first(x, ddof=0):
    return float(StandardNormalizer(ddof).fit_transform(x[:, None])[0, 0])


def _condition(X):
    cost = LeastSquares(X, np.arange(len(X)))
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
            (partial(_scaled, ddof=1), "That divides by P − 1. Equation (9.3) divides by P."),
            (_with_itself, "You included the new point in the mean. The model was trained on the scale of X alone."),
            (_min_max, "That is min-max rescaling. Section 9.3 centres by the mean and divides by the standard deviation."),
            (
                lambda X, new: (new - X.mean(axis=0)) / X.var(axis=0),
                "You divided by the variance. Divide by its square root, the standard deviation.",
            ),
        ),
        parts=("the first feature", "the second feature"),
    ),
    Exercise(
        name="9.3 convention",
        numbers={"x": _COLUMN},
        solve=_first,
        hints=(
            "Find the mean. Then look at equation (9.3): by what is the sum of squares divided?",
            "The mean is 5 and the squares add up to 32. Divide by P = 8, take the root, and divide 2 − 5 by it.",
        ),
        because="σ = √(32 / 8) = 2, so 2 becomes (2 − 5) / 2. With P − 1 = 7 it would be −1.40.",
        mistakes=(
            (
                partial(_first, ddof=1),
                "You divided by P − 1. The chapter divides by P.",
            ),
            (lambda x: -_first(x), "The size is right. Is 2 above or below the mean?"),
        ),
    ),
    Exercise(
        name="9.3 condition",
        numbers={"X": _PAIR},
        solve=lambda X: _condition(X).number,
        hints=(
            "The Hessian of the mean squared error in bias and weight is 2 times the matrix with 1, the mean of x, and of x².",
            "It is [[2, 2], [2, 4]]; its eigenvalues solve λ² − 6 λ + 4 = 0. The number is the larger over the smaller.",
        ),
        because="The eigenvalues are 3 ± √5: their ratio is 6.85, and the contours are √6.85 = 2.62 times as long as wide.",
        mistakes=(
            (
                lambda X: np.sqrt(_condition(X).number),
                "That is how many times the contours are as long as wide; the condition number is its square.",
            ),
            (lambda X: 1 / _condition(X).number, "Divide the larger curvature by the smaller."),
            (
                lambda X: 2.0,
                "That is the ratio on the diagonal. The mean of x, beside it, turns the ellipses and stretches them.",
            ),
            (lambda X: 1.0, "That holds after standard normalization. These inputs have mean 1."),
        ),
    ),
    Exercise(
        name="9.3 longest",
        numbers={"P": 50},
        solve=lambda P: 2 / (2 * P),
        hints=(
            "The cost is the sum over the examples instead of their mean. What happens to its curvature?",
            "Over standardized input the mean has the curvature 2, so the sum has L = 2 P. The limit is 2 / L.",
        ),
        because="The sum is 50 times the mean, and so is its curvature: L = 100. The limit is 2 / 100.",
        mistakes=(
            (lambda P: 1.0, "That holds for the mean. The sum is P times as steep."),
            (lambda P: 1 / (2 * P), "That is 1 / L: no step overshoots. Descent goes on up to twice that."),
            (lambda P: 2 / P, "The Hessian of a square has a factor 2, which is missing here."),
            (lambda P: float(P), "A steeper cost needs shorter steps."),
        ),
        atol=0.0005,
    ),
    Exercise(
        name="9.3 two steps",
        numbers={"kappa": 9.0},
        solve=lambda kappa: ((kappa - 1) / (kappa + 1)) ** 2,
        hints=(
            "Each step leaves the share (κ − 1) / (κ + 1) of the way.",
            "One step leaves 0.8. The second step leaves the same share of what is left.",
        ),
        because="Each step leaves 8 / 10 of the way, so two steps leave 0.8 · 0.8.",
        mistakes=(
            (lambda kappa: (kappa - 1) / (kappa + 1), "That is left after one step."),
            (
                lambda kappa: 2 * (kappa - 1) / (kappa + 1) - 1,
                "The second step takes its share of what is left, not of the whole way.",
            ),
            (
                lambda kappa: 1 - ((kappa - 1) / (kappa + 1)) ** 2,
                "That is the share of the way that two steps cover. How much is left?",
            ),
        ),
        parts=("the share of the way",),
    ),
    Exercise(
        name="9.3 correlation",
        numbers={"kappa": 3.0},
        solve=lambda kappa: (kappa - 1) / (kappa + 1),
        hints=(
            "Start from κ = (1 + r) / (1 − r), and solve for r.",
            "κ (1 − r) = 1 + r, so κ − 1 = r (κ + 1).",
        ),
        because="(1 + 0.5) / (1 − 0.5) = 3.",
        mistakes=(
            (lambda kappa: 1 / kappa, "Put your r into (1 + r) / (1 − r): what do you get?"),
            (lambda kappa: (kappa + 1) / (kappa - 1), "A correlation cannot exceed 1."),
        ),
    ),
    Exercise(
        name="9.3 larger",
        numbers={"factor": 20.0},
        solve=lambda factor: factor**2,
        hints=(
            "The curvature along a weight is twice the mean of the squares of its feature.",
            "All squares become 20 · 20 times larger. The limit for the step length is 2 / L.",
        ),
        because="The curvature grows with the square of the feature: 20² = 400. The limit 2 / L shrinks by the same factor.",
        mistakes=(
            (lambda factor: factor, "The slope grows by this factor. Its change along the weight grows faster."),
            (lambda factor: np.sqrt(factor), "Curvature grows with the square of a feature, not with its root."),
            (lambda factor: 1 / factor**2, "Give the factor by which the step must be shorter, above 1."),
        ),
    ),
    Exercise(
        name="9.3 folds",
        numbers={"P": 120, "folds": 10},
        solve=lambda P, folds: P - P // folds,
        hints=(
            "One fold is held out. How many examples are in it?",
            "Means and standard deviations are computed from all folds but the one that is held out.",
        ),
        because="Each fold holds 12 examples, and the other nine folds hold 108.",
        mistakes=(
            (lambda P, folds: P, "That includes the held-out examples: information would leak."),
            (lambda P, folds: P // folds, "That is the fold that is held out."),
        ),
    ),
)
