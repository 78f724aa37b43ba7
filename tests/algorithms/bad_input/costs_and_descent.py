"""Bad input to costs, gradient descent, Newton's method and conditioning."""

import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    Softmax,
    contour_ellipse,
    gradient_descent,
    hessian_condition,
    minibatch_gradient_descent,
    newton,
    search_step_length,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT

COST = LeastSquares(GOOD, OUTPUT)
SOFT = Softmax(GOOD, LABELS)
SEVERAL = MulticlassSoftmax(GOOD, [0, 1, 2, 1])
START = np.zeros(3)
ROUND = 2 * np.eye(2)


class Bare:
    """A cost that lacks what some functions need, or answers in the wrong shape."""

    def __init__(self, value=1.0, gradient=None):
        self._value, self._gradient = value, gradient

    def value(self, w):
        return self._value

    def gradient(self, w):
        return np.ones(w.shape) if self._gradient is None else self._gradient


def shared(run):
    """Spoil what all methods of descent take: the cost, the start, and what is called after each step."""
    return [
        (lambda: run("softmax", START), TypeError, r"cost must be an object with value.*; got 'softmax' \(str\)"),
        (lambda: run(Softmax, START), TypeError, r"cost must be .*such as Softmax\(X, y\); got <class "),
        (lambda: run(COST, [0.0, 0.0]), ValueError, r"start must have shape \(\.\.\., 3\), the bias first; got shape \(2,\)"),
        (
            lambda: run(COST, np.zeros((2, 3))),
            ValueError,
            r"start must have shape \(3,\), one set of weights; got shape \(2, 3\)",
        ),
        (lambda: run(COST, [0.0, np.nan, 0.0]), ValueError, "start must not contain NaN; found one in row 1"),
        (lambda: run(COST, [0.0, np.inf, 0.0]), ValueError, "start must be finite; found an infinite value in row 1"),
        (lambda: run(COST, ["a", "b", "c"]), TypeError, "start must hold real numbers; got text, for example 'a'"),
        (lambda: run(COST, None), TypeError, "start must hold real numbers; got object entries, for example None"),
        (lambda: run(SEVERAL, START), ValueError, r"start must have shape \(\.\.\., 3, 3\), the bias first; got shape \(3,\)"),
    ]


def descending(cost, start, **options):
    return gradient_descent(cost, start, **{"step_length": 0.1, "steps": 3, **options})


def batches(cost, start, **options):
    return minibatch_gradient_descent(cost, start, **{"step_length": 0.1, "epochs": 3, "batch_size": 2, **options})


