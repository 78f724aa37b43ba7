from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fewidgets.exercises.cars.capstone import CAPSTONE, Capstone
from fewidgets.exercises.exercise import Exercise
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.reason import Reason
from fewidgets.exercises.task import Task, Texts
from fewidgets.lessons.names import lesson_order, section_of


def declared(folder: str, listed: str, others: Iterable[str] = (), kind: str = "exercises") -> dict[str, Any]:
    """Return what the modules of a folder of the bank declare, by name, in the order of the lessons."""
    package = f"fewidgets.exercises.bank.{folder}"
    files = sorted(each.name for each in pkgutil.iter_modules([str(Path(__file__).parent / folder)]) if not each.ispkg)
    found = [each for name in files for each in getattr(import_module(f"{package}.{name}"), listed, ())]
    names = [*others, *(each.name for each in found)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"Two {kind} have the name {twice[0]!r}. Each needs a name of its own.")
    return {each.name: each for each in sorted(found, key=lambda each: lesson_order(section_of(each.name)))}


@cache
def exercises() -> dict[str, Exercise]:
    """Return the exercises of ``checks/`` by name, in the order of the lessons."""
    return declared("checks", "EXERCISES")


@cache
def tasks() -> dict[str, Task]:
    """Return the tasks of ``tasks/`` by name, in the order of their numbers."""
    return declared("tasks", "TASKS", exercises())


@cache
def reasons() -> dict[str, Reason]:
    """Return the questions of ``reasons/`` by name, in the order of their numbers."""
    return declared("reasons", "REASONS", [*tasks(), *exercises()])


@cache
def questions() -> Mapping[str, Question]:
    """Return all predictions by name, in the order of the lessons."""
    return MappingProxyType(declared("predictions", "PREDICTIONS", kind="predictions"))


def task_names() -> Texts:
    """Return the names of all exercises that ask for a function.

    Examples
    --------
    >>> "9.9 boosting" in task_names()
    True
    """
    return tuple(tasks())


def exercise_names() -> Texts:
    """Return the names of all exercises that ask for numbers, in the order of the lessons.

    Examples
    --------
    >>> exercise_names()[0]
    '9.1 shapes'
    """
    return tuple(exercises())


def exercise_named(name: str) -> Exercise:
    found = anything_named(name)
    if isinstance(found, Capstone):
        raise ValueError(f"{name!r} asks for a function, {found.signature}. Its cars are load_auto_mpg(with_gaps=True).")
    if isinstance(found, Task):
        raise ValueError(f"{name!r} asks for a function, {found.signature}. It has no numbers of its own.")
    if isinstance(found, Reason):
        raise ValueError(f"{name!r} asks for the letter of a statement. It has no numbers of its own.")
    return found


def anything_named(name: str) -> Exercise | Task | Reason | Capstone:
    """Return the exercise, the task, the question about reasons or the capstone with a name."""
    if not isinstance(name, str):
        raise TypeError(f"name must be the name of an exercise, such as '9.6 winner'; got {name!r} ({type(name).__name__})")
    if name in exercises():  # numbers come first: the files of the tasks take longer to load
        return exercises()[name]
    if name == CAPSTONE.name:
        return CAPSTONE
    known: dict[str, Exercise | Task | Reason | Capstone] = {**exercises(), **tasks(), **reasons(), CAPSTONE.name: CAPSTONE}
    if name not in known:
        close = get_close_matches(name, known, n=1)
        cure = f"Did you mean {close[0]!r}?" if close else f"Expected one of {', '.join(map(repr, known))}."
        raise ValueError(f"There is no exercise {name!r}. {cure}")
    return known[name]
