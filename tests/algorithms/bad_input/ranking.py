"""Bad input to ranking and to the importances of forests."""

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
        (lambda: run(NAN), ValueError, "X holds a NaN in row 3, feature 1"),
        (lambda: run(np.where(GOOD == 3.0, -np.inf, GOOD)), ValueError, "X holds an infinite value in row 3, feature 1"),
        (lambda: run(GOOD[:, 0]), ValueError, r"X has shape \(4,\); wanted \(P, N\)"),
        (lambda: run(GOOD[None]), ValueError, r"X has shape \(1, 4, 2\)"),
        (lambda: run(GOOD[:, :0]), ValueError, "X has shape .*at least one example and one feature"),
        (lambda: run(GOOD.astype(int)[:0]), ValueError, "X has shape .*at least one example and one feature"),
        (lambda: run(GOOD.astype(str)), TypeError, "X holds text"),
        (lambda: run(GOOD.astype(complex)), TypeError, "X holds complex numbers"),
        (lambda: run(None), TypeError, "X holds object"),
        (lambda: run([[1, 2], [3]]), ValueError, "X is no rectangular array"),
        (lambda: run(np.ma.masked_less(GOOD, 0)), ValueError, "X has 1 masked"),
        (lambda: run(np.ma.masked_less(GOOD.astype(int), 0)), ValueError, "X has 1 masked"),
    ]


