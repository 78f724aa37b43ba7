"""Compressed sparse rows against SciPy and scikit-learn."""

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.preprocessing import normalize

from fewidgets.algorithms._numerics.csr import CSRMatrix
from fewidgets.algorithms._numerics.tolerances import BLOCK


def pair(P, N, density, seed=0, whole=True):
    """Give the same random matrix as ours and as SciPy's."""
    rng = np.random.default_rng(seed)
    theirs = csr_array(random_array((P, N), density=density, rng=rng, format="csr"))
    theirs.data = rng.integers(1, 6, theirs.nnz) if whole else rng.normal(size=theirs.nnz)
    theirs.sort_indices()
    return CSRMatrix(theirs.indptr.astype(np.int64), theirs.indices, theirs.data, theirs.shape), theirs


SHAPES = [(1, 1, 1.0), (7, 5, 0.3), (60, 400, 0.05), (300, 50, 0.2), (5, 3, 0.0)]


@pytest.mark.parametrize(("P", "N", "density"), SHAPES)
def test_the_same_as_scipy(P, N, density):
    ours, theirs = pair(P, N, density)
    np.testing.assert_array_equal(ours.to_dense(), theirs.toarray())
    np.testing.assert_array_equal(ours.inner_products(), (theirs @ theirs.T).toarray())
    np.testing.assert_allclose(ours.unit_rows().to_dense(), normalize(theirs).toarray(), rtol=1e-15)
    np.testing.assert_allclose(ours.correlations(), cosine_similarity(theirs), atol=1e-14)


def test_entries_that_are_no_whole_numbers():
    ours, theirs = pair(50, 200, 0.1, whole=False)
    np.testing.assert_allclose(ours.inner_products(), (theirs @ theirs.T).toarray(), atol=1e-13)


def test_many_more_products_than_are_held_at_a_time():
    ours, theirs = pair(1500, 4000, 0.02)
    rows_with = np.bincount(ours.indices)
    assert (rows_with[rows_with * 32 <= 1500].astype(float) ** 2).sum() > 0
    assert (rows_with.astype(float) ** 2).sum() > 10 * BLOCK
    np.testing.assert_array_equal(ours.inner_products(), (theirs @ theirs.T).toarray())


def test_correlations_of_counts_are_exact():
    ours, _ = pair(80, 300, 0.1)
    correlations = ours.correlations()
    np.testing.assert_array_equal(correlations, correlations.T)
    np.testing.assert_array_equal(np.diag(correlations), 1)
    assert correlations.min() >= 0
    assert correlations.max() <= 1


def test_a_row_of_zeros_has_no_correlation():
    matrix = CSRMatrix(np.array([0, 0, 1]), np.array([1]), np.array([2]), (2, 3))
    np.testing.assert_array_equal(matrix.correlations(), [[0, 0], [0, 1]])
    np.testing.assert_array_equal(matrix.unit_rows().to_dense(), [[0, 0, 0], [0, 1, 0]])


def test_results_that_would_not_fit_in_memory_are_refused():
    wide = CSRMatrix(np.zeros(100_001, dtype=int), np.array([], dtype=np.int32), np.array([]), (100_000, 100_000))
    with pytest.raises(ValueError, match=r"shape=\(100000, 100000\) would need 74.5 GiB of memory; the limit is 1 GiB"):
        wide.to_dense()
    with pytest.raises(ValueError, match=r"pairs of rows=\(100000, 100000\) would need 74.5 GiB of memory"):
        wide.correlations()
