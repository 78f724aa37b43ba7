"""Ranking and importances against scikit-learn: medians, ratios, memory and errors in one run, on one thread.

Targets are ratios to a peer measured in the same run, in turns. Seconds are printed, never asserted.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_selection import f_regression, mutual_info_classif, r_regression
from sklearn.inspection import permutation_importance as sklearn_permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score
from sklearn.tree import DecisionTreeClassifier

from fewidgets.algorithms import (
    impurity_importance,
    mutual_information,
    out_of_bag_importance,
    pearson_scores,
    permutation_importance,
    single_feature_losses,
)
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark


def discrete(P, N, levels=5):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, P)
    X = rng.integers(0, levels, (P, N))
    X[:, : N // 4] = np.where(rng.random((P, N // 4)) < 0.3, y[:, None], X[:, : N // 4])
    return X, y


def continuous(P, N):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(P, N))
    return X, X[:, : N // 2].sum(axis=1) + rng.normal(size=P)


@pytest.fixture(scope="module")
def forest():
    """A forest on data of ordinary size, its first half; the second is held out."""
    X, y = continuous(1000, 10)
    labels = np.where(y > 0, 1, -1)
    return RandomForestClassifier(50, random_state=0).fit(X[:500], labels[:500]), X, labels


def test_mutual_information(table):
    X, y = discrete(10_000, 100)
    ratios, results = table.compare(
        "mutual information, 10,000×100",
        9,
        memory=True,
        **{
            "fewidgets: mutual_information": lambda: mutual_information(X, y),
            "sklearn mutual_info_classif": lambda: mutual_info_classif(X, y, discrete_features=True),
        },
    )
    difference = np.abs(results["fewidgets: mutual_information"].scores - results["sklearn mutual_info_classif"]).max()
    table.error("fewidgets: mutual_information", difference)
    assert difference <= 1e-12
    assert holds(ratios["sklearn mutual_info_classif"], 1)


def test_mutual_information_of_numbers_that_are_stored_otherwise(table):
    X, y = discrete(10_000, 25)
    floats, far_apart = X.astype(float), X * 1000.5
    for task, data in (("10,000×25 as float64", floats), ("10,000×25, levels far apart", far_apart)):
        ratios, _ = table.compare(
            task,
            3,
            **{
                "fewidgets: mutual_information": lambda data=data: mutual_information(data, y),
                "sklearn mutual_info_classif": lambda data=data: mutual_info_classif(data, y, discrete_features=True),
            },
        )
        assert holds(ratios["sklearn mutual_info_classif"], 1)


def test_pearson_scores(table):
    X, y = continuous(10_000, 100)
    X += 1000  # as measured features are: far from mean 0
    ratios, results = table.compare(
        "correlations, 10,000×100",
        25,
        memory=True,
        **{
            "fewidgets: pearson_scores": lambda: pearson_scores(X, y),
            "fewidgets: single_feature_losses": lambda: single_feature_losses(X, y),
            "sklearn r_regression": lambda: r_regression(X, y),
            "sklearn f_regression": lambda: f_regression(X, y),
            "numpy corrcoef, column by column": lambda: [np.corrcoef(x, y)[0, 1] for x in X.T],
        },
    )
    wide = X.astype(np.longdouble)
    wide -= wide.mean(axis=0)
    residuals = y.astype(np.longdouble) - y.astype(np.longdouble).mean()
    exact = (residuals @ wide / np.sqrt((wide**2).sum(axis=0) * (residuals**2).sum())).astype(float)
    errors = {
        name: np.abs(getattr(results[name], "scores", results[name]) - exact).max()
        for name in ("fewidgets: pearson_scores", "sklearn r_regression", "numpy corrcoef, column by column")
    }
    for name, error in errors.items():
        table.error(name, error)
    assert errors["fewidgets: pearson_scores"] <= 1e-15
    # r_regression sums squares without centring, which costs it nothing but digits: as quick is all one can be.
    assert holds(ratios["sklearn r_regression"], 0.7)
    assert holds(ratios["sklearn f_regression"], 0.8)
    assert holds(ratios["numpy corrcoef, column by column"], 3)


def test_thresholds(table):
    X, y = continuous(2000, 40)
    labels = np.where(y > 0, 1.0, -1.0)

    def stumps():
        """The nearest that scikit-learn has: a stump minimizes Gini impurity, not mistakes."""
        losses = []
        for n in range(40):
            stump = DecisionTreeClassifier(max_depth=1).fit(X[:, [n]], labels)
            losses.append((stump.predict(X[:, [n]]) != labels).mean())
        return np.array(losses)

    ratios, results = table.compare(
        "best threshold, 2000×40",
        5,
        memory=True,
        **{
            "fewidgets: single_feature_losses": lambda: single_feature_losses(X, labels, loss="misclassification"),
            "sklearn stumps, one a feature": stumps,
        },
    )
    assert (results["fewidgets: single_feature_losses"].losses <= results["sklearn stumps, one a feature"]).all()
    assert holds(ratios["sklearn stumps, one a feature"], 2)


def test_impurity_importance(forest, table):
    model, *_ = forest
    ratios, results = table.compare(
        "impurity decrease, 50 trees",
        15,
        memory=True,
        **{
            "fewidgets: impurity_importance": lambda: impurity_importance(model),
            "sklearn feature_importances_": lambda: model.feature_importances_,
        },
    )
    difference = np.abs(results["fewidgets: impurity_importance"].importances - results["sklearn feature_importances_"]).max()
    table.error("fewidgets: impurity_importance", difference)
    assert difference <= 1e-14
    assert holds(ratios["sklearn feature_importances_"], 1)


def test_permutation_importance(forest, table):
    model, X, labels = forest
    linear = LogisticRegression().fit(X[:500], labels[:500])
    for task, fitted in (("permutation, forest, 500×10", model), ("permutation, linear, 500×10", linear)):
        ratios, results = table.compare(
            task,
            2 if fitted is model else 15,
            memory=True,
            **{
                "fewidgets: permutation_importance": lambda fitted=fitted: permutation_importance(
                    fitted.predict, X[500:], labels[500:], repeats=5
                ),
                "sklearn permutation_importance": lambda fitted=fitted: sklearn_permutation_importance(
                    fitted, X[500:], labels[500:], n_repeats=5, random_state=0
                ),
            },
        )
        ours, theirs = results["fewidgets: permutation_importance"], results["sklearn permutation_importance"]
        difference = np.abs(ours.importances - theirs.importances_mean).max()
        table.error("fewidgets: permutation_importance", difference)
        assert difference < 0.03  # the permutations differ: see the tests for the same ones
        assert holds(ratios["sklearn permutation_importance"], 1)


def test_out_of_bag_importance(forest, table):
    model, X, labels = forest
    X, labels = X[:500], labels[:500]

    def plain():
        """The loop that books print."""
        drops = np.empty((50, 10))
        rng = np.random.default_rng(0)
        for t, (tree, sample) in enumerate(zip(model.estimators_, model.estimators_samples_, strict=True)):
            rows = np.setdiff1d(np.arange(500), sample)
            held_out, truth = X[rows], labels[rows]
            baseline = accuracy_score(truth, model.classes_[tree.predict(held_out).astype(int)])
            order = rng.permutation(len(rows))
            for n in range(10):
                shuffled = held_out.copy()
                shuffled[:, n] = held_out[order, n]
                drops[t, n] = baseline - accuracy_score(truth, model.classes_[tree.predict(shuffled).astype(int)])
        return drops

    ratios, results = table.compare(
        "out of bag, 50 trees, 500×10",
        2,
        memory=True,
        **{"fewidgets: out_of_bag_importance": lambda: out_of_bag_importance(model, X, labels), "a plain loop": plain},
    )
    difference = np.abs(results["fewidgets: out_of_bag_importance"].per_tree - results["a plain loop"]).max()
    table.error("fewidgets: out_of_bag_importance", difference)
    assert difference <= 1e-15
    assert holds(ratios["a plain loop"], 1)


def binned(P, N):
    X, y = continuous(P, N)
    return X, np.where(y > 0, 1.0, -1.0)


def binned_information(X, labels):
    return mutual_information(X, labels, bins=8)


def thresholds(X, labels):
    return single_feature_losses(X, labels, loss="misclassification")


def permute(X, y):
    w = np.ones(X.shape[1])
    return permutation_importance(lambda X: X @ w, X, y, loss="squared", repeats=3)


RUNS = {
    "mutual_information": (5, discrete, mutual_information),
    "… with 8 bins": (2, binned, binned_information),
    "pearson_scores": (9, continuous, pearson_scores),
    "single_feature_losses": (9, continuous, single_feature_losses),
    "… misclassification": (2, binned, thresholds),
    "permutation_importance": (2, continuous, permute),
}


@pytest.mark.parametrize("task", RUNS)
def test_growth(task, table):
    repeats, make, run = RUNS[task]
    for axis, sizes in (("P", [(1000, 30), (4000, 30), (16_000, 30)]), ("N", [(2000, 10), (2000, 40), (2000, 160)])):
        at = {f"{axis} = {size[axis == 'N']:,}": partial(run, *make(*size)) for size in sizes}
        table.growth(f"{task} in {axis}", repeats, at)


def test_growth_with_trees(table):
    X, y = binned(500, 10)
    forests = {T: RandomForestClassifier(T, random_state=0).fit(X, y) for T in (10, 40, 160)}
    table.growth(
        "impurity_importance in trees", 5, {f"T = {T}": lambda f=f: impurity_importance(f) for T, f in forests.items()}
    )
    table.growth(
        "out_of_bag_importance in trees",
        1,
        {f"T = {T}": lambda f=f: out_of_bag_importance(f, X, y) for T, f in forests.items()},
    )
