"""Name the cause of a wrong result, where it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

import numpy as np

from fewidgets.exercises.answers.drawing import Drawn
from fewidgets.exercises.answers.near_misses import near_miss, said
from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.answers.returned import Compared, compare, is_numeric, is_same_result, same_parts
from fewidgets.exercises.task import Task
from fewidgets.exercises.wording import listed

#: Orders of the results that are tried: all of up to four.
_MOST_ORDERS = 24


@dataclass(frozen=True)
class Tried:
    drawn: Drawn
    found: Any
    compared: Compared


@dataclass(frozen=True)
class Diagnosis:
    """What is known about a wrong result."""

    name: str
    said: str


def diagnose(task: Task, tried: Sequence[Tried]) -> Diagnosis | None:
    """Find the misconception that gives what the student's function returned, the one that explains most first."""
    for n, each in enumerate(task.misconceptions):
        if all(is_same_result(one.found, one.drawn.wrong[n], task, one.drawn.case.arguments) for one in tried):
            return Diagnosis(each.name, each.explanation)
    wrong = [k for k in range(len(task.results)) if not all(one.compared.right[k] for one in tried)]
    swapped = _swapped(task, tried)
    if swapped:
        return swapped
    explained = [_explained(task, tried, n, wrong) for n in range(len(task.misconceptions))]
    for each, parts in zip(task.misconceptions, explained, strict=True):
        if len(parts) == len(wrong):
            return Diagnosis(each.name, each.explanation)
    near = {k: miss for k in wrong if (miss := _near(task, tried, k))}
    if near:
        sentences = [said(miss, [task.results[k].called]) for k, miss in near.items()]
        return Diagnosis(next(iter(near.values())), " ".join(sentences))
    for each, parts in zip(task.misconceptions, explained, strict=True):
        if parts:
            about = listed([task.results[k].called for k in parts])
            return Diagnosis(each.name, f"About {about}: {each.explanation}")
    return None


def _swapped(task: Task, tried: Sequence[Tried]) -> Diagnosis | None:
    count = len(task.results)
    found = [taken_apart(one.found, count) for one in tried]
    for order in islice(permutations(range(count)), 1, _MOST_ORDERS):
        if all(
            parts is not None
            and all(compare(tuple(parts[k] for k in order), one.drawn.right, task, one.drawn.case.arguments).right)
            for one, parts in zip(tried, found, strict=True)
        ):
            names = listed([each.called for each in task.results])
            return Diagnosis("results in another order", f"All results are right, but in another order. Return {names}.")
    return None


def _near(task: Task, tried: Sequence[Tried], k: int) -> str:
    """Return what the wrong numbers of result k have in common with the right ones; "" if nothing."""
    result = task.results[k]
    misses = set()
    for one in tried:
        parts, right = taken_apart(one.found, len(task.results)), _part(one.drawn.right, k, task)
        if one.compared.right[k]:
            continue
        if parts is None or result.agrees is not None or not all(map(is_numeric, (parts[k], right))):
            return ""
        if np.asarray(right).dtype.kind != "f":
            return ""  # the same features in another order are another answer, and no slip
        misses.add(near_miss(parts[k], right, result))
    if misses == {"the opposite order", "another order"}:
        return "another order"
    return misses.pop() if len(misses) == 1 else ""


def _explained(task: Task, tried: Sequence[Tried], n: int, wrong: Sequence[int]) -> tuple[int, ...]:
    """Return which wrong results misconception n gives in every case; none if that may be chance."""
    parts = tuple(
        k for k in wrong if all(same_parts(one.found, one.drawn.wrong[n], task, one.drawn.case.arguments, k) for one in tried)
    )
    if not parts or any(_is_real(one.drawn.right, k, task) for one in tried for k in parts):
        return parts
    verdicts = [compare(one.drawn.wrong[n], one.drawn.right, task, one.drawn.case.arguments).right for one in tried]
    return parts if all(right for each in verdicts for k, right in enumerate(each) if k not in parts) else ()


def _is_real(right: Any, k: int, task: Task) -> bool:
    """Say whether result k holds numbers that are not integers by their type."""
    part = _part(right, k, task)
    return is_numeric(part) and np.asarray(part).dtype.kind == "f"


def _part(right: Any, k: int, task: Task) -> Any:
    return right if len(task.results) == 1 else right[k]
