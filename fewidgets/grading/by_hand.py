"""``by_hand.csv``: the points that a teacher gives, for answers in words and instead of those of a test.

The answer stands beside the points: where a student hands in another one, the points are taken out.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from fewidgets.files import open_regular
from fewidgets.grading.errors import GradingError
from fewidgets.grading.renewing import renew
from fewidgets.grading.result import Outcome, PartResult, QuestionResult, SubmissionResult
from fewidgets.grading.spreadsheet import Cell, csv_bytes, number

FILE = "by_hand.csv"

#: Longest text of an answer that is written beside the points, in characters: a spreadsheet's cell has 32,767.
MOST_TEXT = 20_000

#: The columns that are read. What the question is called stands beside them.
HEAD = ("student", "question", "of", "points", "comment", "answer")


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
    folder: Path,
    results: Mapping[str, SubmissionResult],
    titles: Mapping[str, str] | None = None,
    answers: Mapping[str, Mapping[str, str]] | None = None,
) -> Marked:
    """Add the points that the teacher has given, and write the file again with the answers that there are now."""
    if not results:
        return Marked({})
    asked = {(student, each.question): each for student, result in results.items() for each in result.questions}
    judged = _read(folder / FILE, {question: each.of for (_, question), each in asked.items()})
    given, taken_out, absent, silent = dict[tuple[str, str], Judged](), [], [], []
    titles, answers = titles or {}, answers or {}
    for key in dict.fromkeys([*(key for key, each in asked.items() if each.outcome == "by hand"), *judged]):
        student, question = key
        found, result = judged.get(key, Judged()), asked.get(key)
        called = f"{student} ({titles.get(question, question)})"
        if result is None:
            absent.append(called)
            given[key] = found
            continue
        waits = result.outcome == "by hand"
        text = "".join(result.for_teacher[:1]) if waits else answers.get(student, {}).get(question, "")[:MOST_TEXT]
        if found.points is not None and found.answer and _letters(found.answer) != _letters(text):
            found = replace(found, points=None)
            taken_out.append(called)
        if not waits and found.points is not None and not found.comment:
            silent.append(called)
        given[key] = replace(found, answer=text)
    rows: list[list[Cell]] = [[*HEAD[:2], "title", *HEAD[2:]]]
    for (student, question), found in given.items():
        of = next(each.of for (_, name), each in asked.items() if name == question)
        points = "" if found.points is None else number(found.points)
        rows.append([student, question, titles.get(question, question), number(of), points, found.comment, found.answer])
    folder.mkdir(parents=True, exist_ok=True)
    renew(folder / FILE, csv_bytes(rows))
    waiting = [key for key, each in asked.items() if each.outcome == "by hand" and given[key].points is None]
    said = []
    if waiting:
        said.append(f"Answers to grade by hand: {len(waiting)}. Write their points into {folder / FILE}, and run this again.")
    for what, names in (
        ("Handed in again since you judged them, so their points were taken out", taken_out),
        (f"In {FILE} without a submission, so their points wait for one", absent),
        (f"Points changed without a reason. Write it into the column comment of {FILE}", silent),
    ):
        if names:
            said.append(f"{what}: {', '.join(names)}.")
    marked = Marked({student: _with(result, student, given) for student, result in results.items()}, said)
    for key, before in asked.items():
        now = given.get(key, Judged()).points
        if before.outcome != "by hand" and now is not None:
            reason = given[key].comment or "no reason given"
            marked.changed.setdefault(key[0], []).append(f"{key[1]}: {number(before.points)} → {number(now)} ({reason})")
    return marked


def _with(result: SubmissionResult, student: str, given: Mapping[tuple[str, str], Judged]) -> SubmissionResult:
    questions = [_judged(each, given.get((student, each.question), Judged())) for each in result.questions]
    return replace(result, questions=tuple(questions))


def _judged(question: QuestionResult, found: Judged) -> QuestionResult:
    if found.points is None:
        return question
    whole = found.points >= question.of
    outcome: Outcome = "right" if whole else "wrong"
    if question.outcome == "by hand":
        parts = tuple(PartResult(part.name, whole, found.points, question.of) for part in question.parts[:1])
        message = found.comment or "Your teacher has graded this question."
        return replace(question, outcome=outcome, points=found.points, message=message, parts=parts)
    same = found.points == question.points
    before, now = number(question.points), number(found.points)
    told = f"Points confirmed by hand ({now})" if same else f"Points changed by hand from {before} to {now}"
    message = f"{told}: {found.comment}" if found.comment else f"{told}."
    return replace(
        question,
        outcome=question.outcome if same else outcome,
        points=found.points,
        message="\n".join([message, *([f"The test said: {question.message}"] if question.message else [])]),
        # Nobody knows to which parts the points belong.
        parts=tuple(replace(part, right=True, points=part.of) for part in question.parts) if whole else (),
        misconception="" if whole else question.misconception,
    )


def _read(path: Path, most: Mapping[str, float]) -> dict[tuple[str, str], Judged]:
    if not path.exists():
        return {}
    try:
        with open_regular(path) as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GradingError(f"{path} cannot be read: {error}. Save it as CSV UTF-8") from error
    found: dict[tuple[str, str], Judged] = {}
    for line, row in _rows(text, path):
        key = (row["student"].strip(), row["question"].strip())
        points, comment = row["points"].strip().replace(",", "."), row["comment"].strip()
        if not points and not comment:
            continue
        if key[1] not in most:
            raise GradingError(f"{path}, line {line}: the set has no question {key[1]!r}; its questions are {', '.join(most)}")
        if key in found:
            raise GradingError(f"{path}, line {line}: {' and '.join(key)} stand in another line already. Delete one of them")
        try:
            value = float(points) if points else None
        except ValueError:
            value = math.nan
        if value is not None and not 0 <= value <= most[key[1]]:
            raise GradingError(f"{path}, line {line}: points must be a number between 0 and {most[key[1]]:g}; got {points}")
        found[key] = Judged(value, comment, row["answer"])
    return found


def _rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows with the numbers of their lines. Spreadsheets of many countries separate columns by semicolons."""
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    if not set(HEAD) <= set(reader.fieldnames or ()):
        raise GradingError(f"{path} must have the columns {', '.join(HEAD)}; got {', '.join(reader.fieldnames or ())}")
    for row in reader:
        yield reader.line_num, {name: row[name] or "" for name in HEAD}


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))
