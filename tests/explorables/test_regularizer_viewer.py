"""Three regularizers on one cost: what is on screen is what the exact solutions say."""

import numpy as np
import pandas as pd
import pytest

from fewidgets.algorithms import QuadraticCost, StandardNormalizer, constrained_minimizer, penalty
from fewidgets.data import load_boston
from fewidgets.explorables import RegularizerViewer
from fewidgets.scene import Area, Dots, Line

BOSTON = load_boston()
KINDS = ("l0", "l1", "l2", "squared_l2")


def made(**keywords):
    return RegularizerViewer(correlation=0, minimizer=(3, 1), **keywords)


def solution(w, place):
    dots = [mark for mark in w.scene.panels[place].marks if isinstance(mark, Dots)][-1]
    return np.array([float(np.ravel(channel.at(w.state))[0]) for channel in (dots.x, dots.y)])


def test_by_hand_where_the_features_do_not_correlate():
    # Each weight alone: hard threshold √λ, soft threshold λ/2, division by 1 + λ.
    w = made(lam=3.0, l2="length squared")
    np.testing.assert_allclose(solution(w, 0), [3.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(solution(w, 1), [1.5, 0.0], atol=1e-12)
    np.testing.assert_allclose(solution(w, 2), [0.75, 0.25], rtol=2e-2)  # blended between two frames
    assert w.caption.startswith(
        "λ is 3.00. ℓ0 keeps x1 alone: (3.00, 0); ℓ1 keeps x1 alone, at a corner of its ball: (1.50, 0); ℓ2 keeps both: (0.75"
    )
    assert w.selected == ("x1",)


@pytest.mark.parametrize("correlation", [-0.8, 0.0, 0.5, 0.9])
def test_each_solution_is_where_a_contour_touches_the_ball(correlation):
    w = RegularizerViewer(correlation=correlation, minimizer=(1.5, -2.0))
    for kind in KINDS:
        path = w.trace[kind]
        for k in range(0, len(path.lambdas), 5):
            found = constrained_minimizer(path.cost, kind, penalty(path.weights[k], kind))
            np.testing.assert_allclose(found.weights, path.weights[k], atol=1e-7)


def test_ball_and_contour_go_through_the_solution():
    w = RegularizerViewer(lam=2.0)
    for place, kind in ((1, "l1"), (2, "l2")):
        path, weights = w.trace[kind], solution(w, place)
        lines = [mark for mark in w.scene.panels[place].marks if isinstance(mark, Line)]
        ball, ring = (np.stack([line.x.at(w.state), line.y.at(w.state)], axis=1) for line in lines[:2])
        np.testing.assert_allclose(penalty(ball, kind), penalty(weights, kind), rtol=5e-3)
        np.testing.assert_allclose(path.cost.value(ring), path.cost.value(weights), rtol=2e-2)


@pytest.mark.parametrize("lam", [0.5, 2.0, 4.0, 6.0])
def test_a_line_through_the_solution_parts_the_contour_from_the_ball(lam):
    w = RegularizerViewer(lam=lam)
    for place in (1, 2):
        ball, ring, tangent = (
            np.stack([line.x.at(w.state), line.y.at(w.state)], axis=1)
            for line in [mark for mark in w.scene.panels[place].marks if isinstance(mark, Line)][:3]
        )
        np.testing.assert_allclose(tangent.mean(axis=0), solution(w, place), atol=1e-9)
        along = tangent[1] - tangent[0]
        inside, outside = ((points - tangent[0]) @ [along[1], -along[0]] for points in (ball, ring))
        assert (inside * np.sign(outside.sum())).max() < 0.05
        assert (outside * np.sign(outside.sum())).min() > -0.05


def test_headings_say_what_is_kept():
    w = RegularizerViewer(lam=3.4)
    said = [panel.heading(w.state) for panel in w.scene.panels[:3]]
    assert said == ["ℓ0 keeps x1 alone", "ℓ1 keeps x1 alone, at a corner", "ℓ2 keeps both"]
    w.lam = 0.0
    assert [panel.heading(w.state) for panel in w.scene.panels[:3]] == [panel.title for panel in w.scene.panels[:3]]


def test_the_l0_ball_is_the_plane_then_the_axes_then_the_origin():
    w = RegularizerViewer()
    area, line = (next(mark for mark in w.scene.panels[0].marks if isinstance(mark, kind)) for kind in (Area, Line))
    for lam, whole, axes in ((0.0, True, False), (3.0, False, True), (w.data.top, False, False)):
        w.lam = lam
        assert bool(np.ptp([area.low, area.high.at(w.state)]) > 0) == whole
        assert bool(np.isfinite(line.x.at(w.state)).any()) == axes


def test_l0_and_l1_are_exact_between_frames():
    w = made()
    for lam in np.linspace(0.05, 0.95, 13) * w.data.top:
        w.lam = lam
        np.testing.assert_allclose(solution(w, 0), w.trace["l0"].at(lam), atol=1e-12)
        np.testing.assert_allclose(solution(w, 1), w.trace["l1"].at(lam), atol=1e-12)
        np.testing.assert_allclose(solution(w, 2), w.trace["l2"].at(lam), atol=0.02)
        assert ("x2" in w.selected) == bool(w.trace["l1"].at(lam)[1])


def test_moving_the_minimizer_keeps_lambda():
    w = made(lam=3.0)
    w.minimizer = (0.5, 2.5)
    assert w.lam == 3.0
    assert w.selected == ("x2",)
    w.minimizer = (0.0, 0.0)
    assert w.caption == "λ is 3.00. ℓ0 keeps none: (0, 0); ℓ1 keeps none: (0, 0); ℓ2 keeps none: (0, 0)."


def test_data_give_the_cost():
    frame = pd.DataFrame(BOSTON.X, columns=BOSTON.feature_names)[["RM", "LSTAT"]]
    w = RegularizerViewer(frame, BOSTON.y, reduction="sum")
    X = StandardNormalizer().fit_transform(frame.to_numpy())
    y = (BOSTON.y - BOSTON.y.mean()) / BOSTON.y.std()
    cost = QuadraticCost.from_data(X, y, reduction="sum")
    np.testing.assert_allclose(w.trace["l1"].cost.curvature, cost.curvature)
    np.testing.assert_allclose(w.minimizer, cost.center)
    assert w.correlation == pytest.approx(np.corrcoef(X.T)[0, 1])
