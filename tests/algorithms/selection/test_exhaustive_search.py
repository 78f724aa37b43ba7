import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import ExhaustiveFeatureSelector
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score

from fewidgets.algorithms import exhaustive_search
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


def test_the_number_of_sets_is_limited_before_the_first_is_tried():
    def never(S):
        raise AssertionError

    with pytest.raises(ValueError, match="n_features is 25: that makes more than 1,048,576 sets of 1 to 25 features"):
        exhaustive_search(never, 25)
    for N in (1000, 10**9):
        with pytest.raises(ValueError, match=rf"more than 1,048,576 sets of 1 to {N} features.* Use a smaller size, fewer"):
            exhaustive_search(never, N)
    assert exhaustive_search(len, 200, size=2).evaluations == 200 + 19_900
