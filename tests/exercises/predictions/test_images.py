"""The predictions on images agree with computations of their own."""

from itertools import combinations

import numpy as np
import pytest

from fewidgets.algorithms import block_edge_histogram, edge_histogram, plain
from fewidgets.data import load_mnist, make_shapes
from fewidgets.exercises.bank import question
from fewidgets.exercises.predictions.images import EPOCHS, ORIENTATIONS, SAME, changed_triangles

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


def test_which_sketches_are_right():
    kind = question("9.2.3 triangle edges").kind
    sketch = dict.fromkeys(ORIENTATIONS, 0.0) | {"0°": 0.7, "45°": 0.5, "135°": 0.5}

    def verdict(**changed):
        drawn = sketch | {name.replace("_", ".").strip("a") + "°": height for name, height in changed.items()}
        return kind.grade([list(drawn.values())])

    assert verdict().right
    assert "upright edges" in verdict(a90=0.7).reason
    assert "left out the base" in verdict(a0=0.0).reason
    assert "at 135°" in verdict(a135=0.0, a45=0.7).reason
    assert "rises to the right" in verdict(a45=0.0).reason
    assert "highest bar is at 45°" in verdict(a0=0.5, a45=0.7).reason
    assert "edges at 22.5°" in verdict(a22_5=0.5).reason


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


def test_the_order_does_not_depend_on_the_draw():
    digits = load_mnist()
    images = digits.X.reshape(-1, 28, 28)
    some = np.random.default_rng(7).permutation(len(images))[:300]
    rows = {
        "pixels": digits.X[some].astype(float),
        "edges of the whole image": edge_histogram(images[some]).features.astype(float),
        "edges in blocks": block_edge_histogram(images[some]).features.astype(float),
    }
    y, share = digits.y[some], {}
    for name, X in rows.items():
        squares = (X**2).sum(axis=1)
        apart = squares[:, None] + squares - 2 * X @ X.T
        hits = tries = 0
        for a, b in combinations(range(0, len(y), 3), 2):
            if y[a] == y[b]:
                others = np.flatnonzero(y != y[a])
                hits += ((apart[a, b] < apart[a, others]) & (apart[a, b] < apart[b, others])).sum()
                tries += len(others)
        share[name] = hits / tries
    assert list(truth("same digit")) == sorted(share, key=share.get, reverse=True)
    assert share["edges of the whole image"] > 1 / 3  # better than a guess


def test_a_thin_line_keeps_about_a_quarter():
    y, x = np.mgrid[:64, :64] - 31.5
    ring = 200 * np.clip(1 - np.abs(np.hypot(x, y) - 20), 0, 1)
    small = ring.reshape(16, 4, 16, 4).mean(axis=(1, 3))
    strength = [np.hypot(*np.gradient(image)).sum() for image in (ring, small)]
    assert truth("thin ring") == pytest.approx(100 * 4 * strength[1] / strength[0], rel=1e-6)
    assert 200 / 4 < small.max() < 200 / 3  # "about a quarter", and less in squares that the line only touches


def misclassified(X, y, epochs, rate=1e-2):
    """Descend with batches of 200 in random order, in plain NumPy; costs and errors after each epoch."""
    X = np.column_stack([np.ones(len(X)), X])
    W, rng, target = np.zeros((X.shape[1], 10)), np.random.default_rng(1), np.eye(10)[y]

    def chances(rows):
        o = X[rows] @ W
        e = np.exp(o - o.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    history = []
    for _ in range(epochs):
        for rows in np.array_split(rng.permutation(len(y)), len(y) // 200):
            W -= rate * X[rows].T @ (chances(rows) - target[rows]) / len(rows)
        p = chances(slice(None))
        history.append((-np.log(np.maximum(p[np.arange(len(y)), y], 1e-300)).mean(), (p.argmax(axis=1) != y).sum()))
    return history


def test_edges_halve_the_errors_and_raw_pixels_raise_the_cost():
    digits = load_mnist()
    edges = block_edge_histogram(digits.X.reshape(-1, 28, 28)).features
    by_pixels, by_edges = (misclassified(X, digits.y, EPOCHS)[-1][1] for X in (digits.X / 255, edges))
    assert truth("digit race") == pytest.approx(100 * by_edges / by_pixels, abs=5)  # the order of the batches is another
    ((cost, _),) = misclassified(digits.X.astype(float), digits.y, 1)
    assert truth("raw pixels") == "It rises far above its start"
    assert cost > 10 * np.log(10)
