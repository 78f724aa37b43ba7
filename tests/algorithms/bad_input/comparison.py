"""Bad input to the comparison of selectors."""

import numpy as np

from fewidgets.algorithms import compare_selectors, selection_stability
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT

TAKES_X = {"compare_selectors": lambda X: compare_selectors(X, OUTPUT)}
REGRESSIONS = {"compare_selectors": lambda y: compare_selectors(GOOD, y)}
CLASSIFICATIONS = {"compare_selectors": lambda y: compare_selectors(GOOD, y, cost="softmax")}


def call(**keywords):
    return lambda: compare_selectors(GOOD, OUTPUT, **keywords)


CASES = {
    "compare_selectors": [
        (call(cost="logistic"), ValueError, "cost must be 'least_squares' or 'softmax'; got 'logistic'"),
        (call(cost="softmax"), ValueError, r"y must contain only -1 and \+1"),
        (call(names=["impurity importance"]), ValueError, "names must be"),
        (call(size=3), ValueError, "size must be an integer between 1 and 2"),
        (call(repeats=0), ValueError, "repeats must be an integer between 1 and 1000; got 0"),
        (call(seed=-1), ValueError, "seed must be an integer of at least 0; got -1"),
        (call(forest=3), TypeError, "forest must be a function of X and y that returns a fitted forest; got 3"),
        (call(names="boosting"), TypeError, r"names must be a sequence of names of selectors; got 'boosting' \(str\)"),
        (call(names=[]), TypeError, "names must be a sequence of names"),
        (call(feature_names=["a"]), ValueError, "feature_names must have 2 names, one per feature; got 1"),
        (
            lambda: compare_selectors(GOOD, LABELS, cost="softmax"),
            ValueError,
            "y must have at least 4 examples of each label, so that both halves have two; got 2",
        ),
        (
            lambda: compare_selectors(np.eye(8)[:, :2], np.eye(8)[0], repeats=9),
            ValueError,
            r"y in a half of the examples is constant \(every value is 0\)",
        ),
    ],
    "selection_stability": [
        (lambda: selection_stability([[1, 0]]), ValueError, r"selected must have shape \(R, N\), with at least two sets"),
        (lambda: selection_stability([[1, 0], [2, 0]]), ValueError, "selected must hold only True and False, or 1 and 0"),
        (lambda: selection_stability([["a"], ["b"]]), TypeError, "selected must hold real numbers; got text"),
    ],
}
