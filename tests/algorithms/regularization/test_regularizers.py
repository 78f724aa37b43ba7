from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize

from fewidgets.algorithms import (
    QuadraticCost,
    constrained_minimizer,
    l1_path,
    penalized_path,
    penalty,
    ridge,
)

KINDS = ("l0", "l1", "l2", "squared_l2")


def random_cost(seed, N, condition=30.0):
    rng = np.random.default_rng(seed)
    Q, _ = np.linalg.qr(rng.normal(size=(N, N)))
    return QuadraticCost(Q @ np.diag(np.geomspace(1, condition, N)) @ Q.T, rng.normal(size=N) * 3, minimum=rng.normal())


costs = st.builds(random_cost, st.integers(0, 10**6), st.integers(1, 5), st.sampled_from([1.0, 3.0, 1e2, 1e6]))


def objective(cost, kind, lam, w):
    return cost.value(w) + lam * penalty(w, kind)


def test_every_penalty_by_a_general_minimizer_and_by_a_fine_grid():
    cost = QuadraticCost([[2.0, 0.8], [0.8, 1.0]], [1.5, -0.4], minimum=0.3)
    axis = np.linspace(-3, 3, 401)
    grid = np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1)
    for kind, lam in product(KINDS, (0.05, 0.7, 2.0, 8.0)):
        path = penalized_path(cost, kind)
        best = objective(cost, kind, lam, path.at(lam))
        assert best <= objective(cost, kind, lam, grid).min() + 1e-12
        assert best >= objective(cost, kind, lam, grid).min() - 5e-3
        if kind.endswith("l2"):
            peer = minimize(lambda w, kind=kind, lam=lam: objective(cost, kind, lam, w), [0.1, 0.2], method="Nelder-Mead")
            assert peer.fun - 1e-3 < best <= peer.fun + 1e-12


@settings(max_examples=80, deadline=None)
@given(costs, st.floats(0.0, 1.2))
def test_the_constrained_minimizer_is_the_penalized_one_at_its_lambda(cost, share):
    for kind in KINDS:
        radius = share * penalty(cost.center, kind)
        found = constrained_minimizer(cost, kind, radius)
        assert found.penalty <= radius * (1 + 1e-9) + 1e-12
        assert found.inside == (penalty(cost.center, kind) <= radius)
        if found.lam is None:
            assert kind == "l0"
        elif np.isfinite(found.lam):
            same = penalized_path(cost, kind).at(found.lam)
            top = np.abs(cost.center).max() * np.linalg.cond(cost.curvature)
            assert_allclose(same, found.weights, atol=1e-9 * top)
        else:
            assert kind == "squared_l2"
            assert radius < 1e-90
        if kind != "l0" and not found.inside:
            assert found.penalty == pytest.approx(radius, rel=1e-9, abs=1e-12)


def test_the_corner_is_hit_with_l1_and_missed_with_l2():
    cost = QuadraticCost(np.eye(2), [3.0, 1.0])
    assert_array_equal(constrained_minimizer(cost, "l1", 2.0).weights != 0, [True, False])
    assert_allclose(constrained_minimizer(cost, "l2", 2.0).weights, 2 * np.array([3, 1]) / np.sqrt(10))
    assert_array_equal(constrained_minimizer(cost, "l0", 1).weights, [3, 0])
    # Three weights, in which the best pair is good for no λ: two are needed to gain anything.
    skewed = QuadraticCost([[1.0, 0.95, 0.0], [0.95, 1.0, 0.0], [0.0, 0.0, 1.0]], [3.0, -2.5, 0.1])
    passed = constrained_minimizer(skewed, "l0", 1)
    assert passed.lam is None
    assert 1 not in penalized_path(skewed, "l0").n_nonzero


def test_equal_features_come_in_together():
    cost = QuadraticCost(np.eye(2), [3.0, 3.0])
    path = penalized_path(cost, "l1")
    assert_allclose(path.at([0.0, 2.0, 6.0, 7.0]), [[3, 3], [2, 2], [0, 0], [0, 0]], atol=1e-8)


def test_data_give_the_same_paths_as_l1_path_and_ridge():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 3)) + 5
    y = X @ [1.0, -2.0, 0.1] + rng.normal(size=40)
    for reduction in ("mean", "sum"):
        cost = QuadraticCost.from_data(X, y, reduction=reduction)
        lasso, peer = penalized_path(cost, "l1"), l1_path(X, y, reduction=reduction)
        assert_allclose(lasso.lambdas, peer.lambdas, rtol=1e-9)
        assert_allclose(lasso.weights, peer.weights, atol=1e-10)
        assert_allclose(lasso.costs, peer.costs, rtol=1e-9)
        squared = penalized_path(cost, "squared_l2")
        for lam in (0.0, 0.3, 40.0):
            assert_allclose(squared.at(lam), ridge(X, y, lam, reduction=reduction).weights, atol=1e-10)
        assert_allclose(cost.hessian() / 2, cost.curvature)
