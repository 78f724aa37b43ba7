"""What a control has visited, and what a mark shows of the rest."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import Dots, Frames, Line, Panel, Reveal, Rule, Scene, Slider, Stepper
from fewidgets.scene.page.encode import encode
from fewidgets.scene.palette import palette
from fewidgets.scene.reveal import passed
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.svg_picture import still_svg

LAM = Slider("lam", values=[0.0, 1.0, 3.0, 4.0], visited="seen")


def scene_of(*marks, control=LAM):
    return Scene("Paths", [Panel("Paths", marks)], controls=[control], caption="A path.")


def test_a_scene_starts_where_its_control_starts():
    scene = scene_of(Line([0.0, 1.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], reveal=Reveal(LAM)))
    assert scene.initial_state == {"lam": 0.0, "seen": (0.0, 0.0)}
    assert scene.state(lam=3.0)["seen"] == (3.0, 3.0)
    assert scene.state(lam=3.0, seen=(0.0, 1.0))["seen"] == (0.0, 3.0)


@pytest.mark.parametrize("value", [3, (1.0,), (0.0, 1.0, 2.0), "ab", (0.0, "b"), (3.0, 1.0), (-1.0, 1.0), (0.0, 9.0)])
def test_only_two_ascending_values_of_the_control_can_be_visited(value):
    scene = scene_of(Line([0.0, 1.0], [0.0, 1.0], reveal=Reveal(LAM)))
    with pytest.raises((TypeError, ValueError), match="must be"):
        scene.check("seen", value)


@given(
    st.lists(st.floats(-10, 10, allow_subnormal=False), min_size=2, max_size=8, unique=True).map(sorted),
    st.floats(-10, 10),
    st.floats(-10, 10),
    st.booleans(),
)
def test_no_point_beyond_the_visited_part_is_shown(places, one, other, blend):
    low, high = min(one, other), max(one, other)
    control = Slider("lam", values=[-10.0, 10.0], visited="seen")
    shown = passed(places, Reveal(control, places), {"seen": (low, high)}, blend=blend)
    known = np.isfinite(shown)
    tolerance = 1e-9 * max(map(abs, places), default=1.0)
    assert np.all((shown[known] >= low - tolerance) & (shown[known] <= high + tolerance))
    inside = (np.array(places) >= low) & (np.array(places) <= high)
    np.testing.assert_array_equal(shown[inside], np.array(places)[inside])
    if not blend:
        assert not known[~inside].any()
    elif places[0] <= low and high <= places[-1]:  # a line reaches both ends
        assert np.isclose(shown[known].min(), low)
        assert np.isclose(shown[known].max(), high)


def test_marks_are_sent_with_what_reveals_them():
    x, at = np.array([0.0, 1.0, 3.0, 4.0]), np.array([1.0, 2.0])
    marks = [Line(x, x, reveal=Reveal(LAM), steps=True), Rule(x=at, reveal=Reveal(LAM, at))]
    line, rule = encode(scene_of(*marks))["panels"][0]["marks"]
    assert line["x"]["reveal"] == "lam"
    assert (line["x"]["blend"], line["x"]["hold"], line["y"]["hold"]) == (True, False, True)
    assert rule["x"]["at"]["dtype"] == "float64"
    assert "reveal" not in line


def test_a_still_picture_shows_no_more_than_has_been_visited():
    x = LAM.values
    scene = scene_of(Line(x, x, reveal=Reveal(LAM)))
    pictures = [still_svg(scene, seen=(0.0, seen)) for seen in (0.0, 2.0, 4.0)]
    assert len(set(pictures)) == 3
    assert pictures[2] == still_svg(scene_of(Line(x, x)), seen=(0.0, 4.0))
    assert [len(figure.axes[0].lines[0].get_xdata()) for figure in [draw(scene, seen=(0.0, 4.0))]] == [4]
    assert np.isfinite(draw(scene).axes[0].lines[0].get_xdata()).sum() == 1


@pytest.mark.parametrize(
    ("mark", "error"),
    [
        (Line([0.0, 1.0, 2.0], [0.0, 1.0, 2.0], reveal=Reveal(LAM, [0.0, 1.0])), "3 ascending values"),
        (Line([0.0, 1.0], [0.0, 1.0], reveal=Reveal(LAM, [1.0, 0.0])), "2 ascending values"),
        (Rule(x=1.0, reveal=Reveal(LAM)), "a list or an array"),
        (Dots([0.0], [0.0], reveal=Reveal(Stepper("other", length=2, visited="far"))), "must list the control 'other'"),
    ],
)
def test_marks_that_could_not_be_revealed_are_refused(mark, error):
    with pytest.raises((TypeError, ValueError), match=error):
        scene_of(mark)


def test_an_empty_panel_says_what_will_appear():
    step = Stepper("step", length=2)
    text = "The weights of the chosen features will appear here."
    panel = Panel(
        "Weights",
        [Dots([0.0, 1.0], [0.0, 1.0], color="accent", size=9.0), Line([0.0, 1.0], [0.0, 1.0], color="accent", label="w")],
        empty=Frames([text, ""], step),
    )
    scene = Scene("Weights", [panel], controls=[step])
    assert encode(scene)["panels"][0]["empty"]["frames"] == [text, ""]
    written = re.findall(r">([^<>]+)</text>", still_svg(scene))
    assert "The weights of the" in " ".join(written)
    assert "w" not in written
    accent = palette("light")["accent"]
    assert accent not in still_svg(scene)
    assert accent in still_svg(scene, step=1)
