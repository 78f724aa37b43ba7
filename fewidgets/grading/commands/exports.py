"""What ``fewidgets exercises export`` writes: grades for a learning platform, or the set for another grader."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from fewidgets.grading.bridges.gradescope import gradescope_results
from fewidgets.grading.bridges.nbgrader_book import write_nbgrader
from fewidgets.grading.bridges.otter import write_otter
from fewidgets.grading.bridges.plain_tests import plain_tests
from fewidgets.grading.bridges.zips import feedback_zips, told
from fewidgets.grading.commands.course_grading import stored_book
from fewidgets.grading.course.course import Course, open_course
from fewidgets.grading.course_files import renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.report.platforms import canvas_rows, moodle_rows
from fewidgets.grading.spreadsheet import write_csv

#: Learning platforms: the rows of their table, and where a teacher imports it.
_PLATFORMS = {
    "canvas": (canvas_rows, "import it in Canvas under Grades > Import"),
    "moodle": (moodle_rows, "import it in Moodle under Grades > Import > CSV file, and map 'ID number' to the ID number"),
}


def export_sets(options: argparse.Namespace) -> Iterator[str]:
    """Export sets of a course as the command's options say, and yield the lines to print."""
    course, to = open_course(options.course), options.to
    names = list(options.set or (course.sets if to == "otter" else _graded(course)))
    if not names:
        raise GradingError(f"nothing has been graded. First: fewidgets exercises grade {options.course}")
    if (options.column or options.worksheet) and len(names) > 1:
        which = "--column names" if options.column else "--worksheet is for"
        raise GradingError(f"{which} the assignment of one set; use --set to choose between {', '.join(names)}")
    for name in names:
        folder = course.graded(course.require_set(name))
        if to in _PLATFORMS:
            yield from _table(course, name, folder, options)
        else:
            yield from {"gradescope": _gradescope, "nbgrader": _nbgrader, "otter": _otter}[to](course, name, folder)


def _graded(course: Course) -> list[str]:
    return [name for name in course.sets if any((course.graded(name) / "results").glob("*.json"))]


def _table(course: Course, name: str, folder: Path, options: argparse.Namespace) -> Iterator[str]:
    rows, where = _PLATFORMS[options.to]
    path, book = folder / f"{options.to}.csv", stored_book(course, name)
    edited = write_csv(path, rows(book, column=options.column, missing=options.missing), mark=False)
    if edited:
        yield f"{edited}: the table as somebody had edited it"
    yield f"{path}: {where}"
    archives = feedback_zips(course, book, options.worksheet)
    yield from told([each for each in archives if each[0].name == f"{options.to}-feedback.zip"])


def _gradescope(course: Course, name: str, folder: Path) -> Iterator[str]:
    book, count = stored_book(course, name), 0
    for entry in book.entries():
        if entry.result:
            results = gradescope_results(book, entry, entry.result.seconds)
            renew(folder / "gradescope" / entry.student / "results.json", results.encode())
            count += 1
    yield f"{folder / 'gradescope'}: results.json of {_submissions(count)}"


def _nbgrader(course: Course, name: str, _folder: Path) -> Iterator[str]:
    path = course.folder / "gradebook.db"
    yield f"{path}: grades of {_submissions(write_nbgrader(path.resolve(), stored_book(course, name)))}"


def _submissions(count: int) -> str:
    return f"{count} submission{'' if count == 1 else 's'}"


def _otter(course: Course, name: str, folder: Path) -> Iterator[str]:
    path = write_otter(folder / "otter", plain_tests(course.load(name), course.secret))
    yield f"{path}: for otter run, otter grade and Gradescope"
    yield "It fits the notebook that all students share (release --same-data). Otter runs these tests in the student's own"
    yield "process, where they can be read and deceived: use them for feedback, and grade with fewidgets exercises grade."
