import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import (
    backward_elimination,
    best_subset,
    bidirectional_search,
    boost,
    forward_fit,
    forward_selection,
    greedy_subset,
    myopic_forward_fit,
    plain,
    sequential_search,
)
from fewidgets.data import load_lecture_points
from tests.algorithms.plain.random_data import classifications, regressions


def check_boosting(found, fast):
    bias, w, order = found
    assert_array_equal(order, fast.order)
    assert_allclose(bias, fast.bias, rtol=1e-12, atol=1e-12)
    assert_allclose(w, fast.weights[-1], rtol=1e-6, atol=1e-7)


def test_boosting_boston_and_credit(boston, credit):
    X, y = boston
    check_boosting(plain.boost(X, y, 13), boost(X, y))
    assert_array_equal(plain.boost(X, y, 2)[2], [12, 5])  # LSTAT and RM, as Example 9.6 says
    X, y = credit
    check_boosting(plain.boost_softmax(X, y, 20), boost(X, y, cost="softmax"))


@given(regressions())
def test_boosting_random_data(data):
    X, y = data
    check_boosting(plain.boost(X, y, X.shape[1]), boost(X, y))


@given(classifications())
def test_boosting_random_labels(data):
    X, y = data
    fast = boost(X, y, cost="softmax")
    assume(not fast.diverges.any())  # where a feature separates the classes, there is no best weight
    check_boosting(plain.boost_softmax(X, y, X.shape[1]), fast)


def check_searches(X, y):
    near = {"rtol": 1e-9, "atol": 1e-12 * y.var()}
    order, costs = plain.forward_selection(X, y)
    fast = forward_selection(X, y)
    assert_array_equal(order, fast.order)
    assert_allclose(costs, fast.costs, **near)
    order, costs = plain.backward_elimination(X, y)
    fast = backward_elimination(X, y)
    assert_array_equal(order, fast.order)
    assert_allclose(costs, fast.costs, **near)


def check_subsets(X, y):
    subsets, costs = plain.best_subset(X, y)
    fast = best_subset(X, y)
    assert subsets == [tuple(np.flatnonzero(row).tolist()) for row in fast.selected]
    assert_allclose(costs, fast.costs, rtol=1e-9, atol=1e-12 * y.var())


def test_searches_on_boston(boston):
    X, y = boston
    check_searches(X, y)
    check_subsets(X[:, [0, 4, 5, 6, 7, 8, 10, 12]], y)


@settings(deadline=None)
@given(regressions(most_features=4))
def test_searches_on_random_data(data):
    check_searches(*data)
    check_subsets(*data)


def J(Y):
    """The objective of INT247's example; its features are numbered from 1."""
    x1, x2, x3, x4 = (n in Y for n in range(4))
    return -2 * x1 * x2 + 3 * x1 + 5 * x2 - 2 * x1 * x2 * x3 + 7 * x3 + 4 * x4 - 2 * x1 * x2 * x3 * x4


def check_sequential(objective, N):
    order, values = plain.sequential_forward_selection(objective, N)
    fast = sequential_search(objective, N)
    assert_array_equal(order, fast.order)
    assert_array_equal(values, fast.values[1:])  # the fast form begins with J of the empty set
    order, values = plain.sequential_backward_selection(objective, N)
    fast = sequential_search(objective, N, direction="backward")
    assert_array_equal(order, fast.order)
    assert_array_equal(values, fast.values[1:])  # the fast form begins with J of the full set
    assert plain.bidirectional_search(objective, N) == set(np.flatnonzero(bidirectional_search(objective, N).selected))


def test_the_lectures_objective():
    order, values = plain.sequential_forward_selection(J, 4)
    assert [n + 1 for n in order] == [3, 2, 4, 1]
    assert values == [7, 12, 16, 13]
    check_sequential(J, 4)


@given(st.integers(0, 2**32 - 1), st.integers(1, 7), st.booleans())
def test_random_objectives(seed, N, ties):
    table = np.random.default_rng(seed).integers(0, 4 if ties else 2**40, size=2**N)
    check_sequential(lambda Y: float(table[sum(2**n for n in Y)]), N)


FITTINGS = [(plain.forward_fit, forward_fit), (plain.myopic_forward_fit, myopic_forward_fit)]


def check_fitting(found, fast, y):
    theta, S, costs = found
    assert_array_equal(S, fast.order)
    assert_allclose(theta, fast.weights[-1], rtol=1e-6, atol=1e-9 * np.abs(fast.weights).max())
    assert_allclose(costs, fast.costs[1:], rtol=1e-9, atol=1e-12 * (y @ y))


def check_all_fittings(X, y, rounds):
    for plain_form, fast_form in FITTINGS:
        check_fitting(plain_form(X, y, rounds), fast_form(X, y, rounds=rounds), y)
    check_fitting(plain.greedy_subset(X, y, X.shape[1]), greedy_subset(X, y), y)


def test_the_lectures_polynomial():
    """CS373: the first rows of both tables of ten, and all rows equal to the fast form's, which has the printed ones."""
    points = load_lecture_points()
    phi = points.X ** np.arange(5)
    check_all_fittings(phi, points.y, 10)
    _, degrees, costs = plain.forward_fit(phi, points.y, 10)
    assert degrees.tolist() == [0, 1, 2, 1, 0, 3, 1, 3, 1, 3]
    assert_allclose(costs, [0.874, 0.163, 0.085, 0.062, 0.051, 0.049, 0.045, 0.041, 0.039, 0.036], atol=5e-4)
    _, degrees, costs = plain.myopic_forward_fit(phi, points.y, 10)
    assert degrees.tolist() == [0, 1, 0, 1, 2, 0, 1, 2, 0, 1]
    assert_allclose(costs, [0.874, 0.163, 0.091, 0.084, 0.069, 0.065, 0.063, 0.057, 0.055, 0.054], atol=5e-4)


@given(regressions())
def test_fitting_random_data(data):
    X, y = data
    check_all_fittings(X, y, 3 if X.shape[1] > 1 else 1)


@pytest.mark.parametrize("rounds", [1, 5])
def test_fitting_boston(boston, rounds):
    check_all_fittings(*boston, rounds)
