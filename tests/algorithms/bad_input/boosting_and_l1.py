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
        ([0.0, 1.0], ValueError, r"w has shape \(2,\); wanted \(..., 3\): bias first"),
        (1.0, ValueError, r"w has shape \(\)"),
        (np.empty((0, 3)), ValueError, r"w has shape \(0, 3\)"),
        ([0.0, np.nan, 0.0], ValueError, "w holds a NaN in row 1"),
        (["a", "b", "c"], TypeError, "w holds text"),
    ]
    return [
        (lambda method=method, w=w: getattr(cost(GOOD, y), method)(w), error, message)
        for method in ("value", "gradient", "hessian")
        for w, error, message in wrong
    ]


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
        (lambda: boost(GOOD, OUTPUT, stop=0), ValueError, "stop must be between 0 and 1, a share of the cost; got 0"),
        (lambda: boost(GOOD, OUTPUT, stop=1.0), ValueError, "stop must be between 0 and 1"),
        (lambda: boost(GOOD, OUTPUT, stop=np.nan), ValueError, "stop is nan"),
        (lambda: boost(GOOD, OUTPUT, stop="1 %"), TypeError, "stop is '1 %'"),
        (lambda: boost(GOOD, OUTPUT, group=0), ValueError, "group is 0; wanted 1 to 2"),
        (lambda: boost(GOOD, OUTPUT, group=3), ValueError, "group is 3; wanted 1 to 2"),
        (lambda: boost(GOOD, OUTPUT, group=1.5), TypeError, "group is 1.5"),
        (lambda: boost(GOOD, OUTPUT, group=True), TypeError, "group is True"),
        (lambda: boost(GOOD, OUTPUT, group=2, rounds=2), ValueError, r"rounds is 2; wanted 1 to 1 \(.*features // 2\)"),
        (lambda: boost(GOOD, OUTPUT, max_fits=0), ValueError, "max_fits is 0"),
        (lambda: boost(GOOD, OUTPUT, max_fits=1e6), TypeError, "max_fits is 1000000.0"),
        (lambda: boost(np.eye(9), np.arange(9), group=4, max_fits=99), ValueError, "126 candidate fits.*raise max_fits"),
        (lambda: boost(GOOD, OUTPUT, reduction="average"), ValueError, "reduction is 'average'; wanted 'mean' or 'sum'"),
    ],
    "l2_softmax_path": [
        (lambda: l2_softmax_path(GOOD, LABELS, kind="l1"), ValueError, "kind is 'l1'"),
        (lambda: l2_softmax_path(GOOD, LABELS, kind=2), TypeError, "kind is 2"),
        (lambda: l2_softmax_path(GOOD, LABELS, lambdas=[-1.0]), ValueError, "lambdas holds -1"),
        (lambda: l2_softmax_path(GOOD, LABELS, lambdas=[[1.0]]), ValueError, "lambdas has shape"),
        (lambda: l2_softmax_path(GOOD, LABELS, reduction="total"), ValueError, "reduction is 'total'"),
        (lambda: l2_softmax_path(GOOD, LABELS, fit_bias=1), TypeError, "fit_bias is 1"),
        (lambda: l2_softmax_path(GOOD, LABELS, tolerance=0), ValueError, "tolerance is 0"),
        (lambda: l2_softmax_path(GOOD, LABELS).at(-1.0), ValueError, "lam holds -1"),
        (lambda: l2_softmax_path(GOOD, LABELS).at("a"), TypeError, "lam holds text"),
    ],
    "l1_path": [
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[-1.0]), ValueError, "lambdas holds -1"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[]), ValueError, "lambdas has shape"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.nan]), ValueError, "lambdas holds nan"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.inf]), ValueError, "lambdas holds inf"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=[[1.0]]), ValueError, "lambdas has shape"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas="x"), TypeError, "lambdas holds text"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=True), TypeError, "lambdas is True"),
        (lambda: l1_path(GOOD, OUTPUT, lambdas=1e300), ValueError, "lambdas holds 1e.300; .* between 0 and 1e.120"),
        (lambda: l1_path(GOOD, OUTPUT, fit_bias=1), TypeError, "fit_bias is 1"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance=0), ValueError, "tolerance is 0"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance="1"), TypeError, "tolerance is '1'"),
        (lambda: l1_path(GOOD, OUTPUT, tolerance=True), TypeError, "tolerance is True"),
        (lambda: l1_path(GOOD, OUTPUT, cost="hinge"), ValueError, "cost is 'hinge'; wanted 'least_squares' or 'softmax'"),
        (lambda: l1_path(GOOD, OUTPUT, cost=None), TypeError, "cost is None"),
        (lambda: l1_path(GOOD, OUTPUT, reduction="total"), ValueError, "reduction is 'total'; wanted 'mean' or 'sum'"),
        (lambda: l1_path(GOOD, OUTPUT, reduction=1), TypeError, "reduction is 1"),
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
        (lambda: l1_gradient_descent(GOOD, OUTPUT, None), TypeError, "lambdas holds object"),
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], cost="soft max"), ValueError, "cost is 'soft max'.*'softmax'"),
        (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], reduction="none"), ValueError, "reduction is 'none'"),
    ],
    "cross_validate": [
        (
            lambda: cross_validate("ridge", GOOD, OUTPUT, error="squared", folds=2),
            TypeError,
            "fit is 'ridge'; wanted a callable",
        ),
        (
            lambda: cross_validate(
                lambda X, y: lambda new: np.nan * new[:, 0], GOOD, LABELS, error="misclassification", folds=2
            ),
            ValueError,
            "fit's predictions must not be NaN; got one in row 0",
        ),
        (
            lambda: cross_validate(lambda X, y: lambda new: y, GOOD, OUTPUT, error="squared", folds=4),
            ValueError,
            r"fit's predictions have shape \(3, 1\); wanted \(1, G\)",
        ),
        (
            lambda: cross_validate(lambda X, y: lambda new: np.full(len(new), np.inf), GOOD, OUTPUT, error="squared", folds=2),
            ValueError,
            "error is not finite in fold 0",
        ),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="square"), ValueError, "error is 'square'.*did you mean 'squared'"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error=None), TypeError, "error is None"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=1), ValueError, "folds is 1; wanted 2 to 4"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2.0), TypeError, "folds is 2.0"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2, seed=-1), ValueError, "seed is -1"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2, seed=None), TypeError, "seed is None"),
        (lambda: cross_validate(mean, GOOD, OUTPUT, error="squared", folds=2, stratify="yes"), TypeError, "stratify is 'yes'"),
    ],
    "cross_validate_l1": [
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=5), ValueError, "folds is 5; wanted 2 to 4"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, seed=-1), ValueError, "seed is -1"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, [1.0, -2.0], folds=2), ValueError, "lambdas holds -2"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, cost="logistic"), ValueError, "cost is 'logistic'"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, reduction="avg"), ValueError, "reduction is 'avg'"),
        (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, standardize=2), TypeError, "standardize is 2"),
    ],
    "LeastSquares": [
        (lambda: LeastSquares(GOOD, OUTPUT, reduction="means"), ValueError, "reduction is 'means'.*did you mean 'mean'"),
        (lambda: LeastSquares([1.0, 2.0], OUTPUT), ValueError, r"X has shape \(2,\); wanted \(P, N\)"),
        *wrong_weights(LeastSquares, OUTPUT),
        (lambda: LeastSquares(GOOD, OUTPUT).hessian([1.0]), ValueError, r"w has shape \(1,\); wanted \(..., 3\)"),
    ],
    "Softmax": [
        (lambda: Softmax(GOOD, LABELS, reduction=None), TypeError, r"reduction is None \(NoneType\); wanted 'mean' or 'sum'"),
        (lambda: Softmax([[np.nan]], [1.0]), ValueError, "X holds a NaN in row 0"),
        *wrong_weights(Softmax, LABELS),
        (lambda: Softmax(GOOD, LABELS).hessian(np.zeros((2, 3))), ValueError, r"w has shape \(2, 3\); wanted \(3,\): one"),
    ],
    "StandardNormalizer": [
        (lambda: StandardNormalizer(ddof=2).fit(GOOD), ValueError, "ddof is 2; wanted 0 to 1"),
        (lambda: StandardNormalizer(ddof=True).fit(GOOD), TypeError, "ddof is True"),
        (lambda: StandardNormalizer(constant="dorp").fit(GOOD), ValueError, "constant is 'dorp'.*did you mean 'drop'"),
        (lambda: StandardNormalizer(constant=True).fit(GOOD), TypeError, "constant is True"),
        (lambda: StandardNormalizer(1, constant="keep").fit([[1.0]]), ValueError, r"X has 1 example\(s\).*ddof = 1"),
        (lambda: StandardNormalizer().fit(GOOD).transform(GOOD[:, :1]), ValueError, "X has 1 features, but .* expecting 2"),
        (lambda: StandardNormalizer().fit(GOOD).inverse_transform([[0.0, np.inf]]), ValueError, "X holds an infinite value"),
    ],
}
