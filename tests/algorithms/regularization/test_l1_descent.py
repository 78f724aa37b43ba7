import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import l1_gradient_descent, l1_path


def test_weights_get_small_but_never_zero(boston):
    X, y = boston
    lambdas = np.linspace(0, 130, 50)
    descent = l1_gradient_descent(X, y, lambdas, steps=2000, step_length=1e-5, reduction="sum")
    assert np.all(descent.n_nonzero == 13)
    assert not descent.diverged.any()
    path = l1_path(X, y, lambdas=lambdas, reduction="sum")
    assert path.n_nonzero[-1] == 4
    out = path.weights[-1] == 0
    assert np.abs(descent.weights[-1, out]).max() < 2 * 1e-5 * 130
    assert_allclose(descent.weights[-1], path.weights[-1], atol=5e-3)
    assert np.all(descent.objectives >= path.objectives - path.gaps)


def test_converges_where_there_is_no_penalty(boston):
    X, y = boston
    descent = l1_gradient_descent(X, y, [0.0], steps=20_000)
    assert_allclose(descent.weights[0], l1_path(X, y).weights[0], atol=1e-6)
    labels = np.where(y > 0, 1.0, -1.0)
    soft = l1_gradient_descent(X, labels, [0.0], steps=5000, cost="softmax")
    assert soft.costs[0] == pytest.approx(l1_path(X, labels, cost="softmax", lambdas=[0]).costs[0], rel=1e-2)


@pytest.mark.parametrize("step_length", [0.01, 1.0, 1e300])
@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_divergence_is_reported_not_returned_as_nan(boston, step_length, cost):
    X, y = boston
    y = y if cost == "least_squares" else np.where(y > 0, 1.0, -1.0)
    descent = l1_gradient_descent(X, y, [0.0, 50.0], step_length=step_length, reduction="sum", cost=cost)
    for array in (descent.weights, descent.biases, descent.costs, descent.objectives):
        assert np.isfinite(array).all()
    if cost == "least_squares":
        assert descent.diverged.all()
        assert "too large" in descent.message
