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
    l2_softmax_path,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT


def mean(X, y):
    """Fit the mean alone: the least that `cross_validate` can be called with."""
    return lambda new: np.full(len(new), y.mean())


TAKES_X = {
    "boost": lambda X: boost(X, OUTPUT),
    "l1_path": lambda X: l1_path(X, OUTPUT),
    "l2_softmax_path": lambda X: l2_softmax_path(X, LABELS),
    "l1_gradient_descent": lambda X: l1_gradient_descent(X, OUTPUT, [1.0]),
    "cross_validate_l1": lambda X: cross_validate_l1(X, OUTPUT, folds=2),
    "cross_validate": lambda X: cross_validate(mean, X, OUTPUT, error="squared", folds=2),
    "StandardNormalizer": lambda X: StandardNormalizer().fit(X),
}
REGRESSIONS = {
    "cross_validate": lambda y: cross_validate(mean, GOOD, y, error="squared", folds=2),
    "boost": lambda y: boost(GOOD, y),
    "l1_path": lambda y: l1_path(GOOD, y),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0]),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2),
    "LeastSquares": lambda y: LeastSquares(GOOD, y),
}
CLASSIFICATIONS = {
    "boost": lambda y: boost(GOOD, y, cost="softmax"),
    "l1_path": lambda y: l1_path(GOOD, y, cost="softmax"),
    "l2_softmax_path": lambda y: l2_softmax_path(GOOD, y),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0], cost="softmax"),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2, cost="softmax"),
    "Softmax": lambda y: Softmax(GOOD, y),
}


