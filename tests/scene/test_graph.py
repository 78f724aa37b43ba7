"""Graphs: what is refused, where nodes stand, and how they look in still pictures."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.scene import Frames, Graph, Panel, Pick, Scene, Stepper, Style
from fewidgets.scene.graph_layout import APART, SIZE, SMALLER, place_chips
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.svg_still import still_svg

STEP = Stepper("step", 3)


def lattice(n, **more):
    """All subsets of n features, by size, with links between those that differ by one feature."""
    subsets = [chosen for size in range(n + 1) for chosen in combinations(range(1, n + 1), size)]
    of_size = [[each for each in subsets if len(each) == size] for size in range(n + 1)]
    x = [(of_size[len(each)].index(each) + 0.5) / len(of_size[len(each)]) for each in subsets]
    pairs = combinations(enumerate(subsets), 2)
    links = [(i, j) for (i, one), (j, other) in pairs if len(other) == len(one) + 1 and set(one) < set(other)]
    keys = ["{" + ",".join(map(str, each)) + "}" for each in subsets]
    return Graph(x, [len(each) for each in subsets], keys, links=links, **more)


def scene(graph, *controls):
    return Scene("A graph", [Panel("Nodes", [graph], axes=False, height=420)], controls)


def test_a_lattice_of_six_features_has_its_nodes_and_links():
    graph = lattice(6)
    assert (len(graph.keys), len(graph.links)) == (64, 192)
    assert scene(graph).panels[0].marks[0] is graph
    assert graph.labels[0] == "{}"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"keys": ["a", "b", "a"]}, "keys of .* must be 3 texts that differ"),
        ({"keys": ["a", "b", 3]}, "keys of .* must be 3 texts that differ"),
        ({"keys": []}, "must have 1 to 500 nodes; got 0|x of .* must have 0 values"),
        ({"x": [0, 1]}, "x of .* must have 3 values, one for each of keys; got 2"),
        ({"labels": ["a"]}, "labels of .* must have 3 values"),
        ({"values": [1, 2]}, "values of .* must have 3 values"),
        ({"links": [(0, 3)]}, "links of .* must be pairs of two different numbers below 3"),
        ({"links": [(1, 1)]}, "links of .* must be pairs of two different numbers below 3"),
        ({"links": [(-1, 1)]}, "links of .* must be pairs of two different numbers below 3"),
        ({"links": [(0, 1, 2)]}, r"links of .* must be at most 5,000 pairs of nodes; got shape \(1, 3\)"),
        ({"links": [("a", "b")]}, "links of .* must be at most 5,000 pairs"),
        ({"link_style": [1]}, "link_style of .* must contain 2 integers from -1 to 0, one for each link"),
        ({"link_style": [1, 0]}, "link_style of .* must contain 2 integers from -1 to 0"),
        ({"link_styles": ["bold"]}, "link_styles of .* must be a list of Style"),
        ({"link_styles": [Style("a", "pink")]}, "color of .* must be one of"),
        ({"style": [0, 1, 2]}, "style of .* must contain numbers below 1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(changes, message):
    right = {"x": [0, 1, 2], "y": [0, 0, 1], "keys": ["a", "b", "c"], "links": [(0, 1), (1, 2)]}
    right |= {"styles": [Style("plain")], "link_styles": [Style("plain")]}
    scene(Graph(**right))
    with pytest.raises((ValueError, TypeError), match=message):
        scene(Graph(**right | changes))


def test_values_tell_their_range_and_their_longest_text_over_all_frames():
    graph = Graph([0, 1], [0, 1], ["a", "b"], values=Frames([[1, np.nan], [-2.5, 3]], Stepper("step", 2)))
    assert graph.limits == (-2.5, 3.0)
    assert graph.longest == "−2.50"
    assert Graph([0], [0], ["a"], values=[np.nan]).longest == ""


def boxes(chips):
    seen = np.flatnonzero(np.isfinite(chips.x))
    half = chips.widths[seen] / 2
    return np.stack(
        [chips.x[seen] - half, chips.x[seen] + half, chips.y[seen] - chips.height / 2, chips.y[seen] + chips.height / 2]
    )


def touching(chips):
    left, right, top, bottom = boxes(chips)[:, :, None]
    near = (left < right.T) & (right > left.T) & (top < bottom.T) & (bottom > top.T)
    return int(np.triu(near, 1).sum())


@given(
    width=st.integers(240, 1200),
    height=st.integers(200, 700),
    n=st.integers(1, 7),
    letter=st.floats(3, 9),
    rows=st.booleans(),
    values=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_nodes_stay_in_the_box_and_touch_only_when_they_cannot_be_smaller(width, height, n, letter, rows, values):
    graph = lattice(n)
    x, y = np.array(graph.x) * width, height * (1 - np.array(graph.y) / max(graph.y))
    wide = np.array([10 + letter * len(label) for label in graph.labels])
    chips = place_chips(x, y, (0, width, 0, height), wide, wide + 4 if values else None, rows=rows)
    left, right, top, bottom = boxes(chips)
    assert left.min() >= -1e-9
    assert right.max() <= width + 1e-9
    assert top.min() >= -1e-9
    assert bottom.max() <= height + 1e-9
    assert touching(chips) == 0 or chips.height == SMALLER[-1]
    assert not (chips.values and not chips.labels)
    if rows and len(set(chips.y)) > 1 and chips.height > SMALLER[-1]:
        of_size = [chips.y[np.array(graph.y) == size] for size in range(n + 1)]
        for low, high in pairwise(of_size):
            assert low.min() - high.max() >= APART + chips.height - 1e-6, "rows stay apart and in their order"


@pytest.mark.parametrize(("width", "labelled"), [(1000, True), (620, True), (300, False)])
def test_labels_go_first_and_targets_stay_large(width, labelled):
    graph = lattice(6)
    x, y = np.array(graph.x) * width, 420 * (1 - np.array(graph.y) / 6)
    wide = np.array([10 + 5.5 * len(label) for label in graph.labels])
    chips = place_chips(x, y, (0, width, 0, 420), wide, None, rows=True)
    assert chips.labels == labelled
    assert chips.height == SIZE, "24 pixels, for a finger"


def test_hidden_nodes_take_no_room():
    x, y = np.array([10.0, np.nan, 90.0]), np.array([50.0, 50.0, 50.0])
    chips = place_chips(x, y, (0, 100, 0, 100), np.full(3, 40.0), None, rows=True)
    assert np.isnan(chips.x).tolist() == [False, True, False]
    assert chips.labels


def test_a_node_that_is_all_alone_stands_in_the_middle():
    chips = place_chips(np.array([50.0]), np.array([0.0]), (0, 100, 0, 80), np.array([30.0]), None, rows=True)
    assert (chips.x[0], chips.y[0]) == (50.0, 40.0)


def stepped(n=3):
    graph = lattice(n)
    style, link_style = np.zeros((3, len(graph.keys)), int), np.zeros((3, len(graph.links)), int)
    style[1:, 0], style[2, 1:3] = 1, 2
    link_style[:, 0], link_style[2, 1] = -1, 1
    styles = [
        Style("not tried", "quiet", look="faint"),
        Style("taken", "accent", "★", "lit"),
        Style("lost", "quiet", look="struck"),
    ]
    return lattice(
        n,
        style=Frames(style, STEP),
        styles=styles,
        link_style=Frames(link_style, STEP),
        link_styles=[Style("", "grid"), Style("step taken", "accent", look="lit")],
        values=np.arange(len(graph.keys)) + 0.5,
        rows=True,
    )


def test_still_pictures_show_nodes_links_styles_and_the_legend():
    graph = stepped()
    whole = scene(graph, STEP, Pick("node", options=graph.keys))
    first, last = (still_svg(whole, step=step) for step in (0, 2))
    assert first.count("<rect") >= 8
    for text in ("not tried", "step taken", "{1,2,3}", "7.50"):
        assert text in last
    assert "★{}" in last
    assert "★{}" not in first
    figure = draw(whole, step=2, node="{1}")
    written = {text.get_text() for text in figure.axes[0].texts}
    assert {"{1}", "★{}", "1.50"} <= written
    assert len(figure.axes[0].lines) == len(graph.links) - 1 + 2, "one link is hidden; two texts are struck out"
    assert len(figure.axes[0].patches) == 8


def test_a_narrow_picture_keeps_its_nodes_and_their_signs():
    whole = scene(lattice(6, style=[0] * 63 + [1], styles=[Style("plain"), Style("best", "accent", "★")], rows=True))
    figure = draw(whole, width=4.4)
    assert [text.get_text() for text in figure.axes[0].texts if text.get_text()] == ["★"]
    assert len(figure.axes[0].patches) == 64
