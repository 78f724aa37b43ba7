"""Legends, dots and texts of still pictures say what they mean without colour, as SVG and as a figure."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D

from fewidgets.scene import Area, Axis, Bars, Dots, Image, Line, Panel, Scene, Style, Table, Tokens
from fewidgets.scene.lettering import TITLE, width_of
from fewidgets.scene.looks import corners_of, strokes_of
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.palette import luminance, palette
from fewidgets.scene.still_legend import KEY, LONG_KEY, legend_of
from fewidgets.scene.svg_still import still_svg

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


def extent(d):
    """Return the width and the height of a closed path of straight lines."""
    numbers = {"M": 2, "l": 2, "h": 1, "v": 1, "z": 0}
    x = y = 0.0
    corners = []
    for letter, rest in re.findall(r"([Mlhvz])([^Mlhvz]*)", d):
        values = [float(part) for part in re.findall(r"-?[\d.]+", rest)]
        assert len(values) == numbers[letter]
        if letter == "M":
            x, y = values
        elif letter == "l":
            x, y = x + values[0], y + values[1]
        elif letter == "h":
            x += values[0]
        elif letter == "v":
            y += values[0]
        corners.append((x, y))
    return np.ptp(np.array(corners), axis=0)


def test_dots_have_the_shape_of_their_style_and_so_have_the_keys():
    drawn = [path.get("d") for path in paths(dotted())]
    for shape in SHAPES[1:]:
        wanted = np.ptp(np.array(corners_of(shape, 1.0)), axis=0)
        sizes = [extent(d) for d in drawn if d.endswith("z") and re.fullmatch(r"M[^M]*", d)]
        alike = [size for size in sizes if size == pytest.approx(wanted * size[0] / wanted[0], abs=0.15)]
        assert any(size[0] == pytest.approx(9.0 / 2 * wanted[0], abs=0.15) for size in alike), shape  # in the plot
        assert any(size[0] < KEY for size in alike), shape  # in the legend


def test_a_figure_has_the_same_shapes():
    figure = draw(Scene("", [dotted()]))
    drawn = [collection.get_paths()[0] for ax in figure.axes for collection in ax.collections]
    assert [len(path.vertices) > 8 for path in drawn] == [shape == "circle" for shape in SHAPES]
    keys = [artist for artist in figure.artists if isinstance(artist, Line2D)]
    assert len(keys) == len(SHAPES)


def test_the_key_of_a_line_has_its_dashes_in_the_legend_too():
    panel = lines()
    wanted = [tuple(map(float, pattern.split())) for pattern in palette()["dashes"]]
    entries = legend_of(panel, {})
    assert [entry.key.dashes for entry in entries] == wanted
    assert all(entry.key.width == LONG_KEY for entry in entries)
    for pattern in palette()["dashes"][1:]:
        dashed = [path for path in paths(panel) if path.get("stroke-dasharray") == pattern]
        assert len(dashed) == 2  # the line, and its key
    keys = [artist for artist in draw(Scene("", [panel])).artists if isinstance(artist, Line2D)]
    assert len({str(artist._dash_pattern) for artist in keys}) == len(wanted)


def test_the_key_looks_like_its_mark():
    styles = [Style("hollow")]
    panel = Panel("", [Dots([1.0], [1.0], style=[0], styles=styles, hollow=True), Area([0, 1], [0, 0], [1, 1], label="band")])
    bars = Panel("", [Bars(("a",), [1.0], style=[0], styles=[Style("bar")])])
    assert [(e.key.kind, e.key.hollow) for e in legend_of(panel, {})] == [("dot", True), ("area", False)]
    assert [e.key.kind for e in legend_of(bars, {})] == ["bar"]


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


@pytest.mark.parametrize("dpi", [72, 100, 144])
def test_text_in_a_figure_has_the_room_that_was_measured(dpi):
    title = "Illumination added by stemming, missing from the start"
    figure = draw(Scene(title, []), dpi=dpi)
    figure.canvas.draw()
    dark = np.asarray(figure.canvas.buffer_rgba())[..., 0].min(axis=0) < 128
    first, last = np.flatnonzero(dark)[[0, -1]]
    measured = width_of(title, TITLE, bold=True) * dpi / 72
    assert 0.97 * measured <= last - first <= measured  # some pairs of letters are drawn nearer to each other


@pytest.mark.parametrize("kind", palette()["underlines"])
def test_every_kind_of_line_has_its_own_strokes(kind):
    others = [strokes_of(other, 1.6) for other in palette()["underlines"] if other != kind]
    assert strokes_of(kind, 1.6) not in others
    assert sum(stroke.width for stroke in strokes_of(kind, 1.6)) == pytest.approx(1.6)
