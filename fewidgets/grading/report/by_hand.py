"""``by_hand.csv``: the points that a teacher gives.

The answer stands beside the points: where a student hands in another one, the points are taken out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from fewidgets.grading import Answers
from fewidgets.grading.course_files import renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult
from fewidgets.grading.spreadsheet import Cell, csv_bytes, number, read_csv

FILE = "by_hand.csv"

#: Longest text of an answer that is written beside the points, in characters: a spreadsheet's cell has 32,767.
MOST_TEXT = 20_000

#: The columns that are read. What the question is called stands beside them.
HEAD = ("student", "question", "of", "points", "comment", "answer")

#: A student and a question.
Key = tuple[str, str]


@dataclass(frozen=True)
class Judged:
    points: float | None = None
    comment: str = ""
    answer: str = ""  # the answer that was judged; "" in a line that the teacher has added


@dataclass(frozen=True)
class Marked:
    results: dict[str, SubmissionResult]
    said: list[str] = field(default_factory=list)  # sentences for the teacher
    # by student, which points of a test the teacher has changed, and why
    changed: dict[str, list[str]] = field(default_factory=dict)


def with_points_by_hand(
    folder: Path, results: Mapping[str, SubmissionResult], titles: Mapping[str, str], answers: Answers
) -> Marked:
    """Add the teacher's points, and write the file again with the present answers."""
    if not results:
        return Marked({})
    asked = {(student, each.question): each for student, result in results.items() for each in result.questions}
    of = {question: each.of for (_, question), each in asked.items()}
    judged = _read(folder / FILE, of)
    waiting = [key for key, each in asked.items() if each.outcome == "by hand"]
    table: dict[Key, Judged] = {}
    taken_out, absent, silent = list[str](), list[str](), list[str]()
    for key in dict.fromkeys([*waiting, *judged]):
        found, called = judged.get(key, Judged()), f"{key[0]} ({titles.get(key[1], key[1])})"
        if key in asked:
            text = _answer(asked[key], answers.get(key[0], {}))
            if found.points is not None and found.answer and _letters(found.answer) != _letters(text):
                found = replace(found, points=None)
                taken_out.append(called)
            if key not in waiting and found.points is not None and not found.comment:
                silent.append(called)
            found = replace(found, answer=text)
        else:
            absent.append(called)
        table[key] = found
    renew(folder / FILE, csv_bytes(_rows(table, titles, of)))
    left = [key for key in waiting if table[key].points is None]
    said = []
    if left:
        said.append(f"Answers to grade by hand: {len(left)}. Write their points into {folder / FILE}, and run this again.")
    for what, names in (
        ("Handed in again since you judged them, so their points were taken out", taken_out),
        (f"In {FILE} without a submission, so their points wait for one", absent),
        (f"Points changed without a reason. Write it into the column comment of {FILE}", silent),
    ):
        said += [f"{what}: {', '.join(names)}."] if names else []
    marked = Marked({}, said)
    for student, result in results.items():
        questions = [_judged(each, table.get((student, each.question), Judged())) for each in result.questions]
        marked.results[student] = replace(result, questions=tuple(questions))
    for (student, question), found in table.items():
        if (student, question) in judged.keys() & asked.keys() - set(waiting) and found.points is not None:
            points = f"{number(asked[student, question].points)} → {number(found.points)}"
            reason = found.comment or "no reason given"
            marked.changed.setdefault(student, []).append(f"{question}: {points} ({reason})")
    return marked


def _answer(question: QuestionResult, answers: Mapping[str, str]) -> str:
    if question.outcome == "by hand":
        return "".join(question.for_teacher[:1])
    return answers.get(question.question, "")[:MOST_TEXT]


def _rows(table: Mapping[Key, Judged], titles: Mapping[str, str], of: Mapping[str, float]) -> Iterator[list[Cell]]:
    yield [*HEAD[:2], "title", *HEAD[2:]]
    for (student, question), found in table.items():
        points = "" if found.points is None else number(found.points)
        yield [student, question, titles.get(question, question), number(of[question]), points, found.comment, found.answer]


def _judged(question: QuestionResult, found: Judged) -> QuestionResult:
    if found.points is None:
        return question
    whole = found.points >= question.of
    judged = replace(question, outcome="right" if whole else "wrong", points=found.points)
    if question.outcome == "by hand":
        parts = tuple(PartResult(part.name, whole, found.points, question.of) for part in question.parts[:1])
        return replace(judged, message=found.comment or "Your teacher has graded this question.", parts=parts)
    before, now = number(question.points), number(found.points)
    told = f"Points changed by hand from {before} to {now}"
    if found.points == question.points:
        judged, told = replace(judged, outcome=question.outcome), f"Points confirmed by hand ({now})"
    message = f"{told}: {found.comment}" if found.comment else f"{told}."
    return replace(
        judged,
        message=f"{message}\nThe test said: {question.message}" if question.message else message,
        # Nobody knows to which parts the points belong.
        parts=tuple(replace(part, right=True, points=part.of) for part in question.parts) if whole else (),
        misconception="" if whole else question.misconception,
    )


def _read(path: Path, most: Mapping[str, float]) -> dict[Key, Judged]:
    found: dict[Key, Judged] = {}
    head, *lines = (read_csv(path) if path.exists() else []) or [list(HEAD)]
    if not set(HEAD) <= set(head):
        raise GradingError(f"{path} must have the columns {', '.join(HEAD)}; got {', '.join(head)}")
    for line, cells in enumerate(lines, 2):
        row = dict.fromkeys(HEAD, "") | dict(zip(head, cells, strict=False))
        student, question, points, comment = (row[name].strip() for name in ("student", "question", "points", "comment"))
        if not points and not comment:
            continue
        where, points = f"{path}, line {line}", points.replace(",", ".")
        if question not in most:
            raise GradingError(f"{where}: the set has no question {question!r}; its questions are {', '.join(most)}")
        if (student, question) in found:
            raise GradingError(f"{where}: {student} and {question} stand in another line already. Delete one of them")
        try:
            value = float(points) if points else None
        except ValueError:
            value = math.nan
        if value is not None and not 0 <= value <= most[question]:
            raise GradingError(f"{where}: points must be a number between 0 and {most[question]:g}; got {points}")
        found[student, question] = Judged(value, comment, row["answer"])
    return found


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))
