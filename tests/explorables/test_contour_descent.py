import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets import ContourDescent
from fewidgets.algorithms import FixedBias, LeastSquares, Softmax, gradient_descent
from fewidgets.data import FetchError, load_boston, make_line
from fewidgets.scene import Contours, Dots, Handle, Line, Path, format_number, resolve

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


def shown(w, panel, kind, channel, which=0, **state):
    return resolve(getattr(mark(w, panel, kind, which), channel), {**w.state, **state})


def scaled(values, how):
    centred = values - values.mean(axis=0)
    return centred if how == "mean-centred" else centred / values.std(axis=0)


def test_both_paths_are_the_descents(small):
    raw = gradient_descent(LeastSquares(X, Y), [0, 0], 0.1, 20)
    assert_array_equal(small.trace["raw"].trace.weights, raw.weights)
    assert_allclose(np.stack([shown(small, 0, Path, "x"), shown(small, 0, Path, "y")], axis=1), raw.weights)
    for how in ("mean-centred", "standardized"):
        other = gradient_descent(LeastSquares(scaled(np.array(X), how), Y), [0, 0], 0.1, 20)
        path = np.stack([shown(small, 1, Path, "x", scaling=how), shown(small, 1, Path, "y", scaling=how)], axis=1)
        assert_allclose(path, other.weights, atol=1e-12)
    assert mark(small, 0, Path).upto is mark(small, 1, Path).upto is small.scene.control("step")


def test_models_and_costs_at_a_step_are_those_of_the_weights(small):
    trace = small.trace["standardized"].trace
    for step in (0, 3, 20):
        b, w = trace.weights[step]
        x = shown(small, 2, Line, "x", 1, step=step)
        assert_allclose(shown(small, 2, Line, "y", 1, step=step), b + w * (x - np.mean(X)) / np.std(X))
        raw = small.trace["raw"].trace.weights[step]
        assert_allclose(shown(small, 2, Line, "y", step=step), raw[0] + raw[1] * shown(small, 2, Line, "x", step=step))
        small.step = step
        told = small.scene.readouts[0].at(small.state)
        raw_cost, cost = (format_number(small.trace[name].trace.costs[step], 3) for name in ("raw", "standardized"))
        assert told == f"{raw_cost} raw, {cost} standardized"
    assert_allclose(shown(small, 3, Line, "y", 2), trace.costs)


def test_contours_are_where_the_cost_has_one_value(small):
    for panel, name in ((0, "raw"), (1, "mean-centred"), (1, "standardized")):
        landscape = small.landscapes[name]
        points = np.stack([shown(small, panel, Contours, c, scaling=name) for c in "xy"], axis=1)
        sizes = np.cumsum(mark(small, panel, Contours).sizes)[:-1]
        values = [landscape.cost.value(level[:-1]) for level in np.split(points, sizes)]
        assert all(np.ptp(value) < 1e-9 * value[0] for value in values)
        heights = [value[0] - landscape.lowest for value in values]
        assert_allclose(np.sqrt(np.array(heights) / heights[0]), np.arange(1, 11), rtol=1e-6)  # evenly spaced
    x, y = (shown(small, 1, Contours, c, scaling="standardized")[:73] for c in "xy")
    radii = np.hypot(x - small.landscapes["standardized"].minimizer[0], y - small.landscapes["standardized"].minimizer[1])
    assert np.ptp(radii) < 1e-9  # Exercise 9.4: a circle


def test_softmax_contours_are_where_the_cost_has_one_value():
    w = ContourDescent(TWO, MIXED, cost="softmax", steps=5)
    for panel, name in ((2, "raw"), (3, "sphered")):
        points = np.stack([shown(w, panel, Contours, c, scaling=name) for c in "xy"], axis=1)
        for level in np.split(points, np.cumsum(mark(w, panel, Contours).sizes)[:-1]):
            values = w.landscapes[name].cost.value(level[~np.isnan(level).any(axis=1)])
            assert values.size
            assert np.ptp(values) < 0.03 * np.mean(values)


def test_the_lowest_point_is_lowest_in_every_scaling():
    for w in (ContourDescent(TWO, SUM, steps=5), ContourDescent(TWO, MIXED, cost="softmax", steps=5)):
        assert list(w.landscapes) == ["raw", "mean-centred", "standardized", "sphered"]
        for landscape in w.landscapes.values():
            assert np.abs(landscape.cost.gradient(landscape.minimizer)).max() < 1e-6
            assert landscape.cost.value(landscape.minimizer) == pytest.approx(landscape.lowest)
            assert isinstance(landscape.cost, FixedBias)
    assert ContourDescent(TWO, SUM).landscapes["sphered"].condition.number == pytest.approx(1)


def test_two_inputs_are_seen_in_every_scaling():
    w = ContourDescent(TWO, SUM, feature_names=["up", "side"], steps=5)
    assert [panel.title for panel in w.scene.panels[:2]] == ["Inputs, raw", "Inputs, scaled"]
    assert_allclose(shown(w, 0, Dots, "x"), TWO[:, 0])
    for how in ("mean-centred", "standardized", "sphered"):
        assert_allclose(shown(w, 1, Dots, "y", scaling=how), w.landscapes[how].X[:, 1])
    assert (w.scene.panels[2].x.label, w.scene.panels[2].y.label) == ("weight of up", "weight of side")
    assert w.selected == ("up", "side")


