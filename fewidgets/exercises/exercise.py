"""An exercise: its numbers, its solution, its hints and common mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: An answer is a number, or an array of numbers.
Answer = int | float | NDArray[Any]

#: The numbers of an exercise, by their names in the lesson.
Numbers = Mapping[str, Any]


@dataclass(frozen=True)
class Mistake:
    """A wrong answer with a known cause.

    Attributes
    ----------
    answer : callable
        Computes the wrong answer from the exercise's numbers.
    explanation : str
        Feedback for this answer. It names the cause, not the right answer.
    """

    answer: Callable[[Numbers], Answer]
    explanation: str


@dataclass(frozen=True)
class Part:
    """One number of an answer.

    Attributes
    ----------
    name : str
        What messages call it, with its article: "the angle".
    """

    name: str


@dataclass(frozen=True)
class Exercise:
    """A question with one right answer.

    Attributes
    ----------
    name : str
        The section and a word, such as "9.6 winner".
    numbers : dict
        What `fewidgets.exercises.given` returns. Arrays are made read-only.
    solve : callable
        Computes the right answer from the numbers. If it is an int, the answer must be that integer. A float or an array of
        floats is compared with the tolerances.
    hints : tuple of str
        Shown by `fewidgets.hint`, one per call, in this order. None of them contains the answer.
    because : str
        Why the answer is right. Shown with a right answer, and by `fewidgets.solution`.
    mistakes : tuple of Mistake
        A wrong answer is compared with these first.
    parts : tuple of Part
        The numbers of the answer, in their order, so that messages can name them. Either one for each number or none.
    atol, rtol : float
        An answer a is right if |a − right| ≤ atol + rtol·|right|, so it may be rounded to two decimals.
    version : int
        Rises when the numbers or the question change, so that older notebooks no longer fit.
    """

    name: str
    numbers: dict[str, Any]
    solve: Callable[[Numbers], Answer]
    hints: tuple[str, ...]
    because: str
    mistakes: tuple[Mistake, ...] = field(default=())
    parts: tuple[Part, ...] = field(default=())
    atol: float = 0.0051
    rtol: float = 1e-3
    version: int = 1

    def __post_init__(self) -> None:
        for value in self.numbers.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
