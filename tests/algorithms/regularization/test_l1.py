import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import __version__ as sklearn_version
from sklearn.linear_model import Lasso, LogisticRegression, lars_path

from fewidgets.algorithms import Softmax, l1_path

# Since 1.8 scikit-learn names the penalty by its share of ℓ1.
L1 = {"l1_ratio": 1} if tuple(map(int, sklearn_version.split(".")[:2])) >= (1, 8) else {"penalty": "l1"}


def optimality(cost, lam, weights, bias):
    """How far the conditions of a minimizer are from holding: zero bias slope, |slopes| ≤ λ, = λ where ω ≠ 0."""
    slopes = -cost.gradient(np.r_[bias, weights])
    on = weights != 0
    worst = [abs(slopes[0]), max(np.abs(slopes[1:]).max() - lam, 0)]
    return max([*worst, *np.abs(slopes[1:][on] - lam * np.sign(weights[on]))])


def test_agrees_with_scikit_learn_on_boston(boston):
    X, y = boston
    alphas, _, weights = lars_path(X, y, method="lasso")
    path = l1_path(X, y)  # scikit-learn's cost is ½ the mean: λ = 2 α
    assert_allclose(path.lambdas[::-1], 2 * alphas, atol=1e-12)
    assert_allclose(path.weights[::-1], weights.T, atol=1e-12)
    lasso = Lasso(alpha=0.05, tol=1e-14, max_iter=100_000).fit(X + 1, 3 * y + 2)
    point = l1_path(X + 1, 3 * y + 2).at(0.1)
    assert_allclose(point.weights, lasso.coef_, atol=1e-10)
    assert_allclose(point.bias, lasso.intercept_, atol=1e-10)


def test_agrees_with_scikit_learn_on_credit(credit):
    X, y = credit
    path = l1_path(X, y, cost="softmax", reduction="sum", lambdas=[10, 40])
    for k, lam in enumerate([10, 40]):
        peer = LogisticRegression(**L1, solver="saga", C=1 / lam, tol=1e-12, max_iter=100_000).fit(X, y)
        assert_allclose(path.weights[k], peer.coef_[0], atol=1e-6)
        assert_allclose(path.biases[k], peer.intercept_[0], atol=1e-6)


def test_figure_9_21_holds_for_the_sum_over_examples(boston):
    X, y = boston
    path = l1_path(X, y, reduction="sum")
    weights = path.at(130).weights
    assert_array_equal(np.flatnonzero(weights) + 1, [6, 11, 12, 13])
    assert_allclose(weights[[5, 12, 10, 11]], [0.28316, -0.38346, -0.13443, 0.00451], atol=1e-5)
    assert path.lambda_max == pytest.approx(746.515, abs=1e-3)
    # With the printed mean, everything is gone from λ = 1.475 on.
    mean = l1_path(X, y)
    assert mean.lambda_max == pytest.approx(746.515 / 506, abs=1e-5)
    assert not mean.at(130).weights.any()
    assert_allclose(mean.at(130 / 506).weights, weights, atol=1e-12)


def test_a_feature_leaves_and_comes_back_on_boston(boston):
    path = l1_path(*boston, reduction="sum")
    third = [(round(e.lam, 2), e.kind) for e in path.events if e.feature == 2]
    assert third == [(23.81, "enters"), (11.28, "leaves"), (1.66, "enters")]
    assert path.at(5).weights[2] == 0


def test_the_l1_order_depends_on_scale_where_the_boosting_order_does_not(boston):
    X, y = boston
    order = [e.feature for e in l1_path(X, y).events if e.kind == "enters"]
    scaled = X.copy()
    scaled[:, 12] *= 0.01
    assert [e.feature for e in l1_path(scaled, y).events if e.kind == "enters"] != order


