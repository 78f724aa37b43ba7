import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import SequentialFeatureSelector as Mlxtend
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.feature_selection import SequentialFeatureSelector as Sklearn
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold

from fewidgets.algorithms import backward_elimination, best_subset, forward_selection

SEARCHES = {"forward": forward_selection, "backward": backward_elimination}


def squares_by_lstsq(X, y, S, fit_bias=True):
    """Return the sum of squared residuals on the features S, by NumPy's SVD."""
    if fit_bias:
        X, y = X - X.mean(axis=0), y - y.mean()
    S = list(S)
    return ((y - X[:, S] @ np.linalg.lstsq(X[:, S], y, rcond=None)[0]) ** 2).sum() if S else (y**2).sum()


def runs(P, K):
    """Return the folds of scikit-learn and mlxtend: runs of examples in their order."""
    fold_of = np.empty(P, dtype=int)
    for k, (_, held_out) in enumerate(KFold(K).split(np.zeros(P))):
        fold_of[held_out] = k
    return fold_of


@pytest.mark.parametrize(("direction", "cv"), [("forward", 0), ("forward", 5), ("backward", 0)])
def test_boston_as_mlxtend_scores_it(direction, cv):
    X, y = boston_housing_data()
    X = X[:, 6:]  # 7 of 13 features: mlxtend is slow
    forward = direction == "forward"
    scoring = "neg_mean_squared_error"
    theirs = Mlxtend(LinearRegression(), k_features=7 if forward else 1, forward=forward, scoring=scoring, cv=cv).fit(X, y)
    ours = SEARCHES[direction](X, y, **({"fold_of": runs(506, 5)} if cv else {}))
    for k, subset in theirs.subsets_.items():
        assert tuple(ours.at(k).features) == subset["feature_idx"]
        assert_allclose(-ours.at(k).cost, subset["avg_score"], rtol=1e-10)
        if cv:
            assert_allclose(-ours.fold_costs[ours.sizes == k][0], subset["cv_scores"], rtol=1e-9)


def test_boston_as_scikit_learn_selects_it():
    X, y = boston_housing_data()
    X = X[:, 5:]
    theirs = Sklearn(LinearRegression(), n_features_to_select=3, cv=5, scoring="neg_mean_squared_error").fit(X, y)
    ours = forward_selection(X, y, fold_of=runs(506, 5))
    assert_array_equal(np.flatnonzero(theirs.get_support()), ours.at(3).features)
    assert ours.best_size == ours.sizes[ours.costs.argmin()]


def test_few_of_many_features(boston):
    X, y = boston
    for fit_bias in (True, False):
        few, all_ = forward_selection(X, y, size=2, fit_bias=fit_bias), forward_selection(X, y, fit_bias=fit_bias)
        assert_array_equal(few.order, all_.order[:2])
        assert_allclose(few.candidate_costs, all_.candidate_costs[:2], rtol=1e-10)
        assert_allclose(few.weights, all_.weights[:3], rtol=1e-9, atol=1e-12)
    trace = backward_elimination(X, y, size=10)
    assert_array_equal(trace.sizes, [13, 12, 11, 10])
    assert_allclose(trace.costs, backward_elimination(X, y).costs[:4], rtol=1e-12)


def test_blocks_of_rows_and_units():
    """Several blocks of rows, or other units of the features, give the same result."""
    rng = np.random.default_rng(0)
    X = rng.normal([0, 1e3, 0, -5], size=(30_000, 4))
    y = X @ [1.0, 0.5, 0.0, 0.2] + rng.normal(size=30_000)
    trace = forward_selection(X, y)
    for m in range(5):
        expected = squares_by_lstsq(X, y, np.flatnonzero(trace.selected[m]))
        assert_allclose(trace.costs[m] * 30_000, expected, rtol=1e-10)
    scaled = forward_selection(X * [1e-9, 1, 1e12, 3], y)
    assert_array_equal(scaled.order, trace.order)
    assert_allclose(scaled.costs, trace.costs, rtol=1e-10)


def test_stepwise_selection_gets_locked_in():
    """COMP135, slide 13: of its table, forward selection's choices and the best subsets, on data made to give them."""
    names = ["Age", "Weight", "Height", "Income", "ZipCode"]
    rng = np.random.default_rng(0)
    age, weight, income, zip_code = rng.normal(size=(4, 400))
    height = income + zip_code + 0.4 * rng.normal(size=400)  # stands in for two, until both are there
    X = np.c_[age, weight, height, income, zip_code]
    y = 3 * age + 2 * weight + 1.1 * income + zip_code + 0.2 * rng.normal(size=400)
    best, forward = best_subset(X, y), forward_selection(X, y)

    def table(found):
        return [{names[n] for n in found.at(k).features} for k in range(1, 5)]

    first = [{"Age"}, {"Age", "Weight"}, {"Age", "Weight", "Height"}]
    assert table(best) == [*first, {"Age", "Weight", "Income", "ZipCode"}]
    assert table(forward) == [*first, {"Age", "Weight", "Height", "Income"}]
    assert best.at(4).cost < 0.5 * forward.at(4).cost
    assert table(backward_elimination(X, y))[3] == table(best)[3]


def test_folds_are_limited_by_memory(monkeypatch):
    monkeypatch.setenv("FEWIDGETS_MAX_GIB", "0.00001")
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"folds=100 would need 28.1 KiB of memory; the limit is"):
        forward_selection(rng.normal(size=(100, 4)), rng.normal(size=100), folds=100)
