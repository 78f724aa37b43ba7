import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets import ContourDescent
from fewidgets.algorithms import LeastSquares, gradient_descent
from fewidgets.data import FetchError, load_boston, make_line
from fewidgets.scene import Contours, Handle, Line, Path, format_number, resolve

X = [[0.0], [1.0], [2.0], [3.0]]
Y = [1.0, 3.0, 5.0, 6.0]
RNG = np.random.default_rng(7)
TWO = RNG.normal(size=(40, 2)) @ [[2.0, 1.0], [0.0, 0.5]] + [3.0, 1.0]
SUM = TWO @ [1.0, -2.0] + RNG.normal(size=40)
MIXED = np.where(SUM + 0.8 * RNG.normal(size=40) > np.median(SUM), 1, -1)


@pytest.fixture
def small():
    return ContourDescent(X, Y, step_length=0.1, steps=20, step=20)


def mark(w, panel, kind, which=0):
    return [each for each in w.scene.panels[panel].marks if isinstance(each, kind)][which]


def shown(w, panel, kind, which=0, **state):
    """Coordinates of a mark as points."""
    found = mark(w, panel, kind, which)
    return np.stack([resolve(channel, {**w.state, **state}) for channel in (found.x, found.y)], axis=-1)


def levels(w, panel, name):
    """Costs along each contour."""
    points = np.split(shown(w, panel, Contours, scaling=name), np.cumsum(mark(w, panel, Contours).sizes)[:-1])
    return [w.landscapes[name].cost.value(level[~np.isnan(level).any(axis=1)]) for level in points]


def test_both_paths_are_the_descents(small):
    centred = np.array(X) - np.mean(X)
    scaled = {"raw": X, "mean-centred": centred, "standardized": centred / np.std(X)}
    for name, inputs in scaled.items():
        expected = gradient_descent(LeastSquares(inputs, Y), [0, 0], 0.1, 20)
        assert_allclose(shown(small, int(name != "raw"), Path, scaling=name), expected.weights, atol=1e-12)


def test_models_and_costs_at_a_step_are_those_of_the_weights(small):
    trace = small.trace["standardized"].trace
    for step in (0, 3, 20):
        small.step = step
        x, y = shown(small, 2, Line).T
        raw = small.trace["raw"].trace.weights[step]
        assert_allclose(y, raw[0] + raw[1] * x)
        x, y = shown(small, 2, Line, 1).T
        b, w = trace.weights[step]
        assert_allclose(y, b + w * (x - np.mean(X)) / np.std(X))
        raw_cost, cost = (format_number(small.trace[name].trace.costs[step], 3) for name in ("raw", "standardized"))
        assert f"the cost is {raw_cost} over raw and {cost} over standardized input" in small.caption
    assert_allclose(shown(small, 3, Line, 2)[:, 1], trace.costs)


def test_contours_are_where_the_cost_has_one_value(small):
    for panel, name in ((0, "raw"), (1, "mean-centred"), (1, "standardized")):
        values = levels(small, panel, name)
        assert all(np.ptp(value) < 1e-9 * value[0] for value in values)
        heights = np.array([value[0] for value in values]) - small.landscapes[name].lowest
        assert_allclose(np.sqrt(heights / heights[0]), np.arange(1, 11), rtol=1e-6)  # evenly spaced
    w = ContourDescent(TWO, MIXED, cost="softmax", steps=5)
    for panel, name in ((0, "raw"), (2, "sphered")):
        assert all(value.size and np.ptp(value) < 0.03 * np.mean(value) for value in levels(w, panel, name))


def test_the_lowest_point_is_lowest_in_every_scaling():
    for w in (ContourDescent(TWO, SUM, steps=5), ContourDescent(TWO, MIXED, cost="softmax", steps=5)):
        assert list(w.landscapes) == ["raw", "mean-centred", "standardized", "sphered"]
        for landscape in w.landscapes.values():
            assert np.abs(landscape.cost.gradient(landscape.minimizer)).max() < 1e-6
            assert landscape.cost.value(landscape.minimizer) == pytest.approx(landscape.lowest)
    assert ContourDescent(TWO, SUM).landscapes["sphered"].condition.number == pytest.approx(1)


