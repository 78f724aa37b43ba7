"""Forest importances: equal to scikit-learn's where the definition is, to brute force with the same permutations elsewhere."""

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    RandomForestRegressor,
    VotingClassifier,
)
from sklearn.inspection import permutation_importance as sklearn_permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from fewidgets.algorithms import impurity_importance, out_of_bag_importance, permutation_importance
from fewidgets.data import load_boston, load_breast_cancer, make_many_valued

REGRESSORS = [
    RandomForestRegressor(20, random_state=0),
    RandomForestRegressor(10, criterion="absolute_error", max_depth=3, random_state=0),
    ExtraTreesRegressor(20, random_state=0),
    DecisionTreeRegressor(random_state=0),
    GradientBoostingRegressor(n_estimators=20, random_state=0),
]
CLASSIFIERS = [
    RandomForestClassifier(20, random_state=0),
    RandomForestClassifier(20, criterion="entropy", class_weight="balanced", max_leaf_nodes=9, random_state=0),
    ExtraTreesClassifier(20, bootstrap=True, random_state=0),
    DecisionTreeClassifier(min_samples_leaf=7, random_state=0),
    GradientBoostingClassifier(n_estimators=10, random_state=0),
]


@pytest.fixture(scope="module")
def boston():
    table = load_boston()
    return table.X, table.y


@pytest.fixture(scope="module")
def cancer():
    table = load_breast_cancer()
    return table.X[:, :10], table.y


# Mean decrease in impurity


@pytest.mark.parametrize("model", REGRESSORS, ids=str)
def test_regression_forests_agree_with_scikit_learn(model, boston):
    check_against_scikit_learn(model.fit(*boston))


@pytest.mark.parametrize("model", CLASSIFIERS, ids=str)
def test_classification_forests_agree_with_scikit_learn(model, cancer):
    check_against_scikit_learn(model.fit(*cancer))


def test_three_classes_and_two_outputs_agree_too(boston):
    X, y = boston
    check_against_scikit_learn(GradientBoostingClassifier(n_estimators=5, random_state=0).fit(X, np.digitize(y, [17, 25])))
    check_against_scikit_learn(RandomForestRegressor(5, random_state=0).fit(X, np.column_stack([y, X[:, 5]])))


def check_against_scikit_learn(model):
    result = impurity_importance(model)
    np.testing.assert_allclose(result.importances, model.feature_importances_, atol=1e-14)
    np.testing.assert_allclose(result.importances.sum(), 1)
    # The trace adds up: splits to trees, trees to the mean.
    per_tree = np.zeros_like(result.per_tree)
    np.add.at(per_tree, (result.tree, result.feature), result.decrease)
    np.testing.assert_allclose(per_tree, result.per_tree, atol=1e-12 * np.abs(per_tree).max())
    np.testing.assert_allclose(result.per_tree.mean(axis=0), result.decreases)
    assert (result.share[result.node == 0] == 1).all()


def test_a_stump_by_hand():
    """Gini impurity ½ before; 4 of 6 examples left with ⅜, 2 right with 0."""
    X = np.array([[0, 0], [0, 1], [0, 0], [0, 1], [1, 0], [1, 1]])
    result = impurity_importance(DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, [-1, -1, -1, 1, 1, 1]))
    np.testing.assert_allclose(result.decrease, [1 / 2 - 4 / 6 * 3 / 8])
    np.testing.assert_allclose(result.decreases, [1 / 4, 0])
    assert result.importances.tolist() == [1, 0]
    assert (result.feature.tolist(), result.threshold.tolist(), result.tree.tolist()) == ([0], [0.5], [0])


def test_trees_with_and_without_a_split_are_distinguished():
    X, y = np.arange(12.0).reshape(6, 2), np.array([0, 0, 0, 0, 0, 1])
    forest = RandomForestClassifier(30, random_state=0).fit(X, y)
    sizes = np.array([tree.tree_.node_count for tree in forest.estimators_])
    assert 0 < (sizes == 1).sum() < 30
    result = impurity_importance(forest)
    np.testing.assert_allclose(result.importances, forest.feature_importances_, atol=1e-15)
    assert (result.per_tree[sizes == 1] == 0).all()
    stump = impurity_importance(DecisionTreeClassifier(max_leaf_nodes=2, min_samples_leaf=4).fit(X, y))
    assert (stump.importances.tolist(), stump.ties) == ([0, 0], ((0, 1),))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (
            RandomForestClassifier(),
            r"forest must be .*; got a RandomForestClassifier without estimators_ or tree_",
        ),
        (DecisionTreeClassifier(), "DecisionTreeClassifier without"),
        (AdaBoostClassifier(n_estimators=2), r"forest must have .*; got a AdaBoostClassifier, whose trees have weights"),
        (HistGradientBoostingClassifier(max_iter=2), "HistGradientBoostingClassifier without.*use permutation_importance"),
        (
            VotingClassifier([("a", LogisticRegression())]),
            "forest must consist of trees; got a VotingClassifier of LogisticRegression",
        ),
        (
            make_pipeline(DecisionTreeClassifier()),
            r"forest must be .*; got a Pipeline without .*take the forest out of its pipeline",
        ),
    ],
    ids=str,
)
def test_what_has_no_impurities_is_refused(model, message):
    if "without estimators_" not in message and "DecisionTreeClassifier without" not in message:
        model.fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])
    with pytest.raises(ValueError, match=message):
        impurity_importance(model)


