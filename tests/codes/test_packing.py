"""Values come back as they went, and unreadable bits are refused."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.codes.code import MOST, Code
from fewidgets.codes.letters import CodeError
from fewidgets.codes.packing import WORDS, Chosen, Loaded, Order, Reader, Stop, Writer, inflated

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False)
    | st.text(max_size=40)
    | st.sampled_from(WORDS)
    | st.builds(Chosen, st.integers(0, 2**15 - 1))
    | st.builds(Stop, st.integers(0, 500), st.integers(0, 31))
    | st.builds(Loaded, st.integers(0, 2**10 - 1))
    | st.permutations(range(7)).map(lambda places: Order(tuple(places), 5)),
    lambda parts: st.lists(parts, max_size=4).map(tuple),
    max_leaves=6,
)


@settings(max_examples=60)
@given(st.lists(VALUES, max_size=3))
def test_values_come_back(values):
    writer = Writer()
    for value in values:
        writer.value(value)
    reader = Reader(writer.symbols())
    found = [reader.value() for _ in values]
    assert found == values
    assert [type(each) for each in found] == [type(each) for each in values]
    signs = [math.copysign(1, each) for each in values if isinstance(each, float)]
    assert [math.copysign(1, each) for each in found if isinstance(each, float)] == signs


@settings(max_examples=60)
@given(st.lists(st.integers(0, 31), max_size=30))
def test_any_letters_are_read_or_refused(symbols):
    reader = Reader(symbols)
    try:
        while True:
            reader.value()
    except (CodeError, UnicodeDecodeError):
        pass


@pytest.mark.parametrize("value", [np.zeros(3), {"a": 1}, object(), b"x"])
def test_what_has_no_place_in_a_code_is_refused(value):
    with pytest.raises(TypeError, match="cannot hold"):
        Writer().value(value)


def test_a_small_code_does_not_fill_the_memory():
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(10**7)) + packer.flush()
    assert len(bomb) < 20_000
    with pytest.raises(CodeError, match="too long"):
        inflated(bomb)
    with pytest.raises(CodeError, match="cannot be read"):
        inflated(b"\xff\xff\xff")


def test_a_code_is_a_picture_with_an_alternative_text():
    code = Code("FW1-123PJ-4AF5", "a LambdaSlider")
    shown = code._repr_html_()
    assert "<code>FW1-123PJ-4AF5</code>" in shown
    assert 'role="img" aria-label="QR code of FW1-123PJ-4AF5, which opens a LambdaSlider"' in shown
    assert "<svg" in shown
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "")
    long = Code("A" * (MOST + 1), "much")
    assert long.qr == ""
    assert "<svg" not in long._repr_html_()
