import pickle
from itertools import combinations, product

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
    ridge_path,
)
from fewidgets.algorithms.regularization.l0 import l0_breakpoints

KINDS = ("l0", "l1", "l2", "squared_l2")


def random_cost(seed, N, condition=30.0):
    rng = np.random.default_rng(seed)
    Q, _ = np.linalg.qr(rng.normal(size=(N, N)))
    return QuadraticCost(Q @ np.diag(np.geomspace(1, condition, N)) @ Q.T, rng.normal(size=N) * 3, minimum=rng.normal())


costs = st.builds(random_cost, st.integers(0, 10**6), st.integers(1, 5), st.sampled_from([1.0, 3.0, 1e2, 1e6]))


def objective(cost, kind, lam, w):
    return cost.value(w) + lam * penalty(w, kind)


def test_penalties_by_hand():
    grid = np.array([[[0.0, 0.0], [3.0, -4.0]], [[0.0, 2.0], [-1.0, 1.0]]])
    assert_array_equal(penalty(grid, "l0"), [[0, 2], [1, 2]])
    assert_array_equal(penalty(grid, "l1"), [[0, 7], [2, 2]])
    assert_allclose(penalty(grid, "l2"), [[0, 5], [2, np.sqrt(2)]])
    assert_allclose(penalty(grid, "squared_l2"), [[0, 25], [4, 2]])
    assert isinstance(penalty([1.0], "l0"), float)


def test_a_threshold_minimizes_each_weight_of_an_uncorrelated_cost():
    v, c, lam = np.array([2.0, -0.7, 0.1]), 2.0, 1.5
    soft = np.sign(v) * np.maximum(np.abs(v) - lam / (2 * c), 0)
    hard = np.where(np.abs(v) > np.sqrt(lam / c), v, 0)
    for kind, expected in (("l1", soft), ("l0", hard)):
        assert_allclose(penalized_path(QuadraticCost(c * np.eye(3), v), kind).at(lam), expected, atol=1e-9)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(costs, st.floats(0.0, 1.5))
def test_l1_and_l2_minimizers_keep_the_conditions_of_a_minimum(cost, share):
    for kind in ("l1", "l2", "squared_l2"):
        path = penalized_path(cost, kind)
        scale = np.abs(cost.gradient(np.zeros(len(cost.center)))).max()
        for lam in (*path.lambdas[::7], share * min(path.lambda_max, 1e3)):
            w = path.at(lam)
            slope = cost.gradient(w)
            if kind == "l1":
                on = w != 0
                assert_allclose(slope[on], -lam * np.sign(w[on]), atol=1e-9 * scale)
                assert np.abs(slope).max() <= lam + 1e-9 * scale
            elif kind == "squared_l2":
                assert_allclose(slope, -2 * lam * w, atol=1e-12 * scale)
            elif w.any():
                assert_allclose(slope, -lam * w / np.linalg.norm(w), atol=1e-9 * scale)
            else:
                assert np.linalg.norm(slope) <= lam * (1 + 1e-12)


@settings(max_examples=40, deadline=None)
@given(costs, st.floats(0.01, 30.0))
def test_l0_minimizers_are_those_of_all_supports(cost, lam):
    N = len(cost.center)
    C, c = cost.curvature, cost.center
    tried = []
    for size in range(N + 1):
        for support in map(list, combinations(range(N), size)):
            w = np.zeros(N)
            w[support] = np.linalg.solve(C[np.ix_(support, support)], C[support] @ c)
            tried.append(objective(cost, "l0", lam, w))
    found = penalized_path(cost, "l0").at(lam)
    assert objective(cost, "l0", lam, found) == pytest.approx(min(tried), rel=1e-9)


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


@pytest.mark.parametrize("size", [1e-150, 1e50])
def test_the_unit_of_the_weights_does_not_matter(size):
    center = np.array([2.0, -1.0])
    usual = constrained_minimizer(QuadraticCost(np.diag([1.0, 4.0]), center), "l2", 1.0)
    found = constrained_minimizer(QuadraticCost(np.diag([1.0, 4.0]), size * center), "l2", size)
    assert_allclose(found.weights / size, usual.weights, rtol=1e-12)
    assert_allclose(found.lam / size, usual.lam, rtol=1e-12)


