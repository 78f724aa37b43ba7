import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Lasso
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from fewidgets.algorithms import cross_validate, cross_validate_l1, l1_path


def test_agrees_with_scikit_learn(boston):
    X, y = boston
    X, y = X * np.arange(1, 14) + 3, y
    result = cross_validate_l1(X, y, [0.05, 0.2], folds=4)
    for g, lam in enumerate([0.05, 0.2]):
        model = make_pipeline(StandardScaler(), Lasso(alpha=lam / 2, tol=1e-12, max_iter=100_000))
        scores = cross_val_score(model, X, y, cv=PredefinedSplit(result.fold_of), scoring="neg_mean_squared_error")
        assert_allclose(result.errors[:, g], -scores, rtol=1e-8)


def test_default_grid_and_one_standard_error(boston):
    X, y = boston
    result = cross_validate_l1(X, y)
    assert result.errors.shape == (10, 100)
    assert result.lambdas[-1] == pytest.approx(l1_path(X, y).lambda_max)
    assert_allclose(result.mean, result.errors.mean(axis=0))
    limit = result.mean.min() + result.standard_error[result.best]
    assert result.best_lambda <= result.one_standard_error_lambda
    assert np.all(result.mean[result.lambdas > result.one_standard_error_lambda] > limit)


def test_labels(credit):
    X, y = credit
    result = cross_validate_l1(X, y, [1, 20, 200], cost="softmax", reduction="sum", folds=5)
    for k in range(5):
        assert np.count_nonzero(y[result.fold_of == k] > 0) == 140  # 700 good ones, spread evenly
    top = l1_path(X, y, cost="softmax", reduction="sum").lambda_max
    default = cross_validate_l1(X, y, cost="softmax", reduction="sum", folds=2)
    assert default.lambdas[-1] == pytest.approx(top)
    assert result.best_lambda in (1, 20)


def test_misclassifications():
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]] * 3), np.array([-1, -1, 1, 1] * 3)
    result = cross_validate(lambda X, y: lambda new: new[:, 0], X, y, error="misclassification")
    assert_array_equal(result.mean, [0])
