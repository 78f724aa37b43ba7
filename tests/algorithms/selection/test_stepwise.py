import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
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


def plain(direction, N, judge):
    """Fit every candidate model from scratch, as COMP135 describes it."""
    S = set() if direction == "forward" else set(range(N))
    order, costs, candidates = [], [judge(S)], []
    for _ in range(N):
        tried = {n: judge(S ^ {n}) for n in range(N) if (n in S) == (direction == "backward")}
        best = min(tried, key=tried.get)
        S = S ^ {best}
        order.append(best)
        costs.append(tried[best])
        candidates.append([tried.get(n, np.nan) for n in range(N)])
    return order, costs, candidates


@pytest.mark.parametrize("fit_bias", [True, False])
@pytest.mark.parametrize("direction", SEARCHES)
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_the_plain_form(seed, direction, fit_bias):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 7)) @ rng.normal(size=(7, 7)) + rng.normal(size=7)
    y = X @ rng.normal(size=7) + 3 * rng.normal(size=40)
    order, costs, candidates = plain(direction, 7, lambda S: squares_by_lstsq(X, y, S, fit_bias))
    trace = SEARCHES[direction](X, y, fit_bias=fit_bias)
    assert_array_equal(trace.order, order)
    assert_allclose(trace.costs * 40, costs, rtol=1e-10)
    assert_allclose(trace.candidate_costs * 40, candidates, rtol=1e-10)
    assert_allclose(trace.training_costs, trace.costs)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    N=st.integers(1, 7),
    P=st.integers(2, 30),
    direction=st.sampled_from(["forward", "backward"]),
    fit_bias=st.booleans(),
    folds=st.sampled_from([None, 2, 3]),
)
def test_a_trace_is_consistent(seed, N, P, direction, fit_bias, folds):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(P, N)) + 5, rng.normal(size=P) + 1
    K = None if folds is None else min(folds, P)
    trace = SEARCHES[direction](X, y, fit_bias=fit_bias, folds=K)
    M = len(trace.order)
    assert M == N
    assert sorted(trace.order) == list(range(N))
    assert_array_equal(trace.sizes, trace.selected.sum(axis=1))
    assert_array_equal(np.diff(trace.sizes), 1 if direction == "forward" else -1)
    for m in range(M):
        n = trace.order[m]
        assert_array_equal(np.flatnonzero(trace.selected[m] != trace.selected[m + 1]), [n])
        assert_array_equal(np.isnan(trace.candidate_costs[m]), trace.selected[m] == (direction == "forward"))
        assert_allclose(trace.candidate_costs[m, n], trace.costs[m + 1], rtol=1e-8, atol=1e-12)
        assert trace.candidate_costs[m, n] <= np.nanmin(trace.candidate_costs[m]) + 1e-9
    assert np.all(trace.weights[~trace.selected] == 0)
    for m in range(M + 1):
        residuals = y - X @ trace.weights[m] - trace.biases[m]
        assert_allclose((residuals**2).mean(), trace.training_costs[m], rtol=1e-7, atol=1e-10)
        S = np.flatnonzero(trace.selected[m])
        assert_allclose(trace.training_costs[m], squares_by_lstsq(X, y, S, fit_bias) / P, rtol=1e-7, atol=1e-10)
        assert_array_equal(trace.at(len(S)).features, S)
        assert_array_equal(trace.at(len(S)).weights, trace.weights[m])
    if K:
        assert_allclose(trace.fold_costs.mean(axis=1), trace.costs)
        assert_allclose(trace.candidate_fold_costs.mean(axis=2), trace.candidate_costs)
    for value in vars(trace).values():
        assert not isinstance(value, np.ndarray) or not value.flags.writeable


def judged_by_folds(X, y, fold_of, fit_bias=True):
    def judge(S):
        S, errors = sorted(S), []
        for k in range(fold_of.max() + 1):
            held_out = fold_of == k
            train, y_train = X[~held_out][:, S], y[~held_out]
            if S:
                model = LinearRegression(fit_intercept=fit_bias).fit(train, y_train)
                predictions = model.predict(X[held_out][:, S])
            else:
                predictions = np.full(held_out.sum(), y_train.mean() if fit_bias else 0.0)
            errors.append(((y[held_out] - predictions) ** 2).mean())
        return np.mean(errors)

    return judge


