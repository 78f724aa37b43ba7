"""What lesson C2 says is true, and what it names is on screen."""

import re

import numpy as np

from fewidgets.algorithms import (
    backward_elimination,
    best_subset,
    forward_selection,
)
from fewidgets.data import load_diabetes
from tests.lessons.reading import printed

LESSON = "C2_searching_subsets"


def test_the_table_of_slide_13_is_printed():
    text = re.sub(r" +", " ", printed(LESSON))
    assert "1 age age" in text
    assert "2 age, weight age, weight" in text
    assert "3 age, weight, height age, weight, height" in text
    assert "4 age, weight, income, zip_code age, weight, height, income" in text


def test_the_ten_numbers_of_int247_are_printed():
    text = printed(LESSON)
    for number in (
        *("J(x1) = 3", "J(x2) = 5", "J(x3) = 7", "J(x4) = 4"),
        *("J(x3x1) = 10", "J(x3x2) = 12", "J(x3x4) = 11"),
        *("J(x3x2x1) = 11", "J(x3x2x4) = 16", "J(x3x2x4x1) = 13"),
    ):
        assert number in text, number
    assert "both have x2, x3 with J = 12" in text


def test_on_diabetes_both_searches_miss_the_best_five_and_nothing_else():
    patients = load_diabetes()
    assert patients.X.shape == (442, 10)
    best = best_subset(patients.X, patients.y)
    for search in (forward_selection, backward_elimination):
        trace = search(patients.X, patients.y)
        loss = [np.sqrt(trace.at(k).cost / best.at(k).cost) - 1 for k in range(1, 10)]
        assert [k for k, each in enumerate(loss, start=1) if each > 1e-6] == [5]
        assert loss[4] < 0.01, "less than one percent"
