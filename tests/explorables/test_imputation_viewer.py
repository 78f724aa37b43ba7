"""Gaps, means and zeros: what is on screen is what mean imputation says."""

import numpy as np
import pandas as pd
import pytest

from fewidgets.algorithms import MeanImputer, StandardNormalizer
from fewidgets.explorables.framework.intake import take_in_with_gaps
from fewidgets.explorables.imputation_viewer import ImputationViewer
from fewidgets.scene import Bars, Dots, Line, Table

nan = np.nan
SMALL = [[1.0, 20.0], [2.0, 10.0], [3.0, nan], [4.0, 40.0], [5.0, 50.0]]


def panel(w, title):
    return next(panel for panel in w.scene.panels if panel.title.startswith(title))


def mark(w, title, kind):
    return next(mark for mark in panel(w, title).marks if isinstance(mark, kind))


def cells(w):
    """Give the table's texts and numbers, and what they mean, in the present stage."""
    table = mark(w, "Click a value", Table)
    meanings = [[table.styles[style].label for style in row] for row in table.style.at(w.state)]
    return table.rows.at(w.state), meanings


def test_the_point_of_figure_9_17():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"])
    assert w.up == "weight"
    assert w.caption == "1 of 10 values is missing, in weight."
    assert cells(w)[0][2] == ["#2", 3.0, "?"]
    assert cells(w)[1][2] == ["", "", "missing from the start"]
    w.stage = "imputed"
    assert w.caption == "1 of 10 values was missing, and has been replaced by the mean of the feature: in weight by 30.0."
    assert cells(w)[0][2] == ["#2", 3.0, 30.0]
    assert cells(w)[1][2] == ["", "", "imputed"]
    w.stage = "normalized"
    assert cells(w)[0][2] == ["#2", 0.0, 0.0]
    assert (
        w.caption == "1 of 10 values was missing, and is exactly 0 now. Imputation has left weight with 80 % of its variance."
    )
    assert w.selected == ("weight",)


def test_the_point_moves_from_the_edge_to_the_mean_to_zero():
    w = ImputationViewer(SMALL)
    known, filled, hollow = (each for each in panel(w, "Two features").marks if isinstance(each, Dots))
    low = panel(w, "Two features").y.domain.at(w.state)[0]
    assert low < filled.y.at(w.state)[0] == hollow.y.at(w.state)[0] < 10
    w.stage = "imputed"
    assert (filled.x.at(w.state)[0], filled.y.at(w.state)[0]) == (3.0, 30.0)
    assert np.isnan(hollow.y.at(w.state)).all()
    w.stage = "normalized"
    assert (filled.x.at(w.state)[0], filled.y.at(w.state)[0]) == (0.0, 0.0)
    np.testing.assert_allclose(known.x.at(w.state), np.array([-2, -1, 1, 2]) / np.sqrt(2))


def test_removing_by_hand_is_what_the_imputer_sees():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 4)) * [1, 10, 100, 1000]
    w = ImputationViewer(X)
    removed = np.zeros((10, 4), dtype=bool)
    removed[[0, 3, 3], [1, 1, 2]] = True
    w.removed = removed
    expected = X.copy()
    expected[w.rows[[0, 3, 3]], [1, 1, 2]] = nan
    np.testing.assert_array_equal(w.trace.X, expected)
    imputed = MeanImputer().fit_transform(expected)
    np.testing.assert_array_equal(w.trace.imputation.X, imputed)
    np.testing.assert_array_equal(w.trace.normalized, StandardNormalizer().fit_transform(imputed))
    assert (w.trace.normalized[np.isnan(expected)] == 0).all()
    bars = mark(w, "Variance after", Bars).values.at({"stage": "imputed"})
    np.testing.assert_allclose(bars, [100, 100 * 28 / 30, 100 * 29 / 30, 100])
    np.testing.assert_allclose(bars, 100 * imputed.var(axis=0) / np.nanvar(expected, axis=0))
    assert cells(w)[1][3][2:4] == ["removed by hand", "removed by hand"]


def test_a_larger_share_removes_more_of_the_same():
    w = ImputationViewer.example()
    w.removed_share = 0.1
    few = np.isnan(w.trace.X)
    w.removed_share = 0.4
    more = np.isnan(w.trace.X)
    assert 0.05 < few.mean() < 0.15
    assert 0.33 < more.mean() < 0.47
    assert more[few].all()
    w.draw = 1
    assert (np.isnan(w.trace.X) != more).any()
    assert (w.trace.normalized[np.isnan(w.trace.X)] == 0).all()
    w.move(removed_share=0.0, draw=0, stage="gaps")
    assert w.caption == "No value is missing. Click a value in the table to remove it, or remove some at random."


def test_the_histogram_gains_what_was_filled_at_the_mean():
    w = ImputationViewer.example()
    after, before = (each for each in panel(w, "Histogram of").marks if isinstance(each, Line))
    gained = after.y.at({"stage": "imputed"}) - before.y
    n = w.data.feature_names.index("horsepower")
    assert gained.sum() == gained.max() == w.trace.imputation.counts[n] > 10
    place = int(gained.argmax())
    assert after.x[place] <= w.trace.imputation.means[n] <= after.x[place + 1]


def test_nothing_of_the_imputation_is_shown_before_it():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"])
    assert w.stage == "gaps"
    after = next(each for each in panel(w, "Histogram of").marks if isinstance(each, Line))
    assert np.isnan(after.y.at(w.state)).all()
    assert np.isnan(mark(w, "Variance after", Bars).values.at(w.state)).all()
    assert "imputed" in panel(w, "Variance after").nothing(w.state)
    assert panel(w, "Variance after").nothing({**w.state, "stage": "imputed"}) == ""
    assert [readout.at(w.state) for readout in w.scene.readouts][-2:] == ["–", "–"]


