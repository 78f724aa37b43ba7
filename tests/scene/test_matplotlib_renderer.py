"""Figures: each shape that marks draw, what stands around the axes, and that nothing is cut off.

What a mark draws is tested once, in SVG (test_svg_still.py): both renderers write the same shapes.
"""

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.scene import Axis, Choice, Dots, Line, Number, Panel, Point, Scene, Slider
from fewidgets.scene.still.matplotlib_figure import draw
from tests.scene.pictures import all_marks_scene, boosting_scene, path_scene


def axes(figure, title):
    return next(ax for ax in figure.axes if ax.get_label() == title)


def paths_of(ax):
    """The lines of four points: not the leaders of labels."""
    return [line for line in ax.lines if len(line.get_xdata()) == 4]


def words(artist):
    return [text.get_text() for text in artist.texts]


def test_a_line_shows_its_trail_and_dots_hide_nan_or_follow_a_control():
    history = np.array([[0, 84.0], [1, 50.0], [2, 41.0]])
    for step in range(3):
        ax = axes(draw(boosting_scene(), round=step), "Cost history")
        assert_array_equal(ax.lines[0].get_xydata(), history[: step + 1])
        assert_array_equal(ax.collections[0].get_offsets(), history[[step]])
    assert_array_equal(axes(draw(boosting_scene()), "Residuals").collections[0].get_offsets(), [[1, 1], [3, 3], [4, -1]])
    lam = Slider("lam", values=[0.0, 1.0])
    between = Scene("", [Panel("p", [Dots([0.0, 4.0], [1.0, 3.0], at=lam)])], [lam])
    assert_allclose(draw(between, lam=0.25).axes[0].collections[0].get_offsets(), [[1.0, 1.5]])


def test_all_marks():
    figure = draw(all_marks_scene())
    band = axes(figure, "Band")
    assert len(band.collections) == 1
    assert [float(line.get_xdata()[0]) for line in band.lines[1:4]] == [2.0, 2.3, 9.8]
    assert words(band).count("") == 1  # the arrow; the other has no end
    assert {"enters", "leaves", "end", "limit", "a word for $5 or $6"} <= set(words(band))
    image = axes(figure, "Image").images[0]
    assert image.get_extent() == [0.0, 1.0, 0.0, 1.0]
    assert image.get_array()[2, 3].tolist() == [220, 220, 220, 255]
    assert words(axes(figure, "Table")) == ["Name", "<b>$x$</b>", "RM", "AGE", "Round", "1", "–", "2.50"]
    log = axes(figure, "Log")
    assert log.lines[-1].get_drawstyle() == "steps-post"
    assert {"bias", "one", "two", "end"} <= set(words(log))


def test_compute_controls_are_written_and_replay_controls_are_not():
    point = Point("start", (-2, 2), (-2, 2), label="Start")
    controls = [
        Number("rate", 0.1, 1, label="Rate"),
        Choice("cost", ("a", "b"), compute=True),
        Choice("way", ("c", "d")),
        point,
    ]
    written = set(words(draw(Scene("t", [], controls), start=(1, -1))))
    assert {"Rate", "0.100", "cost", "a", "Start", "(1.00, −1.00)"} <= written
    assert not {"way", "c"} & written


def test_units_with_an_aspect_are_equally_long():
    panel = Panel("p", [Line([0, 4], [0, 1])], x=Axis(domain=(0, 4)), y=Axis(domain=(0, 1)), aspect=1.0, height=300)
    box = draw(Scene("t", [panel])).axes[0].get_window_extent()
    assert box.width / 4 == pytest.approx(box.height, rel=0.01)


# How it looks

EACH = [(path_scene, {"lam": 0.7}), (path_scene, {"feature": "RM"}), (boosting_scene, {"round": 2}), (all_marks_scene, {})]


@pytest.mark.parametrize(("scene", "state"), EACH)
def test_no_text_is_cut_off_and_none_hides_another(scene, state):
    figure = draw(scene(), **state)
    figure.canvas.draw()
    found = [*figure.texts, *(text for ax in figure.axes for text in ax.texts)]
    found += [label for ax in figure.axes for axis in (ax.xaxis, ax.yaxis) for label in axis.get_ticklabels()]
    texts = [(text, text.get_window_extent()) for text in found if text.get_text() and text.get_visible()]
    right, top = figure.get_size_inches() * figure.dpi
    for text, box in texts:
        assert box.x0 >= -1, text
        assert box.x1 <= right + 1, text
        assert box.y0 >= -1, text
        assert box.y1 <= top + 1, text
    for (one, box), (other, another) in combinations(texts, 2):
        across = min(box.x1, another.x1) - max(box.x0, another.x0)
        along = min(box.y1, another.y1) - max(box.y0, another.y0)
        turned = one.get_rotation() and other.get_rotation()  # a turned tick's box is larger than its text
        assert turned or across <= 1 or along <= 3, (one, other)


def test_named_ticks_turn_where_they_have_no_room():
    panel = Panel("p", [Line(range(12), range(12))], x=Axis(ticks=[(k, "PTRATIO") for k in range(12)]))
    beside = Panel("q", [Line([0, 1], [0, 1])], column=1)
    wide, narrow = draw(Scene("", [panel])), draw(Scene("", [panel, beside]))
    assert [axes(figure, "p").get_xticklabels()[0].get_rotation() for figure in (wide, narrow)] == [0, 40]
    assert len(axes(narrow, "p").get_xticks()) == 12


def test_panels_may_span_columns_and_rows():
    line = [Line([0, 1], [0, 1])]
    panels = [Panel("a", line, column_span=2), Panel("b", line, row=1, row_span=2)]
    figure = draw(Scene("", [*panels, Panel("c", line, row=1, column=1), Panel("d", line, row=2, column=1)]))
    a, b, c, d = (axes(figure, name).get_position() for name in "abcd")
    assert (a.x0, a.x1) == pytest.approx((b.x0, c.x1))
    assert (b.y1, b.y0) == pytest.approx((c.y1, d.y0))


# The figure


@pytest.mark.slow
def test_pyplot_and_its_settings_are_left_alone():
    code = (
        "import sys, warnings, matplotlib as mpl, matplotlib.mathtext\n"
        "warnings.simplefilter('error', UserWarning)\n"
        "import fewidgets.scene, fewidgets.scene.page.page\n"
        "mpl.rcParams['font.size'] = 40; mpl.rcParams['axes.grid'] = False\n"
        "from fewidgets.scene import Line, Panel, Scene\n"
        "from fewidgets.scene.still.matplotlib_figure import draw\n"
        "warnings.filterwarnings('ignore', category=DeprecationWarning, module='matplotlib')\n"
        "draw(Scene('t', [Panel('p', [Line([0, 1], [0, 1])])])).canvas.draw()\n"
        "assert mpl.rcParams['font.size'] == 40\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_figure_shows_itself_in_a_notebook():
    figure = draw(Scene("", []))
    assert isinstance(figure, Figure)
    data, size = figure._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert size["width"] == 720
