"""Folds of one's own in every cross-validation, held against scikit-learn with the same folds."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression
from sklearn.model_selection import GroupKFold, PredefinedSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from fewidgets.algorithms import (
    backward_elimination,
    cross_validate,
    cross_validate_boost,
    cross_validate_l1,
    degree_sweep,
    forward_selection,
)
from fewidgets.algorithms._numerics.folds import assign_folds

RNG = np.random.default_rng(7)
PATIENTS = RNG.integers(100, 112, size=72)  # several examples of each, and numbers with gaps
X = RNG.normal(size=(72, 4)) * [1, 5, 0.2, 3]
Y = X @ [1.0, -0.5, 0.0, 0.3] + RNG.normal(size=72)
LABELS = np.where(X[:, 0] + RNG.normal(size=72) > 0, 1.0, -1.0)


def by_scikit_learn(model, y=Y, fold_of=PATIENTS, scoring="neg_mean_squared_error"):
    """Give one error a fold, in the order of the folds' labels."""
    return -cross_val_score(model, X, y, cv=PredefinedSplit(fold_of), scoring=scoring)


def least_squares(X, y):
    design = np.c_[np.ones(len(X)), X]
    w = np.linalg.lstsq(design, y, rcond=None)[0]
    return lambda new: np.c_[np.ones(len(new)), new] @ w


def group_k_fold():
    """Give the folds that GroupKFold makes."""
    fold_of = np.empty(72, dtype=int)
    for k, (_, held_out) in enumerate(GroupKFold(4).split(X, groups=PATIENTS)):
        fold_of[held_out] = k
    return fold_of


@pytest.mark.parametrize("fold_of", [PATIENTS, group_k_fold()])
def test_any_model(fold_of):
    result = cross_validate(least_squares, X, Y, error="squared", fold_of=fold_of)
    assert_allclose(result.errors[:, 0], by_scikit_learn(LinearRegression(), fold_of=fold_of), rtol=1e-9)
    assert_array_equal(result.fold_of, np.unique(fold_of, return_inverse=True)[1])
    assert_allclose(result.standard_error, result.errors.std(axis=0, ddof=1) / np.sqrt(len(result.errors)))


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


@pytest.mark.parametrize(("select", "full"), [(forward_selection, -1), (backward_elimination, 0)])
def test_searches_judged_by_folds(select, full):
    trace = select(X, Y, fold_of=PATIENTS)
    assert_allclose(trace.fold_costs[full], by_scikit_learn(LinearRegression()), rtol=1e-8)
    assert_array_equal(trace.fold_of, np.unique(PATIENTS, return_inverse=True)[1])


def test_boosting_uses_them():
    result = cross_validate_boost(X, Y, fold_of=PATIENTS)
    assert_array_equal(result.fold_of, np.unique(PATIENTS, return_inverse=True)[1])


def test_random_folds_are_even():
    for labels in (None, LABELS):
        fold_of = assign_folds(5, 3, 72, labels=labels)
        assert np.ptp(np.bincount(fold_of)) <= 1
    assert np.ptp(np.bincount(fold_of[LABELS > 0])) <= 1


@pytest.mark.parametrize(
    "call",
    [
        lambda fold_of: cross_validate(least_squares, X, Y, error="squared", fold_of=fold_of),
        lambda fold_of: cross_validate_boost(X, Y, fold_of=fold_of),
        lambda fold_of: cross_validate_l1(X, Y, fold_of=fold_of),
        lambda fold_of: degree_sweep(X, Y, 2, fold_of=fold_of),
        lambda fold_of: forward_selection(X, Y, fold_of=fold_of),
        lambda fold_of: backward_elimination(X, Y, fold_of=fold_of),
    ],
)
def test_wrong_folds_are_named(call):
    wrong = [
        ([0, 1], ValueError, r"fold_of must have shape \(72,\), one fold per example; got shape \(2,\)"),
        (np.zeros((72, 1), dtype=int), ValueError, r"fold_of must have shape \(72,\).*got shape \(72, 1\)"),
        ([[0], [1, 2]], ValueError, "fold_of must have shape .* rows of different lengths"),
        (5, ValueError, r"fold_of must have shape \(72,\), one fold per example; got shape \(\)"),
        (PATIENTS / 2, TypeError, "fold_of must hold integers, the fold of each example; got numbers with decimals"),
        (PATIENTS > 105, TypeError, "fold_of must hold integers, .* got True and False"),
        (PATIENTS.astype(str), TypeError, "fold_of must hold integers, .* got text"),
        (PATIENTS.astype(object), TypeError, "fold_of must hold integers, .* got object entries"),
        (np.where(np.arange(72) == 9, -1, PATIENTS), ValueError, "fold_of must hold integers of at least 0; got -1 in row 9"),
        (np.full(72, 3), ValueError, "fold_of must name at least two folds; every example is in fold 3"),
    ]
    for fold_of, error, message in wrong:
        with pytest.raises(error, match=message):
            call(fold_of)
