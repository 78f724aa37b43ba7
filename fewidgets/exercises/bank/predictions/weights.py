from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from fewidgets.algorithms import FittingTrace, forward_fit, greedy_subset, myopic_forward_fit, rbf_kernel
from fewidgets.data import load_boston, load_lecture_points
from fewidgets.exercises.predicting import OneOf, Ordering, Question

LAM, GAMMA = 0.1, 10.0  # of the kernel fit in the lesson
WAYS: dict[str, Callable[..., FittingTrace]] = {
    "greedy selection": greedy_subset,
    "forward-fitting": forward_fit,
    "myopic fitting": myopic_forward_fit,
}
TAX_AND_B, RM_AND_LSTAT = "two features, TAX and B, in turn", "two features, RM and LSTAT, in turn"
TEN, CONSTANT = "ten different features", "the constant, ten times"


@cache
def design():
    points = load_lecture_points()
    return points.X ** np.arange(5), points.y


@cache
def with_noise():
    X, y = design()
    return np.column_stack([X, np.random.default_rng(0).normal(size=20), np.zeros(20)]), y


def alpha_of(y, lam=LAM):
    """Return α = (I + K/λ)⁻¹ y of the lecture's points, with the rbf kernel of the lesson."""
    return np.linalg.solve(np.eye(20) + rbf_kernel(load_lecture_points().X, gamma=GAMMA) / lam, y)


@cache
def boston_design():
    boston = load_boston()
    return np.column_stack([np.ones(len(boston.y)), boston.X]), boston.y, ("constant", *boston.feature_names)


def _noise_weight():
    X, y = with_noise()
    theta = np.linalg.solve(X.T @ X + LAM * np.eye(7), X.T @ y)
    return "small, but not 0" if 0 < abs(theta[5]) < 0.1 * abs(theta).max() else "exactly 0"


def _alpha_at_a_large_penalty():
    y = load_lecture_points().y
    return "it becomes the output y" if np.allclose(alpha_of(y, 1e9), y) else "it goes to 0"


def _order_of_costs():
    ends = {name: fit(*design()).costs[5] for name, fit in WAYS.items()}
    return sorted(ends, key=ends.__getitem__)


def _own_units():
    X, y, names = boston_design()
    taken = [names[n] for n in myopic_forward_fit(X, y).order]
    return TAX_AND_B if taken == ["TAX", "B"] * 5 else TEN


PREDICTIONS = (
    Question(
        "C4 noise feature",
        "A sixth feature holds random numbers, which have nothing to do with y. Ridge regression fits its weight together "
        "with the others. What weight does it get?",
        OneOf(
            {
                "exactly 0": "That is what the sentence of the lecture seems to promise. But by chance, random numbers follow "
                "the residuals a little. A small weight then lowers the sum of squares by more than it adds to the penalty.",
                "small, but not 0": "By chance, random numbers follow the residuals a little. Near 0 the penalty is flat, so "
                "a small weight costs next to nothing.",
                "as large as others": "The feature explains next to nothing of y, so a large weight would add far more to the "
                "squares and to the penalty than it could save.",
            },
            right=_noise_weight,
        ),
        gives_away=(
            "weight of the noise is",
            "small weight for the noise",
            "ridge regression keeps every weight",
            "keeps a weight",
            "never sets a useless weight to zero",
            "follow the residuals a little",
            "ridge regression keeps a weight",
            "gives all ten features a weight",
            "lowers the squared errors a little",
        ),
    ),
    Question(
        "C4 huge penalty",
        "You raise $\\lambda$ more and more. The weights $\\theta$ go to 0. What happens to $\\alpha$?",
        OneOf(
            {
                "it goes to 0": "The weights do, and so does the fit. But $\\alpha$ is what the fit misses, and a fit of 0 "
                "misses all of y.",
                "it becomes the output y": "A fit of 0 misses all of y, and $\\alpha$ is what the fit misses. In the formula, "
                "K/λ vanishes beside I. So the range of $\\alpha$ becomes the range of y.",
                "it grows": "It grows towards a limit. The fit shrinks to 0, and the most that it can miss is y itself.",
            },
            right=_alpha_at_a_large_penalty,
        ),
        gives_away=(
            "α becomes y",
            "alpha goes to y",
            "nothing is fitted",
            "misses all of y",
            "residuals are the outputs",
            "in the limit α is y",
            "residual of every example is its output",
        ),
    ),
    Question(
        "C4 lowest cost",
        "Each of the three has run for five rounds. Put them in order of their J.",
        Ordering(
            ("myopic fitting", "forward-fitting", "greedy selection"),
            _order_of_costs,
            because="Greedy selection fits all weights together, and after five rounds it has all five features. The "
            "other two "
            "keep old weights that no longer fit. The myopic choice is not even the best one for its single step.",
            mistakes={
                ("myopic fitting",): "Myopic fitting compares derivatives only. It may take a feature that hardly lowers J.",
                (
                    "forward-fitting",
                ): "Forward-fitting keeps the weights of earlier rounds as they are. To fit them again can only lower J.",
            },
            otherwise="Greedy selection can only gain by fitting all weights again. Forward-fitting compares what each "
            "step gains, "
            "so its steps gain more than myopic ones.",
            first="lowest J",
            last="highest J",
        ),
        gives_away=(
            "greedy 0.007",
            "greedy selection comes farthest",
            "can only lower J",
            "the best of the three",
            "is there after five rounds",
            "needs five rounds",
            "reach least squares",
        ),
    ),
    Question(
        "C4 own units",
        "Boston's features stay in their own units: TAX is around 408, B around 357, RM around 6, LSTAT around 13. "
        "In ten rounds, forward-fitting takes six different features, and RM is the first. What does myopic fitting take?",
        OneOf(
            {
                RM_AND_LSTAT: "They are the two most useful features. But myopic fitting compares derivatives, and those grow "
                "with the numbers of a feature.",
                TAX_AND_B: "They have by far the largest numbers, so their derivatives are the largest in every round. How "
                "well they explain the price hardly matters. Divide each feature by its root mean square, and all have "
                "the same length. Then the largest derivative is the largest gain, and myopic fitting takes what "
                "forward-fitting takes.",
                TEN: "A feature may be taken again, and a feature with large numbers will be.",
                CONSTANT: "The constant is 1 for every district. Beside numbers around 400, its derivative is small.",
            },
            right=_own_units,
        ),
        gives_away=(
            "TAX, B, TAX",
            "derivatives of TAX",
            "myopic fitting prefers",
            "depends on the units",
            "units matter to one",
            "prefers features with large numbers",
            "largest numbers win",
        ),
    ),
)
