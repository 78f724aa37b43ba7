"""The least squares ℓ1 path where features are nearly alike, exactly alike, or tied.

The measure is the duality gap in extended precision: how far an objective can be above the smallest possible one.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes

from fewidgets.algorithms import QuadraticCost, StandardNormalizer, l1_path, penalized_path


def dual(X, y, lam, u):
    """A lower bound of every objective Σ (y − Xω)² + λ‖ω‖₁, from a multiple of u."""
    largest = np.abs(2 * X.T @ u).max()
    shrink = min(1, lam / largest) if largest > 0 else 1
    return shrink * (2 * y @ u - shrink * (u @ u))


def with_slopes(X, y, lam, signs, u):
    """Change u as little as possible so that the features with a sign have the slopes ±λ: Gram-Schmidt by hand."""
    on = np.flatnonzero(signs)
    Q, R = np.zeros((len(y), len(on)), X.dtype), np.zeros((len(on), len(on)), X.dtype)
    for i, n in enumerate(on):
        column = X[:, n].copy()
        for _ in range(3):
            share = column @ Q
            column -= Q @ share
            R[:, i] += share
        R[i, i] = np.sqrt(column @ column)
        Q[:, i] = column / R[i, i]
    for _ in range(3):
        e, h = 2 * (u @ X)[on] - lam * signs[on], np.zeros(len(on), X.dtype)
        for i in range(len(on)):
            h[i] = (e[i] - R[:i, i] @ h[:i]) / R[i, i]
        u = u - Q @ h / 2
    return u


def largest_gap(path, X, y, shares, floor=1e-9):
    """The largest gap at a random λ in each segment above `floor` λ_max, relative to the cost at zero weights."""
    X, y = X.astype(np.longdouble), y.astype(np.longdouble)
    if path.fit_bias:
        X, y = X - X.mean(axis=0), y - y.mean()
    lambdas = path.knots[:-1] + shares[: len(path.knots) - 1] * np.diff(path.knots)
    points, signs, worst = path.at(lambdas).weights, np.sign(path.knot_weights), 0.0
    for k, (lam, w) in enumerate(zip(lambdas, points, strict=True)):
        if lam > floor * path.lambda_max:
            residual = y - X @ w.astype(np.longdouble)
            objective = residual @ residual + lam * np.abs(w).sum()
            near = [np.sign(w), *signs[max(k - 1, 0) : k + 3]]
            bounds = [dual(X, y, lam, u) for u in [residual, *(with_slopes(X, y, lam, s, residual) for s in near)]]
            worst = max(worst, float((objective - max(bounds)) / (y @ y)))
    return worst


def test_a_near_copy_of_the_only_feature():
    rng = np.random.default_rng(2)
    x = rng.normal(size=20)
    X = np.c_[x, x + 1e-6 * rng.normal(size=20)]
    y = x + rng.normal(size=20)
    path = l1_path(X, y, reduction="sum")
    alone = l1_path(X[:, :1], y, reduction="sum").at(26.9127)  # just above where the copy enters
    assert_allclose(path.at(26.9127).weights, [*alone.weights, 0])
    total = path.at(26.91).weights.sum()
    assert total == pytest.approx(0.42206, abs=1e-5)
    # As one feature, the two weigh what the first one weighs alone: a soft threshold.
    assert total == pytest.approx(l1_path(X[:, :1], y, reduction="sum").at(26.91).weights[0], abs=1e-5)
    assert largest_gap(path, X, y, np.full(9, 0.5)) < 1e-12


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_diabetes_with_one_measurement_in_two_units(reduction):
    X, y = load_diabetes(return_X_y=True)
    X = StandardNormalizer().fit_transform(np.c_[X, np.round(X[:, 9] * 2.54, 6)])
    path = l1_path(X, y, reduction=reduction)
    sums = path if reduction == "sum" else l1_path(X, y, reduction="sum")
    assert_allclose(path.knots * (442 if reduction == "mean" else 1), sums.knots, rtol=1e-7)
    assert largest_gap(sums, X, y, np.random.default_rng(0).random(5000)) < 1e-12
    lam = 6.508
    point = path.at(lam)
    centred, output = X - X.mean(axis=0), y - y.mean()
    factor = 1 / 442 if reduction == "mean" else 1.0
    slopes = 2 * factor * (output - centred @ point.weights) @ centred
    on = point.weights != 0
    assert np.abs(slopes).max() <= lam * (1 + 1e-9)
    assert_allclose(slopes[on], lam * np.sign(point.weights[on]), rtol=1e-9)


def test_ties_give_exact_zeros():
    # Four orthogonal features; the last two have the same slope, and enter together.
    H = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]], dtype=float)
    X = np.r_[H, -H]
    y = X @ [3.0, 1.0, 0.5, 0.5]
    path = l1_path(X, y, reduction="sum")
    assert_allclose(path.knots, [0, 8, 16, 48])
    assert_array_equal(path.n_nonzero, [4, 2, 1, 0])
    assert_array_equal(path.at([0.1, 8, 12, 20, 50]).weights != 0, np.arange(4) < np.array([[4], [2], [2], [1], [0]]))
    assert [(e.lam, e.feature) for e in path.events[-2:]] == [(pytest.approx(8), 2), (pytest.approx(8), 3)]
    three = l1_path(np.eye(5)[:, :3] + 1.0, np.eye(5)[0] + np.eye(5)[1])
    assert (np.abs(three.weights[three.weights != 0]) > 1e-9).all()


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_no_weight_is_nothing_but_rounding(seed):
    rng = np.random.default_rng(seed)
    P, N = int(rng.integers(4, 12)), int(rng.integers(2, 6))
    X = rng.integers(-1, 2, (P, N)).astype(float)
    X[0], X[1] = 1.0, -1.0
    y = X @ rng.integers(-2, 3, N) + np.r_[1.0, np.zeros(P - 1)]
    if np.ptp(y) == 0:
        y[1] += 1.0
    path = l1_path(X, y)
    weights = np.abs(path.weights[path.weights != 0])
    assert (weights > 1e-12 * np.abs(y).max()).all()


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
@pytest.mark.parametrize("fit_bias", [True, False])
def test_a_grid_where_nothing_is_explained_gives_no_warning(cost, fit_bias):
    X, y = [[1.0], [-1.0], [1.0], [-1.0]], [1.0, 1.0, -1.0, -1.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        path = l1_path(X, y, cost=cost, lambdas=[0.0, 1.0, 2.0], fit_bias=fit_bias)
        assert not path.at([0.0, 0.5, 9.0]).weights.any()
    assert path.lambda_max == 0
    assert not path.weights.any()
    assert_allclose(path.gaps, 0, atol=1e-12)


def test_a_quadratic_cost_with_a_long_valley():
    rng = np.random.default_rng(0)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    cost = QuadraticCost(turn @ np.diag([1e-10, 1e-5, 1.0]) @ turn.T, [3.0, -2.0, 1.0])
    path = penalized_path(cost, "l1")
    for lam in np.r_[path.knots[1:-1] * 0.999, path.knots[1:-1] * 1.001]:
        w = path.at(lam)
        slopes = -cost.gradient(w)
        assert np.abs(slopes).max() <= lam + 1e-14
        assert_allclose(slopes[w != 0], lam * np.sign(w[w != 0]), atol=1e-14)
