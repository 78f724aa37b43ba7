"""The predictions on images agree with computations of their own."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from fewidgets.algorithms import MulticlassSoftmax, block_edge_histogram, edge_histogram, minibatch_gradient_descent, plain
from fewidgets.data import load_mnist, make_shapes
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.images import (
    ORIENTATIONS,
    PATCHES,
    PIXELS,
    SAME,
    WHOLE,
    changed_triangles,
    same_digit_nearest,
)

SHAPES = make_shapes(size=64).X.reshape(3, 64, 64).astype(float)


def truth(name):
    return question(f"9.2.3 {name}").kind.truth


def test_triangle_and_square_share_most_of_their_pixels():
    squares = {(i, j): ((SHAPES[i] - SHAPES[j]) ** 2).sum() for i, j in combinations(range(3), 2)}
    assert truth("nearest pixels") == "1 and 3" == "{} and {}".format(*(n + 1 for n in min(squares, key=squares.get)))
    assert squares[0, 1] == pytest.approx(squares[1, 2], rel=0.001)  # "no nearer to the square than to the large triangle"
    assert not ((SHAPES[1] > 0) & (SHAPES[2] > 0)).any()  # "these two do not overlap"
    equal = {pair: (SHAPES[pair[0]] == SHAPES[pair[1]]).mean() for pair in squares}
    assert equal[0, 2] > 0.5  # "few of their pixels differ"
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


def test_neighbours_by_patches_show_the_same_digit_most_often():
    digits = load_mnist()
    images, y = digits.X[::5].reshape(-1, 28, 28), digits.y[::5]
    kinds = {
        PIXELS: images,
        WHOLE: edge_histogram(images).features,
        PATCHES: block_edge_histogram(images).features,
    }
    found = {}
    for name, features in kinds.items():
        rows = features.reshape(1000, -1).astype(float)
        tree = NearestNeighbors(n_neighbors=2).fit(rows)
        found[name] = int((y[tree.kneighbors(rows)[1][:, 1]] == y).sum())
    assert found == same_digit_nearest() == {PIXELS: 902, WHOLE: 363, PATCHES: 946}
    assert truth("same digit") == (PATCHES, PIXELS, WHOLE)


def test_with_raw_pixels_the_first_epoch_raises_the_cost():
    digits = load_mnist()
    costs = {}
    for divisor in (1, 255):
        cost = MulticlassSoftmax(digits.X / divisor, digits.y)
        run = minibatch_gradient_descent(cost, np.zeros(cost.weights_shape), 1e-2, epochs=1, batch_size=200)
        costs[divisor] = run.costs
    assert truth("raw pixels") == "It rises far above its start"
    assert costs[1][1] > 10 * costs[1][0]
    assert costs[255][1] < costs[255][0]
