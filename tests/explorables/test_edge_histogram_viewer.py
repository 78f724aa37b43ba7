"""A picture's edges: what is on screen is what the algorithms found."""

import io

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image as Picture

from fewidgets.algorithms import block_edge_histogram, edge_histogram, edge_maps
from fewidgets.data import make_shapes
from fewidgets.explorables.edge_histogram_viewer.edge_histogram_viewer import EdgeHistogramViewer
from fewidgets.explorables.edge_histogram_viewer.panels import MOST_STROKES
from fewidgets.explorables.shared.edge_overlay import edge_strokes
from fewidgets.scene import Bars, Canvas, Image, Line, Rule, resolve
from fewidgets.scene.controls.compute import Upload

SHAPES = make_shapes(size=28).X.reshape(3, 28, 28)
STANDING = np.add.outer(np.zeros(12), [0] * 6 + [200] * 6)


@pytest.fixture
def w():
    return EdgeHistogramViewer(SHAPES)


def panel(w, start):
    return next(panel for panel in w.scene.panels if panel.title.startswith(start))


def marks(w, start, kind):
    return [mark for mark in panel(w, start).marks if type(mark) is kind]


def png(levels):
    buffer = io.BytesIO()
    Picture.fromarray(levels.astype(np.uint8)).save(buffer, "PNG")
    return buffer.getvalue()


def test_the_histogram_is_the_algorithms(w):
    for number, image in enumerate(SHAPES):
        w.number = number
        [bars] = marks(w, "Edge histogram", Bars)
        assert_array_equal(bars.values, edge_histogram(image).features)
        assert bars.names == ("0°", "22.5°", "45°", "67.5°", "90°", "112.5°", "135°", "157.5°")
        assert_array_equal(marks(w, "Picture", Image)[0].values, image)


def test_the_block_is_the_algorithms(w):
    blocks = block_edge_histogram(SHAPES[0])
    for row, column in [(0, 0), (3, 2), (6, 6), (4, 5)]:
        w.block = row, column
        top, left, bottom, right = blocks.block_box(row, column)
        [lens] = marks(w, "Pixels of the block", Image)
        assert_array_equal(resolve(lens.values, w.state), SHAPES[0][top:bottom, left:right].round())
        columns, rows = marks(w, "Pixels of the block", Rule)
        assert_array_equal(columns.x.at(w.state), np.arange(blocks.patch[1], right - left, blocks.patch[1]))
        assert_array_equal(rows.y.at(w.state), np.arange(blocks.patch[0], bottom - top, blocks.patch[0]))
        bars = [line for line in marks(w, "Block histogram", Line) if line.key]
        tops = np.array([resolve(line.y, w.state)[1::3] - resolve(line.y, w.state)[::3] for line in bars]).T
        (low, _), (high, text), *_ = panel(w, "Block histogram").y.ticks
        length = (high - low) / float(text)
        assert_allclose(tops / length, blocks.block_histograms[row, column].reshape(9, 8), atol=0.51 / length)
        # The bars of each patch are where the patch is: in its column of the block, and in its row.
        assert_array_equal([line.x.reshape(3, 3, 3)[:, :, 0].argsort(axis=1) for line in bars], [[[0, 1, 2]] * 3] * 8)
        feet = resolve(bars[0].y, w.state)[::3].reshape(3, 3).astype(int)
        assert (np.diff(feet, axis=0) < 0).all()
        assert (np.diff(feet, axis=1) == 0).all()
        frame = marks(w, "Picture", Line)[0]
        assert_array_equal(resolve(frame.x, w.state), [left, right, right, left, left])
        assert_array_equal(resolve(frame.y, w.state), 28 - np.array([top, top, bottom, bottom, top]))


def test_strokes_lie_along_the_edges():
    edges = edge_maps(SHAPES[0])
    lines = edge_strokes(edges, 10_000)
    for k, line in enumerate(lines):
        seen = edges.map(k) > 0.06 * edges.strengths.max()
        x, y = line.x.reshape(-1, 3)[:, :2], line.y.reshape(-1, 3)[:, :2]
        rows, columns = np.nonzero(seen)
        assert_allclose(x.mean(axis=1), columns + 0.5)
        assert_allclose(y.mean(axis=1), 28 - rows - 0.5)
        turned = np.rad2deg(np.arctan2(np.diff(y), np.diff(x))) % 180
        assert_allclose((turned - edges.angles[k] + 90) % 180, 90, atol=1e-6)
    few = edge_strokes(edges, 20)
    assert sum(np.isfinite(line.x).sum() for line in few) == 40


