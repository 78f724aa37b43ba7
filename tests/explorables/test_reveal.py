"""Explorables with ``reveal="visited"`` draw and tell only what their slider or stepper has passed."""

import numpy as np
import pytest

from fewidgets import BoostingVersusL1, ContourDescent, LambdaSlider, RegularizerViewer, ScalingStepper
from fewidgets.data import load_boston, make_line
from fewidgets.scene import Dots, Line, Reveal, Text
from fewidgets.scene.reveal import passed


def make_lambda(**keywords):
    return LambdaSlider(load_boston(), reduction="sum", folds=5, **keywords)


def make_descent(**keywords):
    return ContourDescent(make_line(), step_length=0.1, steps=60, **keywords)


def make_both(**keywords):
    return BoostingVersusL1(load_boston(), **keywords)


MAKERS = {"lam": make_lambda, "balls": RegularizerViewer, "descent": make_descent, "both": make_both}
each = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def mover(w):
    """Return the control that reveals, and its highest value."""
    control = next(control for control in w.scene.controls if getattr(control, "visited", ""))
    return control.name, float(control.values[-1]) if hasattr(control, "values") else control.length - 1


def revealed(w):
    return [mark for panel in w.scene.panels for mark in panel.marks if getattr(mark, "reveal", None)]


@each
def test_whole_paths_are_drawn_unless_asked_otherwise(make):
    w = make()
    assert not revealed(w)
    assert "visited" not in w.state


@each
def test_nothing_is_drawn_ahead_at_first(make):
    w = make(reveal="visited")
    name, _ = mover(w)
    assert getattr(w, name) == 0
    assert w.visited == (0, 0)
    assert revealed(w)
    # No line over the control may be drawn whole.
    for panel in w.scene.panels:
        if panel.scrub is not None:
            lines = [mark for mark in panel.marks if isinstance(mark, Line) and np.size(mark.x) > 2]
            assert all(isinstance(line.reveal, Reveal) for line in lines)


@each
def test_what_has_been_passed_stays(make):
    w = make(reveal="visited")
    name, last = mover(w)
    first = w.figure()
    setattr(w, name, type(last)(last // 2))
    setattr(w, name, 0)
    assert w.visited == (0, last // 2)
    drawn = [[line.get_xdata() for axes in figure.axes for line in axes.lines] for figure in (first, w.figure())]
    lengths = [sum(np.isfinite(np.asarray(x, dtype=float)).sum() for x in each) for each in drawn]
    assert lengths[1] > lengths[0]


def test_the_next_feature_to_drop_out_is_not_told():
    w = make_lambda(reveal="visited")
    dropping = sorted(w.trace.events, key=lambda event: event.lam)
    for before, event in zip([None, *dropping], dropping, strict=False):
        w.lam = 0.999 * event.lam
        told = w.caption.partition("Last to")[2]
        assert f"at {event.lam:.3g}" not in w.caption
        if before is not None and before.lam < w.lam:
            assert w.data.feature_names[before.feature] in told
    assert "Next to" not in w.caption


def test_what_cross_validation_chooses_is_not_told_before_it_is_passed():
    w = make_lambda(reveal="visited")
    assert "one standard error" not in w.caption
    w.lam = 0.9 * w.chosen_lam
    assert "one standard error" not in w.caption
    w.lam = w.chosen_lam
    assert "one standard error chooses" in w.caption
    [_, smallest] = [mark for panel in w.scene.panels for mark in panel.marks if isinstance(mark, Dots) and mark.reveal]
    assert smallest.reveal.places[0] == w.validation.best_lambda


def test_how_quickly_a_descent_gets_down_is_told_when_it_has():
    w = make_descent(reveal="visited")
    down = w.trace["standardized"].down
    shown = {}
    for step in (0, down - 1, down, 60):
        w.step = step
        shown[step] = w.caption
    assert [f"way down after {down} steps" in caption for caption in shown.values()] == [False, False, True, True]
    assert ["Standardized: condition number 1." in caption for caption in shown.values()] == [True, True, False, False]
    w.scaling = "mean-centred"
    w.step = 0
    assert "way down" not in w.caption


def test_no_order_is_given_away_before_its_features():
    w = BoostingVersusL1(load_boston(), reveal="visited")
    order, *_ = w.scene.panels
    state = {**w.state, "visited": (0, 3)}
    shown = {}
    for mark in order.marks:
        if isinstance(mark, Text):
            places = passed(mark.y, mark.reveal, state)
            shown[float(mark.x[0])] = [text for text, place in zip(mark.text, places, strict=True) if np.isfinite(place)]
    names = w.data.feature_names
    assert list(shown.values()) == [[names[n] for n in found[:3]] for found in (w.trace.boosting.order, w.trace.entered)]
    assert order.nothing(w.state)
    assert not order.nothing({**w.state, "kept": 1})
    bars = w.scene.panels[2].marks[0]
    assert list(bars.names) == list(names), "the order of the rows must not tell the order of the features"
    assert all(mark.reveal for mark in w.scene.panels[1].marks if isinstance(mark, Line))


def test_scaling_opens_without_its_outcome():
    w = ScalingStepper(load_boston(), features=("INDUS", "DIS"))
    conditions = w.scene.panels[-1].marks[0].values
    for step in range(4):
        assert np.isfinite(conditions.at({**w.state, "step": step})).sum() == step + 1
    assert ["Newton" in w.scene.caption.at({**w.state, "step": step}) for step in range(4)] == [False, False, False, True]
    assert [bool(w.scene.panels[2].nothing({**w.state, "step": step})) for step in range(4)] == [True, True, True, False]
