from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fewidgets.exercises.feedback import Feedback
from fewidgets.exercises.predicting import Kind
from fewidgets.exercises.task import Texts


@dataclass(frozen=True)
class Reason:
    """A question that a notebook asks in words, with lettered statements: the options or items of its ``kind``."""

    name: str
    kind: Kind
    hints: Texts
    points: float = 1.0
    version: int = 1

    @property
    def letters(self) -> Texts:
        return tuple(self.kind.choices())

    @property
    def answer(self) -> str:
        """The right answer, such as "b" or "c, a, b"."""
        return ", ".join(self.kind.truth)

    @property
    def because(self) -> str:
        return self.kind.why()


def weigh(reason: Reason, answer: Any) -> Feedback:
    """Say whether an answer in letters is right, and what speaks against a wrong one."""
    kind, known, of = reason.kind, reason.letters, reason.points
    given = answer if isinstance(answer, list | tuple) and answer else [answer]
    if answer is None or all(each is ... for each in given):
        text = f"{reason.name}: no answer yet. Replace the three dots by {kind.letters[0]}, and run this cell again."
        return Feedback(False, text, "not attempted", of=of)
    letters = _letters(answer)
    try:
        found = kind.from_letters(letters)
        kind.check(found)
    except ValueError:
        found = None
    if found is None or len(set(letters)) < len(letters):
        form = kind.letters[1].format(", ".join(known), known[0])
        text = f"The answer must be {form}; got {str(answer)[:60]!r}."
        return Feedback(False, text, "error", "wrong form", of=of)
    verdict = kind.grade(found)
    if verdict.right:
        return Feedback(True, f"Right. {verdict.reason}", "right", points=of, of=of)
    return Feedback(False, f"Not yet. {kind.objection(found)}", "wrong", ", ".join(letters), of=of)


def _letters(answer: Any) -> list[str]:
    if isinstance(answer, str):
        answer = [each for each in answer if each not in " ,.;)("]
    if isinstance(answer, set | frozenset):
        answer = sorted(answer, key=str)
    if not isinstance(answer, list | tuple) or not all(isinstance(each, str) for each in answer):
        return []
    return [each.strip(" .)(").lower() for each in answer]
