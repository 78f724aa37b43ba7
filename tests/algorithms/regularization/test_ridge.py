import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge

from fewidgets.algorithms import ridge


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
            point = ridge(X, y, here, reduction=reduction, fit_bias=fit_bias)
            assert_allclose(point.weights, peer.coef_, rtol=1e-9, atol=1e-10)
            assert_allclose(point.bias, peer.intercept_, rtol=1e-9, atol=1e-10)


def test_features_that_depend_on_each_other():
    rng = np.random.default_rng(0)
    x, z, noise = rng.normal(size=(3, 30))
    X, y = np.c_[x, z, x, x - z], x + noise
    least = np.linalg.pinv(X - X.mean(axis=0), rcond=1e-12) @ (y - y.mean())
    for lam in (0, 1e-12):
        assert_allclose(ridge(X, y, lam).weights, least, atol=1e-10)
    wide, outputs = problem(12, 40)
    assert_allclose(wide @ ridge(wide, outputs, 0).weights + ridge(wide, outputs, 0).bias, outputs)


def test_the_bias_is_never_penalized():
    X, y = problem()
    for shift in (0.0, 1e4):
        assert_allclose(ridge(X, y + shift, 5.0).weights, ridge(X, y, 5.0).weights, rtol=1e-9)
    assert ridge(X, y, 1e9).bias == pytest.approx(y.mean(), rel=1e-6)
