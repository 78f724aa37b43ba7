"""Uneven features on one axis: scalings of scikit-learn, neighbours of SciPy, the lecture's table digit for digit."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from fewidgets.data import load_uneven
from fewidgets.explorables import RescalingViewer
from fewidgets.explorables.rescaling_viewer.rescaled import SCALINGS
from fewidgets.explorables.rescaling_viewer.rescaling_viewer import NEW_PERSON, TABLE
from fewidgets.scene import Bars, Dots, Rule, resolve
from fewidgets.scene import Table as TableMark
from tests.explorables.shown import mark

# INT247, lecture 5, slide "Solution"
NORMALIZED = ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
STANDARDIZED = ["-1.336306", "-0.801784", "-0.267261", "0.267261", "0.801784", "1.336306"]


def numbers(w):
    """What the table of numbers writes in its last column."""
    return [row[2].replace("−", "-") for row in resolve(mark(w, 2, TableMark).rows, w.state)]


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


@pytest.mark.parametrize(
    ("scaling", "digits", "expected"), [("min-max", 1, NORMALIZED), ("z-score, P − 1", 6, STANDARDIZED)], ids=str
)
def test_the_table_of_the_lecture(scaling, digits, expected):
    w = RescalingViewer(source=TABLE, scaling=scaling)
    assert [f"{float(text):.{digits}f}" for text in numbers(w)[:6]] == expected


def test_neighbours_change_with_the_unit_and_with_an_outlier():
    w = RescalingViewer()
    w.scaling = "min-max"
    assert w.nearest == "Fay"
    assert "The new example leaves it: age is 1.19." in w.caption
    assert w.selected == ("age",)
    move(w, 4, 560)
    assert w.nearest == "Hana"
    assert w.caption.endswith("Nearest is Hana; in raw units it is Ben. Before you moved a value, it was Fay.")
    assert [w.scene.panels[i].heading(w.state) for i in (0, 3)] == [
        "The other values of age: 0 to 0.0875",
        "Nearest to the new example: Hana",
    ]
    assert w.selected == ()
    w.again += 1
    assert w.nearest == "Fay"


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
    assert [name for _, name in w.scene.panels[0].y.ticks] == list(w.trace.examples.feature_names)


def test_no_dot_hides_another():
    w = RescalingViewer(np.round(np.random.default_rng(0).normal(size=(200, 7)), 1), scaling="min-max")
    for scaling in SCALINGS:
        w.scaling = scaling
        width = np.ptp(resolve(w.scene.panels[0].x.domain, w.state)) / 100
        x, y = (
            np.concatenate([resolve(getattr(mark(w, 0, Dots, place), side), w.state) for place in (0, 1)]) for side in "xy"
        )
        np.testing.assert_array_equal(np.round(y), np.tile(np.arange(0.0, -7, -1), len(x) // 7))
        for n in range(7):
            places = list(zip(x[n::7], y[n::7], strict=True))
            assert len({(round(a / width), b) for a, b in places}) == len(places)


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
    bars = mark(w, 3, Bars)
    np.testing.assert_allclose(resolve(bars.values, w.state), w.trace.now.distances[2])
    assert [name for name, style in zip(bars.names, resolve(bars.style, w.state), strict=True) if style] == [w.nearest]
