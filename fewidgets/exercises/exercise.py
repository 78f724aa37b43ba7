from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

#: An answer is a number, or an array of numbers.
Answer = int | float | NDArray[Any]


@dataclass(frozen=True)
class Exercise:
    """A question with one right answer.

    Attributes
    ----------
    name : str
        The section and a word, such as "9.6 winner".
    numbers : dict
        What `fewidgets.exercises.given` returns.
    solve : callable
        Computes the right answer from the numbers, which it takes by their names. An int must be matched exactly,
        anything else within the tolerances.
    mistakes : tuple of (callable, str)
        Known wrong answers: each computes one from the numbers, and has a message that names the cause.
    parts : tuple of str
        The numbers of the answer, in their order, so that messages can name them. Either one for each number or none.
    atol, rtol : float
        An answer a is right if |a − right| ≤ atol + rtol·|right|, so it may be rounded to two decimals.
    version : int
        Rises when the numbers or the question change, so that older notebooks no longer fit.
    """

    name: str
    numbers: dict[str, Any]
    solve: Callable[..., Answer]
    hints: tuple[str, ...]
    because: str
    mistakes: tuple[tuple[Callable[..., Answer], str], ...] = ()
    parts: tuple[str, ...] = ()
    atol: float = 0.0051
    rtol: float = 1e-3
    version: int = 1
    points: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        for value in self.numbers.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
