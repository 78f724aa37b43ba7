"""``grades.csv``: a row for every student and every submission, for the teacher alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fewidgets.grading.gradebook import Entry, Gradebook, Outline
from fewidgets.grading.spreadsheet import Cell

#: What stands for a submission that nobody on the list handed in.
NOT_LISTED = "not on the list of students"
#: What stands for a student without a submission.
NOTHING = "nothing handed in"
#: What stands in the column "submitted" for a file that could not be given to a student.
NOT_PLACED = "not placed"


def grade_rows(book: Gradebook) -> Iterator[list[Cell]]:
    """Yield the rows of ``grades.csv``, the header first; students without a submission and files without a student have rows
    too.
    """
    extra = [name for name in (book.students[0] if book.students else {}) if name != "id"]
    head: list[Cell] = [
        "student",
        *extra,
        "submitted",
        "handed in",
        "time from",
        "late",
        "total",
        "of",
        *(outline.name for outline in book.outlines),
        *(f"{outline.name}: {part}" for outline in book.outlines for part, _ in outline.parts),
        *(f"{outline.name} {what}" for outline in book.outlines for what in ("outcome", "reason", "mistake")),
        "changed by hand",
        "notes",
        "needs a look",
        "for the teacher",
        "isolation",
        "seconds",
    ]
    yield head
    for entry in book.entries():
        yield [
            entry.student,
            *(entry.columns.get(name, "") for name in extra),
            "yes" if entry.result else "no",
            *((entry.delivery.time.replace("T", " "), entry.delivery.clock) if entry.delivery else ("", "")),
            entry.late,
            entry.points,
            book.of,
            *(_points(entry, outline) for outline in book.outlines),
            *(_part(entry, outline, part) for outline in book.outlines for part, _ in outline.parts),
            *(cell for outline in book.outlines for cell in _words(entry, outline)),
            "; ".join(book.changed.get(entry.student, ())),
            _notes(entry),
            "; ".join(for_teacher(book, entry, "attention")),
            "; ".join(for_teacher(book, entry, "for_teacher")),
            entry.result.tier if entry.result else "",
            round(entry.result.seconds, 2) if entry.result else None,
        ]
    for file, why in book.unplaced:
        known: dict[Cell, Cell] = {"student": file, "submitted": NOT_PLACED, "total": 0.0, "of": book.of, "notes": why}
        yield [known.get(column, "") for column in head]


def _points(entry: Entry, outline: Outline) -> float:
    found = entry.question(outline.name)
    return found.points if found else 0.0


def _part(entry: Entry, outline: Outline, part: str) -> float | None:
    found = entry.question(outline.name)
    if found and not found.parts:
        return None  # the teacher has given points for the whole question
    return sum(each.points for each in found.parts if each.name == part) if found else 0.0


def _words(entry: Entry, outline: Outline) -> tuple[str, str, str]:
    found = entry.question(outline.name)
    return (found.verdict, found.message, found.misconception) if found else ("", "", "")


def _notes(entry: Entry) -> str:
    notes = list(entry.result.notes) if entry.result else [NOTHING]
    return "; ".join([*notes, *([] if entry.listed else [NOT_LISTED])])


def for_teacher(book: Gradebook, entry: Entry, what: Literal["attention", "for_teacher"]) -> list[str]:
    """Return what only the teacher reads about a submission, with the title of the question that it is about."""
    if entry.result is None:
        return []
    asked = [(outline.title, question) for outline in book.outlines if (question := entry.question(outline.name))]
    of_questions = [f"{title}: {remark}" for title, question in asked for remark in getattr(question, what)]
    return [*getattr(entry.result, what), *of_questions]
