import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import Choice, Pick, Question, Scene, Slider, Stepper, Toggle

LAM = Slider("lam", values=[0.0, 1.0, 3.0])


@pytest.mark.parametrize(
    ("state", "located"),
    [
        (0.0, (0, 0.0)),
        (0.25, (0, 0.25)),
        (1.0, (1, 0.0)),
        (2.0, (1, 0.5)),
        (3.0, (2, 0.0)),
        (99.0, (2, 0.0)),
        (-1.0, (0, 0.0)),
    ],
)
def test_a_slider_lies_between_its_values(state, located):
    assert LAM.locate(state) == located


@pytest.mark.parametrize(("state", "index"), [(0.4, 0), (0.6, 1), (1.9, 1), (2.1, 2), (3.0, 2)])
def test_a_slider_that_jumps_takes_the_nearer_frame(state, index):
    assert Slider("lam", values=[0.0, 1.0, 3.0], interpolate=False).locate(state) == (index, 0.0)


@pytest.mark.parametrize(("state", "value"), [(0.4, 0.0), (0.6, 1.0), (2.1, 3.0), (3.0, 3.0)])
def test_a_slider_that_snaps_has_the_values_of_its_frames(state, value):
    snaps = Slider("lam", values=[0.0, 1.0, 3.0], interpolate=False, snap=True)
    assert snaps.check(state) == snaps.nearest(state) == value
    assert snaps.nearest(99.0) == 3.0
    assert Slider("lam", values=[0.0, 1.0, 3.0], interpolate=False).check(state) == state


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=9, unique=True), st.floats(0, 1))
def test_a_located_slider_gives_its_value_back(values, along):
    values = sorted(values)
    state = values[0] + along * (values[-1] - values[0])
    index, fraction = Slider("s", values=values).locate(state)
    assert 0 <= fraction < 1
    after = values[min(index + 1, len(values) - 1)]
    assert values[index] + fraction * (after - values[index]) == pytest.approx(min(state, values[-1]), abs=1e-6)


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 1.0], [2.0, 1.0], [[0.0, 1.0]], [0.0, math.nan]])
def test_a_slider_wants_ascending_values(values):
    with pytest.raises(ValueError, match="values of slider 'lam' must be at least two ascending numbers"):
        Slider("lam", values=values)


@pytest.mark.parametrize(
    ("control", "initial", "positions"),
    [
        (LAM, 0.0, 3),
        (Slider("s", values=[0, 1], start=0.5), 0.5, 2),
        (Stepper("round", 4), 0, 4),
        (Choice("axis", ("linear", "log")), "linear", 2),
        (Choice("axis", ("linear", "log"), start="log"), "log", 2),
        (Toggle("on"), False, 2),
        (Pick("feature", ["RM", "AGE"]), "", 3),
    ],
)
def test_initial_state_and_positions(control, initial, positions):
    assert control.initial == initial
    assert control.positions == positions
    assert control.check(control.initial) == initial
    assert 0 <= control.locate(control.initial)[0] < positions


@pytest.mark.parametrize(
    ("control", "state", "index"),
    [
        (Stepper("round", 4), 2, 2),
        (Choice("axis", ("linear", "log")), "log", 1),
        (Toggle("on"), True, 1),
        (Pick("feature", ["RM", "AGE"]), "", 0),
        (Pick("feature", ["RM", "AGE"]), "AGE", 2),
    ],
)
def test_locate(control, state, index):
    assert control.locate(state) == (index, 0.0)
    assert control.locate(control.check(state)) == (index, 0.0)


@pytest.mark.parametrize(
    ("control", "state", "error", "message"),
    [
        (LAM, "1", TypeError, "lam must be a number from 0 to 3; got '1'"),
        (LAM, True, TypeError, "lam must be .*; got True"),
        (LAM, None, TypeError, "lam must be .*; got None"),
        (LAM, 1 + 0j, TypeError, "lam must be .*; got "),
        (LAM, [1.0], TypeError, "lam must be .*; got "),
        (LAM, 3.1, ValueError, "lam must be a number from 0 to 3; got 3.1"),
        (LAM, math.nan, ValueError, "lam must be .*; got nan"),
        (LAM, math.inf, ValueError, "lam must be .*; got inf"),
        (Stepper("round", 4), 4, ValueError, "round must be an integer from 0 to 3; got 4"),
        (Stepper("round", 4), -1, ValueError, "round must be .*; got -1"),
        (Stepper("round", 4), 1.0, TypeError, "round must be .*; got 1.0"),
        (Stepper("round", 4), True, TypeError, "round must be .*; got True"),
        (Choice("axis", ("linear", "log")), "cubic", ValueError, "axis must be one of 'linear', 'log'; got 'cubic'"),
        (Choice("axis", ("linear", "log")), 1, ValueError, "axis must be .*; got 1"),
        (Toggle("on"), 1, TypeError, "on must be True or False; got 1"),
        (Pick("feature", ["RM"]), "AGE", ValueError, "feature must be one of '', 'RM'; got 'AGE'"),
    ],
)
def test_what_a_control_does_not_take(control, state, error, message):
    with pytest.raises(error, match=message):
        control.check(state)


def test_checked_states_have_plain_types():
    assert type(LAM.check(np.float32(0.5))) is float
    assert type(LAM.check(1)) is float
    assert type(Stepper("round", 4).check(np.int64(2))) is int
    assert type(Toggle("on").check(np.bool_(True))) is bool


def scene():
    question = Question("Which feature comes next?", ["RM", "AGE"], [1, 0])
    return Scene("", [], [LAM, Stepper("round", 3, question=question)])


def test_a_state_is_complete():
    assert scene().state(lam=2) == {"lam": 2.0, "round": 0, "predict": False, "answers": [-1, -1]}


def test_a_state_names_what_is_wrong():
    with pytest.raises(TypeError, match="The scene has no control 'lambda'; it has 'lam', 'round', 'predict', 'answers'"):
        scene().state(**{"lambda": 1})
    with pytest.raises(ValueError, match=r"round must be .*; got 3"):
        scene().state(round=3)
    with pytest.raises(TypeError, match=r"predict must be .*; got 1"):
        scene().state(predict=1)
    for answers, error in (("no", TypeError), ([0.5, 0], TypeError), ([0], ValueError), ([0, 2], ValueError)):
        with pytest.raises(error, match=r"answers must be .*; got "):
            scene().state(answers=answers)


def test_two_scenes_do_not_share_a_record():
    one = scene()
    one.initial_state["answers"][0] = 1
    assert one.initial_state["answers"] == [-1, -1]


def test_a_control_is_found_by_its_name():
    assert scene().control("lam") is LAM
    with pytest.raises(KeyError):
        scene().control("mu")
