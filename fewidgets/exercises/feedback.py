from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from fewidgets.exercises.task import FirstDifference

#: "error": the answer cannot be compared. A function raises, does not end or returns something else than asked for.
Outcome = Literal["right", "wrong", "error", "not attempted"]


@dataclass(frozen=True)
class Graded:
    name: str
    right: bool
    points: float
    of: float


@dataclass(frozen=True, repr=False)
class Feedback:
    """The result of `check`. A notebook shows its message, and below it `difference` where there is one.

    Attributes
    ----------
    passed : bool
        Whether the answer is right.
    message : str
        A few sentences for the student.
    outcome : {"right", "wrong", "error", "not attempted"}
        What became of the answer.
    kind : str
        A finer word, such as "incomplete", or the name of a known misconception.
    points, of : float
        The points earned, and the points that can be earned. Exercises with numbers have one point.
    parts : tuple of Graded
        The parts of the answer, if it has more than one.
    parting : FirstDifference or None
        Where a function's result parts from the right one.
    """

    passed: bool
    message: str
    outcome: Outcome
    kind: str = ""
    points: float = 0.0
    of: float = 1.0
    parts: tuple[Graded, ...] = ()
    parting: FirstDifference | None = None

    @cached_property
    def difference(self) -> Any:
        """The explorable that shows where both part, or None."""
        return None if self.parting is None else self.parting.view()

    def __repr__(self) -> str:
        return self.message

    def _repr_html_(self) -> str | None:
        # Notebooks break plain text in the middle of words. What a lesson stores, an exercise not attempted, stays plain.
        return None if self.outcome == "not attempted" else f"<p>{html.escape(self.message)}</p>"

    def _ipython_display_(self) -> None:
        if self.difference is None:
            raise NotImplementedError  # a notebook then shows the message as it does any value
        from IPython.display import display

        display({"text/plain": self.message, "text/html": self._repr_html_()}, raw=True)  # type: ignore[no-untyped-call]
        display(self.difference)  # type: ignore[no-untyped-call]
