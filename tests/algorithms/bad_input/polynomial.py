"""Bad input to polynomial features and to fits degree by degree."""

import numpy as np

from fewidgets.algorithms import OrthogonalPolynomials, degree_sweep, polynomial_features
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

TAKES_X = {
    "OrthogonalPolynomials": lambda X: OrthogonalPolynomials(2).fit(X),
    "OrthogonalPolynomials.fit_transform": lambda X: OrthogonalPolynomials(2).fit_transform(X),
    "degree_sweep": lambda X: degree_sweep(X, OUTPUT, 1, folds=2),
}
REGRESSIONS = {"degree_sweep": lambda y: degree_sweep(GOOD, y, 1, folds=2)}

CASES = {
    "polynomial_features": [
        (
            lambda: polynomial_features(GOOD[0], 2),
            ValueError,
            r"X must be two-dimensional \(examples × features\); got shape \(2,\)",
        ),
        (
            lambda: polynomial_features(GOOD[:0], 2),
            ValueError,
            r"X must have at least one example and one feature; got shape \(0, 2\)",
        ),
        (lambda: polynomial_features([[np.nan]], 2), ValueError, "X must not contain NaN; found one in row 0, feature 0"),
        (lambda: polynomial_features([["a"]], 2), TypeError, "X must hold real numbers; got text, for example 'a'"),
        (
            lambda: polynomial_features([[1e40]], 4),
            ValueError,
            r"X is too large for degree 4: its largest value is 1e\+40, whose power exceeds 1e\+150\.",
        ),
        (lambda: polynomial_features(GOOD, 0), ValueError, "degree must be an integer of at least 1; got 0"),
        (lambda: polynomial_features(GOOD, 2.5), TypeError, r"degree must be an integer of at least 1; got 2\.5 \(float\)"),
        (lambda: polynomial_features(GOOD, True), TypeError, r"degree must be an integer of at least 1; got True \(bool\)"),
        (lambda: polynomial_features(GOOD, 10**9), ValueError, "degree=1000000000 would need 13.9 EiB of memory"),
        (
            lambda: polynomial_features(np.ones((2, 5000)), 5000, interactions_only=True),
            ValueError,
            "degree=5000 would need more than 1024 EiB",
        ),
        (lambda: polynomial_features(GOOD[:, :1], 10**7), ValueError, "degree=10000000 would need 3.58 GiB"),
        (
            lambda: polynomial_features(GOOD, 2, interactions_only="yes"),
            TypeError,
            r"interactions_only must be True or False; got 'yes' \(str\)",
        ),
        (
            lambda: polynomial_features(GOOD, 2, include_constant=1),
            TypeError,
            r"include_constant must be True or False; got 1 \(int\)",
        ),
        (
            lambda: polynomial_features(GOOD, 2, feature_names=["a"]),
            ValueError,
            "feature_names must have 2 names, one per feature; got 1",
        ),
    ],
    "OrthogonalPolynomials": [
        (lambda: OrthogonalPolynomials(0).fit(GOOD), ValueError, "degree must be an integer of at least 1; got 0"),
        (lambda: OrthogonalPolynomials("3").fit(GOOD), TypeError, r"degree must be an integer of at least 1; got '3' \(str\)"),
        (lambda: OrthogonalPolynomials(10**7).fit(GOOD), ValueError, "degree=10000000 would need 1.42 PiB"),
        (
            lambda: OrthogonalPolynomials(2, include_constant="no").fit(GOOD),
            TypeError,
            r"include_constant must be True or False; got 'no' \(str\)",
        ),
        (
            lambda: OrthogonalPolynomials(2).fit(GOOD).transform(GOOD[:, :1]),
            ValueError,
            "X has 1 features, but OrthogonalPolynomials is expecting 2 features as input",
        ),
        (
            lambda: OrthogonalPolynomials(2).fit(GOOD).transform([[np.inf, 1]]),
            ValueError,
            "X must be finite; found an infinite value in row 0, feature 0",
        ),
        (
            lambda: OrthogonalPolynomials(9).fit(np.arange(20.0)[:, None]).transform([[0.0], [1e50]]),
            ValueError,
            "X must be closer to the training data: in row 1 a polynomial overflows",
        ),
    ],
    "degree_sweep": [
        (lambda: degree_sweep(GOOD, OUTPUT, 0, folds=2), ValueError, "max_degree must be an integer of at least 1; got 0"),
        (lambda: degree_sweep(GOOD, OUTPUT, 10**9), ValueError, "max_degree=1000000000 would need .* of memory"),
        (
            lambda: degree_sweep(GOOD, OUTPUT, [1, 2], folds=2),
            TypeError,
            r"max_degree must be an integer of at least 1; got \[1, 2\] \(list\)",
        ),
        (
            lambda: degree_sweep(GOOD, OUTPUT, 1, folds=5),
            ValueError,
            r"folds must be an integer between 2 and 4 \(the number of examples\); got 5",
        ),
        (lambda: degree_sweep(GOOD, OUTPUT, 1, folds=2, seed=-1), ValueError, "seed must be an integer of at least 0; got -1"),
        (
            lambda: degree_sweep(GOOD, OUTPUT, 1, folds=2, basis="legendre"),
            ValueError,
            "basis must be 'monomials' or 'orthogonal'; got 'legendre'",
        ),
        (
            lambda: degree_sweep(1e50 * GOOD, OUTPUT, 4, folds=2),
            ValueError,
            r"X is too large for degree 4: its largest value is 4e\+50, whose power exceeds 1e\+150\.",
        ),
        (
            lambda: degree_sweep(GOOD, OUTPUT, 1, folds=2).predict(GOOD, 2),
            ValueError,
            r"degree must be an integer between 0 and 1 \(the largest degree of the sweep\); got 2",
        ),
        (
            lambda: degree_sweep(GOOD, OUTPUT, 1, folds=2).predict(GOOD[:, :1], 1),
            ValueError,
            "X must have 2 features, as the training examples; got 1",
        ),
    ],
}
