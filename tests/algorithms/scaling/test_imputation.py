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


def test_small_case_by_hand():
    imputer = MeanImputer().fit([[1, nan], [3, 5], [nan, 7]])
    assert_array_equal(imputer.means_, [2, 6])  # (9.4)
    assert_array_equal(imputer.counts_, [1, 1])
    assert_array_equal(imputer.transform([[1, nan], [3, 5], [nan, 7]]), [[1, 6], [3, 5], [2, 7]])
    # A new point is given the training data's means, whatever its neighbours are.
    assert_array_equal(imputer.transform([[nan, nan], [nan, 100]]), [[2, 6], [2, 100]])
    assert repr(imputer) == "MeanImputer()"


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


def test_more_entries_than_are_averaged_exactly_agree_too():
    X = with_gaps((50_000, 90))
    assert_allclose(MeanImputer().fit(X).means_, np.nanmean(X, axis=0), rtol=1e-10, atol=1e-13)


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


def test_imputing_lowers_the_variance_by_the_share_that_was_missing():
    imputation = mean_impute(with_gaps((500, 6), 0.2))
    X, P = imputation.X, len(imputation.X)
    assert_allclose(imputation.variances, X.var(axis=0), rtol=1e-12)
    known = [X[~imputation.missing[:, n], n].var() for n in range(6)]
    assert_allclose(imputation.variances_known, known, rtol=1e-12)
    assert_allclose(imputation.variances, imputation.variances_known * (P - imputation.counts) / P, rtol=1e-12)
    assert (imputation.variances < imputation.variances_known).all()


def test_variances_of_single_precision_are_those_of_the_known_entries():
    X = (1e6 + np.random.default_rng(0).normal(size=(40, 3))).astype(np.float32)
    X[::3] = np.nan
    found = mean_impute(X, max_missing=1.0)
    assert_allclose(found.variances_known, np.nanvar(X.astype(float), axis=0), rtol=1e-12)


def test_rows_without_output_or_with_too_many_gaps_are_dropped_and_reported():
    X = [[1.0, 2.0, 3.0, 4.0], [nan, nan, 1.0, 2.0], [nan, nan, nan, 2.0], [5.0, 6.0, nan, 8.0], [1.0, 1.0, 1.0, 1.0]]
    y = [1.0, 2.0, 3.0, 4.0, nan]
    rows = usable_rows(X, y)
    assert_array_equal(rows.kept, [0, 1, 3])
    assert_array_equal(rows.without_output, [4])
    assert_array_equal(rows.too_many_gaps, [2])
    assert rows.message == (
        "3 of 5 examples kept; dropped: 1 without output (row 4), 1 with more than 50% of the features missing (row 2)"
    )
    assert_array_equal(usable_rows(X, y, max_missing=0.25).kept, [0, 3])
    assert_array_equal(usable_rows(X, y, max_missing=0).kept, [0])
    assert_array_equal(usable_rows(X, max_missing=1).kept, [0, 1, 2, 3, 4])

    imputation = mean_impute(X, y)
    assert_array_equal(imputation.y, [1, 2, 4])
    # The dropped rows' values count for nothing.
    assert_array_equal(imputation.means, [3, 4, 2, 14 / 3])
    assert_array_equal(imputation.X, [[1, 2, 3, 4], [3, 4, 1, 2], [5, 6, 2, 8]])
    assert_array_equal(imputation.missing, [[0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0]])
    assert imputation.n_filled == 3
    assert imputation.message.endswith("; 3 of 12 entries filled with means")
    assert mean_impute(X).y is None


def test_a_row_is_dropped_for_one_reason():
    rows = usable_rows([[nan, nan], [1.0, 2.0], [2.0, 1.0]], [nan, 1.0, 2.0])
    assert_array_equal(rows.without_output, [0])
    assert rows.too_many_gaps.size == 0
    assert usable_rows([[1.0]], [2.0]).message == "1 of 1 examples kept"


def test_the_message_names_a_feature_without_any_value():
    frame = pd.DataFrame({"RM": [1.0, 2.0], "AGE": [nan, nan]})
    for run in (MeanImputer().fit, MeanImputer().fit_transform, mean_impute):
        with pytest.raises(ValueError, match=r"got none in feature 1 \('AGE'\)"):
            run(frame)
    big = np.zeros((60_000, 80))
    big[:, 3] = nan
    with pytest.raises(ValueError, match="got none in feature 3"):
        MeanImputer().fit(big)
    # In new data, such a feature is filled.
    assert_array_equal(MeanImputer().fit([[1.0], [3.0]]).transform([[nan], [nan]]), [[2], [2]])


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


def test_an_infinite_entry_is_refused():
    X = with_gaps((3000, 50))
    imputer = MeanImputer().fit(X)
    X[2000, 7], X[2001, 7] = np.inf, -np.inf
    before = X.copy()
    for run in (MeanImputer().fit_transform, imputer.transform):
        with pytest.raises(ValueError, match="X must be finite or NaN; found an infinite value in row 2000, feature 7"):
            run(X)
    X[2000, 7], X[2001, 7] = 1e200, -1e200
    with pytest.raises(ValueError, match=r"X must hold values .*; found 1e\+200 in row 2000, feature 7"):
        MeanImputer().fit(X)
    large = np.tile(before, (30, 1))
    large[2000, 7] = 1e200
    for wrong in (1e200, np.inf):
        large[80_000, 9] = wrong
        with pytest.raises(
            ValueError, match=r"X must hold values .*; found 1e\+200 in row 2000, feature 7|infinite value in row 2000"
        ):
            MeanImputer().fit(large)


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
