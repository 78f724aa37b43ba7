"""What can be said about an answer of several numbers, or of the wrong scale, without giving the right one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.comparing import agreeing
from fewidgets.exercises.exercise import Answer, Exercise, Part

#: A share and its percentage are compared this loosely, since either may be rounded to two digits.
_LOOSE = 0.02


def incomplete(given: Any, right_answer: Answer, exercise: Exercise) -> str | None:
    """Say what is right and what is missing where an answer has too few numbers.

    Parameters
    ----------
    given : object
        What the student wrote.
    right_answer : int, float or NDArray
        The right answer.
    exercise : Exercise
        Where it belongs.

    Returns
    -------
    str or None
        The message. None if the answer has all its numbers, or is no list of numbers at all.
    """
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
    ok = agreeing(filled, right, atol=exercise.atol, rtol=exercise.rtol)
    if alone and not ok[0]:
        # One number for two: it may be the second.
        ok = agreeing(np.full(right.size, filled[0]), right, atol=exercise.atol, rtol=exercise.rtol)
        there = ok if ok.any() else there
    expected = f"Expected {right.size} numbers"
    if not exercise.parts:
        return f"{expected}; got {there.sum()}. {_counted(int(ok.sum()), int(there.sum()))}"
    names = [part.name for part in exercise.parts]
    sentences = [f"{expected}: {listed(names)}."]
    sentences += _verdict([name for name, good in zip(names, ok, strict=True) if good], "right")
    wrong = there & ~ok
    sentences += _verdict([name for name, bad in zip(names, wrong, strict=True) if bad], "wrong")
    scales = [_scale_of(exercise.parts[n], float(filled[n]), float(right[n])) for n in np.flatnonzero(wrong)]
    sentences += [scale for scale in scales if scale]
    sentences.append(f"Missing: {listed([name for name, is_there in zip(names, there, strict=True) if not is_there])}.")
    return " ".join(sentences)


def partly_right(ok: NDArray[np.bool_], exercise: Exercise) -> str:
    """Say which numbers of a wrong answer are right; "" if none is.

    Parameters
    ----------
    ok : NDArray of bool, with the shape of the answer
        Which numbers are right.
    exercise : Exercise
        Where the answer belongs.

    Returns
    -------
    str
        A sentence or two, with a space behind them.
    """
    if not ok.any():
        return ""
    if not exercise.parts:
        return f"{_counted(int(ok.sum()), ok.size)} "
    names = [part.name for part in exercise.parts]
    good = [name for name, fine in zip(names, ok.ravel(), strict=True) if fine]
    bad = [name for name, fine in zip(names, ok.ravel(), strict=True) if not fine]
    return " ".join([*_verdict(good, "right"), *_verdict(bad, "wrong")]) + " "


def wrong_scale(found: NDArray[np.float64], right_answer: Answer, exercise: Exercise) -> str:
    """Say that a percentage was given for a share, or the reverse; "" where that is not so.

    Only numbers that the exercise declares as shares or percentages are looked at. Elsewhere 80 and 0.8 may both be sensible
    answers, and naming the factor would give the right one away.

    Parameters
    ----------
    found : NDArray of float64
        The student's answer, in the form of the right one.
    right_answer : int, float or NDArray
        The right answer.
    exercise : Exercise
        Where it belongs.

    Returns
    -------
    str
        The message.
    """
    pairs = zip(exercise.parts, found.ravel(), np.asarray(right_answer, dtype=float).ravel(), strict=bool(exercise.parts))
    for part, number, right in pairs:
        message = _scale_of(part, float(number), float(right))
        if message:
            return message
    return ""


def _scale_of(part: Part, number: float, right: float) -> str:
    # A share of 0.8 may be the student's answer where 0.008 is right. It is a sensible share, so nothing is said.
    if part.kind == "share" and number > 1 and _close(number / 100, right):
        return f"{number:g} is a percentage. Give {part.name} as a fraction between 0 and 1: divide by 100."
    if part.kind == "percentage" and 0 < number <= 1 and _close(number * 100, right):
        return f"{number:g} is a fraction. Give {part.name} in percent: multiply by 100."
    return ""


def _close(number: float, right: float) -> bool:
    return bool(abs(number - right) <= _LOOSE * abs(right))


def _numbers(given: Any) -> list[float | None] | None:
    """Return the numbers of an answer, with None for those that are missing; None if it is no number and no flat list."""
    if isinstance(given, str | bytes | bool | np.bool_ | dict | set):
        return None
    items: Sequence[Any] = [given] if np.isscalar(given) or given is None else given
    try:
        items = list(items)
        if any(isinstance(item, bool | np.bool_ | str) for item in items):
            return None
        # A list or an array in a list is not a number: float() refuses it.
        numbers = [None if item is None or item is ... else float(item) for item in items]
    except (TypeError, ValueError):
        return None
    if given is None or not all(number is None or np.isfinite(number) for number in numbers):
        return None  # what is wrong with these is said elsewhere
    return numbers


def _verdict(names: list[str], verdict: str) -> list[str]:
    if not names:
        return []
    verb = "is" if len(names) == 1 else "are"
    text = f"{listed(names)} {verb} {'right' if verdict == 'right' else 'not right yet'}."
    return [text[0].upper() + text[1:]]


def _counted(right: int, of: int) -> str:
    if of == 1:
        return "It is right." if right else "It is not right yet."
    return f"{right or 'None'} of the {of} {'is' if right == 1 else 'are'} right."


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
