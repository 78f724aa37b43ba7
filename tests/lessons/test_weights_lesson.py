"""What lesson C4 says is true, and what it names is on screen."""

import re
from itertools import combinations

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from fewidgets import FittingRace, KernelRidgeViewer, LambdaSlider
from fewidgets.algorithms import boost, forward_fit, greedy_subset, myopic_forward_fit
from fewidgets.data import load_boston, load_lecture_points, make_lasso_example
from tests.lessons.reading import cells, named_on_screen, on_screen, printed

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


def test_a_column_of_zeros_gets_no_weight_and_noise_gets_some():
    seven = np.column_stack([X, np.random.default_rng(0).normal(size=20), np.zeros(20)])
    theta = np.linalg.solve(seven.T @ seven + 0.1 * np.eye(7), seven.T @ Y)
    assert theta[6] == 0
    assert np.abs(theta[:6]).min() > 0.02


def test_alpha_is_the_residual_and_the_dual_has_the_primal_weights():
    primal = np.linalg.solve(X.T @ X + 0.1 * np.eye(5), X.T @ Y)
    alpha = np.linalg.solve(np.eye(20) + X @ X.T / 0.1, Y)
    np.testing.assert_allclose(X.T @ alpha / 0.1, primal, atol=1e-9)
    np.testing.assert_allclose(alpha, Y - X @ primal, atol=1e-12)
    peer = KernelRidge(alpha=1e6, kernel="rbf", gamma=10.0).fit(POINTS.X, Y)
    assert np.abs(peer.dual_coef_).max() < 1e-5, "scikit-learn's dual coefficients go to 0"


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


def test_many_rounds_lead_to_least_squares():
    best = 0.5 * np.linalg.lstsq(X, Y, rcond=None)[1][0]
    for fit in (forward_fit, myopic_forward_fit):
        assert fit(X, Y, rounds=10_000).costs[-1] == pytest.approx(best, rel=1e-4)


def test_units_matter_to_myopic_fitting_only():
    boston = load_boston()
    features = np.column_stack([np.ones(506), boston.X])
    scaled = features.copy()
    scaled[:, 10] /= 1000  # TAX in another unit
    for fit, same in ((greedy_subset, True), (forward_fit, True), (myopic_forward_fit, False)):
        keyword = {"size": 10} if fit is greedy_subset else {"rounds": 10}
        assert (fit(features, boston.y, **keyword).order.tolist() == fit(scaled, boston.y, **keyword).order.tolist()) is same


def test_on_centred_features_forward_fitting_is_boosting_until_a_feature_comes_again():
    boston = load_boston()
    Z = (boston.X - boston.X.mean(0)) / boston.X.std(0)
    order = forward_fit(Z, boston.y - boston.y.mean(), rounds=6).order.tolist()
    first = next((m for m in range(6) if order[m] in order[:m]), 6)
    assert first > 1
    assert boost(Z, boston.y, rounds=6).order[:first].tolist() == order[:first]


def test_slips_and_slides_are_named():
    for slip in ("first slip", "second slip", "third slip", "guarantees that any unused parameter dimensions are set to zero"):
        assert slip in text()
    assert not re.search(r"\b00[1-4]\b", text())


def test_what_the_instructions_name_is_on_screen():
    kernels = KernelRidgeViewer(POINTS, standardize=False, kernel="polynomial")
    lasso = LambdaSlider(make=make_lasso_example)
    shown = on_screen(kernels, FittingRace(POINTS, degree=4), FittingRace(load_boston()), lasso)
    named = named_on_screen(LESSON)
    assert len(named) >= 8
    assert named <= shown
