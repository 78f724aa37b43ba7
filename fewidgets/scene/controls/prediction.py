"""The controls of a prediction: an answer and a stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.text.legible import expect, quoted_all
from fewidgets.scene.types import Located, Names, State

#: Not answered yet; answered for good; shown without an answer.
OPEN, COMMITTED, SHOWN = STAGES = ("open", "committed", "shown")


@dataclass(frozen=True)
class Ask(Control):
    """A question with an answer of a certain form; the kernel grades it.

    Attributes
    ----------
    prompt : str
        The question.
    form : mapping
        What may be answered: ``type`` names the kind, and the rest depends on it. It tells nothing about the right answer.
    accepts : callable
        Returns an answer in its plain form, or raises TypeError or ValueError. It is not sent to a browser.
    value : any
        The present answer; None if there is none.
    fixed : bool
        Whether the answer can no longer be changed.
    stage : str
        Name of the `Stage` control.
    reveal : mapping, optional
        The verdict in words, and what is right, once the stage is not open.
    holds : bool
        Whether something is shown below after the answer.
    sealed : str
        For a page without a kernel: all reveals, packed so that nobody reads them at a glance.
    needs : sequence of str, optional
        Modules that such a page needs for what is held back.
    record : str
        The key under which such a page remembers the answer.
    """

    prompt: str = ""
    form: State = field(default_factory=dict)
    accepts: Callable[[Any], Any] = field(default=lambda answer: answer, metadata={"sent": False}, compare=False)
    value: Any = field(default=None, metadata={"sent": False})
    fixed: bool = field(default=False, metadata={"sent": False})
    stage: str = "stage"
    reveal: Any = None
    holds: bool = False
    sealed: str = ""
    needs: Names | None = None
    record: str = ""
    compute: bool = field(default=True, kw_only=True)
    kind = "ask"

    @property
    def initial(self) -> Any:
        return self.value

    @property
    def positions(self) -> int:
        return 1

    def locate(self, state: Any) -> Located:
        return 0, 0.0

    def check(self, state: Any) -> Any:
        found = None if state is None else self.accepts(state)
        if self.fixed and found != self.value:
            raise ValueError(f"{self.name} must stay as it is: the prediction has been made, and the first one counts.")
        return found

    def describe(self, state: Any) -> str:
        return ""


@dataclass(frozen=True)
class Stage(Control):
    """Whether a prediction is open, committed, or was shown without an answer."""

    now: str = field(default=OPEN, metadata={"sent": False})
    compute: bool = field(default=True, kw_only=True)
    kind = "stage"

    states = STAGES

    @property
    def initial(self) -> str:
        return self.now

    def check(self, state: Any) -> str:
        expected = f"one of {quoted_all(STAGES)}"
        expect(isinstance(state, str), self.name, expected, state, TypeError)
        expect(state in STAGES, self.name, expected, state)
        if self.now not in (OPEN, state):
            raise ValueError(f"{self.name} must stay {self.now!r}: the prediction has been made, and the first one counts.")
        return state

    def describe(self, state: str) -> str:
        return ""
