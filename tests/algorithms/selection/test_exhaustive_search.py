from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import ExhaustiveFeatureSelector
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score

from fewidgets.algorithms import best_subset, exhaustive_search
from tests.algorithms.selection.test_sequential_search import J


def test_all_16_subsets_of_the_lectures_objective():
    """INT247, lecture 5. J = -2 x1 x2 + 3 x1 + 5 x2 - 2 x1 x2 x3 + 7 x3 + 4 x4 - 2 x1 x2 x3 x4, by hand."""
    by_hand = {
        (): 0, (1,): 3, (2,): 5, (3,): 7, (4,): 4,
        (1, 2): 6, (1, 3): 10, (1, 4): 7, (2, 3): 12, (2, 4): 9, (3, 4): 11,
        (1, 2, 3): 11, (1, 2, 4): 10, (1, 3, 4): 14, (2, 3, 4): 16, (1, 2, 3, 4): 13,
    }  # fmt: skip
    trace = exhaustive_search(J, 4, ask_empty=True)
    found = {tuple((np.flatnonzero(S) + 1).tolist()): v for S, v in zip(trace.subsets, trace.subset_values, strict=True)}
    assert found == by_hand
    assert list(found) == list(by_hand)  # small sets first, in the order of their lists
    assert trace.evaluations == 16
    assert_array_equal(trace.best.features + 1, [2, 3, 4])
    assert trace.best.value == 16
    assert_array_equal(trace.values, [0, 7, 12, 16, 13])
    assert [(trace.at(k).features + 1).tolist() for k in range(5)] == [[], [3], [2, 3], [2, 3, 4], [1, 2, 3, 4]]
    least = exhaustive_search(J, 4, maximize=False)
    assert_array_equal(least.values, [3, 6, 10, 13])
    assert_array_equal(least.best.features + 1, [1])


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    N=st.integers(1, 6),
    maximize=st.booleans(),
    ask_empty=st.booleans(),
    size=st.none() | st.integers(1, 6),
)
def test_every_set_is_tried_once_and_the_best_one_found(seed, N, maximize, ask_empty, size):
    values = np.random.default_rng(seed).integers(0, 5, size=1 << N).astype(float)  # with ties
    K = N if size is None else min(size, N)
    asked = []

    def objective(S):
        asked.append(S)
        return values[sum(1 << n for n in S)]

    trace = exhaustive_search(objective, N, size=K, maximize=maximize, ask_empty=ask_empty)
    expected = [S for k in range(0 if ask_empty else 1, K + 1) for S in combinations(range(N), k)]
    assert asked == expected
    assert trace.evaluations == len(expected)
    best = max if maximize else min
    assert trace.best.value == best(trace.subset_values)
    for k in trace.sizes:
        of_size = [S for S in expected if len(S) == k]
        first = best(of_size, key=lambda S: values[sum(1 << n for n in S)])  # the first of equal ones
        assert tuple(trace.at(int(k)).features) == first
        assert trace.at(int(k)).value == values[sum(1 << n for n in first)]
    for value in vars(trace).values():
        assert not isinstance(value, np.ndarray) or not value.flags.writeable


def test_scores_as_mlxtend_computes_them():
    X, y = boston_housing_data()
    X = X[:, [0, 4, 5, 10, 12]]
    trace = exhaustive_search(lambda S: cross_val_score(LinearRegression(), X[:, S], y, cv=3).mean(), 5)
    theirs = ExhaustiveFeatureSelector(
        LinearRegression(), min_features=1, max_features=5, cv=3, scoring="r2", print_progress=False
    ).fit(X, y)
    assert tuple(trace.best.features) == theirs.best_idx_
    assert_allclose(trace.best.value, theirs.best_score_, rtol=1e-12)
    ours = {tuple(np.flatnonzero(S)): value for S, value in zip(trace.subsets, trace.subset_values, strict=True)}
    for subset in theirs.subsets_.values():
        assert_allclose(ours[subset["feature_idx"]], subset["avg_score"], rtol=1e-12)


def test_least_squares_costs_agree_with_best_subset(boston):
    X, y = boston[0][:, :7], boston[1]

    def cost(S):
        A = np.c_[np.ones(len(X)), X[:, S]]
        return ((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2).mean()

    trace, best = exhaustive_search(cost, 7, maximize=False, ask_empty=True), best_subset(X, y)
    assert_array_equal(trace.selected, best.selected)
    assert_allclose(trace.values, best.costs, rtol=1e-9)


def test_the_number_of_sets_is_limited_before_the_first_is_tried():
    def never(S):
        raise AssertionError

    with pytest.raises(
        ValueError, match="n_features is 25: that makes 33,554,431 sets of 1 to 25 features, and the limit is 1,048"
    ):
        exhaustive_search(never, 25)
    for N in (1000, 10**9):
        with pytest.raises(ValueError, match=rf"more than 1,[0,]+ sets of 1 to {N} features.* Use a smaller size, fewer"):
            exhaustive_search(never, N)
    assert exhaustive_search(len, 200, size=2).evaluations == 200 + 19_900
