import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Ridge

from fewidgets.algorithms import LeastSquares, ridge, ridge_path


def problem(P=60, N=7, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) * np.geomspace(0.1, 10, N) + 3
    return X, X @ rng.normal(size=N) + rng.normal(size=P) + 20


@pytest.mark.parametrize("shape", [(60, 7), (30, 30), (12, 40)])
@pytest.mark.parametrize("lam", [1e-3, 0.5, 40.0])
def test_agrees_with_scikit_learn(shape, lam):
    X, y = problem(*shape)
    for fit_bias in (True, False):
        # scikit-learn's alpha counts against the sum of squares: λ of "sum", P times the λ of "mean".
        peer = Ridge(alpha=lam, solver="svd", fit_intercept=fit_bias).fit(X, y)
        for reduction, here in (("sum", lam), ("mean", lam / len(y))):
            path = ridge_path(X, y, reduction=reduction, fit_bias=fit_bias)
            for point in (ridge(X, y, here, reduction=reduction, fit_bias=fit_bias), path.at(here)):
                assert_allclose(point.weights, peer.coef_, rtol=1e-9, atol=1e-10)
                assert_allclose(point.bias, peer.intercept_, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_the_whole_path_is_minimal_and_reported(reduction):
    X, y = problem()
    path = ridge_path(X, y, reduction=reduction)
    cost = LeastSquares(X, y, reduction=reduction)
    assert len(path.lambdas) == 100
    for lam, weights, bias in zip(path.lambdas, path.weights, path.biases, strict=True):
        slopes = cost.gradient(np.r_[bias, weights]) + np.r_[0, 2 * lam * weights]
        assert np.abs(slopes).max() < 1e-10 * np.abs(cost.gradient(np.zeros(8))).max()
    assert_allclose(path.costs, cost.value(np.c_[path.biases, path.weights]), rtol=1e-9)
    assert_allclose(path.penalties, (path.weights**2).sum(axis=1))
    assert_allclose(path.objectives, path.costs + path.lambdas * path.penalties)
    centred = X - X.mean(axis=0)
    for k in (0, 40, 99):
        total = path.lambdas[k] * (len(y) if reduction == "mean" else 1)
        hat = centred @ np.linalg.solve(centred.T @ centred + total * np.eye(7), centred.T)
        assert path.degrees_of_freedom[k] == pytest.approx(np.trace(hat), rel=1e-9)
    assert path.degrees_of_freedom[0] == pytest.approx(7, rel=1e-2)
    assert path.degrees_of_freedom[-1] < 1e-2
    assert (np.diff(path.penalties) < 0).all()
    assert (path.weights != 0).all()  # nothing is selected: weights shrink, none vanishes
    assert_allclose(path.at(path.lambdas).weights, path.weights)
    assert_allclose(pickle.loads(pickle.dumps(path)).at(2.5).weights, path.at(2.5).weights)
    assert_array_equal(ridge_path(X, y, lambdas=[3, 1, 3]).lambdas, [1, 3])


def test_uncorrelated_features_are_shrunk_alike():
    X, y = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0]
    path = ridge_path(X, y, reduction="sum")
    assert_allclose(path.at([0, 4, 12]).weights, [[2.5, 1.5], [1.25, 0.75], [0.625, 0.375]])
    assert_allclose(path.at(4).bias, 2)


def test_features_that_depend_on_each_other():
    rng = np.random.default_rng(0)
    x, z, noise = rng.normal(size=(3, 30))
    X, y = np.c_[x, z, x, x - z], x + noise
    path = ridge_path(X, y, lambdas=[0, 1e-12, 1])
    assert path.rank == 2
    centred = X - X.mean(axis=0)
    assert_allclose(path.weights[0], np.linalg.pinv(centred, rcond=1e-12) @ (y - y.mean()), atol=1e-12)
    assert_allclose(path.weights[1], path.weights[0], atol=1e-10)
    assert_allclose(ridge(X, y, 0).weights, path.weights[0], atol=1e-12)
    wide = ridge_path(*problem(12, 40), lambdas=[0])
    assert wide.rank == 11
    assert wide.costs[0] == pytest.approx(0, abs=1e-20)
    # Neither a tiny λ nor nearly equal features cost digits.
    alike = np.c_[x, x + 1e-6 * z]
    exact = ridge_path(alike, y).at(1e-9)
    assert_allclose(ridge(alike, y, 1e-9).weights, exact.weights, rtol=1e-8)


def test_features_all_zero_without_a_bias():
    path = ridge_path(np.zeros((3, 2)), [1.0, 2.0, 4.0], fit_bias=False)
    assert path.rank == 0
    assert_array_equal(path.at([0, 1]).weights, np.zeros((2, 2)))
    assert path.costs[0] == pytest.approx(7)


def test_unused_dimensions_are_set_to_zero_by_the_penalty():
    X, y = problem()
    unused = np.c_[X, np.zeros(60)]  # the lecture: the regularization guarantees it
    assert ridge(unused, y, 0.1, fit_bias=False).weights[-1] == 0
    assert ridge_path(unused, y, fit_bias=False).at(0.1).weights[-1] == pytest.approx(0, abs=1e-15)


def test_the_bias_is_never_penalized():
    X, y = problem()
    for shift in (0.0, 1e4):
        assert_allclose(ridge(X, y + shift, 5.0).weights, ridge(X, y, 5.0).weights, rtol=1e-9)
    assert ridge(X, y, 1e9).bias == pytest.approx(y.mean(), rel=1e-6)
