"""Gaps, means and zeros: what is on screen is what mean imputation says."""

import numpy as np
import pandas as pd
import pytest

from fewidgets.algorithms import MeanImputer, StandardNormalizer
from fewidgets.explorables.framework.intake import take_in_with_gaps
from fewidgets.explorables.imputation_viewer import ImputationViewer
from fewidgets.scene import Bars, Dots, Line, Rule, Table

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
    known, filled = (each for each in panel(w, "Two features").marks if isinstance(each, Dots))
    low = panel(w, "Two features").y.domain.at(w.state)[0]
    assert low < filled.y.at(w.state)[0] < 10
    assert filled.styles[filled.style.at(w.state)[0]].label == "value missing"
    w.stage = "imputed"
    assert (filled.x.at(w.state)[0], filled.y.at(w.state)[0]) == (3.0, 30.0)
    assert filled.styles[filled.style.at(w.state)[0]].label == "imputed"
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
    bars = mark(w, "How much of the variance", Bars).values.at({"stage": "imputed"})
    np.testing.assert_array_equal(mark(w, "How much of the variance", Bars).values.at({"stage": "gaps"}), 100)
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


def test_the_histogram_gains_what_was_filled_at_the_mean():
    w = ImputationViewer.example()
    after, before = (each for each in panel(w, "Histogram of").marks if isinstance(each, Line))
    gained = after.y.at({"stage": "imputed"}) - before.y
    n = w.data.feature_names.index("horsepower")
    assert gained.sum() == gained.max() == w.trace.imputation.counts[n] > 10
    place = int(gained.argmax())
    assert after.x[place] <= w.trace.imputation.means[n] <= after.x[place + 1]


def test_headings_say_where_the_imputed_values_are_once_they_are_imputed():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"])
    assert panel(w, "Two features").heading(w.state) == "Two features: missing values are on the edges"
    assert panel(w, "Histogram").heading(w.state) == "Histogram of weight"
    w.stage = "imputed"
    assert panel(w, "Two features").heading(w.state) == "Two features: imputed values are on the means"
    assert panel(w, "Histogram").heading(w.state) == "Histogram of weight: 1 imputed"
    across, up = (each for each in panel(w, "Two features").marks if isinstance(each, Rule))
    assert (across.label.at(w.state), up.label.at(w.state)) == ("mean 3.00", "mean 30.0")
    w = ImputationViewer([[1.0, 2.0], [2.0, 5.0]], stage="imputed")
    assert {each.heading(w.state) for each in w.scene.panels} == {each.title for each in w.scene.panels}


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


def test_one_value_left_is_a_constant_and_becomes_zeros():
    w = ImputationViewer([[1.0, 2.0], [2.0, nan], [3.0, nan]], stage="normalized")
    np.testing.assert_array_equal(w.trace.normalized[:, 1], 0)


def test_of_many_examples_the_scatter_plot_shows_known_and_missing_ones():
    X = np.random.default_rng(0).normal(size=(20_000, 10))
    X[[400, 700], 7] = nan
    w = ImputationViewer(X, removed_share=0.2)
    assert {400, 700} <= set(w.rows)
    assert len(w.rows) == 10
    known, missing = (len(mark.x.values[0]) for mark in panel(w, "Two features").marks[2:4])
    assert min(known, missing) >= 100
    assert known + missing <= 300


def test_the_last_value_of_a_feature_stays():
    w = ImputationViewer(SMALL, feature_names=["height", "weight"])
    with pytest.raises(ValueError, match="Leave at least one value of weight"):
        w.removed = [[False, True]] * 5
