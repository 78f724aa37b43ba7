"""Bad folds of one's own, and bad input to the cross-validation of boosting."""

import numpy as np

from fewidgets.algorithms import (
    cross_validate,
    cross_validate_boost,
    cross_validate_l1,
    degree_sweep,
    forward_selection,
)
from tests.algorithms.bad_input.boosting_and_l1 import mean
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

TAKES_X = {"cross_validate_boost": lambda X: cross_validate_boost(X, OUTPUT, folds=2)}
REGRESSIONS = {"cross_validate_boost": lambda y: cross_validate_boost(GOOD, y, folds=2)}
CLASSIFICATIONS = {
    "cross_validate_boost": lambda y: cross_validate_boost(GOOD, y, folds=2, cost="softmax"),
    "cross_validate misclassification": lambda y: cross_validate(mean, GOOD, y, error="misclassification", folds=2),
    "cross_validate softmax": lambda y: cross_validate(mean, GOOD, y, error="softmax", folds=2),
}


def wrong_folds(call):
    return [
        (lambda: call([0, 1]), ValueError, r"fold_of must have shape \(4,\)"),
        (lambda: call([0.0, 1.0, 0.0, 1.0]), TypeError, "fold_of must hold integers"),
        (lambda: call([0, 0, 0, 0]), ValueError, "fold_of must name at least two folds"),
    ]


CASES = {
    "cross_validate": [
        *wrong_folds(lambda fold_of: cross_validate(mean, GOOD, OUTPUT, error="squared", fold_of=fold_of)),
    ],
    "cross_validate_l1": wrong_folds(lambda fold_of: cross_validate_l1(GOOD, OUTPUT, fold_of=fold_of)),
    "degree_sweep": wrong_folds(lambda fold_of: degree_sweep(GOOD, OUTPUT, 1, fold_of=fold_of)),
    "forward_selection": wrong_folds(lambda fold_of: forward_selection(GOOD, OUTPUT, fold_of=fold_of)),
    "cross_validate_boost": [
        *wrong_folds(lambda fold_of: cross_validate_boost(GOOD, OUTPUT, fold_of=fold_of)),
        (
            lambda: cross_validate_boost(GOOD, OUTPUT, folds=5),
            ValueError,
            r"folds must be an integer between 2 and 4 \(the number of examples\); got 5",
        ),
        (
            lambda: cross_validate_boost(GOOD, OUTPUT, folds=2, seed=-1),
            ValueError,
            "seed must be an integer of at least 0; got -1",
        ),
        (
            lambda: cross_validate_boost(GOOD, OUTPUT, folds=2, rounds=3),
            ValueError,
            r"rounds must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (
            lambda: cross_validate_boost(GOOD, OUTPUT, folds=2, cost="hinge"),
            ValueError,
            "cost must be 'least_squares' or 'softmax'; got 'hinge'",
        ),
        (
            lambda: cross_validate_boost([[0.0], [0.0], [1.0], [0.0]], OUTPUT, fold_of=[0, 0, 1, 1]),
            ValueError,
            "X must vary within the training examples of each fold; use fewer folds",
        ),
        (
            lambda: cross_validate_boost(np.eye(4), [1.0, 1.0, 2.0, 2.0], fold_of=[0, 0, 1, 1]),
            ValueError,
            "y is constant",
        ),
    ],
}
