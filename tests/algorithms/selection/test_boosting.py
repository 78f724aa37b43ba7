import numpy as np
import pytest
from numpy.testing import assert_array_equal

from fewidgets.algorithms import boost


def test_boston_order(boston):
    X, y = boston
    trace = boost(X, y)
    assert_array_equal(trace.order[:2] + 1, [13, 6])  # Example 9.6: LSTAT, then rooms
    assert trace.weights[-1, 12] < 0 < trace.weights[-1, 5]
    assert_array_equal(trace.order + 1, [13, 6, 8, 11, 4, 12, 7, 2, 9, 5, 3, 10, 1])
    scales = np.random.default_rng(0).uniform(0.01, 100, size=13)
    assert_array_equal(boost(X * scales, y).order, trace.order)
    gains = -np.diff(trace.costs)
    assert np.any(np.diff(gains) > 0)  # gains need not shrink


def test_credit_order(credit):
    X, y = credit
    trace = boost(X, y, cost="softmax")
    assert_array_equal(trace.order[:4] + 1, [1, 2, 3, 6])  # Example 9.7
    assert np.count_nonzero(trace.weights[4] > 0) == 3  # "most of which are positively correlated"
    standardized = boost(X, (y - y.mean()) / y.std())
    labels = boost(X, y)
    assert_array_equal(standardized.order, labels.order)  # least squares: an output's scale does not matter


def test_a_feature_that_separates_runs_away_and_says_so():
    trace = boost([[-2.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [3.0, -1.0]], [-1, -1, 1, 1], cost="softmax")
    assert_array_equal(trace.diverges, [[True, False], [False, False]])
    assert trace.order[0] == 0
    assert np.isfinite(trace.weights).all()
    assert trace.weights[-1, 0] == pytest.approx(40)  # the margins, w |x|, are 40 and more
    assert trace.costs[1] == 0


def test_ties_go_to_the_first_feature():
    x = np.array([1.0, -1.0, 2.0, -2.0])
    for cost, y in (("least_squares", [1.0, 0.0, 3.0, -1.0]), ("softmax", [1, -1, -1, 1])):
        assert_array_equal(boost(np.c_[x**3, x, x], y, cost=cost).order[-2:] % 3 > 0, [True, True])
        assert boost(np.c_[x, x, x], y, cost=cost).order[0] == 0
