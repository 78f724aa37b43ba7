"""Bad input to the penalties, to what they do to a quadratic cost, and to the sizes that ℓ0 chooses."""

import numpy as np

from fewidgets.algorithms import (
    QuadraticCost,
    constrained_minimizer,
    hard_threshold,
    l0_breakpoints,
    l0_path,
    penalized_path,
    penalty,
    soft_threshold,
)
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

COST = QuadraticCost(np.eye(2), [1.0, 2.0])

# More features than are searched completely.
WIDE = np.random.default_rng(0).normal(size=(8, 22))

TAKES_X = {"QuadraticCost": lambda X: QuadraticCost.from_data(X, OUTPUT), "l0_path": lambda X: l0_path(X, OUTPUT)}
REGRESSIONS = {"QuadraticCost": lambda y: QuadraticCost.from_data(GOOD, y), "l0_path": lambda y: l0_path(GOOD, y)}


def wrong_thresholds(threshold):
    """Spoil the arguments of both thresholds."""
    return [
        (lambda: threshold([1.0, np.nan], 1.0), ValueError, "v holds a NaN in row 1"),
        (lambda: threshold("a", 1.0), TypeError, "v holds text"),
        (lambda: threshold([1.0], -0.5), ValueError, "threshold holds -0.5; wanted thresholds ≥ 0"),
        (lambda: threshold([1.0], np.inf), ValueError, "threshold holds an infinite value"),
        (lambda: threshold([1.0], None), TypeError, "threshold holds object"),
        (lambda: threshold([1.0, 2.0, 3.0], [1.0, 2.0]), ValueError, r"threshold has shape \(2,\); wanted one number, or"),
        (lambda: threshold(1.0, [1.0, 2.0]), ValueError, r"threshold has shape \(2,\)"),
    ]


def wrong_weights(method):
    """Spoil the weights handed to a method of the quadratic cost."""
    return [
        (lambda: getattr(COST, method)([1.0]), ValueError, r"w has shape \(1,\); wanted \(..., 2\)"),
        (lambda: getattr(COST, method)([1.0, np.inf]), ValueError, "w holds an infinite value"),
        (lambda: getattr(COST, method)("w"), TypeError, "w holds text"),
    ]


