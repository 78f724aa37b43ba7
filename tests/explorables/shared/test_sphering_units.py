"""Two features are sphered in any units, and as PCASphering does where it can."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import PCASphering, sphering_steps
from fewidgets.explorables.shared.sphering_units import fitted_sphering, sphered_steps

PAIR = np.random.default_rng(0).normal(size=(60, 2)) @ [[1, 0.6], [0, 0.8]] + [3, -5]


@pytest.mark.parametrize("units", [(1e8, 1e-9), (1e-9, 1e8), (1e20, 1e-20), (1, 1e-30), (1e-30, 1e30)])
def test_sphered_features_are_uncorrelated(units):
    X = PAIR * units
    sphering = fitted_sphering(X)
    S = sphering.transform(X)
    assert_allclose(S.T @ S / len(X), np.eye(2), atol=1e-9)
    assert_allclose(sphering.directions_.T @ sphering.directions_, np.eye(2), atol=1e-14)
    # The product of the variances is the determinant of the covariance matrix, which scales with the units.
    exact = np.linalg.det(np.cov(PAIR.T, bias=True))
    assert_allclose(sphering.variances_.prod() / np.prod(np.square(units)), exact, rtol=1e-9)
    assert sphering.variances_[0] > sphering.variances_[1]
    with pytest.raises(ValueError, match="no variance in 1 of 2"):
        PCASphering().fit(X)


@pytest.mark.parametrize("units", [(1, 1), (1e5, 1e-2), (1e-6, 1)])
def test_usual_features_are_sphered_as_usual(units):
    ours, theirs = sphered_steps(PAIR * units), sphering_steps(PAIR * units)
    assert_array_equal(ours.points, theirs.points)
    assert_array_equal(ours.directions, theirs.directions)


def test_features_that_depend_on_each_other_are_refused():
    with pytest.raises(ValueError, match="no variance in 1 of 2"):
        fitted_sphering(np.column_stack([1e9 * PAIR[:, 0], 3 * PAIR[:, 0]]))
