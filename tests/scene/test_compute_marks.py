"""The marks of compute controls, as they cross to the browser and as Matplotlib draws them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.scene import (
    AudioPlayer,
    Axis,
    Block,
    BlockGrid,
    Canvas,
    Cells,
    Choice,
    Contours,
    Drawing,
    Frames,
    Handle,
    Image,
    Line,
    Number,
    Panel,
    Path,
    Point,
    Scene,
    Stepper,
    Style,
    Table,
    Toggle,
    Tokens,
    Upload,
    contour_levels,
    contour_lines,
    ellipse,
)
from fewidgets.scene.encode import decode_state, encode, encode_state
from fewidgets.scene.lettering import BODY, width_of
from fewidgets.scene.marks.tokens import lines_of
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.palette import color_of, palette

POINT = Point("start", (-2, 2), (-2, 2), label="Start")


def decoded(array):
    return np.frombuffer(array["data"], dtype=array["dtype"]).reshape(array["shape"])


def first_mark(mark, *controls):
    return encode(Scene("", [Panel("", [mark])], controls))["panels"][0]["marks"][0]


# What crosses


@pytest.mark.parametrize(
    ("image", "wanted"),
    [
        (Image([[0.4, 254.6], [300, -3]]), [[0, 255], [255, 0]]),
        (Image([[0.0, 0.5], [1.0, np.nan]], limits=(0, 1)), [[0, 127], [254, 255]]),
        (Image([[-5, 9]], limits=(0, 1)), [[0, 254]]),
        (Image([[0.25]], limits=(0, 1), digits=2), [[0.25]]),
    ],
)
def test_an_image_crosses_in_bytes_unless_its_numbers_are_read(image, wanted):
    encoded = first_mark(image)
    assert decoded(encoded["values"]).tolist() == wanted
    assert encoded["values"]["dtype"] == ("float32" if image.digits else "uint8")


def test_frames_of_an_image_cross_in_bytes():
    toggle = Toggle("on")
    encoded = first_mark(Image(Frames([[[0.0]], [[1.0]]], toggle), limits=(0, 1)), toggle)
    assert decoded(encoded["values"]["frames"]).tolist() == [[[0]], [[254]]]
    assert encoded["limits"] == [0, 254]


def test_an_input_crosses_without_its_state_and_by_a_name():
    control = encode(Scene("", [], [Drawing("drawn", 2, 2), POINT]))["controls"]
    assert "start" not in control[0]
    assert "initial" not in control[0]
    assert [(each["kind"], each["label"], each["compute"]) for each in control] == [
        ("drawing", "drawn", True),
        ("point", "Start", True),
    ]
    assert first_mark(Handle(POINT), POINT)["point"] == {"control": "start", "whole": False}


@pytest.mark.parametrize("state", [3, 2.5, "a", None, True, (1, 2), ("a", "b")])
def test_a_plain_state_crosses_and_comes_back(state):
    there = encode_state(state)
    assert decode_state(there) == (list(state) if isinstance(state, tuple) else state)


def test_arrays_and_files_cross_and_come_back():
    pixels = np.arange(6, dtype=np.uint8).reshape(2, 3)
    assert decode_state(encode_state(pixels)).tolist() == pixels.tolist()
    assert encode_state(Upload("a.wav", b"1234")) == {"name": "a.wav", "size": 4}
    assert decode_state({"name": "a.wav", "size": 4}) is None
    back = decode_state({"name": "a.wav", "size": 4, "buffer": 0}, [memoryview(b"1234")])
    assert (back.name, back.data) == ("a.wav", b"1234")


@pytest.mark.parametrize(
    ("samples", "wanted"),
    [([0.0, 0.5, -1.0, 3.0, np.nan], [0, 16384, -32767, 32767, 0]), (np.array([1, -5], np.int16), [1, -5])],
)
def test_a_sound_crosses_in_16_bits(samples, wanted):
    encoded = first_mark(AudioPlayer(samples, 8000))
    assert decoded(encoded["samples"]).tolist() == wanted


def test_a_sound_s_limits():
    toggle = Toggle("loud")
    frames = AudioPlayer(Frames([[0.0, 0.1], [0.0, 1.0]], toggle), 8000).samples
    assert frames.hold
    assert frames.values.dtype == np.int16
    with pytest.raises(ValueError, match="samples must have at most 400,000 numbers; got 400,001"):
        AudioPlayer(np.zeros(400_001), 8000)
    with pytest.raises(ValueError, match=r"rate must be .*; got 100"):
        AudioPlayer([0.0], 100)


# Curves


def test_contour_lines_lie_on_their_levels():
    along = np.linspace(-2, 2, 41)
    z = along[None, :] ** 2 + 4 * along[:, None] ** 2
    levels = contour_levels(z, 5)
    x, y, sizes = contour_lines(along, along, z, levels)
    assert sum(sizes) == len(x) == len(y)
    parts = np.split(np.stack([x, y]), np.cumsum(sizes)[:-1], axis=1)
    for level, part in zip(levels, parts, strict=True):
        seen = part[:, ~np.isnan(part[0])]
        assert seen.size
        assert_allclose(seen[0] ** 2 + 4 * seen[1] ** 2, level, atol=0.02)


def test_contours_around_holes_and_without_any():
    along = np.arange(4.0)
    z = np.full((4, 4), np.nan)
    z[:2, :2] = [[0, 1], [0, 1]]
    x, _, sizes = contour_lines(along, along, z, [0.5, 7.0])
    assert np.nanmax(x) == 0.5
    assert sizes[1] == 0
    with pytest.raises(ValueError, match="z must have at least one finite value"):
        contour_levels([[np.nan]])


def test_an_ellipse_is_where_the_form_is_one():
    shape = np.array([[4.0, 1.0], [1.0, 2.0]])
    v = np.stack(ellipse([1, -1], shape)) - [[1], [-1]]
    assert_allclose(np.einsum("in,ij,jn->n", v, np.linalg.inv(shape), v), 1)


def test_the_ellipses_of_shapes_that_turn_do_not_spin():
    def turned(angle):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        return np.stack(ellipse([0, 0], turn @ np.diag([4.0, 1.0]) @ turn.T))

    steps = [np.abs(turned(a) - turned(a + 0.05)).max() for a in np.arange(0, np.pi, 0.05)]
    assert max(steps) < 0.2


# Matplotlib


def test_a_handle_is_a_dot_with_its_label_and_its_place_is_told():
    figure = draw(Scene("t", [Panel("p", [Handle(POINT, "here")])], [POINT]), start=(1, -1))
    assert figure.axes[0].collections[0].get_offsets().tolist() == [[1.0, -1.0]]
    assert "here" in [text.get_text() for text in figure.axes[0].texts]
    assert {"Start", "(1.00, −1.00)"} <= {text.get_text() for text in figure.texts}


def test_compute_controls_are_told_and_replay_controls_are_not():
    controls = [Number("rate", 0.1, 1, label="Rate"), Choice("cost", ("a", "b"), compute=True), Choice("way", ("c", "d"))]
    texts = {text.get_text() for text in draw(Scene("t", [], controls)).texts}
    assert {"Rate", "0.100", "cost", "a"} <= texts
    assert not {"way", "c"} & texts


def test_a_path_is_shown_up_to_its_step_and_numbered():
    step = Stepper("step", 4)
    scene = Scene("t", [Panel("p", [Path([0, 1, 2, 3], [0, 1, 0, 1], upto=step)])], [step])
    axes = draw(scene, step=2).axes[0]
    assert axes.collections[0].get_offsets().tolist() == [[0, 0], [1, 1], [2, 0]]
    assert [line.get_xdata().tolist() for line in axes.lines] == [[0, 1], [1, 2]]
    assert [text.get_text() for text in axes.texts] == ["0", "1", "2"]
    lost = draw(Scene("t", [Panel("p", [Path([0, 1, np.inf, 3], [0, 1, 0, 1])])])).axes[0]
    assert len(lost.collections[0].get_offsets()) == 2
    assert not draw(Scene("t", [Panel("p", [Path([np.nan], [0.0])])])).axes[0].collections


def test_contours_are_drawn_a_line_a_level():
    x, y, sizes = contour_lines([0, 1, 2], [0, 1, 2], np.add.outer([0, 1, 2], [0, 1, 2]), [0.5, 1.5])
    for color in ("quiet", "ramp", 2):
        axes = draw(Scene("t", [Panel("p", [Contours(x, y, sizes, color=color, label="cost")])])).axes[0]
        assert [len(line.get_xdata()) for line in axes.lines] == sizes


def test_units_with_an_aspect_are_equally_long():
    mark = Line([0, 4], [0, 1])
    panel = Panel("p", [mark], x=Axis(domain=(0, 4)), y=Axis(domain=(0, 1)), aspect=1.0, height=300)
    for width in (5, 10):
        figure = draw(Scene("t", [panel]), width=width)
        box = figure.axes[0].get_window_extent()
        assert box.width / 4 == pytest.approx(box.height, rel=0.01)


def test_axes_follow_frames_of_domains():
    stage = Choice("stage", ("far", "near"))
    panel = Panel("p", [Line([0, 1], [0, 1])], x=Axis(domain=Frames([[-10, 10], [-1, 1]], stage)))
    assert draw(Scene("t", [panel], [stage]), stage="near").axes[0].get_xlim() == (-1, 1)


def test_images_have_the_palette_s_colours_and_their_numbers():
    image = Image([[-1.0, 0.0], [1.0, np.nan]], (0, 2, 0, 2), limits=(-1, 1), colors="diverging", digits=1)
    axes = draw(Scene("t", [Panel("p", [image], axes=False, aspect=1)])).axes[0]
    pixels = axes.images[0].get_array()
    hexes = ["#" + "".join(f"{part:02x}" for part in pixels[r, c, :3]) for r, c in ((0, 0), (0, 1), (1, 0))]
    assert hexes == [color_of("primary"), palette()["background"], color_of("accent")]
    assert pixels[1, 1, 3] == 0
    assert [text.get_text() for text in axes.texts] == ["−1.0", "0.0", "1.0"]
    assert axes.get_xlim() == (0, 2)


def test_a_drawing_and_its_blocks():
    drawing, block = Drawing("drawn", 4, 4), Block("block", 2, 2)
    scene = Scene("t", [Panel("p", [Canvas(drawing), BlockGrid(block)], axes=False)], [drawing, block])
    axes = draw(scene, drawn=np.full((4, 4), 9), block=(1, 0)).axes[0]
    assert np.unique(axes.images[0].get_array()[..., :3]).tolist() == [9]
    picked = axes.patches[-1]
    assert (picked.get_x(), picked.get_y(), picked.get_width(), picked.get_height()) == (0, 0, 0.5, 0.5)


def test_runs_of_text_flow_and_words_are_not_torn():
    runs = [("one two", 0), ("s", 1), (" three\nfour", 0)]
    lines = lines_of(runs, 1000)
    assert [[text for _, text, _ in line] for line in lines] == [["one", "two", "s", "three"], ["four"]]
    narrow = lines_of(runs, 40)
    assert [[text for _, text, _ in line] for line in narrow] == [["one"], ["two", "s"], ["three"], ["four"]]
    assert narrow[1][0][0] == 0
    assert lines_of([], 10) == [[]]


def test_a_word_longer_than_the_line_is_broken_and_keeps_its_letters():
    runs = [("a ", 0), ("average_number_of_", 0), ("rooms", 1), ("_per_dwelling", 0), (" b", 0)]
    lines = lines_of(runs, 60)
    assert all(left + width_of(text, BODY) <= 60 for line in lines for left, text, _ in line)
    assert "".join(text for line in lines for _, text, _ in line) == "aaverage_number_of_rooms_per_dwellingb"
    assert len(lines) > 4


def test_words_of_one_style_are_one_piece_so_that_their_order_is_that_of_their_script():
    assert [text for _, text, _ in lines_of([("درجة ", 0), ("الحرارة", 0), (" hot", 1)], 1000)[0]] == ["درجة الحرارة", "hot"]


def test_tokens_and_their_meanings_are_drawn():
    toggle = Toggle("cut")
    styles = [
        Style(""),
        Style("stop word", "quiet", look="struck"),
        Style("kept", "accent", look="lit"),
        Style("off", look="faint"),
    ]
    runs = Frames([[("the ", 1), ("cats", 2)], [("cat", 2), ("s", 3)]], toggle)
    figure = draw(Scene("t", [Panel("p", [Tokens(runs, styles)])], [toggle]), cut=True)
    assert [text.get_text() for text in figure.axes[0].texts] == ["cat", "s"]
    assert {"stop word", "kept", "off"} <= {text.get_text() for text in figure.texts}
    long = draw(Scene("t", [Panel("p", [Tokens([("word " * 400, 0)])], height=80)]))
    assert long.axes[0].texts[-1].get_text() == "…"


def test_a_table_shows_what_its_cells_mean():
    cells = Cells("gone", 1, 1)
    table = Table(
        ["n", "v"],
        [["a", 1.25]],
        style=np.array([[0, 1]]),
        styles=[Style(""), Style("gone", glyph="✗")],
        cells=cells,
        digits=2,
    )
    axes = draw(Scene("t", [Panel("p", [table])], [cells])).axes[0]
    assert [text.get_text() for text in axes.texts] == ["n", "a", "v", "✗ 1.3"]


def test_a_sound_is_told_in_the_legend():
    figure = draw(Scene("t", [Panel("p", [Line([0, 1], [0, 1]), AudioPlayer(np.zeros(4000), 8000, "a tone")])]))
    assert "♪ a tone, 0.5 s" in [text.get_text() for text in figure.texts]
