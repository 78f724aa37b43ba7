"""Bad input to ridge regression, in the primal and in the dual, and to kernels and their features."""

import numpy as np

from fewidgets.algorithms import (
    cross_validate_ridge,
    kernel_ridge,
    polynomial_kernel,
    polynomial_kernel_features,
    rbf_features,
    rbf_kernel,
    ridge,
    ridge_path,
)
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

TAKES_X = {
    "ridge": lambda X: ridge(X, OUTPUT, 1.0),
    "ridge_path": lambda X: ridge_path(X, OUTPUT),
    "cross_validate_ridge": lambda X: cross_validate_ridge(X, OUTPUT, folds=2),
    "kernel_ridge": lambda X: kernel_ridge(X, OUTPUT, 1.0),
}
REGRESSIONS = {
    "ridge": lambda y: ridge(GOOD, y, 1.0),
    "ridge_path": lambda y: ridge_path(GOOD, y),
    "cross_validate_ridge": lambda y: cross_validate_ridge(GOOD, y, folds=2),
    "kernel_ridge": lambda y: kernel_ridge(GOOD, y, 1.0),
}


def wrong_points(function):
    """Spoil the points that a kernel or a feature map is taken at."""
    return [
        (lambda: function(GOOD[0]), ValueError, r"X has shape \(2,\); wanted \(P, N\)"),
        (lambda: function(GOOD[:0]), ValueError, "X has shape .* at least one example"),
        (lambda: function([[0.0, np.nan]]), ValueError, "X holds a NaN in row 0, feature 1"),
        (lambda: function([["a"]]), TypeError, "X holds text"),
        (lambda: function(GOOD, gamma=0.0), ValueError, "gamma is 0; wanted a finite number above 0"),
        (lambda: function(GOOD, gamma="scale"), TypeError, "gamma is 'scale'"),
    ]


def wrong_others(kernel):
    """Spoil the second set of points of a kernel."""
    return [
        (lambda: kernel(GOOD, GOOD[:, :1]), ValueError, "Z has 1 features; wanted 2, as X"),
        (lambda: kernel(GOOD, [[np.inf, 0.0]]), ValueError, "Z holds an infinite value"),
        (lambda: kernel(GOOD, "text"), TypeError, "Z holds text"),
    ]


def wrong_polynomials(function):
    """Spoil what polynomial kernels and their features take."""
    return [
        (lambda: function(GOOD, degree=0), ValueError, "degree is 0; wanted 1 to 100"),
        (lambda: function(GOOD, degree=101), ValueError, "degree is 101"),
        (lambda: function(GOOD, degree=2.0), TypeError, "degree is 2.0"),
        (lambda: function(GOOD, offset=-1.0), ValueError, "offset is -1; wanted a number ≥ 0"),
        (lambda: function(GOOD, offset=None), TypeError, "offset is None"),
        (lambda: function(1e50 * GOOD, degree=3), ValueError, r"X, with gamma = 0.5 .* rescale X first"),
    ]


