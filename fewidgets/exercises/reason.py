from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fewidgets.exercises.feedback import Feedback
from fewidgets.explorables.predicting import OneOf, Ordering, SeveralOf


@dataclass(frozen=True)
class Reason:
    """A question that a notebook asks in words, with lettered statements: the options or items of its ``kind``."""

    name: str
    kind: OneOf | SeveralOf | Ordering
    hints: tuple[str, ...]
    points: float = 1.0
    version: int = 1

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(self.kind.choices())

    @property
    def answer(self) -> str:
        """The right answer, such as "b" or "c, a, b"."""
        return self.kind.truth if isinstance(self.kind, OneOf) else ", ".join(self.kind.truth)

    @property
    def because(self) -> str:
        return self.kind.why()


def weigh(reason: Reason, answer: Any) -> Feedback:
    """Say whether an answer in letters is right, and what speaks against a wrong one."""
    if (
        answer is ...
        or answer is None
        or (isinstance(answer, list | tuple) and answer and all(each is ... for each in answer))
    ):
        form = 'the letter of your answer, such as "a"' if isinstance(reason.kind, OneOf) else "a list of letters"
        text = f"{reason.name}: no answer yet. Replace the three dots by {form}, and run this cell again."
        return Feedback(False, text, "not attempted", of=reason.points)
    letters = _letters(answer)
    known = reason.letters
    if letters is None or not letters or not set(letters) <= set(known) or len(set(letters)) < len(letters):
        return _wrong_form(reason, answer)
    if isinstance(reason.kind, OneOf):
        if len(letters) > 1:
            return _wrong_form(reason, answer)
        verdict = reason.kind.grade(letters[0])
        said = verdict.reason
    elif isinstance(reason.kind, SeveralOf):
        verdict = reason.kind.grade(letters)
        said = verdict.reason if verdict.right else _first_objection(reason.kind, letters)
    else:
        if len(letters) < len(known):
            return _wrong_form(reason, answer)
        verdict = reason.kind.grade(letters)
        said = verdict.reason
    if verdict.right:
        return Feedback(True, f"Right. {said}", "right", points=reason.points, of=reason.points)
    return Feedback(False, f"Not yet. {said}", "wrong", ", ".join(letters), of=reason.points)


def _letters(answer: Any) -> list[str] | None:
    if isinstance(answer, str):
        answer = [each for each in answer if each not in " ,.;)("]
    if isinstance(answer, set | frozenset):
        answer = sorted(answer, key=str)
    if not isinstance(answer, list | tuple) or not all(isinstance(each, str) for each in answer):
        return None
    return [each.strip(" .)(").lower() for each in answer]


def _first_objection(kind: SeveralOf, letters: list[str]) -> str:
    """Say what speaks against one of the letters."""
    right = set(kind.truth)
    wrong = [each for each in letters if each not in right]
    if wrong:
        return f"Look at {wrong[0]} again. {kind.options[wrong[0]]}"
    return "All that you chose belongs to it. Something is missing."


def _wrong_form(reason: Reason, answer: Any) -> Feedback:
    known = ", ".join(reason.letters)
    form = {
        OneOf: f'one letter among {known}, as a text such as "{reason.letters[0]}"',
        SeveralOf: f"some of the letters {known}, in a list",
        Ordering: f"all the letters {known} in a list, each of them once",
    }[type(reason.kind)]
    return Feedback(False, f"The answer must be {form}; got {str(answer)[:60]!r}.", "error", "wrong form", of=reason.points)
