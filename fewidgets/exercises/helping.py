from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from fewidgets.exercises.answers.comparing import shown
from fewidgets.exercises.bank.collected import anything_named
from fewidgets.exercises.cars.capstone import Capstone
from fewidgets.exercises.reason import Reason
from fewidgets.exercises.task import Task, source_of
from fewidgets.lessons.source import Source

#: Hints of this session that were shown, by exercise.
_shown: dict[str, int] = {}


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint: its ``text``, its ``number`` ``of`` how many, and the ``name`` of the exercise."""

    text: str
    number: int
    of: int
    name: str

    def __repr__(self) -> str:
        more = (
            "" if self.number < self.of else f" It is the last one. For the answer: fewidgets.solution({_quoted(self.name)})"
        )
        return f"Hint {self.number} of {self.of}: {self.text}{more}"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>"  # notebooks break plain text in the middle of words


@dataclass(frozen=True, repr=False)
class Solution:
    """The right ``answer`` and ``because``, its reason. A notebook shows both.

    The answer of a task is the source text of a function, that of a question about reasons a sentence.
    """

    answer: Any
    because: str

    def __repr__(self) -> str:
        if isinstance(self.answer, str):
            return f"{self.answer.rstrip()}\n\n{self.because}"
        return f"The answer is {shown(self.answer)}. {self.because}"

    def _repr_html_(self) -> str | None:
        return None if self._is_source else f"<p>{html.escape(repr(self))}</p>"

    def _repr_markdown_(self) -> str | None:
        if not self._is_source:
            return None
        return f"{Source(self.answer.rstrip())._repr_markdown_()}\n\n<p>{html.escape(self.because)}</p>"

    @property
    def _is_source(self) -> bool:
        return isinstance(self.answer, str) and "\n" in self.answer


def hint(name: str, number: int | None = None) -> Hint:
    """Return the next hint of an exercise. After the last hint, the last one comes again.

    Parameters
    ----------
    name : str
        The exercise, such as "9.6 winner".
    number : int, optional
        A certain hint, counted from 1.

    Returns
    -------
    Hint
        ``text``, ``number`` and ``of``.

    Raises
    ------
    TypeError, ValueError
        If no exercise has this name, or it has no hint with this number.

    Examples
    --------
    >>> hint("9.6 groups")
    Hint 1 of 2: A group is a set: the order in which its features are named does not matter.
    """
    hints = anything_named(name).hints
    if number is None:
        number = min(_shown.get(name, 0) + 1, len(hints))
    elif isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"number must be an integer; got {number!r} ({type(number).__name__})")
    elif not 1 <= number <= len(hints):
        raise ValueError(f"number must be between 1 and {len(hints)}, the number of hints; got {number}")
    _shown[name] = max(number, _shown.get(name, 0))
    return Hint(hints[number - 1], number, len(hints), name)


def solution(name: str) -> Solution:
    """Return the right answer of an exercise and its reason.

    Parameters
    ----------
    name : str
        The exercise.

    Returns
    -------
    Solution
        ``answer`` and ``because``.

    Raises
    ------
    TypeError, ValueError
        If `name` is not a string, or no exercise has it.

    Examples
    --------
    >>> solution("9.6 groups").answer
    4060
    """
    exercise = anything_named(name)
    if isinstance(exercise, Capstone):
        return Solution(exercise.solution, exercise.because)
    if isinstance(exercise, Task):
        return Solution(source_of(exercise.solution), exercise.because)
    if isinstance(exercise, Reason):
        return Solution(f"The answer is {exercise.answer}.", exercise.because)
    return Solution(exercise.solve(**exercise.numbers), exercise.because)


def _quoted(name: str) -> str:
    return f'"{name}"'
