import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    StandardNormalizer,
    contour_ellipse,
    gradient_descent,
    hessian_condition,
    newton,
)
from tests.algorithms.stored import stored, toy_classification, toy_regression


def test_a_small_case():
    # Eigenvalues 1 and 4 along (1, 1) and (−1, 1).
    H = [[2.5, -1.5], [-1.5, 2.5]]
    condition = hessian_condition(H)
    assert_allclose(condition.eigenvalues, [1, 4])
    assert (condition.number, condition.longest_step) == pytest.approx((4.0, 0.5))
    assert (condition.best_step, condition.rate) == pytest.approx((0.4, 0.6))
    assert_allclose(np.abs(condition.eigenvectors), np.sqrt(0.5))
    ellipse = contour_ellipse(H, 2.0, center=[1.0, 2.0])
    assert_allclose(ellipse.lengths, [2, 1])
    assert (ellipse.angle, ellipse.ratio) == pytest.approx((np.pi / 4, 2.0))


def test_agrees_with_numpy_on_data_of_every_kind(boston):
    X, y = boston
    for cost in (LeastSquares(X, y), LeastSquares(X[:300] * 50 + 3, y[:300])):
        H = cost.hessian()
        assert hessian_condition(H).number == pytest.approx(np.linalg.cond(H), rel=1e-9)
        assert_allclose(hessian_condition(H).eigenvectors @ H @ hessian_condition(H).eigenvectors.T,
                        np.diag(hessian_condition(H).eigenvalues), atol=1e-9 * np.abs(H).max())  # fmt: skip


def test_exercise_9_4_one_normalized_feature_gives_circles_several_do_not(boston):
    X, y = toy_regression()
    assert hessian_condition(LeastSquares(X, y).hessian()).number == pytest.approx(18.796, abs=1e-3)
    assert hessian_condition(LeastSquares(StandardNormalizer().fit_transform(X), y).hessian()).number == pytest.approx(1)
    debt = stored("student_debt_data.csv")  # Exercise 9.3
    assert hessian_condition(LeastSquares(debt[:, :1], debt[:, 1]).hessian()).number > 1e11
    X, y = boston
    assert_allclose(LeastSquares(X, y).hessian()[1:, 1:], 2 * np.corrcoef(X.T), atol=1e-13)
    assert hessian_condition(LeastSquares(X, y).hessian()).number > 50


def test_exercise_9_6_sphered_input_gives_the_identity(boston):
    X, y = boston
    eigenvalues, V = np.linalg.eigh(X.T @ X / len(X))
    S = X @ V / np.sqrt(eigenvalues)
    assert_allclose(S.T @ S / len(S), np.eye(13), atol=1e-12)  # I, not I / P
    condition = hessian_condition(LeastSquares(S, y).hessian())
    assert_allclose(condition.eigenvalues, 2, rtol=1e-12)
    assert condition.rate == pytest.approx(0, abs=1e-12)


def test_the_step_lengths_are_what_they_say():
    X, y = toy_regression()
    cost = LeastSquares(X, y)
    condition = hessian_condition(cost.hessian())
    least = newton(cost, [0.0, 0.0], epsilon=0.0).final.weights
    trace = gradient_descent(cost, [0.0, 0.0], condition.best_step, 60)
    distances = np.linalg.norm(trace.weights - least, axis=1)
    assert (distances[1:] <= condition.rate * distances[:-1] * (1 + 1e-9)).all()
    assert gradient_descent(cost, [0.0, 0.0], 1.01 * condition.longest_step, 500).diverged
    assert gradient_descent(cost, [0.0, 0.0], 0.99 * condition.longest_step, 500).n_rises == 0


def test_the_ellipse_is_the_contour():
    X, y = toy_regression()
    cost = LeastSquares(X, y)
    least = newton(cost, [0.0, 0.0], epsilon=0.0).final
    ellipse = contour_ellipse(cost.hessian(), 1.5, center=least.weights)
    points = ellipse.points(361)
    assert_allclose(cost.value(points), least.cost + 1.5, rtol=1e-12)
    assert_allclose(points[0], points[-1])
    assert ellipse.ratio == pytest.approx(np.sqrt(hessian_condition(cost.hessian()).number))
    direction = [np.cos(ellipse.angle), np.sin(ellipse.angle)]
    assert_allclose(cost.value(least.weights + ellipse.lengths[0] * np.array(direction)), least.cost + 1.5)
    assert np.linalg.norm(points - least.weights, axis=1).max() == pytest.approx(ellipse.lengths[0])


