"""``check`` and ``given``, which the lessons call."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from fewidgets.exercises.comparing import agrees, as_answer, shown
from fewidgets.exercises.exercise import Exercise


def _gathered() -> dict[str, Exercise]:
    """Return the exercises of all files of this package by name, in the order of the chapter."""
    files = sorted(each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)]) if each.name != "checking")
    topics = [getattr(import_module(f"fewidgets.exercises.{name}"), "EXERCISES", ()) for name in files]
    found = [each for topic in topics for each in topic]
    return {each.name: each for each in sorted(found, key=lambda each: each.name.split()[0])}


_EXERCISES = _gathered()

#: Wrong answers of this session, by exercise. Running a cell again does not count as a second try.
_tried: dict[str, list[bytes]] = {}


@dataclass(frozen=True, repr=False)
class Feedback:
    """The result of `check`. A notebook shows its message.

    Attributes
    ----------
    passed : bool
        Whether the answer is right.
    message : str
        One or two sentences for the student.
    """

    passed: bool
    message: str

    def __repr__(self) -> str:
        return self.message


def check(name: str, answer: Any = ...) -> Feedback:
    """Check an answer, and give a hint if it is wrong.

    Each wrong answer gets the next hint. After the last hint, the solution is shown with its reason. Repeating a wrong answer
    does not use up a hint. Answers may be rounded to two decimals.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner".
    answer : number or array-like
        The answer. ``...`` means that there is no answer yet.

    Returns
    -------
    Feedback
        ``passed`` and ``message``.

    Raises
    ------
    TypeError
        If `name` is not a string.
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> check("9.6 groups", 12)
    Not yet. A group is a set: the order in which its features are named does not matter.
    """
    exercise = _exercise(name)
    if answer is ...:
        return Feedback(False, f"{name}: no answer yet. Replace the three dots by your answer and run this cell again.")
    right = exercise.solve(exercise.numbers)
    found = as_answer(answer, right)
    if isinstance(found, str):
        return Feedback(False, f"The answer has the wrong form: {found}.")
    limits = {"atol": exercise.atol, "rtol": exercise.rtol}
    if agrees(found, right, **limits):
        _tried.pop(name, None)
        return Feedback(True, f"Right. {exercise.because}")
    tried = _tried.setdefault(name, [])
    if found.tobytes() not in tried:
        tried.append(found.tobytes())
    if len(tried) > len(exercise.hints):
        return Feedback(False, f"Not yet. The answer is {shown(right)}: {exercise.because}")
    for mistake in exercise.mistakes:
        wrong = mistake.answer(exercise.numbers)
        if not isinstance(as_answer(wrong, right), str) and agrees(found, wrong, **limits):
            return Feedback(False, f"Not yet. {mistake.explanation}")
    return Feedback(False, f"Not yet. {exercise.hints[len(tried) - 1]}")


def given(name: str) -> tuple[Any, ...]:
    """Return the numbers of an exercise.

    Parameters
    ----------
    name : str
        The exercise.

    Returns
    -------
    tuple
        The numbers in the order in which the lesson names them. Arrays are read-only.

    Raises
    ------
    TypeError
        If `name` is not a string.
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> given("9.6 groups")
    (30, 3)
    """
    return tuple(_exercise(name).numbers.values())


def exercise_names() -> tuple[str, ...]:
    """Return the names of all exercises, in the order of the chapter.

    Examples
    --------
    >>> exercise_names()[0]
    '9.1 shapes'
    """
    return tuple(_EXERCISES)


def _exercise(name: str) -> Exercise:
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of an exercise, such as '9.6 winner'; got {name!r} ({type(name).__name__})")
    if name not in _EXERCISES:
        close = get_close_matches(name, _EXERCISES, n=1)
        known = f"Did you mean {close[0]!r}?" if close else f"Expected one of {', '.join(map(repr, _EXERCISES))}."
        raise ValueError(f"There is no exercise {name!r}. {known}")
    return _EXERCISES[name]