def test_figure_9_22_holds_for_the_sum_over_examples(credit):
    X, y = credit
    path = l1_path(X, y, cost="softmax", reduction="sum")
    assert path.lambda_max == pytest.approx(160.779, abs=1e-3)
    weights = np.abs(path.at(40.0).weights)
    assert_array_equal(np.sort(np.argsort(-weights)[:4]) + 1, [1, 2, 3, 6])
    assert_array_equal(np.flatnonzero(weights) + 1, [1, 2, 3, 6, 12])
    assert weights[11] < 0.03
    assert not l1_path(X, y, cost="softmax").at(40.0).weights.any()
    assert path.gaps.max() <= 1e-8


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_both_ends_of_the_path(cost, boston):
    X, y = boston
    labels = np.where(y > 0, 1.0, -1.0)
    target = y if cost == "least_squares" else labels
    path = l1_path(X, target + (2 if cost == "least_squares" else 0), cost=cost)
    for lam in (path.lambda_max, 2 * path.lambda_max, 1e9):
        point = path.at(lam)
        assert not point.weights.any()
        best = 2 if cost == "least_squares" else np.log((labels > 0).sum() / (labels < 0).sum())
        assert point.bias == pytest.approx(best)
    assert path.at(0.999 * path.lambda_max).weights.any()
    if cost == "least_squares":
        fitted = np.linalg.lstsq(np.c_[np.ones(506), X], y + 2, rcond=None)[0]
    else:
        peer = LogisticRegression(C=np.inf, tol=1e-12, solver="newton-cholesky").fit(X, labels)
        fitted = np.r_[peer.intercept_, peer.coef_[0]]
    assert_allclose(np.r_[path.at(0).bias, path.at(0).weights], fitted, rtol=1e-5, atol=1e-6)


def test_softmax_between_grid_values_is_solved_anew(credit):
    X, y = credit
    path = l1_path(X, y, cost="softmax", reduction="sum")
    cost = Softmax(X, y, reduction="sum")
    for lam in (37.5, 101.0, 0.5):
        point = path.at(lam)
        assert optimality(cost, lam, point.weights, point.bias) < 1e-6
    several = path.at([37.5, 101.0])
    assert_allclose(several.weights[0], path.at(37.5).weights)
    copy = pickle.loads(pickle.dumps(path))
    assert_allclose(copy.at(37.5).weights, path.at(37.5).weights)


def test_separable_classes_are_reported():
    path = l1_path([[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1], cost="softmax")
    assert path.separable
    assert np.isfinite(path.weights).all()
    assert path.costs[0] < 1e-8
    assert path.gaps[0] <= 1e-8
    assert not l1_path([[0.0], [2.0], [1.0], [3.0]], [-1, -1, 1, 1], cost="softmax").separable


def test_an_output_that_no_feature_explains():
    X, y = [[1.0], [-1.0], [1.0], [-1.0]], [1.0, 1.0, -1.0, -1.0]
    for cost in ("least_squares", "softmax"):
        path = l1_path(X, y, cost=cost)
        assert path.lambda_max == 0
        assert_array_equal(path.lambdas, [0])
        assert not path.at([0, 1]).weights.any()


def test_lambdas_are_returned_ascending_without_repeats(boston):
    X, y = boston
    path = l1_path(X, y, lambdas=[0.5, 0.1, 0.5, 3.0])
    assert_array_equal(path.lambdas, [0.1, 0.5, 3.0])
    assert_allclose(path.weights, l1_path(X, y).at([0.1, 0.5, 3.0]).weights, atol=1e-14)


def test_a_wide_path_equals_the_same_path_with_the_gram_matrix():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(15, 1100)), rng.normal(size=15)  # beyond 1000 features rows are formed on demand
    path = l1_path(X, y)
    assert path.gaps.max() <= 1e-9 * path.costs[-1]


@pytest.mark.parametrize(("offset", "spread"), [(1e3, 1e-6), (1e6, 1.0), (1e6, 1e-3), (1e8, 1.0)])
def test_softmax_does_not_stall_where_a_spread_is_tiny_beside_its_offset(offset, spread):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 5))
    y = np.where(X[:, 0] - X[:, 1] + rng.normal(size=200) > 0, 1.0, -1.0)
    X[:, [0, 3]] = offset + spread * X[:, [0, 3]]
    mean = X.mean(axis=0)
    path, centred = l1_path(X, y, cost="softmax"), l1_path(X - mean, y, cost="softmax")
    assert path.gaps.max() <= 1e-8
    assert_allclose(path.costs, centred.costs, atol=1e-8)
    assert_allclose(path.weights, centred.weights, rtol=1e-6, atol=1e-6)
    assert_allclose(path.biases + path.weights @ mean, centred.biases, atol=1e-15 * np.abs(path.weights @ mean).max() + 1e-6)
    between = path.lambda_max / 3
    point, other = path.at(between), centred.at(between)
    assert_allclose(point.weights, other.weights, rtol=1e-6, atol=1e-6)
    assert_allclose(point.bias + point.weights @ mean, other.bias, atol=1e-6)


