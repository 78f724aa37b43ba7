"""Data are drawn until no two answers are the same, and what never differs is named."""

import numpy as np
import pytest

from fewidgets.exercises.task import Case, Misconception
from fewidgets.grading.distinct import DistinctError, distinct_cases, distinct_data

TWICE = Misconception("twice", lambda data: {"sum": 2 * data["x"].sum()}, "You added everything twice.")
SQUARES = Misconception("squares", lambda data: {"sum": (data["x"] ** 2).sum()}, "You added squares.")


def total(data):
    return {"sum": data["x"].sum()}


@pytest.mark.parametrize("seed", range(20))
def test_every_two_answers_differ_by_more_than_the_tolerance(seed):
    rng = np.random.default_rng(seed)
    data = distinct_data(lambda: {"x": rng.integers(0, 3, size=2)}, total, (TWICE, SQUARES))
    found = sorted(function(data)["sum"] for function in (total, TWICE.function, SQUARES.function))
    assert np.diff(found).min() > 0.05


def test_cases_differ_in_at_least_one_of_them():
    rng = np.random.default_rng(0)
    last = Misconception("last", lambda x: (x[-1], x.size), "You took the last value.")

    def draw():
        yield Case((np.array([2.0]),), "one value")  # here all are alike
        yield Case((rng.integers(0, 2, size=2).astype(float),), "two values")

    for _ in range(10):
        cases = distinct_cases(draw, lambda x: (x[0], x.size), (last,))
        assert [case.label for case in cases] == ["one value", "two values"]
        assert cases[1].arguments[0][0] != cases[1].arguments[0][1]


def test_two_answers_that_never_differ_are_named():
    again = Misconception("again", TWICE.function, "You added everything twice.")
    with pytest.raises(DistinctError, match="'twice' and 'again' gave the same answer in all of 1000 draws"):
        distinct_data(lambda: {"x": np.ones(2)}, total, (TWICE, again))
    with pytest.raises(DistinctError, match="the right answer and 'same'"):
        distinct_cases(lambda: [Case((1.0,), "one")], lambda x: x, (Misconception("same", lambda x: x, "?"),))
