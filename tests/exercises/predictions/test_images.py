"""The predictions on images agree with computations of their own."""

from itertools import combinations

import numpy as np
import pytest

from fewidgets.algorithms import plain
from fewidgets.data import make_shapes
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.images import ORIENTATIONS, SAME, changed_triangles

SHAPES = make_shapes(size=64).X.reshape(3, 64, 64).astype(float)


def truth(name):
    return question(f"9.2.3 {name}").kind.truth


def test_triangle_and_square_share_most_of_their_pixels():
    squares = {(i, j): ((SHAPES[i] - SHAPES[j]) ** 2).sum() for i, j in combinations(range(3), 2)}
    assert truth("nearest pixels") == "1 and 3" == "{} and {}".format(*(n + 1 for n in min(squares, key=squares.get)))
    equal = {pair: (SHAPES[pair[0]] == SHAPES[pair[1]]).mean() for pair in squares}
    assert equal[0, 2] > 0.5  # "most of their pixels are equal"
    assert max(equal, key=equal.get) == (0, 2)


def test_the_histogram_of_the_triangle_has_a_bar_for_each_side():
    (bars,) = truth("triangle edges")
    assert np.flatnonzero(bars > 0.2).tolist() == [ORIENTATIONS.index(side) for side in ("0°", "45°", "135°")]
    assert (bars**2).sum() == pytest.approx(1, abs=1e-6)
    rows, columns = np.nonzero(SHAPES[0] > 100)
    width, height = np.ptp(columns), np.ptp(rows)
    assert width == pytest.approx(2 * height, rel=0.05)  # the sides rise at 45°
    assert bars[0] / bars[2] == pytest.approx(
        width / np.hypot(width / 2, height), rel=0.1
    )  # the base is longer, so its bar is


def test_what_changes_the_histogram():
    before = plain.edge_histogram(SHAPES[0])
    change = {name: np.linalg.norm(plain.edge_histogram(image) - before) for name, image in changed_triangles().items()}
    assert (
        set(truth("same histogram"))
        == {name for name, each in change.items() if each < SAME}
        == set(change) - {"Turn it by 90°"}
    )
    turned = plain.edge_histogram(changed_triangles()["Turn it by 90°"])
    np.testing.assert_allclose(turned, np.roll(before, 4), atol=0.02)  # "every bar moves four places"
    assert change["Turn it by 90°"] > 5 * SAME  # far from the limit, and so are the others
    assert max(each for name, each in change.items() if name != "Turn it by 90°") < SAME / 2


def test_a_thin_line_keeps_about_a_quarter():
    y, x = np.mgrid[:64, :64] - 31.5
    ring = 200 * np.clip(1 - np.abs(np.hypot(x, y) - 20), 0, 1)
    small = ring.reshape(16, 4, 16, 4).mean(axis=(1, 3))
    strength = [np.hypot(*np.gradient(image)).sum() for image in (ring, small)]
    assert truth("thin ring") == pytest.approx(100 * 4 * strength[1] / strength[0], rel=1e-6)
    assert 200 / 4 < small.max() < 200 / 3  # "about a quarter", and less in squares that the line only touches
