# mypy: allow-untyped-defs, allow-untyped-calls

from functools import partial

import numpy as np

from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.exercises.exercise import Exercise

_TABLE = np.array([[1.0, 100.0], [3.0, 300.0], [5.0, 100.0], [7.0, 300.0]])
_NEW = np.array([6.0, 50.0])


def _scaled(X, new, ddof=0):
    return StandardNormalizer(ddof).fit(X).transform(new[None])[0]


def _with_itself(X, new):
    return StandardNormalizer().fit_transform(np.vstack([X, new]))[-1]


def _min_max(X, new):
    return (new - X.min(axis=0)) / np.ptp(X, axis=0)


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
