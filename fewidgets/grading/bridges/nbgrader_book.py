"""Put the grades into a gradebook of nbgrader: each question becomes one graded cell."""

from __future__ import annotations

import warnings
from pathlib import Path

from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.errors import GradingError


def write_nbgrader(path: Path, book: Gradebook) -> int:
    """Add a set's grades to a gradebook of nbgrader; grades that a person gave there stay."""
    try:
        from nbgrader.api import Gradebook as Database
    except ImportError as error:
        raise GradingError('the gradebook needs nbgrader: pip install "fewidgets[grading]"') from error
    written = 0
    with warnings.catch_warnings(), Database(f"sqlite:///{path}") as database:
        warnings.simplefilter("ignore")  # nbgrader's queries warn of the order in which it adds rows
        database.update_or_create_assignment(book.name)
        database.update_or_create_notebook(book.name, book.name)
        for outline in book.outlines:
            place = (outline.name, book.name, book.name)
            database.update_or_create_grade_cell(*place, max_score=outline.of, cell_type="code")
        for entry in book.entries():
            first, _, last = entry.name.rpartition(" ")
            database.update_or_create_student(entry.student, first_name=first or None, last_name=last or None)
            if entry.result is None:
                continue
            database.update_or_create_submission(book.name, entry.student)
            for outline in book.outlines:
                question = entry.question(outline.name)
                grade = database.find_grade(outline.name, book.name, book.name, entry.student)
                by_hand = question is not None and question.outcome == "by hand"
                grade.auto_score = None if by_hand else question.points if question else 0.0
                grade.needs_manual_grade = by_hand and grade.manual_score is None
            written += 1
        database.db.commit()
    return written