@pytest.mark.parametrize(
    ("keywords", "caption"),
    [
        (
            {"step": 0},
            "At step 0 the cost is 17.8 over raw and 17.8 over standardized input; its minimum is 0.0750. "
            "Raw: contours 3.76 times as long as "
            "wide (condition number 14.1), 99 % of the way down after 2 steps. Standardized: circular contours (condition "
            "number 1), 99 % of the way down after 11 steps.",
        ),
        (
            {"scaling": "mean-centred", "scaled_steps": 5},
            "At step 20 the cost is 0.0784 over raw and 1.79 over mean-centred input (its last step is 5); its minimum is "
            "0.0750. Raw: contours "
            "3.76 times as long as wide (condition number 14.1), 99 % of the way down after 2 steps. Mean-centred: contours "
            "1.12 times as long as wide (condition number 1.25), 9.7 % of the way down remains after 5 steps.",
        ),
        (
            {"step_length": 0.22, "scaled_step_length": 1.01},
            "At step 20 the cost is 0.101 over raw and 39.1 over standardized input; its minimum is 0.0750. "
            "Raw: contours 3.76 times as long as "
            "wide (condition number 14.1), the path zig-zags (19 turns back), 99 % of the way down after 15 steps. "
            "Standardized: circular contours (condition number 1), the path diverges: the step length must stay below 1.00.",
        ),
    ],
)
def test_captions(keywords, caption):
    w = ContourDescent(X, Y, **{"step_length": 0.1, "steps": 20, "step": 20, **keywords})
    assert w.caption == caption


def test_a_path_from_the_lowest_point_goes_nowhere(small):
    small.start = tuple(small.landscapes["raw"].minimizer)
    assert "(condition number 14.1), the path starts at the lowest point." in small.caption


def test_the_chapters_examples_are_presets():
    try:
        line, classes = ContourDescent.preset("9.4"), ContourDescent.preset("9.5")
    except FetchError as error:
        pytest.skip(str(error))
    raw, one = line.trace["raw"].trace, line.trace["standardized"].trace
    assert (raw.n_steps, one.n_steps, set(raw.step_lengths) | set(one.step_lengths)) == (100, 20, {0.1})
    assert_array_equal(raw.weights[0], [0, 0])
    assert_allclose([raw.costs[-1], one.costs[-1], line.landscapes["raw"].lowest], [0.5990, 0.2556, 0.2504], atol=1e-4)
    raw, one = classes.trace["raw"].trace, classes.trace["standardized"].trace
    assert (raw.n_steps, one.n_steps, raw.step_lengths[0], one.step_lengths[0]) == (100, 25, 1.0, 10.0)
    assert_array_equal([raw.weights[0], one.weights[0]], [[20, 30], [20, 30]])
    assert "the path zig-zags (88 turns back)" in classes.caption
    assert (classes.trace["raw"].down, classes.trace["standardized"].down) == (None, 23)
    assert ContourDescent.preset("9.4", step_length=1.0).trace["raw"].trace.diverged
    with pytest.raises(ValueError, match=r"name must be '9\.4' or '9\.5'; got '9\.6'\. Did you mean '9\.5'\?"):
        ContourDescent.preset("9.6")


def test_a_dragged_start_and_another_step_length_make_a_new_path(small):
    before = small.trace["standardized"]
    small.start = (1.5, 1.0)
    assert_array_equal(small.trace["raw"].trace.weights[0], [1.5, 1.0])
    assert shown(small, 0, Path, "x")[0] == 1.5
    assert small.trace["standardized"] is before  # nothing there has changed
    small.scaled_step_length = 0.5
    assert small.trace["standardized"].trace.n_steps == 1 or small.trace["standardized"].down == 1
    assert small.step == 20


def test_handles_move_the_starts(small):
    assert mark(small, 0, Handle).point is small.inputs["start"]
    assert mark(small, 1, Handle).point is small.inputs["scaled_start"]
    for panel, name in ((0, "start"), (1, "scaled_start")):
        point = small.inputs[name]
        assert (point.x, point.y) == (small.scene.panels[panel].x.domain, small.scene.panels[panel].y.domain)


def test_classes_that_can_be_separated_are_told():
    w = ContourDescent([[0.0], [1.0], [2.0], [3.0]], [-1, -1, 1, 1], cost="softmax", steps=10)
    assert w.landscapes["raw"].minimizer is None
    assert "; it has no minimum. Raw: the classes can be separated, so the cost keeps falling" in w.caption
    assert w.figure().axes


def test_too_long_a_step_is_told_and_drawn():
    w = ContourDescent(make_line(), step_length=20.0, steps=100)
    assert w.trace["raw"].trace.diverged
    assert "the path diverges: the step length must stay below 0.756" in w.caption
    drawn = shown(w, 0, Path, "x")
    assert np.nanmax(np.abs(drawn)) < 1e6
    assert len(drawn) < 10
    assert w.figure().axes


