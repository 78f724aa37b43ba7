import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from fewidgets.algorithms import LeastSquares, Softmax, gradient_descent, newton, plain
from tests.algorithms.plain.random_data import classifications, regressions
from tests.algorithms.stored import toy_classification, toy_regression


def check_cost(functions, fast, w):
    value, gradient, hessian = functions
    assert_allclose(value(w), fast.value(w), rtol=1e-11)
    scale = np.abs(fast.hessian(w)).max() * (1 + np.abs(w).max())
    assert_allclose(gradient(w), fast.gradient(w), rtol=1e-10, atol=1e-12 * scale)
    assert_allclose(hessian(w), fast.hessian(w), rtol=1e-10, atol=1e-12 * scale)


@given(regressions())
def test_least_squares(data):
    X, y = data
    for w in (np.zeros(X.shape[1] + 1), np.linspace(-1, 1, X.shape[1] + 1)):
        check_cost(plain.least_squares(X, y), LeastSquares(X, y), w)


@given(classifications())
def test_softmax(data):
    X, y = data
    for w in (np.zeros(X.shape[1] + 1), np.linspace(-1, 1, X.shape[1] + 1)):
        check_cost(plain.softmax(X, y), Softmax(X, y), w)


@pytest.mark.parametrize(
    ("data", "cost", "fast", "start", "runs"),
    [
        (toy_regression, plain.least_squares, LeastSquares, [0.0, 0.0], [(0.1, 100), (0.1, 20)]),  # Example 9.4
        (toy_classification, plain.softmax, Softmax, [20.0, 30.0], [(1.0, 100), (10.0, 25)]),  # Example 9.5
    ],
)
def test_gradient_descent_on_the_chapters_examples(data, cost, fast, start, runs):
    X, y = data()
    for (alpha, steps), features in zip(runs, (X, plain.standard_normalize(X)[0]), strict=True):
        value, gradient, _ = cost(features, y)
        history = plain.gradient_descent(gradient, np.array(start), alpha, steps)
        trace = gradient_descent(fast(features, y), start, alpha, steps)
        assert_allclose(history, trace.weights, rtol=1e-9, atol=1e-9)
        assert_allclose([value(w) for w in history], trace.costs, rtol=1e-9)


def test_newton_on_credit(credit):
    X, y = credit
    _, gradient, hessian = plain.softmax(X, y)
    start = np.zeros(X.shape[1] + 1)
    assert_allclose(
        plain.newton(gradient, hessian, start, 5), newton(Softmax(X, y), start, 5, tolerance=0).weights, atol=1e-10
    )


@given(regressions(centred=True))
def test_descent_on_random_data(data):
    X, y = data
    start = np.ones(X.shape[1] + 1)
    _, gradient, hessian = plain.least_squares(X, y)
    fast = LeastSquares(X, y)
    assert_allclose(
        plain.gradient_descent(gradient, start, 0.05, 10), gradient_descent(fast, start, 0.05, 10).weights, atol=1e-10
    )
    found = plain.newton(gradient, hessian, start, 1, epsilon=0.01)
    assert_allclose(found, newton(fast, start, 1, epsilon=0.01).weights, atol=1e-9)