@pytest.mark.parametrize(
    ("keywords", "caption"),
    [
        (
            {"scaling": "mean-centred", "scaled_steps": 5},
            "At step 20 the cost is 0.0784 over raw and 1.79 over mean-centred input (its last step is 5); its minimum is "
            "0.0750. Raw: condition number 14.1, 99 % of the way down after 2 steps. Mean-centred: condition number 1.25, 9.7 "
            "% of the way down remains after 5 steps.",
        ),
        (
            {"step_length": 0.22, "scaled_step_length": 1.01},
            "At step 20 the cost is 0.101 over raw and 39.1 over standardized input; its minimum is 0.0750. Raw: condition "
            "number 14.1, the path zig-zags (19 turns back), 99 % of the way down after 15 steps. Standardized: condition "
            "number 1, the path diverges: the step length must stay below 1.00.",
        ),
    ],
)
def test_captions(keywords, caption):
    assert ContourDescent(X, Y, **{"step_length": 0.1, "steps": 20, "step": 20, **keywords}).caption == caption


def test_headings_tell_the_shape_of_the_contours(small):
    def headings():
        return [panel.heading(small.state) for panel in small.scene.panels[:2]]

    assert headings() == ["Raw: contours 3.76 times as long as wide", "Standardized: the contours are circles"]
    small.scaling = "mean-centred"
    assert headings()[1] == "Mean-centred: contours 1.12 times as long as wide"


def test_a_path_from_the_lowest_point_goes_nowhere(small):
    small.start = tuple(small.landscapes["raw"].minimizer)
    assert "Raw: condition number 14.1, the path starts at the lowest point." in small.caption


def test_the_chapters_examples_are_presets():
    try:
        line, classes = ContourDescent.preset("9.4"), ContourDescent.preset("9.5")
    except FetchError as error:
        pytest.skip(str(error))
    raw, one = line.trace["raw"].trace, line.trace["standardized"].trace
    assert (raw.n_steps, one.n_steps, set(raw.step_lengths) | set(one.step_lengths)) == (100, 20, {0.1})
    assert_allclose([raw.costs[-1], one.costs[-1], line.landscapes["raw"].lowest], [0.5990, 0.2556, 0.2504], atol=1e-4)
    raw, one = classes.trace["raw"].trace, classes.trace["standardized"].trace
    assert (raw.n_steps, one.n_steps, raw.step_lengths[0], one.step_lengths[0]) == (100, 25, 1.0, 10.0)
    assert_array_equal([raw.weights[0], one.weights[0]], [[20, 30], [20, 30]])
    assert (raw.n_turns, classes.trace["raw"].down, classes.trace["standardized"].down) == (88, None, 23)


def test_a_dragged_start_and_another_step_length_make_a_new_path(small):
    before = small.trace["standardized"]
    assert mark(small, 0, Handle).point is small.inputs["start"]
    small.start = (1.5, 1.0)
    assert_array_equal(shown(small, 0, Path)[0], [1.5, 1.0])
    assert small.trace["standardized"] is before  # nothing there has changed
    small.scaled_step_length = 0.5
    assert small.trace["standardized"].trace.step_lengths[0] == 0.5


def test_classes_that_can_be_separated_are_told():
    w = ContourDescent(X, [-1, -1, 1, 1], cost="softmax", steps=10)
    assert "; it has no minimum. Raw: the classes can be separated, so the cost keeps falling" in w.caption


def test_too_long_a_step_is_told_and_drawn():
    w = ContourDescent(make_line(), step_length=20.0, steps=100)
    assert "the path diverges: the step length must stay below 0.756" in w.caption
    drawn = shown(w, 0, Path)
    assert np.nanmax(np.abs(drawn)) < 1e6
    assert len(drawn) < 10


def test_step_lengths_that_are_not_given_do_not_overshoot():
    for w in (ContourDescent(load_boston().X[:, 5:6], load_boston().y), ContourDescent(TWO, MIXED, cost="softmax")):
        for name in ("raw", "standardized"):
            run = w.trace[name]
            assert 0.25 * run.landscape.longest_step < run.step_length <= 0.5 * run.landscape.longest_step
            assert (run.trace.n_rises, run.trace.n_turns) == (0, 0)


def test_softmax_models_are_those_of_the_chapter():
    w = ContourDescent([[1.0], [2.0], [3.0], [4.0]], [-1, 1, -1, 1], cost="softmax", steps=10, step=10)
    b, slope = w.trace["raw"].trace.final.weights
    x, y = shown(w, 2, Line).T
    assert_allclose(y, np.tanh((b + slope * x) / 2))
    assert_allclose(x[[0, -1]], w.scene.panels[2].x.domain)


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((np.eye(3), [1, 2, 3]), {}, "X must have 1 or 2 features, .*got 3"),
        (([[1, 2], [2, 4], [3, 6]], [1, 2, 4]), {}, "'x1', 'x2' depend on each other"),
        ((X, Y), {"scaled_start": "ab"}, "scaled_start must be a pair .*got 'ab'"),
    ],
)
def test_bad_input_is_named(arguments, keywords, message):
    with pytest.raises((TypeError, ValueError), match=message):
        ContourDescent(*arguments, **keywords)
