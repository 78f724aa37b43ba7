import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import LeastSquares, QuadraticCost, l0_path, penalized_path


def problem(seed, P=30, N=6):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ rng.normal(size=(N, N)) + 3
    return X, X @ (rng.normal(size=N) * (rng.random(N) < 0.5)) + rng.normal(size=P) + 7


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["mean", "sum"]), st.booleans(), st.floats(0, 3))
def test_the_minimizers_are_those_of_all_subsets(seed, reduction, fit_bias, share):
    X, y = problem(seed, N=5)
    P = len(y)
    path = l0_path(X, y, reduction=reduction, fit_bias=fit_bias)
    A, b = (X - X.mean(axis=0), y - y.mean()) if fit_bias else (X, y)
    lam = share * path.lambda_max / 2
    tried = []
    for subset in (list(s) for k in range(6) for s in combinations(range(5), k)):
        residuals = b - A[:, subset] @ np.linalg.lstsq(A[:, subset], b, rcond=None)[0] if subset else b
        tried.append((residuals @ residuals) / (P if reduction == "mean" else 1) + lam * len(subset))
    point = path.at(lam)
    cost = LeastSquares(X, y, reduction=reduction).value(np.r_[point.bias, point.weights])
    assert cost + lam * np.count_nonzero(point.weights) == pytest.approx(min(tried), rel=1e-9)


def test_the_path_on_boston(boston):
    X, y = boston
    path = l0_path(X, y, reduction="sum")
    assert_array_equal(np.unique(np.r_[path.breakpoints.sizes, path.skipped]), np.arange(14))
    assert_array_equal(path.n_nonzero, path.breakpoints.sizes)
    assert path.n_nonzero[-1] == 0
    assert path.lambda_max == path.lambdas[-1]
    assert_allclose(path.objectives, path.costs + path.lambdas * path.n_nonzero)
    assert_allclose(path.costs, LeastSquares(X, y, reduction="sum").value(np.c_[path.biases, path.weights]))
    # LSTAT alone, then RM with it, then PTRATIO: the three that boosting and ℓ1 find too.
    alone, two, three = (np.flatnonzero(path.at(lam).weights).tolist() for lam in path.lambdas[[-2, -3, -4]])
    assert (alone, two, three) == ([12], [5, 12], [5, 10, 12])
    # The weights that stay are not shrunk: least squares on the subset.
    assert_allclose(path.at(path.lambdas[-3]).weights[[5, 12]], np.linalg.lstsq(X[:, [5, 12]], y, rcond=None)[0], atol=1e-12)
    again = pickle.loads(pickle.dumps(path)).at([0.0, 1e9])
    assert_array_equal(again.weights[1], np.zeros(13))
    assert_allclose(l0_path(X, y, lambdas=[3, 1, 3]).lambdas, [1, 3])


def test_it_agrees_with_the_same_quadratic_cost():
    X, y = problem(1)
    path, quadratic = l0_path(X, y), penalized_path(QuadraticCost.from_data(X, y), "l0")
    assert_allclose(path.lambdas, quadratic.lambdas, rtol=1e-8, atol=1e-12)
    assert_allclose(path.weights, quadratic.weights, atol=1e-8)
    assert_allclose(path.costs, quadratic.costs, rtol=1e-8)


def test_a_feature_that_adds_nothing_is_left_out_even_without_a_penalty():
    X, y = problem(2, N=3)
    twice = np.c_[X, X[:, 0] + X[:, 1]]
    path = l0_path(twice, y)
    assert path.n_nonzero[0] == 3
    assert 4 in path.skipped
    assert path.costs[0] == pytest.approx(l0_path(X, y).costs[0])


def test_features_that_explain_only_together_skip_a_size():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 200))
    X = np.c_[a + 0.1 * b, a - 0.1 * b]
    path = l0_path(X, b)
    assert path.skipped.tolist() == [1]
    assert path.n_nonzero.tolist() == [2, 0]
