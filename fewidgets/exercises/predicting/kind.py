"""What all kinds of predictions share. A kind is one file here and one in ``frontend/src/asking/``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from fewidgets.exercises.predicting.tex import readable
from fewidgets.scene import Panel, Table
from fewidgets.scene.text.legible import legible, must_be
from fewidgets.scene.types import TwoTexts

#: Numbers, texts and lists by their names, for a browser.
Plain = dict[str, Any]

RIGHT, CLOSE, WRONG, UNASKED = "Right.", "Close enough.", "Not quite.", "Shown without a prediction."
#: The parts of a reveal that are words, in the order in which they are read.
WORDS = ("lead", "yours", "reason", "truth", "because")


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth.

    Attributes
    ----------
    right : bool
        Whether the answer is right.
    reason : str
        Why it is right, or which misconception it shows.
    distance : float, optional
        From the right number (a factor on a log scale); swapped pairs of an order; mean share of a sketch's y axis.
    told : str
        The distance in words, or an empty string.
    """

    right: bool
    reason: str
    distance: float | None = None
    told: str = ""


class Bar(NamedTuple):
    """An answer of a class: how often it was given, and whether it is right (False until the truth is asked for)."""

    label: str
    number: int
    right: bool = False


class Kind:
    """Base class of all kinds. A kind is a frozen dataclass; its ``right`` is a value, or a function that computes it."""

    kind: ClassVar[str] = "kind"
    #: Whether answers are drawn into the picture of `panel`. Their class view is a picture too.
    drawn: ClassVar[bool] = False
    #: For questions about lettered statements: what replaces the three dots, and what form an answer must have.
    letters: ClassVar[TwoTexts] = ("", "")
    right: Any

    # Grading

    @cached_property
    def truth(self) -> Any:
        """The right answer in its plain form."""
        found = self.right() if callable(self.right) else self.right
        return self.check_truth(self.check(found, "right"))

    def check(self, answer: Any, name: str = "answer") -> Any:
        """Return an answer in its plain form; raise TypeError or ValueError if it is none."""
        raise NotImplementedError

    def check_truth(self, truth: Any) -> Any:
        """Return the right answer, or raise ValueError if some answer would be left without an explanation."""
        return truth

    def grade(self, answer: Any) -> Verdict:
        """Return the verdict on an answer."""
        raise NotImplementedError

    def choices(self) -> list[Any]:
        """Return what may be answered, as plain values; the version depends on it."""
        raise NotImplementedError

    def from_letters(self, letters: list[str]) -> Any:
        """Return the answer that letters of statements stand for."""
        return letters

    def objection(self, answer: Any) -> str:
        """Return what speaks against a wrong answer that may be given again."""
        return self.grade(answer).reason

    # Words

    def in_words(self, answer: Any) -> str:
        """Return a checked answer as a person reads it."""
        raise NotImplementedError

    def true_in_words(self) -> str:
        """Return a sentence that says what is right, or "" if only a picture can."""
        raise NotImplementedError

    def why(self) -> str:
        raise NotImplementedError

    def yours(self, answer: Any, verdict: Verdict) -> str:
        """Return a sentence about what was answered, with its distance from the truth."""
        words = self.in_words(answer).rstrip(".")
        return f"You predicted: {words} ({verdict.told})." if verdict.told else f"You predicted: {words}."

    def is_exact(self, verdict: Verdict) -> bool:
        """Whether a right answer is the truth itself, and not a number near it."""
        return True

    def says_all(self) -> bool:
        """Whether the reason against a wrong answer also says why the right one is right."""
        return False

    def reveal(self, answer: Any = None) -> Plain:
        """Return the outcome, the texts of `WORDS`, and ``mark``, the truth for the browser, for an answer or None.

        If the browser lists all options with their explanations, these are in ``each``.
        """
        if answer is None:
            outcome, words = "shown", {"lead": UNASKED, "truth": self.true_in_words(), "because": self.why()}
        else:
            verdict = self.grade(answer)
            outcome, exact = "right" if verdict.right else "wrong", self.is_exact(verdict)
            words = {
                "lead": (RIGHT if exact else CLOSE) if verdict.right else WRONG,
                "yours": self.yours(answer, verdict),
                "reason": verdict.reason,
                "truth": "" if verdict.right and exact else self.true_in_words(),
                "because": "" if verdict.right or self.says_all() else self.why(),
            }
        texts = {name: readable(text) for name, text in words.items() if text}
        return {"outcome": outcome, **texts, "mark": None if self.drawn else self.plain(self.truth)}

    # Records, codes, browsers and pictures

    def plain(self, answer: Any) -> Any:
        """Return a checked answer as numbers, texts and tuples, for records and browsers."""
        return answer

    def coded(self, answer: Any) -> Any:
        """Return a checked answer as a number or a list of numbers, for codes."""
        return answer

    def decoded(self, coded: Any) -> Any:
        """Return the answer that `coded` wrote."""
        return coded

    def form(self) -> Plain:
        """Return what a browser needs to take an answer, and nothing of what is right."""
        raise NotImplementedError

    def listed(self) -> list[str]:
        """Return what viewers without widgets list below the question."""
        return []

    def answers(self) -> Iterable[Any]:
        """Yield all answers, if they are few: a page without a kernel carries a reveal for each."""
        return ()

    def rules(self) -> Plain | None:
        """Return what such a page needs to grade, if answers are too many."""
        return None

    def panel(self, answer: Any, truth: Any) -> Panel:
        """Return a picture of an answer and of the truth. Either may be None, and both are before a commit."""
        raise NotImplementedError

    # The answers of a class

    def bar_labels(self) -> list[str]:
        """Return what the bars of a class stand for."""
        return []

    def bars_of(self, answer: Any) -> list[int]:
        """Return the bars in which a checked answer is counted."""
        raise NotImplementedError

    def distribution(self, answers: Sequence[Any], reveal: bool = False) -> list[Bar]:
        """Count checked answers."""
        counts = Counter(place for answer in answers for place in self.bars_of(answer))
        right = self.bars_of(self.truth) if reveal else []
        return [Bar(label, counts[i], i in right) for i, label in enumerate(self.bar_labels())]

    def class_panel(self, answers: Sequence[Any], reveal: bool) -> Panel:
        """Draw the answers of a class, if they are drawn."""
        raise NotImplementedError

    def class_form(self) -> Plain:
        """Return what the page of a class needs to count or draw codes."""
        raise NotImplementedError