@pytest.mark.parametrize("fit_bias", [True, False])
@pytest.mark.parametrize("direction", SEARCHES)
def test_folds_agree_with_the_plain_form(direction, fit_bias):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(31, 5)) @ rng.normal(size=(5, 5)) + 2
    y = X @ [1, 0, -1, 0, 0] + 2 * rng.normal(size=31)
    fold_of = rng.permutation(np.arange(31) % 4)
    fold_of[fold_of == 3] = np.where(rng.random((fold_of == 3).sum()) < 0.5, 3, 2)  # unequal folds
    order, costs, candidates = plain(direction, 5, judged_by_folds(X, y, fold_of, fit_bias))
    trace = SEARCHES[direction](X, y, fold_of=fold_of, fit_bias=fit_bias)
    assert_array_equal(trace.order, order)
    assert_allclose(trace.costs, costs, rtol=1e-10)
    assert_allclose(trace.candidate_costs, candidates, rtol=1e-10)
    assert_array_equal(trace.fold_of, fold_of)


def test_folds_of_one_example_each():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 3))
    y = X[:, 0] + rng.normal(size=12)
    _, costs, _ = plain("forward", 3, judged_by_folds(X, y, np.arange(12)))
    assert_allclose(forward_selection(X, y, folds=12).costs, costs, rtol=1e-10)


def runs(P, K):
    """Return the folds of scikit-learn and mlxtend: runs of examples in their order."""
    fold_of = np.empty(P, dtype=int)
    for k, (_, held_out) in enumerate(KFold(K).split(np.zeros(P))):
        fold_of[held_out] = k
    return fold_of


@pytest.mark.parametrize("cv", [0, 5])
@pytest.mark.parametrize("direction", SEARCHES)
def test_boston_as_mlxtend_scores_it(direction, cv):
    X, y = boston_housing_data()
    X = X[:, 6:]  # 7 of 13 features: mlxtend is slow
    forward = direction == "forward"
    scoring = "neg_mean_squared_error"
    theirs = Mlxtend(LinearRegression(), k_features=7 if forward else 1, forward=forward, scoring=scoring, cv=cv).fit(X, y)
    ours = SEARCHES[direction](X, y, fold_of=runs(506, 5) if cv else None)
    for k, subset in theirs.subsets_.items():
        assert tuple(ours.at(k).features) == subset["feature_idx"]
        assert_allclose(-ours.at(k).cost, subset["avg_score"], rtol=1e-10)
        if cv:
            assert_allclose(-ours.fold_costs[ours.sizes == k][0], subset["cv_scores"], rtol=1e-9)


@pytest.mark.parametrize("direction", SEARCHES)
def test_boston_as_scikit_learn_selects_it(direction):
    X, y = boston_housing_data()
    X = X[:, 5:]
    scoring = "neg_mean_squared_error"
    theirs = Sklearn(LinearRegression(), n_features_to_select=3, direction=direction, cv=5, scoring=scoring).fit(X, y)
    ours = SEARCHES[direction](X, y, fold_of=runs(506, 5))
    assert_array_equal(np.flatnonzero(theirs.get_support()), ours.at(3).features)


def test_sizes_that_folds_choose(boston):
    X, y = boston
    trace = forward_selection(X, y, folds=10)
    assert trace.costs[trace.best_size] == trace.costs.min()
    spread = trace.fold_costs[trace.best_size].std(ddof=1) / np.sqrt(10)
    within = np.flatnonzero(trace.costs <= trace.costs.min() + spread)
    assert trace.one_standard_error_size == within[0] < trace.best_size
    with pytest.raises(ValueError, match=r"folds must be passed to the search .*; got folds=None"):
        _ = forward_selection(X, y).one_standard_error_size


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


