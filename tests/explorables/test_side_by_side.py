"""Two explorables beside each other: each side shows what its explorable would show, whatever is moved."""

from dataclasses import fields

import numpy as np
import pytest

from fewidgets import BoostingStepper, LambdaSlider, SideBySide
from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene import Bars, Dots, Frames, Line, Panel, Scene, Slider, resolve
from fewidgets.scene.marks.bars import bar_order
from fewidgets.scene.side_by_side.pair import on_common_axes, paired
from fewidgets.scene.still.legend import legend_of
from tests.explorables.test_explorables import make, movable

SLOW = ("FeatureRace", "ImportanceViewer")  # their examples take seconds
RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(40, 5)), RNG.normal(size=40)


def stepper(rounds=4, y=Y, **keywords):
    return BoostingStepper(X, y, rounds=rounds, **keywords)


def as_alone(w, explorable, column, state):
    """Compare each panel of one column with the panel of the explorable alone, in the same state."""
    alone = {
        name: explorable.scene.nearest(name, value) for name, value in state.items() if name in explorable.scene.initial_state
    }
    alone = explorable.scene.with_visits({**explorable.state, **alone})
    shown = {panel.title.partition(": ")[2]: panel for panel in w.scene.panels if panel.column == column}
    for panel in explorable.scene.panels:
        if panel.title in shown:
            for mark, other in zip(panel.marks, shown[panel.title].marks, strict=False):
                if not isinstance(mark, Bars | Line) or any(getattr(mark, each, None) for each in ("upto", "reveal")):
                    continue
                for name in {"values", "x", "y", "names", "style"} & {each.name for each in fields(mark)}:
                    one = resolve(getattr(mark, name), alone)
                    np.testing.assert_array_equal(one, resolve(getattr(other, name), state), err_msg=panel.title)
    joined = {panel.title: panel for panel in w.scene.panels if panel.title not in shown}
    for panel in explorable.scene.panels:
        if panel.title in joined:
            second = joined[panel.title].marks[len(joined[panel.title].marks) // 2 :] if column else joined[panel.title].marks
            assert seen(panel.marks, alone) == seen(second, state), panel.title
    return len(shown) + len(joined)


def seen(marks, state):
    """List the numbers of the first bars, or of the line, or of the dots that stand for bars."""
    first = next(mark for mark in marks if isinstance(mark, Bars | Line | Dots))
    values = first.values if isinstance(first, Bars) else first.y if isinstance(first, Line) else first.x
    return np.nan_to_num(resolve(values, state), nan=-1e9).tolist()


def test_what_has_the_same_form_is_drawn_in_one_panel_and_named():
    w = SideBySide(stepper(), stepper(y=Y + X[:, 0]), titles=("Mine", "Hers"), at=2)
    titles = [panel.title for panel in w.scene.panels]
    assert titles[:3] == ["The contest: which feature lowers the cost most?", "The model so far", "Cost history"]
    assert titles[3:] == ["Mine: What the winner explains", "Hers: What the winner explains"]
    assert [(panel.row, panel.column, panel.column_span) for panel in w.scene.panels] == [
        (0, 0, 1),
        (0, 1, 1),
        (1, 0, 2),
        (2, 0, 1),
        (2, 1, 1),
    ]
    for panel in w.scene.panels[:2]:
        texts = [entry.text for entry in legend_of(panel, w.state)]
        assert texts[0].startswith("Mine")
        assert texts[-1] == "Hers"
    assert [mark.label for mark in w.scene.panels[2].marks if isinstance(mark, Line)] == ["Mine", "Hers"]
    assert [panel.heading(w.state) for panel in w.scene.panels[3:]] == ["Mine: What the winner explains", "Hers"]


def test_where_only_the_costs_differ_first_they_come_first_and_both_winners_are_in_view():
    X = np.random.default_rng(1).normal(size=(80, 40))
    w = SideBySide(*(BoostingStepper(X, 3 * X[:, n] + X[:, 5], rounds=2) for n in (30, 35)))
    assert [panel.title.split(":")[0] for panel in w.scene.panels[:3]] == ["Cost history", "The contest", "The model so far"]
    assert {30, 35} <= set(bar_order(w.scene.panels[1].marks[0])[:24])


def test_bars_of_other_features_and_other_units_stand_beside_each_other():
    others = stepper(feature_names=list("abcde")), stepper(standardize=False), stepper(y=300 * Y)
    assert [sum("model" in panel.title for panel in SideBySide(stepper(), each).scene.panels) for each in others] == [2, 2, 2]


def test_each_side_shows_what_its_explorable_shows_alone():
    left, right = stepper(), stepper(2, feature="x3")
    w = SideBySide(left, right)
    for k in range(5):
        w.round = k
        assert as_alone(w, left, 0, w.state)
        assert as_alone(w, right, 1, w.state)
    assert (left.round, right.round) == (0, 0), "the two themselves are not moved"
    assert w.scene.control("round").length == 5
    assert w.selected == left.trace.order.size * () + tuple(f"x{n + 1}" for n in left.trace.order[2:])


@pytest.mark.parametrize("name", [name for name in EXPLORABLES if name not in ("SideBySide", "SelectorViewer", *SLOW)])
def test_every_explorable_can_stand_beside_itself(name):
    """Controls that ask a kernel are fixed; the others move both, and both always show the same."""
    one = make(name)
    w = SideBySide(one, one)
    assert w.parting is None
    assert w.caption.startswith("No difference. ")
    assert not w.inputs
    assert all(
        each.column_span == 2 or any(each.row == other.row for other in w.scene.panels if other is not each)
        for each in w.scene.panels
    )
    for control, value in movable(w)[:3]:
        setattr(w, control.name, value)
        assert w.caption == w.scene.caption_at(**w.state)
        assert as_alone(w, one, 0, w.state)
    assert w.still()
    w.close()


def first_by_hand(one, other):
    """Compare the traces themselves."""
    for m in range(max(one.n_rounds, other.n_rounds) + 1):
        if m > min(one.n_rounds, other.n_rounds):
            return m
        if not np.isclose(one.costs[m], other.costs[m]) or not np.allclose(one.weights[m], other.weights[m]):
            return m
        if m and one.order[m - 1] != other.order[m - 1]:
            return m
    return None


def test_it_opens_where_the_two_first_differ():
    for seed in range(6):
        noise = np.random.default_rng(seed).normal(size=40) * 0.4
        noise -= noise.mean()
        left = stepper()
        found = left.trace
        noise -= X @ np.linalg.lstsq(X, noise)[0] * (seed % 2)  # then weights are the same, and only residuals differ
        right = stepper(3 if seed > 3 else 4, Y + noise * (seed != 4))
        w = SideBySide(left, right)
        expected = first_by_hand(found, right.trace)
        assert w.parting == expected
        assert w.round == expected
        assert f"First difference: round {expected}. " in w.caption


def test_a_slider_of_both_has_the_values_of_both():
    one, other = (Slider("lam", values=values) for values in ([0.0, 1.0, 4.0], [0.0, 2.0, 4.0]))
    scenes = [
        Scene("Paths", [Panel("Weights", [Bars(["a"], Frames(frames, lam))])], [lam], caption="A path.")
        for lam, frames in ((one, [[4.0], [3.0], [0.0]]), (other, [[4.0], [3.0], [0.0]]))
    ]
    pair = paired(*scenes, ({}, {}))
    assert pair.controls[0].values.tolist() == [0.0, 1.0, 2.0, 4.0]
    for lam in np.linspace(0, 4, 17):
        for scene, mine in zip(pair.scenes, scenes, strict=True):
            shown = resolve(scene.panels[0].marks[0].values, {"lam": lam})
            np.testing.assert_allclose(shown, resolve(mine.panels[0].marks[0].values, {"lam": lam}))
    assert pair.parting == 1.0


def test_panels_have_common_axes_unless_one_is_far_longer():
    w = SideBySide(stepper(), stepper(y=3 * Y))
    [model] = [panel for panel in w.scene.panels if "model" in panel.title]
    weights = [np.abs(mark.values.values if isinstance(mark, Bars) else mark.x.values) for mark in model.marks]
    assert max(map(np.nanmax, weights)) <= max(np.abs(model.domain("x")))
    w = SideBySide(stepper(), stepper(y=300 * Y))
    assert len({panel.domain("x") for panel in w.scene.panels if "model" in panel.title}) == 2


def test_a_panel_without_axes_keeps_its_extent_and_the_other_its_axes():
    pair = Panel("line", [Line([0, 1], [0, 1])]), Panel("map", [Line([0, 2], [0, 2])], axes=False)
    assert on_common_axes(*pair) == pair
    assert on_common_axes(*reversed(pair)) == pair[::-1]


def test_explorables_of_two_kinds_share_what_they_can():
    w = SideBySide(LambdaSlider(X, Y), stepper())
    assert {"lam", "round", "feature"} <= set(w.state)
    assert w.parting is None
    w.move(lam=0.1, round=2)
    assert (w.lam, w.round) == (0.1, 2)


def test_values_open_at_the_first_that_differs():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        right = rng.normal(size=(6, 4))
        found = right + np.where(rng.random((6, 4)) < 0.15, 1.0, 0.0)
        apart = np.argwhere(found != right)
        w = ValuesBesideValues(right, found, over="step")
        assert w.row == (apart[0][0] if len(apart) else 0)
        for k in range(6):
            w.row = k
            assert w.selected == tuple(f"entry {n}" for n in np.flatnonzero(found[k] != right[k]))
        w.close()


def test_large_and_odd_values_are_shown():
    right = RNG.normal(size=(900, 300))
    found = right.copy()
    found[777, 299], found[800, 0] = np.nan, np.inf
    w = ValuesBesideValues(right, found)
    assert "row 777" in w.scene.readouts[0].at(w.state)
    assert "Shown: " in w.caption
    assert "NaN" in w.caption
    assert ValuesBesideValues([1.0, 2.0], [1.0, 2.0]).caption == "All 2 agree."
