"""Grades in the forms that Canvas and Moodle import.

Canvas takes the file under Grades → Import. The first row names the columns; "Section" must be the last one before the
assignments, and the row "Points Possible" gives the points. Canvas finds a student by "ID", then by "SIS User ID", then by
"SIS Login ID", then by name. A column named "Title (number)" belongs to the assignment of that number.

Moodle takes the file under Grades → Import → CSV file, where the teacher says which column identifies the student and which
column belongs to which grade item. It can import the points and a feedback text for each item.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fewidgets.grading.gradebook import Entry, Gradebook
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


def canvas_rows(book: Gradebook, *, assignment: str = "", missing: float | None = None) -> Iterator[list[Cell]]:
    """Yield the rows of a Canvas gradebook import, the header and the points possible first.

    Parameters
    ----------
    book : Gradebook
        The results. Submissions of people who are not on the list of students are left out.
    assignment : str
        The column of the assignment as Canvas exports it, such as "Boosting (4711)". By default the set's title, which Canvas
        uses to find an assignment of that name, or offers to create one.
    missing : float, optional
        What students get who handed nothing in. By default the cell stays empty.

    Yields
    ------
    list of str, float or None
        Student, ID, SIS User ID, SIS Login ID, Section, points.
    """
    yield [*CANVAS_COLUMNS, assignment or book.title]
    yield ["    Points Possible", *[""] * (len(CANVAS_COLUMNS) - 1), book.of]
    for entry in book.entries():
        if entry.listed:
            found = [_first(entry.columns, names) for names in CANVAS_COLUMNS.values()]
            yield [found[0] or entry.student, *found[1:], entry.points if entry.result else missing]


def moodle_rows(book: Gradebook, *, item: str = "", missing: float | None = None) -> Iterator[list[Cell]]:
    """Yield the rows of a Moodle grade import, the header first.

    Parameters
    ----------
    book : Gradebook
        The results. Submissions of people who are not on the list of students are left out.
    item : str
        The name of the grade item; by default the set's title.
    missing : float, optional
        What students get who handed nothing in. By default the cell stays empty.

    Yields
    ------
    list of str, float or None
        The columns that identify a student, the points, and a feedback text with the points of each question.
    """
    entries = [entry for entry in book.entries() if entry.listed]
    columns = {
        title: names
        for title, names in MOODLE_COLUMNS.items()
        if title == "ID number" or any(_first(entry.columns, names) for entry in entries)
    }
    title = item or book.title
    yield [*columns, title, f"{title} (feedback)"]
    for entry in entries:
        identity = [_first(entry.columns, names) for names in columns.values()]
        yield [*identity, entry.points if entry.result else missing, _feedback(entry, book)]


def _first(columns: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((value for name in names if (value := (columns.get(name) or "").strip())), "")


def _feedback(entry: Entry, book: Gradebook) -> str:
    if entry.result is None:
        return "Nothing was handed in."
    found = ((outline, entry.question(outline.name)) for outline in book.outlines)
    told = (f"{outline.title}: {question.points:g} of {outline.of:g}" for outline, question in found if question)
    return "\n".join([*told, *([f"Handed in late: {entry.late}."] if entry.late else [])])
