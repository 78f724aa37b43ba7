"""``changes.csv``: whose points changed since the last report, as after a corrected test."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fewidgets.files import write_atomically
from fewidgets.grading.gradebook import Gradebook
from fewidgets.grading.spreadsheet import BYTE_ORDER_MARK, Cell, csv_text

HEAD = ("when", "student", "question", "before", "after", "outcome before", "outcome after", "total before", "total after")

#: Points by student, then question: [points, outcome].
Snapshot = Mapping[str, Mapping[str, tuple[float, str]]]


def snapshot_of(book: Gradebook) -> dict[str, dict[str, tuple[float, str]]]:
    return {
        student: {question.question: (question.points, question.verdict) for question in result.questions}
        for student, result in sorted(book.results.items())
    }


def change_rows(before: Snapshot, after: Snapshot, when: datetime) -> Iterator[list[Cell]]:
    stamp = when.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    for student in sorted(before.keys() & after.keys()):
        old, new = before[student], after[student]
        totals = [sum(points for points, _ in questions.values()) for questions in (old, new)]
        for question in sorted(old.keys() | new.keys()):
            was, now = old.get(question, (0.0, "")), new.get(question, (0.0, ""))
            if abs(was[0] - now[0]) > 1e-9 or was[1] != now[1]:
                yield [stamp, student, question, was[0], now[0], was[1], now[1], *totals]


def record_changes(folder: Path, book: Gradebook, when: datetime) -> list[list[Cell]]:
    """Add what changed since the last report to ``changes.csv``; ``reported.json`` keeps the grades for the next time."""
    reported, table = folder / "reported.json", folder / "changes.csv"
    after = snapshot_of(book)
    rows = list(change_rows(_read(reported), after, when))
    earlier = _earlier(table)
    if rows or not earlier:
        write_atomically(table, (BYTE_ORDER_MARK + (earlier or csv_text([HEAD])) + csv_text(rows)).encode("utf-8"))
    write_atomically(reported, json.dumps(after, ensure_ascii=False, indent=1).encode("utf-8"))
    return rows


def students_in(rows: Iterable[list[Cell]]) -> list[str]:
    return list(dict.fromkeys(str(row[1]) for row in rows))


def _read(path: Path) -> dict[str, dict[str, tuple[float, str]]]:
    try:
        stored: Any = json.loads(path.read_text(encoding="utf-8"))
        return {
            str(student): {str(name): (float(points), str(outcome)) for name, (points, outcome) in questions.items()}
            for student, questions in stored.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # nothing reported yet, or the record is damaged: there is nothing to compare with


def _earlier(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    first = next(csv.reader(io.StringIO(text)), [])
    return text if tuple(first) == HEAD else ""