CASES = {
    "penalty": [
        (lambda: penalty(1.0, "l1"), ValueError, r"w has shape \(\); wanted \(..., N\)"),
        (lambda: penalty([], "l1"), ValueError, r"w has shape \(0,\)"),
        (lambda: penalty([1.0, np.nan], "l1"), ValueError, "w holds a NaN in row 1"),
        (lambda: penalty([1e200], "l2"), ValueError, r"w holds 1e\+200"),
        (lambda: penalty(["a"], "l1"), TypeError, "w holds text"),
        (lambda: penalty([1.0], "l3"), ValueError, "kind is 'l3'; wanted 'l0' or 'l1' or 'l2' or 'squared_l2'"),
        (lambda: penalty([1.0], 1), TypeError, "kind is 1"),
    ],
    "soft_threshold": wrong_thresholds(soft_threshold),
    "hard_threshold": wrong_thresholds(hard_threshold),
    "QuadraticCost": [
        (lambda: QuadraticCost(np.eye(3), [1.0, 2.0]), ValueError, r"curvature has shape \(3, 3\); wanted \(2, 2\)"),
        (lambda: QuadraticCost([[1.0, 2.0], [0.0, 1.0]], [1.0, 2.0]), ValueError, "curvature is not symmetric"),
        (lambda: QuadraticCost([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0]), ValueError, "curvature has the eigenvalue .* definite"),
        (lambda: QuadraticCost(-np.eye(1), [1.0]), ValueError, "curvature has the eigenvalue -1"),
        (lambda: QuadraticCost([[np.nan]], [1.0]), ValueError, "curvature holds a NaN"),
        (lambda: QuadraticCost([["a"]], [1.0]), TypeError, "curvature holds text"),
        (lambda: QuadraticCost(np.eye(1), 1.0), ValueError, r"center has shape \(\); wanted \(N,\)"),
        (lambda: QuadraticCost(np.eye(1), []), ValueError, r"center has shape \(0,\)"),
        (lambda: QuadraticCost(np.eye(1), [np.inf]), ValueError, "center holds an infinite value"),
        (lambda: QuadraticCost(np.eye(1), None), TypeError, "center holds object"),
        (lambda: QuadraticCost(np.eye(1), [1.0], minimum=np.nan), ValueError, "minimum is nan"),
        (lambda: QuadraticCost(np.eye(1), [1.0], minimum="0"), TypeError, "minimum is '0'"),
        (
            lambda: QuadraticCost.from_data(GOOD[:, [0, 0]], OUTPUT),
            ValueError,
            "X is linearly dependent: feature 1 is .* not unique",
        ),
        (lambda: QuadraticCost.from_data(GOOD[:2], OUTPUT[:2]), ValueError, "X is linearly dependent: feature 1"),
        (
            lambda: QuadraticCost.from_data(GOOD * [1e9, 1.0], OUTPUT),
            ValueError,
            r"X has features on very different scales \(feature 1 is 1.0e\+09 times smaller than feature 0\)",
        ),
        (lambda: QuadraticCost.from_data(GOOD, OUTPUT, reduction="max"), ValueError, "reduction is 'max'"),
        *wrong_weights("value"),
        *wrong_weights("gradient"),
        *wrong_weights("hessian"),
    ],
    "penalized_path": [
        (lambda: penalized_path(np.eye(2), "l1"), TypeError, "cost is of type ndarray; wanted a QuadraticCost"),
        (lambda: penalized_path(COST, "lasso"), ValueError, "kind is 'lasso'"),
        (lambda: penalized_path(COST, None), TypeError, "kind is None"),
        (
            lambda: penalized_path(QuadraticCost(np.eye(17), np.ones(17)), "l0"),
            ValueError,
            "cost has 17 weights; wanted at most 16",
        ),
        (lambda: penalized_path(COST, "l1", lambdas=[-1.0]), ValueError, "lambdas holds -1"),
        (lambda: penalized_path(COST, "l1", lambdas=[]), ValueError, "lambdas has shape"),
        (lambda: penalized_path(COST, "l2", lambdas="1"), TypeError, "lambdas holds text"),
        (lambda: penalized_path(COST, "l2").at(-1.0), ValueError, "lam holds -1"),
        (lambda: penalized_path(COST, "l0").at(None), TypeError, "lam holds object"),
        (lambda: penalized_path(COST, "squared_l2").at([[1.0]]), ValueError, "lam has shape"),
    ],
    "constrained_minimizer": [
        (lambda: constrained_minimizer(None, "l1", 1.0), TypeError, "cost is of type NoneType"),
        (lambda: constrained_minimizer(COST, "l1 ", 1.0), ValueError, "kind is 'l1 '.*did you mean 'l1'"),
        (lambda: constrained_minimizer(COST, "l1", -1.0), ValueError, "radius is -1; wanted a number ≥ 0"),
        (lambda: constrained_minimizer(COST, "l1", np.inf), ValueError, "radius is inf"),
        (lambda: constrained_minimizer(COST, "l1", "1"), TypeError, "radius is '1'"),
    ],
    "l0_path": [
        (lambda: l0_path(GOOD, OUTPUT, lambdas=[-1.0]), ValueError, "lambdas holds -1"),
        (lambda: l0_path(GOOD, OUTPUT, lambdas="x"), TypeError, "lambdas holds text"),
        (lambda: l0_path(GOOD, OUTPUT, reduction="max"), ValueError, "reduction is 'max'"),
        (lambda: l0_path(GOOD, OUTPUT, fit_bias=None), TypeError, "fit_bias is None"),
        (lambda: l0_path(GOOD, OUTPUT, max_branches=0), ValueError, "max_branches is 0"),
        (
            lambda: l0_path(WIDE, np.arange(8.0), max_branches=1),
            ValueError,
            "max_branches=1 is not enough .* Raise it",
        ),
        (lambda: l0_path(GOOD, OUTPUT).at(-2.0), ValueError, "lam holds -2"),
        (lambda: l0_path(GOOD, OUTPUT).at("x"), TypeError, "lam holds text"),
    ],
    "l0_breakpoints": [
        (lambda: l0_breakpoints([]), ValueError, r"costs has shape \(0,\); wanted \(K \+ 1,\)"),
        (lambda: l0_breakpoints(3.0), ValueError, r"costs has shape \(\)"),
        (lambda: l0_breakpoints([[1.0]]), ValueError, r"costs has shape \(1, 1\)"),
        (lambda: l0_breakpoints([3.0, np.nan]), ValueError, "costs holds nan for size 1"),
        (lambda: l0_breakpoints([np.inf, 1.0]), ValueError, "costs holds inf for size 0"),
        (lambda: l0_breakpoints(["a"]), TypeError, "costs holds text"),
        (lambda: l0_breakpoints([2.0, 1.0]).sizes_at(-1.0), ValueError, "lam holds -1"),
    ],
}
