from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import SequentialFeatureSelector as Mlxtend
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.feature_selection import SequentialFeatureSelector as Sklearn
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score

from fewidgets.algorithms import (
    bidirectional_search,
    exhaustive_search,
    floating_search,
    forward_selection,
    sequential_search,
)

SEARCHES = [sequential_search, bidirectional_search, exhaustive_search, floating_search]


def J(S):
    """The objective of INT247's example; its features are numbered from 1."""
    x1, x2, x3, x4 = (n in S for n in range(4))
    return -2 * x1 * x2 + 3 * x1 + 5 * x2 - 2 * x1 * x2 * x3 + 7 * x3 + 4 * x4 - 2 * x1 * x2 * x3 * x4


def test_the_lectures_table():
    trace = sequential_search(J, 4, ask_empty=True)
    # One row a step, J(x₁) to J(x₄); NaN for a feature that has been selected.
    assert_array_equal(
        trace.candidate_values,
        [
            [3, 5, 7, 4],  # x₃ is the maximum
            [10, 12, np.nan, 11],  # x₃x₂ is the maximum
            [11, np.nan, np.nan, 16],  # x₃x₂x₄ is the maximum
            [13, np.nan, np.nan, np.nan],
        ],
    )
    assert_array_equal(trace.order + 1, [3, 2, 4, 1])
    assert_array_equal(trace.values, [0, 7, 12, 16, 13])
    assert trace.best_size == 3  # J need not grow
    features, value = trace.at(3)
    assert_array_equal(features + 1, [2, 3, 4])
    assert value == 16
    assert trace.evaluations == 1 + 4 + 3 + 2 + 1


def test_the_lectures_objective_backwards():
    trace = sequential_search(J, 4, direction="backward")
    assert_array_equal(trace.values, [13, 16, 12, 7])
    assert_array_equal(trace.order + 1, [1, 4, 2])
    assert_array_equal(trace.candidate_values[0], [16, 14, 10, 11])
    assert_array_equal(trace.sizes, [4, 3, 2, 1])
    assert sequential_search(J, 4, direction="backward", ask_empty=True).values[-1] == 0


def test_the_lectures_objective_from_both_sides():
    trace = bidirectional_search(J, 4)
    assert_array_equal(trace.added + 1, [3, 2])
    assert_array_equal(trace.removed + 1, [1, 4])
    assert_array_equal(trace.forward_candidate_values, [[3, 5, 7, 4], [np.nan, 12, np.nan, 11]])
    assert_array_equal(trace.backward_candidate_values, [[16, 14, np.nan, 11], [np.nan, np.nan, np.nan, 12]])
    assert_array_equal(trace.selected, [False, True, True, False])
    assert trace.value == 12


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**6), N=st.integers(1, 7), maximize=st.booleans())
def test_both_promises_hold_and_the_sets_meet(seed, N, maximize):
    values = np.random.default_rng(seed).normal(size=1 << N)
    asked = []

    def objective(S):
        asked.append(S)
        return values[sum(1 << n for n in S)]

    trace = bidirectional_search(objective, N, maximize=maximize)
    assert len(set(asked)) == len(asked) == trace.evaluations  # each set once
    assert () not in asked
    assert all(np.all(np.diff(S) > 0) for S in asked)
    assert set(trace.added).isdisjoint(trace.removed)  # neither undoes what the other has done
    assert len(trace.added) + len(trace.removed) == N
    assert_array_equal(trace.forward_selected[-1], trace.backward_selected[-1])
    assert_array_equal(trace.selected, trace.forward_selected[-1])
    assert trace.selected.sum() == (N + 1) // 2
    best = np.nanargmax if maximize else np.nanargmin
    for t in range(N):
        forward, step = t % 2 == 0, t // 2
        F, B = trace.forward_selected[(t + 1) // 2], trace.backward_selected[t // 2]
        candidates = (trace.forward_candidate_values if forward else trace.backward_candidate_values)[step]
        assert_array_equal(~np.isnan(candidates), B & ~F)
        for n in np.flatnonzero(B & ~F):
            S = set(np.flatnonzero(F)) | {n} if forward else set(np.flatnonzero(B)) - {n}
            assert candidates[n] == values[sum(1 << int(m) for m in S)]
        assert (trace.added if forward else trace.removed)[step] == best(candidates)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    N=st.integers(1, 6),
    maximize=st.booleans(),
    direction=st.sampled_from(["forward", "backward"]),
)
def test_every_step_is_the_best_one(seed, N, maximize, direction):
    values = np.random.default_rng(seed).integers(0, 4, size=1 << N).astype(float)  # with ties
    trace = sequential_search(
        lambda S: values[sum(1 << n for n in S)], N, direction=direction, maximize=maximize, ask_empty=True
    )
    S = np.full(N, direction == "backward")
    for m, n in enumerate(trace.order):
        assert_array_equal(trace.selected[m], S)
        assert trace.values[m] == values[(S * (1 << np.arange(N))).sum()]
        tried = {}
        for k in np.flatnonzero(S if direction == "backward" else ~S):
            T = S.copy()
            T[k] = not T[k]
            tried[int(k)] = values[(T * (1 << np.arange(N))).sum()]
        assert {k: trace.candidate_values[m, k] for k in tried} == tried
        assert np.isnan(np.delete(trace.candidate_values[m], list(tried))).all()
        assert n == (max if maximize else min)(tried, key=tried.get)  # the first of equal ones
        S[n] = not S[n]
    found = trace.at(trace.best_size).value
    assert found == (trace.values.max() if maximize else trace.values.min())


