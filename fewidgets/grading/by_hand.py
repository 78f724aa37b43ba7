"""``by_hand.csv``: the answers that a teacher reads, and the points that the teacher writes beside them.

Grading writes the file into the set's folder with the grades: one line for each answer that has to be read. The teacher fills
in ``points``, and ``comment`` where there is something to say, in any spreadsheet. The next run of ``grade`` reads both.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from fewidgets.files import open_regular
from fewidgets.grading.errors import GradingError
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult
from fewidgets.grading.spreadsheet import number, write_csv

FILE = "by_hand.csv"

#: The columns that are read. What the question is called stands beside them.
HEAD = ("student", "question", "of", "points", "comment", "answer")


@dataclass(frozen=True)
class Judged:
    """What a teacher has written beside an answer.

    Attributes
    ----------
    points : float or None
        The points; None if there are none yet.
    comment : str
        For the student.
    answer : str
        The answer that was judged.
    """

    points: float | None
    comment: str
    answer: str


class ByHandError(GradingError):
    """``by_hand.csv`` cannot be used; the message says which line, and why."""


def with_points_by_hand(
    folder: Path, results: Mapping[str, SubmissionResult], titles: Mapping[str, str] | None = None
) -> tuple[dict[str, SubmissionResult], list[str]]:
    """Add the points that the teacher has given, and write the file again with the answers that there are now.

    Parameters
    ----------
    folder : Path
        The set's folder with the grades. Without questions that are graded by hand, nothing is written.
    results : mapping of str to SubmissionResult
        The results by student.
    titles : mapping of str to str, optional
        What people call each question.

    Returns
    -------
    (dict of str to SubmissionResult, list of str)
        The results with these points, and sentences for the teacher: how many answers wait, and which have changed since they
        were judged.

    Raises
    ------
    ByHandError
        If the file cannot be read, or holds points that the question does not give.
    """
    waiting = [(student, each) for student, result in results.items() for each in result.questions if _waits(each)]
    if not waiting:
        return dict(results), []
    judged = _read(folder / FILE, {(student, each.question): each.of for student, each in waiting})
    rows, changed, given = [], [], {}
    for student, each in waiting:
        title = (titles or {}).get(each.question, each.question)
        text = each.for_teacher[0] if each.for_teacher else ""
        found = judged.get((student, each.question), Judged(None, "", text))
        if _letters(found.answer) != _letters(text):
            changed.append(f"{student} ({title})")
            found = replace(found, points=None)
        given[student, each.question] = found
        points = "" if found.points is None else number(found.points)
        rows.append([student, each.question, title, number(each.of), points, found.comment, text])
    write_csv(folder / FILE, [[*HEAD[:2], "title", *HEAD[2:]], *rows])
    said = []
    missing = sum(found.points is None for found in given.values())
    if missing:
        said.append(f"Answers to grade by hand: {missing}. Write their points into {folder / FILE}, and run this again.")
    if changed:
        said.append(f"Handed in again since you judged them, so their points were taken out: {', '.join(changed)}.")
    marked = {student: _with(result, student, given) for student, result in results.items()}
    return marked, said


def _with(result: SubmissionResult, student: str, given: Mapping[tuple[str, str], Judged]) -> SubmissionResult:
    questions = [_judged(each, given.get((student, each.question))) for each in result.questions]
    return replace(result, questions=tuple(questions))


def _judged(question: QuestionResult, found: Judged | None) -> QuestionResult:
    if found is None or found.points is None:
        return question
    whole = found.points >= question.of
    parts = tuple(PartResult(part.name, whole, found.points, question.of) for part in question.parts[:1])
    message = found.comment or "Your teacher has graded this question."
    return replace(question, outcome="right" if whole else "wrong", points=found.points, message=message, parts=parts)


def _waits(question: QuestionResult) -> bool:
    return question.outcome == "by hand"


def _read(path: Path, most: Mapping[tuple[str, str], float]) -> dict[tuple[str, str], Judged]:
    """Read what the teacher has written; nothing if there is no file yet."""
    if not path.exists():
        return {}
    try:
        with open_regular(path) as file:
            text = file.read().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ByHandError(f"{path} cannot be read: {error}. Save it as CSV UTF-8") from error
    found = {}
    for line, row in _rows(text, path):
        key = (row["student"], row["question"])
        points = row["points"].strip().replace(",", ".")
        try:
            value = float(points) if points else None
        except ValueError:
            value = math.nan
        if value is not None and not 0 <= value <= most.get(key, math.inf):
            raise ByHandError(
                f"{path}, line {line}: points must be a number between 0 and {most.get(key, math.inf):g}; got {points}"
            )
        found[key] = Judged(value, row["comment"].strip(), row["answer"])
    return found


def _rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows with the numbers of their lines. Spreadsheets of many countries separate columns by semicolons."""
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=";" if first.count(";") > first.count(",") else ",")
    if not set(HEAD) <= set(reader.fieldnames or ()):
        raise ByHandError(f"{path} must have the columns {', '.join(HEAD)}; got {', '.join(reader.fieldnames or ())}")
    for row in reader:
        yield reader.line_num, {name: row[name] or "" for name in HEAD}


def _letters(text: str) -> str:
    """Return what a spreadsheet does not change in a text: its letters and digits."""
    return "".join(filter(str.isalnum, text))
