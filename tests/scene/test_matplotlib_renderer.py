import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Scene,
    Slider,
    Table,
    Toggle,
)
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.palette import color_of, palette
from tests.scene.pictures import NAMES, all_marks_scene, boosting_scene, path_scene


def axes(figure, title):
    return next(ax for ax in figure.axes if ax.get_label() == title)


def texts_of(figure):
    """All texts that are seen, with their boxes in pixels."""
    figure.canvas.draw()
    found = [*figure.texts, *(text for ax in figure.axes for text in ax.texts)]
    for ax in figure.axes:
        found += [label for axis in (ax.xaxis, ax.yaxis) for label in axis.get_ticklabels()]
    seen = [text for text in found if text.get_text() and text.get_visible()]
    return [(text.get_text(), text.get_window_extent(), text.get_rotation()) for text in seen]


# What is drawn is what the scene says


@pytest.mark.parametrize(("lam", "wanted"), [(0.0, 1.0), (0.25, 0.875), (2.0, 0.25), (9.0, 0.0)])
def test_bars_are_as_long_as_the_resolved_values(lam, wanted):
    ax = axes(draw(path_scene(), lam=lam), "Weights")
    widths = [patch.get_width() for patch in ax.patches]
    assert_allclose(widths, wanted * path_scene().panels[0].marks[0].values.values[0], atol=1e-12)
    assert [patch.get_gid() for patch in ax.patches] == NAMES
    assert [to_hex(patch.get_facecolor()) for patch in ax.patches] == [color_of(j) for j in range(13)]
    middles = [patch.get_y() + patch.get_height() / 2 for patch in ax.patches]
    assert_allclose(middles, range(13))
    assert ax.yaxis_inverted()


def test_a_bar_without_a_value_is_left_out_but_keeps_its_glyph():
    figure = draw(boosting_scene(), round=2)
    ax = axes(figure, "Cost if this feature came next")
    assert [patch.get_gid() for patch in ax.patches] == ["CRIM", "INDUS", "CHAS", "NOX", "RM"]
    written = [text.get_text() for text in ax.texts]
    assert written.count("★") == written.count("✓") == 1
    assert to_hex(ax.patches[0].get_facecolor()) == color_of("accent")
    legend = [text.get_text() for text in figure.texts]
    assert {"candidate", "★ winner", "✓ already chosen"} <= set(legend)


def test_counts_are_written_as_whole_numbers_beside_frames_that_are_not():
    unit = Toggle("unit")
    bars = Bars(["a", "b"], Frames([[1.0, 2.0], [0.6, 1.0]], unit), whole=Frames([True, False], unit))
    scene = Scene("", [Panel("p", [bars])], [unit])
    for on, wanted in ((False, {"1", "2"}), (True, {"0.600", "1.00"})):
        assert wanted <= {text.get_text() for text in axes(draw(scene, unit=on), "p").texts}


def test_a_line_shows_its_trail():
    for step in range(3):
        ax = axes(draw(boosting_scene(), round=step), "Cost history")
        assert_array_equal(ax.lines[0].get_xydata(), np.array([[0, 84.0], [1, 50.0], [2, 41.0]])[: step + 1])
        assert_array_equal(ax.collections[0].get_offsets(), [[[0, 84.0], [1, 50.0], [2, 41.0]][step]])


def test_dots_hide_nan():
    ax = axes(draw(boosting_scene(), round=0), "Residuals")
    assert_array_equal(ax.collections[0].get_offsets(), [[1, 1], [3, 3], [4, -1]])


def test_dots_at_a_slider_move_between_their_points():
    lam = Slider("lam", values=[0.0, 1.0])
    scene = Scene("", [Panel("p", [Dots([0.0, 4.0], [1.0, 3.0], at=lam)])], [lam])
    assert_allclose(axes(draw(scene, lam=0.25), "p").collections[0].get_offsets(), [[1.0, 1.5]])


