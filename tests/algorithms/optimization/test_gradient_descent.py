import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    minibatch_gradient_descent,
)
from tests.algorithms.stored import toy_classification, toy_regression


def test_reaches_the_minimum_that_others_find():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(90, 3))
    y = np.argmax(X @ rng.normal(size=(3, 3)) + rng.gumbel(size=(90, 3)), axis=1)
    cost = MulticlassSoftmax(X, y)
    trace = gradient_descent(cost, np.zeros((4, 3)), 1.0, 5000)
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(X, y)
    peer = np.vstack([model.intercept_, model.coef_.T])
    assert trace.costs[-1] == pytest.approx(cost.value(peer), abs=1e-12)
    assert_allclose(trace.final.weights, peer, atol=1e-5)
    found = minimize(lambda v: cost.value(v.reshape(4, 3)), np.zeros(12), jac=lambda v: cost.gradient(v.reshape(4, 3)).ravel())
    assert trace.costs[-1] <= found.fun + 1e-12


def test_example_9_4_a_line_through_100_points():
    X, y = toy_regression()
    raw = gradient_descent(LeastSquares(X, y), [0.0, 0.0], 0.1, 100)
    normalized = gradient_descent(LeastSquares(StandardNormalizer().fit_transform(X), y), [0.0, 0.0], 0.1, 20)
    least = LeastSquares(X, y).value(np.polyfit(X[:, 0], y, 1)[::-1])
    # 100 steps along the valley are still far; 20 on circular contours are there.
    assert (raw.costs[-1], normalized.costs[-1], least) == pytest.approx((0.5990, 0.2556, 0.2504), abs=5e-5)
    assert raw.n_rises == normalized.n_rises == 0


def test_example_9_5_two_classes():
    X, y = toy_classification()
    raw = gradient_descent(Softmax(X, y), [20.0, 30.0], 1.0, 100)
    assert raw.n_rises == 44  # zig-zag
    assert (raw.costs[0], raw.costs[-1]) == pytest.approx((94.216, 2.787), abs=1e-3)
    assert "The cost rose in 44 of them" in raw.message
    normalized = gradient_descent(Softmax(StandardNormalizer().fit_transform(X), y), [20.0, 30.0], 10.0, 25)
    assert normalized.costs[-1] == pytest.approx(0.5419, abs=1e-4)  # the minimum is 0.5418
    assert normalized.n_rises == 0
    assert (normalized.final.misclassifications, normalized.best.misclassifications, normalized.best.step) == (3, 1, 4)
    # The longer step on the input as it is: up and down, but bounded, as the slopes are.
    longer = gradient_descent(Softmax(X, y), [20.0, 30.0], 10.0, 100)
    assert (longer.n_rises, longer.diverged) == (55, False)
    assert longer.costs[-1] == pytest.approx(3.062, abs=1e-3)


def test_separable_classes_are_reported():
    X, y = toy_classification(as_stored=True)
    trace = gradient_descent(Softmax(StandardNormalizer().fit_transform(X), y), [0.0, 0.0], 10.0, 2000)
    assert trace.separable
    first = trace.separated_at
    assert trace.misclassifications[first] == 0
    assert (trace.misclassifications[:first] > 0).all()
    sizes = np.abs(trace.weights).max(axis=1)
    assert sizes[-1] > 2 * sizes[first]
    assert trace.costs[-1] < 0.05
    assert "no minimizer exists, the weights grow without bound" in trace.message
    assert not gradient_descent(Softmax(X, y), [0.0, 0.0], 0.1, 3).separable


def test_a_margin_that_is_rounding_proves_nothing():
    # Three points on a line, the middle one of the other class: no weights separate them.
    x = np.array([[0.1], [0.2], [0.3]])
    cost = Softmax(x, [1, -1, 1])
    w = np.array([0.0, 0.0]) + 1e-300
    assert not cost._separates(w)
    mild = Softmax([[1e16], [1e16 + 2]], [-1, 1])
    assert not mild._separates(np.array([-1e16 - 1, 1.0]))


