"""The predictions on categories agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.preprocessing import OneHotEncoder

from fewidgets.algorithms import one_hot
from fewidgets.exercises.bank import question


def test_o_and_ab_are_farthest_apart_by_three():
    kind = question("9.2.1 far types").kind
    codes = {"O": 0, "A": 1, "B": 2, "AB": 3}
    gaps = {(one, other): abs(codes[one] - codes[other]) for one in codes for other in codes if one < other}
    farthest = max(gaps, key=gaps.get)
    assert set(kind.truth.split(" and ")) == set(farthest)
    assert "differ by 3" in kind.options[kind.truth]
    assert gaps[farthest] == 3


def test_499_of_500_numbers_are_zero():
    kind = question("9.2.1 mostly zeros").kind
    encoded = OneHotEncoder().fit_transform(np.arange(500).astype(str)[:, None])
    assert kind.truth == pytest.approx(100 * (1 - encoded.nnz / np.prod(encoded.shape)))
    assert "499 zeros" in kind.because
    for answer, words in ((0.2, "percentage of ones"), (50, "two categories"), (90, "Higher"), (99.4, "499 zeros")):
        assert words in kind.grade(answer).reason


def test_an_unseen_type_stops_the_encoder_and_the_named_rule_gives_zeros():
    kind = question("9.2.1 unseen type").kind
    assert kind.truth == "It stops with an error"
    assert 'unseen="zero"' in kind.options["It returns a row of zeros"]
    assert not one_hot(["O", "A", "AB"], unseen="zero").transform(["B"]).any()
