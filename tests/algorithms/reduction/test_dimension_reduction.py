import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.cluster.vq import kmeans2
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris
from sklearn.decomposition import PCA

from fewidgets.algorithms import boost, kmeans, pca, reduce_dimension


@pytest.fixture(scope="module")
def iris():
    return load_iris().data


@pytest.fixture(scope="module")
def digits():
    return load_digits().data


# PCA


def test_pca_by_hand():
    found = pca(np.array([[-2.0, -2.0], [2.0, 2.0], [0.5, -0.5], [-0.5, 0.5]]) + 3)
    half = np.sqrt(0.5)
    assert_allclose(found.mean, [3, 3])
    assert_allclose(found.directions, [[half, half], [half, -half]])
    assert_allclose(found.variances, [4, 0.25])
    assert_allclose(found.explained, [4 / 4.25, 0.25 / 4.25])
    assert found.total_variance == pytest.approx(4.25)
    assert_allclose(found.scores, np.sqrt(2) * np.array([[-2, 0], [2, 0], [0, 0.5], [0, -0.5]]), atol=1e-15)


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


@pytest.mark.slow
def test_what_pca_restores_is_the_best_there_is_of_that_rank(digits):
    found = pca(digits)
    U, s, Vt = np.linalg.svd(digits - digits.mean(axis=0), full_matrices=False)
    for k in (0, 1, 7, 64):
        best = digits.mean(axis=0) + (U[:, :k] * s[:k]) @ Vt[:k]
        assert_allclose(found.restored(k), best, atol=1e-9)
        lost = ((digits - best) ** 2).sum() / len(digits)
        assert_allclose(found.explained[:k].sum(), 1 - lost / found.total_variance, rtol=1e-10, atol=1e-14)
    assert_allclose(found.restored(), digits, atol=1e-10)


def test_pca_takes_constant_features_and_large_matrices():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(6000, 60)) @ rng.normal(size=(60, 60))
    X[:, 5] = 3.0
    found = pca(X)
    assert_allclose(found.scores.var(axis=0), found.variances, rtol=1e-8, atol=1e-10)
    assert found.variances[-1] == 0
    assert_allclose(found.explained.sum(), 1)
    single = pca(X.astype(np.float32), 5)
    assert_allclose(single.variances, found.variances[:5], rtol=1e-6)
    assert pca([[1.0, 2.0], [1.0, 5.0]]).directions[:, 0].tolist() == [0, 1]


# K-means


def test_lloyds_steps_by_hand():
    trace = kmeans([[0.0], [1.0], [9.0], [10.0]], 2, initial=[[0.0], [1.0]], reduction="sum")
    assert_allclose(trace.centroids[:, :, 0], [[0, 1], [0, 20 / 3], [0.5, 9.5]])
    assert_array_equal(trace.assignments, [[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 1, 1]])
    assert_allclose(trace.costs, [64 + 81, 1 + (7 / 3) ** 2 + (10 / 3) ** 2, 1])
    assert trace.converged
    assert trace.n_steps == 3
    assert_array_equal(trace.start_costs, [1.0])
    mean = kmeans([[0.0], [1.0], [9.0], [10.0]], 2, initial=[[0.0], [1.0]])
    assert_allclose(mean.costs, trace.costs / 4)
    short = kmeans([[0.0], [1.0], [9.0], [10.0]], 2, initial=[[0.0], [1.0]], max_steps=2)
    assert not short.converged
    assert_allclose(short.costs, mean.costs[:2])


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


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 12), st.integers(0, 8))
def test_every_step_is_what_its_definition_says(seed, K, decimals):
    rng = np.random.default_rng(seed)
    X = (rng.normal(size=(40, 3)) * 10).round(decimals)
    if len(np.unique(X, axis=0)) < K:
        return
    trace = kmeans(X, K, starts=2, seed=seed, reduction="sum")
    assert (np.diff(trace.costs) <= 1e-9).all()
    assert trace.converged
    for t in range(trace.n_steps):
        tried = cdist(X, trace.centroids[t], "sqeuclidean")
        assert_allclose(tried[np.arange(40), trace.assignments[t]], tried.min(axis=1), rtol=1e-9, atol=1e-12)
        assert_allclose(trace.costs[t], tried.min(axis=1).sum(), rtol=1e-11, atol=1e-12)
        if t + 1 < trace.n_steps and not trace.relocated[t].any():
            for k in range(K):
                members = X[trace.assignments[t] == k]
                assert_allclose(trace.centroids[t + 1, k], members.mean(axis=0), atol=1e-12)
    # k-means++ starts at examples.
    assert cdist(trace.centroids[0], X).min(axis=1).max() == 0
    assert trace.start_costs.min() == trace.costs[-1] == trace.start_costs[trace.best_start]


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


def test_as_many_clusters_as_different_examples_cost_nothing():
    X = np.repeat(np.random.default_rng(0).normal(size=(6, 2)) + 100, 3, axis=0)
    assert kmeans(X, 6).costs[-1] <= 1e-25
    with pytest.raises(ValueError, match="X must hold at least n_clusters = 7 different examples; got 6"):
        kmeans(X, 7)


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


def test_one_centroid_is_the_mean(iris):
    trace = kmeans(iris, 1)
    assert_allclose(trace.centroids[-1][0], iris.mean(axis=0))
    assert_allclose(trace.costs[-1], iris.var(axis=0).sum())


# Figure 9.1


def test_one_matrix_made_smaller_in_three_ways(iris):
    features = boost(iris[:, :3], iris[:, 3], rounds=2).order
    reduced = reduce_dimension(iris, features, 2, 3)
    assert_array_equal(reduced.selected, iris[:, features])
    assert_allclose(reduced.components.scores, pca(iris, 2).scores)
    assert_array_equal(reduced.clusters.assignments, kmeans(iris, 3).assignments)
    variances = iris.var(axis=0)
    assert reduced.kept["selection"] == pytest.approx(variances[features].sum() / variances.sum())
    assert reduced.kept["pca"] == pytest.approx(pca(iris, 2).explained.sum())
    assert reduced.kept["kmeans"] == pytest.approx(1 - kmeans(iris, 3).costs[-1] / variances.sum())
    assert reduced.kept["selection"] <= reduced.kept["pca"]
    assert_array_equal(reduced.restored["kmeans"], reduced.clusters.centroids[-1][reduced.clusters.assignments[-1]])
    assert {back.shape for back in reduced.restored.values()} == {iris.shape}


def test_everything_kept_is_the_matrix_itself():
    X = np.random.default_rng(0).normal(size=(8, 3))
    reduced = reduce_dimension(pd.DataFrame(X), [2, 0, 1], 3, 8)
    assert reduced.kept == pytest.approx({"selection": 1, "pca": 1, "kmeans": 1})
    assert not reduced.X.flags.writeable
    assert X.flags.writeable
