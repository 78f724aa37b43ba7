"""The number of boosting rounds by cross-validation. The attack repeats its rounds in each fold."""

import numpy as np
from numpy.testing import assert_allclose

from fewidgets.algorithms import cross_validate_boost


def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4)) * [1, 30, 0.1, 1] + [5, 0, 1, -2]
    return X, X[:, 0] + 0.05 * X[:, 1] + rng.normal(size=60)


def test_nothing_is_learned_from_held_out_outputs():
    X, y = data()
    shift = np.where(np.arange(60) == 7, 2.0, 0.0)  # of one output in the second fold, of 20 examples
    errors = [cross_validate_boost(X, y + sign * shift, fold_of=np.arange(60) % 3).errors[1] for sign in (-1, 0, 1)]
    # If the prediction stays, the squared error is a parabola in the output.
    assert_allclose(errors[0] + errors[2] - 2 * errors[1], 2 * 2.0**2 / 20)


def test_noise_features_are_not_worth_a_round():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 10))
    y = 2 * X[:, 4] - X[:, 7] + rng.normal(size=200)
    result = cross_validate_boost(X, y)
    assert result.one_standard_error_rounds == 2
    assert set(result.trace.order[:2]) == {4, 7}
    assert result.best_rounds < 10


def test_a_feature_that_is_constant_within_a_fold_is_not_chosen_there():
    X, y = data()
    X = np.c_[X, np.zeros(60)]
    X[:3, 4] = [1.0, 2.0, 5.0]
    fold_of = np.repeat([0, 1, 2], 20)
    result = cross_validate_boost(X, y, fold_of=fold_of)
    assert result.errors[0, -1] == result.errors[0, -2]
    assert (result.errors[1:, -1] != result.errors[1:, -2]).all()
