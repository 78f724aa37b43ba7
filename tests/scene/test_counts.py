"""How tables of counts are drawn."""

import math

import numpy as np
import pytest

from fewidgets.scene import Axis, CountGrid, Counts, Panel, Scene
from fewidgets.scene.page.encode import as_json, encode
from fewidgets.scene.still.matplotlib_figure import draw


def test_counts_names_sums_and_values_are_written():
    counts = Counts("table", 2, 3, [[8, 0, 3], [1, 9, 4]])
    values = [[0.25, math.nan, -0.0001], [-1, 0, 2]]
    grid = CountGrid(counts, ["rain", "dry"], ["umbrella", "coat", "none"], values, "share", (-2, 2))
    figure = draw(Scene("t", [Panel("Days", [grid], axes=False, x=Axis("what"), y=Axis("weather"))], [counts]))
    texts = [text.get_text() for text in figure.axes[0].texts]
    for wanted in ("8", "0", "0.250", "−1.000", "0.000", "rain", "dry", "what", "weather", "total", "11", "14", "25", "7"):
        assert wanted in texts, wanted
    assert "nan" not in texts
    assert "colours and small numbers: share" in [text.get_text() for text in figure.texts]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (8, 6), (1, 2)])
def test_tables_of_all_sizes_and_with_long_names_stay_in_their_panel(rows, columns):
    counts = Counts("c", rows, columns)
    names = [[f"{k}, a name that is far too long for any table" for k in range(n)] for n in (rows, columns)]
    grid = CountGrid(counts, *names, np.zeros((rows, columns)), "share", (-1, 1))
    scene = Scene("t", [Panel("p", [grid], axes=False)], [counts])
    figure = draw(scene)
    figure.canvas.draw()
    box = figure.axes[0].get_window_extent()
    for place in (text.get_window_extent() for text in figure.axes[0].texts):
        assert place.x0 >= box.x0 - 2
        assert place.x1 <= box.x1 + 2
    assert as_json(encode(scene))["panels"][0]["height"] >= 24 * rows
