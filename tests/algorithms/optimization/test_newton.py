import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    newton,
)
from fewidgets.data import load_boston
from tests.algorithms.stored import spam, toy_classification

# Example 9.2, Figure 9.5: from zero weights, ε = 10⁻⁷.
SPAM = [4601, 515, 401, 359, 336, 329, 315, 308, 313, 316, 316, 316, 316, 316]


@pytest.fixture(scope="module")
def mails():
    return spam()


@pytest.fixture(scope="module")
def boston_sphered():
    """Boston as the chapter has it, PCA-sphered here word for word: equation (9.6)."""
    boston = load_boston(chapter_copy=True)
    centred = boston.X - boston.X.mean(axis=0)
    eigenvalues, V = np.linalg.eigh(centred.T @ centred / len(centred))
    return centred @ V / np.sqrt(eigenvalues), boston.y


@pytest.mark.slow
@pytest.mark.parametrize("scaled", [False, True])
def test_spam_reaches_308_and_ends_at_316(mails, scaled):
    X, y = mails
    X = StandardNormalizer().fit_transform(X) if scaled else X
    trace = newton(Softmax(X, y), np.zeros(58))
    assert_array_equal(trace.misclassifications[:14], SPAM)
    assert trace.converged
    assert (trace.final.misclassifications, trace.best.misclassifications, trace.best.step) == (316, 308, 7)
    assert "316 misclassifications; the fewest, 308, came first at step 7" in trace.message
    assert trace.costs[-1] == pytest.approx(0.1973229165, abs=1e-10)


@pytest.mark.slow
def test_misclassifications_do_not_depend_on_the_features_scale(mails):
    X, y = mails
    mixing = np.linalg.qr(np.random.default_rng(0).normal(size=(57, 57)))[0]
    raw = newton(Softmax(X, y), np.zeros(58), epsilon=0.0)
    for A in (StandardNormalizer().fit_transform(X), X @ mixing + 3, 1e4 * X):
        other = newton(Softmax(A, y), np.zeros(58), epsilon=0.0)
        assert_array_equal(other.misclassifications, raw.misclassifications)
        assert_allclose(other.costs, raw.costs, rtol=1e-7)


@pytest.mark.slow
def test_spam_with_fewer_features_as_figure_9_5_compares(mails):
    X, y = mails
    traces = [newton(Softmax(X[:, :n], y), np.zeros(n + 1)) for n in (48, 54, 57)]
    assert [trace.best.misclassifications for trace in traces] == [369, 332, 308]
    assert [trace.final.misclassifications for trace in traces] == [376, 337, 316]


@pytest.mark.slow
def test_spam_as_scikit_learn_without_penalty(mails):
    X, y = mails
    Z = StandardNormalizer().fit_transform(X)
    trace = newton(Softmax(Z, y), np.zeros(58), 40, epsilon=0.0, tolerance=1e-20)
    model = LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-10, max_iter=200).fit(Z, y)
    assert np.count_nonzero(model.predict(Z) != y) == trace.final.misclassifications == 316
    assert_allclose(trace.final.weights, np.r_[model.intercept_, model.coef_[0]], rtol=1e-6, atol=1e-7)
    assert np.abs(trace.gradients[-1]).max() < 1e-13


def test_several_classes_as_scikit_learn():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 4))
    y = np.argmax(X @ rng.normal(size=(4, 3)) + rng.gumbel(size=(120, 3)), axis=1)
    trace = newton(MulticlassSoftmax(X, y), np.zeros((5, 3)), tolerance=1e-20)
    model = LogisticRegression(C=np.inf, tol=1e-12, max_iter=2000).fit(X, y)
    # Started at zero, the columns keep the sum 0, as scikit-learn's do; ε keeps the singular Hessian solvable.
    assert_allclose(trace.final.weights, np.vstack([model.intercept_, model.coef_.T]), atol=1e-6)
    assert trace.final.misclassifications == np.count_nonzero(model.predict(X) != y)
    assert trace.weights.shape[1:] == (5, 3)


