import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.cluster.vq import kmeans2
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris
from sklearn.decomposition import PCA

from fewidgets.algorithms import kmeans, pca


@pytest.fixture(scope="module")
def iris():
    return load_iris().data


@pytest.fixture(scope="module")
def digits():
    return load_digits().data


# PCA


@pytest.mark.slow
@pytest.mark.parametrize("name", ["iris", "digits", "wide"])
def test_pca_agrees_with_scikit_learn_which_divides_by_one_less(name, iris, digits):
    X = {"iris": iris, "digits": digits, "wide": np.random.default_rng(0).normal(size=(12, 40))}[name]
    K = min(X.shape) - 4 if name == "digits" else min(X.shape) - 1  # three pixels are constant
    theirs = PCA(K, svd_solver="full").fit(X)
    ours = pca(X, K, ddof=1)
    assert_allclose(ours.variances, theirs.explained_variance_, rtol=1e-9)
    assert_allclose(ours.explained, theirs.explained_variance_ratio_, rtol=1e-9)
    assert_allclose(ours.directions.T, theirs.components_, atol=1e-7)
    assert_allclose(ours.scores, theirs.transform(X), atol=1e-6)
    assert_allclose(pca(X, K).variances, ours.variances * (len(X) - 1) / len(X))
    assert_allclose(pca(X, K).explained, ours.explained)


# K-means


def test_of_several_equally_near_centroids_the_first_is_taken():
    for offset in (0.0, 0.1, 1000.1):
        trace = kmeans(np.array([[0.0], [5.0], [10.0]]) + offset, 2, initial=np.array([[0.0], [10.0]]) + offset)
        assert trace.assignments[0].tolist() == [0, 0, 1]


@pytest.mark.slow
@pytest.mark.parametrize("K", [1, 3, 10])
@pytest.mark.parametrize("offset", [0.0, 1e5])
def test_the_same_starting_centroids_lead_where_scikit_learn_and_scipy_come(K, offset, digits):
    # Among the irises some are equally near to two centroids, which each implementation settles in its own way.
    for X in (np.random.default_rng(0).normal(size=(400, 3)) + offset, digits + offset):
        initial = X[np.random.default_rng(K).choice(len(X), K, replace=False)]
        theirs = KMeans(K, init=initial, n_init=1, tol=0, max_iter=300, algorithm="lloyd").fit(X)
        ours = kmeans(X, K, initial=initial, reduction="sum")
        assert ours.converged
        assert_array_equal(ours.assignments[-1], theirs.labels_)
        assert_allclose(ours.centroids[-1], theirs.cluster_centers_, rtol=1e-9, atol=1e-9)
        assert_allclose(ours.costs[-1], theirs.inertia_, rtol=1e-9)
        centroids, labels = kmeans2(X, initial, iter=ours.n_steps, minit="matrix", missing="raise")
        assert_array_equal(labels, ours.assignments[-1])
        assert_allclose(centroids, ours.centroids[-1], rtol=1e-9, atol=1e-9)


def test_an_empty_cluster_takes_the_farthest_example():
    X = np.array([[0.0], [1.0], [2.0], [50.0]])
    trace = kmeans(X, 2, initial=[[1.0], [1000.0]], reduction="sum")
    # 50 is the farthest from its centroid 1: it leaves the cluster, whose mean is then 1 again.
    assert_array_equal(trace.relocated, [[False, True], [False, False], [False, False]])
    assert_array_equal(trace.centroids[1], [[1], [50]])
    assert_array_equal(trace.costs, [1 + 0 + 1 + 49**2, 2, 2])
    theirs = KMeans(2, init=np.array([[1.0], [1000.0]]), n_init=1, tol=0).fit(X)
    assert_array_equal(trace.centroids[-1], theirs.cluster_centers_)
    # Two at once: the farthest goes to the first of the empty ones.
    two = kmeans(np.r_[X, [[40.0]]], 3, initial=[[1.0], [1000.0], [2000.0]])
    assert_array_equal(two.centroids[1], [[1], [50], [40]])


def test_an_empty_cluster_stays_where_no_example_is_away_from_its_centroid():
    trace = kmeans([[1.0], [1.0], [2.0]], 3, initial=[[1.0], [2.0], [9.0]])
    assert_array_equal(trace.centroids[-1], [[1], [2], [9]])
    assert trace.costs[-1] == 0
    assert not trace.relocated.any()


def test_starts_are_seeded_and_the_best_is_returned(digits):
    X = digits[:300]
    one, same, other = kmeans(X, 8, seed=5), kmeans(X, 8, seed=5), kmeans(X, 8, seed=6)
    assert_array_equal(one.centroids, same.centroids)
    assert not np.array_equal(one.start_costs, other.start_costs)
    assert len(one.start_costs) == 10
    assert one.costs[-1] == one.start_costs.min()
    # As good as scikit-learn's ten starts, up to a percent.
    assert one.costs[-1] * len(X) <= 1.01 * KMeans(8, n_init=10, random_state=0).fit(X).inertia_


@pytest.mark.slow
def test_k_means_plus_plus_draws_by_squared_distance():
    X = np.array([[0.0], [1.0], [3.0]])
    first_two = [tuple(kmeans(X, 2, starts=1, seed=s, max_steps=1).centroids[0][:, 0]) for s in range(6000)]
    drawn = np.array([second for first, second in first_two if first == 0.0])
    # From 0 the squared distances are 1 and 9.
    assert abs((drawn == 3.0).mean() - 0.9) < 0.03
    assert abs(np.mean([first == 0.0 for first, _ in first_two]) - 1 / 3) < 0.03


# Figure 9.1
