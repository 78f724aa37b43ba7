"""Controls: what their states may be, which comes nearest, where frames are, and how a state is described and sent."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal, assert_equal

from fewidgets.scene import (
    Block,
    Button,
    Cells,
    Choice,
    Counts,
    Drawing,
    File,
    Frames,
    Image,
    Number,
    Order,
    Pick,
    Point,
    Points,
    Question,
    Scene,
    Slider,
    Stepper,
    TextArea,
    Toggle,
)
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.page.encode import decode_state, encode_state

LAM = Slider("lam", values=[0.0, 1.0, 3.0])
JUMPS = Slider("lam", values=[0.0, 1.0, 3.0], interpolate=False)
SNAPS = Slider("lam", values=[0.0, 1.0, 3.0], interpolate=False, snap=True)
STEP = Stepper("round", 4)
AXIS = Choice("axis", ("linear", "log"))
PICK = Pick("feature", ["RM", "AGE"])
NUMBER = Number("rate", 0.01, 10, start=0.5, scale="log")
WHOLE = Number("count", 1, 9, whole=True)
TEXT = TextArea("words", "the cat", limit=12)
LINES = TextArea("texts", ("one  two", "", "three"), lines=True, limit=20)
POINT = Point("start", (-1, 1), (0, 4))
DRAWING = Drawing("drawn", 2, 3)
CELLS = Cells("gone", 2, 2, on="removed")
ORDER = Order("codes", ("a", "b", "c"))
FILE = File("sound", limit=10)
BLOCK = Block("block", 2, 3)
PLACES = np.array([[1.0, 0.5], [4.0, 3.0], [9.0, 2.0]])
POINTS = Points("people", (0, 10), (0, 4), PLACES, names=["Ann", "Bo", "Cy"])
ROWS = Points("ages", (0, 10), (0, 4), PLACES, moves="x")
COUNTS = Counts("table", 2, 3, [[8, 0, 3], [1, 9, 4]])
EACH = [LAM, STEP, AXIS, Toggle("on"), PICK, BLOCK]


def moved(row, side, value):
    state = PLACES.copy()
    state[row, side] = value
    return state


@pytest.mark.parametrize(
    ("control", "initial"),
    [
        (LAM, 0.0), (Slider("s", values=[0, 1], start=0.5), 0.5), (STEP, 0), (AXIS, "linear"), (Toggle("on"), False),
        (Choice("axis", ("linear", "log"), start="log"), "log"), (PICK, ""), (BLOCK, (0, 0)), (NUMBER, 0.5), (WHOLE, 1),
        (TEXT, "the cat"), (LINES, ("one two", "three")), (Button("again"), 0), (POINT, (0.0, 2.0)), (FILE, None),
        (DRAWING, np.zeros((2, 3))), (CELLS, np.zeros((2, 2), bool)), (ORDER, ("a", "b", "c")), (POINTS, PLACES),
        (Counts("c", 2, 2), np.ones((2, 2))),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)  # fmt: skip
def test_a_control_starts_in_a_state_it_may_have(control, initial):
    assert_equal(control.initial, initial)
    assert_equal(control.check(initial), initial)
    assert control.compute == (control.kind not in ("slider", "stepper", "choice", "toggle", "pick", "block"))


@pytest.mark.parametrize("control", EACH, ids=lambda control: control.kind)
def test_each_position_of_a_control_is_one_of_its_states(control):
    assert [control.locate(control.check(state)) for state in control.states] == [(k, 0.0) for k in range(control.positions)]
    assert_array_equal(
        Frames(np.arange(control.positions), control).at({control.name: control.states[-1]}), len(control.states) - 1
    )


@pytest.mark.parametrize(
    ("state", "located", "jumps"),
    [(0.25, (0, 0.25), 0), (0.6, (0, 0.6), 1), (2.0, (1, 0.5), 1), (2.1, (1, 0.55), 2), (99.0, (2, 0.0), 2)],
)  # fmt: skip
def test_a_slider_lies_between_its_values_or_jumps_to_the_nearer_one(state, located, jumps):
    assert LAM.locate(state) == pytest.approx(located)
    assert JUMPS.locate(state) == (jumps, 0.0)
    assert SNAPS.nearest(state) == SNAPS.values[jumps]


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=9, unique=True), st.floats(0, 1))
def test_a_located_slider_gives_its_value_back(values, along):
    values = sorted(values)
    state = values[0] + along * (values[-1] - values[0])
    index, fraction = Slider("s", values=values).locate(state)
    assert 0 <= fraction < 1
    after = values[min(index + 1, len(values) - 1)]
    assert values[index] + fraction * (after - values[index]) == pytest.approx(min(state, values[-1]), abs=1e-6)


@pytest.mark.parametrize(
    ("control", "given", "taken"),
    [
        (LAM, np.float32(0.5), 0.5), (JUMPS, 0.4, 0.4), (STEP, np.int64(2), 2), (Toggle("on"), np.bool_(True), True),
        (NUMBER, 3, 3.0), (WHOLE, 4.0, 4), (LINES, ["  b ", "a\nc"], ("b", "a c")), (POINT, np.array([-1, 4]), (-1.0, 4.0)),
        (DRAWING, np.eye(2, 3, dtype=bool), np.eye(2, 3, dtype=np.uint8)), (ORDER, ["c", "a", "b"], ("c", "a", "b")),
        (CELLS, [[1, 0], [0, 0]], np.array([[True, False], [False, False]])), (BLOCK, [1, np.int64(2)], (1, 2)),
        (POINTS, PLACES.astype(int).tolist(), np.floor(PLACES)), (COUNTS, COUNTS.start.astype(float), COUNTS.start),
    ],
)  # fmt: skip
def test_what_is_taken_comes_in_its_plain_type(control, given, taken):
    seen = control.check(given)
    assert_equal(seen, taken)
    assert type(seen) is type(taken)
    assert getattr(seen, "dtype", None) == getattr(taken, "dtype", None)


@pytest.mark.parametrize("control", [DRAWING, CELLS, POINTS, COUNTS], ids=lambda control: control.kind)
def test_an_array_is_a_copy_that_nobody_can_change_and_crosses_to_a_browser_and_back(control):
    given_state = np.array(control.initial)
    state = control.check(given_state)
    assert not np.shares_memory(state, given_state)
    assert not state.flags.writeable
    assert not control.initial.flags.writeable
    sent = encode_state(state)
    assert_array_equal(control.check(decode_state({**sent, "data": bytes(sent["data"])})), state)


@pytest.mark.parametrize(
    ("control", "given", "error", "message"),
    [
        (LAM, "1", TypeError, "lam must be a number from 0 to 3; got '1'"),
        (LAM, 3.1, ValueError, "lam must be a number from 0 to 3; got 3.1"),
        (LAM, math.nan, ValueError, "lam must be .*; got nan"),
        (STEP, 4, ValueError, "round must be an integer from 0 to 3; got 4"),
        (STEP, 1.0, TypeError, "round must be .*; got 1.0"),
        (AXIS, "cubic", ValueError, "axis must be one of 'linear', 'log'; got 'cubic'"),
        (Toggle("on"), 1, TypeError, "on must be True or False; got 1"),
        (PICK, "B", ValueError, "feature must be one of '', 'RM', 'AGE'; got 'B'"),
        (NUMBER, 0, ValueError, "rate must be a number from 0.01 to 10; got 0"),
        (NUMBER, True, TypeError, "rate must be .*; got True"),
        (WHOLE, 2.5, TypeError, "count must be an integer from 1 to 9; got 2.5"),
        (TEXT, 3, TypeError, "words must be a string; got int"),
        (TEXT, "x" * 13, ValueError, "words must have at most 12 characters; got 13"),
        (LINES, "one", TypeError, "texts must be a list of strings; got str"),
        (LINES, [None], TypeError, "texts must contain only strings; got None"),
        (Button("again"), -1, ValueError, "again must be .*; got -1"),
        (POINT, (0, 5), ValueError, r"start must be a pair \(x, y\) from \(-1, 0\) to \(1, 4\); got \(0.0, 5.0\)"),
        (POINT, (0, math.nan), ValueError, r"start must be .*; got \(0.0, nan\)"),
        (DRAWING, np.zeros((3, 2)), ValueError, r"drawn must be .*; got shape \(3, 2\)"),
        (DRAWING, np.full((2, 3), math.nan), ValueError, "drawn must be .*; got values outside"),
        (DRAWING, None, TypeError, "drawn must be .*; got dtype object"),
        (CELLS, [[1, 2], [0, 0]], ValueError, "gone must be .*; got values other than 0 and 1"),
        (ORDER, ("a", "b"), ValueError, r"codes must be all of 'a', 'b', 'c', in any order; got \('a', 'b'\)"),
        (FILE, "a.wav", TypeError, r"sound must be an Upload\(name, data\) or None; got str"),
        (FILE, Upload("a.wav", b"x" * 11), ValueError, "sound must have at most 10 bytes; a.wav has 11"),
        (BLOCK, (2, 0), ValueError, r"block must be a pair \(row, column\) from \(0, 0\) to \(1, 2\); got \(2, 0\)"),
        (BLOCK, (0.0, 1), TypeError, "block must be .*; got "),
        (POINTS, moved(1, 0, math.nan), ValueError, "people must have x from 0 to 10 .*; got nan in row 1 .'Bo'."),
        (POINTS, moved(0, 1, -1), ValueError, "people must have y from 0 to 4 in each row; got -1 in row 0 .'Ann'."),
        (ROWS, moved(1, 1, 2), ValueError, "ages must keep each y, because only x moves; got 2 instead of 3 in row 1"),
        (COUNTS, [[8, 0, 3], [1, 9, 5]], ValueError, "table must add up to 25, because examples are moved .*; got 26"),
        (COUNTS, [[8, 0.5, 2.5], [1, 9, 4]], ValueError, "table must .* whole numbers .*; got 0.5 in row 0, column 1"),
    ],
)
def test_what_is_refused(control, given, error, message):
    with pytest.raises(error, match=message):
        control.check(given)


@pytest.mark.parametrize(
    ("control", "given", "nearest"),
    [
        (LAM, 99.0, 3.0), (NUMBER, 100.0, 10.0), (WHOLE, 100, 9), (POINT, (-9, 1), (-1.0, 1.0)), (BLOCK, (5, 1), (1, 1)),
        (STEP, 9, 3), (STEP, 1.7, 1), (Choice("way", ("a", "b"), start="b"), "c", "b"), (Toggle("on"), "yes", False),
        (ORDER, ("a", "x"), ("a", "b", "c")), (DRAWING, np.zeros((9, 9)), np.zeros((2, 3))),
        (POINTS, moved(2, 0, 11), moved(2, 0, 10)), (ROWS, PLACES + 5, [[6, 0.5], [9, 3], [10, 2]]), (POINTS, "near", PLACES),
        (POINTS, moved(0, 0, math.nan), PLACES), (COUNTS, "many", COUNTS.start),
    ],
)  # fmt: skip
def test_what_comes_nearest(control, given, nearest):
    assert_equal(control.nearest(given), nearest)


@pytest.mark.parametrize(
    ("control", "state", "text"),
    [
        (NUMBER, 0.5, "0.500"), (WHOLE, 4, "4"), (POINT, (0.5, -1.0), "(0.500, −1.00)"), (ORDER, ("b", "a", "c"), "b, a, c"),
        (FILE, Upload("a.wav", b""), "a.wav"), (CELLS, np.eye(2, dtype=bool), "2 of 4 removed"),
        (Toggle("on"), True, "on"), (BLOCK, (1, 2), "row 1, column 2"), (POINTS, PLACES, ""),
        (POINTS, moved(1, 0, 5), "1 of 3 moved"), (COUNTS, np.array([[3, 5, 3], [0, 9, 5]]), "6 of 25 moved"),
    ],
)  # fmt: skip
def test_how_a_state_is_described(control, state, text):
    assert control.describe(state) == text


@pytest.mark.parametrize(
    ("make", "message"),
    [
        *((lambda values=values: Slider("lam", values=values), "values of slider 'lam' must be at least two ascending numbers")
          for values in ([1.0], [2.0, 1.0], [0.0, math.nan])),
        (lambda: Number("n", 2, 1), "low of number 'n' must be below high; got 2 and 1"),
        (lambda: Number("n", 0, 1, scale="log"), "low of number 'n' must be positive on a log scale; got 0"),
        (lambda: Image([[1]], colors="rainbow"), "colors must be .*; got 'rainbow'"),
        (lambda: Image([[1]], limits=(1, 1)), "limits must be two numbers"),
        (lambda: Points("p", start=[[0.5, math.nan]]), "start of p must have y from 0 to 1 .*; got nan in row 0 .'point 1'."),
        (lambda: Points("p", x=(1, 1)), "x of p must be two finite numbers, the lower one first; got .1, 1."),
        (lambda: Points("p", moves="z"), "moves of p must be 'both', 'x' or 'y'; got 'z'"),
        (lambda: Points("p", names=["a", "b"]), "names of p must be 1 texts, one for each point; got .'a', 'b'."),
        (lambda: Counts("c", 2, 2, np.zeros((2, 2))), "start of c must add up to a number from 1 to 1,000,000; got 0"),
        (lambda: Counts("c", 1, 1, [[5]]), "c must be a table with at least two cells"),
        (lambda: Counts("c", 13, 2), "rows of c must be an integer from 1 to 12; got 13"),
        (lambda: Counts("c", 2, 2, None, (1, 0)), "steps of c must be integers of at least 1; got"),
    ],
)  # fmt: skip
def test_a_control_that_makes_no_sense_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_an_input_has_no_frames():
    with pytest.raises(TypeError, match="no frames over 'rate'"):
        Frames([1, 2], NUMBER)


def scene():
    question = Question("Which feature comes next?", ["RM", "AGE"], [1, 0])
    return Scene("", [], [LAM, Stepper("round", 3, question=question), POINT])


def test_a_scene_checks_and_completes_a_state():
    whole = scene().state(lam=2, start=[0, 1])
    assert whole == {"lam": 2.0, "round": 0, "start": (0.0, 1.0), "predict": False, "answers": [-1, -1]}
    assert scene().nearest("round", 7) == 2
    assert scene().nearest("answers", "none") == [-1, -1]
    assert scene().control("lam") is LAM
    with pytest.raises(KeyError):
        scene().control("mu")
    with pytest.raises(
        TypeError, match="The scene has no control 'lambda'; it has 'lam', 'round', 'start', 'predict', 'answers'"
    ):
        scene().state(**{"lambda": 1})
    for name, value, error in (
        ("round", 3, ValueError), ("predict", 1, TypeError), ("answers", "no", TypeError), ("answers", [0.5, 0], TypeError),
        ("answers", [0], ValueError), ("answers", [0, 2], ValueError),
    ):  # fmt: skip
        with pytest.raises(error, match=rf"{name} must be .*; got "):
            scene().state(**{name: value})


def test_two_scenes_do_not_share_a_record():
    scene().initial_state["answers"][0] = 1
    assert scene().initial_state["answers"] == [-1, -1]


@pytest.mark.parametrize("state", [3, 2.5, "a", None, True, (1, 2), ("a", "b")])
def test_a_plain_state_crosses_and_comes_back(state):
    assert decode_state(encode_state(state)) == (list(state) if isinstance(state, tuple) else state)


def test_a_file_may_be_sent_in_part():
    assert encode_state(Upload("a.wav", b"1234")) == {"name": "a.wav", "size": 4}
    assert decode_state({"name": "a.wav", "size": 4}) is None
    whole = decode_state({"name": "a.wav", "size": 4, "buffer": 0}, [memoryview(b"1234")])
    assert (whole.name, whole.data, whole.size) == ("a.wav", b"1234", 4)
    sent = decode_state({"name": "a.wav", "size": 900, "channels": 2, "data": b"RIFF"})
    assert (sent.data, sent.size, sent.pixels, sent.channels) == (b"RIFF", 900, None, 2)
    assert decode_state({"name": "a.png", "size": 9_000, "pixels": [6, 8], "data": b"PNG"}).pixels == (6, 8)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"size": 3}, "size must be an integer of at least 4"), ({"size": True}, "size must be"),
        ({"channels": 0}, "channels must be an integer between 1 and 65535"), ({"channels": 2.0}, "channels must be"),
        ({"pixels": [0, 8]}, "pixels must be the rows and columns"), ({"pixels": [6, 8, 3]}, "pixels must be"),
        ({"pixels": "68"}, "pixels must be"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_part_is_checked(part, message):
    with pytest.raises(ValueError, match=message):
        decode_state({"name": "a.wav", "data": b"RIFF", **part})
