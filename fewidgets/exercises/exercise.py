"""What an exercise is: its numbers, its solution, its hints, and the mistakes that it knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: An answer is a number, or an array of numbers.
Answer = int | float | NDArray[Any]

#: The numbers of an exercise, by the names they have in the lesson.
Numbers = Mapping[str, Any]


@dataclass(frozen=True)
class Mistake:
    """A wrong answer with a known cause.

    Attributes
    ----------
    answer : callable
        Computes the wrong answer from the exercise's numbers.
    told : str
        What is said about it; names the cause, not the right answer.
    """

    answer: Callable[[Numbers], Answer]
    told: str


@dataclass(frozen=True)
class Exercise:
    """One question with one right answer.

    Attributes
    ----------
    name : str
        The section and a word, such as "9.6 winner".
    numbers : dict
        What `fewidgets.exercises.given` hands out. Arrays are made read-only.
    solve : callable
        Computes the right answer from the numbers. An int wants a whole number; a float or an array of floats is compared with
        the tolerances.
    hints : tuple of str
        Told one a wrong answer, in this order; none of them holds the answer.
    because : str
        Why the answer is what it is. Told when it was found, and together with the answer after the last hint.
    mistakes : tuple of Mistake
        Looked through before a hint is told.
    atol, rtol : float
        An answer a is right where |a − right| ≤ atol + rtol·|right|, so rounding to two decimals is no mistake.
    """

    name: str
    numbers: dict[str, Any]
    solve: Callable[[Numbers], Answer]
    hints: tuple[str, ...]
    because: str
    mistakes: tuple[Mistake, ...] = field(default=())
    atol: float = 0.0051
    rtol: float = 1e-3

    def __post_init__(self) -> None:
        for value in self.numbers.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
