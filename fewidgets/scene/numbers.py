"""How numbers are written on screen: the same rule in Python and in JavaScript (``frontend/src/numbers.js``)."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

MINUS = "\N{MINUS SIGN}"


def format_number(value: float, digits: int = 3) -> str:
    """Write a number with ``digits`` significant digits; digits before the decimal point are always kept.

    Parameters
    ----------
    value : float or int
        The number. Integers are written in full, and NaN is written as an en dash.
    digits : int
        Significant digits of a number that is not an integer type.

    Returns
    -------
    str
        The text, with a true minus sign. Numbers below 1e-4 and from 1e6 on are written with a power of ten.

    Examples
    --------
    >>> format_number(0.123456), format_number(-1234.5), format_number(7), format_number(2.5e-7)
    ('0.123', '−1235', '7', '2.50e−7')
    """
    if isinstance(value, int) or (hasattr(value, "dtype") and value.dtype.kind in "iub"):
        return str(int(value)).replace("-", MINUS)
    value = float(value)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if -4 <= exponent < 6:
        decimals = max(0, digits - 1 - exponent)
        text = _rounded(value, decimals)
        return text.replace("-", MINUS) if text.strip("-0.") else "0"
    return _exponential(value, digits - 1).replace("-", MINUS)


def _rounded(value: float, decimals: int) -> str:
    """Round half away from zero, as JavaScript's ``toFixed`` does."""
    return str(Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def _exponential(value: float, decimals: int) -> str:
    """Write with a power of ten, as JavaScript's ``toExponential`` does."""
    exact = Decimal(value)
    exponent = exact.adjusted()
    rounded = exact.quantize(Decimal(1).scaleb(exponent - decimals), rounding=ROUND_HALF_UP)
    exponent = rounded.adjusted()
    return f"{rounded.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals))}e{exponent}"
