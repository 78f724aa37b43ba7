"""Mutual information: by hand, against scikit-learn, and what it must satisfy."""

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import mutual_info_classif
from sklearn.metrics import mutual_info_score
from sklearn.preprocessing import KBinsDiscretizer

from fewidgets.algorithms import mutual_information


def test_a_table_by_hand():
    """Levels 1, 2 against labels −1, +1: counts (3, 1), (1, 3)."""
    X = np.array([[1, 1, 1, 1, 2, 2, 2, 2]]).T
    result = mutual_information(X, [-1, -1, -1, 1, -1, 1, 1, 1])
    table = result.tables[0]
    assert table.counts.tolist() == [[3, 1], [1, 3]]
    assert table.expected.tolist() == [[2, 2], [2, 2]]
    often, seldom = 3 / 8 * np.log(3 / 2), 1 / 8 * np.log(1 / 2)
    np.testing.assert_allclose(table.contributions, [[often, seldom], [seldom, often]], rtol=1e-15)
    np.testing.assert_allclose(result.scores, [2 * (often + seldom)], rtol=1e-14)
    np.testing.assert_allclose(result.label_entropy, np.log(2))
    np.testing.assert_allclose(result.chance, [1 / 16])
    assert (result.levels[0].tolist(), result.classes.tolist(), result.edges) == ([1, 2], [-1, 1], (None,))


KINDS = {
    "small whole numbers": lambda rng, P: rng.integers(0, 5, P),
    "negative ones": lambda rng, P: rng.integers(-7, 3, P),
    "far apart": lambda rng, P: rng.choice([-(10**12), 0, 10**15], P),
    "far from zero": lambda rng, P: 10**17 + rng.integers(0, 3, P),
    "fractions": lambda rng, P: rng.choice([0.1, 0.25, 1e-9], P),
    "one each": lambda rng, P: rng.permutation(P),
    "constant": lambda rng, P: np.full(P, 3),
}


@pytest.mark.filterwarnings("ignore:Clustering metrics expects discrete")
@pytest.mark.parametrize("C", [2, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_scikit_learn(kind, C):
    rng = np.random.default_rng(0)
    y = rng.integers(0, C, 700)
    X = np.column_stack([KINDS[kind](rng, 700) for _ in range(4)])
    X[:, 1] = np.where(y == 0, X[0, 1], X[:, 1])
    result = mutual_information(X, y)
    np.testing.assert_allclose(result.scores, [mutual_info_score(x, y) for x in X.T], atol=1e-13)
    if np.abs(X).max() < 2**53:  # scikit-learn's ranking turns whole numbers into floating point ones
        np.testing.assert_allclose(result.scores, mutual_info_classif(X, y, discrete_features=True), atol=1e-13)
    assert result.n_levels.tolist() == [len(np.unique(x)) for x in X.T]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float32, bool])
def test_any_type_of_number_counts_alike(dtype):
    rng = np.random.default_rng(2)
    X, y = rng.integers(0, 2, (500, 30)), rng.integers(0, 3, 500)
    np.testing.assert_array_equal(mutual_information(X.astype(dtype), y).scores, mutual_information(X, y).scores)
    np.testing.assert_array_equal(mutual_information(np.asfortranarray(X), y).scores, mutual_information(X, y).scores)
    np.testing.assert_array_equal(mutual_information(pd.DataFrame(X), pd.Series(y)).scores, mutual_information(X, y).scores)


def test_large_unsigned_numbers_keep_their_digits():
    X = np.array([[2**64 - 1], [2**64 - 2], [2**64 - 1], [2**64 - 2]], dtype=np.uint64)
    np.testing.assert_allclose(mutual_information(X, [0, 1, 0, 1]).scores, np.log(2))


def test_redundant_features_tie_and_constant_ones_are_marked():
    rng = np.random.default_rng(4)
    y = rng.choice([-1, 1], 200)
    x = np.where(rng.random(200) < 0.3, 0, y + 2)
    X = np.column_stack([rng.integers(0, 3, 200), x, np.full(200, 5), 10 - 2 * x, np.arange(200)])
    result = mutual_information(X, y)
    assert result.ties == ((1, 3),)
    assert result.constant.tolist() == [False, False, True, False, False]
    # A number of the row has all of the label's information, and none that is of use.
    np.testing.assert_allclose(result.scores[[4, 2]], [result.label_entropy, 0], atol=1e-15)
    assert result.order.tolist() == [4, 1, 3, 0, 2]


def test_bins_are_those_of_scikit_learn():
    """Where values differ and the number of bins divides that of examples, there is one way to cut equal counts."""
    rng = np.random.default_rng(5)
    X = np.column_stack([rng.normal(size=402), rng.exponential(size=402)])
    y = np.where(X[:, 0] + rng.normal(size=402) > 0, 1, -1)
    binner = KBinsDiscretizer(6, encode="ordinal", strategy="quantile", subsample=None, quantile_method="linear").fit(X)
    result = mutual_information(X, y, bins=6)
    np.testing.assert_allclose(result.scores, mutual_info_classif(binner.transform(X), y, discrete_features=True), atol=1e-13)
    assert [table.counts.sum(axis=1).tolist() for table in result.tables] == [[67] * 6] * 2


def test_a_cut_between_neighbouring_numbers_divides_them():
    for low in (1.0, np.nextafter(1.0, 2.0)):
        assert mutual_information([[low], [np.nextafter(low, 2.0)]], [0, 1], bins=2).n_levels == [2]


def test_a_constant_feature_is_one_bin_and_equal_values_share_theirs():
    X = np.column_stack([np.full(6, 2.5), [0, 0, 0, 0, 0, 1.0], [0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 2, 2]])
    result = mutual_information(X, [0, 1, 0, 1, 0, 1], bins=3)
    assert result.n_levels.tolist() == [1, 2, 2, 3]
    assert result.constant.tolist() == [True, False, False, False]
    assert result.scores[0] == 0
    assert [result.tables[n].counts.sum(axis=1).tolist() for n in range(1, 4)] == [[5, 1], [1, 5], [3, 1, 2]]


def test_cells_that_nobody_could_hold_are_refused():
    X = np.random.default_rng(0).normal(size=(20_000, 2))
    with pytest.raises(ValueError, match=r"X must have .*; got 20,000 × 20,000 = 400,000,000"):
        mutual_information(X, np.arange(20_000))