@pytest.mark.parametrize("direction", SEARCHES)
def test_nearly_collinear_features(direction):
    """Rounding errors stay far below those of the products XᵀX, which lose all digits here."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 5))
    X = np.c_[X, X[:, :2] + 1e-6 * rng.normal(size=(60, 2))]
    y = X[:, 0] - X[:, 5] * (1 + 1e-6) + X[:, 2] + 0.1 * rng.normal(size=60)
    trace = SEARCHES[direction](X, y)
    for m in range(8):
        expected = squares_by_lstsq(X, y, np.flatnonzero(trace.selected[m]))
        assert_allclose(trace.costs[m] * 60, expected, rtol=1e-10)
        if m < 7:
            for n in np.flatnonzero(~np.isnan(trace.candidate_costs[m])):
                S = set(np.flatnonzero(trace.selected[m])) ^ {n}
                assert_allclose(trace.candidate_costs[m, n] * 60, squares_by_lstsq(X, y, S), rtol=1e-8)


def test_collinear_features_add_nothing():
    rng = np.random.default_rng(2)
    A = rng.normal(size=(30, 3))
    X = np.c_[A, 2 * A[:, 0] - 1, A[:, 1] + A[:, 2] + 4]
    y = A @ [3.0, 2.0, 1.0] + 0.1 * rng.normal(size=30)
    forward = forward_selection(X, y)
    assert_array_equal(forward.order, [0, 4, 1, 2, 3])  # 4 before 1 and 2, of which it is the sum
    assert np.all(forward.weights[-1, [2, 3]] == 0)
    assert_allclose(forward.costs[3:], forward.costs[3], rtol=1e-12)
    assert_allclose(forward.candidate_costs[3, [2, 3]], forward.costs[3], rtol=1e-12)
    backward = backward_elimination(X, y)
    assert_array_equal(backward.order[:2], [0, 1])  # the first of those whose removal costs nothing
    assert_allclose(backward.costs[:3], forward.costs[3], rtol=1e-12)
    for m in range(6):
        S = np.flatnonzero(backward.selected[m])
        assert_allclose(backward.costs[m] * 30, squares_by_lstsq(X, y, S), rtol=1e-10)
        residuals = y - X @ backward.weights[m] - backward.biases[m]
        assert_allclose((residuals**2).mean(), backward.costs[m], rtol=1e-10)
    for search in SEARCHES.values():  # within folds too
        assert np.isfinite(search(X, y, folds=3).costs).all()
    perfect = forward_selection(np.c_[A[:, 1], A[:, 0], 3 * A[:, 0]], A[:, 0] + 1)
    assert_array_equal(perfect.order, [1, 0, 2])
    assert_allclose(perfect.costs[1:], 0, atol=1e-28)
    equal = np.c_[A[:, 0], A[:, 0], A[:, 0]]
    assert_array_equal(forward_selection(equal, y).order, [0, 1, 2])
    assert_array_equal(backward_elimination(equal, y).order, [0, 1, 2])


def test_more_features_than_examples():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(6, 9)), rng.normal(size=6)
    forward, backward = forward_selection(X, y), backward_elimination(X, y)
    for trace in (forward, backward):
        for m in range(10):
            S = np.flatnonzero(trace.selected[m])
            assert_allclose(trace.costs[m] * 6, squares_by_lstsq(X, y, S), atol=1e-12)
            assert_allclose((y - X @ trace.weights[m] - trace.biases[m]).var(), trace.costs[m], atol=1e-12)
    for search in SEARCHES.values():
        assert np.isfinite(search(X, y, folds=2).costs).all()


@pytest.mark.parametrize("direction", SEARCHES)
def test_features_that_are_constant_in_a_fold(direction):
    rng = np.random.default_rng(6)
    X = np.c_[rng.normal(size=(20, 2)), np.arange(20) >= 10]  # constant in the training examples of either fold
    y = X[:, 0] + 3 * X[:, 2] + 0.1 * rng.normal(size=20)
    fold_of = (np.arange(20) >= 10).astype(int)
    trace = SEARCHES[direction](X, y, fold_of=fold_of)
    judge = judged_by_folds(X[:, :2], y, fold_of)  # without that feature
    for m in range(4):
        S = np.flatnonzero(trace.selected[m, :2])
        assert_allclose(trace.costs[m], judge(S), rtol=1e-10)


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


@pytest.mark.parametrize("search", SEARCHES.values())
def test_folds_are_limited_by_memory(search, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_MAX_GIB", "0.00001")
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"folds=100 would need 28.1 KiB of memory; the limit is"):
        search(rng.normal(size=(100, 4)), rng.normal(size=100), folds=100)
