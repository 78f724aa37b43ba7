import numpy as np
import pandas as pd
import pytest
from mlxtend.data import boston_housing_data
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.decomposition import PCA

from fewidgets.algorithms import PCASphering
from fewidgets.data import load_boston


@pytest.fixture(scope="module")
def boston():
    return boston_housing_data()


def correlated(P, N, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(P, N)) @ rng.normal(size=(N, N)) + rng.normal(size=N) * 10


def test_the_covariance_route_agrees_with_the_factorization():
    X = correlated(6000, 60)  # 2.2·10⁷ multiplications: the covariance matrix
    small = X[:2000]
    for rows in (X, small):
        S = PCASphering().fit_transform(rows)
        assert_allclose(S.T @ S / len(rows), np.eye(60), atol=1e-9)
    found = PCASphering().fit(small)
    values, vectors = np.linalg.eigh(np.cov(small.T, ddof=0))
    assert_allclose(found.variances_, values[::-1], rtol=1e-9)
    assert_allclose(np.abs(np.sum(found.directions_ * vectors[:, ::-1], axis=0)), 1, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(200, 12), (6000, 60)])
def test_agrees_with_scikit_learn_which_divides_by_one_less(shape):
    X, new = correlated(*shape), correlated(50, shape[1], seed=1)
    theirs = PCA(whiten=True, svd_solver="full").fit(X)
    ours = PCASphering(ddof=1).fit(X)
    signs = np.sign(np.sum(ours.directions_ * theirs.components_.T, axis=0))
    assert_allclose(ours.variances_, theirs.explained_variance_, rtol=1e-9)
    assert_array_equal(signs, 1)  # the same rule since scikit-learn 1.5
    assert_allclose(ours.transform(X), theirs.transform(X), atol=1e-8)
    assert_allclose(ours.transform(new), theirs.transform(new), atol=1e-6)
    assert_allclose(ours.inverse_transform(ours.transform(new)), new, atol=1e-9)
    P = len(X)
    assert_allclose(PCASphering().fit_transform(X) * np.sqrt((P - 1) / P), theirs.transform(X), atol=1e-8)


def least_squares(X, y):
    design = np.c_[np.ones(len(X)), X]
    hessian = 2 * design.T @ design / len(X)
    return lambda w: ((design @ w - y) ** 2).mean(), lambda w: 2 * design.T @ (design @ w - y) / len(X), hessian


def test_one_simplified_newton_step_from_anywhere_minimizes_least_squares_on_sphered_boston(boston):
    # Exercise 9.8: the Hessian is 2 I, so that its diagonal is all of it.
    X, y = boston
    value, gradient, hessian = least_squares(PCASphering().fit_transform(X), y)
    assert_allclose(hessian, 2 * np.eye(14), atol=1e-11)
    raw = np.c_[np.ones(len(X)), X]
    minimum = ((raw @ np.linalg.lstsq(raw, y, rcond=None)[0] - y) ** 2).mean()
    for start in np.random.default_rng(0).normal(size=(20, 14)) * 100:
        reached = start - gradient(start) / np.diag(hessian)
        assert_allclose(value(reached), minimum, rtol=1e-12)
    # 21.8978 in the issue is this set's copy in the chapter's repository; mlxtend's differs in one entry.
    assert round(minimum, 4) == 21.8948


def test_the_chapters_copy_of_boston_gives_the_printed_minimum():
    boston = load_boston(chapter_copy=True)
    value, gradient, hessian = least_squares(PCASphering().fit_transform(boston.X), boston.y)
    start = np.random.default_rng(0).normal(size=14) * 1000
    assert round(value(start - gradient(start) / np.diag(hessian)), 4) == 21.8978


def collinear():
    X = correlated(100, 3)
    return np.c_[X, X[:, 0] + X[:, 1], np.full(100, 7.0)]


def test_directions_without_variance_follow_the_stated_rule():
    X = collinear()
    with pytest.raises(ValueError, match=r"X is constant in feature 4"):
        PCASphering().fit(X)
    with pytest.raises(ValueError, match=r"X has no variance in 1 of 4 principal directions.*near_zero=\"drop\""):
        PCASphering().fit(X[:, :4])
    dropped = PCASphering(near_zero="drop").fit(X)
    S = dropped.transform(X)
    assert S.shape == (100, 3)
    assert dropped.n_near_zero_ == 2
    assert_allclose(S.T @ S / 100, np.eye(3), atol=1e-12)
    assert_allclose(dropped.inverse_transform(S), X, atol=1e-10)
    kept = PCASphering(near_zero="keep").fit(X)
    assert_array_equal(kept.scale_[3:], 1)
    assert_allclose(kept.transform(X)[:, :3], S, atol=1e-12)
    assert_allclose(kept.transform(X)[:, 3:], 0, atol=1e-12)
    assert_allclose(kept.inverse_transform(kept.transform(X + 1)), X + 1, atol=1e-10)
    assert PCASphering(n_components=3).fit(X[:, :4]).directions_.shape == (4, 3)


def test_single_precision_stays_single_with_statistics_in_double():
    X = correlated(6000, 60).astype(np.float32)
    ours, exact = PCASphering().fit(X), PCASphering().fit(X.astype(float))
    assert_allclose(ours.variances_, exact.variances_, rtol=1e-12)
    S = ours.transform(X)
    assert S.dtype == np.float32
    assert_allclose(S, exact.transform(X.astype(float)), atol=1e-2)
    assert_allclose(ours.inverse_transform(S), X, rtol=1e-4, atol=1e-3)


def test_names_of_a_table_and_repr():
    frame = pd.DataFrame({"RM": [1.0, 2.0, 4.0], "CHAS": [0.0, 0.0, 0.0]})
    with pytest.raises(ValueError, match=r"constant in feature 1 \('CHAS'\)"):
        PCASphering().fit(frame)
    assert repr(PCASphering()) == "PCASphering(ddof=0, n_components=None, near_zero='error')"


def test_the_message_names_the_features_in_a_direction_without_variance():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 3))
    with pytest.raises(ValueError, match=r"The first of them combines feature 0, feature 2, feature 3\. Drop features that"):
        PCASphering().fit(np.c_[X, X[:, 0] - X[:, 2]])
    with pytest.raises(ValueError, match=r"combines feature 1\. Drop .*, standardize features of very different scales"):
        PCASphering().fit(X * [1, 1e-9, 1])