def test_a_log_axis_lays_what_is_below_its_floor_on_its_edge():
    ax = axes(draw(path_scene(), lam=0.0), "Weights along λ")
    assert ax.get_xscale() == "log"
    assert ax.get_xlim()[0] == 0.01
    paths = [line for line in ax.lines if line.get_gid() in NAMES]
    assert_allclose(paths[0].get_xdata(), [0.01, 0.5, 2.0, 9.0])
    rule = next(line for line in ax.lines if list(line.get_ydata()) == [0, 1] and line.get_gid() is None)
    assert list(rule.get_xdata()) == [0.01, 0.01]


def test_series_beyond_the_palette_are_dashed():
    ax = axes(draw(path_scene()), "Weights along λ")
    paths = {line.get_gid(): line for line in ax.lines if line.get_gid() in NAMES}
    assert paths["CRIM"].get_linestyle() == "-"
    assert paths["RAD"].get_linestyle() == "--"
    assert paths["CRIM"].get_color() == paths["RAD"].get_color()


def test_a_pick_stands_out_and_the_others_step_back():
    figure = draw(path_scene(), feature="RM")
    paths = {line.get_gid(): line for line in axes(figure, "Weights along λ").lines if line.get_gid() in NAMES}
    assert paths["RM"].get_linewidth() > paths["AGE"].get_linewidth()
    assert paths["RM"].get_color() == color_of(NAMES.index("RM"))
    assert paths["AGE"].get_color() != color_of(NAMES.index("AGE"))
    bars = {patch.get_gid(): to_hex(patch.get_facecolor()) for patch in axes(figure, "Weights").patches}
    assert bars["RM"] == color_of(NAMES.index("RM"))
    assert bars["LSTAT"] != color_of(NAMES.index("LSTAT"))
    names = {text.get_text(): text for text in axes(figure, "Weights").texts}
    assert names["RM"].get_fontweight() == "bold"


def test_all_marks():
    figure = draw(all_marks_scene())
    band = axes(figure, "Band")
    assert len(band.collections) == 1
    assert [float(line.get_xdata()[0]) for line in band.lines[1:4]] == [2.0, 2.3, 9.8]
    words = [text.get_text() for text in band.texts]
    assert words.count("") == 1  # the arrow; the other has no end
    assert {"enters", "leaves", "end", "limit", "a word for $5 or $6"} <= set(words)
    image = axes(figure, "Image").images[0]
    assert image.get_extent() == [0.0, 1.0, 0.0, 1.0]
    assert image.get_array()[2, 3].tolist() == [220, 220, 220, 255]
    table = [text.get_text() for text in axes(figure, "Table").texts]
    assert table == ["Name", "<b>$x$</b>", "RM", "AGE", "Round", "1", "–", "2.50"]
    log = axes(figure, "Log")
    assert log.lines[-1].get_drawstyle() == "steps-post"
    assert {"bias", "one", "two", "end"} <= {text.get_text() for text in log.texts}


def test_a_table_says_what_it_leaves_out():
    scene = Scene("", [Panel("t", [Table(["n"], [[k] for k in range(40)])], height=160)])
    assert axes(draw(scene), "t").texts[-1].get_text().startswith("… ")


def test_a_sheet_without_panels_or_words_is_still_a_sheet():
    assert draw(Scene("", [])).get_size_inches()[0] == 10.0


# How it looks

EACH = [(path_scene, {"lam": 0.7}), (path_scene, {"feature": "RM"}), (boosting_scene, {"round": 2}), (all_marks_scene, {})]


@pytest.mark.slow
@pytest.mark.parametrize("width", [5.0, 7.2, 10.0, 14.0])
@pytest.mark.parametrize(("scene", "state"), EACH)
def test_no_text_is_cut_off_and_none_hides_another(scene, state, width):
    figure = draw(scene(), width=width, **state)
    texts = texts_of(figure)
    right, top = figure.get_size_inches() * figure.dpi
    for text, box, _ in texts:
        assert box.x0 >= -1, text
        assert box.x1 <= right + 1, text
        assert box.y0 >= -1, text
        assert box.y1 <= top + 1, text
    for (one, box, turn), (other, another, also) in combinations(texts, 2):
        across = min(box.x1, another.x1) - max(box.x0, another.x0)
        along = min(box.y1, another.y1) - max(box.y0, another.y0)
        turned = turn and also  # a turned tick's box is larger than its text
        assert turned or across <= 1 or along <= 3, (one, other)


