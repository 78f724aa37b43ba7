"""Bad input to boosting and L1 regularization."""

import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    StandardNormalizer,
    boost,
    cross_validate,
    cross_validate_l1,
    l1_gradient_descent,
    l1_path,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT

TAKES_X = {
    "boost": lambda X: boost(X, OUTPUT),
    "l1_path": lambda X: l1_path(X, OUTPUT),
    "l1_gradient_descent": lambda X: l1_gradient_descent(X, OUTPUT, [1.0]),
    "cross_validate_l1": lambda X: cross_validate_l1(X, OUTPUT, folds=2),
    "cross_validate": lambda X: cross_validate(lambda X, y: lambda new: new[:, 0], X, OUTPUT, error="squared", folds=2),
    "StandardNormalizer": lambda X: StandardNormalizer().fit(X),
}
REGRESSIONS = {
    "boost": lambda y: boost(GOOD, y),
    "l1_path": lambda y: l1_path(GOOD, y),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0]),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2),
    "LeastSquares": lambda y: LeastSquares(GOOD, y),
}
CLASSIFICATIONS = {
    "boost": lambda y: boost(GOOD, y, cost="softmax"),
    "l1_path": lambda y: l1_path(GOOD, y, cost="softmax"),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0], cost="softmax"),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2, cost="softmax"),
    "Softmax": lambda y: Softmax(GOOD, y),
}

CASES = {
    "boost": [
        (lambda: boost(GOOD, OUTPUT, rounds=3), ValueError, r"rounds is 3; wanted 1 to 2 \(the number of features\)"),
        (lambda: boost(GOOD, OUTPUT, rounds=0), ValueError, "rounds is 0"),
        (lambda: boost(GOOD, OUTPUT, rounds=-1), ValueError, "rounds is -1"),
        (lambda: boost(GOOD, OUTPUT, rounds=True), TypeError, r"rounds is True \(bool\)"),
        (lambda: boost(GOOD, OUTPUT, rounds="2"), TypeError, r"rounds is '2' \(str\)"),
        (lambda: boost(GOOD, OUTPUT, rounds=1.5), TypeError, "rounds is 1.5"),
        (lambda: boost(GOOD, OUTPUT, cost="softmaxx"), ValueError, "cost is 'softmaxx'.*did you mean 'softmax'"),
        (lambda: boost(GOOD, OUTPUT, cost=3), TypeError, "cost is 3"),
        (lambda: boost(GOOD, OUTPUT, reduction="average"), ValueError, "reduction is 'average'; wanted 'mean' or 'sum'"),
    ],
    "l1_path": [
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[-1.0]), ValueError, "lambdas holds -1"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[]), ValueError, "lambdas has shape"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.nan]), ValueError, "lambdas holds nan"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.inf]), ValueError, "lambdas holds inf"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[[1.0]]), ValueError, "lambdas has shape"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas="x"), TypeError, "lambdas holds text"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=True), TypeError, "lambdas is True"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance=0), ValueError, "tolerance is 0"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance="1"), TypeError, "tolerance is '1'"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance=True), TypeError, "tolerance is True"),
        (lambda: l1_path(GOOD, OUTPUT).at(-0.1), ValueError, "lam holds -0.1"),
        (lambda: l1_path(GOOD, OUTPUT).at(np.nan), ValueError, "lam holds nan"),
        (lambda: l1_path(GOOD, OUTPUT).at("a"), TypeError, "lam holds text"),
        (lambda: l1_path(GOOD, OUTPUT).at(True), TypeError, "lam is True"),
        (lambda: l1_path(GOOD, OUTPUT).at(None), TypeError, "lam holds object"),
        (lambda: l1_path(GOOD, LABELS, cost="softmax").at([[1.0]]), ValueError, "lam has shape"),
    ],
    "l1_gradient_descent": [
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], steps=0), ValueError, "steps is 0"),
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length=-1), ValueError, "step_length is -1"),
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length="1"), TypeError, "step_length is '1'"),
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [-1.0]), ValueError, "lambdas holds -1"),
    ],
    "cross_validate_l1": [
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=5), ValueError, "folds is 5; wanted 2 to 4"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, seed=-1), ValueError, "seed is -1"),
    ],
}
