import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import format_number


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.123456, 3, "0.123"),
        (-1234.5, 3, "−1235"),  # a tie goes away from zero
        (2.5, 1, "3"),
        (-2.5, 1, "−3"),
        (0.125, 2, "0.13"),
        (1.005, 3, "1.00"),  # in binary, a little less than it looks
        (-0.0, 3, "0"),
        (0, 3, "0"),
        (7, 3, "7"),
        (7.0, 3, "7.00"),
        (999.4, 3, "999"),
        (999.5, 3, "1000"),
        (0.09995, 3, "0.0999"),
        (0.0001, 3, "0.000100"),
        (0.00001, 3, "1.00e−5"),
        (9.9999e-5, 3, "1.00e−4"),
        (999999.0, 3, "999999"),
        (1e6, 3, "1.00e6"),
        (9.996e6, 3, "1.00e7"),
        (-1e6, 1, "−1e6"),
        (5e-324, 3, "4.94e−324"),
        (1234567, 3, "1234567"),
        (True, 3, "1"),
        (np.int8(-5), 3, "−5"),
        (np.float32(0.5), 2, "0.50"),
        (math.nan, 3, "–"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
    ],
)
def test_literal(value, digits, text):
    assert format_number(value, digits) == text


def parsed(text):
    return float(text.replace("−", "-"))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 12))
def test_it_is_the_nearest_number_of_so_many_digits(value, digits):
    text = format_number(value, digits)
    exponent = Decimal(value).adjusted() if value else 0
    unit = Decimal(10) ** (exponent - digits + 1)
    if -4 <= exponent < 6:
        unit = min(unit, Decimal(1))  # digits before the point are never cut
    assert abs(Decimal(text.replace("−", "-")) - Decimal(value)) <= unit * Decimal("0.5000001")
    assert "-" not in text


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=1e-300), st.integers(1, 8))
def test_the_sign_alone_tells_a_number_from_its_negative(value, digits):
    assert format_number(-value, digits) == "−" + format_number(value, digits)


@given(st.floats(1e-300, 1e300), st.floats(1e-300, 1e300))
def test_order_is_kept(one, other):
    low, high = sorted([one, other])
    assert parsed(format_number(low)) <= parsed(format_number(high)) * (1 + 1e-12)


@given(st.integers())
def test_integers_are_written_in_full(value):
    assert int(format_number(value).replace("−", "-")) == value
