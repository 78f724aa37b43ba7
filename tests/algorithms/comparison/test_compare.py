"""One data set through all selectors: sets against brute force and peers, costs against scikit-learn."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import log_loss, mean_squared_error

from fewidgets.algorithms import compare_selectors
from fewidgets.algorithms.comparison.compare import _halves
from fewidgets.algorithms.comparison.selectors import selectors_for
from fewidgets.data import load_boston, load_breast_cancer, make_lasso_example


def correlated(P=120, N=7, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ (np.eye(N) + 0.6 * rng.normal(size=(N, N)))
    return X, X @ rng.normal(size=N) + 2 * rng.normal(size=P)


@pytest.fixture(scope="module")
def regression():
    X, y = correlated()
    return X, y, compare_selectors(X, y, forest=lambda X, y: RandomForestRegressor(30, random_state=0).fit(X, y))


def squared_error(X, y, features):
    return np.mean((y - LinearRegression().fit(X[:, features], y).predict(X[:, features])) ** 2)


def test_every_set_has_its_size_and_shares_count_halves(regression):
    _X, _y, found = regression
    assert found.selected.shape == (14, 7, 7)
    sizes = np.broadcast_to(found.sizes, found.selected.shape[:2])
    assert_array_equal(found.selected.sum(axis=2), sizes)
    assert_allclose(found.shares.sum(axis=2), sizes)
    assert_allclose(found.shares * 10, np.round(found.shares * 10))
    assert (found.seconds > 0).all()
    assert_allclose(found.stability[:, -1], 1.0)
    assert_allclose(found.held_out[:, :, -1], np.broadcast_to(found.all_features, (14, 10)))


def test_the_best_subset_is_the_best_of_all_and_no_search_is_better(regression):
    X, y, found = regression
    for size in (1, 2, 3, 4):
        errors = {each: squared_error(X, y, list(each)) for each in combinations(range(7), size)}
        best = min(errors, key=errors.get)
        assert found.at("best subset", size) == tuple(f"x{n + 1}" for n in best)
        for name in found.names:
            chosen = tuple(np.flatnonzero(found.selected[found.names.index(name), size - 1]))
            assert errors[chosen] >= errors[best] - 1e-12
        sets = {name: found.at(name, size) for name in found.names}
        assert sets["greedy fitting"] == sets["forward selection (SFS)"], "both re-fit all weights"
        assert sets["forward-fitting"] == sets["myopic fitting"], "the features have the same length"


@pytest.mark.parametrize(
    ("name", "direction"), [("forward selection (SFS)", "forward"), ("backward elimination (SBS)", "backward")]
)
def test_stepwise_searches_are_those_of_a_peer(regression, name, direction):
    X, y, found = regression
    everything = [(np.arange(len(y)), np.arange(len(y)))]
    for size in (2, 4):
        peer = SequentialFeatureSelector(
            LinearRegression(), n_features_to_select=size, direction=direction, scoring="neg_mean_squared_error", cv=everything
        ).fit(X, y)
        assert_array_equal(found.selected[found.names.index(name), size - 1], peer.get_support())


def test_held_out_costs_are_those_of_a_peer_on_the_same_halves():
    X, y = correlated(seed=3)
    found = compare_selectors(X, y, names=["boosting", "Pearson correlation"], repeats=2, seed=5)
    for r, (rows, others) in enumerate(_halves(y, "least_squares", 2, np.random.default_rng(5))):
        assert not {*rows} & {*others}
        assert sorted([*rows, *others]) == list(range(len(y)))
        score = np.abs(np.corrcoef(X[rows].T, y[rows])[-1, :-1])
        for size in (1, 3, 7):
            chosen = np.argsort(-score)[:size]
            model = LinearRegression().fit(X[rows][:, chosen], y[rows])
            expected = mean_squared_error(y[others], model.predict(X[others][:, chosen]))
            assert found.held_out[1, r, size - 1] == pytest.approx(expected)
        assert found.no_features[r] == pytest.approx(np.mean((y[others] - y[rows].mean()) ** 2))


def test_labels_are_judged_by_the_softmax_cost_of_a_linear_classifier():
    data = load_breast_cancer()
    rng = np.random.default_rng(0)
    X, y = data.X[:, :6] + 3 * data.X[:, :6].std(axis=0) * rng.normal(size=(len(data.y), 6)), data.y
    found = compare_selectors(X, y, cost="softmax", repeats=1, seed=1)
    assert "mutual information" in found.names
    for r, (rows, others) in enumerate(_halves(y, "softmax", 1, np.random.default_rng(1))):
        assert abs((y[rows] > 0).sum() - (y[others] > 0).sum()) <= 1
        peer = LogisticRegression(C=1e12, tol=1e-10, max_iter=10_000)
        scale = X[rows].std(axis=0)
        peer.fit(X[rows] / scale, y[rows])
        expected = log_loss(y[others], peer.predict_proba(X[others] / scale))
        assert_allclose(found.all_features[r], expected, rtol=1e-5)
        assert_allclose(found.held_out[:, r, -1], expected, rtol=1e-5)


def test_features_that_matter_are_found_stably_and_noise_is_not():
    data = make_lasso_example(300, noise=0.5)
    found = compare_selectors(data.X, data.y, size=8, feature_names=data.feature_names)
    for name in found.names:
        assert set(found.at(name, 4)) == {"x1", "x2", "x3", "x4"}
    assert (found.stability[:, 3] > 0.9).all()
    assert (found.stability[:, 7] < 0.6).all(), "the last three are chosen among five that do not matter"
    assert (found.mean[:, 4] < found.mean[:, 2]).all()
    assert (found.no_features > found.all_features).all()


def test_the_forests_importances_are_those_of_the_forest():
    data = make_lasso_example(200)

    def fit(X, y):
        return RandomForestRegressor(20, random_state=0).fit(X, y)

    found = compare_selectors(data.X, data.y, names=["impurity importance"], forest=fit, repeats=1, size=10)
    Z = (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)
    order = np.argsort(-fit(Z, data.y).feature_importances_)
    for size in range(1, 11):
        assert set(found.at("impurity importance", size)) == {f"x{n + 1}" for n in order[:size]}


def test_a_feature_that_is_constant_in_a_half_is_not_selected_there():
    X, y = correlated(40, 3)
    X = np.column_stack([X, np.zeros(40)])
    X[7, 3] = 1.0
    for cost, outputs in (("least_squares", y), ("softmax", np.where(y > np.median(y), 1.0, -1.0))):
        found = compare_selectors(X, outputs, cost=cost, repeats=3)
        assert found.shares[:, -1, 3].max() <= 0.5
        assert np.isfinite(found.held_out).all()


def test_searches_that_would_take_too_long_are_left_out():
    assert "best subset" not in selectors_for("least_squares", 31, False)
    assert "floating forward (SFFS)" in selectors_for("least_squares", 31, False)
    assert "floating forward (SFFS)" not in selectors_for("least_squares", 61, False)


def test_names_and_seed():
    frame = pd.DataFrame(load_boston().X[:, :4], columns=["crime", "zone", "industry", "river"])
    y = load_boston().y
    one, same, other = (compare_selectors(frame, y, names=["boosting"], repeats=2, seed=seed) for seed in (0, 0, 1))
    assert one.feature_names == ("crime", "zone", "industry", "river")
    assert_array_equal(one.held_out, same.held_out)
    assert (one.held_out != other.held_out).any()
    text = one.table(2)
    assert text.splitlines()[1].startswith("boosting")
    assert text.splitlines()[1].endswith(", ".join(one.at("boosting", 2)))
    assert text == same.table(2)


def test_a_forest_of_labels():
    data = load_breast_cancer()

    def fit(X, y):
        return RandomForestClassifier(20, random_state=0).fit(X, y)

    names = ["impurity importance", "permutation importance"]
    found = compare_selectors(data.X[:, :5], data.y, cost="softmax", forest=fit, names=names, repeats=1)
    assert found.names == tuple(names)
