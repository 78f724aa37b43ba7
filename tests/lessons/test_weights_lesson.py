"""What lesson C4 says is true, and what it names is on screen."""

import re
from itertools import combinations

import numpy as np

from fewidgets.algorithms import forward_fit, greedy_subset, myopic_forward_fit
from fewidgets.data import load_lecture_points
from tests.lessons.reading import cells, printed

LESSON = "C4_weights_that_choose"
POINTS = load_lecture_points()
X, Y = POINTS.X ** np.arange(5), POINTS.y


def text():
    return " ".join(" ".join(cells(LESSON)).split())


def test_both_tables_of_the_lecture_stand_in_the_lesson():
    table = """0 +1.089 0.874 0 +1.089 0.874 · 1 -0.553 0.163 1 -0.553 0.163 · 2 -0.288 0.085 0 -0.085 0.091 ·
    1 -0.101 0.062 1 -0.056 0.084 · 0 -0.033 0.051 2 -0.127 0.069 · 3 +0.053 0.049 0 +0.021 0.065 ·
    1 -0.043 0.045 1 -0.031 0.063 · 3 +0.088 0.041 2 -0.078 0.057 · 1 -0.035 0.039 0 +0.013 0.055 ·
    3 +0.072 0.036 1 -0.018 0.054"""
    rows = [line.split() for line in printed(LESSON).splitlines()]
    for m, row in enumerate(table.split("·"), start=1):
        assert [str(m), *row.split()] in rows


def test_the_first_two_rounds_are_the_same_and_the_third_is_not():
    orders = [fit(X, Y).order[:3].tolist() for fit in (greedy_subset, forward_fit, myopic_forward_fit)]
    assert orders == [[0, 1, 3], [0, 1, 2], [0, 1, 0]]
    weights = [fit(X, Y).weights[4] for fit in (greedy_subset, forward_fit, myopic_forward_fit)]
    straight = [not np.any(each[2:]) for each in weights]
    assert straight == [False, False, True], "after round 4, one curve is a straight line"


def test_forward_fitting_comes_back_to_the_constant_once_and_has_x_four_times():
    order = forward_fit(X, Y).order.tolist()
    assert [m + 1 for m, n in enumerate(order) if n == 0][1:] == [5]
    assert order.count(1) == 4


def test_greedy_selection_finds_the_best_subsets_of_these_points():
    order = greedy_subset(X, Y).order

    def cost(subset):
        return np.linalg.norm(Y - X[:, subset] @ np.linalg.lstsq(X[:, subset], Y, rcond=None)[0])

    for size in range(1, 6):
        assert set(min(combinations(range(5), size), key=cost)) == set(order[:size].tolist())


def test_slips_and_slides_are_named():
    for slip in ("first slip", "second slip", "third slip", "guarantees that any unused parameter dimensions are set to zero"):
        assert slip in text()
    assert not re.search(r"\b00[1-4]\b", text())
