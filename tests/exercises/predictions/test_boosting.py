"""The predictions on boosting agree with a computation of their own."""

import numpy as np

from fewidgets.data import load_boston
from fewidgets.exercises.bank import question


def test_the_first_feature_is_the_one_with_the_largest_correlation():
    boston = load_boston()
    r = np.corrcoef(boston.X, boston.y, rowvar=False)[-1, :-1]
    kind = question("9.6 first feature").kind
    strength = dict(zip(boston.feature_names, np.abs(r), strict=True))
    assert kind.truth == max(strength, key=strength.get)
    # The text says that RM comes second, and that is so among the four.
    assert sorted(kind.options, key=strength.get)[-2:] == ["RM", "LSTAT"]
