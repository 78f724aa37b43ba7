"""Forest importances: equal to scikit-learn's where the definition is, to brute force with the same permutations elsewhere."""

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
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
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, log_loss, r2_score
from sklearn.neighbors import KNeighborsClassifier
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


def test_a_trees_decreases_add_to_what_its_leaves_lost():
    X, y = load_boston().X, load_boston().y
    tree = DecisionTreeRegressor(max_depth=3, random_state=0).fit(X, y)
    result = impurity_importance(tree)
    squares = ((tree.predict(X) - y) ** 2).mean()
    np.testing.assert_allclose(result.decreases.sum(), y.var() - squares)
    assert result.node.tolist() == (tree.tree_.children_left >= 0).nonzero()[0].tolist()
    np.testing.assert_array_equal(result.threshold, tree.tree_.threshold[result.node])


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


def test_bagged_trees_keep_their_own_numbers_of_features(cancer):
    X, y = cancer
    forest = BaggingClassifier(DecisionTreeClassifier(max_depth=4), 15, max_features=4, random_state=0).fit(X, y)
    expected = np.zeros((15, 10))
    for t, (tree, features) in enumerate(zip(forest.estimators_, forest.estimators_features_, strict=True)):
        expected[t, features] = tree.tree_.compute_feature_importances(normalize=False)
    result = impurity_importance(forest)
    np.testing.assert_allclose(result.per_tree, expected, atol=1e-15)
    shares = (expected / expected.sum(axis=1, keepdims=True)).mean(axis=0)
    np.testing.assert_allclose(result.importances, shares, atol=1e-14)


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


def test_every_shuffle_is_that_of_a_plain_loop(cancer):
    X, y = cancer
    forest = RandomForestClassifier(10, random_state=0).fit(X[::2], y[::2])
    result = permutation_importance(forest.predict, X[1::2], y[1::2], repeats=4, seed=3)
    expected = brute_force(forest.predict, X[1::2], y[1::2], accuracy_score, result.permutations)
    np.testing.assert_allclose(result.permuted, expected, rtol=1e-14)
    assert result.baseline == pytest.approx(forest.score(X[1::2], y[1::2]))
    np.testing.assert_allclose(result.drops, result.baseline - expected)
    np.testing.assert_allclose(result.importances, (result.baseline - expected).mean(axis=1), atol=1e-15)
    np.testing.assert_allclose(result.standard_errors, expected.std(axis=1, ddof=1) / 2)
    assert [sorted(p.tolist()) for p in result.permutations] == [list(range(len(y[1::2])))] * 4
    assert (result.measure, result.is_loss) == ("accuracy", False)


@pytest.mark.parametrize(
    ("options", "plain"),
    [
        ({"score": "r2"}, r2_score),
        ({"loss": "squared"}, lambda y, p: ((y - p) ** 2).mean()),
        ({"loss": lambda y, p: np.max(np.abs(y - p))}, lambda y, p: np.max(np.abs(y - p))),
        ({"score": lambda y, p: -np.median(np.abs(y - p))}, lambda y, p: -np.median(np.abs(y - p))),
    ],
    ids=["r2", "squared", "a loss of the user", "a score of the user"],
)
def test_scores_fall_and_losses_rise(options, plain, boston):
    X, y = boston
    model = LinearRegression().fit(X, y)
    result = permutation_importance(model.predict, X, y, repeats=3, **options)
    expected = brute_force(model.predict, X, y, plain, result.permutations)
    np.testing.assert_allclose(result.permuted, expected, rtol=1e-12)
    sign = -1 if "loss" in options else 1
    np.testing.assert_allclose(result.drops, sign * (plain(y, model.predict(X)) - expected), atol=1e-10)
    assert result.is_loss == ("loss" in options)


def test_probabilities_with_a_loss_of_ones_own(cancer):
    X, y = cancer
    model = LogisticRegression(C=0.01, max_iter=2000).fit(X, y)
    result = permutation_importance(model.predict_proba, X, y, loss=log_loss, repeats=2)
    np.testing.assert_allclose(
        result.permuted, brute_force(model.predict_proba, X, y, log_loss, result.permutations), rtol=1e-12
    )
    assert result.measure == "log_loss"


