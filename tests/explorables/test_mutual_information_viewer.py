"""`MutualInformationViewer`: scores against scikit-learn, moved examples, chance, twins, XOR, and tables that people have."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets import MutualInformationViewer
from fewidgets.scene import CountGrid, resolve

BIT = np.log(2)
RNG = np.random.default_rng(0)
P = 200
MIXED = pd.DataFrame(
    {
        "colour": RNG.choice(["red", "green", "blue"], P),
        "rooms": RNG.integers(1, 5, P),
        "price": RNG.normal(size=P),
        "area": RNG.normal(size=P),
    }
)
LABEL = pd.Series(np.where(MIXED["price"] + RNG.normal(size=P) > 0, "sold", "kept"), name="outcome")


@pytest.fixture
def viewer():
    return MutualInformationViewer(MIXED, LABEL)


def grid(w):
    return next(mark for panel in w.scene.panels for mark in panel.marks if isinstance(mark, CountGrid))


def bars(w):
    mark = w.scene.panels[2].bars
    return dict(zip(mark.names, resolve(mark.values, w.state).tolist(), strict=True))


def codes(column, bins):
    if column.dtype.kind != "f":
        return column
    return pd.qcut(column, bins, labels=False)


@pytest.mark.parametrize("bins", [2, 4, 10])
@pytest.mark.parametrize("partner", [None, "price", "colour"])
def test_the_ranking_is_that_of_scikit_learn(viewer, bins, partner):
    viewer.bins = bins
    if partner:
        viewer.partner = partner
    levels = {name: codes(MIXED[name], bins).astype(str) for name in MIXED}
    wanted = {
        name: mutual_info_score(each + "&" + levels[partner] if partner else each, LABEL) / BIT
        for name, each in levels.items()
    }
    assert bars(viewer) == pytest.approx(wanted, abs=1e-12)
    order = list(bars(viewer))
    assert [wanted[name] for name in order] == sorted(wanted.values(), reverse=True)
    viewer.unit = "nats"
    assert bars(viewer)["price"] == pytest.approx(wanted["price"] * BIT)


def test_moved_examples_change_the_table_and_its_chance_only(viewer):
    ranking, counts = bars(viewer), viewer.counts.copy()
    row, column = np.argwhere(counts > 5)[0]
    counts[row, column] -= 5
    counts[row, 1 - column] += 5
    viewer.counts = counts
    assert viewer.trace.table.score == pytest.approx(mutual_info_score(None, None, contingency=counts))
    assert viewer.trace.moved == 5
    assert bars(viewer) == ranking
    np.testing.assert_allclose(resolve(grid(viewer).values, viewer.state).sum() * BIT, viewer.trace.table.score, atol=1e-12)
    viewer.restore += 1
    assert viewer.trace.moved == 0


@pytest.mark.parametrize("change", [{"feature": "rooms"}, {"partner": "rooms"}, {"feature": "price"}])
def test_another_table_begins_with_the_data(viewer, change):
    counts = viewer.counts.copy()
    counts[0], counts[1] = counts[1].copy(), counts[0].copy()
    viewer.counts = counts
    viewer.move(**change)
    assert viewer.trace.moved == 0
    assert viewer.counts.sum() == P
    viewer.move(feature="colour", partner="no other feature")
    assert viewer.trace.moved == 0


def test_xor_ranks_nowhere_and_together_it_says_all():
    a, b = np.array([0, 0, 1, 1] * 25), np.array([0, 1, 0, 1] * 25)
    noise = RNG.integers(0, 4, 100)
    w = MutualInformationViewer(np.column_stack([a, b, noise]), a ^ b, feature_names=["a", "b", "noise"])
    assert bars(w) == pytest.approx({"noise": mutual_info_score(noise, a ^ b) / BIT, "a": 0, "b": 0}, abs=1e-12)
    w.partner = "b"
    assert bars(w)["a"] == pytest.approx(1.0)
    assert next(iter(bars(w))) == "a"
    assert w.selected == ("a", "b")
    assert w.caption.startswith("a and b together share 1.00 bits with y, of 1.00 at most.")
    assert w.caption.endswith("Alone, they share 0 and 0.")
    w.feature = "b"
    assert w.selected == ("b",)


def test_a_pair_with_many_combinations_has_no_table(viewer):
    viewer.move(feature="price", partner="area", bins=4)
    assert "counts" not in viewer.state
    assert viewer.scene.panels[0].nothing(viewer.state).startswith("16 combinations are too many rows")
    expected = mutual_info_score(codes(MIXED["price"], 4) * 4 + codes(MIXED["area"], 4), LABEL)
    assert viewer.trace.table.score == pytest.approx(expected)
    viewer.bins = 3
    assert viewer.counts.shape == (9, 2)


def test_chance_is_that_of_shuffled_labels(viewer):
    viewer.feature = "area"  # which has nothing to do with the label
    reached = (viewer.trace.shuffled >= viewer.trace.table.score - 1e-12).sum()
    assert viewer.scene.readouts[3].value == f"{reached} of 1,000"
    shuffled = np.array([mutual_info_score(codes(MIXED["area"], 4), RNG.permutation(LABEL)) for _ in range(500)])
    curve = viewer.trace.curve
    outside = [(shuffled < curve.low[2]).mean(), (shuffled > curve.high[2]).mean()]
    np.testing.assert_allclose(outside, 0.05, atol=0.045)


def test_the_feature_of_the_table_has_a_bar_however_many_there_are():
    w = MutualInformationViewer(RNG.normal(size=(80, 100)), np.arange(80) % 2)
    w.feature = w.data.feature_names[w.trace.scores.ranking.order[-1]]
    assert len(bars(w)) == 61
    assert w.feature in bars(w)