@pytest.mark.parametrize("scale", [0.0, 1.0, 1e4])
def test_one_simplified_step_on_sphered_input_reaches_the_minimum(boston_sphered, scale):
    S, y = boston_sphered
    cost = LeastSquares(S, y)
    start = scale * np.random.default_rng(0).normal(size=14)
    exact = newton(cost, start, 1, epsilon=0.0, simplified=True)
    assert exact.costs[1] == pytest.approx(21.8978, abs=5e-5)
    assert_allclose(exact.final.weights, np.linalg.lstsq(cost.X, y, rcond=None)[0], atol=1e-9 + 1e-12 * scale)
    regularized = newton(cost, start, 1, simplified=True)
    assert_allclose(
        regularized.final.weights - exact.final.weights,
        1e-7 / (2 + 1e-7) * (start - exact.final.weights),
        rtol=1e-5,
        atol=1e-11,
    )
    # It is the full step, and a gradient step of length 1/2.
    assert_allclose(newton(cost, start, 1, epsilon=0.0).final.weights, exact.final.weights, atol=1e-8)
    assert_allclose(gradient_descent(cost, start, 0.5, 1).final.weights, exact.final.weights, atol=1e-8)


def test_the_simplified_step_does_not_where_features_are_correlated(boston_sphered):
    boston = load_boston(chapter_copy=True)
    cost = LeastSquares(StandardNormalizer().fit_transform(boston.X), boston.y)
    trace = newton(cost, np.zeros(14), 1, simplified=True)
    assert trace.costs[1] > 30


def test_weights_of_separable_classes_grow_without_bound():
    X, y = toy_classification(as_stored=True)
    trace = newton(Softmax(X, y), [0.0, 0.0], 20)
    assert (trace.stopped, trace.separated_at, trace.misclassifications[4]) == ("steps", 4, 0)
    message = "no minimizer exists, the weights grow without bound (the largest is 667 now) and the cost goes to 0"
    assert message in trace.message
    unregularized = newton(Softmax(X, y), [0.0, 0.0], 200, epsilon=0.0)
    assert unregularized.stopped.startswith("no minimizer at step 36: ")
    assert "the weights still grow (the largest is" in unregularized.stopped
    assert unregularized.stopped.endswith(": step 4 separates the classes")
    assert not unregularized.converged
    assert (np.diff(unregularized.costs) < 0).all()
    assert (np.diff(np.abs(unregularized.weights).max(axis=1)) > 0).all()
    endless = newton(Softmax(X, y), [0.0, 0.0], 2000, epsilon=0.0, tolerance=0.0)
    assert np.isfinite(endless.weights).all()


def test_exercise_9_5_all_30_features_of_breast_cancer_separate_the_classes():
    X, y = load_breast_cancer(return_X_y=True)
    cost = Softmax(StandardNormalizer().fit_transform(X), 2 * y - 1)
    trace = newton(cost, np.zeros(31), 30)
    assert trace.separable
    assert trace.best.misclassifications == 0
    assert "no minimizer exists" in trace.message


def test_classes_that_touch_have_no_minimizer_either():
    # x = 1 belongs to both classes: no weights separate strictly, and yet the cost falls for ever.
    trace = newton(Softmax([[0.0], [1.0], [1.0], [2.5]], [-1, -1, 1, 1]), [0.0, 0.0], 100, epsilon=0.0)
    assert not trace.separable
    assert trace.stopped.startswith("no minimizer at step")


def test_divergence_from_a_far_start_is_reported():
    X, y = toy_classification()
    trace = newton(Softmax(X, y), [20.0, 30.0])
    assert trace.diverged
    assert "the cost rose from 94.2 at the start to 1.12e+07: a Newton step overshoots" in trace.stopped
    assert np.isfinite(trace.weights).all()
    assert newton(Softmax(X, y), [0.0, 0.0]).converged
    beyond = newton(Softmax(X, y), [20.0, 30.0], epsilon=0.0)
    assert beyond.diverged
    assert np.isfinite(beyond.weights).all()


@pytest.mark.parametrize("turned", [False, True])
def test_a_direction_without_curvature_stops_newton_and_no_earlier_step_is_lost(turned):
    """A twin feature leaves one direction in which the cost does not change, a feature of zeros one weight."""
    x = np.arange(6.0) - 2.5
    X = np.c_[x, x] if turned else np.c_[x, 0 * x]
    trace = newton(LeastSquares(X, 3 * x), np.zeros(3), 5, epsilon=0.0, simplified=not turned)
    assert ("the Hessian is singular" if turned else "weight 2 has no curvature") in trace.stopped
    assert not trace.converged
    assert_array_equal(trace.weights, np.zeros((1, 3)))
    regularized = newton(LeastSquares(X, 3 * x), np.zeros(3), 5, epsilon=1e-7)
    assert regularized.costs[-1] < 1e-9
