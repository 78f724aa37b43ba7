"""What lesson 9.5 says about its data holds."""

import numpy as np

from fewidgets import ScalingStepper
from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    PCASphering,
    StandardNormalizer,
    hessian_condition,
    newton,
    plain,
    search_step_length,
)
from fewidgets.data import load_boston, load_mnist
from tests.lessons.reading import named_on_screen, on_screen

boston = load_boston()


def test_only_sphering_makes_circles_of_the_contours():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"))
    r = abs(np.corrcoef(boston.X[:, [2, 7]].T)[0, 1])
    assert np.isclose(stepper.trace.conditions["PCA-sphering"][-1], 1)
    assert np.isclose(stepper.trace.conditions["standard normalization"][-1], (1 + r) / (1 - r))


def test_the_contours_are_as_long_as_the_root_of_the_covariances_condition_number():
    X = boston.X[:, [2, 7]]
    hessian = LeastSquares(X - X.mean(axis=0), boston.y).hessian()[1:, 1:]
    assert np.isclose(hessian_condition(hessian).number, np.linalg.cond(np.cov(X.T)))


def test_both_forms_of_sphering_agree_and_leave_the_identity():
    S, *_ = plain.pca_sphere(boston.X)
    same = np.abs(S.T @ PCASphering().fit_transform(boston.X) / len(S))  # directions are unique up to their signs
    assert np.allclose(same, np.eye(13), atol=1e-8)
    assert np.allclose(S.T @ S / len(S), np.eye(13), atol=1e-8)


def test_one_simplified_step_reaches_the_minimum_over_sphered_features_from_anywhere():
    cost = LeastSquares(plain.pca_sphere(boston.X)[0], boston.y)
    lowest = newton(LeastSquares(StandardNormalizer().fit_transform(boston.X), boston.y), np.zeros(14), epsilon=0.0).final.cost
    for start in (np.zeros(14), np.full(14, 2.0), np.linspace(-50, 50, 14)):
        assert np.isclose(newton(cost, start, steps=1, simplified=True, epsilon=0.0).final.cost, lowest)


def test_over_normalized_features_the_step_misses_from_nearly_everywhere():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"), scaling="standard normalization")
    missed = 0
    for angle in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        stepper.start = tuple(5 * np.array([np.cos(angle + 0.1), np.sin(angle + 0.1)]))
        missed += stepper.trace.newton["standard normalization"].final.cost > (1 + 1e-6) * stepper.trace.minimum
        assert np.isclose(stepper.trace.newton["PCA-sphering"].final.cost, stepper.trace.minimum)
    assert missed == 8


def test_sphering_can_be_undone():
    sphering = PCASphering().fit(boston.X[:500])
    assert np.allclose(sphering.inverse_transform(sphering.transform(boston.X[500:])), boston.X[500:])


def test_the_covariance_matrix_of_ten_thousand_features_has_800_megabytes():
    assert 10_000**2 * np.dtype(float).itemsize == 800e6


def test_the_long_step_over_sphered_digits_comes_from_images_that_can_be_separated():
    mnist = load_mnist()
    X, y = PCASphering(near_zero="drop").fit_transform(mnist.X[:1000].astype(float)), mnist.y[:1000]
    assert X.shape[1] == 585
    curvatures = np.linalg.eigvalsh(np.c_[np.ones(1000), X].T @ np.c_[np.ones(1000), X] / 1000) / 10
    assert np.allclose(curvatures, 0.1)  # of each weight at zero, where all digits have the probability 1/10
    assert search_step_length(MulticlassSoftmax(X, y), np.zeros((586, 10)), steps=10).step_length == 1e4
    # 50 directions cannot separate the images, and the contours are as round.
    fifty = PCASphering(n_components=50, near_zero="drop").fit_transform(mnist.X[:1000].astype(float))
    found = search_step_length(MulticlassSoftmax(fifty, y), np.zeros((51, 10)), steps=10)
    assert found.step_length == 10
    assert found.trace.misclassifications[-1] > 0


def test_everything_that_is_named_is_on_screen():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"))
    assert named_on_screen("9.5_sphering") <= on_screen(stepper) | {"start"}
