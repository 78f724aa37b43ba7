"""Bad input to the penalties, to what they do to a quadratic cost, and to the sizes that ℓ0 chooses."""

import numpy as np

from fewidgets.algorithms import (
    QuadraticCost,
    constrained_minimizer,
    penalized_path,
    penalty,
)
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

COST = QuadraticCost(np.eye(2), [1.0, 2.0])

# More features than are searched completely.
WIDE = np.random.default_rng(0).normal(size=(8, 22))

TAKES_X = {
    "QuadraticCost": lambda X: QuadraticCost.from_data(X, OUTPUT),
}
REGRESSIONS = {
    "QuadraticCost": lambda y: QuadraticCost.from_data(GOOD, y),
}


def wrong_thresholds(threshold):
    """Spoil the arguments of both thresholds."""
    return [
        (lambda: threshold([1.0, np.nan], 1.0), ValueError, "v must not contain NaN; found one in row 1"),
        (lambda: threshold("a", 1.0), TypeError, "v must hold real numbers; got text, for example 'a'"),
        (lambda: threshold([1.0], -0.5), ValueError, r"threshold must not be negative; got -0\.5"),
        (lambda: threshold([1.0], np.inf), ValueError, "threshold must be finite; found an infinite value in row 0"),
        (lambda: threshold([1.0], None), TypeError, r"threshold must hold .*; got object entries, for example None"),
        (
            lambda: threshold([1.0, 2.0, 3.0], [1.0, 2.0]),
            ValueError,
            r"threshold must be one number or have shape \(3,\), as v; got shape \(2,\)",
        ),
        (
            lambda: threshold(1.0, [1.0, 2.0]),
            ValueError,
            r"threshold must be one number or have shape \(\), as v; got shape \(2,\)",
        ),
    ]


def wrong_weights(method):
    """Spoil the weights handed to a method of the quadratic cost."""
    return [
        (
            lambda: getattr(COST, method)([1.0]),
            ValueError,
            r"w must have shape \(\.\.\., 2\), one weight per feature; got shape \(1,\)",
        ),
        (lambda: getattr(COST, method)([1.0, np.inf]), ValueError, "w must be finite; found an infinite value in row 1"),
        (lambda: getattr(COST, method)("w"), TypeError, "w must hold real numbers; got text, for example"),
    ]


