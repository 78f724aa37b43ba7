"""Checks of single arguments: integers, numbers, names and switches.

Each check returns the argument as a plain Python value, or raises an error that names the argument, says what it must be and
shows what was given.
"""

from __future__ import annotations

import difflib
import math
import numbers
from collections.abc import Sequence
from typing import Any, TypeVar, cast

import numpy as np

Name = TypeVar("Name", bound=str)


def as_count(value: Any, name: str, low: int, high: int | None = None, of: str = "") -> int:
    """Check that an argument is an integer between `low` and `high`, both included.

    Parameters
    ----------
    value : int
        The argument. True and False are refused.
    name : str
        Name of the argument, for the message.
    low, high : int
        Limits. None for `high` means no upper limit.
    of : str
        What the upper limit is, such as "the number of features". The message adds it in parentheses.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If it is outside the limits.

    Examples
    --------
    >>> as_count(14, "rounds", 1, 13, "the number of features")
    Traceback (most recent call last):
    ...
    ValueError: rounds must be an integer between 1 and 13 (the number of features); got 14
    """
    limits = f"of at least {low}" if high is None else f"between {low} and {high}"
    expected = f"{name} must be an integer {limits}" + (f" ({of})" if of else "")
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{expected}; got {shown(value)} ({type(value).__name__})")
    number = int(value)
    if number < low or (high is not None and number > high):
        raise ValueError(f"{expected}; got {shown(value)}")
    return number


def as_number(value: Any, name: str, *, positive: bool = False) -> float:
    """Check that an argument is a finite real number.

    Parameters
    ----------
    value : float
        The argument. True, False and text are refused.
    name : str
        Name of the argument, for the message.
    positive : bool
        Whether zero and negative numbers are refused.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If `value` is not a real number.
    ValueError
        If it is NaN or infinite, or if it is not positive although `positive` is set.

    Examples
    --------
    >>> as_number(np.float32(0.5), "tolerance", positive=True)
    0.5
    """
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
    """Check that an argument is one of several names; the error suggests the most similar one.

    Parameters
    ----------
    value : str
        The argument.
    name : str
        Name of the argument, for the message.
    options : sequence of str
        The names that are allowed.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If `value` is not a string.
    ValueError
        If it is not one of the options.

    Examples
    --------
    >>> as_choice("means", "reduction", ("mean", "sum"))
    Traceback (most recent call last):
    ...
    ValueError: reduction must be 'mean' or 'sum'; got 'means'. Did you mean 'mean'?
    """
    *others, last = map(repr, options)
    expected = f"{name} must be {', '.join(others)}{' or ' if others else ''}{last}"
    if not isinstance(value, str):
        raise TypeError(f"{expected}; got {shown(value)} ({type(value).__name__})")
    if value not in options:
        close = difflib.get_close_matches(value, options, n=1)
        raise ValueError(f"{expected}; got {shown(value)}" + (f". Did you mean {close[0]!r}?" if close else ""))
    return cast(Name, str(value))


def as_flag(value: Any, name: str) -> bool:
    """Check that an argument is True or False. Values such as 0, 1 and "yes" are refused.

    Parameters
    ----------
    value : bool
        The argument.
    name : str
        Name of the argument, for the message.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        If `value` is neither True nor False.

    Examples
    --------
    >>> as_flag("no", "standardize")
    Traceback (most recent call last):
    ...
    TypeError: standardize must be True or False; got 'no' (str)
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False; got {shown(value)} ({type(value).__name__})")
    return bool(value)


def shown(value: Any, most: int = 80) -> str:
    """Return the `repr` of a value, on one line and cut to at most `most` characters.

    Examples
    --------
    >>> shown("dog"), len(shown("dog" * 1000))
    ("'dog'", 80)
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        text = "a very large number"
    return text if len(text) <= most else f"{text[: most - 1]}…"
