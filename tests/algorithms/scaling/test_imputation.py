import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.impute import SimpleImputer

from fewidgets.algorithms import MeanImputer, StandardNormalizer, mean_impute
from fewidgets.algorithms.scaling.usable_rows import usable_rows
from fewidgets.data import load_auto_mpg, load_breast_cancer_original

nan = np.nan


def with_gaps(shape, share=0.1, seed=0, dtype=float):
    rng = np.random.default_rng(seed)
    X = (rng.normal(size=shape) * 10.0 ** rng.uniform(-3, 3, shape[1]) + rng.normal(size=shape[1])).astype(dtype)
    X[rng.random(shape) < share] = nan
    return X


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(50, 4), (70_000, 3), (3000, 100), (30, 5000)])
def test_agrees_with_scikit_learn(shape, order):
    X = np.asarray(with_gaps(shape), order=order)
    theirs = SimpleImputer().fit(X)
    ours = MeanImputer().fit(X)
    assert_allclose(ours.means_, theirs.statistics_, rtol=1e-10, atol=1e-13)
    assert_array_equal(ours.counts_, np.isnan(X).sum(axis=0))
    assert_allclose(ours.transform(X), theirs.transform(X), rtol=1e-10, atol=1e-13)
    assert_allclose(MeanImputer().fit_transform(X), theirs.fit_transform(X), rtol=1e-10, atol=1e-13)


@given(st.integers(0, 10**6), st.sampled_from([np.float64, np.float32]), st.floats(0.01, 0.9))
def test_imputed_entries_are_exactly_zero_once_normalized(seed, dtype, share):
    X = with_gaps((40, 3), share, seed, dtype)
    missing = np.isnan(X)
    if (missing.sum(axis=0) > 38).any():
        return
    filled = MeanImputer().fit_transform(X)
    scaled = StandardNormalizer().fit_transform(filled)
    assert filled.dtype == dtype
    assert_array_equal(scaled[missing], 0.0)
    # (9.5): the mean stays the same, to the last digit in double precision.
    if dtype is np.float64:
        assert_array_equal(MeanImputer().fit(filled).means_, MeanImputer().fit(X).means_)


def test_every_usual_missing_value_is_recognized():
    expected = [[1.0, 4.0], [3.0, 4.0], [2.0, 4.0]]
    for X in (
        [[1.0, 4.0], [3.0, nan], [nan, 4.0]],
        pd.DataFrame({"a": [1.0, 3.0, None], "b": [4.0, None, 4.0]}),
        pd.DataFrame({"a": pd.array([1, 3, None], dtype="Int64"), "b": pd.array([4, None, 4], dtype="Int64")}),
        np.ma.masked_equal([[1, 4], [3, -99], [-99, 4]], -99),
    ):
        assert_array_equal(MeanImputer().fit_transform(X), expected)
        assert_array_equal(mean_impute(X).X, expected)
    y = pd.Series([1, None, 2], dtype="Int64")
    assert_array_equal(usable_rows(expected, y).without_output, [1])


def test_horsepower_is_missing_in_six_cars():
    cars = load_auto_mpg(with_gaps=True)
    imputation = mean_impute(cars.X, cars.y)
    assert_array_equal(imputation.counts, [0, 0, 6, 0, 0, 0, 0])
    assert_allclose(imputation.means[2], np.nanmean(cars.X[:, 2]), rtol=1e-15)
    assert_array_equal(StandardNormalizer().fit_transform(imputation.X)[imputation.missing], 0)


def test_bare_nuclei_are_missing_in_sixteen_samples():
    samples = load_breast_cancer_original()
    imputation = mean_impute(samples.X, samples.y)
    assert_array_equal(imputation.counts, [0, 0, 0, 0, 0, 16, 0, 0, 0])
    assert imputation.message == "699 of 699 examples kept; 16 of 6291 entries filled with means"
    assert_array_equal(StandardNormalizer().fit_transform(imputation.X)[imputation.missing], 0)
