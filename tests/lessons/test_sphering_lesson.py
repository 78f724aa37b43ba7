"""What lesson 9.5 says about its data holds."""

import numpy as np

from fewidgets import ScalingStepper
from fewidgets.data import load_boston

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
