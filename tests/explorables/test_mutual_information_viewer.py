"""`MutualInformationViewer`: scores against scikit-learn, moved examples, chance, twins, XOR, and tables that people have."""

import re
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets import MutualInformationViewer
from fewidgets.data import make_many_valued
from fewidgets.scene import CountGrid, Frames, resolve
from tests.explorables.sent import size_of

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
    assert viewer.caption.startswith("With 5 examples moved, colour shares ")
    assert bars(viewer) == ranking
    np.testing.assert_allclose(resolve(grid(viewer).values, viewer.state).sum() * BIT, viewer.trace.table.score, atol=1e-12)
    viewer.restore += 1
    assert viewer.trace.moved == 0
    assert "moved" not in viewer.caption


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


def test_other_bins_do_not_keep_moved_examples(viewer):
    viewer.feature = "price"
    viewer.counts = viewer.counts[::-1]
    assert viewer.trace.moved > 0
    viewer.bins = 5
    assert (viewer.trace.moved, viewer.counts.shape) == (0, (5, 2))


def test_examples_cannot_be_added(viewer):
    before = viewer.snapshot
    with pytest.raises(ValueError, match=r"^counts must add up to 200"):
        viewer.counts = viewer.counts + 1
    assert viewer.snapshot is before


def test_a_copy_ranks_as_high_as_its_twin():
    table = MIXED.assign(twin=MIXED["price"])
    w = MutualInformationViewer(table, LABEL, feature="twin")
    assert w.caption.endswith("It ranks 1st of 5, tied with price.")
    scores = bars(w)
    assert scores["twin"] == scores["price"] == max(scores.values())
    w.partner = "price"  # together they say no more than one of them
    assert w.trace.table.score == pytest.approx(scores["price"] * BIT)


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


def test_chance_favours_features_with_many_levels():
    many = make_many_valued(60)
    w = MutualInformationViewer(many, bins=10)
    names = list(w.data.feature_names)
    chance = dict(zip(names, w.trace.scores.chance, strict=True))
    assert chance["two_values"] < chance["four_values"] < chance["ten_values"]
    w.feature = "continuous"
    curve = w.trace.curve
    assert (np.diff(curve.chance) > 0).all()
    assert ((curve.low <= curve.chance) & (curve.chance <= curve.high)).all()
    w.feature = "ten_values"
    assert w.trace.curve is None
    assert w.scene.panels[3].nothing(w.state) == "ten_values has few values, so it needs no bins."


def test_the_number_of_shuffles_that_reach_the_table(viewer):
    for name in MIXED:
        viewer.feature = name
        said = re.search(r"(\d+|none) of (1,000) shuffles", viewer.caption)
        count = 0 if said[1] == "none" else int(said[1])
        assert count == (viewer.trace.shuffled >= viewer.trace.table.score - 1e-12).sum()
        assert viewer.scene.readouts[3].value.startswith(f"{count} of ")
    viewer.feature = "price"
    assert viewer.trace.reached < 5


@pytest.mark.parametrize("kind", ["constant", "two examples", "six classes", "all distinct text", "all missing"])
def test_odd_tables(kind):
    X, y = {
        "constant": (np.ones((20, 2)), [0, 1] * 10),
        "two examples": ([["a", 1.0], ["b", 2.0]], ["x", "y"]),
        "six classes": (RNG.normal(size=(60, 3)), np.arange(60) % 6),
        "all distinct text": ([[f"id {n}"] for n in range(50)], np.arange(50) % 2),
        "all missing": (pd.DataFrame({"gone": [None] * 8, "there": range(8)}), [0, 1] * 4),
    }[kind]
    w = MutualInformationViewer(X, y)
    for name in w.data.feature_names:
        w.feature = name
        assert 0 <= w.trace.table.score <= w.trace.table.label_entropy + 1e-12
        assert "nan" not in w.caption.lower()
        w.figure()
    if kind == "constant":
        assert w.caption.startswith("x2 shares 0 bits with y")


def test_a_pair_with_many_combinations_has_no_table(viewer):
    viewer.move(feature="price", partner="area", bins=4)
    assert "counts" not in viewer.state
    assert viewer.scene.panels[0].nothing(viewer.state).startswith("16 combinations are too many rows")
    expected = mutual_info_score(codes(MIXED["price"], 4) * 4 + codes(MIXED["area"], 4), LABEL)
    assert viewer.trace.table.score == pytest.approx(expected)
    viewer.bins = 3
    assert viewer.counts.shape == (9, 2)


def test_many_features_and_many_examples(tmp_path):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100_000, 20))
    w = MutualInformationViewer(X, X[:, 0] + rng.normal(size=100_000) > 0)
    assert size_of(w.get_state()) < 250_000
    assert next(iter(bars(w))) == "x1"
    assert w.to_html(tmp_path / "page.html").stat().st_size < 250_000
    w.bins = 5
    start = time.perf_counter()
    w.counts = np.roll(w.counts, 1, axis=0)
    assert time.perf_counter() - start < 1
    wide = MutualInformationViewer(rng.normal(size=(80, 300)), np.arange(80) % 2)
    assert wide.scene.panels[2].title == "Ranking of all features (60 of 300)"
    last = wide.data.feature_names[wide.trace.scores.ranking.order[-1]]
    wide.feature = last
    assert last in bars(wide)
    assert size_of(wide.get_state()) < 250_000


def test_the_option_for_no_partner_is_no_feature():
    w = MutualInformationViewer(MIXED.rename(columns={"area": "no other feature"}), LABEL, partner="no other feature")
    assert w.selected == ("colour", "no other feature")
    assert w.inputs["partner"].options[0] == "(no other feature)"


def test_axes_hold_all_values_in_both_units(viewer):
    for unit in ("bits", "nats"):
        viewer.unit = unit
        for panel in viewer.scene.panels[1:3]:
            domain = panel.domain("x")
            low, high = resolve(domain, viewer.state) if isinstance(domain, Frames) else domain
            assert low <= 0 < high
            assert resolve(panel.x.label, viewer.state) == f"Î ({unit})"
        assert (
            resolve(viewer.scene.readouts[0].value, viewer.state)
            <= resolve(viewer.scene.panels[1].domain("x"), viewer.state)[1]
        )
