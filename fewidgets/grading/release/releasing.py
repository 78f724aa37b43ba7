"""Release a set: write the notebook that each student gets, with data of their own."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fewidgets.authoring.exercise_sets import BEGIN_HIDDEN, BEGIN_SOLUTION, nbgrader_of
from fewidgets.authoring.notebook_format import StoreError, read_notebook
from fewidgets.authoring.student_copies import student_copy
from fewidgets.grading import Json, Texts
from fewidgets.grading.course.course import Course
from fewidgets.grading.course_files import digest, digest_of, renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.literals import data_cell
from fewidgets.grading.mark.marking import expected_of
from fewidgets.grading.notebook import Cell, cell_of
from fewidgets.grading.notebook_mark import Mark
from fewidgets.grading.question import GradedSet, Values
from fewidgets.grading.run.plain import Packer
from fewidgets.grading.seeds import generator_of


@dataclass
class Release:
    written: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)  # up to date
    kept: list[Path] = field(default_factory=list)  # differ, and were kept


def prepare(course: Course, name: str, *, students: list[str] | None = None, same_data: bool = False) -> dict[Path, bytes]:
    """Make the notebooks of a set, and solve every question for every student."""
    graded, source = course.load(name), read_source(course, name)
    known = [student.id for student in course.students]
    unknown = sorted(set(students or []) - set(known))
    if unknown:
        raise GradingError(f"students.csv has no student {', '.join(map(repr, unknown))}")
    if not known and not same_data:
        raise GradingError("students.csv names no students. Write their ids into it, one a line, or release with --same-data")
    made = {}
    for student in [""] if same_data else students or known:
        try_questions(graded, course.secret, student, f" for {student}" if student else "")
        text = student_notebook(source, graded, course.secret, student)
        _refuse_leaks(text, course)
        made[course.released(name, student)] = text.encode()
    return made


def try_questions(graded: GradedSet, secret: bytes, student: str, whose: str = "") -> None:
    """Draw and solve every question of a set for one student, so that a mistake in ``questions.py`` shows in time."""
    for question in graded.questions:
        try:
            tried = expected_of(question, generator_of(secret, graded.name, graded.version, student, question.name))
            _require_plain([tried.data, *(case.arguments for case in tried.cases)])
            if isinstance(question, Values):
                data_cell(tried.data)
                missing = [name for name in question.names if name not in tried.values]
                if missing:
                    raise KeyError(f"solve returns no {missing[0]}")
        except Exception as error:
            raise GradingError(
                f"{question.name} of {graded.name} cannot be graded{whose} ({type(error).__name__}: {error}). "
                "Mend questions.py first"
            ) from error


def _require_plain(values: list[Any]) -> None:
    """Raise TypeError if something in data or cases could not be sent to a student's process as it is."""
    text = json.dumps(Packer().tree(values))
    strange = re.search(r'\{"o": "([^"]*)"\}', text)
    if strange:
        raise TypeError(f"its data or cases must be numbers, texts, arrays, lists and dicts; one is {strange[1]}")


def write(notebooks: Mapping[Path, bytes], *, force: bool = False) -> Release:
    done = Release()
    for path, content in notebooks.items():
        if digest_of(path) == digest(content):
            done.same.append(path)
        elif path.exists() and not force:
            done.kept.append(path)
        else:
            renew(path, content)
            done.written.append(path)
    return done


def student_notebook(source: Json, graded: GradedSet, secret: bytes, student: str) -> str:
    book = copy.deepcopy(source)
    cells = {str(nbgrader_of(cell).get("grade_id")): cell for cell in book["cells"] if nbgrader_of(cell)}
    for question in graded.questions:
        if question.name not in cells:
            raise GradingError(f"the source of {graded.name} must have an answer cell {question.name!r}")
        if isinstance(question, Values):
            cell = cells.get(f"{question.name}-data")
            if cell is None or not nbgrader_of(cell).get("locked"):
                raise GradingError(f"the source of {graded.name} must have a locked cell '{question.name}-data'")
            data = dict(question.data(generator_of(secret, graded.name, graded.version, student, question.name)))
            cell["source"] = data_cell(data)
    book.setdefault("metadata", {})["fewidgets"] = Mark(graded.name, graded.version, student).stored(secret)
    return student_copy(book, f"the source of {graded.name}", _answers_of(graded))


def handed_out(course: Course, name: str) -> tuple[Cell, ...]:
    """Return the cells of a set as students receive them, without their own data."""
    path = course.source(course.require_set(name))
    try:
        book = json.loads(student_copy(read_source(course, name), str(path), _answers_of(course.load(name))))
    except StoreError as error:
        raise GradingError(str(error)) from error
    return tuple(cell_of(cell) for cell in book["cells"])


def _answers_of(graded: GradedSet) -> dict[str, Texts]:
    return {question.name: question.answers for question in graded.questions}


def read_source(course: Course, name: str) -> Json:
    try:
        return read_notebook(course.source(name))
    except StoreError as error:
        raise GradingError(str(error)) from error


def _refuse_leaks(text: str, course: Course) -> None:
    """Stop before anything is handed out that must stay with the instructor."""
    place = json.dumps(str(course.folder.resolve()))[1:-1]
    for found, what in (
        (course.secret.decode(errors="replace"), "the secret of the course"),
        (BEGIN_SOLUTION, "a solution"),
        (BEGIN_HIDDEN, "a hidden test"),
        (place, "the path of the course"),
    ):
        if found in text and len(found) > 1:
            raise GradingError(f"nothing was written: the notebook would contain {what}")
