from __future__ import annotations

import difflib
import math
import numbers
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import numpy as np

Name = TypeVar("Name", bound=str)


def as_count(value: Any, name: str, low: int, high: int | None = None, of: str = "") -> int:
    """Check that an argument is an integer between `low` and `high`, both included."""
    limits = f"of at least {low}" if high is None else f"between {low} and {high}"
    expected = f"{name} must be an integer {limits}" + (f" ({of})" if of else "")
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{expected}; got {shown(value)} ({type(value).__name__})")
    number = int(value)
    if number < low or (high is not None and number > high):
        raise ValueError(f"{expected}; got {shown(value)}")
    return number


def as_number(value: Any, name: str, *, positive: bool = False) -> float:
    """Check that an argument is a finite real number."""
    expected = f"{name} must be a finite number" + (" above 0" if positive else "")
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{expected}; got {shown(value)} ({type(value).__name__})")
    try:
        number = float(value)
    except OverflowError:  # an integer or fraction beyond double precision
        number = math.inf if value == abs(value) else -math.inf
    if not math.isfinite(number) or (positive and number <= 0):
        raise ValueError(f"{expected}; got {number:g}")
    return number


def as_choice(value: Any, name: str, options: Sequence[Name]) -> Name:
    """Check that an argument is one of several names; the error suggests the most similar one."""
    *others, last = map(repr, options)
    expected = f"{name} must be {', '.join(others)}{' or ' if others else ''}{last}"
    if not isinstance(value, str):
        raise TypeError(f"{expected}; got {shown(value)} ({type(value).__name__})")
    if value not in options:
        close = difflib.get_close_matches(value, options, n=1)
        raise ValueError(f"{expected}; got {shown(value)}" + (f". Did you mean {close[0]!r}?" if close else ""))
    return cast(Name, str(value))


def as_flag(value: Any, name: str) -> bool:
    """Check that an argument is True or False. Values such as 0, 1 and "yes" are refused."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False; got {shown(value)} ({type(value).__name__})")
    return bool(value)


def shown(value: Any, most: int = 80) -> str:
    """Return the `repr` of a value, on one line and cut to at most `most` characters."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        text = "a very large number"
    return text if len(text) <= most else f"{text[: most - 1]}…"