def text_of(name: str, text: Any, expected: str = "a text") -> str:
    """Return a text without spaces around it; raise TypeError or ValueError if there is none."""
    if not isinstance(text, str):
        raise TypeError(must_be(name, expected, text))
    if not text.strip():
        raise ValueError(must_be(name, expected, text))
    return legible(text.strip())


def explained(options: Any) -> dict[str, str]:
    """Return options with their explanations; refuse an option without one."""
    if not isinstance(options, Mapping):
        raise TypeError(must_be("options", "a mapping from each option to its explanation", options))
    if len(options) < 2:
        raise ValueError(must_be("options", "at least two options with their explanations", dict(options)))
    why = "an explanation: why it is right, or which misconception it is"
    return {
        text_of("options", option, "a mapping from texts to explanations"): text_of(f"options[{option!r}]", text, why)
        for option, text in options.items()
    }


def answer_table(name: str, rows: Sequence[Sequence[Any]]) -> Panel:
    """Return a table with what may be answered, what was answered, and what is right."""
    return Panel("Your prediction", [Table([name, "Yours", "Truth"], [list(row) for row in rows])])


def caption_of(reveal: Plain) -> str:
    """Join the words of a reveal."""
    return " ".join(reveal[name] for name in WORDS if reveal.get(name))
