import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import linprog
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

from fewidgets.algorithms import Softmax, SubsetSoftmax, exhaustive_search, floating_search, sequential_search


def labelled(seed, P=40, N=4, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ rng.normal(size=(N, N)) * 10.0 ** rng.integers(-3, 4, size=N) + 2
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ rng.normal(size=N)
    return X, np.where(scores + noise * rng.normal(size=P) > np.median(scores), 1.0, -1.0)


def is_separable(X, y, S, fit_bias):
    """Tell by a linear program whether the classes can be separated."""
    A = X[:, S] / np.abs(X[:, S]).max(axis=0)
    A = np.c_[np.ones(len(X)), A] if fit_bias else A
    return linprog(np.zeros(A.shape[1]), -(y[:, None] * A), -np.ones(len(X)), bounds=(None, None)).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("fit_bias", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_every_subset_costs_what_scikit_learn_finds(seed, fit_bias):
    X, y = labelled(seed)
    J = SubsetSoftmax(X, y, fit_bias=fit_bias)
    errors = SubsetSoftmax(X, y, fit_bias=fit_bias, judged="misclassified")
    trace = exhaustive_search(J, 4, maximize=False)
    for row, cost in zip(trace.subsets, trace.subset_values, strict=True):
        S = np.flatnonzero(row)
        if is_separable(X, y, S, fit_bias):
            assert cost == 0
            continue
        scale = X[:, S].std(axis=0)
        peer = LogisticRegression(C=np.inf, fit_intercept=fit_bias, solver="newton-cholesky", tol=1e-10, max_iter=500)
        peer.fit(X[:, S] / scale, y)
        outputs = X[:, S] / scale @ peer.coef_[0] + peer.intercept_
        assert_allclose(cost, np.logaddexp(0, -y * outputs).mean(), rtol=1e-9)
        features, weights, bias, model_cost = J.model(S)
        assert_array_equal(features, S)
        assert model_cost == cost
        assert_allclose(np.logaddexp(0, -y * (X @ weights + bias)).mean(), cost, rtol=1e-12)
        assert errors(S) == (y * (X @ weights + bias) <= 0).sum()
        # The gradient is zero at the minimum.
        slopes = Softmax(X, y).gradient(np.r_[bias, weights])[[0, *(S + 1)] if fit_bias else S + 1]
        assert_allclose(slopes / np.r_[[1] * fit_bias, np.abs(X[:, S]).max(axis=0)], 0, atol=1e-7)
    for k in range(1, 5):
        of_size = trace.subset_values[trace.subsets.sum(axis=1) == k]
        assert trace.at(k).value == of_size.min()
    assert_allclose(SubsetSoftmax(X, y, fit_bias=fit_bias, reduction="sum")([1, 2]), 40 * J([1, 2]))


def test_the_empty_set_is_the_bias_alone():
    X, y = labelled(0)
    share = (y == 1).mean()
    assert_allclose(SubsetSoftmax(X, y)(()), -share * np.log(share) - (1 - share) * np.log(1 - share), rtol=1e-12)
    assert_allclose(SubsetSoftmax(X, y, fit_bias=False)(()), np.log(2))
    assert SubsetSoftmax(X, y, judged="misclassified")(()) == min((y == 1).sum(), (y == -1).sum())
    assert SubsetSoftmax(X, y).model(()).features.size == 0


@pytest.mark.slow
@pytest.mark.parametrize("fit_bias", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_separable_sets_cost_exactly_0(seed, fit_bias):
    X, y = labelled(seed, P=12, N=4, noise=0.0 if seed % 2 == 0 and fit_bias else 0.2)
    J = SubsetSoftmax(X, y, fit_bias=fit_bias)
    separable = 0
    for place in range(1, 16):
        S = [n for n in range(4) if place >> n & 1]
        expected = is_separable(X, y, S, fit_bias)
        separable += expected
        assert J.is_separable(S) == expected
        assert (J(S) == 0) == expected
        if expected:
            _, weights, bias, cost = J.model(S)
            margins = y * (X @ weights + bias)
            assert (margins > 0).all()
            assert_allclose(cost, np.logaddexp(0, -margins).mean(), rtol=1e-9)
    assert separable or seed % 2 or not fit_bias


def test_classes_that_touch_have_a_smallest_cost_that_no_weights_reach():
    """Quasi-complete separation: only two equal examples have different labels, so the cost falls towards 2 log 2 / P."""
    x = np.array([-2.0, -1.0, 0.0, 0.0, 1.0, 2.0])
    y = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
    J = SubsetSoftmax(x[:, None], y)
    assert not J.is_separable([0])
    assert_allclose(J([0]), 2 * np.log(2) / 6, rtol=1e-12)


def test_near_copies_outliers_and_scales():
    """A near copy and its difference give the same cost. A Newton step in the features' units would lose the difference."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 60))
    y = np.where(b + 0.7 * rng.normal(size=60) > 0, 1.0, -1.0)
    expected = SubsetSoftmax(np.c_[a, b], y)([0, 1])
    assert_allclose(SubsetSoftmax(np.c_[a, a + 1e-6 * b], y)([0, 1]), expected, rtol=1e-8)
    assert_allclose(SubsetSoftmax(np.c_[a, b, a + b], y)([0, 1, 2]), expected, rtol=1e-12)
    for scale in (1e-40, 1e40):
        assert_allclose(SubsetSoftmax(np.c_[a, b] * [scale, 1], y)([0, 1]), expected, rtol=1e-12)
    outlier = a.copy()
    outlier[0] = 1e8
    cost = SubsetSoftmax(np.c_[outlier, b], y)([0, 1])
    assert cost <= SubsetSoftmax(b[:, None], y)([0]) * (1 + 1e-12)
    without = SubsetSoftmax(np.c_[a, b][1:], y[1:], reduction="sum")([0, 1])
    assert 60 * cost >= without * (1 - 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("fit_bias", [True, False])
@pytest.mark.parametrize("outlier", [1e4, 1e8])
@pytest.mark.parametrize("seed", range(12))
def test_one_outlier_spoils_no_cost(seed, outlier, fit_bias):
    """More features never raise the cost, and the cost is exactly 0 where the classes are separable."""
    rng = np.random.default_rng(seed)
    P, N = int(rng.integers(5, 12)), 4
    X = rng.normal(size=(P, N)) if seed % 2 else rng.integers(-2, 3, size=(P, N)) + 0.5
    X[rng.integers(P), 0] = outlier
    y = np.where(np.arange(P) % 2, 1.0, -1.0)
    trace = exhaustive_search(SubsetSoftmax(X, y, fit_bias=fit_bias), N, maximize=False, ask_empty=True)
    cost = {tuple(np.flatnonzero(row)): c for row, c in zip(trace.subsets, trace.subset_values, strict=True)}
    for S, c in cost.items():
        for n in set(range(N)) - set(S):
            assert cost[tuple(sorted((*S, n)))] <= c * (1 + 1e-9) + 1e-12
        if S:
            # Only the side of each point counts, so its row may have any length.
            A = np.c_[np.ones(P), X[:, S]] if fit_bias else X[:, S]
            A = A / np.abs(A).max(axis=1, keepdims=True)
            separable = linprog(np.zeros(A.shape[1]), -(y[:, None] * A), -np.ones(P), bounds=(None, None)).status == 0
            assert (c == 0) == separable


def test_best_subsets_for_classification():
    data = load_breast_cancer()
    X, y = data.data[:, :6], 2.0 * data.target - 1
    J = SubsetSoftmax(X, y)
    trace = exhaustive_search(J, 6, maximize=False, ask_empty=True)
    assert np.all(np.diff(trace.values) <= 1e-12)  # one more feature never raises the cost
    for search in (sequential_search, floating_search):
        other = search(J, 6, maximize=False)
        for k in range(1, 7):
            assert other.at(k).value >= trace.at(k).value * (1 - 1e-12)
    errors = exhaustive_search(SubsetSoftmax(X, y, judged="misclassified"), 6, maximize=False)
    assert errors.best.value <= SubsetSoftmax(X, y, judged="misclassified")(trace.best.features)
