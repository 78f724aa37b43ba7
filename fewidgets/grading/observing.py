"""Run a submission in processes of its own, and note what its variables hold and what its functions return.

If a cell ends the process, a new one runs the others, so a question loses its points only to what it depends on itself.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fewidgets.grading.conversation import START, Conversation, EndedError, NotStartedError
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits
from fewidgets.grading.literals import imports_of
from fewidgets.grading.plain import Packer
from fewidgets.grading.question import Function, GradedSet
from fewidgets.grading.repair import Repaired, Step
from fewidgets.grading.result import Tier
from fewidgets.grading.tiers import launch
from fewidgets.grading.wire import Opaque, Reader, WireError, said

_T = TypeVar("_T")

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
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    calls: dict[str, list[Called]] = field(default_factory=dict)
    failures: dict[str, Failure] = field(default_factory=dict)  # by question, why the last of its cells that failed did
    refused: set[str] = field(default_factory=set)
    remarks: list[tuple[str, str]] = field(default_factory=list)  # for the teacher: the question, or "", and a sentence
    attention: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    graded: GradedSet
    submission: Repaired
    data: Mapping[str, Mapping[str, Any]]
    cases: Mapping[str, Sequence[tuple[Any, ...]]]
    tier: Tier
    limits: Limits


def observe(plan: Plan) -> Observed:
    """Run a submission. This never raises for anything that the student's code does."""
    until = time.monotonic() + plan.limits.submission_seconds
    asked = [question.name for question in plan.graded.questions if question.answers]
    functions = [each for each in plan.graded.questions if isinstance(each, Function)]
    without = tuple(dict.fromkeys(module for each in functions for module in each.without))
    observed = Observed()
    _Runs(plan, observed, without, until).answer(asked)
    if observed.refused:
        # A cell that imports what one question forbids is fine for the others. They are asked again, with everything there.
        strict = {each.name for each in functions if each.without}
        again = Observed()
        _Runs(plan, again, (), until).answer([name for name in asked if name not in strict])
        observed.values = _instead(observed.values, again.values, strict)
        observed.calls = _instead(observed.calls, again.calls, strict)
        observed.failures = _instead(observed.failures, again.failures, strict)
        for remark in again.attention:
            _once(observed.attention, remark)
    return observed


def _instead(first: dict[str, _T], second: dict[str, _T], strict: set[str]) -> dict[str, _T]:
    """Return what was found first for some questions, and what was found second for the others."""
    kept = {name: each for name, each in first.items() if name in strict}
    return kept | {name: each for name, each in second.items() if name not in strict}


class _Runs:
    def __init__(self, plan: Plan, observed: Observed, without: tuple[str, ...], until: float) -> None:
        self._plan, self._observed, self._without, self._until = plan, observed, without, until
        self._skipped: set[int] = set()
        self._damaged = False

    def answer(self, questions: list[str]) -> None:
        """Ask questions until each has its answer, or no time is left."""
        left = list(questions)
        for _ in range(MOST_PROCESSES):
            if not left or time.monotonic() >= self._until:
                break
            left = self._process(left, range(len(self._plan.submission.steps)))
        again = left or ([name for name in questions if self._unanswered(name)] if self._damaged else [])
        for name in again:
            if time.monotonic() < self._until:
                self._process([name], self._alone(name))
        for name in again:
            if time.monotonic() >= self._until and self._unanswered(name):
                limit = f"{self._plan.limits.submission_seconds:g} s of the whole notebook"
                self._observed.failures.setdefault(name, Failure("ended", "", f"the time limit of {limit} was over"))

    def _unanswered(self, name: str) -> bool:
        answers = self._plan.graded.question(name).answers
        there = self._observed.values.get(name, {})
        calls = self._observed.calls.get(name)
        return any(each not in there for each in answers) or bool(calls and calls[-1].failure)

    def _alone(self, name: str) -> Sequence[int]:
        """Return the cells that belong to a question, or to none. Those of the question get another chance.

        A cell that seemed to end the process may have been the victim of a thread that another cell had left running.
        """
        steps = list(enumerate(self._plan.submission.steps))
        if self._damaged:
            self._skipped -= {number for number, step in steps if step.question == name}
        return [number for number, step in steps if step.question in ("", name)]

    def _process(self, questions: list[str], numbers: Sequence[int]) -> list[str]:
        """Run one process; return the questions that it could not answer because it ended."""
        numbers = [number for number in numbers if number not in self._skipped]
        one = _Process(self._plan, self._observed, self._without, self._until, questions, numbers)
        one.run()
        self._damaged |= one.damaged
        if one.fatal is not None:
            self._skipped.add(one.fatal)
        return [] if one.finished else [name for name in questions if name not in one.answered]


