"""Bad input to ridge regression, in the primal and in the dual, and to kernels and their features."""

import numpy as np

from fewidgets.algorithms import (
    kernel_ridge,
    polynomial_kernel,
    polynomial_kernel_features,
    rbf_kernel,
    ridge,
    ridge_path,
)
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

TAKES_X = {
    "ridge": lambda X: ridge(X, OUTPUT, 1.0),
    "ridge_path": lambda X: ridge_path(X, OUTPUT),
    "kernel_ridge": lambda X: kernel_ridge(X, OUTPUT, 1.0),
}
REGRESSIONS = {
    "ridge": lambda y: ridge(GOOD, y, 1.0),
    "ridge_path": lambda y: ridge_path(GOOD, y),
    "kernel_ridge": lambda y: kernel_ridge(GOOD, y, 1.0),
}


def wrong_points(function):
    """Spoil the points that a kernel or a feature map is taken at."""
    return [
        (lambda: function(GOOD[0]), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(2,\)"),
        (lambda: function(GOOD[:0]), ValueError, r"X must have at least one example and one feature; got shape \(0, 2\)"),
        (lambda: function([[0.0, np.nan]]), ValueError, "X must not contain NaN; found one in row 0, feature 1"),
        (lambda: function([["a"]]), TypeError, "X must hold real numbers; got text, for example 'a'"),
        (lambda: function(GOOD, gamma=0.0), ValueError, "gamma must be a finite number above 0; got 0"),
        (lambda: function(GOOD, gamma="scale"), TypeError, r"gamma must be a finite number above 0; got 'scale' \(str\)"),
    ]


def wrong_others(kernel):
    """Spoil the second set of points of a kernel."""
    return [
        (lambda: kernel(GOOD, GOOD[:, :1]), ValueError, "Z must have 2 features, as X; got 1"),
        (lambda: kernel(GOOD, [[np.inf, 0.0]]), ValueError, "Z must be finite; found an infinite value in row 0, feature 0"),
        (lambda: kernel(GOOD, "text"), TypeError, "Z must hold real numbers; got text, for example 'text'"),
    ]


def wrong_polynomials(function):
    """Spoil what polynomial kernels and their features take."""
    return [
        (lambda: function(GOOD, degree=0), ValueError, "degree must be an integer between 1 and 100; got 0"),
        (lambda: function(GOOD, degree=101), ValueError, "degree must be an integer between 1 and 100; got 101"),
        (lambda: function(GOOD, degree=2.0), TypeError, r"degree must be an integer between 1 and 100; got 2\.0 \(float\)"),
        (
            lambda: function(GOOD, offset=-1.0),
            ValueError,
            r"offset must be a number ≥ 0, or the kernel is no φ\(x\)·φ\(z\); got -1",
        ),
        (lambda: function(GOOD, offset=None), TypeError, r"offset must be a finite number; got None \(NoneType\)"),
        (
            lambda: function(1e50 * GOOD, degree=3),
            ValueError,
            r"X is too large for degree 3: with gamma = 0\.5 and offset = 1, γ x·z \+ offset reaches",
        ),
    ]


CASES = {
    "ridge": [
        (lambda: ridge(GOOD, OUTPUT, -1.0), ValueError, r"lam must be a penalty parameter λ between 0 and 1e\+120; got -1"),
        (lambda: ridge(GOOD, OUTPUT, np.nan), ValueError, r"lam must be a penalty parameter λ between 0 and 1e\+120; got nan"),
        (
            lambda: ridge(GOOD, OUTPUT, [1.0, 2.0]),
            ValueError,
            r"lam must be one number; got shape \(2,\)\. ridge_path takes several\.",
        ),
        (lambda: ridge(GOOD, OUTPUT, "1"), TypeError, "lam must hold real numbers; got text, for example '1'"),
        (lambda: ridge(GOOD, OUTPUT, True), TypeError, "lam must hold numbers λ ≥ 0; got True"),
        (
            lambda: ridge(GOOD, OUTPUT, 1.0, reduction="average"),
            ValueError,
            "reduction must be 'mean' or 'sum'; got 'average'",
        ),
        (lambda: ridge(GOOD, OUTPUT, 1.0, fit_bias=1), TypeError, r"fit_bias must be True or False; got 1 \(int\)"),
    ],
    "ridge_path": [
        (
            lambda: ridge_path(GOOD, OUTPUT, lambdas=[1.0, -2.0]),
            ValueError,
            r"lambdas must be penalty parameters λ between 0 and 1e\+120; got -2",
        ),
        (lambda: ridge_path(GOOD, OUTPUT, lambdas=[]), ValueError, r"lambdas must be .*; got shape \(0,\)"),
        (
            lambda: ridge_path(GOOD, OUTPUT, lambdas=["x"]),
            TypeError,
            "lambdas must hold real numbers; got text, for example 'x'",
        ),
        (
            lambda: ridge_path(GOOD, OUTPUT, reduction=None),
            TypeError,
            r"reduction must be 'mean' or 'sum'; got None \(NoneType\)",
        ),
        (lambda: ridge_path(GOOD, OUTPUT, fit_bias="no"), TypeError, r"fit_bias must be True or False; got 'no' \(str\)"),
        (
            lambda: ridge_path(GOOD, OUTPUT).at(-0.5),
            ValueError,
            r"lam must be a penalty parameter λ between 0 and 1e\+120; got -0\.5",
        ),
        (lambda: ridge_path(GOOD, OUTPUT).at([[1.0]]), ValueError, r"lam must be .*; got shape \(1, 1\)"),
        (lambda: ridge_path(GOOD, OUTPUT).at("1"), TypeError, "lam must hold real numbers; got text, for example '1'"),
    ],
    "kernel_ridge": [
        (lambda: kernel_ridge(GOOD, OUTPUT, 0.0), ValueError, "lam must be a finite number above 0; got 0"),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1e-40, kernel="linear"), ValueError, "lam must be at least .* got 1e-40"),
        (lambda: kernel_ridge(GOOD, OUTPUT, [1.0]), TypeError, r"lam must be a finite number above 0; got \[1\.0\] \(list\)"),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="gaussian"),
            ValueError,
            "kernel must be 'linear', 'polynomial' or 'rbf'; got 'gaussian'",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=None),
            TypeError,
            r"kernel must be a name or a function kernel\(X, Z\); got None \(NoneType\)",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X),
            ValueError,
            r"kernel's result must have shape \(4, 4\), all pairs; got shape \(4, 2\)",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X @ Z.T + np.nan),
            ValueError,
            "kernel's result must not contain NaN; found one in row 0, feature 0",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel=lambda X, Z: X @ Z[::-1].T),
            ValueError,
            r"kernel must be symmetric; got K\(x, z\) ≠ K\(z, x\)",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 4.0, kernel=lambda X, Z: -np.ones((4, 4)), reduction="sum"),
            ValueError,
            "kernel must be .* not positive definite",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="polynomial", degree=0),
            ValueError,
            "degree must be an integer between 1 and 100; got 0",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, degree="3"),
            TypeError,
            r"degree must be an integer between 1 and 100; got '3' \(str\)",
        ),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, gamma=-1.0), ValueError, "gamma must be a finite number above 0; got -1"),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, kernel="polynomial", offset=-1),
            ValueError,
            r"offset must be a number ≥ 0, or the kernel is no φ\(x\)·φ\(z\); got -1",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0, reduction="summ"),
            ValueError,
            r"reduction must be 'mean' or 'sum'; got 'summ'\. Did you mean 'sum'\?",
        ),
        (lambda: kernel_ridge(GOOD, OUTPUT, 1.0, fit_bias=0), TypeError, r"fit_bias must be True or False; got 0 \(int\)"),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0).predict(GOOD[:, :1]),
            ValueError,
            "X must have 2 features, as the training examples; got 1",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0).predict([1.0, 2.0]),
            ValueError,
            r"X must be two-dimensional \(examples × features\); got shape \(2,\)",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0).weights(GOOD[:2]),
            ValueError,
            "features must have 4 rows, one per training example; got 2",
        ),
        (
            lambda: kernel_ridge(GOOD, OUTPUT, 1.0).weights("a"),
            TypeError,
            "features must hold real numbers; got text, for example 'a'",
        ),
    ],
    "polynomial_kernel": [
        *wrong_points(polynomial_kernel),
        *wrong_others(polynomial_kernel),
        *wrong_polynomials(polynomial_kernel),
    ],
    "rbf_kernel": [*wrong_points(rbf_kernel), *wrong_others(rbf_kernel)],
    "polynomial_kernel_features": [*wrong_points(polynomial_kernel_features), *wrong_polynomials(polynomial_kernel_features)],
}
