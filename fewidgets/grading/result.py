"""What grading one submission returns: points, reasons and notes, as plain data that can be stored."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

Outcome = Literal["right", "wrong", "error", "not attempted", "by hand"]
#: How a student's code is kept apart, from the weakest to the strongest. GRADING.md has a table of what each stops.
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
    found: SubmissionResult = _read("a result", SubmissionResult, stored)
    names = [question.question for question in found.questions]
    if len(set(names)) < len(names):
        raise ResultError("questions must have different names.")
    return found


def _read(name: str, kind: Any, value: Any) -> Any:
    """Return a value as what the type of its field says, or refuse it."""
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        hints = _hints(kind)
        if set(value) != set(hints):
            wrong = ", ".join(sorted(set(value) ^ set(hints)))
            raise ResultError(f"{kind.__name__} must have its own keys alone; missing or unknown: {wrong}.")
        found: Any = kind(**{key: _read(key, hint, value[key]) for key, hint in hints.items()})
        if not 0 <= found.points <= found.of:
            raise ResultError(f"points must lie between 0 and {found.of:g}; got {found.points:g}.")
        return found
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(_read(name, get_args(kind)[0], each) for each in value)
    if get_origin(kind) is Literal and value in get_args(kind):
        return value
    if kind is float and type(value) in (int, float) and math.isfinite(value):
        return float(value)
    if type(value) is kind and kind is not float:
        return value
    wanted = f"one of {', '.join(get_args(kind))}" if get_origin(kind) is Literal else _CALLED.get(kind, "a list or an object")
    raise ResultError(f"{name} must be {wanted}; got {value!r}.")


_hints = cache(get_type_hints)
_CALLED = {str: "a text", int: "an integer", float: "a number", bool: "true or false"}
