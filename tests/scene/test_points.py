"""Points to move, as a browser gets them and as they are drawn."""

import numpy as np
import pytest

from fewidgets.scene import Axis, Handles, Panel, Points, Scene, Style
from fewidgets.scene.page.encode import as_json, encode
from fewidgets.scene.still.matplotlib_figure import draw

START = [[1.0, 0.5], [4.0, 3.0], [9.0, 2.0]]
BOTH = Points("people", (0, 10), (0, 4), START, names=["Ann", "Bo", "Cy"])
ROWS = Points("ages", (0, 10), (0, 4), START, moves="x")


def test_a_browser_gets_limits_names_and_no_start():
    control = as_json(encode(Scene("t", [Panel("p", [Handles(ROWS)])], [ROWS])))["controls"][0]
    assert (control["kind"], control["x"], control["moves"], control["compute"]) == ("points", [0, 10], "x", True)
    assert control["names"] == ["point 1", "point 2", "point 3"]
    assert "start" not in control


def test_an_axis_has_room_for_the_limits_or_for_what_does_not_move():
    assert Panel("p", [Handles(BOTH)]).domain("x") == pytest.approx((-0.5, 10.5))
    assert Panel("p", [Handles(ROWS)]).domain("y") == pytest.approx((0.5 - 0.125, 3 + 0.125))


def test_dots_are_where_the_points_are_and_those_beyond_the_axes_stand_at_their_edges():
    mark = Handles(BOTH, style=[0, 1, 0], styles=[Style("kept"), Style("new", "accent")])
    axes = draw(Scene("t", [Panel("p", [mark], x=Axis(domain=(2, 5)), y=Axis(domain=(0, 2.5)))], [BOTH])).axes[0]
    drawn = np.concatenate([each.get_offsets() for each in axes.collections])
    assert sorted(map(tuple, drawn.tolist())) == [(2.0, 0.5), (4.0, 2.5), (5.0, 2.0)]
    assert {"←", "↑", "→"} <= {text.get_text() for text in axes.texts}
