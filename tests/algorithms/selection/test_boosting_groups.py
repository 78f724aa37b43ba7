"""Boosting in groups of R weights a round, against every group fitted by a peer; and stopping early."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from scipy.optimize import minimize
from scipy.special import expit

from fewidgets.algorithms import boost
from tests.algorithms.selection.test_boosting_outliers import drawn


def best_by_scipy(Z, margins):
    """Give the least cost that two of SciPy's methods find in turns, on features scaled to a largest value of 1."""
    Z = Z / np.abs(Z).max(axis=0)

    def cost(w):
        return np.logaddexp(0, -margins - Z @ w).sum()

    def gradient(w):
        return -Z.T @ expit(-margins - Z @ w)

    found = [np.zeros(Z.shape[1])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(3):
            found.append(minimize(cost, found[-1], jac=gradient, method="BFGS").x)
            found.append(minimize(cost, found[-1], method="Nelder-Mead", options={"maxiter": 2000}).x)
    return min(map(cost, found))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), P=st.integers(6, 30), N=st.integers(2, 4))
def test_no_minimizer_finds_a_better_group_whatever_the_values(seed, P, N):
    X, y = drawn(seed, P, N, powers=(3, 4, 8, 6))
    pairs, alone = (boost(X, y, cost="softmax", reduction="sum", group=R, rounds=1) for R in (2, 1))
    for candidate, group in enumerate(pairs.groups):
        found = pairs.candidate_costs[0, candidate]
        assert found <= best_by_scipy(y[:, None] * X[:, group], y * pairs.bias) * (1 + 1e-7) + 1e-10
        assert found <= alone.candidate_costs[0, group].min() * (1 + 1e-9) + 1e-12
        w = np.zeros(N)
        w[group] = pairs.candidate_weights[0, candidate]
        reached = np.logaddexp(0, -y * (pairs.bias + X @ w)).sum()
        assert reached == pytest.approx(found, rel=1e-9, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    X=arrays(float, (6, 3), elements=st.sampled_from([0.0, 1.0, -1.0, 2.5, 1e-300, 1e-59, 1e-8, 9999.0, 1e8, -1e58, 1e59])),
    y=arrays(float, 6, elements=st.sampled_from([-1.0, 1.0])),
    group=st.integers(1, 2),
)
@pytest.mark.filterwarnings("error")
def test_extreme_values_give_finite_traces(X, y, group):
    assume(np.ptp(y) > 0)
    assume((np.ptp(X, axis=0) > 1e-12 * np.abs(X).max(axis=0) + 1e-55).all())
    trace = boost(X, y, cost="softmax", group=group)
    for name in ("weights", "costs", "residuals"):
        assert np.isfinite(getattr(trace, name)).all(), name
    assert (np.diff(trace.costs) <= 0).all()


def test_groups_that_separate_tie_and_the_first_is_chosen():
    rng = np.random.default_rng(0)
    y = np.where(np.arange(20) < 10, 1.0, -1.0)
    X = np.c_[rng.normal(size=20), y * rng.uniform(1, 2, size=20), rng.normal(size=20)]
    X = np.c_[X, y + X[:, 0] * 5]  # features 0 and 3 separate together
    trace = boost(X, y, cost="softmax", group=2, rounds=1)
    assert_array_equal(trace.order, [0, 1])
    assert_array_equal(trace.diverges[0], [True, False, True, True, True, False])
    assert_array_equal(trace.candidate_costs[0][trace.diverges[0]], 0)


def test_two_features_that_help_only_together(boston):
    rng = np.random.default_rng(0)
    common, y = rng.normal(size=100), rng.normal(size=100)
    X = np.c_[10 * common + y, common, 0.2 * y + rng.normal(size=100)]
    assert boost(X, y).order[0] == 2
    assert set(boost(X, y, group=2).order) == {0, 1}
    # In the first round, a pair can do no worse than the best feature and its best partner.
    X, y = boston
    alone, pairs = boost(X, y, rounds=2), boost(X, y, rounds=1, group=2)
    assert pairs.costs[1] <= alone.costs[2]
    assert_array_equal(alone.n_fits, [13, 12])
    assert_array_equal(pairs.n_fits, [math.comb(13, 2)])


def test_the_price_is_refused_with_its_number():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 100)), rng.normal(size=30)
    with pytest.raises(ValueError, match=r"group=5 would need 75,287,520 candidate fits in the first round"):
        boost(X, y, group=5)
    with pytest.raises(ValueError, match=r"group=5 would need 2.8 GiB of memory"):
        boost(X, y, group=5, rounds=1, max_fits=10**9)
    with pytest.raises(ValueError, match=r"group=3 would need [\d,]+ candidate fits in 33 rounds.*fewer rounds"):
        boost(X, y, group=3)


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
@pytest.mark.parametrize("group", [1, 2])
@pytest.mark.parametrize("stop", [1e-4, 0.01, 0.2, 0.9])
def test_stopping_when_a_round_brings_little(boston, cost, group, stop):
    X, y = boston[0][:, :8], boston[1]
    y = np.where(y > 0, 1.0, -1.0) if cost == "softmax" else y
    every, some = (boost(X, y, cost=cost, group=group, stop=s) for s in (None, stop))
    drops = 1 - every.costs[1:] / every.costs[:-1]
    kept = int(np.argmax(drops < stop)) if (drops < stop).any() else every.n_rounds
    assert some.n_rounds == kept
    assert_array_equal(some.order, every.order[: kept * group])
    for name in ("weights", "costs", "residuals"):
        assert_array_equal(getattr(some, name), getattr(every, name)[: kept + 1])
    for name in ("candidate_costs", "candidate_weights", "diverges", "n_fits"):
        assert_array_equal(getattr(some, name), getattr(every, name)[:kept])


def test_a_perfect_fit_stops():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 6))
    X -= X.mean(axis=0)
    trace = boost(X, X[:, 3] * 2, stop=1e-6)
    assert_array_equal(trace.order, [3])
