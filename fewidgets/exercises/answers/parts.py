"""Messages about an answer of several numbers, or a nearly right one, that do not give the right one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.answers.comparing import Numbers, agreeing
from fewidgets.exercises.answers.near_misses import near_miss, said
from fewidgets.exercises.exercise import Answer, Exercise
from fewidgets.exercises.wording import capital, listed, with_verb


def incomplete(given: Any, right_answer: Answer, exercise: Exercise) -> str | None:
    """Say what is right and what is missing in an answer with too few numbers."""
    right = np.asarray(right_answer)
    numbers = _numbers(given)
    if right.ndim != 1 or numbers is None or len(numbers) > right.size:
        return None
    alone = len(numbers) == 1 and right.size > 1
    numbers = [*numbers, *[None] * (right.size - len(numbers))]
    if None not in numbers:
        return None
    there = np.array([number is not None for number in numbers])
    filled = np.array([np.nan if number is None else number for number in numbers])
    ok = agreeing(filled, right, exercise)
    if alone and not ok[0]:
        # One number for two: it may be the second.
        ok = agreeing(np.full(right.size, filled[0]), right, exercise)
        there = ok if ok.any() else there
    expected = f"Expected {right.size} numbers"
    if not exercise.parts:
        return f"{expected}; got {there.sum()}. {_counted(int(ok.sum()), int(there.sum()))}"
    names = list(exercise.parts)
    near = [_nearly(names[n], filled[n], right[n], exercise) for n in np.flatnonzero(there & ~ok)]
    verdicts = _verdicts(np.array(names)[there].tolist(), ok[there], near)
    missing = listed([name for name, is_there in zip(names, there, strict=True) if not is_there])
    return " ".join([f"{expected}: {listed(names)}.", *verdicts, f"Missing: {missing}."])


def partly_right(found: Numbers, right_answer: Answer, exercise: Exercise) -> str:
    """Say which numbers of a wrong answer are right, and which are nearly; "" if none is."""
    mine, ours = found.ravel(), np.asarray(right_answer).ravel()
    ok = agreeing(mine, ours, exercise)
    if exercise.parts:
        names = list(exercise.parts)
        near = [_nearly(names[n], mine[n], ours[n], exercise) for n in np.flatnonzero(~ok)]
        return " ".join(_verdicts(names, ok, near)) if ok.any() or any(near) else ""
    miss = near_miss(mine[~ok], ours[~ok], exercise)
    what = "the number" if ours.size == 1 else "the numbers" if not ok.any() else "the other numbers"
    counted = [_counted(int(ok.sum()), ok.size)] if ok.any() else []
    return " ".join([*counted, *([said(miss, [what])] if miss else [])])


def in_order(found: Numbers, right_answer: Answer, exercise: Exercise) -> str:
    """Say that all numbers are right, but in another order; "" if they are not."""
    miss = near_miss(found, right_answer, exercise)
    if np.size(right_answer) == 1 or ("order" not in miss and "rows" not in miss):
        return ""
    order = f" Expected {listed(exercise.parts)}, in this order." if exercise.parts else ""
    return f"{said(miss, ['the numbers'])}{order}"


def _nearly(name: str, found: float, right: Any, exercise: Exercise) -> str:
    miss = near_miss(found, right, exercise)
    return said(miss, [name]) if miss else ""


def _verdicts(names: Sequence[str], ok: NDArray[np.bool_], near: Sequence[str]) -> list[str]:
    wrong = [name for name, nearly in zip(np.array(names)[~ok].tolist(), near, strict=True) if not nearly]
    good = [name for name, fine in zip(names, ok, strict=True) if fine]
    sentences = [f"{with_verb(good)} right."] if good else []
    sentences += [f"{with_verb(wrong)} not right yet."] if wrong else []
    return [*map(capital, sentences), *filter(None, near)]


def _numbers(given: Any) -> list[float | None] | None:
    """Return the numbers of an answer, None for missing ones; None if it is no number and no flat list."""
    if isinstance(given, str | bytes | bool | np.bool_ | dict | set):
        return None
    items: Sequence[Any] = [given] if np.isscalar(given) or given is None else given
    try:
        items = list(items)
        if any(isinstance(item, bool | np.bool_ | str | complex) for item in items):
            return None
        # A list or an array in a list is not a number: float() refuses it.
        numbers = [None if item is None or item is ... else float(item) for item in items]
    except (TypeError, ValueError):
        return None
    if given is None or not all(number is None or np.isfinite(number) for number in numbers):
        return None  # what is wrong with these is said elsewhere
    return numbers


def _counted(right: int, of: int) -> str:
    if of == 1:
        return "It is right." if right else "It is not right yet."
    return f"{right or 'None'} of the {of} {'is' if right == 1 else 'are'} right."
