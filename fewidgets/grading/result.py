"""What grading one submission returns: points, reasons and notes, as plain data that can be stored."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

Outcome = Literal["right", "wrong", "error", "not attempted", "by hand"]
Tier = Literal["limits", "namespaces", "bubblewrap", "container"]

#: The form of a stored result. A file of another form is graded again.
FORMAT = 2


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
    for_teacher: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()  # what points or honesty may depend on; for the teacher alone

    @property
    def verdict(self) -> str:
        """The outcome as every table and page names it: a wrong answer that earned points is "partly right"."""
        return "partly right" if self.outcome == "wrong" and self.points > 0 else self.outcome


@dataclass(frozen=True)
class SubmissionResult:
    student: str
    set: str
    version: int
    questions: tuple[QuestionResult, ...]
    tier: Tier
    seconds: float
    notes: tuple[str, ...] = ()  # for student and teacher
    fingerprint: str = ""  # a result with another one is out of date
    for_teacher: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def of(self) -> float:
        return sum(question.of for question in self.questions)


def to_json(result: SubmissionResult) -> str:
    return json.dumps({"format": FORMAT, **asdict(result)}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def from_json(text: str | bytes) -> SubmissionResult:
    try:
        stored = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ResultError(f"a stored result must be JSON ({error}).") from error
    if not isinstance(stored, dict) or stored.pop("format", None) != FORMAT:
        raise ResultError(f"a stored result must be an object of format {FORMAT}.")
    questions = tuple(_question(each) for each in _list(stored.pop("questions", None), "questions"))
    values = _only(SubmissionResult, stored, "questions")
    found = SubmissionResult(
        student=_text(values, "student"),
        set=_text(values, "set"),
        version=_integer(values, "version"),
        questions=questions,
        tier=_one_of(values, "tier", Tier),
        seconds=_number(values, "seconds"),
        notes=_texts(values, "notes"),
        fingerprint=_text(values, "fingerprint"),
        for_teacher=_texts(values, "for_teacher"),
        attention=_texts(values, "attention"),
    )
    names = [question.question for question in found.questions]
    if len(set(names)) < len(names):
        raise ResultError("questions must have different names.")
    return found


def _question(stored: Any) -> QuestionResult:
    if not isinstance(stored, dict):
        raise ResultError(f"a question must be an object; got {type(stored).__name__}.")
    stored = dict(stored)
    parts = tuple(_part(each) for each in _list(stored.pop("parts", None), "parts"))
    values = _only(QuestionResult, stored, "parts")
    points, of = _points(values)
    return QuestionResult(
        question=_text(values, "question"),
        outcome=_one_of(values, "outcome", Outcome),
        points=points,
        of=of,
        message=_text(values, "message"),
        parts=parts,
        misconception=_text(values, "misconception"),
        for_teacher=_texts(values, "for_teacher"),
        attention=_texts(values, "attention"),
    )


def _part(stored: Any) -> PartResult:
    if not isinstance(stored, dict):
        raise ResultError(f"a part must be an object; got {type(stored).__name__}.")
    values = _only(PartResult, stored)
    if type(values["right"]) is not bool:
        raise ResultError(f"right must be true or false; got {values['right']!r}.")
    points, of = _points(values)
    return PartResult(_text(values, "name"), values["right"], points, of)


def _only(kind: type, values: Mapping[str, Any], *elsewhere: str) -> Mapping[str, Any]:
    expected = {each.name for each in fields(kind)} - set(elsewhere)
    if set(values) != expected:
        wrong = ", ".join(sorted(set(values) ^ expected))
        raise ResultError(f"{kind.__name__} must have its own keys alone; missing or unknown: {wrong}.")
    return values


def _points(values: Mapping[str, Any]) -> tuple[float, float]:
    points, of = _number(values, "points"), _number(values, "of")
    if not 0 <= points <= of:
        raise ResultError(f"points must lie between 0 and {of:g}; got {points:g}.")
    return points, of


def _number(values: Mapping[str, Any], name: str) -> float:
    value = values[name]
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ResultError(f"{name} must be a number; got {value!r}.")
    return float(value)


def _integer(values: Mapping[str, Any], name: str) -> int:
    if type(values[name]) is not int:
        raise ResultError(f"{name} must be an integer; got {values[name]!r}.")
    return int(values[name])


def _text(values: Mapping[str, Any], name: str) -> str:
    if not isinstance(values[name], str):
        raise ResultError(f"{name} must be a text; got {values[name]!r}.")
    return str(values[name])


def _texts(values: Mapping[str, Any], name: str) -> tuple[str, ...]:
    texts = _list(values[name], name)
    if not all(isinstance(text, str) for text in texts):
        raise ResultError(f"{name} must be a list of texts.")
    return tuple(texts)


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ResultError(f"{name} must be a list; got {type(value).__name__}.")
    return value


def _one_of(values: Mapping[str, Any], name: str, kinds: Any) -> Any:
    if values[name] not in get_args(kinds):
        raise ResultError(f"{name} must be one of {', '.join(get_args(kinds))}; got {values[name]!r}.")
    return values[name]
