"""Write everything that comes out of grading a set: tables, pages and the record of changes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean

from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course_files import renew
from fewidgets.grading.report.changes import record_changes
from fewidgets.grading.report.grades import grade_rows
from fewidgets.grading.report.misconceptions import misconception_page, misconception_rows
from fewidgets.grading.report.page import MARK
from fewidgets.grading.report.platforms import canvas_rows, moodle_rows
from fewidgets.grading.report.student_report import report, report_names
from fewidgets.grading.spreadsheet import write_csv

#: The folder of the students' pages, inside the set's folder with the grades.
PAGES = "reports"

#: What was measured, in the form in which a `ClassView` reads the scores of a class.
MEASURED = "class.predictions.jsonl"


@dataclass(frozen=True)
class Written:
    grades: Path
    pages: dict[str, Path]
    changed: list[str]  # whose points changed since the last report
    edited: list[Path]  # where tables are kept that somebody has edited


def write_reports(folder: Path, book: Gradebook, when: datetime | None = None) -> Written:
    """Write all tables and pages where they change; an edited table is kept under another name."""
    tables = {"grades": grade_rows, "canvas": canvas_rows, "moodle": moodle_rows, "misconceptions": misconception_rows}
    edited = [
        write_csv(folder / f"{name}.csv", rows(book), mark=name not in ("canvas", "moodle")) for name, rows in tables.items()
    ]
    renew(folder / "misconceptions.html", misconception_page(book).encode())
    changed = record_changes(folder, book, when or datetime.now(UTC))
    entries = [entry for entry in book.entries() if entry.result]
    measured = measured_lines(book)
    if measured or (folder / MEASURED).exists():
        renew(folder / MEASURED, measured.encode())
    names = report_names(entry.student for entry in entries)
    pages = {student: folder / PAGES / name for student, name in names.items()}
    for entry in entries:
        renew(pages[entry.student], report(book, entry).encode())
    for old in set((folder / PAGES).glob("*.html")) - set(pages.values()):
        if MARK.encode() in old.read_bytes():
            old.unlink()
    return Written(folder / "grades.csv", pages, changed, [path for path in edited if path])


def measured_lines(book: Gradebook) -> str:
    """Return one line for each mean of what was measured, in order of size, so that nothing says whose it is."""
    results = [entry.result for entry in book.entries() if entry.result]
    found = [mean(each.measured) for result in results for each in result.questions if each.measured]
    lines = (
        {"name": book.name, "outcome": "score", "error": round(error, 4), "member": number}
        for number, error in enumerate(sorted(found))
    )
    return "".join(f"{json.dumps(line)}\n" for line in lines)