def test_what_is_drawn_is_counted():
    w = EdgeHistogramViewer()
    assert w.source == "drawing"
    assert marks(w, "Draw a picture", Canvas)[0].drawing is w.inputs["drawing"]
    w.drawing = np.tile(np.arange(28) * 9, (28, 1))
    assert w.caption.startswith("The drawing, 28 × 28 pixels: its strongest orientation is 90° (1.00).")
    w.drawing = np.zeros((28, 28))
    assert w.selected == ()
    assert w.caption == (
        "The drawing, 28 × 28 pixels: it has no edges, because all pixels have the same grey level."
        " In the block in row 0, column 0, there is no edge."
    )


def test_to_draw_to_choose_and_to_go_through_images_is_to_ask_for_them(w):
    assert (w.source, w.scene.control("source").options) == ("given", ("given", "drawing", "photograph"))
    w.drawing = np.eye(28) * 255
    assert w.source == "drawing"
    w.number = 2
    assert (w.source, w.caption[:24]) == ("given", "Image 2, 28 × 28 pixels:")
    w.file = Upload("mine.png", png(STANDING))
    assert (w.source, w.caption[:26]) == ("file", "mine.png, 12 × 12 pixels: ")
    w.source = "photograph"
    assert w.caption.startswith("The photograph, 96 × 82 pixels, reduced from 600 × 512: its strongest orientation is 90°")
    assert sum(np.isfinite(line.x).sum() // 2 for line in marks(w, "Edges", Line) if line.key) == MOST_STROKES
    assert EdgeHistogramViewer(file=w.file).source == "file"
    assert EdgeHistogramViewer(number=7).trace.picture.name == "Digit 7, a 1"


def test_the_block_stays_where_it_was_put_and_else_follows_the_edges():
    w = EdgeHistogramViewer()
    right = np.zeros((28, 28))
    right[5:20, 22:] = 255
    w.drawing = right
    assert w.block == w.scene.control("block").initial
    assert w.block[1] >= 5
    w.block = 1, 1
    w.drawing = right.T
    assert w.block == (1, 1)


def test_settings():
    w = EdgeHistogramViewer(SHAPES[0], orientations=4, patch=4, patches=2, votes="interpolated", kernel="sobel")
    blocks = block_edge_histogram(SHAPES[0], orientations=4, patch=4, block=2, votes="interpolated", kernel="sobel")
    assert_array_equal(w.trace.blocks.features, blocks.features)
    assert panel(w, "Edge histogram").heading(w.state) == "Edge histogram: 4 features"
    assert panel(w, "Block histogram").heading(w.state) == "Block histogram: 16 of 576 features"


def test_of_a_large_block_a_part_of_the_picture_is_shown():
    w = EdgeHistogramViewer(np.random.default_rng(0).integers(0, 255, (90, 60)), block=(2, 1))
    top, left, bottom, right = w.trace.blocks.block_box(2, 1)
    lens = panel(w, "Pixels of the block")
    assert lens.marks[0].digits is None
    assert_array_equal(lens.x.domain.at(w.state), [left, right])
    assert_array_equal(lens.y.domain.at(w.state), [90 - bottom, 90 - top])
    assert_array_equal(lens.marks[1].x.at(w.state), [left + 7, left + 14])


@pytest.mark.parametrize("shape", [(3, 3), (96, 20), (300, 4000)])
def test_any_shape(shape):
    rng = np.random.default_rng(0)
    w = EdgeHistogramViewer(rng.random(shape))
    w.block = tuple(n - 1 for n in w.trace.blocks.block_grid)
    assert w.selected


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: EdgeHistogramViewer(patch=1),
            ValueError,
            "patch must be large enough for at most 160 blocks; got 1, which gives 676",
        ),
        (lambda: EdgeHistogramViewer(SHAPES, number=3), ValueError, r"number must be an integer from 0 to 2.*; got 3"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
