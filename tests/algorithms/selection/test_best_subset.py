import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import ExhaustiveFeatureSelector
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LinearRegression

from fewidgets.algorithms import best_subset
from fewidgets.algorithms.selection import branch_and_bound as branching
from tests.algorithms.selection.test_stepwise import squares_by_lstsq

# The package's attribute of that name is the function.
module = sys.modules[best_subset.__module__]


def test_boston_beside_mlxtend():
    X, y = boston_housing_data()
    X = X[:, 6:]
    best = best_subset(X, y)
    theirs = ExhaustiveFeatureSelector(
        LinearRegression(), min_features=1, max_features=7, scoring="neg_mean_squared_error", cv=0, print_progress=False
    ).fit(X, y)
    assert len(theirs.subsets_) == 127
    for subset in theirs.subsets_.values():
        assert_allclose(-best.candidate_costs[sum(1 << n for n in subset["feature_idx"])], subset["avg_score"], rtol=1e-10)
    for k in range(1, 8):
        scores = {s["feature_idx"]: s["avg_score"] for s in theirs.subsets_.values() if len(s["feature_idx"]) == k}
        assert tuple(best.at(k).features) == max(scores, key=scores.get)


def test_of_equal_subsets_the_first_is_best():
    rng = np.random.default_rng(3)
    A = rng.normal(size=(30, 2))
    X = np.c_[A, A, A] * [1.0, 3.0, 0.7, 1.1, 5.0, 0.3]
    best = best_subset(X, A[:, 0] + 0.5 * A[:, 1] + 0.1 * rng.normal(size=30))
    assert [np.flatnonzero(row).tolist() for row in best.selected] == [
        [],
        [0],
        [0, 1],
        [0, 1, 2],
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 5],
    ]
    assert_allclose(best.costs[2:], best.costs[2])


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), N=st.integers(1, 11), P=st.integers(2, 60))
def test_branch_and_bound_finds_what_all_subsets_hold(seed, N, P):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N))
    if seed % 2:
        X = X @ rng.normal(size=(N, N))
    if seed % 3 == 0 and N > 3:
        X[:, 1] = 2 * X[:, 0] + X[:, 2]
    y = X @ rng.normal(size=N) * (seed % 5 > 0) + rng.normal(size=P) * rng.choice([0.1, 1, 5])
    K = int(rng.integers(1, N + 1))
    whole = best_subset(X, y, size=K)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "TABULATED_FEATURES", 0)
        patch.setattr(branching, "BRANCHES_WIDTH", int(rng.choice([2, 7, 1024])))
        found = best_subset(X, y, size=K)
    assert found.candidate_costs is None
    noise = 1e-20 * y.var()
    assert_allclose(found.costs, whole.costs, rtol=1e-9, atol=noise)
    for k in range(K + 1):
        assert found.selected[k].sum() == k
        assert_allclose(
            whole.candidate_costs[(1 << found.selected[k].nonzero()[0]).sum()], whole.costs[k], rtol=1e-9, atol=noise
        )


def test_beyond_20_features():
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :21]
    found = best_subset(X, y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "TABULATED_FEATURES", 21)
        whole = best_subset(X, y)
    assert len(whole.candidate_costs) == 1 << 21
    assert_array_equal(found.selected, whole.selected)
    assert_allclose(found.costs, whole.costs, rtol=1e-12)


def test_few_of_a_hundred_features():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 100))  # more features than examples
    y = X[:, :3] @ [1.0, -1.0, 1.0] + rng.normal(size=50)
    found = best_subset(X, y, size=2)
    costs = {S: squares_by_lstsq(X, y, S) for S in combinations(range(100), 2)}
    assert tuple(found.at(2).features) == min(costs, key=costs.get)
    assert_allclose(50 * found.at(2).cost, min(costs.values()), rtol=1e-10)


def test_the_search_gives_up_after_max_branches():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 60))
    message = "max_branches is too small to settle the best subsets of up to 9 of 60 features; got 50. Pass more, "
    with pytest.raises(ValueError, match=message):
        best_subset(X, rng.normal(size=20), size=9, max_branches=50)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("fit_bias", [False, True])
def test_rows_of_zeros_and_a_copied_feature_leave_no_division_by_zero(fit_bias):
    X, y = np.zeros((5, 3)), np.array([0.0, 1.0, 1.0, 1.0, 1.0])
    X[0, 0], X[3, 0], X[4, 1], X[4, 2] = 1.0, -1.0, 1.0, -1.0
    found = best_subset(X, y, fit_bias=fit_bias)
    design = np.c_[X, np.ones(5)] if fit_bias else X
    left = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    assert_allclose(5 * found.costs[-1], left @ left, rtol=1e-12)