@pytest.mark.parametrize("step_length", [0.9, 5.0, 1e6, 1e300])
def test_divergence_is_reported_without_nan(step_length):
    X, y = toy_regression()
    cost = LeastSquares(X, y)
    trace = gradient_descent(cost, [0.0, 0.0], step_length, 1000)
    for array in (trace.weights, trace.costs, trace.gradients):
        assert np.isfinite(array).all()
    assert trace.diverged
    longest = 2 / np.linalg.eigvalsh(cost.hessian())[-1]
    reported = float(trace.stopped.rpartition(" = ")[2].split()[0])
    assert longest <= reported * 1.001 < longest * 1.02  # the curvature met comes close to the largest
    assert f"step_length = {step_length:g} is too long" in trace.message
    assert not gradient_descent(cost, [0.0, 0.0], 0.99 * longest, 1000).diverged


class Quartic:
    """A cost of one's own: Σ wₙ⁴."""

    def value(self, w):
        return (w**4).sum()

    def gradient(self, w):
        return 4 * w**3


class Root(Quartic):
    """A cost that is not defined everywhere."""

    def value(self, w):
        return np.sqrt(w).sum()

    def gradient(self, w):
        return 0.5 / np.sqrt(w)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_any_object_with_value_and_gradient_is_a_cost():
    trace = gradient_descent(Quartic(), [[1.0, -2.0]], 0.01, 50)
    assert trace.weights.shape == (51, 1, 2)
    assert trace.misclassifications is None
    assert trace.separated_at is None
    assert trace.costs[-1] < 0.02 * trace.costs[0]
    assert gradient_descent(Quartic(), [3.0], 1.0, 50).diverged
    lost = gradient_descent(Root(), [0.3, 0.4], 0.5, 50)
    assert lost.stopped.startswith("diverged at step 1: the cost or its gradient is not finite")
    with pytest.raises(ValueError, match=r"cost must be finite at start, and so must its gradient\. Choose another start\."):
        gradient_descent(Root(), [-0.3], 0.5, 50)

    class Counting(Quartic):
        def misclassifications(self, w):
            return int((w > 1).sum())

    assert gradient_descent(Counting(), [1.2, -2.0], 0.01, 50).misclassifications[[0, -1]].tolist() == [1, 0]


def test_starts_at_a_minimizer_and_stays():
    trace = gradient_descent(LeastSquares([[0.0], [1.0]], [1.0, 3.0]), [1.0, 2.0], 0.1, 10)
    assert (trace.stopped, trace.n_steps) == ("converged", 0)


# Mini-batches


def test_orders_are_seeded():
    X, y = toy_classification()
    cost = Softmax(StandardNormalizer().fit_transform(X), y)

    def final(**options):
        return minibatch_gradient_descent(cost, [0.0, 0.0], 0.5, 4, 3, **options).final.weights

    assert_array_equal(final(), final(seed=0))
    assert not np.array_equal(final(), final(seed=1))


def test_minibatches_tell_divergence():
    X, y = toy_regression()
    trace = minibatch_gradient_descent(LeastSquares(X, y), [0.0, 0.0], 100.0, 50, 7)
    assert np.isfinite(trace.costs).all()
    assert trace.diverged
    assert "in batch" in trace.stopped
    mild = minibatch_gradient_descent(LeastSquares(X, y), [0.0, 0.0], 1.1, 5, 7)
    assert mild.diverged
    assert not minibatch_gradient_descent(LeastSquares(X, y), [0.0, 0.0], 0.1, 50, 7).diverged


@pytest.fixture(scope="module")
def digits():
    """The 1,797 digits of 8 × 8 pixels, sorted by label; MNIST itself stands in the benchmarks."""
    X, y = load_digits(return_X_y=True)
    order = np.argsort(y, kind="stable")
    return X[order], y[order]


def test_example_9_3_on_smaller_digits(digits):
    X, y = digits
    cost = MulticlassSoftmax(X, y)
    trace = minibatch_gradient_descent(cost, np.zeros((65, 10)), 1e-2, 20, 200)
    assert trace.costs[0] == pytest.approx(np.log(10))
    assert trace.misclassifications[0] == 1797
    assert trace.misclassifications[-1] < 60
    assert trace.n_rises == 0


# The search of Exercise 9.7


def test_turns_are_steps_back():
    cost = LeastSquares([[-1.0], [1.0]], [1.0, 3.0])  # circles of curvature 2
    assert [gradient_descent(cost, [0.0, 0.0], alpha, 30).n_turns for alpha in (0.3, 0.5, 0.75)] == [0, 0, 29]
    assert gradient_descent(cost, [2.0, 1.0], 0.75, 30).n_turns == 0  # it starts at the minimizer
