"""Points to move: what their states may be, how they cross to a browser and back, and how they are drawn."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fewidgets.scene import Axis, Handles, Panel, Points, Scene, Style
from fewidgets.scene.encode import as_json, decode_state, encode, encode_state
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.svg_still import still_svg

START = [[1.0, 0.5], [4.0, 3.0], [9.0, 2.0]]
BOTH = Points("people", (0, 10), (0, 4), START, names=["Ann", "Bo", "Cy"], label="People")
ROWS = Points("ages", (0, 10), (0, 4), START, moves="x")


def changed(row, side, value):
    state = np.array(START)
    state[row, side] = value
    return state


def test_a_state_is_an_array_of_its_own_that_nobody_can_change():
    given_state = np.array(START)
    state = BOTH.check(given_state)
    given_state[0, 0] = 7
    assert state[0, 0] == 1
    for array in (state, BOTH.initial, BOTH.start):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 2
    assert BOTH.check(np.array(START, dtype=int)).dtype == float
    assert BOTH.compute
    assert BOTH.names[0] == "Ann"
    assert ROWS.names == ("point 1", "point 2", "point 3")


@pytest.mark.parametrize(
    ("points", "state", "error", "message"),
    [
        (BOTH, changed(1, 0, math.nan), ValueError, "people must have x from 0 to 10 in each row; got nan in row 1 .'Bo'."),
        (BOTH, changed(2, 1, math.inf), ValueError, "people must have y from 0 to 4 in each row; got inf in row 2 .'Cy'."),
        (BOTH, changed(0, 1, -1), ValueError, "people must have y from 0 to 4 in each row; got -1 in row 0 .'Ann'."),
        (BOTH, START[:2], ValueError, r"people must be .* with shape \(3, 2\); got shape \(2, 2\)"),
        (BOTH, [], ValueError, r"people must be .* got shape \(0,\)"),
        (BOTH, np.array(START, dtype=str), TypeError, "people must be an array of numbers .*; got dtype <U"),
        (BOTH, np.array(START, dtype=complex), TypeError, "got dtype complex128"),
        (BOTH, np.ones((3, 2), dtype=bool), TypeError, "got dtype bool"),
        (BOTH, None, TypeError, "got dtype object"),
        (BOTH, [[1, 2], [3]], TypeError, "people must be an array of numbers"),
        (
            ROWS,
            changed(1, 1, 2),
            ValueError,
            "ages must keep each y, because only x moves; got 2 instead of 3 in row 1",
        ),
    ],
)
def test_what_is_refused(points, state, error, message):
    with pytest.raises(error, match=message):
        points.check(state)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"start": []}, r"start of p must be an array with shape \(n, 2\) of 1 to 500 points; got shape \(0,\)"),
        ({"start": np.zeros((501, 2))}, r"start of p must be .* got shape \(501, 2\)"),
        ({"start": [[0.5, math.nan]]}, "start of p must have y from 0 to 1 in each row; got nan in row 0 .'point 1'."),
        ({"start": [[3, 0]]}, "start of p must have x from 0 to 1 in each row; got 3"),
        ({"x": (1, 1)}, "x of p must be two finite numbers, the lower one first; got .1, 1."),
        ({"y": (0, math.inf)}, "y of p must be two finite numbers"),
        ({"x": 3}, "x of p must be two finite numbers"),
        ({"moves": "z"}, "moves of p must be 'both', 'x' or 'y'; got 'z'"),
        ({"names": ["a", "b"]}, "names of p must be 1 texts, one for each point; got .'a', 'b'."),
        ({"names": [3]}, "names of p must be 1 texts"),
    ],
)
def test_points_that_make_no_sense_are_refused(more, message):
    with pytest.raises(ValueError, match=message):
        Points("p", **more)


def test_what_comes_nearest():
    far = np.array([[-5.0, 9.0], [4.0, 3.0], [11.0, 2.0]])
    assert_array_equal(BOTH.nearest(far), [[0, 4], [4, 3], [10, 2]])
    assert_array_equal(ROWS.nearest(far), [[0, 0.5], [4, 3], [10, 2]])
    for other in (None, "near", np.zeros((2, 2)), changed(0, 0, math.nan), [[1, 2], [3]]):
        assert_array_equal(BOTH.nearest(other), START)


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 4)), min_size=3, max_size=3))
def test_a_state_crosses_to_a_browser_and_back_with_all_its_digits(state):
    sent = encode_state(BOTH.check(state))
    back = decode_state({**sent, "data": bytes(sent["data"])})
    assert_array_equal(BOTH.check(back), np.array(state))


def test_a_state_is_described_by_what_moved():
    assert BOTH.describe(BOTH.initial) == ""
    assert BOTH.describe(BOTH.check(changed(1, 0, 5))) == "1 of 3 moved"


def test_a_browser_gets_limits_names_and_no_start():
    control = as_json(encode(Scene("t", [Panel("p", [Handles(ROWS)])], [ROWS])))["controls"][0]
    assert control["kind"] == "points"
    assert (control["x"], control["moves"], control["compute"]) == ([0, 10], "x", True)
    assert control["names"] == ["point 1", "point 2", "point 3"]
    assert "start" not in control


def test_an_axis_has_room_for_the_limits_or_for_the_rows():
    assert Panel("p", [Handles(BOTH)]).domain("x") == pytest.approx((-0.5, 10.5))
    low, high = Panel("p", [Handles(ROWS)]).domain("y")
    assert (low, high) == pytest.approx((0.5 - 0.125, 3 + 0.125))


def test_dots_are_where_the_points_are_and_those_beyond_the_axes_stand_at_their_edges():
    styles = [Style("kept"), Style("new", "accent")]
    mark = Handles(BOTH, labels=["Ann", "Bo", "Cy"], style=[0, 1, 0], styles=styles)
    scene = Scene("t", [Panel("p", [mark], x=Axis(domain=(2, 5)), y=Axis(domain=(0, 2.5)))], [BOTH])
    axes = draw(scene).axes[0]
    drawn = np.concatenate([each.get_offsets() for each in axes.collections])
    assert sorted(map(tuple, drawn.tolist())) == [(2.0, 0.5), (4.0, 2.5), (5.0, 2.0)]
    texts = " ".join(text.get_text() for text in axes.texts)
    for label in ("Ann ←", "Bo ↑", "Cy →"):
        assert label in texts
    assert "Cy →" in still_svg(scene)


def test_one_point_and_many_points_are_drawn():
    for count in (1, 100):
        many = Points("many", start=np.random.default_rng(0).random((count, 2)))
        axes = draw(Scene("t", [Panel("p", [Handles(many)])], [many])).axes[0]
        assert len(axes.collections[0].get_offsets()) == count