CASES = {
    "penalty": [
        (
            lambda: penalty(1.0, "l1"),
            ValueError,
            r"w must have shape \(\.\.\., N\), one weight per feature along the last axis; got shape \(\)",
        ),
        (
            lambda: penalty([], "l1"),
            ValueError,
            r"w must have shape \(\.\.\., N\), one weight per feature along the last axis; got shape \(0,\)",
        ),
        (lambda: penalty([1.0, np.nan], "l1"), ValueError, "w must not contain NaN; found one in row 1"),
        (lambda: penalty([1e200], "l2"), ValueError, r"w must lie within ±1e\+60; found 1e\+200 in row 0"),
        (lambda: penalty(["a"], "l1"), TypeError, "w must hold real numbers; got text, for example"),
        (lambda: penalty([1.0], "l3"), ValueError, "kind must be 'l0', 'l1', 'l2' or 'squared_l2'; got 'l3'"),
        (lambda: penalty([1.0], 1), TypeError, r"kind must be 'l0', 'l1', 'l2' or 'squared_l2'; got 1 \(int\)"),
    ],
    "QuadraticCost": [
        (
            lambda: QuadraticCost(np.eye(3), [1.0, 2.0]),
            ValueError,
            r"curvature must have shape \(2, 2\), for a center of 2 weights; got shape \(3, 3\)",
        ),
        (
            lambda: QuadraticCost([[1.0, 2.0], [0.0, 1.0]], [1.0, 2.0]),
            ValueError,
            r"curvature must be symmetric; \(C \+ C\.T\) / 2 gives the same cost",
        ),
        (
            lambda: QuadraticCost([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0]),
            ValueError,
            "curvature must be positive definite, or the minimizer is not unique; got the eigenvalue 0",
        ),
        (
            lambda: QuadraticCost(-np.eye(1), [1.0]),
            ValueError,
            "curvature must be positive definite, or the minimizer is not unique; got the eigenvalue",
        ),
        (
            lambda: QuadraticCost([[np.nan]], [1.0]),
            ValueError,
            "curvature must not contain NaN; found one in row 0, feature 0",
        ),
        (lambda: QuadraticCost([["a"]], [1.0]), TypeError, "curvature must hold real numbers; got text, for example 'a'"),
        (
            lambda: QuadraticCost(np.eye(1), 1.0),
            ValueError,
            r"center must have shape \(N,\), one weight per feature; got shape \(\)",
        ),
        (
            lambda: QuadraticCost(np.eye(1), []),
            ValueError,
            r"center must have shape \(N,\), one weight per feature; got shape \(0,\)",
        ),
        (lambda: QuadraticCost(np.eye(1), [np.inf]), ValueError, "center must be finite; found an infinite value in row 0"),
        (
            lambda: QuadraticCost(np.eye(1), None),
            TypeError,
            "center must hold real numbers; got object entries, for example None",
        ),
        (lambda: QuadraticCost(np.eye(1), [1.0], minimum=np.nan), ValueError, "minimum must be a finite number; got nan"),
        (lambda: QuadraticCost(np.eye(1), [1.0], minimum="0"), TypeError, r"minimum must be a finite number; got '0' \(str\)"),
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
        (
            lambda: QuadraticCost.from_data(GOOD, OUTPUT, reduction="max"),
            ValueError,
            "reduction must be 'mean' or 'sum'; got 'max'",
        ),
        *wrong_weights("value"),
        *wrong_weights("gradient"),
        *wrong_weights("hessian"),
    ],
    "penalized_path": [
        (lambda: penalized_path(np.eye(2), "l1"), TypeError, "cost must be a QuadraticCost; got ndarray"),
        (lambda: penalized_path(COST, "lasso"), ValueError, "kind must be 'l0', 'l1', 'l2' or 'squared_l2'; got 'lasso'"),
        (
            lambda: penalized_path(COST, None),
            TypeError,
            r"kind must be 'l0', 'l1', 'l2' or 'squared_l2'; got None \(NoneType\)",
        ),
        (
            lambda: penalized_path(QuadraticCost(np.eye(17), np.ones(17)), "l0"),
            ValueError,
            r"cost must have at most 16 weights for kind = 'l0', which tries all 2\^N sets; got 17\.",
        ),
        (
            lambda: penalized_path(COST, "l1", lambdas=[-1.0]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -1",
        ),
        (lambda: penalized_path(COST, "l1", lambdas=[]), ValueError, r"lambdas must be .*; got shape \(0,\)"),
        (lambda: penalized_path(COST, "l2", lambdas="1"), TypeError, "lambdas must hold real numbers; got text, for example"),
        (
            lambda: penalized_path(COST, "l2").at(-1.0),
            ValueError,
            r"lam must be a penalty parameter λ between 0 and 1e\+120; got -1",
        ),
        (
            lambda: penalized_path(COST, "l0").at(None),
            TypeError,
            "lam must hold real numbers; got object entries, for example None",
        ),
        (lambda: penalized_path(COST, "squared_l2").at([[1.0]]), ValueError, r"lam must be .*; got shape \(1, 1\)"),
    ],
    "constrained_minimizer": [
        (lambda: constrained_minimizer(None, "l1", 1.0), TypeError, "cost must be a QuadraticCost; got NoneType"),
        (
            lambda: constrained_minimizer(COST, "l1 ", 1.0),
            ValueError,
            r"kind must be 'l0', 'l1', 'l2' or 'squared_l2'; got 'l1 '\. Did you mean 'l1'\?",
        ),
        (
            lambda: constrained_minimizer(COST, "l1", -1.0),
            ValueError,
            "radius must be a number ≥ 0, the largest penalty allowed; got -1",
        ),
        (lambda: constrained_minimizer(COST, "l1", np.inf), ValueError, "radius must be a finite number; got inf"),
        (lambda: constrained_minimizer(COST, "l1", "1"), TypeError, r"radius must be a finite number; got '1' \(str\)"),
    ],
}
