"""All exercises of this package by name."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from fewidgets.exercises.exercise import Exercise
from fewidgets.lesson_names import lesson_order, section_of


@cache
def exercises() -> dict[str, Exercise]:
    """Return the exercises of all files of this package by name, in the order of the lessons."""
    files = sorted(each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)]) if not each.ispkg)
    topics = [getattr(import_module(f"fewidgets.exercises.{name}"), "EXERCISES", ()) for name in files]
    found = [each for topic in topics for each in topic]
    return {each.name: each for each in sorted(found, key=lambda each: lesson_order(section_of(each.name)))}


def exercise_names() -> tuple[str, ...]:
    """Return the names of all exercises, in the order of the lessons.

    Examples
    --------
    >>> exercise_names()[0]
    '9.1 shapes'
    """
    return tuple(exercises())


def exercise_named(name: str) -> Exercise:
    """Return one exercise.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner".

    Returns
    -------
    Exercise

    Raises
    ------
    TypeError
        If `name` is not a string.
    ValueError
        If no exercise has this name.

    Examples
    --------
    >>> exercise_named("9.6 groups").numbers
    {'N': 30, 'R': 3}
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of an exercise, such as '9.6 winner'; got {name!r} ({type(name).__name__})")
    known = exercises()
    if name not in known:
        close = get_close_matches(name, known, n=1)
        cure = f"Did you mean {close[0]!r}?" if close else f"Expected one of {', '.join(map(repr, known))}."
        raise ValueError(f"There is no exercise {name!r}. {cure}")
    return known[name]