def wrong_weights(cost, y):
    """Spoil the weights handed to a cost's methods."""
    wrong = [
        ([0.0, 1.0], ValueError, r"w must have shape \(\.\.\., 3\), the bias first; got shape \(2,\)"),
        (1.0, ValueError, r"w must have shape \(\.\.\., 3\), the bias first; got shape \(\)"),
        (np.empty((0, 3)), ValueError, r"w must have shape \(\.\.\., 3\), the bias first; got shape \(0, 3\)"),
        ([0.0, np.nan, 0.0], ValueError, "w must not contain NaN; found one in row 1"),
        (["a", "b", "c"], TypeError, "w must hold real numbers; got text, for example 'a'"),
    ]
    return [
        (lambda method=method, w=w: getattr(cost(GOOD, y), method)(w), error, message)
        for method in ("value", "gradient", "hessian")
        for w, error, message in wrong
    ]


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
    "l2_softmax_path": [
        (lambda: l2_softmax_path(GOOD, LABELS, kind="l1"), ValueError, "kind must be 'l2' or 'squared_l2'; got 'l1'"),
        (lambda: l2_softmax_path(GOOD, LABELS, kind=2), TypeError, r"kind must be 'l2' or 'squared_l2'; got 2 \(int\)"),
        (
            lambda: l2_softmax_path(GOOD, LABELS, lambdas=[-1.0]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -1",
        ),
        (lambda: l2_softmax_path(GOOD, LABELS, lambdas=[[1.0]]), ValueError, r"lambdas must be .*; got shape \("),
        (
            lambda: l2_softmax_path(GOOD, LABELS, reduction="total"),
            ValueError,
            "reduction must be 'mean' or 'sum'; got 'total'",
        ),
        (lambda: l2_softmax_path(GOOD, LABELS, fit_bias=1), TypeError, r"fit_bias must be True or False; got 1 \(int\)"),
        (lambda: l2_softmax_path(GOOD, LABELS, tolerance=0), ValueError, "tolerance must be a finite number above 0; got 0"),
        (
            lambda: l2_softmax_path(GOOD, LABELS).at(-1.0),
            ValueError,
            r"lam must be a penalty parameter λ between 0 and 1e\+120; got -1",
        ),
        (lambda: l2_softmax_path(GOOD, LABELS).at("a"), TypeError, "lam must hold real numbers; got text, for example 'a'"),
    ],
    "l1_path": [
        (
            lambda: l1_path(GOOD, OUTPUT, lambdas=[-1.0]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -1",
        ),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[]), ValueError, r"lambdas must be .*; got shape \("),
        (
            lambda: l1_path(GOOD, OUTPUT, lambdas=[np.nan]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got nan",
        ),
        (
            lambda: l1_path(GOOD, OUTPUT, lambdas=[np.inf]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got inf",
        ),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[[1.0]]), ValueError, r"lambdas must be .*; got shape \("),
        (lambda: l1_path(GOOD, OUTPUT, lambdas="x"), TypeError, "lambdas must hold real numbers; got text, for example 'x'"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=True), TypeError, "lambdas must hold numbers λ ≥ 0; got True"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=1e300), ValueError, r"lambdas must be .*; got 1e\+300"),
        (lambda: l1_path(GOOD, OUTPUT, fit_bias=1), TypeError, r"fit_bias must be True or False; got 1 \(int\)"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance=0), ValueError, "tolerance must be a finite number above 0; got 0"),
        (
            lambda: l1_path(GOOD, OUTPUT, tolerance="1"),
            TypeError,
            r"tolerance must be a finite number above 0; got '1' \(str\)",
        ),
        (
            lambda: l1_path(GOOD, OUTPUT, tolerance=True),
            TypeError,
            r"tolerance must be a finite number above 0; got True \(bool\)",
        ),
        (lambda: l1_path(GOOD, OUTPUT, cost="hinge"), ValueError, "cost must be 'least_squares' or 'softmax'; got 'hinge'"),
        (
            lambda: l1_path(GOOD, OUTPUT, cost=None),
            TypeError,
            r"cost must be 'least_squares' or 'softmax'; got None \(NoneType\)",
        ),
        (lambda: l1_path(GOOD, OUTPUT, reduction="total"), ValueError, "reduction must be 'mean' or 'sum'; got 'total'"),
        (lambda: l1_path(GOOD, OUTPUT, reduction=1), TypeError, r"reduction must be 'mean' or 'sum'; got 1 \(int\)"),
        (
            lambda: l1_path(GOOD, OUTPUT).at(-0.1),
            ValueError,
            r"lam must be a penalty parameter λ between 0 and 1e\+120; got -0\.1",
        ),
        (
            lambda: l1_path(GOOD, OUTPUT).at(np.nan),
            ValueError,
            r"lam must be a penalty parameter λ between 0 and 1e\+120; got nan",
        ),
        (lambda: l1_path(GOOD, OUTPUT).at("a"), TypeError, "lam must hold real numbers; got text, for example 'a'"),
        (lambda: l1_path(GOOD, OUTPUT).at(True), TypeError, "lam must hold numbers λ ≥ 0; got True"),
        (
            lambda: l1_path(GOOD, OUTPUT).at(None),
            TypeError,
            "lam must hold real numbers; got object entries, for example None",
        ),
        (lambda: l1_path(GOOD, LABELS, cost="softmax").at([[1.0]]), ValueError, r"lam must be .*; got shape \(1, 1\)"),
    ],
    "l1_gradient_descent": [
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], steps=0),
            ValueError,
            "steps must be an integer of at least 1; got 0",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length=-1),
            ValueError,
            "step_length must be a finite number above 0; got -1",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length="1"),
            TypeError,
            r"step_length must be a finite number above 0; got '1' \(str\)",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [-1.0]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -1",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, None),
            TypeError,
            "lambdas must hold real numbers; got object entries, for example None",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], cost="soft max"),
            ValueError,
            r"cost must be .*; got 'soft max'\. Did you mean 'softmax'\?",
        ),
        (
            lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], reduction="none"),
            ValueError,
            "reduction must be 'mean' or 'sum'; got 'none'",
        ),
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
    "LeastSquares": [
        (
            lambda: LeastSquares(GOOD, OUTPUT, reduction="means"),
            ValueError,
            r"reduction must be 'mean' or 'sum'; got 'means'\. Did you mean 'mean'\?",
        ),
        (
            lambda: LeastSquares([1.0, 2.0], OUTPUT),
            ValueError,
            r"X must be two-dimensional \(examples × features\); got shape \(2,\)",
        ),
        *wrong_weights(LeastSquares, OUTPUT),
        (
            lambda: LeastSquares(GOOD, OUTPUT).hessian([1.0]),
            ValueError,
            r"w must have shape \(\.\.\., 3\), the bias first; got shape \(1,\)",
        ),
    ],
    "Softmax": [
        (
            lambda: Softmax(GOOD, LABELS, reduction=None),
            TypeError,
            r"reduction must be 'mean' or 'sum'; got None \(NoneType\)",
        ),
        (lambda: Softmax([[np.nan]], [1.0]), ValueError, "X must not contain NaN; found one in row 0, feature 0"),
        *wrong_weights(Softmax, LABELS),
        (
            lambda: Softmax(GOOD, LABELS).hessian(np.zeros((2, 3))),
            ValueError,
            r"w must have shape \(3,\), one set of weights; got shape \(2, 3\)",
        ),
    ],
    "StandardNormalizer": [
        (lambda: StandardNormalizer(ddof=2).fit(GOOD), ValueError, "ddof must be an integer between 0 and 1; got 2"),
        (
            lambda: StandardNormalizer(ddof=True).fit(GOOD),
            TypeError,
            r"ddof must be an integer between 0 and 1; got True \(bool\)",
        ),
        (
            lambda: StandardNormalizer(constant="dorp").fit(GOOD),
            ValueError,
            r"constant must be 'error', 'keep' or 'drop'; got 'dorp'\. Did you mean 'drop'\?",
        ),
        (
            lambda: StandardNormalizer(constant=True).fit(GOOD),
            TypeError,
            r"constant must be 'error', 'keep' or 'drop'; got True \(bool\)",
        ),
        (lambda: StandardNormalizer(1, constant="keep").fit([[1.0]]), ValueError, "X must have more examples than ddof = 1"),
        (lambda: StandardNormalizer().fit(GOOD).transform(GOOD[:, :1]), ValueError, "X has 1 features, but .* expecting 2"),
        (
            lambda: StandardNormalizer().fit(GOOD).inverse_transform([[0.0, np.inf]]),
            ValueError,
            "X must be finite; found an infinite value in row 0, feature 1",
        ),
    ],
}
