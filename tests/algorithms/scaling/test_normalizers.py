import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.preprocessing import MinMaxScaler, StandardScaler

from fewidgets.algorithms import MinMaxNormalizer, StandardNormalizer

SCALERS = [StandardNormalizer, MinMaxNormalizer]


def test_the_table_of_int247_divides_by_one_less():
    x = np.arange(6.0)[:, None]
    normalized = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    standardized = [-1.336306, -0.801784, -0.267261, 0.267261, 0.801784, 1.336306]
    assert_array_equal(MinMaxNormalizer().fit_transform(x)[:, 0].round(15), normalized)
    assert_array_equal(StandardNormalizer(ddof=1).fit_transform(x)[:, 0].round(6), standardized)
    assert_array_equal(StandardNormalizer().fit_transform(x)[[0, 5], 0].round(6), [-1.46385, 1.46385])


def test_the_ranges_of_comp135():
    # Slide 7: A in [0, 1], B in [-5, 5], C in [-3333, -2222] all come to lie in [0, 1].
    X = np.array([[0.0, -5.0, -3333.0], [0.25, 0.0, -2222.0], [1.0, 5.0, -2777.5]])
    scaled = MinMaxNormalizer().fit_transform(X)
    assert_allclose(scaled, [[0, 0, 0], [0.25, 0.5, 1], [1, 1, 0.5]], rtol=0, atol=1e-15)
    assert_array_equal([scaled.min(axis=0), scaled.max(axis=0)], [[0, 0, 0], [1, 1, 1]])
    # Slide 8: every feature with zero mean and unit variance.
    standard = StandardNormalizer().fit_transform(X)
    assert_allclose(standard.mean(axis=0), 0, atol=1e-15)
    assert_allclose(standard.var(axis=0), 1, rtol=1e-15)


@given(arrays(float, (7, 3), elements=st.floats(-1e6, 1e6)))
def test_agrees_with_scikit_learn_and_is_undone_by_its_inverse(X):
    X = X + np.arange(7)[:, None] * 1e3  # no constant feature
    for ours, theirs in ((StandardNormalizer(), StandardScaler()), (MinMaxNormalizer(), MinMaxScaler())):
        try:
            ours.fit(X)
        except ValueError:
            return
        scaled = ours.transform(X)
        assert_allclose(scaled, theirs.fit_transform(X), atol=1e-6)
        assert_allclose(ours.inverse_transform(scaled), X, atol=1e-6)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(3000, 70), (100_000, 3), (40, 5000)])
def test_large_matrices_in_both_orders_agree_with_scikit_learn(shape, order):
    rng = np.random.default_rng(0)
    offsets = 10.0 ** rng.uniform(-3, 6, shape[1])
    X = np.asarray(rng.normal(size=shape) * 10.0 ** rng.uniform(-3, 3, shape[1]) + offsets, order=order)
    # What rounding does to a mean is as much as it does to the entries: seen in deviations, by this factor.
    loss = np.finfo(float).eps * (np.abs(X).max(axis=0) / X.std(axis=0)).max()
    normalizer = StandardNormalizer(ddof=1).fit(X)
    assert (np.abs(normalizer.mean_ - X.mean(axis=0)) <= 1e-13 * np.abs(X).max(axis=0)).all()
    assert_allclose(normalizer.scale_, (X - X.mean(axis=0)).std(axis=0, ddof=1), rtol=1e-13)
    assert_allclose(StandardNormalizer().fit_transform(X), StandardScaler().fit_transform(X), rtol=1e-9, atol=20 * loss)
    assert_allclose(MinMaxNormalizer().fit_transform(X), MinMaxScaler().fit_transform(X), rtol=1e-9, atol=20 * loss)


def test_constant_features_follow_the_stated_rule():
    X = pd.DataFrame({"a": [1.0, 2.0], "b": [0.1, 0.1]})
    for scaler in SCALERS:
        with pytest.raises(ValueError, match=r"X is constant in feature 1 \('b'\)"):
            scaler().fit(X)
        assert scaler(constant="keep").fit(X).scale_[1] == 1
    assert_array_equal(StandardNormalizer(constant="keep").fit_transform(X), [[-1, 0], [1, 0]])
    assert_array_equal(MinMaxNormalizer(constant="keep").fit_transform(X), [[0, 0], [1, 0]])
    assert_array_equal(MinMaxNormalizer((-1, 1), constant="keep").fit_transform(X), [[-1, -1], [1, -1]])


def test_single_precision_stays_single_and_is_computed_in_double():
    X = np.random.default_rng(0).normal([0, 1, 10, 100, 1000], size=(30_000, 5)).astype(np.float32)
    exact = StandardNormalizer().fit(X.astype(float))
    normalizer = StandardNormalizer().fit(X)
    assert_allclose(normalizer.mean_, exact.mean_, rtol=1e-14)
    assert_allclose(normalizer.scale_, exact.scale_, rtol=1e-12)
    for scaler in SCALERS:
        ours = scaler().fit_transform(X)
        assert ours.dtype == np.float32
        assert_allclose(ours, scaler().fit_transform(X.astype(float)), rtol=1e-5, atol=1e-4)
        assert_allclose(scaler().fit(X).inverse_transform(ours), X, rtol=1e-5, atol=1e-5)
    assert StandardNormalizer().fit_transform(X.astype(np.float16)).dtype == np.float64


def test_single_precision_that_overflows_is_refused():
    X = np.array([[0.0], [1e-38]], dtype=np.float32)
    with pytest.raises(ValueError, match="X has results that float32 cannot hold"):
        StandardNormalizer().fit(X).transform(np.array([[1e20]], dtype=np.float32))


def test_a_new_point_may_lie_outside_and_can_be_clipped():
    X, new = [[0.0], [10.0]], [[-5.0], [5.0], [20.0]]
    assert_array_equal(MinMaxNormalizer().fit(X).transform(new)[:, 0], [-0.5, 0.5, 2.0])
    clipped = MinMaxNormalizer((-1, 1), clip=True).fit(X).transform(new)
    assert_array_equal(clipped[:, 0], [-1.0, 0.0, 1.0])
    theirs = MinMaxScaler((-1, 1), clip=True).fit(X).transform(new)
    assert_allclose(clipped, theirs, atol=1e-15)
