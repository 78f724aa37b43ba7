"""Uneven features on one axis: scalings of scikit-learn, neighbours of SciPy, the lecture's table digit for digit."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from fewidgets.data import load_auto_mpg, load_uneven
from fewidgets.explorables import RescalingViewer
from fewidgets.explorables.rescaling_viewer import NEW_PERSON, TABLE
from fewidgets.explorables.shared.rescaled import SCALINGS
from fewidgets.scene import Bars, Dots, Handles, Rule, resolve
from fewidgets.scene import Table as TableMark
from tests.explorables.shown import mark

# INT247, lecture 5, slide "Solution"
NORMALIZED = ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
STANDARDIZED = ["-1.336306", "-0.801784", "-0.267261", "0.267261", "0.801784", "1.336306"]


def numbers(w):
    """What the table of numbers writes in its last column."""
    return [row[2].replace("−", "-") for row in resolve(mark(w, 3, TableMark).rows, w.state)]


def move(w, row, value):
    """Drag a value."""
    values = w.values.copy()
    values[row, 0] = value
    w.values = values


def peers(X, new):
    """Scale with scikit-learn: the training data and the new example under each scaling."""
    sample = StandardScaler().fit(X)
    factor = np.sqrt((len(X) - 1) / len(X))
    fitted = [MinMaxScaler().fit(X), sample]
    tables = [X, *(each.transform(X) for each in fitted), sample.transform(X) * factor]
    news = [new, *(each.transform(new[None])[0] for each in fitted), sample.transform(new[None])[0] * factor]
    return tables, news


@pytest.mark.parametrize("seed", range(8))
def test_scalings_are_those_of_scikit_learn_and_neighbours_those_of_scipy(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rng.integers(2, 40), rng.integers(1, 6))) * 10.0 ** rng.integers(-3, 6, 1) + rng.normal()
    new = X[0] + rng.normal(size=X.shape[1])
    w = RescalingViewer(X, new=new)
    rows = np.linspace(0, len(X) - 1, min(len(X), 12)).round().astype(int)
    dragged = int(rng.integers(len(rows)))
    move(w, dragged, float(w.inputs["values"].x[1]) * 0.9)
    moved = X.copy()
    moved[rows[dragged], 0] = w.values[dragged, 0]
    np.testing.assert_array_equal(w.X, moved)
    for s, (table, example) in enumerate(zip(*peers(moved, new), strict=True)):
        np.testing.assert_allclose(w.trace.now.tables[s], table, atol=1e-9 * np.abs(table).max())
        np.testing.assert_allclose(w.trace.now.news[s], example, atol=1e-9 * np.abs(table).max())
        distances = cdist(example[None], table)[0]
        np.testing.assert_allclose(w.trace.now.distances[s], distances, rtol=1e-7)
        w.scaling = SCALINGS[s]
        assert w.nearest == f"#{distances.argmin()}"
        assert f"{w.nearest}" in w.caption


@pytest.mark.parametrize(
    ("scaling", "digits", "expected"), [("min-max", 1, NORMALIZED), ("z-score, P − 1", 6, STANDARDIZED)], ids=str
)
def test_the_table_of_the_lecture(scaling, digits, expected):
    w = RescalingViewer(source=TABLE, scaling=scaling)
    assert [f"{float(text):.{digits}f}" for text in numbers(w)[:6]] == expected
    place = SCALINGS.index(scaling)
    assert [f"{value:.{digits}f}" for value in w.trace.now.tables[place, :, 0]] == expected
    assert w.selected == ("X",)


def test_dividing_by_p_is_another_table():
    w = RescalingViewer(source=TABLE, scaling="z-score, P")
    assert [f"{value:.6f}" for value in w.trace.now.tables[2, :, 0]] != STANDARDIZED
    np.testing.assert_allclose(w.trace.now.tables[2].std(), 1.0)
    np.testing.assert_allclose(w.trace.now.tables[3].std(ddof=1), 1.0)


def test_neighbours_change_with_the_unit_and_with_an_outlier():
    w = RescalingViewer()
    assert w.nearest == "Ben"
    assert w.caption == "Raw: income has a range of 89000, height one of 0.900. Nearest to the new example is Ben."
    w.scaling = "min-max"
    assert w.nearest == "Fay"
    assert "The new example leaves it: age is 1.19." in w.caption
    assert w.selected == ("age",)
    move(w, 4, 560)
    assert w.nearest == "Hana"
    assert w.caption == "Min-max: the training data run from 0 to 1. Nearest is Hana; in raw units it is Ben."
    assert [readout.at(w.state) for readout in w.scene.readouts] == ["Hana", "Ben", "Fay", "0 to 0.0875"]
    assert w.scene.readouts[3].at(w.scene.state(scaling="raw")) == "23 to 70"
    assert w.selected == ()
    others = np.delete(w.trace.now.tables[1, :, 0], 4)
    assert others.max() == pytest.approx((70 - 23) / (560 - 23))
    w.again += 1
    assert w.nearest == "Fay"


def test_the_new_example_does_not_change_the_scaling():
    w = RescalingViewer(scaling="min-max", feature="income")
    before = w.trace.now.tables
    move(w, -1, 500_000)
    np.testing.assert_array_equal(w.trace.now.tables, before)
    assert w.new[4] == 500_000
    assert w.trace.now.news[1, 4] == pytest.approx((500_000 - 31_000) / 89_000)
    assert w.selected == ("age", "income")


def test_one_axis_for_all_features_holds_what_is_drawn():
    w = RescalingViewer()
    for s, scaling in enumerate(SCALINGS):
        w.scaling = scaling
        low, high = resolve(w.scene.panels[0].x.domain, w.state)
        training, new = (resolve(mark(w, 0, Dots, place).x, w.state) for place in (0, 1))
        np.testing.assert_allclose(training.reshape(8, 5), w.trace.now.tables[s])
        np.testing.assert_allclose(new, w.trace.now.news[s])
        assert low < min(training.min(), new.min())
        assert high > max(training.max(), new.max())
    assert [name for _, name in w.scene.panels[0].y.ticks] == list(w.data.feature_names[:5])


def test_lines_stand_at_what_the_scaling_uses():
    w = RescalingViewer(feature="weight")
    column = w.X[:, 2]
    lines = mark(w, 1, Rule).x
    for scaling, expected in {
        "min-max": [column.min(), column.max(), np.nan],
        "z-score, P": column.mean() + column.std() * np.arange(-1, 2),
        "z-score, P − 1": column.mean() + column.std(ddof=1) * np.arange(-1, 2),
    }.items():
        np.testing.assert_allclose(resolve(lines, w.scene.state(scaling=scaling)), expected)


def test_distances_are_bars_and_the_nearest_is_marked():
    w = RescalingViewer(scaling="z-score, P")
    bars = mark(w, 2, Bars)
    np.testing.assert_allclose(resolve(bars.values, w.state), w.trace.now.distances[2])
    assert [name for name, style in zip(bars.names, resolve(bars.style, w.state), strict=True) if style] == [w.nearest]


def test_another_feature_or_table_starts_from_its_own_values():
    w = RescalingViewer()
    move(w, 0, 90)
    w.feature = "height"
    np.testing.assert_array_equal(w.X, load_uneven().X)
    np.testing.assert_array_equal(w.values[:, 0], [*load_uneven().X[:, 1], NEW_PERSON[1]])
    w.source = TABLE
    np.testing.assert_array_equal(w.X[:, 0], np.arange(6.0))
    assert "feature" not in w.state
    w.source = "eight people"
    assert w.feature == "age"


def test_own_data_with_an_index_of_names():
    frame = pd.DataFrame({"dose": [1.0, 2.0, 4.0], "group": [7.0, 7.0, 7.0]}, index=["a", "b", "c"])
    w = RescalingViewer(frame, scaling="z-score, P", new=[3.0, 7.5])
    assert w.inputs["values"].names == ("a", "b", "c", "new")
    assert w.selected == ("dose", "group")[1:]
    np.testing.assert_allclose(w.trace.now.tables[2, :, 1], 0.0)  # constant: shifted, in its own unit
    assert w.trace.now.news[2, 1] == 0.5
    assert "source" not in w.state


def test_many_examples_are_all_used():
    cars = load_auto_mpg()
    w = RescalingViewer(cars, scaling="min-max", feature="horsepower")
    assert len(w.values) == 13
    assert mark(w, 1, Handles).points is w.inputs["values"]
    assert w.scene.panels[1].title == "horsepower: drag a value (12 of 392 examples)"
    np.testing.assert_allclose(w.new, np.median(cars.X, axis=0))
    np.testing.assert_allclose(w.trace.now.tables[1], MinMaxScaler().fit_transform(cars.X))
    nearest = int(w.nearest[1:])
    assert nearest == w.trace.now.distances[1].argmin()
    assert w.nearest in mark(w, 2, Bars).names


@pytest.mark.parametrize(
    ("X", "keywords", "error", "message"),
    [
        ([[1.0], [2.0]], {"names": ["a"]}, ValueError, "names must be 2 different texts"),
        ([[1.0], [2.0]], {"names": ["a", "new"]}, ValueError, "other than 'new'"),
        ([[1.0], [2.0]], {"names": "ab"}, TypeError, "names must be 2 texts"),
        ([[1.0], [2.0]], {"new": [1.0, 2.0]}, ValueError, "new must have"),
        ([[1.0], [2.0]], {"source": TABLE}, TypeError, "source must not be given with X"),
        (None, {"new": [1.0]}, TypeError, "new must be given with X"),
    ],
)
def test_wrong_arguments_are_refused_in_words(X, keywords, error, message):
    with pytest.raises(error, match=message):
        RescalingViewer(X, **keywords)