# Mean decrease in accuracy


def brute_force(predict, X, y, measure, permutations):
    """The measure with one feature of X in the order of each permutation, one call of predict each."""
    values = np.empty((X.shape[1], len(permutations)))
    for n in range(X.shape[1]):
        for r, permutation in enumerate(permutations):
            shuffled = X.copy()
            shuffled[:, n] = X[permutation, n]
            values[n, r] = measure(y, predict(shuffled))
    return values


def test_probabilities_with_a_loss_of_ones_own(cancer):
    X, y = cancer
    model = LogisticRegression(C=0.01, max_iter=2000).fit(X, y)
    result = permutation_importance(model.predict_proba, X, y, loss=log_loss, repeats=2)
    np.testing.assert_allclose(
        result.permuted, brute_force(model.predict_proba, X, y, log_loss, result.permutations), rtol=1e-12
    )
    assert result.measure == "log_loss"


def test_a_predict_that_writes_into_its_input_does_no_harm(boston):
    X, y = boston

    def predict(X):
        outputs = X[:, 5].copy()
        X[:] = 0
        return outputs

    result = permutation_importance(predict, X, y, loss="squared", repeats=2)
    assert (result.drops[5] > 0).all()
    assert (np.delete(result.drops, 5, axis=0) == 0).all()
    assert X.any()


@pytest.mark.slow
def test_means_agree_with_scikit_learn_within_their_errors(boston):
    """The permutations differ, so means differ by chance: within four standard errors of their difference."""
    X, y = boston
    model = RandomForestRegressor(10, max_depth=6, random_state=0).fit(X[::2], y[::2])
    X, y = X[1::2], y[1::2]
    ours = permutation_importance(model.predict, X, y, score="r2", repeats=30, seed=1)
    theirs = sklearn_permutation_importance(model, X, y, scoring="r2", n_repeats=30, random_state=2)
    errors = np.hypot(ours.standard_errors, theirs.importances.std(axis=1, ddof=1) / np.sqrt(30))
    assert (np.abs(ours.importances - theirs.importances_mean) <= 4 * errors + 1e-12).all()
    assert ours.top(2).tolist() == theirs.importances_mean.argsort()[::-1][:2].tolist()


def test_one_repeat_has_no_error_to_tell(boston):
    X, y = boston
    result = permutation_importance(lambda X: X[:, 5], X, y, loss="squared", repeats=1)
    assert np.isnan(result.standard_errors).all()
    assert np.isfinite(result.importances).all()
    assert result.ties == (tuple(n for n in range(13) if n != 5),)


# Out of bag


def test_a_tree_without_out_of_bag_examples_counts_in_no_mean():
    X, y = np.arange(4.0)[:, None], np.array([0, 0, 1, 1])
    forest = RandomForestClassifier(80, random_state=1).fit(X, y)
    result = out_of_bag_importance(forest, X, y)
    empty = ~result.out_of_bag.any(axis=1)
    assert empty.any()
    assert np.isnan(result.baselines[empty]).all()
    assert np.isfinite(result.importances).all()


# What the lecture warns of


@pytest.mark.slow
def test_impurity_favours_features_with_many_values_and_permutation_does_not():
    """Five features of which none says anything: impurity ranks them by their number of values, in nearly every forest."""
    impurity, held_out, out_of_bag = [], [], []
    for seed in range(16):
        table, new = make_many_valued(seed=seed), make_many_valued(400, seed=1000 + seed)
        forest = RandomForestClassifier(20, random_state=seed).fit(table.X, table.y)
        impurity.append(impurity_importance(forest).importances)
        held_out.append(permutation_importance(forest.predict, new.X, new.y, repeats=3, seed=seed).importances)
        out_of_bag.append(out_of_bag_importance(forest, table.X, table.y, seed=seed).importances)
    continuous, two, four, ten, twenty = np.mean(impurity, axis=0)
    assert two < four < ten < twenty < continuous
    assert continuous > 5 * two
    for importances in (held_out, out_of_bag):
        errors = np.std(importances, axis=0, ddof=1) / np.sqrt(16)
        assert (np.abs(np.mean(importances, axis=0)) < 4 * errors).all()
