import numpy as np
from hypothesis import given
from numpy.testing import assert_allclose

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, PCASphering, StandardNormalizer, mean_impute, plain
from fewidgets.data import load_auto_mpg, load_boston
from tests.algorithms.plain.random_data import regressions


def check_standard(X):
    normalized, mu, sigma = plain.standard_normalize(X)
    fast = StandardNormalizer().fit(X)
    assert_allclose(mu, fast.mean_, rtol=1e-13, atol=1e-13 * np.abs(X).max())
    assert_allclose(sigma, fast.scale_, rtol=1e-12)
    assert_allclose(normalized, fast.transform(X), atol=1e-11)
    new = X[:2] + 1
    assert_allclose((new - mu) / sigma, fast.transform(new), rtol=1e-10, atol=1e-10)


def check_min_max(X):
    scaled, low, high = plain.min_max_normalize(X)
    fast = MinMaxNormalizer().fit(X)
    assert_allclose([low, high], [fast.min_, fast.max_], rtol=0)
    assert_allclose(scaled, fast.transform(X), atol=1e-14)


def check_sphering(X):
    S, mu, V, d = plain.pca_sphere(X)
    fast = PCASphering().fit(X)
    # What the covariance matrix squares, the fast form does not: small variances are right to fewer digits here.
    wide = fast.variances_ > 1e-6 * fast.variances_[0]
    assert_allclose(d[wide], fast.variances_[wide], rtol=1e-8)
    signs = np.sign((V * fast.directions_).sum(axis=0))  # an eigenvector may point either way
    assert_allclose(S[:, wide], (fast.transform(X) * signs)[:, wide], atol=1e-6)
    new = X[:2] + 1
    assert_allclose(((new - mu) @ V / np.sqrt(d) * signs)[:, wide], fast.transform(new)[:, wide], rtol=1e-5, atol=1e-5)


def test_the_lectures_table():
    """INT247, lecture 5: 0 to 5, normalized, and standardized with P − 1 where the chapter divides by P."""
    X = np.arange(6.0)[:, None]
    assert_allclose(plain.min_max_normalize(X)[0][:, 0], [0, 0.2, 0.4, 0.6, 0.8, 1], rtol=1e-15)
    printed = [-1.336306, -0.801784, -0.267261, 0.267261, 0.801784, 1.336306]
    assert_allclose(plain.standard_normalize(X)[0][:, 0] * np.sqrt(5 / 6), printed, atol=5e-7)


def test_boston():
    X = load_boston().X
    check_standard(X)
    check_min_max(X)
    check_sphering(plain.standard_normalize(X)[0])


@given(regressions())
def test_random_data(data):
    X, _ = data
    check_standard(X)
    check_min_max(X)
    check_sphering(plain.standard_normalize(X)[0])


def test_imputation_of_the_auto_data():
    X = load_auto_mpg(with_gaps=True).X
    filled, mu = plain.mean_impute(X)
    assert_allclose(filled, MeanImputer().fit_transform(X), rtol=1e-14)
    assert_allclose(filled, mean_impute(X).X, rtol=1e-14)
    assert_allclose(mu, MeanImputer().fit(X).means_, rtol=1e-14)
    # Once standard normalized, what was filled in is 0 (section 9.4.1).
    assert_allclose(plain.standard_normalize(filled)[0][np.isnan(X)], 0, atol=1e-14)


@given(regressions())
def test_imputation_of_random_gaps(data):
    X, _ = data
    gaps = np.add.outer(np.arange(X.shape[0]), np.arange(X.shape[1])) % 3 == 1
    X = np.where(gaps, np.nan, X)
    filled, mu = plain.mean_impute(X)
    assert_allclose(filled, MeanImputer().fit_transform(X), rtol=1e-12, atol=1e-12)
    assert_allclose(filled, mean_impute(X, max_missing=1).X, rtol=1e-12, atol=1e-12)
    assert_allclose(mu, np.nanmean(X, axis=0), rtol=1e-12, atol=1e-12)
