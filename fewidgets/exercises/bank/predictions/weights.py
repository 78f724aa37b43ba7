from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from fewidgets.algorithms import FittingTrace, forward_fit, greedy_subset, myopic_forward_fit, rbf_kernel
from fewidgets.data import load_boston, load_lecture_points
from fewidgets.exercises.predicting import OneOf, Ordering, Question

LAM, GAMMA = 0.1, 10.0  # of the kernel fit in the lesson
MOVED, BY = 10, 0.3  # the example that is moved up in the lesson, and how far
NOTHING = 1e-9  # share of the largest number below which another one is nothing but rounding
WAYS: dict[str, Callable[..., FittingTrace]] = {
    "greedy selection": greedy_subset,
    "forward-fitting": forward_fit,
    "myopic fitting": myopic_forward_fit,
}
NEAR, ALL = "its own and those of its neighbours", "all twenty"
TAX_AND_B, RM_AND_LSTAT = "two features, TAX and B, in turn", "two features, RM and LSTAT, in turn"
TEN, CONSTANT = "ten different features", "the constant, ten times"
AS_FORWARD, AS_GREEDY, OTHERWISE = "the same as forward-fitting", "the same as greedy selection", "neither of the two"


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


def of_equal_length(X):
    return X / np.sqrt((X**2).mean(axis=0))


def _noise_weight():
    X, y = with_noise()
    theta = np.linalg.solve(X.T @ X + LAM * np.eye(7), X.T @ y)
    return "small, but not 0" if 0 < abs(theta[5]) < 0.1 * abs(theta).max() else "exactly 0"


def _moved_alphas():
    y = load_lecture_points().y
    up = np.where(np.arange(20) == MOVED, y + BY, y)
    change = np.abs(alpha_of(up) - alpha_of(y))
    return ALL if (change > NOTHING * change.max()).all() else NEAR


def _alpha_at_a_large_penalty():
    y = load_lecture_points().y
    return "it becomes the output y" if np.allclose(alpha_of(y, 1e9), y) else "it goes to 0"


def _third_feature():
    order = myopic_forward_fit(*design(), rounds=3).order
    return ("the constant again", "x again", "x²", "x³", "x⁴")[order[2]]


def _order_of_costs():
    ends = {name: fit(*design()).costs[5] for name, fit in WAYS.items()}
    return sorted(ends, key=ends.__getitem__)


@cache
def boston_run(equal=False):
    X, y, _ = boston_design()
    features = of_equal_length(X) if equal else X
    return {"forward-fitting": forward_fit(features, y), "myopic fitting": myopic_forward_fit(features, y)}


def _own_units():
    names = boston_design()[2]
    taken = [names[n] for n in boston_run()["myopic fitting"].order]
    return TAX_AND_B if taken == ["TAX", "B"] * 5 else TEN


def _equal_length():
    runs = boston_run(True)
    same = (runs["myopic fitting"].order == runs["forward-fitting"].order).all()
    return AS_FORWARD if same else OTHERWISE


PREDICTIONS = (
    Question(
        "C4 noise feature",
        "A sixth feature holds random numbers, which have nothing to do with y. Ridge regression fits its weight together "
        "with the others. What weight does it get?",
        OneOf(
            {
                "exactly 0": "That is what the slide seems to promise. But by chance, random numbers follow the residuals a "
                "little. A small weight then lowers the sum of squares by more than it adds to the penalty.",
                "small, but not 0": "By chance, random numbers follow the residuals a little. Near 0 the penalty is flat, so "
                "a small weight costs next to nothing.",
                "as large as others": "The feature explains next to nothing of y, so a large weight would add far more to the "
                "squares and to the penalty than it could save.",
            },
            right=_noise_weight,
        ),
        gives_away=("weight of the noise is", "small weight for the noise"),
    ),
    Question(
        "C4 moved example",
        "One of the twenty examples is moved up by 0.3. How many of the twenty values of $\\alpha$ change?",
        OneOf(
            {
                "only its own": "Its own changes most. But the fit follows the example, and where the fit moves, other "
                "residuals change too.",
                NEAR: "Their changes are the largest. But each change moves the fit a little farther away, so it is passed on "
                "to all examples.",
                ALL: "The fit follows the example, so other residuals change, and with them the fit around those. "
                "Far away, the changes are tiny.",
            },
            right=_moved_alphas,
        ),
        gives_away=("every α changes", "all twenty values change"),
    ),
    Question(
        "C4 huge penalty",
        "You raise $\\lambda$ more and more. The weights $\\theta$ go to 0. What happens to $\\alpha$?",
        OneOf(
            {
                "it goes to 0": "The weights do, and so does the fit. But $\\alpha$ is what the fit misses, and a fit of 0 "
                "misses all of y.",
                "it becomes the output y": "A fit of 0 misses all of y, and $\\alpha$ is what the fit misses. In the formula, "
                "K/λ vanishes beside I.",
                "it grows": "It grows towards a limit. The fit shrinks to 0, and the most that it can miss is y itself.",
            },
            right=_alpha_at_a_large_penalty,
        ),
        gives_away=("α becomes y", "nothing is fitted"),
    ),
    Question(
        "C4 third feature",
        "In rounds 1 and 2, all three ways take the constant and x. Which feature does myopic fitting take in round 3?",
        OneOf(
            {
                "the constant again": "Since x came in, the first weight of the constant no longer fits. The residuals add up "
                "to something again, and the constant has large numbers: 1 everywhere. So its derivative is the largest.",
                "x again": "The weight of x was fitted in the last round, so the derivative for x is exactly 0.",
                "x²": "It would lower J most, and forward-fitting takes it. But its numbers are small, at most 0.71, and so "
                "is its derivative.",
                "x³": "Greedy selection takes it, with all weights fitted again. Its numbers are small, and so is its "
                "derivative.",
                "x⁴": "It has the smallest numbers of all, at most about 0.5. A derivative can be large only "
                "if the numbers are.",
            },
            right=_third_feature,
        ),
        gives_away=("takes the constant again", "3 constant"),
    ),
    Question(
        "C4 lowest cost",
        "Each way has taken five features, some of them perhaps more than once. Whose J is lowest?",
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
        gives_away=("greedy 0.007",),
    ),
    Question(
        "C4 own units",
        "Boston's features stay in their own units: TAX is around 408, B around 357, RM around 6, LSTAT around 13. What does "
        "myopic fitting take in ten rounds?",
        OneOf(
            {
                RM_AND_LSTAT: "They are the two most useful features. But myopic fitting compares derivatives, and those grow "
                "with the numbers of a feature.",
                TAX_AND_B: "They have by far the largest numbers, so their derivatives are the largest in every round. How "
                "well they explain the price hardly matters.",
                TEN: "A feature may be taken again, and a feature with large numbers will be.",
                CONSTANT: "The constant is 1 for every district. Next to numbers around 400, its derivative is small.",
            },
            right=_own_units,
        ),
        gives_away=("TAX, B, TAX",),
    ),
    Question(
        "C4 equal length",
        "Now each feature is divided by its root mean square, so all have the same length. What does myopic fitting take?",
        OneOf(
            {
                AS_FORWARD: "The gain of a feature is its squared derivative, divided by twice its squared length. Where all "
                "lengths are the same, the largest derivative is the largest gain.",
                AS_GREEDY: "It still fits one weight in each round and keeps the others. Greedy selection never takes a "
                "feature twice.",
                OTHERWISE: "The derivative depends on how well a feature follows the residuals, and on its length. With equal "
                "lengths, only the first of the two is left.",
            },
            right=_equal_length,
        ),
        gives_away=("same order as forward-fitting",),
    ),
)
