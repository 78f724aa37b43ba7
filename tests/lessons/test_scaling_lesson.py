"""What lesson 9.3 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import ContourDescent
from fewidgets.algorithms import (
    LeastSquares,
    PCASphering,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    hessian_condition,
    newton,
)
from fewidgets.data import fetch_student_debt, fetch_toy_classification, load_boston, make_line
from tests.lessons.reading import cells

LESSON = "9.3_feature_scaling"
TOLD = "\n".join(cells(LESSON))


@pytest.fixture(scope="module")
def line():
    return ContourDescent(make_line(), step_length=0.1, steps=60)


@pytest.fixture(scope="module")
def classes():
    return ContourDescent.preset("9.5")


def test_only_the_short_axis_of_the_ellipses_leads_down_quickly(line):
    raw = line.landscapes["raw"]
    ends = []
    for direction in raw.condition.eigenvectors.T[::-1]:  # the steepest one first
        costs = gradient_descent(raw.cost, raw.minimizer + direction, 0.1, 20).costs
        ends.append((costs[-1] - raw.lowest) / (costs[0] - raw.lowest))
    assert ends[0] < 0.01
    assert ends[1] > 0.5


def test_beyond_half_of_the_limit_the_path_zig_zags_and_beyond_it_diverges(line):
    raw = line.landscapes["raw"]
    limit = raw.condition.longest_step
    assert np.isclose(limit, 2 / raw.condition.eigenvalues[-1])
    turns = {share: gradient_descent(raw.cost, [0.0, 0.0], share * limit, 60) for share in (0.45, 0.55, 0.95, 1.05)}
    assert turns[0.45].n_turns == 0
    assert turns[0.95].n_turns > 50
    assert not turns[0.95].diverged
    assert turns[1.05].costs[-1] > turns[1.05].costs[0]


def test_for_one_input_standardizing_makes_circles_and_centring_makes_ellipses_upright(line):
    assert np.isclose(line.landscapes["standardized"].condition.number, 1)
    centred = line.landscapes["mean-centred"].cost.hessian(np.zeros(2))
    assert abs(centred[0, 1]) < 1e-12
    rng = np.random.default_rng(5)
    for _ in range(5):
        X = rng.exponential(size=(rng.integers(3, 30), 1)) * 10 ** rng.uniform(-3, 3)
        cost = LeastSquares(StandardNormalizer().fit_transform(X), rng.normal(size=len(X)))
        assert np.allclose(cost.hessian(np.zeros(2)), 2 * np.eye(2))
        begin = rng.normal(size=2)
        lowest = newton(cost, begin, epsilon=0.0).final.cost
        assert np.isclose(gradient_descent(cost, begin, 0.5, 1).costs[1], lowest), "one step of length 1/2 from anywhere"


def test_the_raw_path_of_the_two_classes_zig_zags_and_the_scaled_one_arrives(classes):
    raw, scaled = classes.trace["raw"], classes.trace["standardized"]
    assert raw.trace.n_turns > 80
    assert scaled.trace.n_turns <= 1
    assert scaled.down <= 25
    assert raw.down is None
    assert "printed" not in TOLD.lower(), "the chapter gives no count of turns"


def test_softmax_with_a_step_too_long_neither_settles_nor_diverges(classes):
    run = gradient_descent(classes.landscapes["raw"].cost, [20.0, 30.0], 10.0, 100)
    assert not run.diverged
    assert run.n_rises > 20
    slopes = [np.linalg.norm(classes.landscapes["raw"].cost.gradient([size, size])) for size in (1e2, 1e4, 1e6)]
    assert np.isclose(slopes[1], slopes[2]), "its slope is limited"


def test_only_the_stored_points_can_be_separated():
    for stored in (True, False):
        data = fetch_toy_classification(as_stored=stored)
        assert newton(Softmax(StandardNormalizer().fit_transform(data.X), data.y), [0.0, 0.0]).separable == stored
    figure, file = fetch_toy_classification(), fetch_toy_classification(as_stored=True)
    assert np.allclose(abs(figure.X - file.X), 4)
    assert (figure.y != file.y).sum() == 1


def test_the_first_step_of_the_standardized_housing_data_hardly_moves_the_bias():
    boston = load_boston()
    cost = LeastSquares(StandardNormalizer().fit_transform(boston.X), boston.y)
    condition = hessian_condition(cost.hessian())
    bias = gradient_descent(cost, np.zeros(14), condition.longest_step / 2, 1).weights[1, 0]
    assert bias < 0.25 * boston.y.mean()
    flat = [hessian_condition(LeastSquares(X, boston.y).hessian()) for X in (boston.X, PCASphering().fit_transform(boston.X))]
    assert flat[0].eigenvalues[0] / flat[0].eigenvalues[-1] < 1e-7


def test_over_the_raw_years_descent_finds_a_line_as_good_as_none():
    debt = fetch_student_debt()
    cost = LeastSquares(debt.X, debt.y)
    step = hessian_condition(cost.hessian([0.0, 0.0])).longest_step / 4
    assert np.isclose(gradient_descent(cost, [0.0, 0.0], step, 100).final.cost, debt.y.var(), rtol=0.05)
