"""Grades in the forms that Canvas and Moodle import.

Canvas: "Section" is the last column before the assignments, the row "Points Possible" gives the points, and "Title (number)"
is the assignment of that number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fewidgets.grading import Texts
from fewidgets.grading.course.gradebook import Entry, Gradebook
from fewidgets.grading.spreadsheet import Cell

#: Columns of students.csv from which each column of Canvas is taken; the first that there is.
CANVAS_COLUMNS = {
    "Student": ("canvas_name", "name"),
    "ID": ("canvas_id",),
    "SIS User ID": ("sis_user_id", "id"),
    "SIS Login ID": ("sis_login_id", "login", "username", "id"),
    "Section": ("section",),
}
#: The same for Moodle. A column without any value is left out.
MOODLE_COLUMNS = {
    "ID number": ("moodle_id", "id"),
    "Username": ("username", "login"),
    "Email address": ("email",),
    "Full name": ("name",),
}


def canvas_rows(book: Gradebook, *, column: str = "", missing: float | None = None) -> Iterator[list[Cell]]:
    yield [*CANVAS_COLUMNS, column or book.title]
    yield ["    Points Possible", *[""] * (len(CANVAS_COLUMNS) - 1), book.of]
    for entry in book.entries():
        if entry.listed:
            found = [_first(entry.columns, names) for names in CANVAS_COLUMNS.values()]
            yield [found[0] or entry.student, *found[1:], entry.points if entry.result else missing]


def moodle_rows(book: Gradebook, *, column: str = "", missing: float | None = None) -> Iterator[list[Cell]]:
    entries = [entry for entry in book.entries() if entry.listed]
    columns = {
        title: names
        for title, names in MOODLE_COLUMNS.items()
        if title == "ID number" or any(_first(entry.columns, names) for entry in entries)
    }
    title = column or book.title
    yield [*columns, title, f"{title} (feedback)"]
    for entry in entries:
        identity = [_first(entry.columns, names) for names in columns.values()]
        yield [*identity, entry.points if entry.result else missing, _feedback(entry, book)]


def _first(columns: Mapping[str, str], names: Texts) -> str:
    return next((value for name in names if (value := (columns.get(name) or "").strip())), "")


def _feedback(entry: Entry, book: Gradebook) -> str:
    if entry.result is None:
        return "Nothing was handed in."
    found = ((outline, entry.question(outline.name)) for outline in book.outlines)
    told = (f"{outline.title}: {question.points:g} of {outline.of:g}" for outline, question in found if question)
    return "\n".join([*told, *([f"Handed in late: {entry.late}."] if entry.late else [])])
