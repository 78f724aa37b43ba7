"""The least squares ℓ1 path of features in very different units, beside exact minimizers in rational numbers."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import l1_path
from fewidgets.algorithms.regularization.l1_gap import check_knots, quadratic
from fewidgets.algorithms.regularization.l1_gram import follow_by_inverse
from fewidgets.algorithms.regularization.l1_qr import follow_by_qr

H = np.array([[1, 1], [1, 1], [1, -1], [1, -1], [-1, 1], [-1, 1], [-1, -1], [-1, -1]], dtype=float)


@pytest.mark.parametrize("unit", [1e-30, 1e-12, 1.0, 1e6, 1e12, 1e30])
def test_a_feature_enters_in_whatever_unit_another_is_measured(unit):
    path = l1_path(H * [unit, 1], 3 * H[:, 0] + 0.1 * H[:, 1])
    assert_allclose(path.weights[0], [3 / unit, 0.1])
    assert_allclose(path.costs[0], 0, atol=1e-28)
    assert_allclose(np.sort(path.knots), np.sort([0, 0.2, 6 * unit]))


@pytest.mark.parametrize("unit", [1.0, 1e12])
def test_the_gap_counts_a_feature_that_was_left_out(unit):
    problem = quadratic(H * [unit, 1], 3 * H[:, 0] + 0.1 * H[:, 1], 2 / 8, 2, np.zeros(2))
    alone = quadratic(H[:, :1] * unit, problem.y, 2 / 8, 1, np.zeros(1))
    for found in (follow_by_inverse(alone), follow_by_qr(alone)):
        left_out = found._replace(weights=np.c_[found.weights, np.zeros(2)])
        if found.residuals is not None:
            A, b = problem.scaled()
            left_out = left_out._replace(residuals=b - left_out.weights @ A.T)
        checked = check_knots(problem, left_out)
        assert checked.gaps[0] == pytest.approx(checked.costs[0])
        assert checked.costs[0] == pytest.approx(0.01)
        assert checked.worst > 1e-4
