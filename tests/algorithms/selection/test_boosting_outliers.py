"""Softmax boosting, whatever the values of a feature: every candidate's weight is the minimizer of its own cost.

The reference bisects the slope of the cost, whose sums are taken exactly, over all magnitudes of a weight.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize_scalar
from scipy.special import expit

from fewidgets.algorithms import boost


def slope(w, z, margins):
    """Give the derivative of Σ log(1 + exp(−margin − w z)) in w, without cancellation in the sum."""
    return -math.fsum(z * expit(-margins - w * z))


def cost_at(w, z, margins):
    return math.fsum(np.logaddexp(0, -margins - w * z))


def minimum(z, margins):
    """Give the minimizer and the minimum; the minimizer is infinite where the slope never changes its sign."""
    if (z >= 0).all() or (z <= 0).all():
        return np.inf, math.fsum(np.logaddexp(0, -margins[z == 0]))
    direction = -np.sign(slope(0.0, z, margins))
    low, high = 0.0, 1e-3 / np.abs(z).max()
    while direction * slope(direction * high, z, margins) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if direction * slope(direction * middle, z, margins) < 0 else (low, middle)
    return direction * high, cost_at(direction * high, z, margins)


def check_candidates(X, y, trace):
    """Compare every candidate of every round with its own minimum."""
    for m in range(trace.n_rounds):
        tried = trace.candidate_costs[m]
        with np.errstate(over="ignore"):
            margins = y * (trace.bias + X @ trace.weights[m])
        for n in np.flatnonzero(~np.isnan(tried)):
            z = y * X[:, n]
            w, least = minimum(z, margins)
            assert tried[n] == pytest.approx(least, rel=1e-10, abs=1e-14), (m, n)
            assert trace.diverges[m, n] == np.isinf(w), (m, n)
            found = trace.candidate_weights[m, n]
            assert cost_at(found, z, margins) == pytest.approx(least, rel=1e-10, abs=1e-14), (m, n)
            helped = z * slope(found, z, margins) < 0
            # Where the examples that could still gain cost nothing, the cost is flat.
            if np.isfinite(w) and cost_at(found, z[helped], margins[helped]) > 1e-13:
                near = 1e-6 * (1 / np.abs(z).max() + abs(found))
                assert slope(found - near, z, margins) <= 0 <= slope(found + near, z, margins), (m, n)
        assert trace.order[m] == np.nanargmin(tried)
        assert trace.costs[m + 1] == tried[trace.order[m]]


def drawn(seed, P, N, powers=(3, 4, 8, 12)):
    """Draw features of all kinds, outliers of these powers of 10 among them, and labels that may be far from balanced."""
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(P) < rng.choice([0.05, 0.3, 0.5]), 1.0, -1.0)
    y[:2] = [-1, 1]
    X = rng.normal(size=(P, N)) + rng.choice([0.0, 0.5], size=N) * y[:, None]
    for n in range(N):
        kind = rng.integers(8)
        if kind < 4:
            X[rng.integers(P), n] *= 10.0 ** powers[kind]
        elif kind == 4:
            X[:, n] = np.abs(X[:, n]) * y  # separates
            X[rng.integers(P), n] *= 1e4
        elif kind == 5:
            X[:, n] = np.where(rng.random(P) < 0.5, np.abs(X[:, n]) * y, 0.0)  # separates some
            X[1, n] = 1.0
        elif kind == 6:
            X[:, n] = rng.integers(0, 2, size=P)
            X[:2, n] = [0, 1]
    return X / np.abs(X).max(axis=0) * 10.0 ** rng.uniform(-50, 50, size=N), y


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), P=st.integers(3, 30), N=st.integers(1, 5))
def test_every_candidate_is_at_its_minimum(seed, P, N):
    X, y = drawn(seed, P, N)
    check_candidates(X, y, boost(X, y, cost="softmax", reduction="sum"))


@pytest.mark.parametrize("scale", [1e-50, 1.0, 1e50])
@pytest.mark.parametrize("outlier", [1e3, 9999.0, 1e4, 1e8])
def test_an_outlier_does_not_hide_a_feature(outlier, scale):
    rng = np.random.default_rng(0)
    y = np.where(rng.random(200) < 0.5, 1.0, -1.0)
    good, weak = y + rng.normal(size=200), 0.3 * y + rng.normal(size=200)
    clean = boost(np.c_[weak[1:], good[1:]], y[1:], cost="softmax").order
    good[0] = outlier * y[0]  # as where 9999 stands for a missing value
    X = np.c_[weak, good] * scale
    trace = boost(X, y, cost="softmax", reduction="sum")
    assert_array_equal(trace.order, clean)
    check_candidates(X, y, trace)
    # A general minimizer in the units of the other examples finds no less.
    margins = trace.bias * y
    by_scipy = minimize_scalar(lambda w: np.logaddexp(0, -margins - w * y * good).sum(), bracket=(0, 1), tol=1e-12)
    assert trace.candidate_costs[0, 1] <= by_scipy.fun * (1 + 1e-12)


@pytest.mark.parametrize("large", [1.0, 1e3, 1e8])
def test_a_separating_feature_comes_first_whatever_its_largest_value(large):
    rng = np.random.default_rng(1)
    y = np.where(np.arange(40) < 20, 1.0, -1.0)
    separating = y * rng.uniform(1, 2, size=40)
    separating[3] *= large
    trace = boost(np.c_[y + rng.normal(size=40), separating], y, cost="softmax")
    assert_array_equal(trace.order, [1, 0])
    assert trace.diverges[0, 1]
    assert trace.costs[1] == 0
    assert (y * (trace.bias + trace.weights[1, 1] * separating)).min() == pytest.approx(40)


def test_a_feature_that_separates_some_examples_leaves_the_cost_of_the_others():
    X = np.array([[1.0], [2.0], [0.0], [0.0], [0.0]])
    y = np.array([1.0, 1.0, 1.0, -1.0, -1.0])
    trace = boost(X, y, cost="softmax", reduction="sum")
    assert_allclose(trace.costs[1], np.logaddexp(0, -trace.bias * y[2:]).sum())


def test_several_separating_features_tie():
    y = np.array([1.0, 1.0, -1.0, -1.0])
    X = y[:, None] * [[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [900.0, 5.0]]
    assert_array_equal(boost(X, y, cost="softmax").order, [0, 1])
