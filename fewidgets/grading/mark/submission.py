"""Grade one submission in an executor's process: repair it, run it, compare."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from fewidgets.grading import Texts
from fewidgets.grading.course_files import digest
from fewidgets.grading.limits import Limits
from fewidgets.grading.loading import questions_of
from fewidgets.grading.mark.marking import Expected, expected_of, mark, right_for
from fewidgets.grading.notebook import Cell
from fewidgets.grading.question import Question, Values
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult, Tier
from fewidgets.grading.run.conversation import NotStartedError
from fewidgets.grading.run.observing import Observed, Plan, observe
from fewidgets.grading.run.repair import repair
from fewidgets.grading.seeds import generator_of

#: The student whose seeds a set has that is the same for all.
EVERYBODY = ""

_FAILED = "This question could not be graded. Your teacher can see why."


@dataclass(frozen=True)
class Job:
    student: str
    seeds_of: str  # the student whose data the notebook holds, or EVERYBODY
    version: int
    content: bytes
    questions: str  # the text of questions.py
    handed_out: tuple[Cell, ...]  # without solutions and hidden tests
    secret: bytes
    others: Texts  # whose data are tried where an answer is wrong
    tier: Tier
    limits: Limits
    fingerprint: str


def fingerprint(job: Job) -> str:
    plain = (job.student, job.seeds_of, job.version, job.handed_out, job.limits, job.questions)
    pieces = (repr(plain).encode("utf-8", "surrogatepass"), job.secret, job.content)
    return digest("".join([_engine(), *map(digest, pieces)]).encode())


@lru_cache(maxsize=1)
def _engine() -> str:
    """Return a digest of the code that grades."""
    package = next(folder for folder in Path(__file__).parents if folder.name == "fewidgets")
    files = [path for folder in ("grading", "exercises") for path in sorted((package / folder).rglob("*.py"))]
    return digest(b"\0".join(path.read_bytes() for path in files))


def grade_submission(job: Job) -> SubmissionResult:
    """Grade one submission; whatever it holds, this returns a result with all questions of the set."""
    start = time.monotonic()
    graded = questions_of(job.questions)
    repaired = repair(job.content, job.handed_out, graded)
    good: dict[str, Expected] = {}
    faults: dict[str, Exception] = {}
    for question in graded.questions:
        rng = generator_of(job.secret, graded.name, job.version, job.seeds_of, question.name)
        try:
            good[question.name] = expected_of(question, rng)
        except Exception as error:
            faults[question.name] = error
    observed = Observed()
    if repaired.steps:
        plan = Plan(
            graded,
            repaired,
            {name: each.data for name, each in good.items() if each.data},
            # The first case comes again at the end, to see whether equal arguments give equal results.
            {name: [case.arguments for case in (*each.cases, *each.cases[:1])] for name, each in good.items() if each.cases},
            job.tier,
            job.limits,
        )
        try:
            observed = observe(plan)
        except NotStartedError as error:
            # Nobody's fault, and no grade: without a fingerprint, the next run grades it again.
            return nothing_graded(replace(job, fingerprint=""), f"No process could be started: {error}.")
    results = []
    for question in graded.questions:
        try:
            if question.name in faults:
                raise faults[question.name]
            found = mark(question, good[question.name], repaired, observed, job.limits)
            look = (*found.attention, *_others(job, question, found, observed), *_about(question.name, observed.attention))
            teacher = (*found.for_teacher, *_about(question.name, observed.remarks))
            results.append(replace(found, for_teacher=teacher, attention=look))
        except Exception as error:
            results.append(not_graded(question, f"{type(error).__name__}: {error}"))
    notes = repaired.notes
    if job.version != graded.version:
        notes += (f"The notebook is version {job.version} of the set, and was graded with the data of that version.",)
    seconds = round(time.monotonic() - start, 3)
    return SubmissionResult(
        job.student,
        graded.name,
        graded.version,
        tuple(results),
        job.tier,
        seconds,
        notes,
        job.fingerprint,
        _about("", observed.remarks),
        _about("", observed.attention),
    )


def not_graded(question: Question, reason: str) -> QuestionResult:
    parts = tuple(PartResult(name, False, 0.0, of) for name, of in question.parts.items())
    return QuestionResult(question.name, "error", 0.0, question.of, _FAILED, parts, attention=(reason,))


def nothing_graded(job: Job, reason: str) -> SubmissionResult:
    """Return the result of a submission that could not be graded at all."""
    graded = questions_of(job.questions)
    questions = tuple(not_graded(question, reason) for question in graded.questions)
    return SubmissionResult(job.student, graded.name, graded.version, questions, job.tier, 0.0, (), job.fingerprint)


def _others(job: Job, question: Question, found: QuestionResult, observed: Observed) -> Iterator[str]:
    """Say whose data the answer is right for, where it is wrong for the student's own."""
    if isinstance(question, Values) and found.outcome == "wrong" and job.seeds_of != EVERYBODY:
        answers = _answers_of_all(job.secret, job.questions, job.version, question.name, job.others)
        names = [name for name, answer in answers if name != job.student and right_for(question, answer, observed)]
        if 0 < len(names) <= 3:
            yield f"The answer is right for the data of {', '.join(names)}."


@lru_cache(maxsize=64)
def _answers_of_all(
    secret: bytes, questions: str, version: int, name: str, students: Sequence[str]
) -> list[tuple[str, Expected]]:
    graded = questions_of(questions)
    question = graded.question(name)
    seeds = ((student, generator_of(secret, graded.name, version, student, name)) for student in students)
    return [(student, expected_of(question, rng)) for student, rng in seeds]


def _about(question: str, remarks: Sequence[tuple[str, str]]) -> Texts:
    return tuple(text for name, text in remarks if name == question)
