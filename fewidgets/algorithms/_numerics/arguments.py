"""Checks of single arguments: integers, numbers, names and switches.

Each check returns the argument in the form the algorithms compute with, or raises an error that names the argument, what was
got and what is expected.
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
    """Check a whole number between `low` and `high`, both included.

    Parameters
    ----------
    value : int
        What was handed in. True and False are no numbers here.
    name : str
        What the caller calls this argument.
    low, high : int
        Limits; `high=None` is no limit.
    of : str
        Said after the limits, such as "the number of features".

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is no whole number.
    ValueError
        If it is outside the limits.

    Examples
    --------
    >>> as_count(14, "rounds", 1, 13, "the number of features")
    Traceback (most recent call last):
    ...
    ValueError: rounds is 14; wanted 1 to 13 (the number of features)
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted a whole number")
    if value < low or (high is not None and value > high):
        limits = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{name} is {shown(value)}; wanted {limits}" + (f" ({of})" if of else ""))
    return int(value)


def as_number(value: Any, name: str, *, positive: bool = False) -> float:
    """Check a finite real number, above zero where `positive` is set.

    Parameters
    ----------
    value : float
        What was handed in. True, False and text are no numbers here.
    name : str
        What the caller calls this argument.
    positive : bool
        Whether zero and negative numbers are refused.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If `value` is no real number.
    ValueError
        If it is NaN, infinite, or not positive where that is wanted.

    Examples
    --------
    >>> as_number(np.float32(0.5), "tolerance", positive=True)
    0.5
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted a number")
    try:
        number = float(value)
    except OverflowError:  # an integer or fraction beyond double precision
        number = math.inf if value > 0 else -math.inf
    if not math.isfinite(number) or (positive and number <= 0):
        raise ValueError(f"{name} is {number:g}; wanted a finite number" + (" above 0" if positive else ""))
    return number


def as_choice(value: Any, name: str, options: Sequence[Name]) -> Name:
    """Check that a name is one of the known ones, and suggest the close one where it is not.

    Parameters
    ----------
    value : str
        What was handed in.
    name : str
        What the caller calls this argument.
    options : sequence of str
        The known names.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If `value` is no text.
    ValueError
        If it is none of the options.

    Examples
    --------
    >>> as_choice("means", "reduction", ("mean", "sum"))
    Traceback (most recent call last):
    ...
    ValueError: reduction is 'means'; wanted 'mean' or 'sum': did you mean 'mean'?
    """
    wanted = " or ".join(repr(option) for option in options)
    if not isinstance(value, str):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted {wanted}")
    if value not in options:
        close = difflib.get_close_matches(value, options, n=1)
        raise ValueError(f"{name} is {shown(value)}; wanted {wanted}" + (f": did you mean {close[0]!r}?" if close else ""))
    return cast(Name, str(value))


def as_flag(value: Any, name: str) -> bool:
    """Check a switch: True or False, and nothing that merely counts as one of them.

    Parameters
    ----------
    value : bool
        What was handed in.
    name : str
        What the caller calls this argument.

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
    TypeError: standardize is 'no' (str); wanted True or False
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted True or False")
    return bool(value)


def shown(value: Any, most: int = 80) -> str:
    """Give a value as Python writes it, cut where it is too long for a message.

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
