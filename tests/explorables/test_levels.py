"""Tables that people have, as levels: text, numbers, gaps; every example is counted once, and the rest is refused in words."""

import numpy as np
import pandas as pd
import pytest

from fewidgets.algorithms import mutual_information
from fewidgets.data import load_breast_cancer
from fewidgets.explorables.mutual_information_viewer.levels import MOST_LEVELS, names_of_bins, take_in_levels

RNG = np.random.default_rng(0)
P = 120
TABLE = pd.DataFrame(
    {
        "colour": RNG.choice(["red", "green", "blue"], P),
        "city": RNG.choice([f"city {n}" for n in range(30)], P),
        "rooms": RNG.integers(1, 5, P),
        "price": RNG.normal(size=P),
        "new": RNG.random(P) < 0.5,
        "gaps": np.where(RNG.random(P) < 0.2, np.nan, RNG.normal(size=P)),
        "text with gaps": RNG.choice(np.array(["a", "b", None], dtype=object), P),
        "constant": 3,
        "kind": pd.Categorical(RNG.choice(["x", "y"], P)),
        "nullable": pd.array(RNG.choice(np.array([1, 2, None], dtype=object), P), dtype="Int64"),
    }
)
Y = pd.Series(RNG.choice(["bad", "good"], P), name="risk")


@pytest.fixture(scope="module")
def data():
    return take_in_levels(TABLE, Y)


@pytest.mark.parametrize("bins", [2, 4, 10])
def test_every_example_is_counted_once(data, bins):
    assert data.class_names == ("bad", "good")
    assert data.target_name == "risk"
    assert data.feature_names == tuple(TABLE.columns)
    for levels in data.levels(bins):
        assert levels.counts.sum(axis=0).tolist() == [(Y == "bad").sum(), (Y == "good").sum()]
        assert len(levels.names) == len(set(levels.names)) == len(levels.counts) <= MOST_LEVELS + 1


def test_levels_of_text_numbers_and_gaps(data):
    levels = dict(zip(data.feature_names, data.levels(3), strict=True))
    assert levels["colour"].names == ("blue", "green", "red")
    expected = pd.crosstab(TABLE["colour"], Y).to_numpy()
    np.testing.assert_array_equal(levels["colour"].counts, expected)
    assert levels["rooms"].names == ("1", "2", "3", "4")
    np.testing.assert_array_equal(levels["rooms"].counts, pd.crosstab(TABLE["rooms"], Y).to_numpy())
    assert levels["new"].names == ("False", "True")
    assert levels["text with gaps"].names == ("a", "b", "missing")
    assert levels["nullable"].names == ("1", "2", "missing")
    assert levels["kind"].names == ("x", "y")
    assert levels["constant"].names == ("3",)
    assert levels["gaps"].names[-1] == "missing"
    assert levels["gaps"].counts[-1].sum() == TABLE["gaps"].isna().sum()
    assert levels["city"].names[-1] == "21 others"
    frequent = TABLE["city"].value_counts().to_numpy()
    assert levels["city"].counts.sum(axis=1).tolist() == [*frequent[:9], frequent[9:].sum()]


def test_bins_are_those_of_the_algorithm():
    cancer = load_breast_cancer()
    data = take_in_levels(cancer)
    result = mutual_information(cancer.X, cancer.y, bins=5)
    for n, levels in enumerate(data.levels(5)):
        np.testing.assert_array_equal(levels.counts, result.tables[n].counts)


@pytest.mark.parametrize("bins", [2, 7])
def test_pairs_are_cross_tabulated(data, bins):
    for one, other in ((0, 2), (3, 5), (1, 6), (7, 8)):
        pair = data.pair(one, other, bins)
        a, b = (data.levels(bins)[n] for n in (one, other))
        assert pair.counts.sum() == P
        assert (pair.counts.sum(axis=1) > 0).all()
        first = np.zeros_like(a.counts)
        second = np.zeros_like(b.counts)
        places = {f"{x} & {y}": (i, j) for i, x in enumerate(a.names) for j, y in enumerate(b.names)}
        for name, counts in zip(pair.names, pair.counts, strict=True):
            i, j = places[name]
            first[i] += counts
            second[j] += counts
        np.testing.assert_array_equal(first, a.counts)
        np.testing.assert_array_equal(second, b.counts)