CASES = {
    "ridge": [
        (lambda: ridge(GOOD, OUTPUT, -1.0), ValueError, "lam holds -1; penalty parameters λ must not be negative"),
        (lambda: ridge(GOOD, OUTPUT, np.nan), ValueError, "lam holds nan"),
        (lambda: ridge(GOOD, OUTPUT, [1.0, 2.0]), ValueError, r"lam has shape \(2,\); wanted one number: see ridge_path"),
        (lambda: ridge(GOOD, OUTPUT, "1"), TypeError, "lam holds text"),
        (lambda: ridge(GOOD, OUTPUT, True), TypeError, "lam is True"),
        (lambda: ridge(GOOD, OUTPUT, 1.0, reduction="average"), ValueError, "reduction is 'average'"),
        (lambda: ridge(GOOD, OUTPUT, 1.0, fit_bias=1), TypeError, "fit_bias is 1"),
    ],
    "ridge_path": [
        (lambda: ridge_path(GOOD, OUTPUT, lambdas=[1.0, -2.0]), ValueError, "lambdas holds -2"),
        (lambda: ridge_path(GOOD, OUTPUT, lambdas=[]), ValueError, "lambdas has shape"),
        (lambda: ridge_path(GOOD, OUTPUT, lambdas=["x"]), TypeError, "lambdas holds text"),
        (lambda: ridge_path(GOOD, OUTPUT, reduction=None), TypeError, "reduction is None"),
        (lambda: ridge_path(GOOD, OUTPUT, fit_bias="no"), TypeError, "fit_bias is 'no'"),
        (lambda: ridge_path(GOOD, OUTPUT).at(-0.5), ValueError, "lam holds -0.5"),
        (lambda: ridge_path(GOOD, OUTPUT).at([[1.0]]), ValueError, "lam has shape"),
        (lambda: ridge_path(GOOD, OUTPUT).at("1"), TypeError, "lam holds text"),
    ],
    "cross_validate_ridge": [
        (lambda: cross_validate_ridge(GOOD, OUTPUT, [-1.0], folds=2), ValueError, "lambdas holds -1"),
        (
            lambda: cross_validate_ridge(np.eye(4), OUTPUT, [0.0], folds=4, standardize=False),
            ValueError,
            "lambdas holds 0, at which",
        ),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds=5), ValueError, "folds is 5; wanted 2 to 4"),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds="2"), TypeError, "folds is '2'"),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds=2, seed=-3), ValueError, "seed is -3"),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds=4, seed=-3, standardize=False), ValueError, "seed is -3"),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds=2, reduction="l2"), ValueError, "reduction is 'l2'"),
        (lambda: cross_validate_ridge(GOOD, OUTPUT, folds=2, standardize=None), TypeError, "standardize is None"),
        (lambda: cross_validate_ridge(GOOD, [1.0, 1.0, 1.0, 2.0], folds=4), ValueError, "y is constant"),
    ],
    "kernel_ridge": [
        (lambda: kernel_ridge(GOOD, OUTPUT, 0.0), ValueError, "lam is 0; wanted a finite number above 0"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1e-40, kernel="linear"), ValueError, "lam must be at least .* got 1e-40"),
        (lambda: kernel_ridge(GOOD, OUTPUT, [1.0]), TypeError, r"lam is \[1.0\]"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="gaussian"), ValueError, "kernel is 'gaussian'; wanted 'linear' or"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=None), TypeError, "kernel is None"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X), ValueError, r"kernel's result has shape \(4, 2\)"),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X @ Z.T + np.nan),
            ValueError,
            "kernel's result holds a NaN",
        ),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X @ Z[::-1].T), ValueError, "kernel gives .* symmetric"),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 4.0, kernel=lambda X, Z: -np.ones((4, 4)), reduction="sum"),
            ValueError,
            "kernel gives",
        ),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="polynomial", degree=0), ValueError, "degree is 0"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, degree="3"), TypeError, "degree is '3'"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, gamma=-1.0), ValueError, "gamma is -1"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="polynomial", offset=-1), ValueError, "offset is -1"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, reduction="summ"), ValueError, "reduction is 'summ'.*did you mean 'sum'"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, fit_bias=0), TypeError, "fit_bias is 0"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0).predict(GOOD[:, :1]), ValueError, "X has 1 features; wanted 2"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0).predict([1.0, 2.0]), ValueError, r"X has shape \(2,\)"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0).weights(GOOD[:2]), ValueError, "features has 2 rows; wanted 4"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0).weights("a"), TypeError, "features holds text"),
    ],
    "polynomial_kernel": [
        *wrong_points(polynomial_kernel),
        *wrong_others(polynomial_kernel),
        *wrong_polynomials(polynomial_kernel),
    ],
    "rbf_kernel": [*wrong_points(rbf_kernel), *wrong_others(rbf_kernel)],
    "polynomial_kernel_features": [*wrong_points(polynomial_kernel_features), *wrong_polynomials(polynomial_kernel_features)],
    "rbf_features": [
        *wrong_points(lambda X, **options: rbf_features(X, degree=3, **options)),
        (lambda: rbf_features(GOOD, degree=-1), ValueError, "degree is -1"),
        (lambda: rbf_features(GOOD, degree=None), TypeError, "degree is None"),
        (lambda: rbf_features(GOOD, degree=10**6), ValueError, "degree=1000000 would need .* of memory"),
    ],
}
