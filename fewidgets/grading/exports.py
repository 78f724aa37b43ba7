"""What ``fewidgets exercises export`` writes: grades for a learning platform, or the set for another grader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fewidgets.grading.course import Course, open_course
from fewidgets.grading.course_grading import stored_book
from fewidgets.grading.errors import GradingError
from fewidgets.grading.gradebook import Gradebook
from fewidgets.grading.gradescope import results_text
from fewidgets.grading.nbgrader_book import write_nbgrader
from fewidgets.grading.otter import write_otter
from fewidgets.grading.plain_tests import plain_tests
from fewidgets.grading.platforms import canvas_rows, moodle_rows
from fewidgets.grading.renewing import renew
from fewidgets.grading.spreadsheet import write_csv
from fewidgets.grading.student_report import shown
from fewidgets.grading.zips import feedback_zips, told


@dataclass(frozen=True)
class Wanted:
    course: Course
    set: str
    column: str = ""  # how the platform names the assignment; by default the set's title
    missing: float | None = None  # points of students who handed nothing in; None leaves the cell empty
    worksheet: Path | None = None  # Moodle's grading worksheet, with the participants' numbers


def export_sets(
    folder: Path,
    to: str,
    sets: Sequence[str] | None,
    column: str,
    missing: float | None,
    worksheet: Path | None = None,
) -> Iterator[str]:
    course = open_course(folder)
    names = list(sets or (course.sets if to == "otter" else _graded(course)))
    if not names:
        raise GradingError(f"nothing has been graded. First: fewidgets exercises grade {folder}")
    if (column or worksheet) and len(names) > 1:
        which = "--column names" if column else "--worksheet is for"
        raise GradingError(f"{which} the assignment of one set; use --set to choose between {', '.join(names)}")
    for name in names:
        yield from EXPORTS[to](Wanted(course, course.require_set(name), column, missing, worksheet))


def _graded(course: Course) -> list[str]:
    return [name for name in course.sets if any((course.graded(name) / "results").glob("*.json"))]


def export_canvas(wanted: Wanted) -> list[str]:
    path = _folder(wanted) / "canvas.csv"
    book = stored_book(wanted.course, wanted.set)
    edited = write_csv(path, canvas_rows(book, assignment=wanted.column, missing=wanted.missing), mark=False)
    return [
        *_kept(edited),
        f"{path}: import it in Canvas under Grades > Import",
        *_feedback(wanted, book, "canvas-feedback.zip"),
    ]


def export_moodle(wanted: Wanted) -> list[str]:
    path = _folder(wanted) / "moodle.csv"
    book = stored_book(wanted.course, wanted.set)
    edited = write_csv(path, moodle_rows(book, item=wanted.column, missing=wanted.missing), mark=False)
    return [
        *_kept(edited),
        f"{path}: import it in Moodle under Grades > Import > CSV file, and map 'ID number' to the ID number",
        *_feedback(wanted, book, "moodle-feedback.zip"),
    ]


def _kept(edited: Path | None) -> list[str]:
    return [f"{edited}: the table as somebody had edited it"] if edited else []


def _feedback(wanted: Wanted, book: Gradebook, name: str) -> list[str]:
    archives = feedback_zips(wanted.course, book, wanted.worksheet)
    return told([each for each in archives if each[0].name == name])


def export_gradescope(wanted: Wanted) -> list[str]:
    book = stored_book(wanted.course, wanted.set)
    folder = _folder(wanted) / "gradescope"
    count = 0
    for entry in book.entries():
        if entry.result:
            place = folder / entry.student
            place.mkdir(parents=True, exist_ok=True)
            text = results_text(shown(book, entry), entry.result.seconds)
            renew(place / "results.json", text.encode("utf-8"))
            count += 1
    return [f"{folder}: results.json of {count} submission{'' if count == 1 else 's'}"]


def export_nbgrader(wanted: Wanted) -> list[str]:
    path = wanted.course.folder / "gradebook.db"
    count = write_nbgrader(path.resolve(), stored_book(wanted.course, wanted.set))
    return [f"{path}: grades of {count} submission{'' if count == 1 else 's'}"]


def export_otter(wanted: Wanted) -> list[str]:
    tests = plain_tests(wanted.course.load(wanted.set), wanted.course.secret)
    path = write_otter(_folder(wanted) / "otter", tests)
    return [
        f"{path}: for otter run, otter grade and Gradescope",
        "It fits the notebook that all students share (release --same-data). Otter runs these tests in the student's own",
        "process, where they can be read and deceived: use them for feedback, and grade with fewidgets exercises grade.",
    ]


def _folder(wanted: Wanted) -> Path:
    folder = wanted.course.graded(wanted.course.require_set(wanted.set))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


#: What can be exported.
EXPORTS: dict[str, Callable[[Wanted], list[str]]] = {
    "canvas": export_canvas,
    "moodle": export_moodle,
    "gradescope": export_gradescope,
    "nbgrader": export_nbgrader,
    "otter": export_otter,
}
