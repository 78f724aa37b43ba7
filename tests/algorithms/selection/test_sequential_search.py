from fractions import Fraction

import numpy as np
import pytest
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


def test_what_the_objective_raises_comes_through():
    with pytest.raises(KeyError):
        sequential_search(lambda S: {}[S], 2)


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        pytest.param(10**400, ValueError, r"finite numbers; got inf for features \(0,\)", id="401 digits"),
        (float("nan"), ValueError, r"finite numbers; got nan for features \(0,\)"),
        (float("-inf"), ValueError, "finite numbers; got -inf"),
        (None, TypeError, r"one real number for each set; got None \(NoneType\) for features \(0,\)"),
        ("0.5", TypeError, r"got '0.5' \(str\)"),
        (np.complex128(1), TypeError, "one real number"),
        (np.ones(1), TypeError, r"got array\(\[1.\]\) \(ndarray\)"),
        ("x" * 10_000, TypeError, r"got 'x{58}… \(str\)"),
        (np.ma.masked, TypeError, "one real number"),
    ],
)
def test_values_that_are_no_finite_number_are_named(value, error, message):
    with pytest.raises(error, match=message) as caught:
        sequential_search(lambda S: value, 2)
    assert str(caught.value).startswith("objective must return")
    with pytest.raises(error, match=message) as caught:
        sequential_search({0: value, 1: 1.0, (0, 1): 2.0}, 2)
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
        (
            {(0, 5): 1},
            ValueError,
            r"the key \(0, 5\); each of its features must be an integer between 0 and 2; got 5",
        ),
        ({-1: 1}, ValueError, "must be an integer between 0 and 2"),
        ({(0, 0): 1}, ValueError, "names a feature twice"),
        ({(0, 1): 1, (1, 0): 2}, ValueError, r"objective lists features \(0, 1\) twice, with different values"),
        ({"a": 1}, TypeError, r"objective must have tuples or frozensets.* got 'a' \(str\)"),
        ({(0.0,): 1}, TypeError, "features must be an integer"),
        ({(True,): 1}, TypeError, "features must be an integer"),
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
