"""The predictions on categories agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.preprocessing import OneHotEncoder

from fewidgets.exercises.bank import question


def test_499_of_500_numbers_are_zero():
    kind = question("9.2.1 mostly zeros").kind
    encoded = OneHotEncoder().fit_transform(np.arange(500).astype(str)[:, None])
    assert kind.truth == pytest.approx(100 * (1 - encoded.nnz / np.prod(encoded.shape)))
    assert "499 zeros" in kind.because
    for answer, words in ((0.2, "percentage of ones"), (50, "two categories"), (90, "Higher"), (99.4, "499 zeros")):
        assert words in kind.grade(answer).reason
