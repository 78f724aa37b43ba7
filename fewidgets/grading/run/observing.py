"""Run a submission, and note what its variables hold and what its functions return.

If a cell ends the process, a new one runs the others, so a question loses only what depends on itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fewidgets.grading import Json, Texts
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits
from fewidgets.grading.literals import imports_of
from fewidgets.grading.question import Function, GradedSet
from fewidgets.grading.result import Tier
from fewidgets.grading.run.conversation import START, Conversation, EndedError, NotStartedError
from fewidgets.grading.run.plain import Packer
from fewidgets.grading.run.protocol import Opaque, ProtocolError, Reader, said
from fewidgets.grading.run.repair import Repaired
from fewidgets.grading.run.tiers import launch

#: Seconds beyond its limit after which a cell or a call is ended from outside.
GRACE = 1.5

#: Most processes for one submission, before each question that is left gets one for itself.
MOST_PROCESSES = 4


@dataclass(frozen=True)
class Failure:
    """Why a cell or a call did not end well."""

    what: str
    kind: str = ""
    text: str = ""
    number: int = 0  # of the student's line in the cell; 0 where not known
    line: str = ""


@dataclass(frozen=True)
class Called:
    value: Any = None
    failure: Failure | None = None
    changed: tuple[int, ...] = ()  # the arguments that it changed


@dataclass
class Observed:
    values: dict[str, Json] = field(default_factory=dict)
    calls: dict[str, list[Called]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)  # by question, why the last of its cells that failed did
    refused: set[str] = field(default_factory=set)
    remarks: list[tuple[str, str]] = field(default_factory=list)  # for the teacher: the question, or "", and a sentence
    attention: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    graded: GradedSet
    submission: Repaired
    data: Mapping[str, Json]
    cases: Mapping[str, Sequence[tuple[Any, ...]]]
    tier: Tier
    limits: Limits


def observe(plan: Plan) -> Observed:
    """Run a submission. This never raises for anything that the student's code does."""
    until = time.monotonic() + plan.limits.submission_seconds
    asked = [question.name for question in plan.graded.questions if question.answers]
    strict = {each.name: each.without for each in plan.graded.questions if isinstance(each, Function) and each.without}
    without = tuple(dict.fromkeys(module for modules in strict.values() for module in modules))
    observed = Observed()
    _Runs(plan, observed, without, until).answer(asked)
    if observed.refused:
        # A cell that imports what one question forbids is fine for the others. They are asked again, with everything there.
        others = [name for name in asked if name not in strict]
        found: list[Json] = [observed.values, observed.calls, observed.failures]
        for each in found:
            for name in others:
                each.pop(name, None)
        _Runs(plan, observed, (), until).answer(others)
    return observed