def test_a_weight_with_hardly_any_curvature_keeps_the_ball_within_reach():
    cost = QuadraticCost(np.diag([7.6e-19, 1.3e-29, 4.3e-22, 5.5e-17]), [-0.8, -0.044, 0.44, 2.5])
    radius = 0.999 * np.abs(cost.center).sum()
    found = constrained_minimizer(cost, "l1", radius)
    assert np.abs(found.weights).sum() <= radius * (1 + 1e-12)
    assert (np.abs(found.weights) <= np.abs(cost.center) * (1 + 1e-12)).all()  # a diagonal curvature only shrinks
    assert found.lam >= 0


def test_a_center_at_zero_is_the_answer_to_everything():
    cost = QuadraticCost([[2.0, 1.0], [1.0, 2.0]], [0.0, 0.0], minimum=5.0)
    for kind in KINDS:
        path = penalized_path(cost, kind)
        assert_array_equal(path.at([0.0, 1.0, 1e9]), np.zeros((3, 2)))
        assert path.lambda_max == 0
        found = constrained_minimizer(cost, kind, 0.0)
        assert found.inside
        assert found.value == 5


def test_data_give_the_same_paths_as_l1_path_and_ridge_path():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 3)) + 5
    y = X @ [1.0, -2.0, 0.1] + rng.normal(size=40)
    for reduction in ("mean", "sum"):
        cost = QuadraticCost.from_data(X, y, reduction=reduction)
        lasso, peer = penalized_path(cost, "l1"), l1_path(X, y, reduction=reduction)
        assert_allclose(lasso.lambdas, peer.lambdas, rtol=1e-9)
        assert_allclose(lasso.weights, peer.weights, atol=1e-10)
        assert_allclose(lasso.costs, peer.costs, rtol=1e-9)
        squared, ridge = penalized_path(cost, "squared_l2"), ridge_path(X, y, reduction=reduction)
        assert_allclose(squared.at(ridge.lambdas), ridge.weights, atol=1e-10)
        assert_allclose(squared.at(0.3), ridge.at(0.3).weights, atol=1e-10)
        assert_allclose(cost.hessian() / 2, cost.curvature)


def test_the_fields_of_a_path_agree():
    cost = random_cost(1, 4)
    for kind in KINDS:
        path = penalized_path(cost, kind)
        assert_allclose(path.costs, cost.value(path.weights))
        assert_allclose(path.penalties, penalty(path.weights, kind))
        assert_allclose(path.objectives, path.costs + path.lambdas * path.penalties)
        assert_array_equal(path.n_nonzero, np.count_nonzero(path.weights, axis=1))
        assert_allclose(path.at(path.lambdas), path.weights)
        assert not path.weights.flags.writeable
        assert_allclose(path.weights[0], cost.center)
        again = penalized_path(cost, kind, lambdas=[2.0, 0.5, 2.0])
        assert_array_equal(again.lambdas, [0.5, 2.0])
        assert_allclose(again.weights, path.at([0.5, 2.0]))
        assert_allclose(pickle.loads(pickle.dumps(path)).at(0.5), path.at(0.5))
        if np.isfinite(path.lambda_max):
            assert not path.at(path.lambda_max).any()
            assert path.at(0.999 * path.lambda_max).any()


def test_gradient_and_hessian_of_the_quadratic_cost():
    cost = random_cost(5, 3)
    w, step = np.array([0.3, -1.0, 2.0]), 1e-6
    numeric = [(cost.value(w + step * e) - cost.value(w - step * e)) / (2 * step) for e in np.eye(3)]
    assert_allclose(cost.gradient(w), numeric, atol=1e-6)
    assert_allclose(cost.gradient(w + np.eye(3)[0]) - cost.gradient(w), cost.hessian()[0], atol=1e-12)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(-20, 20), min_size=1, max_size=9), st.floats(0, 50))
def test_breakpoints_are_those_of_the_smallest_line(values, lam):
    lambdas, sizes = l0_breakpoints(np.array(values, dtype=float))
    totals = np.array(values) + lam * np.arange(len(values))
    size = sizes[np.searchsorted(lambdas, lam, side="right") - 1]
    assert totals[size] == pytest.approx(totals.min())
    assert lambdas[0] == 0
    assert sizes[-1] == 0
    assert (np.diff(lambdas) > 0).all()
    assert (np.diff(sizes) < 0).all()
    for at, k in zip(lambdas, sizes, strict=True):
        equal = np.isclose(np.array(values) + at * np.arange(len(values)), values[k] + at * k, rtol=0, atol=1e-9)
        assert k == np.flatnonzero(equal)[0]  # of equally good ones the smallest
