"""Pictures compared: what is on screen is what was measured."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import block_edge_histogram, edge_histogram
from fewidgets.data import load_mnist, make_shapes
from fewidgets.explorables.image_comparison import ImageComparison
from fewidgets.scene import Bars, Canvas

SHAPES = make_shapes().X.reshape(3, 64, 64)


def bars(w, column, row=2):
    return next(
        mark for p in w.scene.panels if (p.row, p.column) == (row, column) for mark in p.marks if isinstance(mark, Bars)
    )


def test_figure_9_7():
    w = ImageComparison()
    assert w.caption == (
        "Nearest by pixels: 1 and 3 (3980). By edge histograms: 1 and 2 (0.0375). In blocks: 2 and 3 (13.0). "
        "These two have almost no edges in the same places. They are nearest in blocks because they have the fewest edges."
    )
    assert w.selected == ("1", "2")
    features = edge_histogram(SHAPES).features
    for i in range(3):
        assert_array_equal(bars(w, i).values, features[i])
    for column, each in enumerate((SHAPES, features, block_edge_histogram(SHAPES).features)):
        apart = [np.linalg.norm(each[i] - each[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
        assert_allclose(bars(w, column, 1).values, apart, rtol=1e-5)
        assert list(bars(w, column, 1).style).index(1) == int(np.argmin(apart))
        assert bars(w, column, 1).names == ["1 and 2", "1 and 3", "2 and 3"]
    assert [p.heading(w.state) for p in w.scene.panels if p.row == 1] == [
        "By pixels: 1 and 3",
        "By edges: 1 and 2",
        "In blocks: 2 and 3",
    ]
    pictures = [p.marks[0].values for p in w.scene.panels if p.row == 0]
    assert_array_equal(pictures, SHAPES)


def boxes(*boxes):
    """Draw bright boxes, each (top, left, bottom, right), one in each picture."""
    pictures = np.zeros((len(boxes), 48, 48))
    for picture, (top, left, bottom, right) in zip(pictures, boxes, strict=True):
        picture[top:bottom, left:right] = 200
    return pictures


def test_nearest_in_blocks_is_explained_where_it_says_nothing_about_the_shapes():
    small, other, large = (3, 3, 12, 12), (3, 30, 12, 39), (20, 3, 44, 27)
    apart = ImageComparison(boxes(small, large, other))  # 1 and 3 are alike, but lie in different places
    assert "In blocks: 1 and 3" in apart.caption
    assert "almost no edges in the same places" in apart.caption
    lengths = apart.trace.blocks_with_edges
    assert apart.trace.block_distances[1] == pytest.approx(np.sqrt(lengths[0] + lengths[2]), rel=1e-6)
    together = ImageComparison(boxes(small, large, (3, 3, 12, 13)))  # 1 and 3 lie in the same place
    assert "In blocks: 1 and 3" in together.caption
    assert "same places" not in together.caption
    for w in (apart, together):  # the law of cosines
        first, second = np.array(w.trace.pairs).T
        n = w.trace.blocks_with_edges
        squares = n[first] + n[second] - 2 * w.trace.block_correlations * np.sqrt(n[first] * n[second])
        assert_allclose(w.trace.block_distances**2, squares, rtol=1e-5)
    blank = ImageComparison(np.zeros((3, 48, 48)))
    assert "same places" not in blank.caption


def test_digits_that_mean_the_same_and_one_that_does_not():
    w = ImageComparison(source="digits")
    first = w.trace.pictures
    assert first[0].name == first[1].name != first[2].name
    digits = load_mnist()
    assert any(np.array_equal(first[0].levels.reshape(-1), row) for row in digits.X)
    w.other = 3
    assert not np.array_equal(w.trace.pictures[0].levels, first[0].levels)
    assert w.source == "digits"
    w.other = 0
    assert_array_equal(w.trace.pictures[0].levels, first[0].levels)


def test_a_drawing_beside_a_triangle_and_a_square():
    w = ImageComparison()
    square = np.zeros((28, 28))
    square[3:12, 4:13] = 90
    w.drawing = square
    assert (w.source, w.selected) == ("drawing", ("2", "3"))
    assert isinstance(next(p for p in w.scene.panels if p.title == "3: draw here").marks[0], Canvas)
    w.drawing = np.zeros((28, 28))
    assert not bars(w, 2).values.any()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: ImageComparison(SHAPES[0]), ValueError, "images must contain 2 or 3 pictures; got 1"),
        (
            lambda: ImageComparison([SHAPES[0], SHAPES[0][:30]]),
            ValueError,
            "images must all have the same size.*; got 64 × 64 and 30 × 64 pixels",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