def test_any_estimator_as_mlxtend_and_scikit_learn_do_it():
    X, y = boston_housing_data()
    X = X[:, [0, 4, 5, 10, 12]]

    def score(S):
        return cross_val_score(LinearRegression(), X[:, S], y, cv=3).mean()

    for forward in (True, False):
        trace = sequential_search(score, 5, direction="forward" if forward else "backward", size=5 if forward else 1)
        theirs = Mlxtend(LinearRegression(), k_features=5 if forward else 1, forward=forward, cv=3).fit(X, y)
        for k, subset in theirs.subsets_.items():
            assert tuple(trace.at(k).features) == subset["feature_idx"]
            assert_allclose(trace.at(k).value, subset["avg_score"], rtol=1e-12)
        direction = "forward" if forward else "backward"
        selector = Sklearn(LinearRegression(), n_features_to_select=2, direction=direction, cv=3).fit(X, y)
        assert_array_equal(np.flatnonzero(selector.get_support()), trace.at(2).features)


def test_costs_are_searched_downwards():
    X, y = boston_housing_data()
    trace = forward_selection(X, y)

    def cost(S):
        A = np.c_[np.ones(len(X)), X[:, S]]
        return ((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2).mean()

    searched = sequential_search(cost, 13, size=4, maximize=False, ask_empty=True)
    assert_array_equal(searched.order, trace.order[:4])
    assert_allclose(searched.values, trace.costs[:5], rtol=1e-10)
    assert_allclose(searched.candidate_values, trace.candidate_costs[:4], rtol=1e-10)


def test_one_feature():
    assert sequential_search(lambda S: 1.0, 1).selected.tolist() == [[False], [True]]
    assert sequential_search(lambda S: 1.0, 1, direction="backward").order.size == 0
    assert bidirectional_search(lambda S: np.float32(2), 1).value == 2


def test_what_the_objective_raises_comes_through():
    with pytest.raises(KeyError):
        sequential_search(lambda S: {}[S], 2)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        pytest.param(10**400, ValueError, r"numbers up to 1.8e308; got a larger one for features \(0,\)", id="401 digits"),
        pytest.param(10**5000, ValueError, "numbers up to 1.8e308", id="5,001 digits"),
        (Fraction(10**400, 3), ValueError, "numbers up to 1.8e308"),
        (float("nan"), ValueError, r"finite numbers; got nan for features \(0,\)"),
        (float("-inf"), ValueError, "finite numbers; got -inf"),
        (None, TypeError, r"one real number for each set; got None \(NoneType\) for features \(0,\)"),
        ("0.5", TypeError, r"got '0.5' \(str\)"),
        (1 + 2j, TypeError, r"got \(1\+2j\) \(complex\)"),
        (np.complex128(1), TypeError, "one real number"),
        (np.ones(1), TypeError, r"got array\(\[1.\]\) \(ndarray\)"),
        (np.arange(10_000.0), TypeError, r"got array\(\[0.*\(ndarray\)"),
        ([0.5], TypeError, r"got \[0.5\] \(list\)"),
        ("x" * 10_000, TypeError, r"got 'x{58}… \(str\)"),
        (np.ma.masked, TypeError, "one real number"),
    ],
)
def test_values_that_are_no_finite_number_are_named(search, value, error, message):
    with pytest.raises(error, match=message) as caught:
        search(lambda S: value, 2)
    assert str(caught.value).startswith("objective must return")
    assert len(str(caught.value)) < 300
    with pytest.raises(error, match=message) as caught:
        search({0: value, 1: 1.0, (0, 1): 2.0}, 2)
    assert str(caught.value).startswith("objective must hold")