class _Runs:
    """The processes that run a submission, one after the other."""

    def __init__(self, plan: Plan, observed: Observed, without: Texts, until: float) -> None:
        self._plan, self._observed, self._without, self._until = plan, observed, without, until
        self._steps = list(enumerate(plan.submission.steps))
        self._skipped: set[int] = set()  # cells that have ended a process
        self._damaged = False
        # Of the process that runs now: the questions that it is asked and those that it has answered, and its cells.
        self._questions: list[str] = []
        self._answered: set[str] = set()
        self._numbers: list[int] = []

    def answer(self, questions: list[str]) -> None:
        """Ask questions until each has its answer, or no time is left."""
        left = questions
        for _ in range(MOST_PROCESSES):
            if left and self._has_time():
                left = self._process(left, [number for number, _ in self._steps])
        again = left or ([name for name in questions if self._unanswered(name)] if self._damaged else [])
        for name in again:
            if self._has_time():
                self._process([name], self._alone(name))
        for name in again:
            if not self._has_time() and self._unanswered(name):
                limit = f"{self._plan.limits.submission_seconds:g} s of the whole notebook"
                self._observed.failures.setdefault(name, Failure("ended", text=f"the time limit of {limit} was over"))

    def _has_time(self) -> bool:
        return time.monotonic() < self._until

    def _unanswered(self, name: str) -> bool:
        there, calls = self._observed.values.get(name, {}), self._observed.calls.get(name)
        return not set(self._plan.graded.question(name).answers) <= set(there) or bool(calls and calls[-1].failure)

    def _alone(self, name: str) -> list[int]:
        """Return the cells of a question, or of none, to run again: another cell's thread may have ended the process."""
        if self._damaged:
            self._skipped -= {number for number, step in self._steps if step.question == name}
        return [number for number, step in self._steps if step.question in ("", name)]

    def _process(self, questions: list[str], numbers: Iterable[int]) -> list[str]:
        """Run one process; return the questions that it could not answer because it ended."""
        self._questions, self._answered = questions, set()
        self._numbers = [number for number in numbers if number not in self._skipped]
        packer, finished = Packer(), False
        try:
            with Conversation(launch(self._plan.tier, self._plan.limits, self._without)) as conversation:
                conversation.send(self._job(packer), bytes(packer.raw))
                try:
                    finished = self._cells(conversation) and self._functions(conversation)
                except (ProtocolError, KeyError, TypeError, AttributeError):
                    self._remark("", "The process sent a message that breaks the protocol.")
        except (OSError, GradingError) as error:
            raise NotStartedError(str(error)) from error
        return [] if finished else [name for name in questions if name not in self._answered]

    def _job(self, packer: Packer) -> Json:
        last = {step.question: number for number, step in self._steps if step.question}
        asked = {name: list(self._plan.graded.question(name).answers) for name in self._questions}
        cells = []
        for number, step in self._steps:
            if number in self._numbers:
                values = self._plan.data.get(step.data_of) if step.data_of else None
                cells.append(
                    {
                        "number": number,
                        # What the student sees in a cell with data is there, too: a notebook may take np from nowhere else.
                        "source": step.source if values is None else imports_of(values),
                        "values": [[name, packer.tree(value)] for name, value in (values or {}).items()],
                        "captures": [[name, answers] for name, answers in asked.items() if last.get(name) == number],
                    }
                )
        rest = {"without": self._without, "cell_seconds": self._plan.limits.cell_seconds}
        return {"kind": "job", "cells": cells, "at_end": list(asked.items()), **rest}

    def _receive(self, conversation: Conversation, seconds: float) -> tuple[Json, Reader]:
        return conversation.receive(max(0.1, min(seconds, self._until + GRACE - time.monotonic())))

    def _cells(self, conversation: Conversation) -> bool:
        """Follow the cells; return whether the process came to the end of them."""
        running: int | None = None
        while True:
            try:
                seconds = START if running is None else self._plan.limits.cell_seconds + GRACE
                message, reader = self._receive(conversation, seconds)
            except NotStartedError:
                raise
            except (EndedError, TimeoutError) as error:
                if running is None:
                    self._remark("", f"A process ended between two cells: {str(error) or 'it did not answer'}.")
                else:
                    self._failed(running, _lost(error))
                    self._skipped.add(running)
                return False
            kind = message["kind"]
            if kind == "cell" and message["number"] in self._numbers:
                running = message["number"]
            elif kind == "done":
                if self._done(message, running):
                    return False
                running = None
            elif kind == "values":
                self._take(message, reader)
            elif kind == "ran":
                self._loaded(message["found"])
                return True

    def _failed(self, number: int, failure: Failure) -> None:
        question = self._plan.submission.steps[number].question
        if question in self._questions:
            self._observed.failures[question] = failure

    def _done(self, message: Json, running: int | None) -> bool:
        """Take the end of a cell; return whether the process must not go on."""
        self._observed.refused |= {module for module in self._without if module in message["hits"]}
        if running is None:
            return False
        damage = [said(str(each)) for each in message["damage"]][:5]
        if damage:
            self._damaged = True
            # Replaced functions are a reason to look; a thread that was left running is not.
            look = any("was replaced" in each for each in damage)
            self._remark(self._plan.submission.steps[running].question, f"{'; '.join(damage)}.", look=look)
        if message["error"] is None:
            return False
        failure = failure_of(message["error"])
        self._failed(running, failure)
        # What a cell has filled the memory with would be missing in all cells behind it.
        if failure.what == "memory":
            self._skipped.add(running)
        return failure.what == "memory"

    def _take(self, message: Json, reader: Reader) -> None:
        name = message["question"]
        if name not in self._questions:
            return
        question = self._plan.graded.question(name)
        there = self._observed.values.setdefault(name, {})
        for key, tree in message["values"].items():
            # What the question's own cells left counts; what came later counts only where nothing was there.
            if key in question.answers and (key not in there or name not in self._answered):
                there[key] = reader.value(tree)
        if set(question.answers) <= set(there) and not isinstance(question, Function):
            self._answered.add(name)

    def _loaded(self, found: Any) -> None:
        modules = [module for module in self._without if module in found]
        if modules:
            self._remark("", f"{', '.join(modules)} was loaded although it was made unavailable.")

    def _functions(self, conversation: Conversation) -> bool:
        """Call all functions; return whether the process is still there."""
        for name in self._questions:
            question = self._plan.graded.question(name)
            value = self._observed.values.get(name, {}).get(question.answers[0])
            # What is not there, or is a number or a text, cannot be called.
            can = isinstance(question, Function) and isinstance(value, Opaque)
            if can and not (self._has_time() and self._call(conversation, question)):
                return False
        return True

    def _call(self, conversation: Conversation, question: Any) -> bool:
        """Call one function on all cases; return whether the process is still there."""
        packer = Packer()
        cases = [packer.tree(tuple(case)) for case in self._plan.cases[question.name]]
        how = {"seconds": question.seconds, "first": question.first}
        conversation.send({"kind": "call", "function": question.function, "cases": cases, **how}, bytes(packer.raw))
        found = self._observed.calls[question.name] = []
        self._answered.add(question.name)
        while len(found) <= len(cases):
            try:
                message, reader = self._receive(conversation, question.seconds + GRACE)
            except (EndedError, TimeoutError) as error:
                found.append(Called(failure=_lost(error)))
                return False
            if message["kind"] == "called":
                found.append(_called(message, reader))
                self._loaded(message["found"])
            elif message["kind"] == "finished":
                return True
        self._remark(question.name, "The process sent more results than there were calls.")
        return True

    def _remark(self, question: str, text: str, *, look: bool = True) -> None:
        remarks = self._observed.attention if look else self._observed.remarks
        if (question, text) not in remarks:
            remarks.append((question, text))


def _lost(error: Exception) -> Failure:
    return Failure("time") if isinstance(error, TimeoutError) else Failure("ended", text=str(error))


def _called(message: Json, reader: Reader) -> Called:
    if message["error"] is not None:
        return Called(failure=failure_of(message["error"]))
    return Called(reader.value(message["value"]), changed=tuple(each for each in message["changed"] if type(each) is int))


def failure_of(error: Any) -> Failure:
    what, number, texts = error["what"], error["number"], [error[key] for key in ("type", "text", "line")]
    known = what in ("raised", "time", "memory") and type(number) is int and abs(number) <= 10**6
    if not known or not all(isinstance(text, str) for text in texts):
        raise ProtocolError("an error has no known form")
    kind, text, line = texts
    sentence = "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split())[:300])
    return Failure(what, said(kind), sentence, number, said(line))