def test_stacking_copies_changes_nothing_and_is_bounded(cancer, monkeypatch):
    X, y = cancer
    seen = []

    def predict(X):
        seen.append(len(X))
        X[:, 0] *= 1  # as careless models do: what they are given is theirs
        X += 0
        return np.where(X[:, 2] > 90, -1, 1)

    whole = permutation_importance(predict, X, y).permuted
    assert max(seen) == 92 * 569
    monkeypatch.setattr("fewidgets.algorithms.ranking.permutation.STACKED_ENTRIES", 20_000)
    seen.clear()
    np.testing.assert_array_equal(permutation_importance(predict, X, y).permuted, whole)
    assert set(seen) == {569, 3 * 569}


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "model",
    [
        RandomForestClassifier(12, random_state=0),
        ExtraTreesClassifier(12, bootstrap=True, max_samples=0.5, random_state=0),
        BaggingClassifier(DecisionTreeClassifier(max_depth=3), 12, max_features=6, random_state=0),
        BaggingClassifier(KNeighborsClassifier(3), 6, random_state=0),
    ],
    ids=str,
)
def test_out_of_bag_is_a_plain_loop_over_trees(model, cancer):
    X, y = cancer
    model.fit(X, y)
    result = out_of_bag_importance(model, X, y, seed=5)
    kept = getattr(model, "estimators_features_", [np.arange(10)] * len(model.estimators_))
    for t, (tree, features) in enumerate(zip(model.estimators_, kept, strict=True)):
        rows = np.setdiff1d(np.arange(len(y)), model.estimators_samples_[t])
        assert result.out_of_bag[t].nonzero()[0].tolist() == rows.tolist()
        predict = lambda X, tree=tree, features=features: model.classes_[tree.predict(X[:, features]).astype(int)]  # noqa: E731
        place = {row: i for i, row in enumerate(rows.tolist())}
        permutation = [place[row] for row in result.permutations[t].tolist()]
        baseline = accuracy_score(y[rows], predict(X[rows]))
        expected = baseline - brute_force(predict, X[rows], y[rows], accuracy_score, [permutation])[:, 0]
        np.testing.assert_allclose(result.per_tree[t], expected, atol=1e-14)
        assert result.baselines[t] == pytest.approx(baseline)
    np.testing.assert_allclose(result.importances, result.per_tree.mean(axis=0), atol=1e-15)
    assert result.measure == "accuracy"


@pytest.mark.parametrize(
    "model", [RandomForestRegressor(8, random_state=0), BaggingRegressor(LinearRegression(), 8, random_state=0)], ids=str
)
def test_out_of_bag_importance_of_regressions_uses_squared_errors(model, boston):
    X, y = boston
    result = out_of_bag_importance(model.fit(X, y), X, y)
    assert (result.measure, result.is_loss) == ("squared", True)
    assert set(result.top(2).tolist()) <= {5, 7, 8, 12}
    scored = out_of_bag_importance(model, X, y, score="r2")
    np.testing.assert_allclose(scored.per_tree, result.per_tree / y.var(), atol=1e-12)


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


def test_impurity_misses_a_relevant_feature_with_few_values():
    """With a label that depends on the feature with two values alone, impurity still puts the continuous one first."""
    first = {"impurity": 0, "out of bag": 0}
    for seed in range(12):
        table = make_many_valued(relevance=0.2, seed=seed)
        forest = RandomForestClassifier(20, random_state=seed).fit(table.X, table.y)
        first["impurity"] += int(impurity_importance(forest).order[0] == 1)
        first["out of bag"] += int(out_of_bag_importance(forest, table.X, table.y, seed=seed).order[0] == 1)
    assert first["impurity"] <= 2
    assert first["out of bag"] >= 9


def test_of_two_like_features_either_serves():
    """A copy of the best feature takes half of its impurity, and hides from shuffling that it matters."""
    boston = load_boston()
    twice = np.column_stack([boston.X, boston.X[:, 12]])
    alone = RandomForestRegressor(40, max_features=0.5, random_state=0).fit(boston.X, boston.y)
    both = RandomForestRegressor(40, max_features=0.5, random_state=0).fit(twice, boston.y)
    once, shared = impurity_importance(alone).importances[12], impurity_importance(both).importances[[12, 13]]
    assert (shared < 0.8 * once).all()
    assert shared.sum() > once
    shuffled = [permutation_importance(model.predict, X, boston.y, loss="squared", repeats=3).importances[12]
                for model, X in ((alone, boston.X), (both, twice))]  # fmt: skip
    assert shuffled[1] < shuffled[0] / 2


def test_results_cannot_be_changed(cancer):
    X, y = cancer
    forest = RandomForestClassifier(3, random_state=0).fit(X, y)
    results = (
        impurity_importance(forest),
        permutation_importance(forest.predict, X, y, repeats=1),
        out_of_bag_importance(forest, X, y),
    )
    for result in results:
        for name, value in vars(result).items():
            if isinstance(value, np.ndarray):
                assert not value.flags.writeable, name
