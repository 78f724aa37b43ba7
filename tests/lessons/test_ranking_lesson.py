"""What lesson C3 says about correlation and importance is true, and what it names is on screen."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from fewidgets import CorrelationRanking
from fewidgets.data import load_auto_mpg, make_useless_alone
from tests.lessons.lesson import lesson

LESSON = "C3_ranking_features"


def test_the_losses_that_are_printed_are_those_of_numpy():
    cars = load_auto_mpg()
    printed = "\n".join(cell.printed for cell in lesson(LESSON).cells)
    assert f"loss of the mean alone: {cars.y.var():.1f}" in printed
    for name, x in zip(cars.feature_names, cars.X.T, strict=True):
        loss = np.mean((np.polyval(np.polyfit(x, cars.y, 1), x) - cars.y) ** 2)
        assert f"{name:13} {loss:5.1f}" in printed
    best = min(zip(cars.feature_names, cars.X.T, strict=True), key=lambda each: -abs(pearsonr(each[1], cars.y).statistic))
    assert best[0] == "weight"
    assert "A loss of 18.7" in lesson(LESSON).markdown


def test_the_numbers_of_the_book_are_printed():
    data = make_useless_alone(200)
    r = [pearsonr(x, data.y).statistic for x in data.X.T]
    assert r == pytest.approx([0, np.sqrt(0.5)], abs=1e-12)
    printed = "\n".join(cell.printed for cell in lesson(LESSON).cells)
    assert "[0.    0.707]" in printed
    assert "[1. 2.]" in printed


def test_the_weight_at_which_a_link_of_04_makes_the_first_feature_useless():
    w = CorrelationRanking(weight=2.5, link=0.4)
    assert "x1 has r = 0 and" in w.caption
    w = CorrelationRanking(weight=2.0, link=0.5)
    before = w.caption
    w.numbers = "normal"
    assert w.caption == before
