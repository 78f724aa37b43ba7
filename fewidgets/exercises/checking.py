"""``check`` and ``given``: what a lesson calls."""

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
    """Give the exercises of all files of this package that have some, by name, in the order of the chapter."""
    files = sorted(each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)]) if each.name != "checking")
    topics = [getattr(import_module(f"fewidgets.exercises.{name}"), "EXERCISES", ()) for name in files]
    found = [each for topic in topics for each in topic]
    return {each.name: each for each in sorted(found, key=lambda each: each.name.split()[0])}


_EXERCISES = _gathered()

#: Wrong answers of this session, by exercise: running a cell twice is not a second try.
_tried: dict[str, list[bytes]] = {}


@dataclass(frozen=True, repr=False)
class Feedback:
    """What `check` found. Shown by a notebook as its text.

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
    """Say at once whether an answer is right, and if it is not, what to think of next.

    The first wrong answer gets a hint, the next one another; when there are no more hints, the answer is told with its reason.
    The same wrong answer again counts as one try. Rounding to two decimals is no mistake.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner".
    answer : number or array-like
        The answer. ``...`` stands for one that has not been written yet.

    Returns
    -------
    Feedback
        ``passed`` and ``message``.

    Raises
    ------
    TypeError
        If `name` is no text.
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> check("9.6 groups", 12)
    Not yet. A group is a set: the order in which its features are named does not matter.
    """
    exercise = _exercise(name)
    if answer is ...:
        return Feedback(False, f"{name}: no answer yet. Put yours in the place of the three dots and run this cell again.")
    right = exercise.solve(exercise.numbers)
    found = as_answer(answer, right)
    if isinstance(found, str):
        return Feedback(False, f"Not in the form that is asked for: {found}.")
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
            return Feedback(False, f"Not yet. {mistake.told}")
    return Feedback(False, f"Not yet. {exercise.hints[len(tried) - 1]}")


def given(name: str) -> tuple[Any, ...]:
    """Hand out the numbers of an exercise.

    Parameters
    ----------
    name : str
        The exercise.

    Returns
    -------
    tuple
        In the order in which the lesson names them; arrays are read-only.

    Raises
    ------
    TypeError
        If `name` is no text.
    ValueError
        If there is no such exercise.

    Examples
    --------
    >>> given("9.6 groups")
    (30, 3)
    """
    return tuple(_exercise(name).numbers.values())


def exercise_names() -> tuple[str, ...]:
    """Names of all exercises, in the order of the chapter.

    Examples
    --------
    >>> exercise_names()[0]
    '9.1 rows'
    """
    return tuple(_EXERCISES)


def _exercise(name: str) -> Exercise:
    if not isinstance(name, str):
        raise TypeError(f"name is {name!r} ({type(name).__name__}); wanted the name of an exercise, such as '9.6 winner'")
    if name not in _EXERCISES:
        close = get_close_matches(name, _EXERCISES, n=1)
        known = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(map(repr, _EXERCISES))}"
        raise ValueError(f"name is {name!r}, which is no exercise; {known}")
    return _EXERCISES[name]