def test_nested_lists_arrays_and_masked_arrays_are_alike():
    rows = [[1.5, 2], [2.5, 3], [1.5, 3]]
    wanted = [levels.counts.tolist() for levels in take_in_levels(rows, [0, 1, 1]).levels(4)]
    for X in (np.array(rows), np.ma.masked_array(rows), pd.DataFrame(rows), np.array(rows, dtype=object)):
        assert [levels.counts.tolist() for levels in take_in_levels(X, [0, 1, 1]).levels(4)] == wanted
    masked = take_in_levels(np.ma.masked_array(rows, [[1, 0], [0, 0], [0, 0]]), [0, 1, 1])
    assert masked.levels(4)[0].names == ("1.5", "2.5", "missing")


@pytest.mark.parametrize(
    ("y", "names"),
    [
        ([-1, 1, 1], ("\N{MINUS SIGN}1", "+1")),
        (["no", "yes", "no"], ("no", "yes")),
    ],
)
def test_names_of_classes(y, names):
    assert take_in_levels([[1], [2], [3]], y).class_names == names


@pytest.mark.parametrize(
    ("edges", "names"),
    [
        ([0.0, 1.0], ("all values",)),
        ([0.0, 2223.5, 3000.0, 9000.0], ("< 2224", "2224…3000", "≥ 3000")),
        ([1.7e9, 1.7e9 + 2, 1.7e9 + 4, 1.7e9 + 9], ("< 1.7×10⁹ +2", "1.7×10⁹ +2…+4", "≥ 1.7×10⁹ +4")),
        ([0, 1e9 - 51, 1e9 + 2, 2e9], ("< 10⁹ −51", "10⁹ −51…+2", "≥ 10⁹ +2")),
        ([0, 1723456789, 1723459790, 2e9], ("< 1.72346×10⁹ −3211", "1.72346×10⁹ −3211…−210", "≥ 1.72346×10⁹ −210")),
        ([0, 7e8, 1.23e9, 2e9], ("< 0.7×10⁹", "0.7…1.23×10⁹", "≥ 1.23×10⁹")),
        ([0, 1.0, 1e9, 1e9 + 1, 2e9], ("< 1", "1…1000000000", "1000000000…1000000001", "≥ 1000000001")),
        ([-2e-9, 1.5e-9, 2e-9], ("< 1.5×10⁻⁹", "≥ 1.5×10⁻⁹")),
        ([-2.0, 0.0, 2.0], ("< 0", "≥ 0")),
    ],
)
def test_names_of_bins_tell_them_apart(edges, names):
    assert names_of_bins(np.array(edges)) == names


FINE = [0, 1, 0]
REFUSED = {
    "no y": ([[1], [2], [3]], None, "y is missing"),
    "ragged": ([[1], [2, 3], [4]], FINE, "X must be two-dimensional"),
    "dates": (pd.DataFrame({"day": pd.date_range("2020", periods=3)}), FINE, "'day' of X must hold text, numbers"),
    "mixed": (pd.DataFrame({"both": ["a", 1, 2]}), FINE, "'both' of X must be of one kind"),
    "infinite": (pd.DataFrame({"x": [1.0, np.inf, 2.0]}), FINE, "'x' of X"),
    "regression": (np.zeros((50, 1)), np.arange(50) / 7, "Cut a continuous output into classes"),
    "table as y": ([[1], [2], [3]], pd.DataFrame({"a": FINE, "b": FINE}), "Choose a column"),
    "complex": (np.array([[1j], [2j], [3j]]), FINE, "must hold text, numbers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_in_words(case):
    X, y, message = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=message):
        take_in_levels(X, y)
