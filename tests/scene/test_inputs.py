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
        (NUMBER, 0, ValueError, "rate is 0, but wants a number from 0.01 to 10"),
        (NUMBER, math.nan, ValueError, "rate is nan"),
        (NUMBER, math.inf, ValueError, "rate is inf"),
        (NUMBER, True, TypeError, "rate is True"),
        (NUMBER, "1", TypeError, "rate is '1'"),
        (WHOLE, 2.5, TypeError, "count is 2.5, but wants a whole number from 1 to 9"),
        (TEXT, 3, TypeError, "words is a int, but wants a text"),
        (TEXT, "x" * 13, ValueError, "words has 13 characters, but wants at most 12"),
        (LINES, "one", TypeError, "texts is a str, but wants a list of texts"),
        (LINES, ["x" * 30], ValueError, "texts has 31 characters"),
        (LINES, [None], TypeError, "texts holds None"),
        (Button("again"), -1, ValueError, "again is -1"),
        (Button("again"), 1.0, TypeError, "again is 1.0"),
        (POINT, (0, 5), ValueError, r"start is \(0.0, 5.0\), but wants a pair \(x, y\) from \(-1, 0\) to \(1, 4\)"),
        (POINT, (0, math.nan), ValueError, "start is nan"),
        (POINT, "ab", TypeError, "start is 'ab'"),
        (POINT, 3, TypeError, "start is 3"),
        (DRAWING, np.zeros((3, 2)), ValueError, r"drawn has shape \(3, 2\)"),
        (DRAWING, np.full((2, 3), math.nan), ValueError, "drawn has values beyond"),
        (DRAWING, None, TypeError, "drawn holds object"),
        (CELLS, [[1, 2], [0, 0]], ValueError, "gone holds other values than 0 and 1"),
        (CELLS, [[1.0, 0.0]] * 2, TypeError, "gone holds float64"),
        (ORDER, ("a", "b"), ValueError, r"codes is \('a', 'b'\), but wants all of 'a', 'b', 'c'"),
        (ORDER, (1, 2, 3), TypeError, "codes is "),
        (FILE, "a.wav", TypeError, r"sound is a str, but wants an Upload\(name, data\), or None"),
        (FILE, Upload("a.wav", b"x" * 11), ValueError, "a.wav has 11 bytes, but sound takes at most 10"),
        (BLOCK, (2, 0), ValueError, r"block is \(2, 0\), but wants a pair \(row, column\) from \(0, 0\) to \(1, 2\)"),
        (BLOCK, (0.0, 1), TypeError, "block is "),
        (BLOCK, 1, TypeError, "block is 1"),
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
    ("control", "state", "told"),
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
def test_how_a_state_is_told(control, state, told):
    assert control.told(state) == told


def test_an_input_has_no_frames():
    with pytest.raises(TypeError, match="'rate' computes"):
        Frames([1, 2], NUMBER)


def test_frames_over_blocks_go_row_by_row():
    frames = Frames(np.arange(6), BLOCK)
    assert [int(resolve(frames, {"block": (row, column)})) for row in range(2) for column in range(3)] == list(range(6))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Number("n", 2, 1), "wants low < high"),
        (lambda: Number("n", 0, 1, scale="log"), "its low end is 0"),
        (lambda: Image([[1]], colors="rainbow"), "colors is 'rainbow'"),
        (lambda: Image([[1]], limits=(1, 1)), "limits are"),
        (lambda: Number("n", 0, 1, start=3).initial, "n is 3"),
        (lambda: Drawing("d", 2, 2, start=np.zeros((3, 3))).initial, "d has shape"),
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
