"""Bring a student's result into numbers, and find the first one that differs from the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.wording import capital, is_plural

RTOL, ATOL = 1e-4, 1e-6  # as in `Result`; but for numbers above 1, atol is a share of the largest one
MOST_TEXT = 40  # characters of a value that is quoted


class Parting(NamedTuple):
    """The first number that differs.

    Attributes
    ----------
    at : tuple of int
        Its place in the array, counted from 0.
    right, found : float
        The two numbers.
    """

    at: tuple[int, ...]
    right: float
    found: float


def as_numbers(value: Any) -> NDArray[np.float64] | None:
    """Return a result as an array of real numbers; None if it is anything else.

    Parameters
    ----------
    value : any
        What a function returned. It may be of any type, and of a class that misbehaves.

    Examples
    --------
    >>> as_numbers([1, 2]), as_numbers("two") is None, as_numbers(x for x in [1]) is None
    (array([1., 2.]), True, True)
    """
    if value is None or isinstance(value, str | bytes):
        return None
    try:
        array = np.array(value)
        if array.dtype.kind == "O":
            if not all(isinstance(each, int | float | np.number) or each is None for each in array.ravel().tolist()):
                return None
        elif array.dtype.kind not in "biuf":
            return None
        return array.astype(np.float64)
    except Exception:  # whatever an object of the student's raises when it is read
        return None


def form_of(value: Any) -> str:
    """Describe a value's form in a few words, such as "3 numbers" or "the text 'abc'".

    Examples
    --------
    >>> form_of([1, 2, 3]), form_of(4.0), form_of(None), form_of(np.zeros((2, 3)))
    ('3 numbers', 'one number', 'None', 'an array of shape (2, 3)')
    """
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the text {value[:MOST_TEXT]!r}"
    array = as_numbers(value)
    if array is None:
        if isinstance(value, list | tuple):
            return f"a {type(value).__name__} that holds something other than numbers, or rows of different lengths"
        return f"an object of type {type(value).__name__}"
    if array.ndim == 0:
        return "one number"
    return f"{len(array)} number{'s' if len(array) != 1 else ''}" if array.ndim == 1 else f"an array of shape {array.shape}"


def unlike_form(what: str, right: Any, found: Any) -> str:
    """Say how the form of a result differs from the reference's; "" if both have the same one.

    Parameters
    ----------
    what : str
        The result in words, such as "the weights".
    right, found : any
        The reference's result and the student's.

    Examples
    --------
    >>> unlike_form("the weights", [1.0, 2.0], [1.0])
    'The weights are 1 number, where the reference has 2 numbers.'
    """
    one, other = as_numbers(right), as_numbers(found)
    if one is not None and other is not None and one.shape == other.shape:
        return ""
    return f"{capital(what)} {'are' if is_plural(what) else 'is'} {form_of(found)}, where the reference has {form_of(right)}."


def differing(right: Any, found: Any, *, rtol: float = RTOL, atol: float = ATOL) -> NDArray[np.bool_]:
    """Return for each number whether it differs. Both must have the same form; NaN equals NaN.

    Parameters
    ----------
    right, found : array-like of one shape
    rtol : float
        Tolerance as a share of each number of the reference.
    atol : float
        Tolerance, or its share of the reference's largest finite magnitude if that is above 1.

    Examples
    --------
    >>> differing([1.0, 2.0, np.nan], [1.0, 2.1, np.nan])
    array([False,  True, False])
    """
    one, other = (np.asarray(each, dtype=np.float64) for each in (right, found))
    finite = np.abs(one[np.isfinite(one)])
    scale = float(finite.max()) if finite.size else 0.0
    with np.errstate(invalid="ignore", over="ignore"):
        close = np.abs(other - one) <= atol * max(scale, 1.0) + rtol * np.abs(one)
    return np.asarray(~(close | (one == other) | (np.isnan(one) & np.isnan(other))))


def first_parting(right: Any, found: Any, *, rtol: float = RTOL, atol: float = ATOL) -> Parting | None:
    """Find the first number that differs, row by row; None if none does.

    Examples
    --------
    >>> first_parting([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.5, 0.0]])
    Parting(at=(1, 0), right=3.0, found=3.5)
    """
    one, other = (np.asarray(each, dtype=np.float64) for each in (right, found))
    apart = np.argwhere(differing(one, other, rtol=rtol, atol=atol))
    if not len(apart):
        return None
    index = tuple(int(i) for i in apart[0])
    return Parting(index, float(one[index]), float(other[index]))


def first_in_columns(right: Any, found: Any) -> Parting | None:
    """Find the first number that differs, column by column; None if none does.

    Parameters
    ----------
    right, found : array-like of one shape (P, N)

    Examples
    --------
    >>> first_in_columns([[1.0, 2.0], [3.0, 4.0]], [[1.0, 0.0], [3.5, 4.0]])
    Parting(at=(1, 0), right=3.0, found=3.5)
    """
    parting = first_parting(np.asarray(right).T, np.asarray(found).T)
    return None if parting is None else parting._replace(at=parting.at[::-1])


def same(right: Any, found: Any, *, rtol: float = 1e-5) -> bool:
    """Return whether two results agree within rounding errors; False if their forms differ.

    Examples
    --------
    >>> same([1.0, 2.0], [1.0, 2.0 + 1e-9]), same([1.0], [1.0, 2.0])
    (True, False)
    """
    one, other = as_numbers(right), as_numbers(found)
    if one is None or other is None or one.shape != other.shape:
        return False
    return not differing(one, other, rtol=rtol).any()


def written(number: float) -> str:
    """Write a number with four significant digits.

    Examples
    --------
    >>> written(0.123456), written(3.0), written(float("nan")), written(-1234567.0)
    ('0.1235', '3', 'NaN', '-1.235e+06')
    """
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return f"{number:.4g}"


def pair_written(right: float, found: float) -> tuple[str, str]:
    """Write two numbers that differ with as many digits as show it.

    Examples
    --------
    >>> pair_written(0.37, 0.42), pair_written(1.00001, 1.00002)
    (('0.37', '0.42'), ('1.00001', '1.00002'))
    """
    for digits in range(4, 17):
        texts = tuple(f"{each:.{digits}g}" if np.isfinite(each) else written(each) for each in (right, found))
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def examples_in(arguments: Sequence[Any]) -> int | None:
    """Return the number of examples: the rows of the first table among the arguments; None if there is no table.

    Examples
    --------
    >>> examples_in((3.0, np.zeros((5, 2)))), examples_in(("text",)) is None
    (5, True)
    """
    tables = (as_numbers(each) for each in arguments)
    return next((len(table) for table in tables if table is not None and table.ndim == 2), None)


def named(names: Sequence[str] | None, number: int, kind: str = "column") -> str:
    """Return a feature's name, or its number as Python counts: "column 0".

    Examples
    --------
    >>> named(None, 2), named(["CRIM", "ZN"], 1)
    ('column 2', 'ZN')
    """
    return f"{kind} {number}" if names is None or not 0 <= number < len(names) else str(names[number])
