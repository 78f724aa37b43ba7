"""Name the cause of a wrong result, where it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.exercises.drawing import Drawn
from fewidgets.exercises.parts import listed
from fewidgets.exercises.returned import Compared, alike, alike_parts, compare
from fewidgets.exercises.task import Misconception, Task


@dataclass(frozen=True)
class Tried:
    """One case: what was drawn, what the student's function returned, and how both compare."""

    drawn: Drawn
    found: Any
    compared: Compared


@dataclass(frozen=True)
class Diagnosis:
    """A known misconception, and what it explains.

    Attributes
    ----------
    misconception : Misconception
    parts : tuple of int
        Which results it explains; empty if it explains all that are wrong.
    """

    misconception: Misconception
    parts: tuple[int, ...] = ()

    def said(self, task: Task) -> str:
        """Return the explanation, after the names of the results that it explains."""
        if not self.parts:
            return self.misconception.explanation
        about = listed([task.results[n].called for n in self.parts])
        return f"About {about}: {self.misconception.explanation}"


def diagnose(task: Task, tried: Sequence[Tried]) -> Diagnosis | None:
    """Find the misconception that gives what the student's function returned.

    First comes one that returns the same in every case, then one that explains every wrong part, then one that explains some
    of them: people make two mistakes at once. Integers, such as the order of features, agree by chance. Alone, they count only
    if the misconception gets nothing else wrong.

    Parameters
    ----------
    task : Task
    tried : sequence of Tried
        All cases.

    Returns
    -------
    Diagnosis or None
    """
    for n, each in enumerate(task.misconceptions):
        if all(alike(one.found, one.drawn.wrong[n], task, one.drawn.case.arguments) for one in tried):
            return Diagnosis(each)
    wrong = [k for k in range(len(task.results)) if not all(one.compared.right[k] for one in tried)]
    explained = [_explained(task, tried, n, wrong) for n in range(len(task.misconceptions))]
    for wanted in (lambda parts: len(parts) == len(wrong), bool):
        for each, parts in zip(task.misconceptions, explained, strict=True):
            if wanted(parts):
                return Diagnosis(each, () if len(parts) == len(wrong) else parts)
    return None


def _explained(task: Task, tried: Sequence[Tried], n: int, wrong: Sequence[int]) -> tuple[int, ...]:
    """Return which wrong results are the same as those of misconception n in every case; none if that may be chance."""
    parts = tuple(
        k for k in wrong if all(alike_parts(one.found, one.drawn.wrong[n], task, one.drawn.case.arguments, k) for one in tried)
    )
    if not parts or any(_is_real(one.drawn.right, k, task) for one in tried for k in parts):
        return parts
    verdicts = [compare(one.drawn.wrong[n], one.drawn.right, task, one.drawn.case.arguments).right for one in tried]
    return parts if all(right for each in verdicts for k, right in enumerate(each) if k not in parts) else ()


def _is_real(right: Any, k: int, task: Task) -> bool:
    """Say whether result k holds numbers that are not integers by their type."""
    part = right if len(task.results) == 1 else right[k]
    return not isinstance(part, str | set | dict) and np.asarray(part).dtype.kind == "f"
