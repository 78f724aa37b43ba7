"""What lesson 9.5 says about its data holds."""

import numpy as np

from fewidgets import ScalingStepper
from fewidgets.algorithms import (
    MulticlassSoftmax,
    PCASphering,
    search_step_length,
)
from fewidgets.data import load_boston, load_mnist

boston = load_boston()


def test_only_sphering_makes_circles_of_the_contours():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"))
    r = abs(np.corrcoef(boston.X[:, [2, 7]].T)[0, 1])
    assert np.isclose(stepper.trace.conditions["PCA-sphering"][-1], 1)
    assert np.isclose(stepper.trace.conditions["standard normalization"][-1], (1 + r) / (1 - r))


def test_over_normalized_features_the_step_misses_from_nearly_everywhere():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"), scaling="standard normalization")
    missed = 0
    for angle in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        stepper.start = tuple(5 * np.array([np.cos(angle + 0.1), np.sin(angle + 0.1)]))
        missed += stepper.trace.newton["standard normalization"].final.cost > (1 + 1e-6) * stepper.trace.minimum
        assert np.isclose(stepper.trace.newton["PCA-sphering"].final.cost, stepper.trace.minimum)
    assert missed == 8


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
