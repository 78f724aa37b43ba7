"""The held-out error of every subset, against scikit-learn's cross-validation and the searches by folds."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from fewidgets.algorithms import forward_selection
from fewidgets.algorithms._numerics.folds import assign_folds
from fewidgets.algorithms.selection.held_out_subsets import held_out_of_all
from fewidgets.data import load_locked_in


def made(seed, P, N):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) * 10.0 ** rng.integers(-3, 4, N) + 10.0 ** rng.integers(-2, 4, N)
    return X, X @ (rng.normal(size=N) / X.std(axis=0)) + rng.normal(size=P)


@pytest.mark.parametrize(("seed", "P", "N", "K"), [(0, 40, 5, 5), (1, 25, 4, 25), (2, 61, 6, 2), (3, 30, 1, 3)])
def test_every_subset_as_scikit_learn_has_it(seed, P, N, K):
    X, y = made(seed, P, N)
    fold_of = assign_folds(K, seed, P)
    found = held_out_of_all(X, y, fold_of)
    for place in range(1, 1 << N):
        S = np.flatnonzero(place >> np.arange(N) & 1)
        theirs = cross_val_score(
            LinearRegression(),
            X[:, S],
            y,
            cv=PredefinedSplit(fold_of),
            scoring="neg_mean_squared_error",
        )
        assert_allclose(found[place], -theirs.mean(), rtol=1e-7)
    nothing = [y[fold_of == k] - y[fold_of != k].mean() for k in range(K)]
    assert_allclose(found[0], np.mean([(r**2).mean() for r in nothing]), rtol=1e-9)


@pytest.mark.parametrize("K", [3, 12])
def test_the_searches_by_folds_price_the_same_sets(K):
    people = load_locked_in()
    table = held_out_of_all(people.X, people.y, assign_folds(K, 0, 12))
    trace = forward_selection(people.X, people.y, folds=K, seed=0)
    assert_allclose(trace.costs, table[trace.selected @ (1 << np.arange(5))], rtol=1e-7)


def test_dependent_features_predict_with_the_shortest_weights():
    X, y = made(7, 20, 4)
    X[:, 3] = X[:, 0] + 1.0  # a copy
    fold_of = assign_folds(4, 0, 20)
    found = held_out_of_all(X, y, fold_of)
    assert_allclose(found[0b1001], found[0b0001], rtol=1e-6)
    assert_allclose(found[0b1111], found[0b0111], rtol=1e-6)
