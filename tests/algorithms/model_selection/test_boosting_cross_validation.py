"""The number of boosting rounds by cross-validation, against plain loops on scikit-learn's scaler."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize_scalar
from sklearn.preprocessing import StandardScaler

from fewidgets.algorithms import boost, cross_validate_boost


def plain_boost(X, y, cost, rounds):
    """Section 9.6.1 with a general minimizer: the model after every round as a bias and weights."""
    term = {"least_squares": lambda f: ((f - y) ** 2).sum(), "softmax": lambda f: np.logaddexp(0, -y * f).sum()}[cost]
    bias = minimize_scalar(lambda b: term(np.full(len(y), b)), tol=1e-12).x
    w, models, left = np.zeros(X.shape[1]), [], list(range(X.shape[1]))
    models.append(w.copy())
    for _ in range(rounds):
        tried = {n: minimize_scalar(lambda v, n=n: term(bias + X @ w + v * X[:, n]), tol=1e-12) for n in left}
        best = min(left, key=lambda n: tried[n].fun)
        w[best] = tried[best].x
        left.remove(best)
        models.append(w.copy())
    return bias, np.array(models)


def data(seed, cost):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 4)) * [1, 30, 0.1, 1] + [5, 0, 1, -2]
    y = X[:, 0] + 0.05 * X[:, 1] + rng.normal(size=60)
    return X, np.where(y > np.median(y), 1.0, -1.0) if cost == "softmax" else y


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
@pytest.mark.parametrize("seed", [0, 1])
def test_agrees_with_a_plain_loop(cost, seed):
    X, y = data(seed, cost)
    result = cross_validate_boost(X, y, cost=cost, folds=4, seed=seed)
    errors = []
    for k in range(4):
        out = result.fold_of == k
        scaler = StandardScaler().fit(X[~out])
        bias, models = plain_boost(scaler.transform(X[~out]), y[~out], cost, 4)
        outputs = bias + scaler.transform(X[out]) @ models.T
        losses = (outputs - y[out, None]) ** 2 if cost == "least_squares" else np.logaddexp(0, -y[out, None] * outputs)
        errors.append(losses.mean(axis=0))
        assert_array_equal(
            result.fold_orders[k], [np.flatnonzero(models[m + 1] != models[m])[0] for m in range(4)], strict=False
        )
    assert_allclose(result.errors, errors, rtol=1e-6)
    mean, spread = np.mean(errors, axis=0), np.std(errors, axis=0, ddof=1) / 2
    assert result.best_rounds == mean.argmin()
    assert result.one_standard_error_rounds == np.flatnonzero(mean <= mean.min() + spread[mean.argmin()])[0]
    assert_array_equal(result.rounds, np.arange(5))
    whole = boost(StandardScaler().fit_transform(X), y, cost=cost)
    assert_array_equal(result.trace.order, whole.order)
    assert_allclose(result.trace.weights, whole.weights, rtol=1e-9)


@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_nothing_is_learned_from_held_out_examples(cost):
    X, y = data(0, cost)
    fold_of = np.arange(60) % 3
    before = cross_validate_boost(X, y, cost=cost, fold_of=fold_of)
    changed = X.copy()
    changed[fold_of == 0] = 1000 * changed[fold_of == 0, ::-1] + 77
    after = cross_validate_boost(changed, y, cost=cost, fold_of=fold_of)
    assert_array_equal(after.fold_orders[0], before.fold_orders[0])
    # The bias alone does not depend on the features.
    assert_allclose(after.errors[:, 0], before.errors[:, 0])


def test_noise_features_are_not_worth_a_round():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 10))
    y = 2 * X[:, 4] - X[:, 7] + rng.normal(size=200)
    result = cross_validate_boost(X, y)
    assert result.one_standard_error_rounds == 2
    assert set(result.trace.order[:2]) == {4, 7}
    assert result.best_rounds < 10


def test_groups_count_rounds():
    rng = np.random.default_rng(4)
    common = rng.normal(size=120)
    y = rng.normal(size=120)
    X = np.c_[5 * common + y, common, rng.normal(size=(120, 3))]
    result = cross_validate_boost(X, y, group=2, folds=5)
    assert_array_equal(result.rounds, [0, 1, 2])
    assert result.one_standard_error_rounds == 1
    assert result.fold_orders.shape == (5, 4)
    for order in result.fold_orders:
        assert set(order[:2]) == {0, 1}


def test_a_feature_that_is_constant_within_a_fold_is_not_chosen_there():
    X, y = data(0, "least_squares")
    X = np.c_[X, np.zeros(60)]
    X[:3, 4] = [1.0, 2.0, 5.0]
    fold_of = np.repeat([0, 1, 2], 20)
    result = cross_validate_boost(X, y, fold_of=fold_of)
    assert 4 not in result.fold_orders[0]
    assert result.fold_orders[0, -1] == -1
    assert result.errors[0, -1] == result.errors[0, -2]
    assert 4 in result.fold_orders[1]


def test_features_as_they_are():
    X, y = data(0, "least_squares")
    result = cross_validate_boost(X, y, fold_of=np.arange(60) % 3, standardize=False)
    trace = boost(X[np.arange(60) % 3 > 0], y[np.arange(60) % 3 > 0])
    assert_array_equal(result.fold_orders[0], trace.order)
