from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from fewidgets.exercises.predicting.answer_codes import question_mark
from fewidgets.exercises.predicting.kind import Kind, text_of
from fewidgets.exercises.predicting.record import version_of
from fewidgets.lessons.names import lesson_named, section_of
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Names

_NAME = re.compile(r"\S+ \S.*")


@dataclass(frozen=True, eq=False)
class Question:
    """A prediction of the bank.

    Parameters
    ----------
    name : str
        The section, then two or three words, such as "9.6 first feature". It is unique.
    question : str
        One to three sentences, with TeX between dollar signs.
    kind : Kind
        What may be answered, what is right, and the explanations, such as `OneOf` or `Sketch`.
    gives_away : sequence of str
        Further texts that would give the answer away if they stood above the question.
    """

    name: str
    question: str
    kind: Kind
    gives_away: Names = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        name = text_of("name", self.name, "a section and a few words, such as '9.6 first feature'")
        if not (_NAME.fullmatch(name) and section_of(name)):
            raise ValueError(must_be("name", "a section and a few words, such as '9.6 first feature'", name))
        text_of("question", self.question)
        if not isinstance(self.kind, Kind):
            raise TypeError(must_be("kind", "a kind of answer, such as OneOf or Estimate", self.kind))
        if isinstance(self.gives_away, str):
            raise TypeError(must_be("gives_away", "a sequence of texts", self.gives_away))
        object.__setattr__(self, "gives_away", tuple(text_of("gives_away", each) for each in self.gives_away))

    @cached_property
    def version(self) -> str:
        """A short name for what is asked, see `version_of`."""
        return version_of(self.question, self.kind)

    @cached_property
    def mark(self) -> int:
        """The number by which codes name the question, see `question_mark`."""
        return question_mark(self.name, self.version)

    @property
    def lesson(self) -> str:
        """The lesson to which the question belongs, such as "9.6_boosting"."""
        return lesson_of(self.name)


def lesson_of(name: str) -> str:
    """Return the lesson of a prediction: the one of its section, or else its section."""
    section = section_of(name) if _NAME.fullmatch(name) else ""
    return lesson_named(section) if section else "predictions"


def by_name(questions: Any) -> dict[str, Question]:
    """Return questions by their names; TypeError if they are no sequence of questions."""
    listed = list(questions) if isinstance(questions, Iterable) else [questions]
    for each in listed:
        if not isinstance(each, Question):
            raise TypeError(must_be("questions", "a sequence of Question(name, question, kind)", each))
    return {each.name: each for each in listed}
