"""Bring a student's result into numbers, and find the first one that differs from the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.wording import capital, is_plural

#: What a function takes, names of its features (by number without), and numbers.
Arguments = Sequence[Any]
Names = Sequence[str] | None
Array = NDArray[np.float64]
Settings = dict[str, Any]  # of a view
Parts = Sequence[str]  # what the parts of a result are called

RTOL, ATOL = 1e-4, 1e-6  # as in `Result`; but for numbers above 1, atol is a share of the largest one
MOST_TEXT = 40  # characters of a value that is quoted


class Parting(NamedTuple):
    at: tuple[int, ...]
    right: float
    found: float


def as_numbers(value: Any) -> Array | None:
    """Return a result as an array of real numbers; None if it is anything else."""
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


def as_number(value: Any) -> float | None:
    """Return a result as a single number; None if it is anything else."""
    array = as_numbers(value)
    return None if array is None or array.size != 1 else float(array.reshape(()))


def pair_of(right: Any, found: Any) -> tuple[Array, Array] | None:
    """Return two results as arrays of one shape; None if they are anything else."""
    one, other = as_numbers(right), as_numbers(found)
    return None if one is None or other is None or one.shape != other.shape else (one, other)


def form_of(value: Any) -> str:
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
    """Say how the form of a result differs from the reference's; "" if it does not."""
    if pair_of(right, found) is not None:
        return ""
    return f"{capital(what)} {'are' if is_plural(what) else 'is'} {form_of(found)}, where the reference has {form_of(right)}."


def differing(right: Any, found: Any, *, rtol: float = RTOL, atol: float = ATOL) -> NDArray[np.bool_]:
    """Return for each number whether it differs. NaN equals NaN.

    ``atol`` is a share of the reference's largest finite magnitude if that is above 1.
    """
    one, other = (np.asarray(each, dtype=np.float64) for each in (right, found))
    finite = np.abs(one[np.isfinite(one)])
    scale = float(finite.max()) if finite.size else 0.0
    with np.errstate(invalid="ignore", over="ignore"):
        close = np.abs(other - one) <= atol * max(scale, 1.0) + rtol * np.abs(one)
    return np.asarray(~(close | (one == other) | (np.isnan(one) & np.isnan(other))))


def first_difference(right: Any, found: Any, *, rtol: float = RTOL, atol: float = ATOL) -> Parting | None:
    one, other = (np.asarray(each, dtype=np.float64) for each in (right, found))
    apart = np.argwhere(differing(one, other, rtol=rtol, atol=atol))
    if not len(apart):
        return None
    index = tuple(int(i) for i in apart[0])
    return Parting(index, float(one[index]), float(other[index]))


def first_in_columns(right: Any, found: Any) -> Parting | None:
    parting = first_difference(np.asarray(right).T, np.asarray(found).T)
    return None if parting is None else parting._replace(at=parting.at[::-1])


def same(right: Any, found: Any, *, rtol: float = 1e-5) -> bool:
    """Return whether two results agree within rounding errors; False if their forms differ."""
    pair = pair_of(right, found)
    return pair is not None and not differing(*pair, rtol=rtol).any()


def written(number: float) -> str:
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return f"{number:.4g}"


def pair_written(right: float, found: float) -> tuple[str, str]:
    """Write two numbers that differ with as many digits as show it."""
    for digits in range(4, 17):
        texts = tuple(f"{each:.{digits}g}" if np.isfinite(each) else written(each) for each in (right, found))
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def examples_in(arguments: Arguments) -> int | None:
    tables = (as_numbers(each) for each in arguments)
    return next((len(table) for table in tables if table is not None and table.ndim == 2), None)


def named(names: Names, number: int, kind: str = "column") -> str:
    """Return a feature's name, or its number as Python counts: "column 0"."""
    return f"{kind} {number}" if names is None or not 0 <= number < len(names) else str(names[number])