def test_means_stay_and_all_is_told_in_the_readouts():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"], stage="normalized")
    readouts = {readout.label: readout.at(w.state) for readout in w.scene.readouts}
    assert readouts == {
        "Missing": "1 of 10",
        "Mean of weight": "30.0",
        "Variance of known values": "250",
        "Variance with imputed values": "200",
        "Imputed values that become 0": "1 of 1",
    }


@pytest.mark.parametrize(
    ("X", "names"),
    [
        (pd.DataFrame({"a": [1.0, None, 3.0], "b": [2.0, 5.0, 3.0]}), ("a", "b")),
        (pd.DataFrame({"a": pd.array([1, None, 3], dtype="Int64"), "b": [2, 5, 3]}), ("a", "b")),
        (np.ma.masked_equal([[1, 2], [-9, 5], [3, 3]], -9), ("x1", "x2")),
        ([[1, 2], [None, 5], [3, 3]], ("x1", "x2")),
        (np.array([[1, 2], [nan, 5], [3, 3]], dtype=np.float32), ("x1", "x2")),
    ],
)
def test_gaps_of_all_kinds_come_in(X, names):
    array, found = take_in_with_gaps(X)
    np.testing.assert_array_equal(array, [[1, 2], [nan, 5], [3, 3]])
    assert found == names
    assert ImputationViewer(X).trace.imputation.X[1, 0] == 2


def test_the_table_shows_what_has_gaps_and_others():
    X = np.arange(8000.0).reshape(1000, 8)
    X[[400, 700], 7] = nan
    w = ImputationViewer(X)
    assert {400, 700} <= set(w.rows)
    assert len(w.rows) == 10
    assert len(w.columns) == 8, "all features"
    assert len(panel(w, "Click a value").marks[0].columns) == 9
    assert len(panel(w, "Two features").marks[2].x.at(w.state)) < 300


def test_a_feature_without_any_value_is_told_and_all_stays():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"])
    w.removed = [[False, True], [False, True], [False, False], [False, True], [False, False]]
    before, picture = repr(w), w._scene
    message = "Leave at least one value of weight. Without any, there is no mean to replace the missing values."
    with pytest.raises(ValueError, match=message[:30]):
        w.removed = [[False, True]] * 5
    w._handle_custom_msg({"ask": {"removed_share": 0.9}, "serial": "a"}, [])
    assert w.message.startswith("Leave at least one value of ")
    assert (repr(w), w._scene) == (before, picture)
    w._handle_custom_msg({"ask": {"removed_share": 0.0}, "serial": "b"}, [])
    assert w.message == ""


def test_one_value_left_is_a_constant_and_becomes_zeros():
    w = ImputationViewer([[1.0, 2.0], [2.0, nan], [3.0, nan]], stage="normalized")
    np.testing.assert_array_equal(w.trace.normalized[:, 1], 0)
    w.figure()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: ImputationViewer([[1, nan], [2, nan]]),
            ValueError,
            "X must have a value in every feature, .*; got none in feature 1",
        ),
        (lambda: ImputationViewer([[1.0, 2.0]]), ValueError, "X must (have at least two examples|be two-dimensional)"),
        (lambda: ImputationViewer([[1.0], [2.0]]), ValueError, "X must (have at least two examples|be two-dimensional)"),
        (
            lambda: ImputationViewer([[1.0, np.inf], [2.0, 1.0]]),
            ValueError,
            "X must be finite or NaN; found an infinite value",
        ),
        (lambda: ImputationViewer([["a", "b"], ["c", "d"]]), TypeError, "X "),
        (lambda: ImputationViewer([1.0, 2.0]), ValueError, "X must (have at least two examples|be two-dimensional)"),
        (lambda: ImputationViewer(SMALL, feature_names=["a"]), ValueError, "feature_names"),
        (lambda: ImputationViewer(SMALL, feature_names=["a", "a"]), ValueError, "distinct names; got 'a' more than once"),
        (lambda: ImputationViewer(SMALL, feature_names="ab"), TypeError, "feature_names must be .* got 'ab'"),
        (lambda: ImputationViewer(SMALL, removed_share=1.0), ValueError, r"removed_share must be .*; got 1.0"),
        (lambda: ImputationViewer(SMALL, removed_share=nan), ValueError, r"removed_share must be .*; got nan"),
        (lambda: ImputationViewer(SMALL, draw=-1), ValueError, r"draw must be .*; got -1"),
        (lambda: ImputationViewer(SMALL, up="x9"), ValueError, r"up must be .*; got 'x9'"),
        (lambda: ImputationViewer(SMALL, across="x9"), ValueError, r"across must be .*; got 'x9'"),
        (lambda: ImputationViewer(SMALL, removed=[[True]]), ValueError, r"removed must be .*; got shape"),
        (lambda: ImputationViewer(SMALL, stage="filled"), ValueError, r"stage must be .*; got 'filled'"),
        (
            lambda: ImputationViewer(SMALL, removed_shar=0.1),
            TypeError,
            "no keyword 'removed_shar': did you mean 'removed_share'",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_same_feature_twice_is_a_diagonal():
    w = ImputationViewer(SMALL, up="x1", across="x1")
    known = mark(w, "Two features", Dots)
    np.testing.assert_array_equal(known.x.at(w.state), known.y.at(w.state))


def test_of_many_examples_the_scatter_plot_shows_known_and_missing_ones():
    X = np.random.default_rng(0).normal(size=(20_000, 10)).astype(np.float32)
    marks = panel(ImputationViewer(X, removed_share=0.2), "Two features").marks
    known, missing = (len(marks[k].x.values[0]) for k in (2, 3))
    assert known >= 100
    assert missing >= 100
    assert known + missing <= 300
