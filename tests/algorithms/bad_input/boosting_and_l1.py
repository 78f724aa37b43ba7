"""Bad input to boosting and L1 regularization."""

from fractions import Fraction

import numpy as np

from fewidgets.algorithms import (
    boost,
    cross_validate,
    cross_validate_l1,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT


def mean(X, y):
    """Fit the mean alone: the least that `cross_validate` can be called with."""
    return lambda new: np.full(len(new), y.mean())


TAKES_X = {
    "boost": lambda X: boost(X, OUTPUT),
    "cross_validate_l1": lambda X: cross_validate_l1(X, OUTPUT, folds=2),
    "cross_validate": lambda X: cross_validate(mean, X, OUTPUT, error="squared", folds=2),
}
REGRESSIONS = {
    "cross_validate": lambda y: cross_validate(mean, GOOD, y, error="squared", folds=2),
    "boost": lambda y: boost(GOOD, y),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2),
}
CLASSIFICATIONS = {
    "boost": lambda y: boost(GOOD, y, cost="softmax"),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2, cost="softmax"),
}


CASES = {
    "boost": [
        (
            lambda: boost(GOOD, OUTPUT, rounds=3),
            ValueError,
            r"rounds must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: boost(GOOD, OUTPUT, rounds=True), TypeError, r"rounds must be .*; got True \(bool\)"),
        (
            lambda: boost(GOOD, OUTPUT, cost="softmaxx"),
            ValueError,
            r"cost must be 'least_squares' or 'softmax'; got 'softmaxx'\. Did you mean 'softmax'\?",
        ),
        (lambda: boost(GOOD, OUTPUT, cost=3), TypeError, r"cost must be 'least_squares' or 'softmax'; got 3 \(int\)"),
        (lambda: boost(GOOD, OUTPUT, stop=0), ValueError, "stop must be between 0 and 1, a share of the cost; got 0"),
        (
            lambda: boost(GOOD, OUTPUT, stop=Fraction(3, 2)),
            ValueError,
            "stop must be between 0 and 1, a share of the cost; got 1.5",
        ),
        (lambda: boost(GOOD, OUTPUT, stop="1 %"), TypeError, r"stop must be a finite number; got '1 %' \(str\)"),
        (
            lambda: boost(GOOD, OUTPUT, group=0),
            ValueError,
            r"group must be an integer between 1 and 2 \(the number of features\); got 0",
        ),
        (lambda: boost(GOOD, OUTPUT, group=1.5), TypeError, r"group must be .*; got 1\.5 \(float\)"),
        (lambda: boost(GOOD, OUTPUT, max_fits=0), ValueError, "max_fits must be an integer of at least 1; got 0"),
        (
            lambda: boost(GOOD, OUTPUT, max_fits=1e6),
            TypeError,
            r"max_fits must be an integer of at least 1; got 1000000\.0 \(float\)",
        ),
        (lambda: boost(np.eye(9), np.arange(9), group=4, max_fits=99), ValueError, "126 candidate fits.*raise max_fits"),
        (lambda: boost(GOOD, OUTPUT, reduction="average"), ValueError, "reduction must be 'mean' or 'sum'; got 'average'"),
    ],
    "cross_validate": [
        (
            lambda: cross_validate("ridge", GOOD, OUTPUT, error="squared", folds=2),
            TypeError,
            r"fit must be a callable, fit\(X_train, y_train\), that returns predict\(X_test\); got 'ridge'",
        ),
        (
            lambda: cross_validate(
                lambda X, y: lambda new: np.nan * new[:, 0], GOOD, LABELS, error="misclassification", folds=2
            ),
            ValueError,
            "fit's predictions must not be NaN; got one in row 0",
        ),
        (
            lambda: cross_validate(lambda X, y: lambda new: np.full(len(new), np.inf), GOOD, OUTPUT, error="squared", folds=2),
            ValueError,
            r"error must be a number of at most 1e\+120; got inf in fold 0",
        ),
        (
            lambda: cross_validate(mean, GOOD, OUTPUT, error="square"),
            ValueError,
            r"error must be 'squared', 'misclassification' or 'softmax'; got 'square'\. Did you mean 'squared'\?",
        ),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error=None), TypeError, r"error must be .*; got None \(NoneType\)"),
        (
            lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=1),
            ValueError,
            r"folds must be an integer between 2 and 4 \(the number of examples\); got 1",
        ),
        (
            lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2.0),
            TypeError,
            r"folds must be .*; got 2\.0 \(float\)",
        ),
        (
            lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2, seed=-1),
            ValueError,
            "seed must be an integer of at least 0; got -1",
        ),
        (
            lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2, seed=None),
            TypeError,
            r"seed must be an integer of at least 0; got None \(NoneType\)",
        ),
    ],
    "cross_validate_l1": [
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, folds=5),
            ValueError,
            r"folds must be an integer between 2 and 4 \(the number of examples\); got 5",
        ),
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, seed=-1),
            ValueError,
            "seed must be an integer of at least 0; got -1",
        ),
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, [1.0, -2.0], folds=2),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -2",
        ),
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, cost="logistic"),
            ValueError,
            "cost must be 'least_squares' or 'softmax'; got 'logistic'",
        ),
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, reduction="avg"),
            ValueError,
            "reduction must be 'mean' or 'sum'; got 'avg'",
        ),
        (
            lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, standardize=2),
            TypeError,
            r"standardize must be True or False; got 2 \(int\)",
        ),
    ],
}
