import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize_scalar

from fewidgets.algorithms import LeastSquares, Softmax, boost


def plain_boost(X, y, cost):
    """Section 9.6.1 word for word, each weight tuned by a general minimizer (to about 1e-8)."""
    P, N = X.shape
    term = {
        "least_squares": lambda f: ((f - y) ** 2).sum(),
        "softmax": lambda f: np.logaddexp(0, -y * f).sum(),
    }[cost]
    model = np.full(P, minimize_scalar(lambda b: term(np.full(P, b)), tol=1e-12).x)
    order, costs = [], [term(model)]
    while len(order) < N:
        tried = {}
        for n in set(range(N)) - set(order):
            tried[n] = minimize_scalar(lambda w, n=n, model=model: term(model + w * X[:, n]), tol=1e-12)
        best = min(tried, key=lambda n: tried[n].fun)
        model = model + tried[best].x * X[:, best]
        order.append(best)
        costs.append(tried[best].fun)
    return order, costs


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_agrees_with_the_plain_form(cost):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 5))
    y = X @ [1.0, -0.5, 0.0, 0.3, 0.0] + rng.normal(size=40)
    y = np.where(y > 0, 1.0, -1.0) if cost == "softmax" else y
    order, costs = plain_boost(X, y, cost)
    trace = boost(X, y, cost=cost, reduction="sum")
    assert_array_equal(trace.order, order)
    assert_allclose(trace.costs, costs, rtol=1e-7)
    assert_allclose(boost(X, y, cost=cost).costs * 40, costs, rtol=1e-7)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), N=st.integers(1, 6), P=st.integers(3, 30), classes=st.booleans())
def test_a_trace_is_consistent(seed, N, P, classes):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(P, N)), rng.normal(size=P)
    if classes:
        y = np.where(y > 0, 1.0, -1.0)
        y[:2] = [-1, 1]
    trace = boost(X, y, cost="softmax" if classes else "least_squares")
    whole = (Softmax if classes else LeastSquares)(X, y)
    assert sorted(trace.order) == list(range(N))
    assert trace.n_rounds == N
    assert trace.weights.shape == (N + 1, N)
    assert trace.residuals.shape == (N + 1, P)
    assert np.all(np.diff(trace.costs) <= 1e-12)
    for m in range(N + 1):
        w = np.r_[trace.bias, trace.weights[m]]
        assert_allclose(whole.value(w), trace.costs[m], rtol=1e-9, atol=1e-12)
        slopes = trace.residuals[m] @ X / P * (1 if classes else 2)
        assert_allclose(whole.gradient(w)[1:], -slopes, atol=1e-9)
        if m < N:
            chosen = np.isin(np.arange(N), trace.order[:m])
            assert_array_equal(np.isnan(trace.candidate_costs[m]), chosen)
            assert_array_equal(np.isnan(trace.candidate_weights[m]), chosen)
            assert np.nanargmin(trace.candidate_costs[m]) == trace.order[m]
            assert_allclose(trace.candidate_costs[m, trace.order[m]], trace.costs[m + 1], rtol=1e-9, atol=1e-12)
            for n in np.flatnonzero(~chosen & ~trace.diverges[m]):
                tuned = w.copy()
                tuned[n + 1] = trace.candidate_weights[m, n]
                assert abs(whole.gradient(tuned)[n + 1]) < 1e-7
                assert_allclose(whole.value(tuned), trace.candidate_costs[m, n], rtol=1e-10, atol=1e-12)


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


def test_boston_needs_centred_inputs(boston):
    X, y = boston
    assert not np.array_equal(boost(X + 3, y).order, boost(X, y).order)


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


def test_nearly_separable_data_still_has_a_minimizer():
    X = np.array([[-1.0], [-2.0], [1.0], [2.0], [-1e-6]])
    trace = boost(X, [-1, -1, 1, 1, 1], cost="softmax")
    w = np.r_[trace.bias, trace.candidate_weights[0]]
    assert not trace.diverges.any()
    assert abs(Softmax(X, [-1, -1, 1, 1, 1]).gradient(w)[1]) < 1e-12


def test_ties_go_to_the_first_feature():
    x = np.array([1.0, -1.0, 2.0, -2.0])
    for cost, y in (("least_squares", [1.0, 0.0, 3.0, -1.0]), ("softmax", [1, -1, -1, 1])):
        assert_array_equal(boost(np.c_[x**3, x, x], y, cost=cost).order[-2:] % 3 > 0, [True, True])
        assert boost(np.c_[x, x, x], y, cost=cost).order[0] == 0


def test_a_trace_cannot_be_changed():
    trace = boost([[0.0], [1.0], [3.0]], [0.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="read-only"):
        trace.weights[0, 0] = 1
    with pytest.raises(AttributeError):
        trace.bias = 2


@given(seed=st.integers(0, 10**6), share=st.sampled_from([1e-2, 1e-3, 1e-4, 1e-6]))
def test_costs_keep_their_digits_where_a_feature_explains_nearly_everything(seed, share):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(50, 3))
    y = X[:, 0] + share * rng.normal(size=50)
    exact, r = X.astype(np.longdouble), y - y.astype(np.longdouble).mean()
    costs = [((r - x * (r @ x) / (x @ x)) ** 2).mean() for x in exact.T]
    assert_allclose(boost(X, y).candidate_costs[0], np.array(costs, float), rtol=1e-12)
