"""Compute controls and blocks: what their states may be, which comes nearest, and how they are told."""

import math

import numpy as np
import pytest

from fewidgets.scene import (
    Block,
    Button,
    Cells,
    Choice,
    Drawing,
    File,
    Frames,
    Image,
    Number,
    Order,
    Point,
    Scene,
    Slider,
    Stepper,
    TextArea,
    Toggle,
    Upload,
    resolve,
)
from fewidgets.scene.encode import decode_state, encode_state

NUMBER = Number("rate", 0.01, 10, start=0.5, scale="log")
WHOLE = Number("count", 1, 9, whole=True)
TEXT = TextArea("words", "the cat", limit=12)
LINES = TextArea("texts", ("one  two", "", "three"), lines=True, limit=20)
POINT = Point("start", (-1, 1), (0, 4))
DRAWING = Drawing("drawn", 2, 3, paper=255, ink=0)
CELLS = Cells("gone", 2, 2, on="removed")
ORDER = Order("codes", ("a", "b", "c"))
FILE = File("sound", limit=10)
BLOCK = Block("block", 2, 3)


@pytest.mark.parametrize(
    ("control", "initial"),
    [
        (NUMBER, 0.5),
        (WHOLE, 1),
        (TEXT, "the cat"),
        (LINES, ("one two", "three")),
        (Button("again"), 0),
        (POINT, (0.0, 2.0)),
        (DRAWING, np.full((2, 3), 255)),
        (CELLS, np.zeros((2, 2), bool)),
        (ORDER, ("a", "b", "c")),
        (FILE, None),
        (BLOCK, (0, 0)),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_where_a_control_starts(control, initial):
    np.testing.assert_equal(control.initial, initial)
    assert control.compute == (control is not BLOCK)


@pytest.mark.parametrize(
    ("control", "given", "taken"),
    [
        (NUMBER, 3, 3.0),
        (NUMBER, np.float32(0.5), 0.5),
        (WHOLE, 4.0, 4),
        (WHOLE, np.int64(4), 4),
        (TEXT, "", ""),
        (LINES, ["  b ", "a\nc"], ("b", "a c")),
        (POINT, [0, 1], (0.0, 1.0)),
        (POINT, np.array([-1, 4]), (-1.0, 4.0)),
        (DRAWING, np.ones((2, 3)), np.ones((2, 3), np.uint8)),
        (DRAWING, np.eye(2, 3, dtype=bool), np.eye(2, 3, dtype=np.uint8)),
        (CELLS, [[1, 0], [0, 0]], np.array([[True, False], [False, False]])),
        (ORDER, ["c", "a", "b"], ("c", "a", "b")),
        (BLOCK, [1, np.int64(2)], (1, 2)),
    ],
)
def test_what_is_taken_comes_in_its_plain_type(control, given, taken):
    seen = control.check(given)
    np.testing.assert_equal(seen, taken)
    assert type(seen) is type(taken)


@pytest.mark.parametrize(
    ("control", "given", "error", "message"),
    [
        (NUMBER, 0, ValueError, "rate must be a number from 0.01 to 10; got 0"),
        (NUMBER, math.nan, ValueError, "rate must be .*; got nan"),
        (NUMBER, math.inf, ValueError, "rate must be .*; got inf"),
        (NUMBER, True, TypeError, "rate must be .*; got True"),
        (NUMBER, "1", TypeError, "rate must be .*; got '1'"),
        (WHOLE, 2.5, TypeError, "count must be an integer from 1 to 9; got 2.5"),
        (TEXT, 3, TypeError, "words must be a string; got int"),
        (TEXT, "x" * 13, ValueError, "words must have at most 12 characters; got 13"),
        (LINES, "one", TypeError, "texts must be a list of strings; got str"),
        (LINES, ["x" * 30], ValueError, "texts must have .*; got 31"),
        (LINES, [None], TypeError, "texts must contain only strings; got None"),
        (Button("again"), -1, ValueError, "again must be .*; got -1"),
        (Button("again"), 1.0, TypeError, "again must be .*; got 1.0"),
        (POINT, (0, 5), ValueError, r"start must be a pair \(x, y\) from \(-1, 0\) to \(1, 4\); got \(0.0, 5.0\)"),
        (POINT, (0, math.nan), ValueError, "start must be .*; got nan"),
        (POINT, "ab", TypeError, "start must be .*; got 'ab'"),
        (POINT, 3, TypeError, "start must be .*; got 3"),
        (DRAWING, np.zeros((3, 2)), ValueError, r"drawn must be .*; got shape \(3, 2\)"),
        (DRAWING, np.full((2, 3), math.nan), ValueError, "drawn must be .*; got values outside"),
        (DRAWING, None, TypeError, "drawn must be .*; got dtype object"),
        (CELLS, [[1, 2], [0, 0]], ValueError, "gone must be .*; got values other than 0 and 1"),
        (CELLS, [[1.0, 0.0]] * 2, TypeError, "gone must be .*; got dtype float64"),
        (ORDER, ("a", "b"), ValueError, r"codes must be all of 'a', 'b', 'c', in any order; got \('a', 'b'\)"),
        (ORDER, (1, 2, 3), TypeError, "codes must be .*; got "),
        (FILE, "a.wav", TypeError, r"sound must be an Upload\(name, data\) or None; got str"),
        (FILE, Upload("a.wav", b"x" * 11), ValueError, "sound must have at most 10 bytes; a.wav has 11"),
        (BLOCK, (2, 0), ValueError, r"block must be a pair \(row, column\) from \(0, 0\) to \(1, 2\); got \(2, 0\)"),
        (BLOCK, (0.0, 1), TypeError, "block must be .*; got "),
        (BLOCK, 1, TypeError, "block must be .*; got 1"),
    ],
)
def test_what_is_refused(control, given, error, message):
    with pytest.raises(error, match=message):
        control.check(given)


@pytest.mark.parametrize(
    ("control", "given", "nearest"),
    [
        (NUMBER, 100.0, 10.0),
        (WHOLE, 100, 9),
        (POINT, (-9, 1), (-1.0, 1.0)),
        (BLOCK, (5, 1), (1, 1)),
        (Slider("lam", [0.0, 2.0]), 3.0, 2.0),
        (Stepper("step", 4), 9, 3),
        (Choice("way", ("a", "b"), start="b"), "c", "b"),
        (Toggle("on"), "yes", False),
        (ORDER, ("a", "x"), ("a", "b", "c")),
        (TEXT, "short", "short"),
        (DRAWING, np.zeros((9, 9)), np.full((2, 3), 255)),
    ],
)
def test_what_comes_nearest(control, given, nearest):
    np.testing.assert_equal(control.nearest(given), nearest)


@pytest.mark.parametrize(
    ("control", "state", "text"),
    [
        (NUMBER, 0.5, "0.500"),
        (WHOLE, 4, "4"),
        (POINT, (0.5, -1.0), "(0.500, −1.00)"),
        (ORDER, ("b", "a", "c"), "b, a, c"),
        (FILE, None, ""),
        (FILE, Upload("a.wav", b""), "a.wav"),
        (CELLS, np.eye(2, dtype=bool), "2 of 4 removed"),
        (Toggle("on"), True, "on"),
        (BLOCK, (1, 2), "row 1, column 2"),
        (TEXT, "long", ""),
    ],
)
def test_how_a_state_is_described(control, state, text):
    assert control.describe(state) == text


def test_an_input_has_no_frames():
    with pytest.raises(TypeError, match="no frames over 'rate'"):
        Frames([1, 2], NUMBER)


def test_frames_over_blocks_go_row_by_row():
    frames = Frames(np.arange(6), BLOCK)
    assert [int(resolve(frames, {"block": (row, column)})) for row in range(2) for column in range(3)] == list(range(6))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Number("n", 2, 1), "low of number 'n' must be below high; got 2 and 1"),
        (lambda: Number("n", 0, 1, scale="log"), "low of number 'n' must be positive on a log scale; got 0"),
        (lambda: Image([[1]], colors="rainbow"), "colors must be .*; got 'rainbow'"),
        (lambda: Image([[1]], limits=(1, 1)), "limits must be two numbers"),
        (lambda: Number("n", 0, 1, start=3).initial, "n must be .*; got 3"),
        (lambda: Drawing("d", 2, 2, start=np.zeros((3, 3))).initial, "d must be .*; got shape"),
    ],
)
def test_a_control_that_makes_no_sense_is_told(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_scene_checks_and_carries_its_states():
    scene = Scene("", [], [NUMBER, POINT, Stepper("step", 3), Toggle("fine", compute=True)])
    state = scene.state(rate=2, start=[0, 1])
    assert state == {"rate": 2.0, "start": (0.0, 1.0), "step": 0, "fine": False}
    assert scene.nearest("step", 7) == 2
    assert scene.nearest("rate", 1e9) == 10.0
    assert scene.control("fine").compute


def test_a_file_may_be_sent_in_part():
    sent = decode_state({"name": "a.wav", "size": 900, "data": b"RIFF"})
    assert (sent.name, sent.data, sent.size, sent.pixels) == ("a.wav", b"RIFF", 900, None)
    assert encode_state(sent) == {"name": "a.wav", "size": 900}
    assert decode_state({"name": "a.png", "size": 9_000, "pixels": [6, 8], "data": b"PNG"}).pixels == (6, 8)
    assert Upload("a.txt", b"four").size == 4
    assert decode_state({"name": "a.wav", "size": 900, "channels": 2, "data": b"RIFF"}).channels == 2


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"size": 3}, "size must be an integer of at least 4"),
        ({"size": "900"}, "size must be"),
        ({"size": True}, "size must be"),
        ({"size": 2**80}, "size must be"),
        ({"channels": 0}, "channels must be an integer between 1 and 65535"),
        ({"channels": 2.0}, "channels must be"),
        ({"pixels": [0, 8]}, "pixels must be the rows and columns"),
        ({"pixels": [6, 8, 3]}, "pixels must be"),
        ({"pixels": [6.5, 8]}, "pixels must be"),
        ({"pixels": "68"}, "pixels must be"),
    ],
)
def test_what_is_said_of_a_part_is_checked(part, message):
    with pytest.raises(ValueError, match=message):
        decode_state({"name": "a.wav", "data": b"RIFF", **part})
