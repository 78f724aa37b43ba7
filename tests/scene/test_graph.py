"""Graphs: what is refused, where nodes stand, and how they look in still pictures."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.scene import Frames, Graph, Panel, Pick, Scene, Stepper, Style
from fewidgets.scene.still.graph_layout import SMALLER, place_chips
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.svg_picture import still_svg
from tests.scene.pictures import lattice

STEP = Stepper("step", 3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"keys": ["a", "b", "a"]}, "keys of .* must be 3 texts that differ"),
        ({"x": [0, 1]}, "x of .* must have 3 values, one for each of keys; got 2"),
        ({"links": [(0, 3)]}, "links of .* must be pairs of two different numbers below 3"),
        ({"links": [(1, 1)]}, "links of .* must be pairs of two different numbers below 3"),
        ({"links": [(0, 1, 2)]}, r"links of .* must be at most 5,000 pairs of nodes; got shape \(1, 3\)"),
        ({"link_style": [1]}, "link_style of .* must contain 2 integers from -1 to 0, one for each link"),
        ({"link_style": [1, 0]}, "link_style of .* must contain 2 integers from -1 to 0"),
        ({"link_styles": ["bold"]}, "link_styles of .* must be a list of Style"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes, message):
    right = {"x": [0, 1, 2], "y": [0, 0, 1], "keys": ["a", "b", "c"], "links": [(0, 1), (1, 2)]}
    right |= {"styles": [Style("plain")], "link_styles": [Style("plain")]}
    with pytest.raises((ValueError, TypeError), match=message):
        Scene("", [Panel("p", [Graph(**right | changes)])])


@given(st.integers(240, 1200), st.integers(200, 700), st.integers(1, 7), st.floats(3, 9), st.booleans())
@settings(max_examples=60, deadline=None)
def test_nodes_stay_in_the_box_and_touch_only_when_they_cannot_be_smaller(width, height, n, letter, values):
    graph = lattice(n)
    x, y = np.array(graph.x) * width, height * (1 - np.array(graph.y) / max(graph.y))
    x[-1] = np.nan  # a hidden node takes no room
    wide = np.array([10 + letter * len(label) for label in graph.labels])
    chips = place_chips(x, y, (0, width, 0, height), wide, wide + 4 if values else None)
    assert np.isnan(chips.x).tolist() == np.isnan(x).tolist()
    left, right = (chips.x[:-1] + side * chips.widths[:-1] / 2 for side in (-1, 1))
    top, bottom = (chips.y[:-1] + side * chips.height / 2 for side in (-1, 1))
    assert left.min() >= -1e-9
    assert right.max() <= width + 1e-9
    assert top.min() >= -1e-9
    assert bottom.max() <= height + 1e-9
    near = (left[:, None] < right) & (right[:, None] > left) & (top[:, None] < bottom) & (bottom[:, None] > top)
    assert not np.triu(near, 1).any() or chips.height == SMALLER[-1]
    assert not (chips.values and not chips.labels)


def test_still_pictures_show_nodes_links_styles_and_the_legend():
    graph = lattice(3)
    style, link_style = np.zeros((3, len(graph.keys)), int), np.zeros((3, len(graph.links)), int)
    style[1:, 0], style[2, 1:3] = 1, 2
    link_style[:, 0], link_style[2, 1] = -1, 1
    graph = lattice(
        3,
        style=Frames(style, STEP),
        styles=[
            Style("not tried", "quiet", look="faint"),
            Style("taken", "accent", "★", "lit"),
            Style("lost", "quiet", look="struck"),
        ],
        link_style=Frames(link_style, STEP),
        link_styles=[Style("", "grid"), Style("step taken", "accent", look="lit")],
        values=np.arange(len(graph.keys)) + 0.5,
    )
    panel = Panel("Nodes", [graph], axes=False, height=420)
    whole = Scene("A graph", [panel], [STEP, Pick("node", options=graph.keys)])
    first, last = (still_svg(whole, step=step) for step in (0, 2))
    assert first.count("<rect") >= 8
    for text in ("not tried", "step taken", "{1,2,3}", "7.50", "★{}"):
        assert text in last
    assert "★{}" not in first
    axes = draw(whole, step=2, node="{1}").axes[0]
    assert {"{1}", "★{}", "1.50"} <= {text.get_text() for text in axes.texts}
    assert len(axes.lines) == len(graph.links) - 1 + 2, "one link is hidden; two texts are struck out"
    assert len(axes.patches) == 8