CASES = {
    "rank_features": [
        (lambda: rank_features([]), ValueError, r"scores has shape \(0,\); wanted \(N,\)"),
        (lambda: rank_features([[1.0]]), ValueError, "scores has shape"),
        (lambda: rank_features(1.0), ValueError, "scores has shape"),
        (lambda: rank_features([1.0, np.nan]), ValueError, "scores holds a NaN in row 1"),
        (lambda: rank_features(["a"]), TypeError, "scores holds text"),
        (lambda: rank_features([1.0], best="large"), ValueError, "best is 'large'.*did you mean 'largest'"),
        (lambda: rank_features([1.0], best=None), TypeError, "best is None"),
        (lambda: rank_features([1.0], tolerance=-1), ValueError, "tolerance is -1; wanted a number of at least 0"),
        (lambda: rank_features([1.0], tolerance=np.inf), ValueError, "tolerance is inf"),
        (lambda: rank_features([1.0], tolerance="0"), TypeError, "tolerance is '0'"),
        (lambda: rank_features([1.0, 2.0]).top(3), ValueError, "k is 3; wanted 1 to 2"),
        (lambda: rank_features([1.0, 2.0]).top(1.0), TypeError, "k is 1.0"),
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
        (lambda: single_feature_losses(GOOD, OUTPUT, loss="square"), ValueError, "loss is 'square'.*did you mean 'squared'"),
        (lambda: single_feature_losses(GOOD, OUTPUT, loss=None), TypeError, "loss is None"),
        (
            lambda: single_feature_losses(1e-150 * GOOD, [1, -1, 1, -1], loss="misclassification"),
            ValueError,
            "X differs by only .* change the unit",
        ),
        (lambda: single_feature_losses(GOOD, OUTPUT, reduction="average"), ValueError, "reduction is 'average'"),
    ],
    "mutual_information": [
        *bad_features(lambda X: mutual_information(X, LABELS)),
        (lambda: mutual_information(GOOD, LABELS[:3]), ValueError, r"y has shape \(3,\); wanted \(4,\)"),
        (lambda: mutual_information(GOOD, LABELS[:, None]), ValueError, r"pass y.ravel\(\)"),
        (lambda: mutual_information(GOOD, [1, np.nan, 0, 1]), ValueError, "y holds a NaN in row 1"),
        (lambda: mutual_information(GOOD, [1, 0.5, 0, 1]), ValueError, "y holds 0.5 in row 1; wanted class labels"),
        (lambda: mutual_information(GOOD, [2, 2, 2, 2]), ValueError, r"y holds one class only \(2 in all 4 rows\)"),
        (lambda: mutual_information(GOOD, list("abab")), TypeError, "y holds text"),
        (lambda: mutual_information(GOOD, LABELS, bins=1), ValueError, "bins is 1; wanted at least 2"),
        (lambda: mutual_information(GOOD, LABELS, bins=10**9), ValueError, "bins=1000000000 would need 29.8 GiB"),
        (lambda: mutual_information(GOOD, LABELS, bins=[2, 10**9]), ValueError, r"bins=\[2, 1000000000\] would need"),
        (lambda: mutual_information(GOOD, LABELS, bins=2.0), TypeError, "bins is 2.0"),
        (lambda: mutual_information(GOOD, LABELS, bins="5"), TypeError, "bins is '5'"),
        (lambda: mutual_information(GOOD, LABELS, bins=True), TypeError, "bins is True"),
        (lambda: mutual_information(GOOD, LABELS, bins=[2]), ValueError, "bins has 1 entries; wanted one number, or 2"),
        (lambda: mutual_information(GOOD, LABELS, bins=[None, 0]), ValueError, "bins is 0"),
        (lambda: mutual_information(GOOD, LABELS, bins=np.ones((2, 1))), TypeError, "bins is array"),
        (lambda: mutual_information(GOOD, LABELS, binning="equal"), ValueError, "binning is 'equal'"),
        (lambda: mutual_information(GOOD, LABELS, binning=0), TypeError, "binning is 0"),
        (lambda: mutual_information(GOOD, LABELS).table(2), ValueError, "feature is 2; wanted 0 to 1"),
        (lambda: mutual_information(GOOD, LABELS).table("x"), TypeError, "feature is 'x'"),
    ],
    "impurity_importance": [
        (lambda: impurity_importance(None), TypeError, "forest is None"),
        (lambda: impurity_importance(GOOD), TypeError, "forest is array"),
        (lambda: impurity_importance(RandomForestClassifier), TypeError, "forest is <class.*wanted a fitted forest"),
        (lambda: impurity_importance(RandomForestClassifier()), ValueError, "forest is a RandomForestClassifier without"),
        (
            lambda: impurity_importance(AdaBoostClassifier(n_estimators=1).fit(GOOD, LABELS)),
            ValueError,
            "forest is a AdaBoostClassifier, which weights its trees",
        ),
    ],
    "permutation_importance": [
        *bad_features(lambda X: permutation_importance(first, X, OUTPUT)),
        (lambda: permutation_importance(None, GOOD, OUTPUT), TypeError, "predict is None"),
        (lambda: permutation_importance(FOREST, GOOD, OUTPUT), TypeError, "predict is RandomForest.*pass its predict method"),
        (lambda: permutation_importance(lambda X: X, GOOD, LABELS), ValueError, r"predict gave predictions of shape \(4, 2\)"),
        (lambda: permutation_importance(lambda X: 1.0, GOOD, LABELS), ValueError, r"predict gave predictions of shape \(\)"),
        (lambda: permutation_importance(lambda X: X[:2, 0], GOOD, LABELS), ValueError, r"predict .*wanted \(4,\)"),
        (lambda: permutation_importance(lambda X: ["a"] * len(X), GOOD, LABELS), TypeError, "predict gave <U1"),
        (
            lambda: permutation_importance(lambda X: X[:, 0] * np.nan, GOOD, LABELS),
            ValueError,
            "predict gave nan; wanted finite",
        ),
        (lambda: permutation_importance(lambda X: X[:, 0] + 1e200, GOOD, LABELS), ValueError, r"predict gave 1e\+200"),
        (lambda: permutation_importance(first, GOOD, LABELS[:3]), ValueError, "y has shape"),
        (lambda: permutation_importance(first, GOOD, ["a"] * 4), TypeError, "y holds text"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, loss="softmax"), ValueError, "y holds labels other than"),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score="r3"),
            ValueError,
            "score is 'r3'; wanted 'accuracy' or 'r2'",
        ),
        (lambda: permutation_importance(first, GOOD, OUTPUT, score=3), TypeError, "score is 3"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, loss="square"), ValueError, "loss is 'square'"),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score="r2", loss="squared"),
            ValueError,
            "score is 'r2' and loss",
        ),
        (
            lambda: permutation_importance(first, GOOD, OUTPUT, score=lambda y, p: np.nan),
            ValueError,
            "score <lambda> gave nan",
        ),
        (lambda: permutation_importance(first, GOOD, OUTPUT, loss=lambda y, p: "low"), TypeError, "loss <lambda> gave 'low'"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, loss=lambda y, p: p), TypeError, "loss <lambda> gave array"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, repeats=0), ValueError, "repeats is 0; wanted at least 1"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, repeats=10**9), ValueError, "repeats=1000000000 would need"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, repeats=10**7, copies=10**9), ValueError, "copies=1000000000"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, repeats=2.5), TypeError, "repeats is 2.5"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, seed=-1), ValueError, "seed is -1"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, copies=0), ValueError, "copies is 0"),
        (lambda: permutation_importance(first, GOOD, OUTPUT, copies="all"), TypeError, "copies is 'all'"),
    ],
    "out_of_bag_importance": [
        *bad_features(lambda X: out_of_bag_importance(FOREST, X, LABELS)),
        (lambda: out_of_bag_importance(None, GOOD, LABELS), TypeError, "forest is None"),
        (lambda: out_of_bag_importance(RandomForestClassifier(), GOOD, LABELS), ValueError, "forest is a Random.*without"),
        (
            lambda: out_of_bag_importance(RandomForestClassifier(2, bootstrap=False).fit(GOOD, LABELS), GOOD, LABELS),
            ValueError,
            "forest leaves no example out of any tree",
        ),
        (
            lambda: out_of_bag_importance(RandomForestRegressor(2).fit(GOOD, np.column_stack([OUTPUT, OUTPUT])), GOOD, OUTPUT),
            ValueError,
            "forest predicts 2 outputs",
        ),
        (
            lambda: out_of_bag_importance(FOREST, GOOD[:2], LABELS[:2]),
            ValueError,
            "X has 2 examples; forest was fitted on more",
        ),
        (lambda: out_of_bag_importance(FOREST, GOOD[:, :1], LABELS), ValueError, "X has 1 features; wanted 2"),
        (lambda: out_of_bag_importance(FOREST, GOOD, LABELS[:2]), ValueError, "y has shape"),
        (lambda: out_of_bag_importance(FOREST, GOOD, LABELS, score="r"), ValueError, "score is 'r'"),
        (lambda: out_of_bag_importance(FOREST, GOOD, LABELS, loss=1), TypeError, "loss is 1"),
        (lambda: out_of_bag_importance(FOREST, GOOD, LABELS, seed=None), TypeError, "seed is None"),
    ],
}