def test_long_names_are_cut_and_many_labels_give_way():
    names = [f"the average number of rooms of all dwellings, variant {k}" for k in range(60)]
    scene = Scene("", [Panel("b", [Bars(names[:6], np.arange(6.0))]), Panel("l", [Line([0, 1], [0, 1])], column=1)])
    bar_names = [text.get_text() for text in axes(draw(scene), "b").texts if text.get_text().startswith("the ave")]
    assert len(set(bar_names)) == 6
    assert all("…" in name and name.endswith(f"variant {k}") for k, name in enumerate(bar_names))
    short = [Line([0, 1], [0, k], label=f"w{k}") for k in range(60)]
    shown = [text.get_text() for text in axes(draw(Scene("", [Panel("l", short)])), "l").texts]
    assert 10 < len(shown) < 40
    assert "w59" in shown


def test_named_ticks_turn_where_they_have_no_room():
    ticks = [(k, "PTRATIO") for k in range(12)]
    scene = Scene("", [Panel("p", [Line(range(12), range(12))], x=Axis(ticks=ticks))])
    assert axes(draw(scene, width=14), "p").get_xticklabels()[0].get_rotation() == 0
    assert axes(draw(scene, width=6.5), "p").get_xticklabels()[0].get_rotation() == 40
    assert len(axes(draw(scene, width=6.5), "p").get_xticks()) == 12


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes(theme):
    figure = draw(boosting_scene(), theme=theme)
    assert to_hex(figure.get_facecolor()) == palette(theme)["background"]
    assert figure.texts[0].get_color() == palette(theme)["ink"]
    assert axes(figure, "Cost history").lines[0].get_color() == color_of("primary", theme)


def test_in_a_narrow_sheet_panels_stand_below_one_another():
    lefts = {round(ax.get_position().x0, 3) for ax in draw(boosting_scene(), width=5).axes}
    assert len(lefts) == 1


def test_panels_may_span_columns_and_rows():
    line = [Line([0, 1], [0, 1])]
    scene = Scene(
        "",
        [
            Panel("a", line, column_span=2),
            Panel("b", line, row=1, row_span=2),
            Panel("c", line, row=1, column=1),
            Panel("d", line, row=2, column=1),
        ],
    )
    figure = draw(scene)
    a, b, c, d = (axes(figure, name).get_position() for name in "abcd")
    assert (a.x0, a.x1) == pytest.approx((b.x0, c.x1))
    assert (b.y1, b.y0) == pytest.approx((c.y1, d.y0))


# The figure and the picture


@pytest.mark.slow
def test_pyplot_and_its_settings_are_left_alone():
    code = (
        "import sys, warnings, matplotlib as mpl, matplotlib.mathtext\n"
        "warnings.simplefilter('error', UserWarning)\n"
        "import fewidgets.scene\n"
        "mpl.rcParams['font.size'] = 40; mpl.rcParams['axes.grid'] = False\n"
        "from fewidgets.scene import Line, Panel, Scene\n"
        "from fewidgets.scene.matplotlib_renderer import draw\n"
        "warnings.filterwarnings('ignore', category=DeprecationWarning, module='matplotlib')\n"
        "draw(Scene('t', [Panel('p', [Line([0, 1], [0, 1])])])).canvas.draw()\n"
        "assert mpl.rcParams['font.size'] == 40\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_importing_the_vocabulary_does_not_load_matplotlib():
    code = "import sys, fewidgets.scene, fewidgets.scene.page; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"width": 0}, ValueError, "width must be a positive number; got 0"),
        ({"dpi": -1}, ValueError, "dpi must be .*; got -1"),
        ({"theme": "sepia"}, ValueError, "theme must be .*; got 'sepia'"),
        ({"round": 3}, ValueError, "round must be .*; got 3"),
        ({"step": 1}, TypeError, "no control 'step'"),
    ],
)
def test_bad_options_are_told(options, error, message):
    with pytest.raises(error, match=message):
        draw(boosting_scene(), **options)


def test_a_figure_shows_itself_in_a_notebook():
    figure = draw(boosting_scene(), width=5)
    assert isinstance(figure, Figure)
    data, size = figure._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert size["width"] == 360
