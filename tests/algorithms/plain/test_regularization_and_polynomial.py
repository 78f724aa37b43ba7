import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import (
    kernel_ridge,
    l1_gradient_descent,
    l1_path,
    plain,
    polynomial_features,
    polynomial_kernel,
    rbf_kernel,
    ridge,
)
from fewidgets.data import load_lecture_points
from tests.algorithms.plain.random_data import regressions


def check_l1(X, y, sweeps, tolerance):
    path = l1_path(X, y)
    lambdas = path.lambda_max * np.array([0.02, 0.1, 0.5, 1.1])
    biases, weights = plain.l1_path(X, y, lambdas, sweeps)
    at = path.at(lambdas)
    scale = np.abs(path.weights * X.std(axis=0)).max()
    assert_allclose(weights * X.std(axis=0), at.weights * X.std(axis=0), atol=tolerance * scale)
    # Rounding apart, what is 0 there is 0 here; the mean's λ is the sum's over P.
    assert_array_equal(weights[-1], 0)
    assert_allclose(biases, at.bias, atol=tolerance * (np.abs(y).max() + scale * np.abs(X / X.std(axis=0)).max()))


def test_l1_path_on_boston(boston):
    check_l1(*boston, sweeps=300, tolerance=1e-6)


@pytest.mark.slow
@settings(deadline=None, max_examples=50)
@given(regressions(most_features=3))
def test_l1_path_on_random_data(data):
    check_l1(*data, sweeps=300, tolerance=1e-4)


@pytest.mark.parametrize(("cost", "functions"), [("least_squares", plain.least_squares), ("softmax", plain.softmax)])
def test_l1_gradient_descent(boston, credit, cost, functions):
    X, y = boston if cost == "least_squares" else credit
    lambdas = [0.0, 0.05, 0.2]
    fast = l1_gradient_descent(X, y, lambdas, steps=50, step_length=0.05, cost=cost)
    _, gradient, _ = functions(X, y)
    for lam, bias, weights in zip(lambdas, fast.biases, fast.weights, strict=True):
        w = plain.l1_gradient_descent(gradient, np.zeros(X.shape[1] + 1), lam, 0.05, 50)
        assert_allclose(w, [bias, *weights], atol=1e-10)


@settings(deadline=None)
@given(regressions(), st.sampled_from([1e-4, 0.1, 1.0, 100.0]))
def test_ridge(data, lam):
    X, y = data
    bias, w = plain.ridge(X, y, lam)
    at = ridge(X, y, lam)
    assert_allclose(w * X.std(axis=0), at.weights * X.std(axis=0), rtol=1e-7, atol=1e-9 * y.std())
    assert_allclose(bias, at.bias, rtol=1e-7, atol=1e-7 * np.abs(y).max())


KERNELS = [
    (lambda X, Z: X @ Z.T, {"kernel": "linear"}),
    (lambda X, Z: rbf_kernel(X, Z, gamma=0.5), {"kernel": "rbf", "gamma": 0.5}),
    (lambda X, Z: polynomial_kernel(X, Z, degree=2, gamma=1.0), {"kernel": "polynomial", "degree": 2, "gamma": 1.0}),
]


def check_kernel_ridge(X, y, lam):
    for kernel, named in KERNELS:
        alpha, predict = plain.kernel_ridge(X, y, lam, kernel)
        fast = kernel_ridge(X, y, lam, reduction="sum", **named)
        assert_allclose(alpha, fast.alpha, rtol=1e-6, atol=1e-8 * np.abs(y).max())
        new = X[:3] + 0.1
        assert_allclose(predict(new), fast.predict(new), rtol=1e-6, atol=1e-7 * np.abs(y).max())


def test_kernel_ridge_on_the_lectures_points():
    points = load_lecture_points()
    check_kernel_ridge(points.X, points.y, 0.1)


@settings(deadline=None)
@given(regressions(most_features=3, centred=True), st.sampled_from([0.1, 1.0, 10.0]))
def test_kernel_ridge_on_random_data(data, lam):
    check_kernel_ridge(*data, lam)


@given(regressions(most_features=4), st.integers(1, 4))
def test_polynomial_features(data, degree):
    X, _ = data
    assert_allclose(plain.polynomial_features(X, degree), polynomial_features(X, degree).values, rtol=1e-14)
