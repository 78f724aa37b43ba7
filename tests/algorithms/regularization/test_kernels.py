"""The radial kernel of groups that are far apart: scikit-learn loses all digits there, so differences are the reference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from fewidgets.algorithms import polynomial_kernel, rbf_kernel


@given(
    seed=st.integers(0, 2**32 - 1),
    distance=st.integers(0, 12),  # between the groups, as a power of 10; within a group it is 1
    origin=st.integers(0, 12),
    gamma=st.sampled_from([1e-3, 0.3, 20.0]),
)
def test_near_examples_keep_their_digits_in_far_groups(seed, distance, origin, gamma):
    rng = np.random.default_rng(seed)
    centers = 10.0**origin + 10.0**distance * rng.normal(size=(3, 1, 2))
    X, Z = ((centers + rng.normal(size=(3, 4, 2))).reshape(-1, 2) for _ in range(2))
    for left, right in ((X, X), (X, Z)):
        exponents = -gamma * ((left[:, None] - right) ** 2).sum(axis=-1)
        K = rbf_kernel(left, None if right is left else right, gamma=gamma)
        near = exponents > -700
        assert_allclose(np.log(K[near]), exponents[near], rtol=1e-9, atol=2e-10)
        assert (K[~near] < 1e-300).all()


def test_a_kernel_of_others_or_of_too_large_values_is_refused():
    with pytest.raises(ValueError, match="Z must have 2 features, as X; got 3"):
        rbf_kernel(np.eye(2), np.eye(3))
    with pytest.raises(ValueError, match=r"X is too large for degree 9: .*Rescale X to values near ±1"):
        polynomial_kernel(1e30 * np.eye(2), degree=9)
