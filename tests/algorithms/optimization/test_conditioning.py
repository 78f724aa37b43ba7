import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    StandardNormalizer,
    contour_ellipse,
    hessian_condition,
    newton,
)
from tests.algorithms.stored import stored, toy_classification, toy_regression


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


def test_near_its_minimizer_a_softmax_cost_has_elliptical_contours():
    X, y = toy_classification()
    cost = Softmax(StandardNormalizer().fit_transform(X), y)
    least = newton(cost, [0.0, 0.0], epsilon=0.0, tolerance=1e-30).final
    ellipse = contour_ellipse(cost.hessian(least.weights), 1e-6, center=least.weights)
    assert_allclose(cost.value(ellipse.points()) - least.cost, 1e-6, rtol=2e-3)


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