class _Process:
    def __init__(
        self,
        plan: Plan,
        observed: Observed,
        without: tuple[str, ...],
        until: float,
        questions: list[str],
        numbers: Sequence[int],
    ) -> None:
        self._plan, self._observed, self._without, self._until = plan, observed, without, until
        self._questions, self._numbers = questions, numbers
        self.answered: set[str] = set()
        self.finished = self.damaged = False
        self.fatal: int | None = None

    def run(self) -> None:
        try:
            with Conversation(launch(self._plan.tier, self._plan.limits, self._without)) as conversation:
                packer = Packer()
                conversation.send(self._job(packer), bytes(packer.raw))
                try:
                    self.finished = self._cells(conversation) and self._functions(conversation)
                except (WireError, KeyError, TypeError, AttributeError):
                    self._observed.attention.append(("", "The process sent a message that breaks the protocol."))
        except (OSError, GradingError) as error:
            raise NotStartedError(str(error)) from error

    def _job(self, packer: Packer) -> dict[str, Any]:
        steps = self._plan.submission.steps
        last = {step.question: number for number, step in enumerate(steps) if step.question}
        asked = [self._plan.graded.question(name) for name in self._questions]
        cells = []
        for number in self._numbers:
            step = steps[number]
            values = self._plan.data.get(step.data_of) if step.data_of else None
            here = [question for question in asked if last.get(question.name) == number]
            cells.append(
                {
                    "number": number,
                    # What the student sees in a cell with data is there, too: a notebook may take np from nowhere else.
                    "source": step.source if values is None else imports_of(values),
                    "values": None if values is None else [[name, packer.tree(value)] for name, value in values.items()],
                    "captures": [[question.name, list(question.answers)] for question in here],
                }
            )
        return {
            "kind": "job",
            "cells": cells,
            "at_end": [[question.name, list(question.answers)] for question in asked],
            "without": list(self._without),
            "cell_seconds": self._plan.limits.cell_seconds,
        }

    def _step(self, number: int) -> Step:
        return self._plan.submission.steps[number]

    def _cells(self, conversation: Conversation) -> bool:
        """Follow the cells; return whether the process came to the end of them."""
        running: int | None = None
        while True:
            try:
                message, reader = conversation.receive(self._patience(running))
            except NotStartedError:
                raise
            except (EndedError, TimeoutError) as error:
                self._lost(running, error)
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

    def _patience(self, running: int | None) -> float:
        limit = START if running is None else self._plan.limits.cell_seconds + GRACE
        return max(0.1, min(limit, self._until + GRACE - time.monotonic()))

    def _lost(self, running: int | None, error: Exception) -> None:
        """Note that the process ended, or had to be ended, while a cell ran."""
        if running is None:
            self._observed.attention.append(("", f"A process ended between two cells: {str(error) or 'it did not answer'}."))
            return
        self.fatal = running
        over = isinstance(error, TimeoutError)
        failure = Failure("time") if over else Failure("ended", "", str(error))
        self._note(running, failure)

    def _note(self, number: int, failure: Failure) -> None:
        question = self._step(number).question
        if question:
            self._observed.failures[question] = failure

    def _done(self, message: dict[str, Any], running: int | None) -> bool:
        """Take the end of a cell; return whether the process must not go on."""
        hits = message["hits"]
        self._observed.refused |= {module for module in self._without if module in hits}
        damage = [said(str(each)) for each in message["damage"]][:5]
        if running is None:
            return False
        if damage:
            self.damaged = True
            # Replaced functions are a reason to look; a thread that was left running is not.
            replaced = any("was replaced" in each for each in damage)
            remarks = self._observed.attention if replaced else self._observed.remarks
            _once(remarks, (self._step(running).question, f"{'; '.join(damage)}."))
        if message["error"] is None:
            return False
        failure = failure_of(message["error"])
        self._note(running, failure)
        if failure.what == "memory":
            # What a cell has filled the memory with would be missing in all cells behind it.
            self.fatal = running
            return True
        return False

    def _take(self, message: dict[str, Any], reader: Reader) -> None:
        name = message["question"]
        if name not in self._questions:
            return
        allowed = self._plan.graded.question(name).answers
        there = self._observed.values.setdefault(name, {})
        for key, tree in message["values"].items():
            # What the question's own cells left counts; what came later counts only where nothing was there.
            if key in allowed and (key not in there or name not in self.answered):
                there[key] = reader.value(tree)
        if there and all(each in there for each in allowed) and not isinstance(self._plan.graded.question(name), Function):
            self.answered.add(name)

    def _loaded(self, found: Any) -> None:
        modules = [module for module in self._without if module in found]
        if modules:
            _once(self._observed.attention, ("", f"{', '.join(modules)} was loaded although it was made unavailable."))

    def _functions(self, conversation: Conversation) -> bool:
        """Call all functions; return whether the process is still there."""
        for name in self._questions:
            question = self._plan.graded.question(name)
            if not isinstance(question, Function):
                continue
            if not isinstance(self._observed.values.get(name, {}).get(question.function), Opaque):
                continue  # it is not there, or a number or a text, which cannot be called
            if time.monotonic() >= self._until or not self._call(conversation, question):
                return False
        return True

    def _call(self, conversation: Conversation, question: Function) -> bool:
        """Call one function on all cases; return whether the process is still there."""
        packer = Packer()
        cases = [packer.tree(tuple(case)) for case in self._plan.cases[question.name]]
        call = {"kind": "call", "function": question.function, "cases": cases, "seconds": question.seconds}
        conversation.send(call, bytes(packer.raw))
        found = self._observed.calls[question.name] = []
        self.answered.add(question.name)
        while len(found) <= len(cases):
            try:
                message, reader = conversation.receive(
                    max(0.1, min(question.seconds + GRACE, self._until + GRACE - time.monotonic()))
                )
            except TimeoutError:
                found.append(Called(failure=Failure("time")))
                return False
            except EndedError as error:
                found.append(Called(failure=Failure("ended", "", str(error))))
                return False
            if message["kind"] == "called":
                found.append(_called(message, reader))
                self._loaded(message["found"])
            elif message["kind"] == "finished":
                return True
        _once(self._observed.attention, (question.name, "The process sent more results than there were calls."))
        return True


def _once(remarks: list[tuple[str, str]], remark: tuple[str, str]) -> None:
    if remark not in remarks:
        remarks.append(remark)


def _called(message: dict[str, Any], reader: Reader) -> Called:
    if message["error"] is not None:
        return Called(failure=failure_of(message["error"]))
    changed = tuple(each for each in message["changed"] if type(each) is int)
    return Called(reader.value(message["value"]), None, changed)


def failure_of(error: Any) -> Failure:
    if not isinstance(error, dict) or error.get("what") not in ("raised", "time", "memory"):
        raise WireError("an error has no known form")
    texts = [error.get(key) for key in ("type", "text", "line")]
    number = error.get("number")
    if not all(isinstance(text, str) for text in texts) or type(number) is not int or abs(number) > 10**6:
        raise WireError("an error has no known form")
    kind, text, line = (said(str(each)) if at != 1 else _sentence(str(each)) for at, each in enumerate(texts))
    return Failure(error["what"], kind, text, number, line)


def _sentence(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in " ".join(text.split())[:300])
