"""Subset search and fitting by features beside what people use: time, memory, errors, in one run on one thread."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import ExhaustiveFeatureSelector, SequentialFeatureSelector
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LinearRegression, orthogonal_mp
from sklearn.model_selection import cross_val_score

from fewidgets.algorithms import (
    backward_elimination,
    best_subset,
    bidirectional_search,
    exhaustive_search,
    floating_search,
    forward_fit,
    forward_selection,
    greedy_subset,
    myopic_forward_fit,
    sequential_search,
)
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def boston():
    return boston_housing_data()


def made(P, N, seed=0):
    """Features that resemble their neighbours, and an output that some of them make."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N))
    for n in range(1, N):
        X[:, n] = 0.5 * X[:, n - 1] + 0.75**0.5 * X[:, n]
    return X, X[:, ::4] @ rng.normal(size=len(range(0, N, 4))) + 2 * rng.normal(size=P)


def sizes(run, letter, numbers, other):
    """The same task at several numbers of examples P, or of features N, the other being fixed."""
    shapes = [(n, other) if letter == "P" else (other, n) for n in numbers]
    return {f"{letter} = {n:,}": partial(run, *made(*shape)) for n, shape in zip(numbers, shapes, strict=True)}


MSE = "neg_mean_squared_error"


def selector(forward, cv):
    return SequentialFeatureSelector(
        LinearRegression(), k_features=13 if forward else 1, forward=forward, cv=cv, n_jobs=1, scoring=MSE
    )


def largest_error(trace, selector):
    """Of the mean squared error beside mlxtend's scores, relative; the features must be the same."""
    errors = []
    for k, subset in selector.subsets_.items():
        assert tuple(trace.at(k).features) == subset["feature_idx"]
        errors.append(abs(trace.at(k).cost / -subset["avg_score"] - 1))
    return max(errors)


@pytest.mark.parametrize(
    ("search", "cv"),
    [(forward_selection, 0), (forward_selection, 5), (backward_elimination, 0)],
)
def test_stepwise_selection_on_boston(boston, table, search, cv):
    X, y = boston
    forward = search is forward_selection
    folds = {"fold_of": np.arange(len(X)) * cv // len(X)} if cv else {}
    peer = "mlxtend SFS" if forward else "mlxtend SFS, forward=False"
    ratios, results = table.compare(
        f"{search.__name__}, {cv} folds",
        25,
        calls=10,
        memory=cv == 0,
        peer_repeats=5 if cv == 0 else 1 + forward,
        **{
            "fewidgets: Boston, all sizes": lambda: search(X, y, **folds),
            peer: lambda: selector(forward, cv).fit(X, y),
        },
    )
    error = largest_error(results["fewidgets: Boston, all sizes"], results[peer])
    table.error("fewidgets: Boston, all sizes", error)
    assert error < 1e-10
    assert holds(ratios[peer], 1)


def solved_in_batches(X, y, subsets_of_size):
    """All subsets of one size at once by np.linalg.solve on products XᵀX: what NumPy offers to be fast."""
    X, y = X - X.mean(axis=0), y - y.mean()
    G, c, total = X.T @ X, X.T @ y, y @ y
    costs = []
    for S in subsets_of_size:
        right = c[S]
        weights = np.linalg.solve(G[S[:, :, None], S[:, None, :]], right[:, :, None])[:, :, 0]
        costs.append(total - (weights * right).sum(axis=1))
    return costs


def test_all_subsets_of_13(boston, table):
    X, y = boston
    subsets = [np.array(list(combinations(range(13), k)), dtype=int) for k in range(1, 14)]
    ratios, results = table.compare(
        "best_subset, 2¹³ (target: 2 ms)",
        15,
        calls=5,
        memory=True,
        **{
            "fewidgets: Boston, all costs": lambda: best_subset(X, y),
            "np.linalg.solve, batched": lambda: solved_in_batches(X, y, subsets),
        },
    )
    best, costs = results["fewidgets: Boston, all costs"], results["np.linalg.solve, batched"]
    ours = [len(y) * best.candidate_costs[(1 << S).sum(axis=1)] for S in subsets]
    error = max(np.abs(a / b - 1).max() for a, b in zip(ours, costs, strict=True))
    table.error("fewidgets: Boston, all costs", error)
    assert error < 1e-9
    assert holds(ratios["np.linalg.solve, batched"], 1.8)


def test_all_subsets_as_mlxtend_tries_them(boston, table):
    X, y = boston[0][:, 5:], boston[1]
    ratios, results = table.compare(
        "best_subset, 2⁸",
        15,
        calls=10,
        peer_repeats=1,
        **{
            "fewidgets: 8 of Boston's features": lambda: best_subset(X, y),
            "mlxtend ExhaustiveFeatureSelector": lambda: ExhaustiveFeatureSelector(
                LinearRegression(), min_features=1, max_features=8, scoring=MSE, cv=0, n_jobs=1, print_progress=False
            ).fit(X, y),
        },
    )
    best, theirs = results.values()
    errors = [
        abs(best.candidate_costs[sum(1 << n for n in s["feature_idx"])] / -s["avg_score"] - 1)
        for s in theirs.subsets_.values()
    ]
    table.error("fewidgets: 8 of Boston's features", max(errors))
    assert len(errors) == 255
    assert max(errors) < 1e-10
    assert holds(ratios["mlxtend ExhaustiveFeatureSelector"], 100)


def test_all_subsets_of_20(table):
    X, y = made(506, 20)
    # The peer would take too long: it solves one in 64, the sizes being as frequent as among all.
    sample = np.random.default_rng(0).choice(1 << 20, size=1 << 14, replace=False)
    inside = (sample[:, None] >> np.arange(20) & 1).astype(bool)
    counts = inside.sum(axis=1)
    subsets = [np.nonzero(inside[counts == k])[1].reshape(-1, k) for k in range(1, 21)]
    ratios, results = table.compare(
        "best_subset, 2²⁰ (target: 200 ms)",
        9,
        memory=True,
        peer_repeats=3,
        **{
            "fewidgets: all costs": lambda: best_subset(X, y),
            "np.linalg.solve, 1 in 64 of them": lambda: solved_in_batches(X, y, subsets),
        },
    )
    best, costs = results["fewidgets: all costs"], results["np.linalg.solve, 1 in 64 of them"]
    ours = [len(y) * best.candidate_costs[(1 << S).sum(axis=1)] for S in subsets]
    error = max(np.abs(a / b - 1).max(initial=0) for a, b in zip(ours, costs, strict=True))
    table.error("fewidgets: all costs", error)
    assert error < 1e-9
    assert holds(ratios["np.linalg.solve, 1 in 64 of them"] * 64, 30)


def test_nearly_dependent_features(table):
    """Exact ranks cost time where features nearly depend on each other: how much, beside the same data without."""
    X, y = made(60, 14)
    near = np.c_[X[:, :12], X[:, 0] + 1e-7 * X[:, 12], X[:, 1] + X[:, 2]]
    for search in (forward_selection, backward_elimination, best_subset):
        table.compare(
            f"{search.__name__}, N = 14",
            5,
            **{
                "fewidgets: independent features": partial(search, X, y),
                "fewidgets: a near copy and a sum among them": partial(search, near, y),
            },
        )


def test_branch_and_bound(table):
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :24]
    table.compare("best_subset beyond 20 features", 3, **{"fewidgets: breast cancer, 24": lambda: best_subset(X, y)})
    table.growth("branch and bound, P = 500", 3, sizes(best_subset, "N", (21, 30, 40), 500))