CASES = {
    "LeastSquares": [
        (lambda: COST.subset([]), ValueError, r"rows must be a list of at least one row number; got shape \(0,\)"),
        (lambda: COST.subset([0, 4]), ValueError, "rows must lie between 0 and 3; got 4"),
        (lambda: COST.subset([-1]), ValueError, "rows must lie between 0 and 3; got -1"),
        (lambda: COST.subset([0.5]), TypeError, "rows must hold integers, the row numbers of examples; got float64"),
        (lambda: COST.subset(2), ValueError, r"rows must be a list of at least one row number; got shape \(\)"),
    ],
    "Softmax": [
        (
            lambda: SOFT.misclassifications([1.0]),
            ValueError,
            r"w must have shape \(\.\.\., 3\), the bias first; got shape \(1,\)",
        ),
    ],
    "MulticlassSoftmax": [
        (
            lambda: MulticlassSoftmax([1.0, 2.0], [0, 1]),
            ValueError,
            r"X must be two-dimensional \(examples × features\); got shape \(2,\)",
        ),
        (
            lambda: MulticlassSoftmax([[np.nan], [1.0]], [0, 1]),
            ValueError,
            "X must not contain NaN; found one in row 0, feature 0",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2, 1], reduction="mena"),
            ValueError,
            r"reduction must be 'mean' or 'sum'; got 'mena'\. Did you mean 'mean'\?",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2]),
            ValueError,
            r"y must have shape \(4,\), one value per example of X; got shape \(3,\)",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, LABELS),
            ValueError,
            r"y must contain integers from 0; found -1 in row 1\. Convert with \(y \+ 1\) / 2\.",
        ),
        (lambda: MulticlassSoftmax(GOOD, [0, 1, 1.5, 1]), ValueError, r"y must contain integers from 0; found 1\.5 in row 2"),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 3, 1]),
            ValueError,
            r"y must contain all labels from 0 to 3; 2 is missing\. Pass n_classes if classes may be missing\.",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [1, 2, 2, 1]),
            ValueError,
            r"y must contain all labels from 0 to 2; 0 is missing\. Pass n_classes if classes may be missing\.",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 0, 0, 0]),
            ValueError,
            r"y must contain labels 0 to C - 1; found one class only \(0 in all 4 rows\)",
        ),
        (lambda: MulticlassSoftmax(GOOD, list("abca")), TypeError, "y must hold real numbers; got text, for example 'a'"),
        (lambda: MulticlassSoftmax(GOOD, [0, np.nan, 1, 1]), ValueError, "y must not contain NaN; found one in row 1"),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2, 1], n_classes=2),
            ValueError,
            "y must contain integers from 0 to n_classes - 1 = 1; found 2 in row 2",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2, 1], n_classes=10**9),
            ValueError,
            "n_classes=1000000000 would need 29.8 GiB of memory; the limit is 1 GiB",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2, 1], n_classes=1),
            ValueError,
            "n_classes must be an integer of at least 2; got 1",
        ),
        (
            lambda: MulticlassSoftmax(GOOD, [0, 1, 2, 1], n_classes=3.0),
            TypeError,
            r"n_classes must be an integer of at least 2; got 3\.0 \(float\)",
        ),
        (lambda: SEVERAL.value(START), ValueError, r"w must have shape \(\.\.\., 3, 3\), the bias first; got shape \(3,\)"),
        (lambda: SEVERAL.gradient([[np.inf] * 3] * 3), ValueError, "w must be finite; found an infinite value in row 0"),
        (
            lambda: SEVERAL.hessian(np.zeros((2, 3, 3))),
            ValueError,
            r"w must have shape \(3, 3\), one set of weights; got shape \(2, 3, 3\)",
        ),
        (lambda: SEVERAL.misclassifications("a"), TypeError, "w must hold real numbers; got text, for example 'a'"),
    ],
    "gradient_descent": [
        *shared(descending),
        (lambda: descending(Bare(), 1.0), ValueError, r"start must be a weight vector; got shape \(\)"),
        (lambda: descending(Bare(), []), ValueError, r"start must be a weight vector; got shape \(0,\)"),
        (
            lambda: descending(Bare(np.nan), START),
            ValueError,
            r"cost must be finite at start, and so must its gradient\. Choose another start\.",
        ),
        (
            lambda: descending(Bare("high"), START),
            ValueError,
            r"cost\.value\(w\) must return numbers of shape \(\); got <U4 of shape \(\)",
        ),
        (
            lambda: descending(Bare([1.0, 2.0]), START),
            ValueError,
            r"cost\.value\(w\) must return numbers of shape \(\); got float64 of shape \(2,\)",
        ),
        (
            lambda: descending(Bare(1.0, np.ones(2)), START),
            ValueError,
            r"cost\.gradient\(w\) must return numbers of shape \(3,\); got float64 of shape \(2,\)",
        ),
        (lambda: descending(COST, START, step_length=0), ValueError, "step_length must be a finite number above 0; got 0"),
        (lambda: descending(COST, START, step_length=-1.0), ValueError, "step_length must be a finite number above 0; got -1"),
        (
            lambda: descending(COST, START, step_length=np.nan),
            ValueError,
            "step_length must be a finite number above 0; got nan",
        ),
        (
            lambda: descending(COST, START, step_length="0.1"),
            TypeError,
            r"step_length must be a finite number above 0; got '0\.1' \(str\)",
        ),
        (
            lambda: descending(COST, START, step_length=None),
            TypeError,
            r"step_length must be a finite number above 0; got None \(NoneType\)",
        ),
        (
            lambda: descending(COST, START, step_length=[0.1]),
            ValueError,
            r"step_length must be one number, or one for each of 3 steps; got shape \(1,\)",
        ),
        (
            lambda: descending(COST, START, step_length=[0.1, 0.0, 1.0]),
            ValueError,
            "step_length must hold finite numbers above 0; got 0",
        ),
        (
            lambda: descending(COST, START, step_length=[0.1, np.inf, 1.0]),
            ValueError,
            "step_length must hold finite numbers above 0; got inf",
        ),
        (lambda: descending(COST, START, steps=0), ValueError, "steps must be an integer of at least 1; got 0"),
        (lambda: descending(COST, START, steps=10**12), ValueError, "steps=1000000000000 would need"),
        (lambda: descending(COST, START, steps=2.0), TypeError, r"steps must be an integer of at least 1; got 2\.0 \(float\)"),
        (lambda: descending(COST, START, steps=True), TypeError, r"steps must be an integer of at least 1; got True \(bool\)"),
        (lambda: descending(COST, START, tolerance=-1e-9), ValueError, "tolerance must be a number ≥ 0; got -1e-09"),
        (lambda: descending(COST, START, tolerance="0"), TypeError, r"tolerance must be a finite number; got '0' \(str\)"),
        (
            lambda: descending(COST, START).at(4),
            ValueError,
            r"step must be an integer between 0 and 3 \(the number of steps taken\); got 4",
        ),
        (lambda: descending(COST, START).at(-1), ValueError, r"step must be .*; got -1"),
    ],
    "minibatch_gradient_descent": [
        *shared(batches),
        (
            lambda: batches(Bare(), START),
            TypeError,
            "cost must be an object with value, gradient, subset and n_examples",
        ),
        (
            lambda: batches(COST, START, step_length=-0.1),
            ValueError,
            r"step_length must be a finite number above 0; got -0\.1",
        ),
        (
            lambda: batches(COST, START, step_length=[1.0]),
            ValueError,
            r"step_length must be one number, or one for each of 3 epochs; got shape \(1,\)",
        ),
        (lambda: batches(COST, START, epochs=0), ValueError, "epochs must be an integer of at least 1; got 0"),
        (lambda: batches(COST, START, epochs=10**12), ValueError, "epochs=1000000000000 would need"),
        (lambda: batches(COST, START, epochs="3"), TypeError, r"epochs must be an integer of at least 1; got '3' \(str\)"),
        (
            lambda: batches(COST, START, batch_size=0),
            ValueError,
            r"batch_size must be an integer between 1 and 4 \(the number of examples\); got 0",
        ),
        (
            lambda: batches(COST, START, batch_size=5),
            ValueError,
            r"batch_size must be an integer between 1 and 4 \(the number of examples\); got 5",
        ),
        (lambda: batches(COST, START, batch_size=2.0), TypeError, r"batch_size must be .*; got 2\.0 \(float\)"),
        (lambda: batches(COST, START, seed=-1), ValueError, "seed must be an integer of at least 0; got -1"),
        (lambda: batches(COST, START, seed=None), TypeError, r"seed must be an integer of at least 0; got None \(NoneType\)"),
    ],
    "search_step_length": [
        *shared(lambda cost, start: search_step_length(cost, start)),
        (lambda: search_step_length(COST, START, 0), ValueError, "steps must be an integer of at least 1; got 0"),
        (lambda: search_step_length(COST, START, 10**12), ValueError, "steps=1000000000000 would need"),
        (
            lambda: search_step_length(COST, START, exponents=3),
            TypeError,
            "exponents must be a pair, the smallest and the largest; got 3",
        ),
        (
            lambda: search_step_length(COST, START, exponents=(1, 2, 3)),
            TypeError,
            r"exponents must be a pair, the smallest and the largest; got \(1, 2, 3\)",
        ),
        (
            lambda: search_step_length(COST, START, exponents=(2, 1)),
            ValueError,
            r"exponents must be in ascending order; got \(2, 1\)",
        ),
        (
            lambda: search_step_length(COST, START, exponents=(0.5, 1)),
            TypeError,
            r"exponents\[0\] must be an integer between -300 and 300; got 0\.5 \(float\)",
        ),
        (
            lambda: search_step_length(COST, START, exponents=(0, 301)),
            ValueError,
            r"exponents\[1\] must be an integer between -300 and 300; got 301",
        ),
    ],
    "newton": [
        *shared(newton),
        (lambda: newton(Bare(), START), TypeError, "cost must be an object with value, gradient and hessian"),
        (lambda: newton(COST, START, 0), ValueError, "steps must be an integer of at least 1; got 0"),
        (lambda: newton(COST, START, 10**12), ValueError, "steps=1000000000000 would need"),
        (lambda: newton(COST, START, epsilon=-1e-7), ValueError, "epsilon must be a number ≥ 0; got -1e-07"),
        (lambda: newton(COST, START, epsilon=np.inf), ValueError, "epsilon must be a finite number; got inf"),
        (lambda: newton(COST, START, epsilon=None), TypeError, r"epsilon must be a finite number; got None \(NoneType\)"),
        (lambda: newton(COST, START, simplified=1), TypeError, r"simplified must be True or False; got 1 \(int\)"),
        (lambda: newton(COST, START, tolerance=np.nan), ValueError, "tolerance must be a finite number; got nan"),
    ],
    "hessian_condition": [
        (lambda: hessian_condition([[1.0, 2.0]]), ValueError, r"hessian must have shape \(n, n\); got shape \(1, 2\)"),
        (lambda: hessian_condition(np.zeros((0, 0))), ValueError, r"hessian must have shape \(n, n\); got shape \(0, 0\)"),
        (lambda: hessian_condition(2.0), ValueError, r"hessian must have shape \(n, n\); got shape \(\)"),
        (
            lambda: hessian_condition([[1.0, np.nan], [np.nan, 1.0]]),
            ValueError,
            "hessian must not contain NaN; found one in row 0, feature 1",
        ),
        (
            lambda: hessian_condition([[1.0, 2.0], [0.0, 1.0]]),
            ValueError,
            "hessian must be symmetric, as a matrix of second derivatives is",
        ),
        (
            lambda: hessian_condition([[1.0, 2.0], [2.0, 1.0]]),
            ValueError,
            "hessian must be that of a convex cost; got a negative eigenvalue, -1",
        ),
        (
            lambda: hessian_condition(np.zeros((2, 2))),
            ValueError,
            "hessian must not be all zero: such a cost has no curvature",
        ),
        (lambda: hessian_condition([["a"]]), TypeError, "hessian must hold real numbers; got text, for example 'a'"),
        (lambda: hessian_condition(None), TypeError, "hessian must hold real numbers; got object entries, for example None"),
    ],
    "contour_ellipse": [
        (lambda: contour_ellipse([[1.0, 2.0]], 1.0), ValueError, r"hessian must have shape \(n, n\); got shape \(1, 2\)"),
        (
            lambda: contour_ellipse(np.ones((2, 2)), 1.0),
            ValueError,
            "hessian must not be singular: along a flat direction contours never close",
        ),
        (lambda: contour_ellipse(ROUND, 0.0), ValueError, "height must be a finite number above 0; got 0"),
        (lambda: contour_ellipse(ROUND, "1"), TypeError, r"height must be a finite number above 0; got '1' \(str\)"),
        (
            lambda: contour_ellipse(ROUND, 1.0, center=[1.0]),
            ValueError,
            r"center must have shape \(2,\), as the hessian; got shape \(1,\)",
        ),
        (
            lambda: contour_ellipse(ROUND, 1.0, center=[1.0, np.nan]),
            ValueError,
            "center must not contain NaN; found one in row 1",
        ),
        (lambda: contour_ellipse(ROUND, 1.0).points(3), ValueError, "n must be an integer of at least 4; got 3"),
        (
            lambda: contour_ellipse(np.eye(3), 1.0).points(),
            ValueError,
            "only an ellipse in 2 dimensions can be drawn; got an ellipsoid in 3",
        ),
    ],
}
