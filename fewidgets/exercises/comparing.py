"""Whether an answer is of the right form, and whether it is right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_answer(given: Any, wanted: Any) -> NDArray[np.float64] | str:
    """Bring an answer into the form of the right one.

    Parameters
    ----------
    given : object
        What the student wrote.
    wanted : int, float or NDArray
        The right answer.

    Returns
    -------
    NDArray of float64, of the shape of `wanted`; or str
        The answer; or, where its form is wrong, what form is wanted.

    Examples
    --------
    >>> as_answer([3], 2)
    array(3.)
    >>> as_answer("three", 2)
    "wanted a whole number, saw the text 'three'"
    """
    right = np.asarray(wanted)
    form = _form(right)
    if isinstance(given, str):
        return f"wanted {form}, saw the text {given!r}"
    if isinstance(given, bool | np.bool_):
        return f"wanted {form}, saw {given}"
    try:
        answer = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        return f"wanted {form}, saw {type(given).__name__}"
    if right.ndim == 0 and answer.size == 1:
        answer = answer.reshape(())
    elif right.ndim == 1 and answer.ndim == 2 and 1 in answer.shape:
        answer = answer.ravel()  # a column is the same list of numbers
    if answer.shape != right.shape:
        seen = "one number" if answer.ndim == 0 else f"an array of shape {answer.shape}"
        return f"wanted {form}, saw {seen}"
    if not np.isfinite(answer).all():
        return f"wanted {form}, saw NaN or infinity"
    if right.dtype.kind in "iu" and (answer != np.round(answer)).any():
        return f"wanted {form}, saw {answer:g}" if answer.ndim == 0 else f"wanted {form}, saw fractions"
    return answer


def agrees(answer: NDArray[np.float64], wanted: Any, *, atol: float, rtol: float) -> bool:
    """Say whether an answer is right: whole numbers exactly, others within the tolerances.

    Examples
    --------
    >>> agrees(np.array(0.33), 1 / 3, atol=0.005, rtol=0.0)
    True
    """
    right = np.asarray(wanted)
    if right.dtype.kind in "iu":
        return bool((answer == right).all())
    return bool((np.abs(answer - right) <= atol + rtol * np.abs(right)).all())


def shown(wanted: Any) -> str:
    """Write a right answer for a person.

    Examples
    --------
    >>> shown(np.array([0.5, -1 / 3])), shown(3)
    ('[0.5, -0.333]', '3')
    """
    right = np.asarray(wanted)
    if right.dtype.kind in "iu":
        return str(right.tolist())
    return str(np.round(right, 3).tolist())


def _form(right: NDArray[Any]) -> str:
    if right.ndim == 0:
        return "a whole number" if right.dtype.kind in "iu" else "a number"
    return f"{right.size} numbers" if right.ndim == 1 else f"an array of shape {right.shape}"
