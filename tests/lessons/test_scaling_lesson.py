"""What lesson 9.3 says is true, and what it names is on screen."""

import re

import numpy as np
import pytest

from fewidgets import ContourDescent
from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    hessian_condition,
    newton,
)
from fewidgets.data import fetch_student_debt, fetch_toy_classification, load_auto_mpg, load_boston, load_breast_cancer
from fewidgets.exercises.cars.held_out import held_out_errors, mean_fit
from tests.lessons.lesson import lesson
from tests.lessons.reading import cells, printed

LESSON = "9.3_feature_scaling"
TOLD = "\n".join(cells(LESSON))


@pytest.fixture(scope="module")
def classes():
    return ContourDescent.preset("9.5")


def test_the_raw_path_of_the_two_classes_zig_zags_and_the_scaled_one_arrives(classes):
    raw, scaled = classes.trace["raw"], classes.trace["standardized"]
    assert raw.trace.n_turns > 80
    assert scaled.trace.n_turns <= 1
    assert scaled.down <= 25
    assert raw.down is None
    assert "printed" not in TOLD.lower(), "the chapter gives no count of turns"


def test_only_the_stored_points_can_be_separated():
    for stored in (True, False):
        data = fetch_toy_classification(as_stored=stored)
        assert newton(Softmax(StandardNormalizer().fit_transform(data.X), data.y), [0.0, 0.0]).separable == stored
    figure, file = fetch_toy_classification(), fetch_toy_classification(as_stored=True)
    assert np.allclose(abs(figure.X - file.X), 4)
    assert (figure.y != file.y).sum() == 1


def test_the_steep_axis_leads_to_the_lowest_cost_and_the_flat_one_does_not():
    cars = load_auto_mpg()
    landscape = ContourDescent(cars.X[:, [2]] / 100, cars.y, step_length=0.2, steps=60).landscapes["raw"]
    lowest = landscape.minimizer
    flat, steep = np.linalg.eigh(landscape.cost.hessian(lowest))[1].T
    left = [gradient_descent(landscape.cost, lowest + 10 * way, 0.2, 60).final.weights - lowest for way in (steep, flat)]
    assert np.linalg.norm(left[0]) < 1e-9
    assert np.linalg.norm(left[1]) > 1


def test_twice_the_step_length_saves_one_step_of_23():
    table = printed(LESSON)
    assert "step length 0.9 / L: 99 % of the way down after 23 steps" in table
    assert "step length 1.9 / L: 99 % of the way down after 22 steps" in table


def test_example_9_4_is_better_after_20_scaled_steps_and_would_take_one():
    line = ContourDescent.preset("9.4")
    raw, scaled = line.trace["raw"].trace, line.trace["standardized"].trace
    assert (len(raw.costs), len(scaled.costs)) == (101, 21)
    assert scaled.costs[-1] < raw.costs[-1]
    landscape = line.landscapes["standardized"]
    once = gradient_descent(landscape.cost, [20.0, -30.0], 0.5, 1).final
    assert np.allclose(once.weights, landscape.minimizer)


def test_too_long_steps_of_the_two_classes_neither_settle_nor_grow(classes):
    costs = gradient_descent(classes.landscapes["raw"].cost, [20.0, 30.0], 10.0, 100).costs
    assert np.ptp(costs[-20:]) > 0.1 * costs[0]
    assert costs.max() < 1.5 * costs[0]


def test_the_lowest_cost_of_the_housing_data_and_the_largest_value_of_the_patients():
    boston = load_boston()
    lowest = newton(LeastSquares(StandardNormalizer().fit_transform(boston.X), boston.y), np.zeros(14)).final.cost
    assert f"The lowest cost is {lowest:.2f}." in TOLD
    assert f"The raw values reach {load_breast_cancer().X.max():,.0f}," in TOLD


def test_newton_loses_digits_over_raw_years():
    debt = fetch_student_debt()
    years = debt.X.ravel() - debt.X.mean()
    slope = years @ debt.y / (years @ years)
    cost, zero = LeastSquares(debt.X, debt.y), np.zeros(2)
    hessian = cost.hessian(zero)
    assert 1e12 < hessian_condition(hessian).number < 1e13
    found = [-np.linalg.solve(each, cost.gradient(zero))[1] for each in (hessian, hessian.astype(np.float32).astype(float))]
    assert found[0] == pytest.approx(slope, rel=1e-6)
    assert abs(found[1] / slope - 1) == pytest.approx(0.013, abs=0.001), "1 % off"


def cell_of_the_car(line=""):
    """Return ``fit`` of the lesson's last code cell, with the marked line replaced."""
    code = next(cell.source for cell in reversed(lesson(LESSON).cells) if cell.is_code).partition("score_cars")[0]
    marked = next(each for each in code.splitlines() if each.endswith("# replace this line"))
    names = {"np": np}
    exec(code.replace(marked, line or marked), names)  # the lesson's own cell
    return names["fit"]


def least_squares(X, y):
    weights = np.linalg.lstsq(np.column_stack([np.ones(len(X)), np.delete(X, 2, axis=1)]), y, rcond=None)[0]
    return lambda new: weights[0] + np.delete(new, 2, axis=1) @ weights[1:]


def test_the_cars_need_scaling_for_descent_and_not_for_the_minimum():
    line = re.search(r"replace the marked line by `([^`]+)`", TOLD)[1]
    raw, scaled = (held_out_errors(fit).mean() for fit in (cell_of_the_car(), cell_of_the_car(f"    {line}")))
    exact = held_out_errors(least_squares).mean()
    answer = " ".join(TOLD.split())
    assert f"Raw, the error is {raw:.1f} miles per gallon, worse than always predicting the mean" in answer
    assert f"Standardized, it is {scaled:.2f}." in answer
    assert f"solution has the error {exact:.2f} with either" in answer
    assert raw > held_out_errors(mean_fit).mean()
    assert load_auto_mpg().X.max() == 5140
