"""A cost with its bias held."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import FixedBias, LeastSquares, Softmax, gradient_descent, newton

RNG = np.random.default_rng(3)
X = RNG.normal(size=(30, 2)) * [1, 4] + [2, -3]
Y = X @ [1.5, -0.5] + 1 + RNG.normal(size=30)
LABELS = np.sign(Y - np.median(Y))
LABELS[:4] *= -1


@pytest.fixture(params=[LeastSquares, Softmax])
def cost(request):
    return request.param(X, Y if request.param is LeastSquares else LABELS)


def test_at_the_minimizers_bias_it_has_the_same_minimum(cost):
    best = newton(cost, np.zeros(3), epsilon=0.0, steps=50).final
    held = newton(FixedBias(cost, best.weights[0]), np.zeros(2), epsilon=0.0, steps=50).final
    assert_allclose(held.weights, best.weights[1:], rtol=1e-4)
    assert_allclose(held.cost, best.cost, rtol=1e-12)


def test_descents_on_it_count_what_is_misclassified(cost):
    trace = gradient_descent(FixedBias(cost, 0.0), [0.0, 0.0], 0.01, 5)
    assert trace.weights.shape == (6, 2)
    assert (trace.misclassifications is None) == isinstance(cost, LeastSquares)
