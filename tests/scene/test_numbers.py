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
        (0.125, 2, "0.13"),
        (1.005, 3, "1.00"),  # in binary, a little less than it looks
        (-0.0, 3, "0"),
        (0, 3, "0"),
        (7, 3, "7"),
        (999.5, 3, "1000"),
        (0.09995, 3, "0.0999"),
        (0.0001, 3, "0.000100"),
        (0.00001, 3, "1.00e−5"),
        (1e6, 3, "1.00e6"),
        (9.996e6, 3, "1.00e7"),
        (1234567, 3, "1234567"),
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
    assert abs(Decimal(text.replace("−", "-")) - Decimal(value)) <= unit * Decimal("0.5000001")
    assert "-" not in text


@given(st.integers())
def test_integers_are_written_in_full(value):
    assert int(format_number(value).replace("−", "-")) == value
