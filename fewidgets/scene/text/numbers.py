"""How numbers are written on screen: the same rule in Python and in JavaScript (``frontend/src/numbers.js``)."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

FAR = 50.0  # lengths of a range that it may lie from zero before its numbers need more digits
MINUS = "\N{MINUS SIGN}"
NOTHING = "–"  # NaN
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONG = 5  # digits from which on they are written in groups
NEARLY = 1.1  # times a power of ten up to which numbers of its size have one more decimal


def format_number(value: float, digits: int = 3) -> str:
    """Write a number with ``digits`` significant digits; digits before the decimal point and integers are written in full.

    Numbers of five or more digits get commas. Numbers below 1e-4 and from 1e6 on get a power of ten. NaN is an en dash.

    Examples
    --------
    >>> format_number(0.123456), format_number(-12345.6), format_number(7), format_number(2.5e-7)
    ('0.123', '−12,346', '7', '2.50×10⁻⁷')
    """
    if isinstance(value, int) or (hasattr(value, "dtype") and value.dtype.kind in "iub"):
        return grouped(str(int(value)))
    value = float(value)
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if -4 <= exponent < 6:
        decimals = max(0, digits - 1 - exponent)
        text = _rounded(value, decimals)
        if decimals and abs(float(text)) >= 10.0 ** (exponent + 1):
            # 0.9996 has been rounded up to a number with one more digit before the point: "1.00", not "1.000".
            text = _rounded(value, decimals - 1)
        return grouped(text) if text.strip("-0.") else "0"
    return with_power(value, digits - 1)


def with_power(value: float, decimals: int) -> str:
    """Write a number with a power of ten, rounded as JavaScript's ``toExponential`` does; the power alone stands for 1."""
    exact = Decimal(value)
    exponent = exact.adjusted()
    rounded = exact.quantize(Decimal(1).scaleb(exponent - decimals), rounding=ROUND_HALF_UP)
    exponent = rounded.adjusted()
    mantissa = rounded.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals))
    return f"{mantissa}×10{superscript(exponent)}".removeprefix("1×").replace("-1×", "-").replace("-", MINUS)


def format_alike(value: float, most: float) -> str:
    """Write a number with as many decimals as others of which the largest has the size ``most``."""
    if not (0 < most < math.inf and abs(value) < 2 * most):
        return format_number(value)
    exponent = math.ceil(math.log10(most / NEARLY)) - 1  # of the first of three digits
    if -4 <= exponent < 6:
        text = _rounded(value, max(0, 2 - exponent))
        return grouped(text) if text.strip("-0.") else "0"
    return with_power(value, 1) if abs(value) >= 0.5 * 10.0 ** (exponent - 1) else "0"


def superscript(power: int) -> str:
    return str(power).translate(SUPERSCRIPTS)


def grouped(text: str) -> str:
    """Write a decimal with a minus sign, and with commas if it has five or more digits before the point."""
    sign, digits = (MINUS, text[1:]) if text.startswith("-") else ("", text)
    whole, point, decimals = digits.partition(".")
    return f"{sign}{int(whole):,}{point}{decimals}" if len(whole) >= LONG else f"{sign}{digits}"


def telling_digits(low: float, high: float) -> int:
    """Return the digits that show a hundredth of a range far from zero; 0 for other ranges."""
    farthest, length = max(abs(low), abs(high)), abs(high - low)
    if not 0 < FAR * length < farthest:
        return 0
    return math.floor(math.log10(farthest)) - math.floor(math.log10(length / 100)) + 1


def among(value: float, low: float, high: float) -> float | str:
    """Write a number so that it differs from others between ``low`` and ``high``."""
    if not telling_digits(low, high) or not math.isfinite(value):
        return value
    return f"{value:,.{max(0, -math.floor(math.log10((high - low) / 100)))}f}".replace("-", MINUS)


def _rounded(value: float, decimals: int) -> str:
    """Round half away from zero, as JavaScript's ``toFixed`` does."""
    return str(Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))
