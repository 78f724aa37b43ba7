"""Compare an answer with the right one: its form first, then its value."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.answers.plain_values import Strange

Numbers = NDArray[np.float64]


class Tolerances(Protocol):
    """How far an answer may be from the right one: what exercises, results of tasks and graded questions have."""

    @property
    def atol(self) -> float: ...

    @property
    def rtol(self) -> float: ...


def as_answer(given: Any, right_answer: Any) -> Numbers | str:
    """Bring an answer into the form of the right one."""
    right = np.asarray(right_answer)
    form = _form(right)
    if isinstance(given, str):
        number = given.strip().removesuffix("%")
        signs = "quotation marks" if number == given.strip() else "quotation marks and the percent sign"
        quotes = f". Leave out the {signs}" if _is_number(number) else ""
        return f"expected {form}, got the text {given[:40]!r}{quotes}"
    if given is None:
        return f"expected {form}, got None"
    if isinstance(given, bool | np.bool_):
        return f"expected {form}, got {given}"
    if isinstance(given, np.ndarray) and given.dtype.kind == "c":
        return f"expected {form}, got complex numbers"
    try:
        answer = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        return f"expected {form}, got {_kind(given)}"
    if right.size == answer.size == 1:
        answer = answer.reshape(right.shape)
    elif right.ndim == 1 and answer.ndim == 2 and 1 in answer.shape:
        answer = answer.ravel()  # a column is the same list of numbers
    if answer.shape != right.shape:
        seen = f"an array of shape {answer.shape}"
        if answer.ndim == 0 or (answer.ndim == right.ndim == 1):
            seen = _counted(answer.size, "number")
        return f"expected {form}, got {seen}"
    if not np.isfinite(answer).all():
        return f"expected {form}, got NaN or infinity"
    if right.dtype.kind in "iu" and (answer != np.round(answer)).any():
        return f"expected {form}, got {answer:g}" if answer.ndim == 0 else f"expected {form}, got fractions"
    return answer


def agrees(answer: Numbers, right_answer: Any, within: Tolerances) -> bool:
    return bool(agreeing(answer, right_answer, within).all())


def agreeing(answer: Numbers, right_answer: Any, within: Tolerances) -> NDArray[np.bool_]:
    """Return for every number of an answer whether it is right."""
    right = np.asarray(right_answer)
    if right.dtype.kind in "iu":
        return np.asarray(answer == right)
    return np.asarray(np.abs(answer - right) <= within.atol + within.rtol * np.abs(right))


def shown(right_answer: Any) -> str:
    """Return the right answer as text for a student."""
    right = np.asarray(right_answer)
    if right.dtype.kind in "iu":
        return str(right.tolist())
    return str(np.round(right, 3).tolist())


def _kind(given: Any) -> str:
    if isinstance(given, Strange):
        return given.said
    if isinstance(given, list | tuple):
        return f"a {type(given).__name__} that holds something else than numbers, or rows of different lengths"
    return f"an object of type {type(given).__name__}"


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False


def _form(right: NDArray[Any]) -> str:
    kind = "integer" if right.dtype.kind in "iu" else "number"
    if right.ndim == 0:
        return f"{'an' if kind == 'integer' else 'a'} {kind}"
    return _counted(right.size, kind) if right.ndim == 1 else f"an array of shape {right.shape}"


def _counted(count: int, kind: str) -> str:
    return f"one {kind}" if count == 1 else f"{count} {kind}s"