def test_any_objective(boston, table):
    X, y = boston
    X = X[:, [0, 4, 5, 10, 12]]
    ratios, results = table.compare(
        "sequential_search, R² by 3 folds",
        3,
        **{
            "fewidgets: J by cross_val_score": lambda: sequential_search(
                lambda S: cross_val_score(LinearRegression(), X[:, S], y, cv=3).mean(), 5
            ),
            "mlxtend SFS": lambda: SequentialFeatureSelector(LinearRegression(), k_features=5, cv=3).fit(X, y),
        },
    )
    trace, theirs = results["fewidgets: J by cross_val_score"], results["mlxtend SFS"]
    error = max(abs(trace.at(k).value - subset["avg_score"]) for k, subset in theirs.subsets_.items())
    table.error("fewidgets: J by cross_val_score", error)
    assert error < 1e-12
    assert holds(ratios["mlxtend SFS"], 0.8)  # all of it is the estimator's time
    for search in (sequential_search, bidirectional_search, floating_search):
        table.growth(search.__name__, 3, {f"N = {N}": partial(search, sum, N) for N in (10, 40, 160)})
    table.growth("exhaustive_search", 3, {f"N = {N}": partial(exhaustive_search, sum, N) for N in (6, 10, 14)})


def test_fitting_by_features(table):
    X, y = made(2000, 100)
    X /= np.linalg.norm(X, axis=0)
    table.compare(
        "50 of 100 features, P = 2,000",
        9,
        memory=True,
        **{
            "fewidgets: greedy_subset": lambda: greedy_subset(X, y, size=50),
            "fewidgets: forward_fit": lambda: forward_fit(X, y, rounds=50),
            "fewidgets: myopic_forward_fit": lambda: myopic_forward_fit(X, y, rounds=50),
            "sklearn orthogonal_mp": lambda: orthogonal_mp(X, y, n_nonzero_coefs=50),
        },
    )
    for fit in (partial(greedy_subset, size=10), partial(forward_fit, rounds=10), partial(myopic_forward_fit, rounds=10)):
        name = fit.func.__name__
        table.growth(f"{name}, N = 20", 5, sizes(fit, "P", (1_000, 10_000, 100_000), 20))
        table.growth(f"{name}, P = 1,000", 5, sizes(fit, "N", (20, 80, 320), 1_000))


@pytest.mark.parametrize(
    ("search", "folds"),
    [
        (forward_selection, None),
        (forward_selection, 5),
        (backward_elimination, None),
        (best_subset, None),
    ],
)
def test_growth(table, search, folds):
    run = partial(search, folds=folds) if folds else search
    name = search.__name__ + (", 5 folds" if folds else "")
    table.growth(f"{name}, N = 13", 3, sizes(run, "P", (1_000, 10_000, 100_000), 13))
    numbers = (12, 16, 20) if search is best_subset else (10, 30, 90)
    table.growth(f"{name}, P = 500", 3, sizes(run, "N", numbers, 500))
