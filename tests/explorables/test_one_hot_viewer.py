"""Categories coded twice: what is on screen is what the encodings say."""

import numpy as np
import pandas as pd
import pytest

from fewidgets.explorables.one_hot_viewer import BLOOD_TYPES, OneHotViewer
from fewidgets.scene import Bars, Image


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


def test_the_bars_measure_from_the_reference():
    w = OneHotViewer()
    bars = [mark for panel in w.scene.panels for mark in panel.marks if isinstance(mark, Bars)]
    for name in BLOOD_TYPES:
        w.reference = name
        place = w.trace.codes.bins.index(name)
        for mark, encoding in zip(bars, w.trace, strict=True):
            np.testing.assert_array_equal(mark.values.at(w.state), encoding.distances[place])


@pytest.mark.parametrize(
    ("values", "keywords", "bins"),
    [
        (pd.Series(["low", "high", "middle", "low"]), {}, ("low", "high", "middle")),
        (["low", "high", "low"], {"categories": "sorted"}, ("high", "low")),
        ([3, 1, 2, 1], {"categories": "sorted"}, ("1", "2", "3")),
        ([True, False], {}, ("True", "False")),
        (["a", None, "b"], {"missing": "own"}, ("a", "b", "(missing)")),
        (["a", "b"], {"categories": ["b", "c", "a"]}, ("b", "c", "a")),
        (["猫", "كلب"], {}, ("猫", "كلب")),
    ],
)
def test_own_data(values, keywords, bins):
    w = OneHotViewer(values, **keywords)
    assert w.trace.codes.bins == bins
    assert w.describe_size() == f"{len(bins)} categories"
    w.order = list(reversed(w.order))
    assert w.trace.codes.categories[0] == w.trace.one_hot.categories[0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: OneHotViewer("abc"), TypeError, "values must be a list of categories, .*; got one text"),
        (lambda: OneHotViewer([]), ValueError, "values must have at least one row"),
        (lambda: OneHotViewer(["a", "a"]), ValueError, "values must have 2 to 12 categories; got 1"),
        (lambda: OneHotViewer(range(13)), ValueError, "values must have 2 to 12 categories; got 13"),
        (lambda: OneHotViewer(["a", None, "b"]), ValueError, "missing value in row 1"),
        (lambda: OneHotViewer(["a", 1]), TypeError, "values must be of one kind"),
        (
            lambda: OneHotViewer(missing="zero"),
            ValueError,
            r"missing must be 'error' or 'own'; got 'zero'\. Did you mean 'error'\?",
        ),
        (lambda: OneHotViewer(categories="random"), ValueError, "order must be 'sorted' or 'appearance'; got 'random'"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_matrices_change_with_the_order_of_the_codes():
    w = OneHotViewer()
    titles = ("Distances of the codes", "As one-hot vectors: one bin for each category")

    def pictures():
        panels = {panel.title: panel for panel in w.scene.panels}
        return [(panels[title].marks[0].values, panels[title].y.ticks) for title in titles]

    before = pictures()
    w.order = ("O", "AB", "A", "B")
    for (old, rows), (new, same_rows) in zip(before, pictures(), strict=True):
        assert rows == same_rows, "the rows must stay, so that a change can be seen"
        assert not np.array_equal(old, new)
    names = ["O", "A", "B", "AB"]
    codes = [w.order.index(name) for name in names]
    np.testing.assert_array_equal(pictures()[0][0], np.abs(np.subtract.outer(codes, codes)))
    np.testing.assert_array_equal(pictures()[1][0], np.eye(4)[codes])
    one_hot = next(panel.marks[0].values for panel in w.scene.panels if panel.title == "Distances of the one-hot vectors")
    np.testing.assert_allclose(one_hot, np.sqrt(2) * (1 - np.eye(4)))
    w.reference = "AB"
    bars = next(panel.marks[0] for panel in w.scene.panels if panel.title.endswith("by codes"))
    assert dict(zip(bars.names, bars.values.at(w.state), strict=True)) == {"O": 1, "A": 1, "B": 2, "AB": 0}
