from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fewidgets.exercises.feedback import Feedback
from fewidgets.explorables.predicting import Kind, OneOf, Ordering, SeveralOf


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
    kind, known, of = reason.kind, reason.letters, reason.points
    given = answer if isinstance(answer, list | tuple) and answer else [answer]
    if answer is None or all(each is ... for each in given):
        form = 'the letter of your answer, such as "a"' if isinstance(kind, OneOf) else "a list of letters"
        text = f"{reason.name}: no answer yet. Replace the three dots by {form}, and run this cell again."
        return Feedback(False, text, "not attempted", of=of)
    letters = _letters(answer)
    form, counts = _FORMS[type(kind)]
    if not letters or len(set(letters) & set(known)) < len(letters) or not counts(len(letters), len(known)):
        text = f"The answer must be {form.format(', '.join(known), known[0])}; got {str(answer)[:60]!r}."
        return Feedback(False, text, "error", "wrong form", of=of)
    verdict = kind.grade(letters[0] if isinstance(kind, OneOf) else letters)
    if verdict.right:
        return Feedback(True, f"Right. {verdict.reason}", "right", points=of, of=of)
    said = _first_objection(kind, letters) if isinstance(kind, SeveralOf) else verdict.reason
    return Feedback(False, f"Not yet. {said}", "wrong", ", ".join(letters), of=of)


#: The form of an answer to each kind of question, in words, and whether so many letters of so many are one.
_FORMS: dict[type[Kind], tuple[str, Callable[[int, int], bool]]] = {
    OneOf: ('one letter among {}, as a text such as "{}"', lambda count, known: count == 1),
    SeveralOf: ("some of the letters {}, in a list", lambda count, known: True),
    Ordering: ("all the letters {} in a list, each of them once", lambda count, known: count == known),
}


def _letters(answer: Any) -> list[str]:
    if isinstance(answer, str):
        answer = [each for each in answer if each not in " ,.;)("]
    if isinstance(answer, set | frozenset):
        answer = sorted(answer, key=str)
    if not isinstance(answer, list | tuple) or not all(isinstance(each, str) for each in answer):
        return []
    return [each.strip(" .)(").lower() for each in answer]


def _first_objection(kind: SeveralOf, letters: list[str]) -> str:
    """Say what speaks against one of the letters."""
    for letter in letters:
        if letter not in kind.truth:
            return f"Look at {letter} again. {kind.options[letter]}"
    return "All that you chose belongs to it. Something is missing."
