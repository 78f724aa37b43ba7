"""Data with known weights."""

import numpy as np
import pytest

from fewidgets.data import LinearDataset, make_lasso_example


def test_the_output_is_the_weighted_sum_plus_noise_of_the_given_size():
    data = make_lasso_example(20_000, noise=3.0)
    residual = data.y - data.X @ data.true_weights
    assert np.std(residual) == pytest.approx(3.0, rel=0.02)
    assert np.abs(residual.mean()) < 0.1
    assert np.abs(np.corrcoef(data.X.T, residual)[-1, :-1]).max() < 0.03
    np.testing.assert_allclose(np.cov(data.X.T), np.eye(10), atol=0.04)


def test_a_larger_count_adds_examples_and_another_noise_scales_the_same_draws():
    few, many = make_lasso_example(20), make_lasso_example(300)
    np.testing.assert_array_equal(many.X[:20], few.X)
    np.testing.assert_array_equal(many.y[:20], few.y)
    quiet, loud = (make_lasso_example(20, noise=noise) for noise in (0.5, 2.0))
    signal = few.X @ few.true_weights
    np.testing.assert_allclose(loud.y - signal, 4 * (quiet.y - signal))
    assert (make_lasso_example(seed=1).X != make_lasso_example(seed=2).X).any()


def test_weights_are_read_only_and_one_per_feature():
    data = make_lasso_example(5)
    with pytest.raises(ValueError, match="read-only"):
        data.true_weights[0] = 1
    for weights in ([1.0], [[1.0] * 10], [np.nan] * 10):
        with pytest.raises(ValueError, match="true_weights must hold 10 finite numbers, one per feature"):
            LinearDataset("a", data.X, data.y, data.feature_names, "y", "", "", "", weights)
