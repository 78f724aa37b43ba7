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


def test_sum_and_mean_choose_the_same_model(boston):
    X, y = boston
    mean = cross_validate_l1(X, y, [0.0, 0.05, 0.2])
    total = cross_validate_l1(X, y, np.array([0.0, 0.05, 0.2]) * 506, reduction="sum")
    assert_allclose(mean.errors, total.errors, rtol=1e-9)
    assert total.best_lambda == pytest.approx(506 * mean.best_lambda)


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


def test_any_model_any_error():
    X, y = np.arange(12.0)[:, None], np.arange(12.0) ** 2

    def fit(X, y):
        polynomials = [np.polyfit(X[:, 0], y, degree) for degree in (0, 1, 2)]
        return lambda new: np.stack([np.polyval(p, new[:, 0]) for p in polynomials], axis=1)

    result = cross_validate(fit, X, y, error="squared", folds=3)
    assert result.best == 2
    assert result.errors.shape == (3, 3)
    assert_array_equal(np.bincount(result.fold_of), [4, 4, 4])
    absolute = cross_validate(fit, X, y, error=lambda y, out: np.abs(out - y[:, None]).max(axis=0), folds=3)
    assert absolute.best == 2
    again = cross_validate(fit, X, y, error="squared", folds=3, seed=0)
    assert_array_equal(again.fold_of, result.fold_of)
    assert not np.array_equal(cross_validate(fit, X, y, error="squared", folds=3, seed=1).fold_of, result.fold_of)


def test_misclassifications():
    X, y = np.array([[-2.0], [-1.0], [1.0], [2.0]] * 3), np.array([-1, -1, 1, 1] * 3)
    result = cross_validate(lambda X, y: lambda new: new[:, 0], X, y, error="misclassification", stratify=True)
    assert_array_equal(result.mean, [0])


def test_bad_use_is_named():
    X, y = np.arange(4.0)[:, None], np.arange(4.0)
    with pytest.raises(TypeError, match=r"fit must be .*; got 3"):
        cross_validate(3, X, y, error="squared")
    with pytest.raises(
        ValueError, match=r"error must be 'squared', 'misclassification' or 'softmax'; got 'square'\. Did you mean 'squared'\?"
    ):
        cross_validate(lambda X, y: lambda new: new[:, 0], X, y, error="square")
    with pytest.raises(ValueError, match=r"folds must be an integer between 2 and 4 \(the number of examples\); got 5"):
        cross_validate(lambda X, y: lambda new: new[:, 0], X, y, error="squared", folds=5)
    with pytest.raises(ValueError, match=r"fit's predictions must have .*; got shape \(7, 1\)"):
        cross_validate(lambda X, y: lambda new: np.zeros(7), X, y, error="squared", folds=2)
    with pytest.raises(ValueError, match="must not be NaN"):
        cross_validate(lambda X, y: lambda new: new[:, 0] * np.nan, X, y, error="squared", folds=2)