def test_near_its_minimizer_a_softmax_cost_has_elliptical_contours():
    X, y = toy_classification()
    cost = Softmax(StandardNormalizer().fit_transform(X), y)
    least = newton(cost, [0.0, 0.0], epsilon=0.0, tolerance=1e-30).final
    ellipse = contour_ellipse(cost.hessian(least.weights), 1e-6, center=least.weights)
    assert_allclose(cost.value(ellipse.points()) - least.cost, 1e-6, rtol=2e-3)


def test_circles_and_more_dimensions():
    circle = contour_ellipse(2 * np.eye(2), 1.0)
    assert (circle.angle, circle.ratio) == (0.0, 1.0)
    assert_allclose(np.linalg.norm(circle.points(), axis=1), 1)
    ellipsoid = contour_ellipse(np.diag([2.0, 8.0, 18.0]), 1.0)
    assert_allclose(ellipsoid.lengths, [1, 1 / 2, 1 / 3])
    assert ellipsoid.angle is None
    for angle in np.linspace(-1.5, 1.5, 7):
        long, short = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        assert contour_ellipse(np.outer(long, long) + 9 * np.outer(short, short), 1.0).angle == pytest.approx(angle)


def test_a_singular_hessian():
    H = np.outer([1.0, 2.0], [1.0, 2.0])
    condition = hessian_condition(H)
    assert (condition.number, condition.rate, condition.longest_step) == pytest.approx((np.inf, 1.0, 0.4))
    with pytest.raises(ValueError, match="hessian must not be singular: along a flat direction contours never close"):
        contour_ellipse(H, 1.0)


def exact_eigenvectors(H):
    """The eigenvalues and eigenvectors (rows) of the very same matrix, computed with 80 digits."""
    with mpmath.workdps(80):
        values, vectors = mpmath.eigsy(mpmath.matrix(H.tolist()))
        return np.array([float(value) for value in values]), np.array(vectors.tolist(), dtype=float).T


def test_curvatures_that_differ_by_twenty_powers_of_ten():
    condition = hessian_condition(np.diag([1e-10, 1e10]))
    assert condition.number == pytest.approx(1e20)
    assert_allclose(condition.eigenvalues, [1e-10, 1e10])
    assert_allclose(contour_ellipse(np.diag([1e-10, 1e10]), 0.5).lengths, [1e5, 1e-5])
    with pytest.raises(ValueError, match="hessian must be that of a convex cost; got a negative eigenvalue, -1e-10"):
        hessian_condition(np.diag([-1e-10, 1e-4]))


@pytest.mark.parametrize("n", [2, 3, 5, 8, 13])
@pytest.mark.parametrize("power", [3, 6, 9])
def test_units_of_the_features_cost_no_digits(n, power):
    rng = np.random.default_rng(10 * n + power)
    X = rng.normal(size=(3 * n, n)) * 10 ** rng.uniform(-power, power, n)
    H = X.T @ X
    H = (H + H.T) / 2
    condition = hessian_condition(H)
    values, vectors = exact_eigenvectors(H)
    assert_allclose(condition.eigenvalues, values, rtol=1e-10)
    assert condition.number == pytest.approx(values[-1] / values[0], rel=1e-10)
    assert_allclose(np.abs((condition.eigenvectors * vectors).sum(axis=1)), 1, atol=1e-12)  # parallel, of length 1


def test_dependent_features_on_any_scale_are_singular():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 4))
    X = np.column_stack([X, X[:, 0] + X[:, 1]])
    for scale in (np.ones(5), np.array([1e3, 1.0, 1e-3, 1.0, 1e2])):
        H = (X * scale).T @ (X * scale)
        assert hessian_condition((H + H.T) / 2).number == np.inf
