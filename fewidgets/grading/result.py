"""What grading one submission returns: points, reasons and notes, as plain data that can be stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

from fewidgets.grading import Json, Texts
from fewidgets.grading.course_files import digest

Outcome = Literal["right", "wrong", "error", "not attempted", "by hand"]
#: How a student's code is kept apart, from the weakest to the strongest: docs/teach/isolation.md says what each stops.
Tier = Literal["limits", "namespaces", "bubblewrap", "container"]

#: The form of a stored result. A file of another form is graded again.
FORMAT = 3


class ResultError(ValueError):
    """A stored result cannot be read; the message says why."""


@dataclass(frozen=True)
class PartResult:
    name: str
    right: bool
    points: float
    of: float


@dataclass(frozen=True)
class QuestionResult:
    question: str
    outcome: Outcome
    points: float
    of: float
    message: str  # for the student: no hidden case and no expected value
    parts: tuple[PartResult, ...] = ()
    misconception: str = ""
    for_teacher: Texts = ()
    attention: Texts = ()  # what points or honesty may depend on; for the teacher alone
    measured: tuple[float, ...] = ()  # such as errors, for the distribution in the class

    @property
    def verdict(self) -> str:
        """The outcome in tables and pages: a wrong answer with points is "partly right"."""
        return "partly right" if self.outcome == "wrong" and self.points > 0 else self.outcome


@dataclass(frozen=True)
class SubmissionResult:
    student: str
    set: str
    version: int
    questions: tuple[QuestionResult, ...]
    tier: Tier
    seconds: float
    notes: Texts = ()  # for student and teacher
    fingerprint: str = ""  # a result with another one is out of date
    for_teacher: Texts = ()
    attention: Texts = ()

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)


def to_json(result: SubmissionResult) -> str:
    found = {"format": FORMAT, **asdict(result)}
    return _dumped({**found, "digest": digest(_dumped(found).encode("utf-8", "replace"))})


def from_json(text: str | bytes) -> SubmissionResult:
    """Read a stored result; refuse one whose digest shows a change."""
    try:
        stored = json.loads(text)
        said = stored.pop("digest")
        if said != digest(_dumped(stored).encode("utf-8", "replace")) or stored.pop("format") != FORMAT:
            raise ResultError(f"a stored result must be as it was written, in format {FORMAT}.")
        questions = tuple(map(_question, stored.pop("questions")))
        return SubmissionResult(**_with_tuples(stored), questions=questions)
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError) as error:
        raise ResultError(f"a stored result cannot be read ({error}).") from error


def _question(stored: Json) -> QuestionResult:
    parts = tuple(PartResult(**each) for each in stored["parts"])
    return QuestionResult(**{**_with_tuples(stored), "parts": parts})


def _with_tuples(stored: Json) -> Json:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items()}


def _dumped(stored: Json) -> str:
    return json.dumps(stored, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
