"""What lesson C4 says is true, and what it names is on screen."""

import re
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from fewidgets import FittingRace, KernelRidgeViewer
from fewidgets.algorithms import forward_fit, greedy_subset, kernel_ridge, myopic_forward_fit
from fewidgets.data import load_lecture_points
from fewidgets.exercises.cars.held_out import held_out_errors
from tests.lessons.lesson import lesson
from tests.lessons.reading import cells, printed

LESSON = "C4_weights_that_choose"
POINTS = load_lecture_points()
PHI, Y = POINTS.X ** np.arange(5), POINTS.y


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


def test_the_lecture_is_quoted_and_its_slips_stand_elsewhere():
    for quoted in (
        "guarantees that any unused parameter dimensions are set to zero",
        "not guaranteed to find the optimal subset",
    ):
        assert quoted in text()
    assert "slip" not in text().replace("Slips of the sources are listed", "")
    assert not re.search(r"\b00[1-4]\b", text())


def test_the_opening_picture_predicts_what_the_text_says():
    viewer = KernelRidgeViewer(POINTS, standardize=False, lam=0.1, gamma=10, at=0.302)
    assert "add up to 0.643" in viewer.caption
    assert "predicts 0.64 for a new case" in text()


@pytest.mark.parametrize("sigma", [0.05, 2.0])
def test_gaussian_noise_gives_least_squares_and_a_gaussian_prior_gives_ridge_regression(sigma):
    tau = 0.7

    def minus_log(theta, prior):
        likelihood = stats.norm.logpdf(Y, PHI @ theta, sigma).sum()
        return -likelihood - prior * stats.norm.logpdf(theta, 0, tau).sum()

    for prior, lam in ((False, 0.0), (True, sigma**2 / tau**2)):
        theta = np.linalg.solve(PHI.T @ PHI + lam * np.eye(5), PHI.T @ Y)
        best = minimize(minus_log, theta, args=(prior,), tol=1e-12)
        np.testing.assert_allclose(best.x, theta, atol=1e-5)
    written = np.sum((Y - PHI @ theta) ** 2) / (2 * sigma**2) + len(Y) * np.log(np.sqrt(2 * np.pi) * sigma)
    assert minus_log(theta, False) == pytest.approx(written), "the formula of the lesson"


def test_the_polynomial_kernel_has_as_many_weights_as_it_says():
    assert comb(13 + 4, 4) == 2380


def test_all_residuals_answer_to_a_moved_example_and_those_nearby_most():
    def alpha(y):
        return kernel_ridge(POINTS.X, y, 0.1, gamma=10.0, reduction="sum").alpha

    order = POINTS.X[:, 0].argsort()
    moved = order[10]
    change = np.abs(alpha(Y + 0.3 * (np.arange(20) == moved)) - alpha(Y))[order]
    assert change.min() > 1e-6
    assert change.argmax() == 10
    assert set(change.argsort()[-3:]) == {9, 10, 11}


def test_what_it_says_of_the_three_ways():
    greedy, forward, myopic = (
        greedy_subset(PHI, Y),
        forward_fit(PHI, Y, rounds=10),
        myopic_forward_fit(PHI, Y, rounds=10),
    )
    assert greedy.costs[3] < forward.costs[3] < myopic.costs[3], "greedy selection lowers J most in round 3"
    assert myopic.order[2] == 0
    assert np.abs(PHI[:, 2]).max() == pytest.approx(0.71, abs=0.005)
    for trace in (forward, myopic):
        r = Y.copy()
        for n, step in zip(trace.order, trace.steps, strict=True):
            r = r - step * PHI[:, n]
            assert abs(r @ PHI[:, n]) < 1e-10, "the feature of the round before cannot gain anything"
    assert forward.order[4] == 0
    assert (forward.order == 1).sum() == 4
    assert "Greedy selection lowers" not in FittingRace(POINTS, degree=4).caption


def test_greedy_selection_finds_the_best_subset_of_every_size():
    order = greedy_subset(PHI, Y).order.tolist()
    for size in range(1, 6):
        best = min(combinations(range(5), size), key=lambda s: np.linalg.lstsq(PHI[:, s], Y, rcond=None)[1].sum())
        assert set(best) == set(order[:size])


def test_in_equal_length_myopic_fitting_takes_what_forward_fitting_takes():
    lines = [line.split() for line in printed(LESSON).splitlines() if line.startswith(("own units", "equal length"))]
    (_, own_forward), (_, own_myopic), (_, forward), (_, myopic) = [(line[2], line[3:]) for line in lines]
    assert own_forward == forward == myopic
    assert own_myopic[2:] == ["TAX", "B"] * 5
    assert len({*forward[2:]}) == 6
    assert forward[2] == "RM"


def test_what_it_says_of_the_cars():
    source = next(cell.source for cell in lesson(LESSON).cells if cell.calls("score_cars")).partition("score_cars(")[0]

    def error(lam=1.0, linear=False):
        code = source.replace("lam=1.0", f"lam={lam}")
        if linear:
            code = re.sub(r"return np\.exp.*", "return A @ B.T", code)
        names = {"np": np}
        exec(code, names)
        return held_out_errors(names["fit"])

    def least_squares(X, y):
        mean = np.nanmean(X, axis=0)

        def table(new):
            return np.column_stack([np.ones(len(new)), np.where(np.isnan(new), mean, new)])

        w = np.linalg.lstsq(table(X), y, rcond=None)[0]
        return lambda new: table(new) @ w

    found = [error(), error(0.1), error(10.0), error(linear=True)]
    assert [round(float(each.mean()), 2) for each in found] == [2.82, 2.71, 3.52, 3.40]
    assert round(float(held_out_errors(least_squares).mean()), 2) == 3.40
    assert (found[3] - found[0]).mean() == pytest.approx(0.6, abs=0.05)
    for number in ("2.82", "2.71", "3.52", "3.40"):
        assert number in text()
