"""Write everything that comes out of grading a set: tables, pages and the record of changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fewidgets.grading.changes import record_changes, students_in
from fewidgets.grading.gradebook import Gradebook
from fewidgets.grading.grades import grade_rows
from fewidgets.grading.misconceptions import misconception_page, misconception_rows
from fewidgets.grading.platforms import canvas_rows, moodle_rows
from fewidgets.grading.renewing import renew
from fewidgets.grading.report_page import MARK
from fewidgets.grading.spreadsheet import write_csv
from fewidgets.grading.student_report import report, report_names, shown

#: The folder of the students' pages, inside the set's folder with the grades.
PAGES = "reports"


@dataclass(frozen=True)
class Written:
    grades: Path
    pages: dict[str, Path]
    changed: tuple[str, ...]
    edited: tuple[Path, ...] = ()  # where tables are kept that somebody has edited


def write_reports(folder: Path, book: Gradebook, when: datetime | None = None) -> Written:
    """Write all tables and pages, each atomically and only where it changes; a table that somebody has edited is kept under
    another name.
    """
    pages_folder = folder / PAGES
    pages_folder.mkdir(parents=True, exist_ok=True)
    edited = (
        write_csv(folder / "grades.csv", grade_rows(book)),
        write_csv(folder / "canvas.csv", canvas_rows(book), mark=False),
        write_csv(folder / "moodle.csv", moodle_rows(book), mark=False),
        write_csv(folder / "misconceptions.csv", misconception_rows(book)),
    )
    renew(folder / "misconceptions.html", misconception_page(book).encode("utf-8"))
    changed = students_in(record_changes(folder, book, when or datetime.now(UTC)))
    entries = [entry for entry in book.entries() if entry.result]
    names = report_names(entry.student for entry in entries)
    pages = {entry.student: pages_folder / names[entry.student] for entry in entries}
    for entry in entries:
        renew(pages[entry.student], report(shown(book, entry)).encode("utf-8"))
    for old in set(pages_folder.glob("*.html")) - set(pages.values()):
        if MARK.encode() in old.read_bytes():
            old.unlink()
    return Written(folder / "grades.csv", pages, tuple(changed), tuple(filter(None, edited)))
