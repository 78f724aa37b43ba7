"""Values that a student's process sends: reduced to what they hold, and read without believing any of it."""

import io
import itertools
import json
import struct

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.grading.run.plain import Packer
from fewidgets.grading.run.protocol import MOST_JSON, Opaque, ProtocolError, Reader, frame, read_frame


def sent(value):
    """Send a value as a student's process does, and read it as the grader does."""
    packer = Packer()
    message, raw = read_frame(io.BytesIO(frame({"kind": "values", "value": packer.tree(value)}, bytes(packer.raw))))
    return Reader(raw).value(message["value"])


class Lies:
    def __eq__(self, *_):
        return True

    __hash__ = None
    __abs__ = __float__ = __int__ = __index__ = __str__ = __repr__ = __iter__ = __len__ = __getitem__ = __lt__ = __eq__


LyingFloat, LyingInt, LyingText, LyingList, LyingDict = (
    type("Liar", (Lies, base), {}) for base in (float, int, str, list, dict)
)
LyingDict.items = LyingDict.keys = Lies.__eq__


class LyingArray(np.ndarray):
    __array__ = tobytes = astype = tolist = __getitem__ = Lies.__eq__
    shape = dtype = nbytes = property(Lies.__eq__)


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        (LyingFloat(2.5), 2.5),
        (LyingInt(7), 7),
        (LyingText("a"), "a"),
        (LyingList([1, LyingFloat(2)]), [1, 2.0]),
        (LyingDict(a=LyingInt(1)), {"a": 1}),
        ((True, None, ...), (True, None, ...)),
        ({1, "b", 2.5}, {1, "b", 2.5}),
        ({(0, 1): 0.5, 3: "c"}, {(0, 1): 0.5, 3: "c"}),
        (range(3), [0, 1, 2]),
        (np.float32(0.5), 0.5),
        (np.int8(-3), -3),
        (np.bool_(True), True),
        (np.str_("x"), "x"),
        (10**400, 10**400),
    ],
    ids=itertools.count(),
)
def test_a_value_is_what_it_holds(value, holds):
    found = sent(value)
    assert type(found) is type(holds)
    assert found == holds


@pytest.mark.parametrize("dtype", ["?", "i1", ">i4", "u8", "f2", ">f8", "U3"])
def test_arrays_arrive_as_they_are(dtype):
    array = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)[:, ::2]
    found = sent([array, array[:, 0].view(LyingArray)])
    assert np.array_equal(found[0], array)
    assert np.array_equal(found[1], array[:, 0])
    assert {type(each) for each in found} == {np.ndarray}
    found[0][0, 0] = 1  # a copy that nobody else has


def test_tables_and_real_complex_numbers_become_arrays():
    assert sent(pd.Series([1.5, 2.5])).tolist() == [1.5, 2.5]
    assert sent(pd.DataFrame({"a": [1], "b": [2]})).tolist() == [[1, 2]]
    assert sent(np.array([1 + 0j, 2])).dtype == float
    assert sent(np.array([1, None], dtype=object)) == [1, None]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (Lies(), "an object of type Lies"),
        ((n for n in "ab"), "a generator. Collect its values in a list or an array"),
        (len, "a function"),
        (1j, "a complex number"),
        (np.array([1j]), "an array of complex128"),
        (np.ma.array([1, 2], mask=[True, False]), "a masked array with masked entries"),
        (1 << 5000, "an integer with more than 1,200 digits"),
        ([1 << 4000] * 100_000, "integers that are too long together"),
        ("\U0001f600" * 900_000, "a text of more than 1,000,000 characters"),
        ([0] * 300_000, "a value with too many items. Use a NumPy array for many numbers"),
        ("x" * 2_000_000, "a text of more than 1,000,000 characters"),
        (np.broadcast_to(np.float64(1), (10**6, 10**3)), "an array that is too large"),
        ({b"x": 1}, "a dict with keys that are not numbers"),
        (type("a\nb" * 100, (), {})(), None),
    ],
    ids=itertools.count(),
)
def test_what_is_not_plain_is_named(value, says):
    found = sent(value)
    assert type(found) is Opaque
    assert says in (None, found.said)
    assert len(found.said) <= 120
    assert found.said.isprintable()


def test_a_list_within_itself_is_named():
    endless = []
    endless.append(endless)
    assert sent(endless) == Opaque("a value that is nested too deeply")


def raw_frame(text, raw=b"", magic=b"few1", lengths=None):
    length, raw_length = lengths or (len(text), len(raw))
    return struct.pack("!4sIQ", magic, length, raw_length) + text + raw


@pytest.mark.parametrize(
    "sent_bytes",
    [
        b"few1",
        raw_frame(b"{}", magic=b"pick"),
        raw_frame(b"{}", lengths=(MOST_JSON + 1, 0)),
        raw_frame(b"{}", lengths=(2, 1 << 62)),
        raw_frame(b"{}", lengths=(50, 0)),
        raw_frame(b"{}"),
        raw_frame(b"[]"),
        raw_frame(b"[" * 100_000),
        raw_frame(b'{"kind": 1}'),
        raw_frame(b'{"kind": "values", "value": 1' + b"0" * 5000 + b"}"),
        raw_frame(b"\xff\xfe"),
    ],
)
def test_what_is_no_frame_is_refused(sent_bytes):
    with pytest.raises(ProtocolError):
        read_frame(io.BytesIO(sent_bytes))


@pytest.mark.parametrize(
    "tree",
    [
        {},
        {"x": 1},
        {"l": 1},
        {"l": [1], "t": [1]},
        1.5,
        [1],
        {"f": 1},
        {"f": "1" * 100},
        {"f": "zz"},
        {"d": [[1]]},
        {"d": [[{"l": []}, 1]]},
        {"s": [{"l": []}]},
        {"a": ["f8", [2], 0]},
        {"a": ["<f8", [1], 1]},
        {"a": ["<f8", [-1], 0]},
        {"a": ["<f8", [True], 0]},
        {"a": ["<f8", [1 << 40], 0]},
        {"a": ["O", [1], 0]},
        {"a": ["V8", [1], 0]},
        {"a": ["M8[s]", [1], 0]},
        {"a": ["(2,)f4", [1], 0]},
        {"a": ["f4,O", [1], 0]},
        {"a": ["<U0", [1], 0]},
        {"a": ["<f8", [1] * 50, 0]},
        {"a": ["<U1", [2], 0]},
    ],
)
def test_what_is_no_value_is_refused(tree):
    with pytest.raises(ProtocolError):
        Reader(b"\xff" * 8).value(tree)


def test_a_small_frame_cannot_ask_for_much_memory():
    many = {"l": [{"a": ["|u1", [10**6], 0]}] * 1000}
    with pytest.raises(ProtocolError):
        Reader(bytes(10**6)).value(many)
    deep = {"l": []}
    for _ in range(30):
        deep = {"l": [deep]}
    with pytest.raises(ProtocolError):
        Reader(b"").value(deep)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("fltdsaeo"), inner, max_size=2),
    max_leaves=12,
)


@given(json_values, st.binary(max_size=32))
def test_any_json_is_read_or_refused(tree, raw):
    try:
        found = Reader(raw).value(json.loads(json.dumps(tree)))
    except ProtocolError:
        return
    assert type(found) in (type(None), bool, int, float, str, list, tuple, dict, set, np.ndarray, Opaque, type(...))
