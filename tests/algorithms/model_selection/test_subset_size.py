import numpy as np
import pytest
from mlxtend.data import boston_housing_data
from mlxtend.feature_selection import SequentialFeatureSelector
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import make_pipeline

from fewidgets.algorithms import backward_elimination, best_subset, cross_validate_size, forward_selection

SEARCHES = {"best": best_subset, "forward": forward_selection, "backward": backward_elimination}


@pytest.mark.parametrize("search", SEARCHES)
def test_each_fold_is_searched_on_its_own(search):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50, 6)) @ rng.normal(size=(6, 6)) + 1
    y = X[:, 2] - X[:, 4] + 2 * rng.normal(size=50)
    result = cross_validate_size(X, y, search=search, folds=5)
    assert_array_equal(result.sizes, range(7))
    for k in range(5):
        out = result.fold_of == k
        found = SEARCHES[search](X[~out], y[~out])
        for size in range(7):
            features, weights, bias, _ = found.at(size)
            assert_array_equal(np.flatnonzero(result.fold_selected[k, size]), features)
            held_out = ((X[out] @ weights + bias - y[out]) ** 2).mean()
            assert_allclose(result.errors[k, size], held_out, rtol=1e-9)
    whole = SEARCHES[search](X, y)
    for size, model in enumerate(result.models):
        assert_array_equal(model.features, whole.at(size).features)
        assert_allclose(model.weights, whole.at(size).weights)
        assert_allclose([model.bias, model.cost], [whole.at(size).bias, whole.at(size).cost])
    assert_allclose(result.mean, result.errors.mean(axis=0))
    assert_allclose(result.standard_error, result.errors.std(axis=0, ddof=1) / np.sqrt(5))
    assert result.best_size == result.best == result.mean.argmin()
    limit = result.mean.min() + result.standard_error[result.best]
    assert result.one_standard_error_size == np.flatnonzero(result.mean <= limit)[0]


def test_boston_as_a_pipeline_scores_it():
    X, y = boston_housing_data()
    X = X[:, [0, 4, 5, 10, 12]]
    fold_of = np.repeat(np.arange(4), [127, 127, 126, 126])
    result = cross_validate_size(X, y, fold_of=fold_of)
    for size in range(1, 5):
        selector = SequentialFeatureSelector(LinearRegression(), k_features=size, cv=0)
        scores = cross_val_score(
            make_pipeline(selector, LinearRegression()), X, y, cv=KFold(4), scoring="neg_mean_squared_error"
        )
        assert_allclose(-result.errors[:, size], scores, rtol=1e-9)


def test_noise_is_left_out():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 12))
    y = 2 * X[:, 3] - X[:, 7] + rng.normal(size=200)
    for search in SEARCHES:
        result = cross_validate_size(X, y, search=search)
        assert result.one_standard_error_size == 2
        assert_array_equal(result.models[2].features, [3, 7])
        assert result.models[-1].cost < result.models[2].cost  # the training error would select them all


def test_sizes_are_limited_and_folds_given():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 25)), rng.normal(size=30)  # beyond 20 features: branch and bound in each fold
    fold_of = np.arange(30) % 3
    result = cross_validate_size(X, y, search="best", size=2, fold_of=fold_of, fit_bias=False)
    assert result.errors.shape == (3, 3)
    assert_array_equal(result.fold_of, fold_of)
    assert_allclose(result.errors[:, 0], [(y[fold_of == k] ** 2).mean() for k in range(3)])


@pytest.mark.parametrize("search", SEARCHES)
def test_a_feature_that_is_constant_in_a_fold_changes_nothing(search):
    rng = np.random.default_rng(6)
    X = np.c_[rng.normal(size=(20, 2)), np.where(np.arange(20) >= 10, 0.3, 0.7)]
    y = X[:, 0] + 0.1 * rng.normal(size=20)
    y[:10] = 1.7  # the output of one fold is constant too
    result = cross_validate_size(X, y, search=search, fold_of=(np.arange(20) >= 10).astype(int))
    assert np.isfinite(result.errors).all()
    without = cross_validate_size(X[:, :2], y, search=search, fold_of=(np.arange(20) >= 10).astype(int))
    assert_allclose(result.errors[:, -1], without.errors[:, -1], rtol=1e-9)


def test_the_models_cannot_be_written_to():
    X = np.random.default_rng(0).normal(size=(20, 3))
    for model in cross_validate_size(X, X[:, 0], folds=4).models:
        assert not model.features.flags.writeable
        assert not model.weights.flags.writeable
