"""``grades.csv``: a row for every student and every submission, for the teacher alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fewidgets.grading.course.gradebook import Entry, Gradebook
from fewidgets.grading.spreadsheet import Cell

#: What stands for a submission that nobody on the list handed in.
NOT_LISTED = "not on the list of students"
#: What stands for a student without a submission.
NOTHING = "nothing handed in"
#: What stands in the column "submitted" for a file that could not be given to a student.
NOT_PLACED = "not placed"


def grade_rows(book: Gradebook) -> Iterator[list[Cell]]:
    """Yield the rows of ``grades.csv``, the header first, also for students and files without a match."""
    head: list[Cell] = [name for name, _ in _row(book, Entry("", {}, None))]
    yield head
    for entry in book.entries():
        yield [cell for _, cell in _row(book, entry)]
    for file, why in book.unplaced:
        known: dict[Cell, Cell] = {"student": file, "submitted": NOT_PLACED, "total": 0.0, "of": book.of, "notes": why}
        yield [known.get(column, "") for column in head]


def _row(book: Gradebook, entry: Entry) -> Iterator[tuple[str, Cell]]:
    """Yield the cells of a row, each with the name of its column."""
    result, asked = entry.result, [(outline, entry.question(outline.name)) for outline in book.outlines]
    yield "student", entry.student
    for name in book.students[0] if book.students else ():
        if name != "id":
            yield name, entry.columns.get(name, "")
    yield "submitted", "yes" if result else "no"
    yield "handed in", entry.delivery.time.replace("T", " ") if entry.delivery else ""
    yield "time from", entry.delivery.clock if entry.delivery else ""
    yield from (("late", entry.late), ("total", entry.points), ("of", book.of))
    for outline, found in asked:
        yield outline.name, found.points if found else 0.0
    for outline, found in asked:
        earned = {part.name: part.points for part in found.parts} if found else {}
        for part, _ in outline.parts:
            # Without parts, the teacher has given points for the whole question.
            yield f"{outline.name}: {part}", earned.get(part, None if found and not found.parts else 0.0)
    for outline, found in asked:
        words = (found.verdict, found.message, found.misconception) if found else ("", "", "")
        for what, cell in zip(("outcome", "reason", "mistake"), words, strict=True):
            yield f"{outline.name} {what}", cell
    yield "changed by hand", "; ".join(book.changed.get(entry.student, ()))
    yield "notes", "; ".join([*(result.notes if result else [NOTHING]), *([] if entry.listed else [NOT_LISTED])])
    yield "needs a look", "; ".join(for_teacher(book, entry, "attention"))
    yield "for the teacher", "; ".join(for_teacher(book, entry, "for_teacher"))
    yield "isolation", result.tier if result else ""
    yield "seconds", round(result.seconds, 2) if result else None


def for_teacher(book: Gradebook, entry: Entry, what: Literal["attention", "for_teacher"]) -> list[str]:
    """Return what only the teacher reads about a submission."""
    if entry.result is None:
        return []
    asked = [(outline.title, question) for outline in book.outlines if (question := entry.question(outline.name))]
    of_questions = [f"{title}: {remark}" for title, question in asked for remark in getattr(question, what)]
    return [*getattr(entry.result, what), *of_questions]
