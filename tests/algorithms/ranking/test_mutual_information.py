"""Mutual information: by hand, against scikit-learn, and what it must satisfy."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_selection import mutual_info_classif
from sklearn.metrics import mutual_info_score
from sklearn.preprocessing import KBinsDiscretizer

from fewidgets.algorithms import mutual_information
from fewidgets.data import load_credit, make_many_valued


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
    np.testing.assert_allclose([result.entropies[0], result.label_entropy], np.log(2))
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


@pytest.mark.filterwarnings("ignore:Clustering metrics expects discrete")
def test_kinds_of_features_side_by_side():
    rng = np.random.default_rng(1)
    y = rng.choice([-1, 1], 300)
    X = np.column_stack([kind(rng, 300).astype(float) for kind in KINDS.values()])
    result = mutual_information(X, y)
    for n in range(X.shape[1]):
        assert result.scores[n] == pytest.approx(mutual_info_score(X[:, n], y), abs=1e-13)
        table = result.tables[n]
        levels, codes = np.unique(X[:, n], return_inverse=True)
        np.testing.assert_array_equal(result.levels[n], levels)
        np.testing.assert_array_equal(
            table.counts, np.stack([np.bincount(codes[y == c], minlength=len(levels)) for c in (-1, 1)]).T
        )
        np.testing.assert_allclose(table.contributions.sum(), result.scores[n], atol=1e-15)


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


tables = st.integers(2, 25).flatmap(
    lambda P: st.tuples(
        st.lists(st.integers(0, 4), min_size=P, max_size=P),
        st.lists(st.integers(0, 2), min_size=P, max_size=P).filter(lambda y: len(set(y)) > 1),
    )
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(tables)
def test_what_information_must_satisfy(table):
    x, y = map(np.array, table)
    result = mutual_information(x[:, None], y)
    score = result.scores[0]
    assert 0 <= score <= min(result.entropies[0], result.label_entropy) + 1e-12
    np.testing.assert_allclose(score, mutual_info_score(x, y), atol=1e-13)
    # Names of the levels do not matter, and feature and label may change places.
    np.testing.assert_allclose(mutual_information((7 - 3 * x)[:, None], y).scores, score, atol=1e-13)
    if len(set(x.tolist())) > 1:
        np.testing.assert_allclose(mutual_information(y[:, None], x).scores, score, atol=1e-13)
    # Score = label entropy − mean entropy of the label within levels.
    within = 0.0
    for level in set(x.tolist()):
        shares = np.bincount(y[x == level]) / np.count_nonzero(x == level)
        within -= (x == level).mean() * sum(p * np.log(p) for p in shares if p > 0)
    np.testing.assert_allclose(score, result.label_entropy - within, atol=1e-12)


def test_redundant_features_tie_and_constant_ones_are_marked():
    rng = np.random.default_rng(4)
    y = rng.choice([-1, 1], 200)
    x = np.where(rng.random(200) < 0.3, 0, y + 2)
    X = np.column_stack([rng.integers(0, 3, 200), x, np.full(200, 5), 10 - 2 * x, np.arange(200)])
    result = mutual_information(X, y)
    assert result.ties == ((1, 3),)
    assert result.constant.tolist() == [False, False, True, False, False]
    assert result.all_distinct.tolist() == [False, False, False, False, True]
    # A number of the row has all of the label's information, and none that is of use.
    np.testing.assert_allclose(result.scores[[4, 2]], [result.label_entropy, 0], atol=1e-15)
    assert result.order.tolist() == [4, 1, 3, 0, 2]


def test_levels_without_a_relation_score_as_chance_says():
    """The mean over simulations is within its standard error of (levels − 1)(classes − 1) / 2P, up to second order."""
    scores = [mutual_information(t.X[:, 1:], t.y).scores for t in (make_many_valued(2000, seed=s) for s in range(200))]
    chance = mutual_information(make_many_valued(2000).X[:, 1:], make_many_valued(2000).y).chance
    np.testing.assert_allclose(chance, [1 / 4000, 3 / 4000, 9 / 4000, 19 / 4000])
    errors = np.std(scores, axis=0, ddof=1) / np.sqrt(200)
    assert (np.abs(np.mean(scores, axis=0) - chance) < 3 * errors + 0.02 * chance).all()


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


def test_some_features_may_be_binned():
    X = np.array([[0.1, 1], [0.2, 2], [0.8, 1], [0.9, 2]])
    result = mutual_information(X, [-1, -1, 1, 1], bins=[2, None])
    assert result.n_levels.tolist() == [2, 2]
    np.testing.assert_allclose(result.scores, [np.log(2), 0], atol=1e-15)
    np.testing.assert_allclose(result.edges[0], [0.1, 0.5, 0.9])
    assert result.edges[1] is None


def test_a_constant_feature_is_one_bin_and_equal_values_share_theirs():
    X = np.column_stack([np.full(6, 2.5), [0, 0, 0, 0, 0, 1.0], [0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 2, 2]])
    result = mutual_information(X, [0, 1, 0, 1, 0, 1], bins=3)
    assert result.n_levels.tolist() == [1, 2, 2, 3]
    assert result.constant.tolist() == [True, False, False, False]
    assert result.scores[0] == 0
    assert [result.tables[n].counts.sum(axis=1).tolist() for n in range(1, 4)] == [[5, 1], [1, 5], [3, 1, 2]]


def test_credit_ranks_the_account_first():
    credit = load_credit()
    continuous = {"duration", "credit_amount", "age"}
    bins = [10 if name in continuous else None for name in credit.feature_names]
    result = mutual_information(credit.X, credit.y, bins=bins)
    assert credit.feature_names[result.order[0]] == "account_balance"
    # Taken as discrete, the amounts have nearly one level each, and win for that alone.
    naive = mutual_information(credit.X, credit.y)
    assert credit.feature_names[naive.order[0]] == "credit_amount"
    assert naive.n_levels[naive.order[0]] == 923


def test_cells_that_nobody_could_hold_are_refused():
    X = np.random.default_rng(0).normal(size=(20_000, 2))
    with pytest.raises(ValueError, match=r"X must have .*; got 20,000 × 20,000 = 400,000,000"):
        mutual_information(X, np.arange(20_000))


def test_results_cannot_be_changed():
    result = mutual_information([[1], [1], [2]], [0, 1, 1])
    for name, value in [*vars(result).items(), *vars(result.tables[0]).items(), ("levels[0]", result.levels[0])]:
        if isinstance(value, np.ndarray):
            assert not value.flags.writeable, name
