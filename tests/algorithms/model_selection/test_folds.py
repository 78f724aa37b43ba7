"""Folds of one's own in every cross-validation, held against scikit-learn with the same folds."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression
from sklearn.model_selection import GroupKFold, PredefinedSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from fewidgets.algorithms import (
    cross_validate_boost,
    cross_validate_l1,
    degree_sweep,
    forward_selection,
)

RNG = np.random.default_rng(7)
PATIENTS = RNG.integers(100, 112, size=72)  # several examples of each, and numbers with gaps
X = RNG.normal(size=(72, 4)) * [1, 5, 0.2, 3]
Y = X @ [1.0, -0.5, 0.0, 0.3] + RNG.normal(size=72)
LABELS = np.where(X[:, 0] + RNG.normal(size=72) > 0, 1.0, -1.0)


def by_scikit_learn(model, y=Y, fold_of=PATIENTS, scoring="neg_mean_squared_error"):
    """Give one error a fold, in the order of the folds' labels."""
    return -cross_val_score(model, X, y, cv=PredefinedSplit(fold_of), scoring=scoring)


def group_k_fold():
    """Give the folds that GroupKFold makes."""
    fold_of = np.empty(72, dtype=int)
    for k, (_, held_out) in enumerate(GroupKFold(4).split(X, groups=PATIENTS)):
        fold_of[held_out] = k
    return fold_of


def test_l1():
    result = cross_validate_l1(X, Y, [0.1], fold_of=PATIENTS)
    lasso = make_pipeline(StandardScaler(), Lasso(alpha=0.05, tol=1e-12, max_iter=100_000))
    assert_allclose(result.errors[:, 0], by_scikit_learn(lasso), rtol=1e-8)


def test_l1_on_labels():
    result = cross_validate_l1(X, LABELS, [0.0], cost="softmax", fold_of=group_k_fold())
    model = make_pipeline(StandardScaler(), LogisticRegression(C=np.inf, tol=1e-10, max_iter=10_000))
    errors = by_scikit_learn(model, LABELS, group_k_fold(), "neg_log_loss")
    assert_allclose(result.errors[:, 0], errors, rtol=1e-4)


def test_polynomials():
    sweep = degree_sweep(X[:, :1], Y, 3, fold_of=PATIENTS)
    for degree in (1, 3):
        model = make_pipeline(PolynomialFeatures(degree), LinearRegression())
        scores = cross_val_score(model, X[:, :1], Y, cv=PredefinedSplit(PATIENTS), scoring="neg_mean_squared_error")
        assert_allclose(sweep.errors[:, degree], -scores, rtol=1e-8)


def test_forward_selection():
    trace = forward_selection(X, Y, fold_of=PATIENTS)
    assert_allclose(trace.fold_costs[-1], by_scikit_learn(LinearRegression()), rtol=1e-8)
    assert_array_equal(trace.fold_of, np.unique(PATIENTS, return_inverse=True)[1])


def test_boosting_uses_them():
    result = cross_validate_boost(X, Y, fold_of=PATIENTS)
    assert_array_equal(result.fold_of, np.unique(PATIENTS, return_inverse=True)[1])
