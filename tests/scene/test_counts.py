"""Tables of counts: what their states may be, that their total stays, and how they are drawn."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fewidgets.scene import Axis, CountGrid, Counts, Frames, Panel, Scene, Toggle
from fewidgets.scene.encode import as_json, decode_state, encode, encode_state
from fewidgets.scene.matplotlib_renderer import draw
from fewidgets.scene.svg_still import still_svg

COUNTS = Counts("table", 2, 3, [[8, 0, 3], [1, 9, 4]], label="Days")


def test_a_state_is_an_array_of_its_own_that_nobody_can_change():
    given_state = np.array(COUNTS.start)
    state = COUNTS.check(given_state)
    given_state[0, 0] = 7
    assert state[0, 0] == 8
    for array in (state, COUNTS.initial, COUNTS.start):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 2
    assert state.dtype == np.int64
    assert COUNTS.check(np.array(COUNTS.start, dtype=float)).dtype == np.int64
    assert COUNTS.total == 25
    assert COUNTS.compute
    assert_array_equal(Counts("c", 2, 2).initial, np.ones((2, 2)))


@pytest.mark.parametrize(
    ("state", "error", "message"),
    [
        ([[8, 0, 3], [1, 9, 5]], ValueError, "table must add up to 25, because examples are moved .*; got 26"),
        ([[9, -1, 3], [1, 9, 4]], ValueError, "table must contain only whole numbers from 0 .*; got -1 in row 0, column 1"),
        ([[8, 0.5, 2.5], [1, 9, 4]], ValueError, "table must .*; got 0.5 in row 0, column 1"),
        ([[8, math.nan, 3], [1, 9, 4]], ValueError, "table must .*; got nan in row 0, column 1"),
        ([[math.inf, 0, 3], [1, 9, 4]], ValueError, "table must .*; got inf in row 0, column 0"),
        ([[8, 0], [3, 14]], ValueError, r"table must be an array of counts with shape \(2, 3\); got shape \(2, 2\)"),
        ("many", TypeError, "table must be an array of counts .*; got dtype <U4"),
        (None, TypeError, "got dtype object"),
        (np.ones((2, 3), dtype=bool), TypeError, "got dtype bool"),
    ],
)
def test_what_is_refused(state, error, message):
    with pytest.raises(error, match=message):
        COUNTS.check(state)
    assert_array_equal(COUNTS.nearest(state), COUNTS.start)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 2, np.zeros((2, 2))), "start of c must add up to a number from 1 to 1,000,000; got 0"),
        ((2, 2, [[10**6, 1], [0, 0]]), "start of c must add up to .*; got 1,000,001"),
        ((2, 2, [[1, 2, 3]]), "start of c must be .* shape"),
        ((1, 1, [[5]]), "c must be a table with at least two cells"),
        ((13, 2), "rows of c must be an integer from 1 to 12; got 13"),
        ((2, 0), "columns of c must be an integer from 1 to 12; got 0"),
        ((2.0, 2), "rows of c must be an integer"),
        ((2, 2, None, ()), "steps of c must be integers of at least 1; got"),
        ((2, 2, None, (1, 0)), "steps of c must be integers of at least 1; got"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Counts("c", *arguments)


@given(st.permutations([8, 0, 3, 1, 9, 4]))
def test_a_state_crosses_to_a_browser_and_back(cells):
    state = COUNTS.check(np.reshape(cells, (2, 3)))
    sent = encode_state(state)
    assert_array_equal(COUNTS.check(decode_state({**sent, "data": bytes(sent["data"])})), state)


def test_a_state_is_described_by_how_many_examples_moved():
    assert COUNTS.describe(COUNTS.initial) == ""
    assert COUNTS.describe(COUNTS.check([[3, 5, 3], [0, 9, 5]])) == "6 of 25 moved"


def shown(**more):
    grid = CountGrid(COUNTS, ["rain", "dry"], ["umbrella", "coat", "none"], **more)
    return Scene("t", [Panel("Days", [grid], axes=False, x=Axis("what"), y=Axis("weather"))], [COUNTS])


def test_counts_names_sums_and_values_are_written():
    scene = shown(values=[[0.25, math.nan, -0.0001], [-1, 0, 2]], digits=2, label="share")
    figure = draw(scene)
    texts = [text.get_text() for text in figure.axes[0].texts]
    for wanted in ("8", "0", "0.25", "−1.00", "0.00", "rain", "dry", "what", "weather", "total", "11", "14", "25", "7"):
        assert wanted in texts, wanted
    assert "nan" not in texts
    assert "colours and small numbers: share" in [text.get_text() for text in figure.texts]
    assert "umbrella" in still_svg(scene)
    assert "total" not in [text.get_text() for text in draw(shown(totals=False)).axes[0].texts]


def test_tints_reach_as_far_below_zero_as_above():
    assert shown(values=[[0.25, math.nan, -3], [-1, 0, 2]]).panels[0].marks[0].limits == (-3, 3)
    assert shown(values=np.zeros((2, 3))).panels[0].marks[0].limits == (-1, 1)
    toggle = Toggle("on")
    frames = Frames(np.stack([np.zeros((2, 3)), np.full((2, 3), -4.0)]), toggle)
    assert CountGrid(COUNTS, ["a", "b"], ["x", "y", "z"], values=frames).limits == (-4, 4)
    assert shown().panels[0].marks[0].limits is None


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (8, 6), (1, 2)])
def test_tables_of_all_sizes_and_with_long_names_stay_in_their_panel(rows, columns):
    counts = Counts("c", rows, columns)
    names = [
        [f"{side} {k}, a name that is far too long for any table" for k in range(n)]
        for side, n in (("r", rows), ("c", columns))
    ]
    scene = Scene("t", [Panel("p", [CountGrid(counts, *names)], axes=False)], [counts])
    figure = draw(scene)
    figure.canvas.draw()
    box = figure.axes[0].get_window_extent()
    for text in figure.axes[0].texts:
        place = text.get_window_extent()
        assert place.x0 >= box.x0 - 2
        assert place.x1 <= box.x1 + 2
    assert as_json(encode(scene))["panels"][0]["height"] >= 24 * rows
