"""Descents raced: what is on screen is what the traces hold."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from fewidgets.algorithms import LeastSquares, Softmax, gradient_descent, minibatch_gradient_descent, newton
from fewidgets.data import load_spambase
from fewidgets.explorables.feature_race import MOST_STEPS, FeatureRace
from fewidgets.scene import Dots, Line, format_number, resolve
from fewidgets.scene.still.svg_picture import still_svg

X = [[0.0, 2.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 1.0]]
Y = [-1, 1, -1, 1, 1]


def nested(*steps):
    columns = [[row[:n] for row in X] for n in (1, 2)]
    return {
        name: newton(Softmax(some, Y), np.zeros(len(some[0]) + 1), k)
        for name, some, k in zip(("one", "both"), columns, steps, strict=True)
    }


@pytest.fixture
def race():
    return FeatureRace(nested(3, 5))


def marks(widget, about, kind):
    return [mark for panel in widget.scene.panels if about in panel.title for mark in panel.marks if type(mark) is kind]


def heads_of(widget, about):
    return [line for line in marks(widget, about, Line) if line.label]


def test_lines_and_the_values_at_their_heads_are_the_traces(race):
    whole = race.scene.state(close_up=False)
    for about, history in [("misclassifies", "misclassifications"), ("cost", "costs")]:
        trails = [line for line in marks(race, about, Line) if line.upto is not None]
        for line, run in zip(trails, race.trace.values(), strict=True):
            trail = resolve(line.y, whole)
            assert_array_equal(trail[: run.n_steps + 1], getattr(run, history))
            assert np.isnan(trail[run.n_steps + 1 :]).all()
            assert line.upto.name == "step"
        for step in range(6):
            state = race.scene.state(step=step)
            now = [f": {format_number(getattr(run, history)[min(step, run.n_steps)])}" for run in race.trace.values()]
            assert [resolve(head.value, state) for head in heads_of(race, about)] == now
            picture = still_svg(race.scene, step=step, close_up=False)
            assert all(f"{name}{value}" in picture for name, value in zip(race.trace, now, strict=True))


def test_names_run_along_and_do_not_tell_the_end_before_it(race):
    heads = heads_of(race, "misclassifies")
    for step in range(6):
        state = race.scene.state(step=step, close_up=False)
        for head, run in zip(heads, race.trace.values(), strict=True):
            at = min(step, run.n_steps)
            assert_array_equal([resolve(head.x, state), resolve(head.y, state)], [[at], [run.misclassifications[at]]])
    top = race.scene.panels[0].y.domain.at(race.scene.state(close_up=True))[1]
    assert [resolve(head.y, race.scene.state(close_up=True)) for head in heads] == [[top], [top]]


def test_the_close_up_leaves_out_the_start_alone(race):
    state = race.scene.state(close_up=True)
    for line, run in zip((line for line in marks(race, "misclassifies", Line) if line.upto), race.trace.values(), strict=True):
        assert_array_equal(resolve(line.y, state)[: run.n_steps + 1], [np.nan, *run.misclassifications[1:]])
    panel = race.scene.panels[0]
    low, high = panel.y.domain.at(state)
    assert low <= min(run.misclassifications.min() for run in race.trace.values())
    assert high < 5
    assert panel.y.domain.at(race.scene.state(close_up=False))[1] > 5


def test_rings_stand_at_each_runs_fewest_so_far(race):
    ring = marks(race, "misclassifies", Dots)[0]
    assert ring.hollow
    for step in range(6):
        state = race.scene.state(step=step, close_up=False)
        counts = [run.misclassifications[: step + 1] for run in race.trace.values()]
        assert_array_equal(resolve(ring.x, state), [np.argmin(each) for each in counts])
        assert_array_equal(resolve(ring.y, state), [each.min() for each in counts])


def test_captions(race):
    assert race.caption == "Step 0: one and both are level with 5 misclassified, cost 0.693."
    assert race.selected == ("one", "both")
    race.step = 1
    assert race.caption == "Step 1: both leads with 1 misclassified, cost 0.294. Fewest so far: 1, by both at step 1."
    assert race.selected == ("both",)
    race.step = 3
    assert race.caption.endswith("by both at step 2. one ends here.")


def test_runs_that_converge_or_diverge_are_told():
    cost = LeastSquares([[-1.0], [1.0]], [1.0, 3.0])
    runs = {
        "newton": newton(cost, [0.0, 0.0], epsilon=0.0),
        "fits": gradient_descent(cost, [0.0, 0.0], 0.25, 4),
        "too long": gradient_descent(cost, [0.0, 0.0], 1e9, 4),
    }
    w = FeatureRace(runs, step=1)
    assert w.caption.startswith(
        "Step 1: newton leads with cost 0. Lowest cost so far: 0, by newton at step 1. newton has converged."
    )
    assert w.selected == ("newton",)
    w.step = 4
    assert "too long: diverged at step 1" in w.caption
    assert [panel.title for panel in w.scene.panels] == ["Which run has the lowest cost?"]
    assert w.scene.panels[0].y.domain.at(w.scene.state(close_up=True))[1] < 10


def test_mini_batches_count_epochs():
    cost = Softmax(X, Y)
    w = FeatureRace({"run": minibatch_gradient_descent(cost, np.zeros(3), 0.1, 4, 2)}, step=2)
    assert w.caption.startswith("Epoch 2: run has ")
    assert w.scene.controls[0].label == "Epoch"
    assert w.describe_size() == "1 run"


def test_the_race_of_example_9_2():
    spam = load_spambase()
    sets = {"words": 48, "words and characters": 54, "all 57": 57}
    w = FeatureRace({name: newton(Softmax(spam.X[:, :n], spam.y), np.zeros(n + 1)) for name, n in sets.items()}, step=7)
    assert w.caption == "Step 7: all 57 leads with 308 misclassified, cost 0.200. Fewest so far: 308, by all 57 at step 7."
    last = w.scene.controls[0].length - 1
    state = w.scene.state(step=last)
    assert [resolve(head.value, state) for head in heads_of(w, "misclassifies")] == [": 376", ": 337", ": 316"]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: FeatureRace([nested(2, 2)]), TypeError, "traces must be a dict .*got a list"),
        (
            lambda: FeatureRace({"a": gradient_descent(Softmax(X, Y), np.zeros(3), 0.1, MOST_STEPS + 1)}),
            ValueError,
            "must have at most 200 steps; got 201",
        ),
        (
            lambda: FeatureRace({**nested(2, 2), "line": gradient_descent(LeastSquares(X, Y), np.zeros(3), 0.1, 2)}),
            ValueError,
            "traces must all count misclassified examples, or none; 'one' counts them and 'line' does not",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_costs_that_differ_by_rounding_are_level():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(999, 7)), np.where(rng.random(999) < 0.5, -1, 1)
    runs = {str(n): newton(Softmax(X[:, :n], y), np.zeros(n + 1), 1) for n in range(1, 8)}
    assert len(FeatureRace(runs).selected) == 7


def test_names_that_hold_and_are_told_apart():
    less, run = nested(2, 2).values()
    w = FeatureRace({"words": run, "words and characters": run, "all 57": less})
    assert w.caption.startswith("Step 0: all runs are level with")
    w.step = 2
    assert w.caption.startswith("Step 2: “words” and “words and characters” are level with")
