"""Zip archives for learning platforms: notebooks to hand out, and reports to give back, each to its student.

Moodle: a student's folder is named ``FULL NAME_NUMBER_assignsubmission_file_``, with the participant's number in the
assignment. Canvas: a file must begin as the one that was downloaded, ``name_USER_FILE_``.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from fewidgets.grading.collect.owners import Owners, canvas_prefix, moodle_folder
from fewidgets.grading.collect.record import record_of
from fewidgets.grading.course.course import Course
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course_files import renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.report.student_report import report
from fewidgets.grading.spreadsheet import read_csv

#: Where each archive is uploaded.
MOODLE_TAKES = " for Moodle: Submissions > Actions > Upload multiple feedback files in a zip"
CANVAS_TAKES = " for Canvas: Gradebook > menu of the assignment > Re-Upload Submissions. Upload it once: each upload comments"

#: The columns of a grading worksheet that may say who a participant is: those after the first one. Points come later.
_WHO = slice(1, 5)


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return target.getvalue()


def released_zips(course: Course, name: str, worksheet: Path | None = None) -> list[tuple[Path, int]]:
    """Write archives of the notebooks that students get: one folder a student, and one that Moodle hands out."""
    paths = {student.id: course.released(name, student.id) for student in course.students}
    books = {student: path.read_bytes() for student, path in paths.items() if path.is_file()}
    folder = course.released(name).parent
    files = {folder / f"{name}.zip": {f"{student}/{name}.ipynb": content for student, content in books.items()}}
    places = worksheet_folders(course, name, worksheet)
    if places:
        files[folder / "moodle.zip"] = {
            f"{places[student]}/{name}.ipynb": content for student, content in books.items() if student in places
        }
    return _written(files)


def feedback_zips(course: Course, book: Gradebook, worksheet: Path | None = None) -> list[tuple[Path, int]]:
    places = worksheet_folders(course, book.name, worksheet)
    moodle: dict[str, bytes] = {}
    canvas: dict[str, bytes] = {}
    for entry in book.entries():
        if entry.result is None or not entry.listed:
            continue
        page = report(book, entry).encode("utf-8")
        path = PurePosixPath(str(record_of(course.submitted(book.name, entry.student)).get("file", "")))
        place, prefix = moodle_folder(path) or places.get(entry.student, ""), canvas_prefix(path)
        if place:
            moodle[f"{place}/{book.name}.html"] = page
        if prefix:
            canvas[f"{prefix}{book.name}.html"] = page
    folder = course.graded(book.name)
    return _written({folder / "moodle-feedback.zip": moodle, folder / "canvas-feedback.zip": canvas})


def told(archives: list[tuple[Path, int]]) -> list[str]:
    takes = {"moodle-feedback.zip": MOODLE_TAKES, "canvas-feedback.zip": CANVAS_TAKES}
    return [f"{path}: {count} report{'' if count == 1 else 's'}{takes[path.name]}" for path, count in archives]


def worksheet_folders(course: Course, name: str, worksheet: Path | None = None) -> dict[str, str]:
    """Return the name of each student's folder from Moodle's grading worksheet, in whatever language it is."""
    known = course.submitted(name, "x").parents[1] / "worksheet.csv"
    path = worksheet or known
    if not path.exists() and worksheet is None:
        return {}
    rows = read_csv(path)
    owners, found = Owners(course.students), dict[str, str]()
    for row in rows[1:]:
        number = re.search(r"(\d+)\s*$", row[0]) if row else None
        student = owners.by_cells(row[_WHO]) if number else ""
        if number and student:
            full_name = re.sub(r"[^\w .'-]|_", " ", row[1]).strip() or "Participant"
            found[student] = f"{full_name}_{number[1]}_assignsubmission_file_"
    if not found:
        raise GradingError(
            f"{path} names no student of the course. It must be the grading worksheet of the assignment, with the ID numbers, "
            "names or addresses of students.csv"
        )
    renew(known, path.read_bytes())
    return found


def _written(archives: Mapping[Path, Mapping[str, bytes]]) -> list[tuple[Path, int]]:
    """Write the archives that have something in them. One that has nothing any more is removed."""
    for path, files in archives.items():
        if files:
            renew(path, zip_bytes(files))
        else:
            path.unlink(missing_ok=True)
    return [(path, len(files)) for path, files in archives.items() if files]
