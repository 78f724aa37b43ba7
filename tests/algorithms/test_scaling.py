import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from sklearn.preprocessing import StandardScaler

from fewidgets.algorithms import StandardNormalizer


def test_small_case_by_hand():
    normalizer = StandardNormalizer().fit([[1, 0], [3, 4], [5, 8]])
    assert_allclose(normalizer.mean_, [3, 4])
    assert_allclose(normalizer.scale_, np.sqrt([8 / 3, 32 / 3]))
    assert_allclose(normalizer.transform([[3, 4]]), [[0, 0]])
    assert_allclose(StandardNormalizer(ddof=1).fit([[1.0], [3.0]]).scale_, [np.sqrt(2)])


@given(arrays(float, (7, 3), elements=st.floats(-1e6, 1e6)))
def test_agrees_with_scikit_learn_and_is_undone_by_its_inverse(X):
    X = X + np.arange(7)[:, None] * 1e3  # no constant feature
    try:
        normalizer = StandardNormalizer().fit(X)
    except ValueError:
        return
    scaled = normalizer.transform(X)
    assert_allclose(scaled, StandardScaler().fit_transform(X), atol=1e-6)
    assert_allclose(normalizer.inverse_transform(scaled), X, atol=1e-6)


def test_constant_features_follow_the_stated_rule():
    X = pd.DataFrame({"a": [1.0, 2.0], "b": [0.1, 0.1]})
    with pytest.raises(ValueError, match=r"X is constant in feature 1 \('b'\)"):
        StandardNormalizer().fit(X)
    kept = StandardNormalizer(constant="keep").fit(X)
    assert_allclose(kept.transform(X), [[-1, 0], [1, 0]])
    assert kept.scale_[1] == 1


def test_bad_use_is_named():
    with pytest.raises(RuntimeError, match="call fit first"):
        StandardNormalizer().transform([[1.0]])
    with pytest.raises(ValueError, match="X has 3 features; wanted 2"):
        StandardNormalizer().fit([[0, 1], [1, 0]]).transform([[1, 2, 3]])
    with pytest.raises(ValueError, match="ddof is 2"):
        StandardNormalizer(ddof=2)
    with pytest.raises(ValueError, match="did you mean 'keep'"):
        StandardNormalizer(constant="keeps")