def longest_path(N):
    """Mairal and Yu's features (Complexity analysis of the Lasso regularization path, 2012): (3^N + 1) / 2 knots."""
    X, y = np.ones((1, 1)), np.ones(1)
    for n in range(1, N):
        alpha = 0.5 * _knots(X, y)[1] / (2 * y @ y + 1)
        X = np.block([[X, 2 * alpha * y[:, None]], [np.zeros((1, n)), np.full((1, 1), alpha)]])
        y = np.r_[y, 1.0]
    return X, y


def _knots(X, y):
    # Each example once more with all its signs turned: the means are zero, so that centring changes nothing.
    return l1_path(np.r_[X, -X], np.r_[y, -y], reduction="sum").knots / 4


def test_the_longest_possible_paths_are_followed_and_longer_ones_are_refused():
    for N in range(1, 8):
        assert len(_knots(*longest_path(N))) == (3**N + 1) / 2
    with pytest.raises(ValueError, match=r"X leads to an ℓ1 path of more than 1451 knots"):
        _knots(*longest_path(8))


@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_without_a_bias_the_path_is_scikit_learns_lasso_through_the_origin(reduction):
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 3, 40)
    X = x[:, None] ** np.arange(0, 6)  # raw monomials; the first is constant, as in CS373's φ
    y = np.sin(2 * x) + 0.5 + 0.1 * rng.normal(size=40)
    path = l1_path(X, y, fit_bias=False, reduction=reduction)
    assert not path.biases.any()
    scale = 1 if reduction == "mean" else len(y)
    for lam in path.lambda_max * np.array([0.5, 0.03, 0.003]):
        peer = Lasso(alpha=lam / 2 / scale, fit_intercept=False, tol=1e-12, max_iter=10**6).fit(X, y)
        assert_allclose(path.at(lam).weights, peer.coef_, atol=1e-5)
        # J = ½ Σ (y − θ·φ)² + λ‖θ‖₁, as the lecture has it, is half of this cost + 2λ‖θ‖₁.
        slopes = 2 * (y - X @ path.at(lam).weights) @ X * scale / len(y)
        assert np.abs(slopes).max() <= lam * (1 + 1e-9)
    assert_allclose(path.at(0.0).weights, np.linalg.lstsq(X, y)[0], rtol=1e-6)
    assert path.gaps.max() <= 1e-10 * path.costs[-1]


def test_without_a_bias_the_softmax_path_is_scikit_learns(credit):
    X, y = credit
    X = X + 0.3
    path = l1_path(X, y, cost="softmax", reduction="sum", lambdas=[0, 10, 40], fit_bias=False)
    assert not path.biases.any()
    assert path.gaps.max() <= 1e-8
    for lam, weights in zip(path.lambdas[1:], path.weights[1:], strict=True):
        peer = LogisticRegression(**L1, solver="saga", C=1 / lam, tol=1e-12, max_iter=100_000, fit_intercept=False).fit(X, y)
        assert_allclose(weights, peer.coef_[0], atol=1e-6)
    point = path.at(25.0)
    assert point.bias == 0
    slopes = -Softmax(X, y, reduction="sum").gradient(np.r_[0.0, point.weights])[1:]
    assert np.abs(slopes).max() <= 25 + 1e-4
    assert_allclose(path.lambda_max, np.abs(y @ X).max() / 2)
    assert l1_path(X, y, fit_bias=True).fit_bias


def test_the_cost_of_a_nearly_perfect_fit_keeps_its_digits():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6, 5))
    y = rng.normal(size=6)
    y[0] = 1e8  # six examples, five features and a bias: a perfect fit
    path = l1_path(X, y, reduction="sum")
    residuals = y - path.biases[:, None] - path.weights @ X.T
    assert_allclose(path.costs, (residuals**2).sum(axis=1), rtol=1e-9, atol=1e-10)