@pytest.mark.parametrize("name", ["step_length", "scaled_step_length"])
@pytest.mark.parametrize(
    ("value", "error"), [(0, ValueError), (1e9, ValueError), (-0.1, ValueError), (np.nan, ValueError), ("long", TypeError)]
)
def test_no_step_length_of_nonsense(small, name, value, error):
    before, picture = small.state, small._scene
    with pytest.raises(error, match=f"{name} must be a number from "):
        setattr(small, name, value)
    assert (small.state, small._scene) == (before, picture)
    small._handle_custom_msg({"ask": {name: value}, "serial": "a"}, [])
    assert small.message.startswith(f"{name} must be ")
    assert (small.state, small._scene) == (before, picture)
    small._handle_custom_msg({"ask": {name: 0.2}, "serial": "b"}, [])
    assert (small.message, getattr(small, name)) == ("", 0.2)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        (
            ([[1.0], [np.nan], [2.0]], [1, 2, 3]),
            {},
            ValueError,
            r"X must not contain NaN; found one in row 1, feature 0\. Impute or drop it first\.",
        ),
        (([[1.0], [1.0], [1.0]], [1, 2, 3]), {}, ValueError, "X is constant in feature 0"),
        ((np.eye(3), [1, 2, 3]), {}, ValueError, "X must have 1 or 2 features, .*got 3"),
        (([[1, 2], [2, 4], [3, 6]], [1, 2, 4]), {}, ValueError, "'x1', 'x2' depend on each other"),
        ((X, Y), {"start": (0, np.inf)}, ValueError, r"start\[1\] must be a finite number; got inf"),
        ((X, Y), {"start": 3}, TypeError, "start must be a pair .*got 3"),
        ((X, Y), {"scaled_start": "ab"}, TypeError, "scaled_start must be a pair .*got 'ab'"),
        ((X, Y), {"step_length": 0}, ValueError, "step_length must be a finite number above 0; got 0"),
        ((X, Y), {"step_length": "0.1"}, TypeError, r"step_length must be a finite number above 0; got '0\.1' \(str\)"),
        ((X, Y), {"steps": 0}, ValueError, "steps must be an integer between 1 and 500; got 0"),
        ((X, Y), {"steps": "10"}, TypeError, r"steps must be an integer between 1 and 500; got '10' \(str\)"),
        ((X, Y), {"scaled_steps": 501}, ValueError, "scaled_steps must be an integer between 1 and 500; got 501"),
        ((X, Y), {"cost": "softmax"}, ValueError, "y"),
        ((X, Y), {"cost": "ridge"}, ValueError, "cost must be 'least_squares' or 'softmax'; got 'ridge'"),
        ((X, Y), {"reduction": "max"}, ValueError, "reduction must be 'mean' or 'sum'; got 'max'"),
        (
            (X, Y),
            {"scaling": "sphered"},
            ValueError,
            r"scaling must be one of 'mean-centred', 'standardized'.*; got 'sphered'",
        ),
        ((X, Y), {"step_lenght": 1}, TypeError, "did you mean 'step_length'"),
    ],
)
def test_bad_input_is_named(arguments, keywords, error, message):
    with pytest.raises(error, match=message):
        ContourDescent(*arguments, **keywords)


def test_step_lengths_that_are_not_given_do_not_overshoot():
    for w in (ContourDescent(load_boston().X[:, 5:6], load_boston().y), ContourDescent(TWO, MIXED, cost="softmax")):
        for name in ("raw", "standardized"):
            run = w.trace[name]
            assert 0.25 * run.landscape.longest_step < run.step_length <= 0.5 * run.landscape.longest_step
            assert (run.trace.n_rises, run.trace.n_turns) == (0, 0)


def test_the_sum_descends_as_the_mean_does():
    mean = ContourDescent(X, Y, step_length=0.1, steps=20)
    total = ContourDescent(X, Y, step_length=0.025, steps=20, reduction="sum")
    assert_allclose(total.trace["raw"].trace.weights, mean.trace["raw"].trace.weights)
    assert total.scene.panels[3].y.label == "cost (sum)"


def test_softmax_models_are_those_of_the_chapter():
    w = ContourDescent([[1.0], [2.0], [3.0], [4.0]], [-1, 1, -1, 1], cost="softmax", steps=10, step=10)
    b, slope = w.trace["raw"].trace.final.weights
    x = shown(w, 2, Line, "x")
    assert_allclose(shown(w, 2, Line, "y"), np.tanh((b + slope * x) / 2))
    assert_allclose(x[[0, -1]], w.scene.panels[2].x.domain)
    assert (np.diff(x) >= 0).all()
    assert isinstance(w.landscapes["raw"].cost, Softmax)


def test_many_examples_are_thinned_out_and_that_is_told():
    x = np.linspace(0, 1, 2000)[:, None]
    w = ContourDescent(x, x[:, 0] + np.sin(99 * x[:, 0]), steps=5)
    assert w.scene.panels[2].title == "Data and both models, 400 of 2,000 examples"
    assert len(mark(w, 2, Dots).x) == 400
