import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import approx_fprime, check_grad
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


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_agree_with_differences(problem, kind, reduction):
    X, y, _ = problem
    cost, w = cost_of(kind, X, y, reduction=reduction)
    shape, n = w.shape, w.size

    def value(v):
        return cost.value(v.reshape(shape))

    def gradient(v):
        return cost.gradient(v.reshape(shape)).ravel()

    assert_allclose(gradient(w.ravel()), approx_fprime(w.ravel(), value, 1e-7), rtol=1e-4, atol=1e-5)
    assert check_grad(value, gradient, w.ravel()) < 1e-5 * (len(X) if reduction == "sum" else 1)
    columns = [(gradient(w.ravel() + e) - gradient(w.ravel() - e)) / 2e-5 for e in 1e-5 * np.eye(n)]
    assert_allclose(cost.hessian(w), np.array(columns), rtol=1e-6, atol=1e-6)
    assert_allclose(cost.hessian(w), cost.hessian(w).T, rtol=1e-14, atol=1e-16)


def test_values_agree_with_scikit_learn(problem):
    X, y, w = problem
    outputs = w[0] + X @ w[1:]
    assert_allclose(LeastSquares(X, y).value(w), mean_squared_error(y, outputs))
    assert_allclose(Softmax(X, y).value(w), log_loss(y, 1 / (1 + np.exp(-outputs))))
    assert_allclose(Softmax(X, y, reduction="sum").value(w), 30 * Softmax(X, y).value(w))
    cost, W = cost_of(MulticlassSoftmax, X, y)
    assert_allclose(cost.value(W), log_loss(cost.y, np.exp(log_softmax(W[0] + X @ W[1:], axis=1))), rtol=1e-12)


def test_multiclass_by_the_formula_word_for_word(problem):
    X, y, _ = problem
    cost, W = cost_of(MulticlassSoftmax, X, y, reduction="sum")
    value, gradient, hessian = 0.0, np.zeros((5, 3)), np.zeros((5, 3, 5, 3))
    for x, label in zip(X, cost.y, strict=True):
        x1 = np.r_[1, x]
        powers = np.exp(x1 @ W)
        p = powers / powers.sum()
        value -= np.log(p[label])
        gradient += np.outer(x1, p - np.eye(3)[label])
        hessian += np.einsum("n,cd,m->ncmd", x1, np.diag(p) - np.outer(p, p), x1)
    assert_allclose(cost.value(W), value, rtol=1e-13)
    assert_allclose(cost.gradient(W), gradient, rtol=1e-12, atol=1e-13)
    assert_allclose(cost.hessian(W), hessian.reshape(15, 15), rtol=1e-12, atol=1e-13)


def test_two_classes_are_the_two_class_softmax(problem):
    X, y, _ = problem
    two, several = Softmax(X, y), MulticlassSoftmax(X, (y + 1) / 2)
    W = np.random.default_rng(2).normal(size=(5, 2))
    w = W[:, 1] - W[:, 0]
    assert_allclose(several.value(W), two.value(w), rtol=1e-13)
    assert_allclose(several.gradient(W)[:, 1], two.gradient(w), rtol=1e-12)
    assert_allclose(several.hessian(W).reshape(5, 2, 5, 2)[:, 1, :, 1], two.hessian(w), rtol=1e-12)
    assert several.misclassifications(W) == two.misclassifications(w)


def test_one_vector_added_to_all_classes_changes_nothing(problem):
    X, y, w = problem
    cost, W = cost_of(MulticlassSoftmax, X, y)
    assert_allclose(cost.value(W + w[:, None]), cost.value(W), rtol=1e-13)
    assert_allclose(cost.gradient(W).sum(axis=1), 0, atol=1e-15)
    assert_allclose(cost.hessian(W) @ np.repeat(w, 3), 0, atol=1e-14)


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


def test_large_margins_are_stable():
    cost = Softmax([[-1.0], [1.0]], [-1, 1], reduction="sum")
    assert cost.value([0, 1e6]) == 0
    assert cost.value([0, -1e6]) == 2e6
    assert_allclose(cost.value([0, 50.0]), 2 * np.exp(-50), rtol=1e-12)
    assert np.isfinite(cost.hessian([0, -1e6])).all()


def test_large_margins_are_stable_with_several_classes():
    cost = MulticlassSoftmax([[-1.0], [0.0], [1.0]], [0, 1, 2], reduction="sum")
    W = np.array([[0.0, 0.5, 0.0], [-1.0, 0.0, 1.0]])
    assert cost.value(1e6 * W) == 0
    assert_allclose(cost.value(100 * W), 2 * np.exp(-50) + 2 * np.exp(-50), rtol=1e-12)  # the rival is 50 behind
    assert_allclose(cost.gradient(100 * W)[1, 0], np.exp(-50), rtol=1e-12)
    assert_allclose(cost.value(-1e6 * W), 2e6 + (5e5 + np.log(2)) + 2e6, rtol=1e-15)
    for scale in (1e6, -1e6, 1e55):
        assert np.isfinite(cost.gradient(scale * W)).all()
        assert np.isfinite(cost.hessian(scale * W)).all()


def test_misclassifications_by_the_arguments_that_maximize(problem):
    X, y, w = problem
    assert Softmax(X, y).misclassifications(w) == np.count_nonzero(np.sign(w[0] + X @ w[1:]) != y)
    cost, W = cost_of(MulticlassSoftmax, X, y)
    assert cost.misclassifications(W) == np.count_nonzero((W[0] + X @ W[1:]).argmax(axis=1) != cost.y)
    assert cost.misclassifications(np.zeros((5, 3))) == 30  # on the boundary is not on the right side


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


@pytest.mark.parametrize("w", [[1.0], 3.0, [[np.nan, 1.0]], ["a", "b"], [True, None], [np.inf, 0.0]])
def test_bad_weights_are_named(w):
    with pytest.raises((TypeError, ValueError), match=r"^w "):
        LeastSquares([[0.0], [1.0]], [0.0, 1.0]).value(w)
    with pytest.raises((TypeError, ValueError), match=r"^w "):
        MulticlassSoftmax([[0.0], [1.0]], [0, 1]).value(w)


@pytest.mark.parametrize("cost", [LeastSquares, Softmax, MulticlassSoftmax])
def test_a_cost_does_not_change_with_the_callers_arrays(cost):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(6, 2)), np.array([1, -1, 1, -1, 1, 1]) if cost is not MulticlassSoftmax else np.arange(6) % 2
    for targets in (y.astype(float), y.copy()):
        made = cost(X, targets)
        w = rng.normal(size=made.weights_shape)
        before = made.value(w), made.gradient(w), made.hessian(w)
        targets[:] = targets[::-1].copy()
        X += 1
        after = made.value(w), made.gradient(w), made.hessian(w)
        for old, new in zip(before, after, strict=True):
            np.testing.assert_array_equal(old, new)
        with pytest.raises(ValueError, match="read-only"):
            made.y[0] = 5
