"""Categories coded twice: what is on screen is what the encodings say."""

import numpy as np

from fewidgets.explorables.one_hot_viewer import BLOOD_TYPES, OneHotViewer
from fewidgets.scene import Image


def images(w):
    return {panel.title: mark.values for panel in w.scene.panels for mark in panel.marks if isinstance(mark, Image)}


def test_the_distances_of_figure_9_2():
    w = OneHotViewer(reference="AB")
    np.testing.assert_array_equal(images(w)["Distances of the codes"][3], [3, 2, 1, 0])
    np.testing.assert_allclose(images(w)["Distances of the one-hot vectors"], np.sqrt(2) * (1 - np.eye(4)))
    assert (
        w.caption == "With these codes, the distance from AB is 1 to B, 2 to A, and 3 to O. "
        "With one-hot vectors, every distance is 1.41."
    )
    assert w.selected == ("B",)


def test_matrices_change_with_the_order_of_the_codes():
    w = OneHotViewer()
    rows = {panel.title: panel.y.ticks for panel in w.scene.panels}
    w.order = ("O", "AB", "A", "B")
    assert rows == {panel.title: panel.y.ticks for panel in w.scene.panels}, "rows stay, so that a change can be seen"
    codes = [w.order.index(name) for name in BLOOD_TYPES]
    found = images(w)
    np.testing.assert_array_equal(found["Distances of the codes"], np.abs(np.subtract.outer(codes, codes)))
    np.testing.assert_array_equal(found["As one-hot vectors: one bin for each category"], np.eye(4)[codes])
    np.testing.assert_allclose(found["Distances of the one-hot vectors"], np.sqrt(2) * (1 - np.eye(4)))
    w.reference = "AB"
    bars = next(panel.marks[0] for panel in w.scene.panels if panel.title.endswith("by codes"))
    assert dict(zip(bars.names, bars.values.at(w.state), strict=True)) == {"O": 1, "A": 1, "B": 2, "AB": 0}
