"""Legends, dots and texts of still pictures say what they mean without colour, as SVG and as a figure."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb

from fewidgets.scene import Axis, Bars, Dots, Frames, Image, Line, Panel, Scene, Stepper, Style, Table, Tokens
from fewidgets.scene.palette import luminance, palette
from fewidgets.scene.still.legend import LONG_KEY, legend_of
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.svg_picture import still_svg
from fewidgets.scene.still.svg_text import shapes_path
from fewidgets.scene.text.lettering import TITLE, width_of

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = palette()["shapes"]


def dotted():
    """Give a panel with one dot of each shape, all in one colour."""
    styles = [Style(f"kind {k}") for k in range(len(SHAPES))]
    places = np.arange(float(len(SHAPES)))
    return Panel("Dots", [Dots(places, places, style=np.arange(len(SHAPES)), styles=styles, size=9.0)])


def lines():
    """Give a panel with a line of each dash pattern, all in one colour."""
    marks = [
        Line([0.0, 1.0], [k, k], dash=k, label=f"line {k}", label_at="none", width=2.0)
        for k in range(len(palette()["dashes"]))
    ]
    return Panel("Lines", marks)


def paths(panel):
    return list(ElementTree.fromstring(still_svg(Scene("", [panel]))).iter(f"{SVG}path"))


def test_dots_have_the_shape_of_their_style_and_so_have_the_keys():
    outlines = [re.sub(r"^M\S+ \S+?(?=[lhva])", "", path.get("d")) for path in paths(dotted())]
    for shape in SHAPES[1:]:
        wanted = [re.sub(r"^M\S+ \S+?(?=[lhva])", "", shapes_path(shape, radius, [9], [9])) for radius in (4.5, 3.4)]
        assert all(outlines.count(each) == 1 for each in wanted), shape  # in the plot, and in the legend


def test_the_key_of_a_line_has_its_dashes_in_the_legend_too():
    panel = lines()
    wanted = [tuple(map(float, pattern.split())) for pattern in palette()["dashes"]]
    entries = legend_of(panel, {})
    assert [entry.key.dashes for entry in entries] == wanted
    assert all(entry.key.width == LONG_KEY for entry in entries)
    for pattern in palette()["dashes"][1:]:
        dashed = [path for path in paths(panel) if path.get("stroke-dasharray") == pattern]
        assert len(dashed) == 2  # the line, and its key


@given(st.integers(1, 12), st.integers(0, 11), st.integers(0, 2**32 - 1))
def test_a_legend_lists_the_meanings_on_the_picture_and_no_others(count, at, seed):
    rng = np.random.default_rng(seed)
    step = Stepper("step", count)
    kinds = rng.integers(0, 4, (count, count))
    y = np.where(rng.random(count) < 0.3, np.nan, rng.random(count))
    styles = [Style(f"kind {k}") for k in range(4)]
    at = min(at, count - 1)
    seen = {f"kind {k}" for i, k in enumerate(kinds[at]) if np.isfinite(y[i])}
    names = [f"bar {i}" for i in range(count)]
    for mark in (
        Bars(names, y, style=Frames(kinds, step), styles=styles),
        Dots(np.arange(count), y, style=Frames(kinds, step), styles=styles),
    ):
        assert {entry.text for entry in mark.legend({"step": at})} == seen
    passed = {f"kind {k}" for i, k in enumerate(kinds[0][: at + 1]) if np.isfinite(y[i])}
    trail = Dots(np.arange(count), y, style=kinds[0], styles=styles, upto=step)
    assert {entry.text for entry in trail.legend({"step": at})} == passed


STYLES = [Style(f"meaning {k}", look=look) for look in ("lit", "struck") for k in range(3)] + [Style("gone", look="faint")]


@pytest.mark.parametrize(
    "mark",
    [
        Tokens([(f"word{k} ", k) for k in range(len(STYLES))], styles=STYLES),
        Table(("text",), [[f"word{k}"] for k in range(len(STYLES))], style=[[k] for k in range(len(STYLES))], styles=STYLES),
    ],
    ids=["tokens", "table"],
)
def test_styled_texts_differ_by_the_kind_of_their_line(mark):
    panel = Panel("Text", [mark])
    kinds = [(entry.look, entry.line) for entry in legend_of(panel, {})]
    assert len(set(kinds)) == len(kinds)
    dashes = [path.get("stroke-dasharray") for path in paths(panel)]
    # Each dashed line is in the text and in the legend: one lit, one struck out; and the dots of pale text.
    assert dashes.count("4 2") == 4
    assert dashes.count("1 1") == 2
    assert draw(Scene("", [panel]))


def contrast(first, second):
    low, high = sorted([float(luminance(first)), float(luminance(second))])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colors", ["ramp", "diverging", "grey"])
def test_numbers_in_cells_have_enough_contrast(colors, theme):
    values = np.arange(48.0).reshape(6, 8)
    image = Image(values, (0.0, 8.0, 0.0, 6.0), colors=colors, limits=(0.0, 47.0), digits=0)
    panel = Panel("Cells", [image], axes=False, x=Axis("", domain=(0.0, 8.0)), y=Axis("", domain=(0.0, 6.0)))
    texts = [text for text in draw(Scene("", [panel]), theme=theme).axes[0].texts if text.get_text().isdigit()]
    pixels = image.pixels(values, theme).reshape(-1, 4)
    assert [int(text.get_text()) for text in texts] == list(range(48))
    for text, pixel in zip(texts, pixels, strict=True):
        assert contrast(255 * np.array(to_rgb(text.get_color())), pixel[:3]) >= 4.5


def test_text_in_a_figure_has_the_room_that_was_measured():
    title = "Illumination added by stemming, missing from the start"
    figure = draw(Scene(title, []))
    figure.canvas.draw()
    dark = np.asarray(figure.canvas.buffer_rgba())[..., 0].min(axis=0) < 128
    first, last = np.flatnonzero(dark)[[0, -1]]
    measured = width_of(title, TITLE, bold=True) * figure.dpi / 72
    assert 0.97 * measured <= last - first <= measured  # some pairs of letters are drawn nearer to each other
