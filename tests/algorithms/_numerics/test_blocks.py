import tracemalloc

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, PCASphering, StandardNormalizer
from fewidgets.algorithms._numerics.blocks import check_values, exact_means, moments

MEGABYTE = 2**20
SHAPE = (20_000, 200)  # 31 MiB of float64, 15 MiB of float32


def peak(run):
    tracemalloc.start()
    try:
        result = run()
        return tracemalloc.get_traced_memory()[1] / MEGABYTE, result
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("transform", [StandardNormalizer, MinMaxNormalizer, MeanImputer, PCASphering])
def test_no_second_copy_of_a_large_matrix_is_held(transform, dtype, order):
    X = np.asarray(np.random.default_rng(0).normal(size=SHAPE), dtype=dtype, order=order)
    size = X.nbytes / MEGABYTE
    work = 34 if transform is PCASphering else 5  # blocks of 2²¹ entries in double precision, or of 2¹⁷
    fitting, fitted = peak(lambda: transform().fit(X))
    assert fitting <= work
    making, made = peak(lambda: fitted.transform(X))
    assert made.dtype == dtype
    assert making <= size + work


def test_refusing_a_large_matrix_holds_no_second_copy():
    X = np.random.default_rng(0).normal(size=SHAPE)
    X[-1, -1] = np.nan

    def refused():
        with pytest.raises(ValueError, match="X must not contain NaN; found one in row 19999, feature 199"):
            check_values(X, "X")
        with pytest.raises(ValueError, match="X must not contain NaN; found one in row 19999, feature 199"):
            moments(X)

    assert peak(refused)[0] <= 3


def test_large_values_are_checked_one_by_one_and_pass():
    X = np.array([[1e59, -1e59], [-1e59, 1e58]])
    check_values(X, "X")
    mean, squares = moments(X)
    assert_allclose(mean, X.mean(axis=0))
    assert_allclose(squares, ((X - X.mean(axis=0)) ** 2).sum(axis=0))
    single = np.array([[1e30], [-3e38]], dtype=np.float32)
    check_values(single, "X")
    with pytest.raises(ValueError, match="X must be finite; found an infinite value in row 1, feature 0"):
        check_values(np.array([[0.0], [np.inf]], dtype=np.float32), "X")
    with pytest.raises(ValueError, match=r"X must lie within ±1e\+60; found 1e\+61 in row 1, feature 0"):
        check_values(np.array([[0.0], [1e61]]), "X")


def test_exact_means_where_plain_sums_lose_everything():
    X = np.array([[1e16, 1e25], [1.0, 1.0], [-1e16, -1e25], [2.0, 2.0]])
    assert_array_equal(exact_means(X), [0.75, 0.75])
    with_gap = np.r_[X, [[np.nan, np.nan]]]
    assert_array_equal(exact_means(with_gap, np.array([4, 4])), [0.75, 0.75])
    # 1 and its neighbour: the mean lies half way and is rounded to even.
    assert_array_equal(exact_means(np.array([[1.0], [1.0 + 2**-52]])), [1.0])
    for P in (3, 7, 49, 1000):
        for value in (0.1, 1 / 3, 1e-20, 123.456):
            assert_array_equal(exact_means(np.full((P, 1), value)), [value])


def test_strided_views_are_read_in_their_own_order():
    table = np.random.default_rng(0).normal(size=(500, 60))
    for view in (table[::2], table[:, ::3], table.T, table[::-1], table.T[::2, 5:], table[:, :1]):
        mean, squares = moments(view)
        assert_allclose(mean, view.mean(axis=0), atol=1e-15)
        assert_allclose(squares, view.var(axis=0) * len(view), rtol=1e-12)
        assert_allclose(StandardNormalizer().fit_transform(view), (view - mean) / view.std(axis=0), atol=1e-12)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("transform", [StandardNormalizer, MinMaxNormalizer, PCASphering])
def test_bad_entries_in_single_precision_are_named(transform, value):
    X = np.random.default_rng(0).normal(size=(300, 4)).astype(np.float32)
    fitted = transform().fit(X)
    X[123, 2] = value
    for run in (fitted.fit, fitted.fit_transform, fitted.transform, fitted.inverse_transform):
        with pytest.raises(
            ValueError, match=r"X must (not contain NaN; found one|be finite; found an infinite value) in row 123, feature 2"
        ):
            run(X)
