"""Information of a table of counts: against scikit-learn and SciPy; and shuffles, against all permutations."""

from collections import Counter, defaultdict
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from scipy.stats import contingency, entropy
from sklearn.metrics import mutual_info_score

from fewidgets.algorithms.ranking.binning import bin_edges
from fewidgets.algorithms.ranking.contingency import information_by_chance, information_of_counts

tables = npst.arrays(int, st.tuples(st.integers(1, 6), st.integers(1, 5)), elements=st.integers(0, 30)).filter(np.any)


@settings(max_examples=200, deadline=None)
@given(tables)
def test_the_score_is_that_of_scikit_learn_and_scipy(counts):
    result = information_of_counts(counts)
    assert result.score == pytest.approx(mutual_info_score(None, None, contingency=counts), abs=1e-12)
    shares = counts / counts.sum()
    assert result.label_entropy == pytest.approx(entropy(shares.sum(axis=0)), abs=1e-12)
    # Î = H(Y) + H(X) − H(Y, X)
    of_levels = entropy(shares.sum(axis=1))
    assert result.score == pytest.approx(result.label_entropy + of_levels - entropy(shares.ravel()), abs=1e-12)
    np.testing.assert_allclose(result.expected, contingency.expected_freq(counts), atol=1e-12)
    assert result.contributions.sum() == pytest.approx(result.score, abs=1e-12)
    np.testing.assert_array_equal(result.contributions[counts == 0], 0.0)
    assert 0 <= result.score <= min(result.label_entropy, of_levels) + 1e-12
    more = counts > result.expected + 1e-9
    assert (result.contributions[more] > 0).all()


def of_all_permutations(counts):
    """Return the share of each value of Î over all orders of the labels. Orders that look the same are computed once."""
    rows, columns = np.nonzero(counts)
    levels, labels = (np.repeat(each, counts[rows, columns]) for each in (rows, columns))
    orders = Counter(permutations(labels.tolist()))
    shares = defaultdict(float)
    for order, count in orders.items():
        shares[round(mutual_info_score(levels, order), 9)] += count / orders.total()
    return shares


@pytest.mark.parametrize("counts", [[[2, 1], [1, 2]], [[1, 1], [2, 0], [1, 2]], [[1, 1, 1], [2, 1, 0]], [[4, 0], [0, 2]]])
def test_shuffles_are_those_of_all_permutations(counts):
    draws = 40_000
    expected = of_all_permutations(np.array(counts))
    found = Counter(np.abs(information_by_chance(counts, draws, seed=1).round(9)).tolist())
    assert {round(value, 6) for value in found} == {round(value, 6) for value in expected}
    for value, share in expected.items():
        count = sum(each for key, each in found.items() if abs(key - value) < 1e-6)
        assert abs(count / draws - share) < 5 * np.sqrt(share * (1 - share) / draws) + 1e-9


def test_shuffles_keep_an_order_and_their_seed():
    counts = [[30, 10], [12, 28]]
    one = information_by_chance(counts, 200, seed=3)
    assert (np.diff(one) >= 0).all()
    np.testing.assert_array_equal(one, information_by_chance(counts, 200, seed=3))
    assert (one != information_by_chance(counts, 200, seed=4)).any()
    assert not one.flags.writeable


@pytest.mark.parametrize("counts", [[[100_000, 0], [0, 1]], [[0, 3], [0, 0]], [[7]], [[400_000, 300_000], [200_000, 100_000]]])
def test_shuffles_of_lopsided_tables(counts):
    found = information_by_chance(counts, 50)
    assert found.shape == (50,)
    assert (found >= 0).all()
    assert (found <= information_of_counts(counts).label_entropy + 1e-12).all()


@pytest.mark.parametrize("counts", [[[0, 0]], [[-1, 2]], [[0.5, 1.0]], [1, 2], [], "table"])
def test_what_is_no_table_is_refused(counts):
    with pytest.raises(ValueError, match=r"^counts must be a table"):
        information_of_counts(counts)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.integers(-1000, 1000), min_size=1, max_size=40, unique=True).map(sorted),
    st.integers(2, 12),
)
def test_bins_cover_the_values_in_order(values, bins):
    edges = bin_edges(np.array(values, dtype=float), np.ones(len(values), dtype=int), bins)
    assert (edges[0], edges[-1]) == (values[0], values[-1])
    assert (np.diff(edges) > 0).all() or len(values) == 1
    assert 2 <= len(edges) <= bins + 1
    if len(values) >= bins:
        sizes = np.bincount(np.searchsorted(edges[1:-1], values, side="right"))
        assert sizes.max() - sizes.min() <= 1
