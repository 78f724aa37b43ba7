"""Bad input to ranking and to the importances of forests."""

from fractions import Fraction

import numpy as np
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier, RandomForestRegressor

from fewidgets.algorithms import (
    impurity_importance,
    mutual_information,
    out_of_bag_importance,
    pearson_scores,
    permutation_importance,
    rank_features,
    single_feature_losses,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT

REGRESSIONS = {
    "pearson_scores": lambda y: pearson_scores(GOOD, y),
    "single_feature_losses": lambda y: single_feature_losses(GOOD, y),
    "permutation_importance": lambda y: permutation_importance(first, GOOD, y, score="r2"),
}
CLASSIFICATIONS = {
    "single_feature_losses": lambda y: single_feature_losses(GOOD, y, loss="misclassification"),
}

NAN = np.where(GOOD == 3.0, np.nan, GOOD)
FOREST = RandomForestClassifier(5, random_state=0).fit(GOOD, LABELS)


def first(X):
    return X[:, 0]


def bad_features(run):
    """Cases of spoilt features, for functions that take constant features and tell of them."""
    return [
        (lambda: run(NAN), ValueError, "X must not contain NaN; found one in row 3, feature 1"),
        (lambda: run(GOOD[:, 0]), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(4,\)"),
        (lambda: run(GOOD.astype(str)), TypeError, r"X must hold real numbers; got text, for example '0\.0'"),
        (lambda: run(np.ma.masked_less(GOOD.astype(int), 0)), ValueError, "X has 1 masked"),
    ]


CASES = {
    "rank_features": [
        (lambda: rank_features([]), ValueError, r"scores must be one-dimensional, one number per feature; got shape \(0,\)"),
        (lambda: rank_features([1.0, np.nan]), ValueError, "scores must not contain NaN; found one in row 1"),
        (lambda: rank_features(["a"]), TypeError, "scores must hold real numbers; got text, for example 'a'"),
        (lambda: rank_features([1.0], tolerance=Fraction(-1, 2)), ValueError, "tolerance must be at least 0; got -0.5"),
        (lambda: rank_features([1.0], tolerance="0"), TypeError, r"tolerance must be a finite number; got '0' \(str\)"),
        (
            lambda: rank_features([1.0, 2.0]).top(3),
            ValueError,
            r"k must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: rank_features([1.0, 2.0]).top(1.0), TypeError, r"k must be .*; got 1\.0 \(float\)"),
    ],
    "pearson_scores": [
        *bad_features(lambda X: pearson_scores(X, OUTPUT)),
        (lambda: pearson_scores(GOOD[:1], OUTPUT[:1]), ValueError, "y is constant"),
        (
            lambda: pearson_scores(1e-150 * GOOD, OUTPUT),
            ValueError,
            "X differs by only .* squares of such differences underflow",
        ),
    ],
    "single_feature_losses": [
        *bad_features(lambda X: single_feature_losses(X, OUTPUT)),
        (
            lambda: single_feature_losses(GOOD, OUTPUT, loss="square"),
            ValueError,
            r"loss must be 'squared' or 'misclassification'; got 'square'\. Did you mean 'squared'\?",
        ),
        (
            lambda: single_feature_losses(GOOD, OUTPUT, loss=None),
            TypeError,
            r"loss must be 'squared' or 'misclassification'; got None \(NoneType\)",
        ),
        (
            lambda: single_feature_losses(1e-150 * GOOD, [1, -1, 1, -1], loss="misclassification"),
            ValueError,
            "X differs by only .* change the unit",
        ),
    ],
    "mutual_information": [
        *bad_features(lambda X: mutual_information(X, LABELS)),
        (
            lambda: mutual_information(GOOD, LABELS[:3]),
            ValueError,
            r"y must have shape \(4,\), one value per example of X; got shape \(3,\)",
        ),
        (lambda: mutual_information(GOOD, [1, np.nan, 0, 1]), ValueError, "y must not contain NaN; found one in row 1"),
        (
            lambda: mutual_information(GOOD, [1, 0.5, 0, 1]),
            ValueError,
            r"y must hold class labels, which are integers; found 0\.5 in row 1",
        ),
        (
            lambda: mutual_information(GOOD, [2, 2, 2, 2]),
            ValueError,
            r"y must contain at least two classes; found one class only \(2 in all 4 rows\)",
        ),
        (lambda: mutual_information(GOOD, list("abab")), TypeError, "y must hold real numbers; got text, for example 'a'"),
        (lambda: mutual_information(GOOD, LABELS, bins=1), ValueError, "bins must be an integer of at least 2; got 1"),
        (lambda: mutual_information(GOOD, LABELS, bins=10**9), ValueError, "bins=1000000000 would need 29.8 GiB"),
        (lambda: mutual_information(GOOD, LABELS, bins=[2, 10**9]), ValueError, r"bins=\[2, 1000000000\] would need"),
        (
            lambda: mutual_information(GOOD, LABELS, bins=2.0),
            TypeError,
            r"bins must be an integer of at least 2; got 2\.0 \(float\)",
        ),
    ],
    "impurity_importance": [
        (lambda: impurity_importance(None), TypeError, r"forest must be .*; got None \(NoneType\)"),
        (
            lambda: impurity_importance(RandomForestClassifier()),
            ValueError,
            r"forest must be .*; got a RandomForestClassifier without estimators_ or tree_",
        ),
        (
            lambda: impurity_importance(AdaBoostClassifier(n_estimators=1).fit(GOOD, LABELS)),
            ValueError,
            r"forest must have .*; got a AdaBoostClassifier, whose trees have weights",
        ),
    ],
    "permutation_importance": [
        *bad_features(lambda X: permutation_importance(first, X, OUTPUT)),
        (
            lambda: permutation_importance(None, GOOD, OUTPUT),
            TypeError,
            r"predict must be a callable predict\(X\); got None \(NoneType\)",
        ),
        (
            lambda: permutation_importance(lambda X: X, GOOD, LABELS),
            ValueError,
            r"predict must return one prediction per row, shape \(4,\); got shape \(4, 2\)",
        ),
        (
            lambda: permutation_importance(lambda X: ["a"] * len(X), GOOD, LABELS),
            TypeError,
            "predict must return numbers, as in y; got <U1",
        ),
        (
            lambda: permutation_importance(first, GOOD, LABELS[:3]),
            ValueError,
            r"y must have shape \(4,\), one value per example of X; got shape \(",
        ),
        (
            lambda: permutation_importance(first, GOOD, ["a"] * 4),
            TypeError,
            "y must hold real numbers; got text, for example 'a'",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score="r3"),
            ValueError,
            "score must be 'accuracy' or 'r2'; got 'r3'",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score=3),
            TypeError,
            r"score must be 'accuracy' or 'r2'; got 3 \(int\)",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, loss="square"),
            ValueError,
            r"loss must be .*; got 'square'\. Did you mean 'squared'\?",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score="r2", loss="squared"),
            ValueError,
            "score and loss must not both be given; got 'r2' and 'squared'",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score=lambda y, p: np.nan),
            ValueError,
            "score <lambda> must return finite numbers; got nan",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, loss=lambda y, p: "low"),
            TypeError,
            "loss <lambda> must return one number; got 'low'",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, repeats=0),
            ValueError,
            "repeats must be an integer of at least 1; got 0",
        ),
        (lambda: permutation_importance(first, GOOD, OUTPUT, repeats=10**9), ValueError, "repeats=1000000000 would need"),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, repeats=2.5),
            TypeError,
            r"repeats must be an integer of at least 1; got 2\.5 \(float\)",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, seed=-1),
            ValueError,
            "seed must be an integer of at least 0; got -1",
        ),
    ],
    "out_of_bag_importance": [
        *bad_features(lambda X: out_of_bag_importance(FOREST, X, LABELS)),
        (lambda: out_of_bag_importance(None, GOOD, LABELS), TypeError, r"forest must be .*; got None \(NoneType\)"),
        (
            lambda: out_of_bag_importance(RandomForestClassifier(), GOOD, LABELS),
            ValueError,
            r"forest must be .*; got a RandomForestClassifier without estimators_samples_",
        ),
        (
            lambda: out_of_bag_importance(RandomForestRegressor(2).fit(GOOD, np.column_stack([OUTPUT, OUTPUT])), GOOD, OUTPUT),
            ValueError,
            "forest must predict one output; got 2 outputs",
        ),
        (
            lambda: out_of_bag_importance(FOREST, GOOD[:2], LABELS[:2]),
            ValueError,
            "X must be the training data of forest, at least 4 examples; got 2",
        ),
        (
            lambda: out_of_bag_importance(FOREST, GOOD[:, :1], LABELS),
            ValueError,
            "X must have 2 features, as forest was fitted on; got 1",
        ),
        (
            lambda: out_of_bag_importance(FOREST, GOOD, LABELS[:2]),
            ValueError,
            r"y must have shape \(4,\), one value per example of X; got shape \(",
        ),
        (
            lambda: out_of_bag_importance(FOREST, GOOD, LABELS, score="r"),
            ValueError,
            r"score must be 'accuracy' or 'r2'; got 'r'\. Did you mean 'r2'\?",
        ),
        (lambda: out_of_bag_importance(FOREST, GOOD, LABELS, loss=1), TypeError, r"loss must be .*; got 1 \(int\)"),
        (
            lambda: out_of_bag_importance(FOREST, GOOD, LABELS, seed=None),
            TypeError,
            r"seed must be an integer of at least 0; got None \(NoneType\)",
        ),
    ],
}
