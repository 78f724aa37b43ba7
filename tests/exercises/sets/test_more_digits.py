"""What Exercise 9.7 says of all digits at full size is true."""

import numpy as np
import pytest

from fewidgets.algorithms import MulticlassSoftmax, PCASphering, StandardNormalizer, search_step_length
from fewidgets.data import load_mnist

SCALERS = {"normalized": StandardNormalizer(constant="drop"), "sphered": PCASphering(near_zero="drop")}


@pytest.mark.parametrize(("version", "length"), [("raw", 1e-5), ("normalized", 1.0), ("sphered", 100.0)])
def test_all_digits_at_full_size(version, length):
    mnist = load_mnist()
    X = mnist.X.astype(float)
    if version in SCALERS:
        X = SCALERS[version].fit_transform(X)
    start = 1e-4 * np.random.default_rng(0).normal(size=(X.shape[1] + 1, 10))
    found = search_step_length(MulticlassSoftmax(X, mnist.y), start, 10, exponents=(-8, 4))
    assert found.step_length == length
    if version == "sphered":
        assert X.shape == (5000, 653)
        assert found.trace.misclassifications[-1] == 0
