"""Two features centred, rotated and scaled: points, contours and the Newton step are what the algorithms give."""

import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.linear_model import LinearRegression
from sklearn.preprocessing import StandardScaler

from fewidgets.data import load_boston
from fewidgets.explorables import ScalingStepper
from fewidgets.scene import Dots, Line, resolve

BOSTON = load_boston()
PAIR = BOSTON.X[:, [2, 7]]


@pytest.fixture(scope="module")
def w():
    return ScalingStepper(BOSTON, features=("INDUS", "DIS"))


def drawn(w, place, kind):
    mark = next(mark for mark in w.scene.panels[place].marks if isinstance(mark, kind))
    return np.stack([mark.x.at(w.state), mark.y.at(w.state)], axis=-1)


@pytest.mark.parametrize("scaling", ["PCA-sphering", "standard normalization"])
def test_the_points_are_those_of_scikit_learn_up_to_signs(w, scaling):
    w.move(scaling=scaling, step=3)
    peer = PCA(whiten=True) if scaling == "PCA-sphering" else StandardScaler()
    wanted = peer.fit_transform(PAIR)
    if scaling == "PCA-sphering":
        wanted *= np.sqrt(len(PAIR) / (len(PAIR) - 1))
    np.testing.assert_allclose(np.abs(drawn(w, 0, Dots)), np.abs(wanted), rtol=1e-4, atol=1e-5)
    w.step = 1
    np.testing.assert_allclose(drawn(w, 0, Dots), PAIR - PAIR.mean(axis=0), rtol=1e-4, atol=1e-5)


def test_the_picture_turns_and_is_not_mirrored(w):
    assert np.linalg.det(w.trace.sphering.directions) == pytest.approx(1)
    for step in range(4):
        steps = w.trace.sphering
        np.testing.assert_allclose(
            (steps.points[0] - steps.offsets[step]) @ steps.matrices[step], steps.points[step], atol=1e-10
        )


def test_a_contour_has_one_cost_with_the_best_bias(w):
    for scaling in ("PCA-sphering", "standard normalization"):
        for step in range(4):
            w.move(scaling=scaling, step=step)
            outline = drawn(w, 1, Line).astype(float)
            ring = outline[: np.flatnonzero(np.isnan(outline[:, 0]))[0]]
            steps = w.trace.sphering if scaling == "PCA-sphering" else w.trace.normalization
            points = steps.points[step if scaling == "PCA-sphering" else [0, 1, 1, 2][step]]
            costs = [
                ((BOSTON.y - points @ weights) - (BOSTON.y - points @ weights).mean()) @ (BOSTON.y - points @ weights)
                for weights in ring
            ]
            np.testing.assert_allclose(costs, costs[0], rtol=1e-4)


def test_the_condition_number_falls_to_one(w):
    sphering, plain = w.trace.conditions["PCA-sphering"], w.trace.conditions["standard normalization"]
    assert sphering[-1] == pytest.approx(1)
    assert (np.diff(sphering) <= 1e-9).all()
    # With two normalized features of correlation r the Hessian's eigenvalues are 1 ± |r|.
    r = abs(np.corrcoef(PAIR.T)[0, 1])
    assert plain[-1] == pytest.approx((1 + r) / (1 - r))


def test_one_simplified_newton_step_reaches_the_minimum_of_sphered_data_from_anywhere(w):
    model = LinearRegression().fit(PAIR, BOSTON.y)
    minimum = ((BOSTON.y - model.predict(PAIR)) ** 2).mean()
    assert w.trace.minimum == pytest.approx(minimum, rel=1e-12)
    for start in [(3.0, -2.0), (-9.0, 9.0), (0.0, 0.0)]:
        w.start = start
        assert w.trace.newton["PCA-sphering"].final.cost == pytest.approx(minimum, rel=1e-12)
        assert w.trace.newton["standard normalization"].final.cost > minimum + 0.1
    w.move(step=3, scaling="PCA-sphering")
    assert w.caption.endswith("One simplified Newton step reaches the minimum.")
    w.scaling = "standard normalization"
    assert "One simplified Newton step ends at " in w.caption


def test_the_caption_tells_nothing_about_panels_that_are_not_shown():
    few = ScalingStepper(BOSTON, features=("INDUS", "DIS"), step=3, panels=["the data", "Cost over"])
    assert "Newton" not in few.caption
    assert "covariance" not in few.caption
    few.move(step=2)
    assert "covariance" not in few.caption
    with_step = ScalingStepper(BOSTON, features=("INDUS", "DIS"), step=3, panels=["newton"])
    assert with_step.caption.endswith("One simplified Newton step reaches the minimum.")
    assert "all covariances 0" in ScalingStepper(BOSTON, features=("INDUS", "DIS"), step=3).caption


def test_raw_data_far_from_zero_are_in_the_middle():
    X = np.random.default_rng(0).normal(size=(80, 2)) + 1e6
    w = ScalingStepper(X, X[:, 0] + X[:, 1] ** 2)
    ends = np.array([resolve(w.scene.panels[0].domain(side), w.state) for side in ("x", "y")])
    points = drawn(w, 0, Dots)
    np.testing.assert_allclose(ends.mean(axis=1), (points.min(axis=0) + points.max(axis=0)) / 2)
    assert (np.ptp(points, axis=0) > 0.5 * np.ptp(ends, axis=1)).any()
