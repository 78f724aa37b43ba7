import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import log_softmax
from sklearn.metrics import log_loss, mean_squared_error

from fewidgets.algorithms import LeastSquares, MulticlassSoftmax, Softmax

KINDS = [LeastSquares, Softmax, MulticlassSoftmax]


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    return rng.normal(size=(30, 4)), np.where(rng.normal(size=30) > 0, 1.0, -1.0), rng.normal(size=5)


def cost_of(kind, X, y, **options):
    """One cost of each kind over the same examples, and weights for it."""
    rng = np.random.default_rng(1)
    if kind is MulticlassSoftmax:
        labels = rng.permutation(np.arange(len(X)) % 3)
        return kind(X, labels, **options), rng.normal(size=(X.shape[1] + 1, 3))
    return kind(X, y, **options), rng.normal(size=X.shape[1] + 1)


def test_values_agree_with_scikit_learn(problem):
    X, y, w = problem
    outputs = w[0] + X @ w[1:]
    assert_allclose(LeastSquares(X, y).value(w), mean_squared_error(y, outputs))
    assert_allclose(Softmax(X, y).value(w), log_loss(y, 1 / (1 + np.exp(-outputs))))
    assert_allclose(Softmax(X, y, reduction="sum").value(w), 30 * Softmax(X, y).value(w))
    cost, W = cost_of(MulticlassSoftmax, X, y)
    assert_allclose(cost.value(W), log_loss(cost.y, np.exp(log_softmax(W[0] + X @ W[1:], axis=1))), rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_many_weights_at_once(problem, kind):
    X, y, _ = problem
    cost, w = cost_of(kind, X, y)
    W = np.random.default_rng(1).normal(size=(3, 2, *w.shape))
    assert_allclose(cost.value(W), [[cost.value(w) for w in row] for row in W])
    assert_allclose(cost.gradient(W), [[cost.gradient(w) for w in row] for row in W])
    if kind is not LeastSquares:
        assert np.array_equal(cost.misclassifications(W), [[cost.misclassifications(w) for w in row] for row in W])


@pytest.mark.parametrize("kind", KINDS)
def test_a_grid_larger_than_a_block(problem, kind):
    X, y, _ = problem
    cost, w = cost_of(kind, X, y)
    grid = np.random.default_rng(1).normal(size=(70, 60, *w.shape))
    values = cost.value(grid)
    assert values.shape == (70, 60)
    for place in ((0, 0), (35, 7), (69, 59)):
        assert_allclose(values[place], cost.value(grid[place]), rtol=1e-12)
    if kind is not LeastSquares:
        assert cost.misclassifications(grid)[50, 41] == cost.misclassifications(grid[50, 41])


def test_a_grid_of_least_squares_is_exact_where_the_fit_is_perfect():
    X = np.random.default_rng(0).normal(size=(40, 2))
    w = np.array([1.0, -2.0, 3.0])
    cost = LeastSquares(X, w[0] + X @ w[1:])
    grid = w + np.stack(np.meshgrid(*3 * [np.linspace(-1, 1, 7)], indexing="ij"), axis=-1)
    assert cost.value(grid)[3, 3, 3] < 1e-28
    assert_allclose(cost.value(grid), np.array([cost.value(v) for v in grid.reshape(-1, 3)]).reshape(7, 7, 7), atol=1e-12)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("kind", KINDS)
def test_subsets_add_up(problem, kind, reduction):
    X, y, _ = problem
    cost, w = cost_of(kind, X, y, reduction=reduction)
    parts = [cost.subset(rows) for rows in np.arange(30).reshape(3, 10)]
    assert [part.n_examples for part in parts] == [10, 10, 10]
    together = np.mean if reduction == "mean" else np.sum
    assert_allclose(together([part.value(w) for part in parts]), cost.value(w))
    assert_allclose(together([part.gradient(w) for part in parts], axis=0), cost.gradient(w))
    assert_allclose(cost.subset([3, 3]).gradient(w), cost.subset([3]).gradient(w) * (1 if reduction == "mean" else 2))


def test_a_class_may_be_missing_where_the_number_of_classes_is_given():
    X = [[0.0], [1.0]]
    assert MulticlassSoftmax(X, [0, 3], n_classes=5).weights_shape == (2, 5)
    assert_allclose(MulticlassSoftmax(X, [0, 0], n_classes=5).value(np.zeros((2, 5))), np.log(5))
