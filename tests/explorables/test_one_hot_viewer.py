"""Categories coded twice: what is on screen is what the encodings say."""

import numpy as np

from fewidgets.explorables.one_hot_viewer import BLOOD_TYPES, OneHotViewer
from fewidgets.scene import Image, Line, Text, resolve


def marks(w, column, kind):
    return [mark for mark in w.scene.panels[column].marks if isinstance(mark, kind)]


def drawn(w, column):
    """Return the lengths of the pieces from top to bottom, and the distances written beside them."""
    pieces = [np.ptp(resolve(line.x, w.state)) for line in marks(w, column, Line)]
    heading, *written = resolve(marks(w, column, Text)[0].text, w.state)
    assert heading == "distance"
    return pieces, [float(each) for each in written]


def test_the_distances_of_figure_9_2():
    w = OneHotViewer(reference="AB")
    assert drawn(w, 0) == ([3, 2, 1, 0], [3, 2, 1, 0])
    pieces, written = drawn(w, 1)
    assert pieces[0] > 0
    np.testing.assert_allclose(pieces, np.multiply(pieces[0], [1, 1, 1, 0]))
    np.testing.assert_allclose(written, np.sqrt(2) * np.array([1, 1, 1, 0]), atol=0.005)
    assert (
        w.caption == "With these codes, the distance from AB is 1 to B, 2 to A, and 3 to O. "
        "With one-hot vectors, every distance is 1.41."
    )
    assert w.selected == ("B",)


def test_panels_change_with_the_order_of_the_codes():
    w = OneHotViewer()
    rows = w.scene.panels[1].y.ticks
    w.order = ("O", "AB", "A", "B")
    assert rows == w.scene.panels[1].y.ticks, "rows stay, so that a change can be seen"
    assert [text for _, text in w.scene.panels[0].y.ticks[::-1]] == ["O = 0", "A = 2", "B = 3", "AB = 1"]
    codes = [w.order.index(name) for name in BLOOD_TYPES]
    np.testing.assert_array_equal(marks(w, 1, Image)[0].values, np.eye(4)[codes])
    for k, name in enumerate(BLOOD_TYPES):
        w.reference = name
        apart = np.abs(np.subtract(codes, codes[k])).tolist()
        assert drawn(w, 0) == (apart, apart)
        np.testing.assert_allclose(drawn(w, 1)[1], [0 if each == k else 1.41 for each in range(4)])
