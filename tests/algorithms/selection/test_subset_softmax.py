import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import linprog
from sklearn.linear_model import LogisticRegression

from fewidgets.algorithms import SubsetSoftmax, exhaustive_search


def labelled(seed, P=40, N=4, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ rng.normal(size=(N, N)) * 10.0 ** rng.integers(-3, 4, size=N) + 2
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ rng.normal(size=N)
    return X, np.where(scores + noise * rng.normal(size=P) > np.median(scores), 1.0, -1.0)


def is_separable(X, y, S):
    """Tell by a linear program whether the classes can be separated."""
    A = np.c_[np.ones(len(X)), X[:, S] / np.abs(X[:, S]).max(axis=0)]
    A = A / np.abs(A).max(axis=1, keepdims=True)  # only the side of each point counts, so its row may have any length
    return linprog(np.zeros(A.shape[1]), -(y[:, None] * A), -np.ones(len(X)), bounds=(None, None)).status == 0


@pytest.mark.parametrize("seed", range(4))
def test_every_subset_costs_what_scikit_learn_finds(seed):
    X, y = labelled(seed)
    J = SubsetSoftmax(X, y)
    trace = exhaustive_search(J, 4, maximize=False)
    for row, cost in zip(trace.subsets, trace.subset_values, strict=True):
        S = np.flatnonzero(row)
        if is_separable(X, y, S):
            assert cost == 0
            continue
        scale = X[:, S].std(axis=0)
        peer = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-10, max_iter=500).fit(X[:, S] / scale, y)
        outputs = X[:, S] / scale @ peer.coef_[0] + peer.intercept_
        assert_allclose(cost, np.logaddexp(0, -y * outputs).mean(), rtol=1e-9)
        features, weights, bias, model_cost = J.model(S)
        assert_array_equal(features, S)
        assert model_cost == cost
        assert_allclose(np.logaddexp(0, -y * (X @ weights + bias)).mean(), cost, rtol=1e-12)


def test_classes_that_touch_have_a_smallest_cost_that_no_weights_reach():
    """Quasi-complete separation: only two equal examples have different labels, so the cost falls towards 2 log 2 / P."""
    x = np.array([-2.0, -1.0, 0.0, 0.0, 1.0, 2.0])
    y = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
    assert_allclose(SubsetSoftmax(x[:, None], y)([0]), 2 * np.log(2) / 6, rtol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("outlier", [1e4, 1e8])
@pytest.mark.parametrize("seed", range(12))
def test_one_outlier_spoils_no_cost(seed, outlier):
    """More features never raise the cost, and the cost is exactly 0 where the classes are separable."""
    rng = np.random.default_rng(seed)
    P, N = int(rng.integers(5, 12)), 4
    X = rng.normal(size=(P, N)) if seed % 2 else rng.integers(-2, 3, size=(P, N)) + 0.5
    X[rng.integers(P), 0] = outlier
    y = np.where(np.arange(P) % 2, 1.0, -1.0)
    trace = exhaustive_search(SubsetSoftmax(X, y), N, maximize=False, ask_empty=True)
    cost = {tuple(np.flatnonzero(row)): c for row, c in zip(trace.subsets, trace.subset_values, strict=True)}
    for S, c in cost.items():
        assert all(cost[tuple(sorted((*S, n)))] <= c * (1 + 1e-9) + 1e-12 for n in {*range(N)} - {*S})
        assert (c == 0) == (bool(S) and is_separable(X, y, list(S)))
