"""Draw the cases of a task so that every misconception gives a result of its own."""

from __future__ import annotations

import copy
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.exercises.answers.plain_values import plain
from fewidgets.exercises.answers.returned import compare, is_same_result
from fewidgets.exercises.task import AnyFunction, Arguments, Case, Task

#: Cases are drawn this often at most. Most tasks need one or two draws.
_MOST_DRAWS = 25


@dataclass(frozen=True)
class Drawn:
    case: Case
    right: Any
    wrong: tuple[Any, ...]


def draw(task: Task, seed: int | None = None) -> tuple[Drawn, ...]:
    """Draw cases, again and again until they tell all misconceptions apart."""
    rng = np.random.default_rng(seed)
    drawn: tuple[Drawn, ...] = ()
    for left in reversed(range(_MOST_DRAWS)):
        try:
            drawn = tuple(_tried(task, case) for case in task.cases(rng))
        except ValueError:  # by chance a feature is constant, say, which our algorithms refuse
            if not left and not drawn:
                raise
            continue
        if not indistinguishable(task, drawn):
            break
    return drawn


def indistinguishable(task: Task, drawn: tuple[Drawn, ...]) -> list[tuple[str, str]]:
    """Return the pairs of misconceptions (or "right") with the same results in all cases."""
    names = [each.name for each in task.misconceptions]
    pairs = [
        ("right", name)
        for n, name in enumerate(names)
        if all(all(compare(each.wrong[n], each.right, task, each.case.arguments).right) for each in drawn)
    ]
    for n, name in enumerate(names):
        for m in range(n):
            if all(is_same_result(each.wrong[n], each.wrong[m], task, each.case.arguments) for each in drawn):
                pairs.append((names[m], name))
    return pairs


def copied(arguments: Arguments) -> Arguments:
    return copy.deepcopy(arguments)


def with_misconceptions(task: Task, case: Case, right: Any) -> Drawn:
    return Drawn(case, right, tuple(_wrong(each.function, case) for each in task.misconceptions))


def _tried(task: Task, case: Case) -> Drawn:
    return with_misconceptions(task, case, plain(task.reference(*copied(case.arguments))))


def _wrong(function: AnyFunction, case: Case) -> Any:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(function(*copied(case.arguments)))
        except (ArithmeticError, ValueError, IndexError, np.linalg.LinAlgError):
            return None
