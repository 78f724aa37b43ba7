from __future__ import annotations

import math

from fewidgets.scene.text.numbers import format_number

CLOSE = 1e-4  # share of the first number within which more digits would only show rounding errors


def digits_that_differ(one: float, other: float) -> tuple[str, str]:
    """Write two numbers with as many digits as tell them apart; whole ones as such."""
    whole = all(each == round(each) and abs(each) < 1e6 for each in (one, other) if math.isfinite(each))
    texts = ("", "")
    for digits in range(3, 16):
        texts = _written(one, digits, whole), _written(other, digits, whole)
        if texts[0] != texts[1] or abs(one - other) <= CLOSE * abs(one):
            break
    return texts


def _written(number: float, digits: int, whole: bool) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return format_number(int(number) if whole else number, digits)
