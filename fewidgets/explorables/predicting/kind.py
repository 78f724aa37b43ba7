"""What all kinds of predictions share: checked texts, a truth that is computed late, and a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from fewidgets.scene.legible import legible, must_be


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


class Kind:
    """Base class of all kinds. A kind is a frozen dataclass; its ``right`` is a value, or a function that computes it."""

    kind: ClassVar[str] = "kind"
    right: Any

    @cached_property
    def truth(self) -> Any:
        """The right answer in its plain form. A function is called when this is read for the first time."""
        found = self.right() if callable(self.right) else self.right
        return self.check_truth(self.check(found, "right"))

    def check(self, answer: Any, name: str = "answer") -> Any:
        """Return an answer, in its plain form; raise TypeError or ValueError if it is none."""
        raise NotImplementedError

    def check_truth(self, truth: Any) -> Any:
        """Return the right answer, or raise ValueError if some answer would be left without an explanation."""
        return truth

    def grade(self, answer: Any) -> Verdict:
        """Return the verdict on an answer."""
        raise NotImplementedError

    def plain(self, answer: Any) -> Any:
        """Return a checked answer as numbers, texts and tuples, for records and browsers."""
        return answer

    def in_words(self, answer: Any) -> str:
        """Return a checked answer as a person reads it."""
        raise NotImplementedError

    def true_in_words(self) -> str:
        """Return a sentence that says what is right, or an empty string if only a picture can."""
        raise NotImplementedError

    def why(self) -> str:
        raise NotImplementedError

    def choices(self) -> list[Any]:
        """Return what may be answered, as plain values: with the question, it makes a version."""
        raise NotImplementedError

    def telling(self) -> tuple[str, ...]:
        """Return the texts that would give the right answer away if they stood above the question."""
        return ()


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
