"""Boosting in groups of R weights a round, against every group fitted by a peer; and stopping early."""

import math
import warnings
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import linprog, minimize
from scipy.special import expit

from fewidgets.algorithms import LeastSquares, Softmax, boost
from tests.algorithms.selection.test_boosting_outliers import drawn


def fit_least_squares(Z, residual):
    w = np.linalg.lstsq(Z, residual, rcond=None)[0]
    return ((residual - Z @ w) ** 2).sum(), w


def rounding_of(Z, cost, residual):
    """Bound what rounding Z can change of the least sum of squares: 2 ‖r‖ ‖δZ‖ ‖w‖. Only near copies make it matter."""
    s = np.linalg.svd(Z, compute_uv=False)
    kept = s[s > np.finfo(float).eps * max(Z.shape) * s[0]]
    return 8 * np.finfo(float).eps * kept[0] / kept[-1] * math.sqrt(cost * (residual @ residual))


def fit_softmax(Z, y, outputs):
    """Minimize over the group's weights with SciPy, started from several points."""

    def cost(w):
        return np.logaddexp(0, -y * (outputs + Z @ w)).sum()

    def gradient(w):
        return -(y * Z.T @ np.diag(np.exp(-np.logaddexp(0, y * (outputs + Z @ w))))).sum(axis=1)

    found = minimize(cost, np.zeros(Z.shape[1]), jac=gradient, method="BFGS", options={"gtol": 1e-10, "maxiter": 2000})
    return found.fun


def separates(Z, y):
    """Say by linear programming whether some direction lowers no margin and raises one."""
    signed = y[:, None] * Z
    answer = linprog(-signed.sum(axis=0), A_ub=-signed, b_ub=np.zeros(len(y)), bounds=(-1, 1))
    return -answer.fun > 1e-9


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), P=st.integers(4, 20), N=st.integers(2, 7), R=st.integers(2, 3), kind=st.integers(0, 3))
def test_least_squares_groups_agree_with_lstsq_of_every_group(seed, P, N, R, kind):
    rng = np.random.default_rng(seed)
    R = min(R, N)
    X = rng.normal(size=(P, N)) * 10.0 ** rng.uniform(-3, 3, size=N)
    if kind == 1:
        X[:, -1] = X[:, 0]  # a copy
    elif kind == 2:
        X[:, -1] = X[:, 0] * (1 + 1e-6 * rng.normal(size=P))  # a near copy
    elif kind == 3:
        X[:, -1] = X[:, :-1] @ rng.normal(size=N - 1)
    y = rng.normal(size=P)
    trace = boost(X, y, group=R, reduction="sum")
    everything = list(combinations(range(N), R))
    assert_array_equal(trace.groups, everything)
    assert trace.n_rounds == N // R
    assert trace.order.shape == (N // R * R,)
    lengths = np.linalg.norm(X, axis=0)
    residual, rounding, left = y - y.mean(), 0.0, set(range(N))
    for m in range(trace.n_rounds):
        costs, spread = np.full((2, len(everything)), np.nan)
        for c, group in enumerate(everything):
            if left.issuperset(group):
                Z = X[:, group] / lengths[list(group)]
                costs[c] = fit_least_squares(Z, residual)[0]
                spread[c] = rounding_of(Z, costs[c], residual) + 2 * rounding * math.sqrt(P * costs[c])
        assert_array_equal(np.isnan(trace.candidate_costs[m]), np.isnan(costs))
        assert np.nanmax(np.abs(trace.candidate_costs[m] - costs) - spread) <= 1e-12 * trace.costs[0]
        assert trace.n_fits[m] == math.comb(N - m * R, R)
        best = np.nanargmin(trace.candidate_costs[m])
        assert_array_equal(trace.order[m * R : (m + 1) * R], everything[best])
        assert_allclose(trace.weights[m + 1, list(everything[best])], trace.candidate_weights[m, best])
        residual = y - trace.bias - X @ trace.weights[m + 1]
        # Weights of a near copy are large: then the products X w lose digits.
        rounding = 1e-14 * (np.abs(X) @ np.abs(trace.weights[m + 1])).max()
        assert_allclose(trace.residuals[m + 1], residual, atol=1e-12 + rounding)
        assert LeastSquares(X, y, reduction="sum").value(np.r_[trace.bias, trace.weights[m + 1]]) == pytest.approx(
            trace.costs[m + 1], abs=1e-12 * trace.costs[0] + rounding
        )
        left -= set(everything[best])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), P=st.integers(12, 40), N=st.integers(2, 5), R=st.integers(2, 3))
def test_softmax_groups_agree_with_scipy_on_every_group(seed, P, N, R):
    rng = np.random.default_rng(seed)
    R = min(R, N)
    X = rng.normal(size=(P, N))
    y = np.where(X @ rng.normal(size=N) + 2 * rng.normal(size=P) > 0, 1.0, -1.0)
    y[:2] = [1, -1]
    trace = boost(X, y, cost="softmax", group=R, reduction="sum")
    outputs = np.full(P, trace.bias)
    for m in range(trace.n_rounds):
        for c, group in enumerate(trace.groups):
            if np.isnan(trace.candidate_costs[m, c]):
                assert set(group) & set(trace.order[: m * R])
                continue
            assert trace.diverges[m, c] == separates(X[:, group], y)
            if not trace.diverges[m, c]:
                w = np.zeros(N)
                w[group] = trace.candidate_weights[m, c]
                total = np.r_[trace.bias, trace.weights[m] + w]
                assert_allclose(Softmax(X, y, reduction="sum").gradient(total)[1 + group], 0, atol=1e-5)
                assert trace.candidate_costs[m, c] == pytest.approx(fit_softmax(X[:, group], y, outputs), rel=1e-8)
        best = np.nanargmin(trace.candidate_costs[m])
        assert_array_equal(trace.order[m * R : (m + 1) * R], trace.groups[best])
        outputs = trace.bias + X @ trace.weights[m + 1]
        assert Softmax(X, y, reduction="sum").value(np.r_[trace.bias, trace.weights[m + 1]]) == pytest.approx(
            trace.costs[m + 1], abs=1e-9
        )


@pytest.mark.parametrize("outlier", [1.0, 1e4, 1e8])
def test_an_outlier_does_not_hide_a_group(outlier):
    rng = np.random.default_rng(5)
    y = np.where(np.arange(60) % 2 == 0, 1.0, -1.0)
    common = 3 * rng.normal(size=60)
    X = np.c_[y + common + rng.normal(size=60), common, 0.5 * y + rng.normal(size=60)]
    X[0, 0] = outlier * (1 + abs(X[0, 0]))
    trace = boost(X, y, cost="softmax", group=2, reduction="sum")
    assert_array_equal(trace.order, [0, 1])  # only together they show the label
    rest = fit_softmax(X[1:, :2], y[1:], np.zeros(59))
    assert trace.costs[1] == pytest.approx(rest, rel=0.05)
    if outlier > 1:  # the outlier is on the right side of any useful boundary
        assert trace.costs[1] == pytest.approx(rest, rel=1e-6)


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


def test_a_group_of_one_tries_features():
    X, y = np.random.default_rng(1).normal(size=(20, 4)), np.arange(20.0)
    trace = boost(X, y, group=1)
    assert_array_equal(trace.groups, [[0], [1], [2], [3]])
    assert trace.candidate_weights.shape == (4, 4)


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
