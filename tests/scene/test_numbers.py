import math
import re
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import format_number
from fewidgets.scene.text.numbers import SUPERSCRIPTS, format_alike

PLAIN = str.maketrans({chr(sign): chr(plain) for plain, sign in SUPERSCRIPTS.items()} | {"−": "-", ",": None})


def read(text: str) -> Decimal:
    """Read a number as it is written on screen."""
    mantissa, times, power = text.translate(PLAIN).partition("×10")
    if not times and (known := re.fullmatch("(−?)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)):
        return Decimal(f"{known[1]}1e{known[2]}".translate(PLAIN))
    return Decimal(f"{mantissa}e{power}" if times else mantissa)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.123456, 3, "0.123"),
        (-1234.5, 3, "−1235"),  # a tie goes away from zero
        (2.5, 1, "3"),
        (0.125, 2, "0.13"),
        (1.005, 3, "1.00"),  # in binary, a little less than it looks
        (-0.0, 3, "0"),
        (0, 3, "0"),
        (7, 3, "7"),
        (999.5, 3, "1000"),
        (0.09995, 3, "0.0999"),
        (0.0001, 3, "0.000100"),
        (0.00001, 3, "1.00×10⁻⁵"),
        (1e6, 3, "1.00×10⁶"),
        (-1e48, 1, "−10⁴⁸"),
        (2e48, 1, "2×10⁴⁸"),
        (9.996e6, 3, "1.00×10⁷"),
        (9999.4, 3, "9999"),
        (-12345.6, 3, "−12,346"),
        (123456.7, 3, "123,457"),
        (1234567, 3, "1,234,567"),
        (True, 3, "1"),
        (np.int8(-5), 3, "−5"),
        (math.nan, 3, "–"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
    ],
)
def test_literal(value, digits, text):
    assert format_number(value, digits) == text


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 12))
def test_it_is_the_nearest_number_of_so_many_digits(value, digits):
    text = format_number(value, digits)
    exponent = Decimal(value).adjusted() if value else 0
    unit = Decimal(10) ** (exponent - digits + 1)
    if -4 <= exponent < 6:
        unit = min(unit, Decimal(1))  # digits before the point are never cut
    assert abs(read(text) - Decimal(value)) <= unit * Decimal("0.5000001")
    assert "-" not in text


@given(st.integers())
def test_integers_are_written_in_full(value):
    assert int(format_number(value).translate(PLAIN)) == value


@given(st.floats(1e-30, 1e30), st.lists(st.floats(-1, 1), min_size=1))
def test_numbers_alike_have_the_same_decimals_and_are_zero_if_all_of_these_are(most, shares):
    values = [share * most for share in shares]
    texts = [format_alike(value, most) for value in values]
    unit = Decimal(10) ** (Decimal(most).adjusted() - 1)
    assert all(abs(read(text) - Decimal(value)) <= unit / 2 for text, value in zip(texts, values, strict=True))
    if 1e-3 <= most < 1e5:
        assert len({len(text.partition(".")[2]) for text in texts if text != "0"}) <= 1


@pytest.mark.parametrize(
    ("value", "most", "text"),
    [
        (1.7e-6, 0.4, "0"),
        (-0.00825, 0.09, "−0.0083"),
        (44.02, 100.0, "44.0"),
        (0.577, 1.0, "0.577"),
        (12345.6, 2e4, "12,346"),
        (3e-12, 2e-9, "0"),
        (3e-10, 2e-9, "3.0×10⁻¹⁰"),
    ],
)
def test_numbers_alike(value, most, text):
    assert format_alike(value, most) == text
