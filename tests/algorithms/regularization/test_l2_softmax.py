import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import LogisticRegression

from fewidgets.algorithms import Softmax, l2_softmax_path, newton


def problem(seed, P=60, N=4, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ rng.normal(size=(N, N)) + rng.normal(size=N)
    y = np.where(X @ rng.normal(size=N) + noise * rng.normal(size=P) > 0, 1.0, -1.0)
    y[:2] = [-1.0, 1.0]
    return X, y


@pytest.mark.parametrize("fit_bias", [True, False])
def test_the_square_agrees_with_scikit_learn(fit_bias):
    X, y = problem(0, 200, 5)
    path = l2_softmax_path(X, y, kind="squared_l2", lambdas=[0.01, 0.5, 3.0, 100.0], reduction="sum", fit_bias=fit_bias)
    for lam, weights, bias in zip(path.lambdas, path.weights, path.biases, strict=True):
        # Its objective is ½‖ω‖² + C Σ loss.
        peer = LogisticRegression(C=1 / (2 * lam), tol=1e-12, solver="newton-cholesky", fit_intercept=fit_bias).fit(X, y)
        assert_allclose(weights, peer.coef_[0], rtol=1e-6, atol=1e-8)
        assert bias == pytest.approx(float(np.ravel(peer.intercept_)[0]), rel=1e-6, abs=1e-8)


def test_the_ends_of_the_path():
    X, y = problem(2, noise=3.0)
    bias = np.log((y > 0).sum() / (y < 0).sum())
    gradient = Softmax(X, y).gradient(np.r_[bias, np.zeros(4)])[1:]
    path = l2_softmax_path(X, y)
    assert path.lambda_max == pytest.approx(np.sqrt(gradient @ gradient))
    for lam in (path.lambda_max, 2 * path.lambda_max, 1e100):
        assert not path.at(lam).weights.any()
        assert path.at(lam).bias == pytest.approx(bias)
    assert path.at(path.lambda_max * (1 - 1e-9)).weights.any()
    square = l2_softmax_path(X, y, kind="squared_l2")
    assert square.lambda_max == np.inf
    assert_allclose(square.at(1e8).weights, -gradient / 2e8, rtol=1e-6)
    # At λ = 0 both penalties leave the cost alone.
    free = newton(Softmax(X, y), np.zeros(X.shape[1] + 1), epsilon=0).final.weights[1:]
    for found in (path, square):
        assert not found.separable
        assert_allclose(found.at(0.0).weights, free, rtol=1e-6)


@pytest.mark.parametrize("kind", ["l2", "squared_l2"])
def test_separable_classes_have_no_minimizer_without_a_penalty(kind):
    X, y = [[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        path = l2_softmax_path(X, y, kind=kind, lambdas=[0.0, 1e-6, 1e-3])
    assert path.separable
    assert "no minimizer at λ = 0" in path.message
    assert path.costs[0] < 1e-8
    assert np.isfinite(path.weights).all()
    assert path.weights[0, 0] > path.weights[1, 0] > path.weights[2, 0]
    positive = l2_softmax_path(X, y, kind=kind)
    assert positive.separable
    assert positive.message == ""
    assert positive.slopes.max() < 1e-8
    mixed = l2_softmax_path([[0.0], [2.0], [1.0], [3.0]], y, kind=kind, lambdas=[0.0])
    assert not mixed.separable
    assert mixed.message == ""


def test_labels_that_no_feature_explains():
    X, y = [[1.0], [-1.0], [1.0], [-1.0]], [1.0, 1.0, -1.0, -1.0]
    for kind in ("l2", "squared_l2"):
        path = l2_softmax_path(X, y, kind=kind, lambdas=[0.0, 1.0])
        assert path.lambda_max == 0
        assert not path.weights.any()
        assert not path.at([0.0, 2.0]).weights.any()


def test_dependent_features_and_a_tiny_spread_beside_an_offset():
    X, y = problem(3, 80, 3)
    twice = l2_softmax_path(np.c_[X, X[:, 0]], y, kind="squared_l2")
    assert_allclose(twice.weights[:, 0], twice.weights[:, 3], rtol=1e-6)
    offset, centred = l2_softmax_path(1e6 + X, y), l2_softmax_path(X, y)
    assert_allclose(offset.weights, centred.weights, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("kind", ["l2", "squared_l2"])
@pytest.mark.parametrize("scale", [1e-50, 1e-4, 1e4, 1e50])
def test_another_unit_of_the_features_changes_nothing(kind, scale):
    X, y = problem(5)
    path, scaled = l2_softmax_path(X, y, kind=kind), l2_softmax_path(X * scale, y, kind=kind)
    assert_allclose(scaled.lambdas, path.lambdas * (scale if kind == "l2" else scale**2))
    assert_allclose(scaled.weights * scale, path.weights, rtol=1e-8, atol=1e-10)
    assert_allclose(scaled.objectives, path.objectives)
