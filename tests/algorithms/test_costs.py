import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import approx_fprime
from sklearn.metrics import log_loss, mean_squared_error

from fewidgets.algorithms import LeastSquares, Softmax


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    return rng.normal(size=(30, 4)), np.where(rng.normal(size=30) > 0, 1.0, -1.0), rng.normal(size=5)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("kind", [LeastSquares, Softmax])
def test_derivatives_agree_with_differences(problem, kind, reduction):
    X, y, w = problem
    cost = kind(X, y, reduction=reduction)
    assert_allclose(cost.gradient(w), approx_fprime(w, cost.value, 1e-7), rtol=1e-4, atol=1e-5)
    columns = [(cost.gradient(w + e) - cost.gradient(w - e)) / 2e-5 for e in 1e-5 * np.eye(5)]
    assert_allclose(cost.hessian(w), np.array(columns), rtol=1e-6, atol=1e-6)


def test_values_agree_with_scikit_learn(problem):
    X, y, w = problem
    outputs = w[0] + X @ w[1:]
    assert_allclose(LeastSquares(X, y).value(w), mean_squared_error(y, outputs))
    assert_allclose(Softmax(X, y).value(w), log_loss(y, 1 / (1 + np.exp(-outputs))))
    assert_allclose(Softmax(X, y, reduction="sum").value(w), 30 * Softmax(X, y).value(w))


def test_many_weights_at_once(problem):
    X, y, _ = problem
    W = np.random.default_rng(1).normal(size=(3, 2, 5))
    for kind in (LeastSquares, Softmax):
        cost = kind(X, y)
        assert_allclose(cost.value(W), [[cost.value(w) for w in row] for row in W])
        assert_allclose(cost.gradient(W), [[cost.gradient(w) for w in row] for row in W])


def test_large_margins_are_stable():
    cost = Softmax([[-1.0], [1.0]], [-1, 1], reduction="sum")
    assert cost.value([0, 1e6]) == 0
    assert cost.value([0, -1e6]) == 2e6
    assert_allclose(cost.value([0, 50.0]), 2 * np.exp(-50), rtol=1e-12)
    assert np.isfinite(cost.hessian([0, -1e6])).all()


@pytest.mark.parametrize("w", [[1.0], 3.0, [[np.nan, 1.0]], ["a", "b"], [True, None], [np.inf, 0.0]])
def test_bad_weights_are_named(w):
    with pytest.raises((TypeError, ValueError), match=r"^w "):
        LeastSquares([[0.0], [1.0]], [0.0, 1.0]).value(w)
