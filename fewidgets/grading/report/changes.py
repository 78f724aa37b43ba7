"""``changes.csv``: whose points changed since the last report, as after a corrected test."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course_files import renew, store_json, stored_json
from fewidgets.grading.spreadsheet import BYTE_ORDER_MARK, Cell, csv_text

HEAD = ("when", "student", "question", "before", "after", "outcome before", "outcome after", "total before", "total after")


def record_changes(folder: Path, book: Gradebook, when: datetime) -> list[str]:
    """Add what changed since the last report to ``changes.csv``, and return whose points changed."""
    after = {
        student: {question.question: [question.points, question.verdict] for question in result.questions}
        for student, result in sorted(book.results.items())
    }
    try:
        rows = list(_rows(stored_json(folder / "reported.json") or {}, after, when))
    except (TypeError, ValueError, AttributeError):
        rows = []  # the record is damaged: there is nothing to compare with
    earlier = _earlier(folder / "changes.csv") or csv_text([HEAD])
    renew(folder / "changes.csv", (BYTE_ORDER_MARK + earlier + csv_text(rows)).encode())
    store_json(folder / "reported.json", after)
    return list(dict.fromkeys(str(row[1]) for row in rows))


def _rows(before: Any, after: Any, when: datetime) -> Iterator[list[Cell]]:
    stamp = when.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    for student in sorted(before.keys() & after.keys()):
        old, new = before[student], after[student]
        totals = [sum(points for points, _ in questions.values()) for questions in (old, new)]
        for question in sorted(old.keys() | new.keys()):
            (points, outcome), (points_now, outcome_now) = old.get(question, (0.0, "")), new.get(question, (0.0, ""))
            if abs(points - points_now) > 1e-9 or outcome != outcome_now:
                yield [stamp, student, question, points, points_now, outcome, outcome_now, *totals]


def _earlier(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""
    return text if tuple(next(csv.reader(io.StringIO(text)), ())) == HEAD else ""