@pytest.mark.parametrize("value", [3, True, np.bool_(1), np.float32(0.5), np.int8(2), Fraction(1, 2), np.array(2.5)])
def test_every_real_number_is_a_value(value):
    assert sequential_search(lambda S: value, 1).values[1] == float(value)


def tables(N, values):
    """The same table with the keys that are allowed."""
    subsets = [tuple(n for n in range(N) if m >> n & 1) for m in range(1 << N)]
    return [
        {frozenset(S): values[m] for m, S in enumerate(subsets)},
        {S[::-1]: values[m] for m, S in enumerate(subsets)},
        {S[0] if len(S) == 1 else S: values[m] for m, S in enumerate(subsets)},
    ]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_table_serves_as_the_function_does(search):
    rng = np.random.default_rng(3)
    values = rng.normal(size=16)
    expected = search(lambda S: values[sum(1 << n for n in S)], 4)
    for table in tables(4, values):
        found = search(table, 4)
        for name, value in vars(expected).items():
            assert_array_equal(getattr(found, name), value)


def test_a_set_that_a_table_does_not_list_is_named():
    table = {0: 1, 1: 2, (0, 1): 3, (1, 2): 4}
    with pytest.raises(ValueError, match=r"objective has no value for features \(2,\)\. A table must list every set"):
        sequential_search(table, 3)
    with pytest.raises(ValueError, match=r"no value for the empty set \(\)"):
        sequential_search({0: 1}, 1, ask_empty=True)
    # Sets that a search does not try need not be listed.
    assert sequential_search({0: 1, 1: 2, 2: 3, (0, 2): 5, (1, 2): 4}, 3, size=2).order.tolist() == [2, 0]


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ({(0, 5): 1}, ValueError, r"objective has the key \(0, 5\) \(tuple\); features must be 0 to 2"),
        ({-1: 1}, ValueError, "features must be 0 to 2"),
        ({(0, 0): 1}, ValueError, "names a feature twice"),
        ({(0, 1): 1, (1, 0): 2}, ValueError, r"objective lists features \(0, 1\) twice, with different values"),
        ({"a": 1}, TypeError, r"objective must have tuples or frozensets.* got 'a' \(str\)"),
        ({(0.0,): 1}, TypeError, "features must be integers"),
        ({(True,): 1}, TypeError, "features must be integers"),
        ({None: 1}, TypeError, r"objective must have tuples or frozensets.* got None"),
        ({1.5: 1}, TypeError, "objective must have tuples or frozensets"),
    ],
)
def test_keys_that_cannot_be_used_are_named(table, error, message):
    with pytest.raises(error, match=message):
        exhaustive_search(table, 3)


@pytest.mark.parametrize("search", [sequential_search, bidirectional_search, floating_search])
def test_numbers_of_features_are_limited_by_memory(search):
    with pytest.raises(ValueError, match=r"n_features=1000000 would need 7.28 TiB of memory; the limit is 1 GiB"):
        search(len, 10**6)
