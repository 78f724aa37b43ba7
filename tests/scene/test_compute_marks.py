"""The marks of compute controls, as they cross to the browser and as Matplotlib draws them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.scene import (
    AudioPlayer,
    Cells,
    Drawing,
    Frames,
    Handle,
    Image,
    Panel,
    Path,
    Point,
    Scene,
    Stepper,
    Style,
    Table,
    Toggle,
)
from fewidgets.scene.curves import contour_levels, contour_lines, ellipse
from fewidgets.scene.marks.tokens import lines_of
from fewidgets.scene.page.encode import encode
from fewidgets.scene.palette import color_of
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.text.lettering import BODY, width_of

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
    levels = contour_levels(z, 5, sharpness=2.0)
    x, y, sizes = contour_lines(along, along, z, levels)
    assert sum(sizes) == len(x) == len(y)
    parts = np.split(np.stack([x, y]), np.cumsum(sizes)[:-1], axis=1)
    for level, part in zip(levels, parts, strict=True):
        seen = part[:, ~np.isnan(part[0])]
        assert seen.size
        assert_allclose(seen[0] ** 2 + 4 * seen[1] ** 2, level, atol=0.02)


def test_an_ellipse_is_where_the_form_is_one():
    shape = np.array([[4.0, 1.0], [1.0, 2.0]])
    v = np.stack(ellipse([1, -1], shape)) - [[1], [-1]]
    assert_allclose(np.einsum("in,ij,jn->n", v, np.linalg.inv(shape), v), 1)


# Matplotlib


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


def test_images_have_the_palette_s_colours_and_their_numbers():
    image = Image([[-1.0, 0.0], [1.0, np.nan]], (0, 2, 0, 2), limits=(-1, 1), colors="diverging", digits=1)
    axes = draw(Scene("t", [Panel("p", [image], axes=False, aspect=1)])).axes[0]
    pixels = axes.images[0].get_array()
    hexes = ["#" + "".join(f"{part:02x}" for part in pixels[r, c, :3]) for r, c in ((0, 0), (0, 1), (1, 0))]
    assert hexes == [color_of(name, "light") for name in ("primary", "background", "accent")]
    assert pixels[1, 1, 3] == 0
    assert [text.get_text() for text in axes.texts] == ["−1.0", "0.0", "1.0"]
    assert axes.get_xlim() == (0, 2)


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
