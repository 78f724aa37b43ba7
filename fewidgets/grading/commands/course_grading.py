"""Grade the submissions of a set in a course folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fewidgets.files import NotAFileError, open_regular
from fewidgets.grading.collect.record import delivery_of, with_notes
from fewidgets.grading.collect.unplaced import unplaced, why_not_graded
from fewidgets.grading.course.course import Course
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course.outlines import outlines_of
from fewidgets.grading.errors import GradingError
from fewidgets.grading.limits import Limits, limits_of
from fewidgets.grading.mark.batch import stored_result
from fewidgets.grading.mark.submission import EVERYBODY, Job, fingerprint
from fewidgets.grading.notebook import MOST_BYTES, Cell
from fewidgets.grading.notebook_mark import mark_of
from fewidgets.grading.question import GradedSet
from fewidgets.grading.release.releasing import handed_out, read_source, try_questions
from fewidgets.grading.report.by_hand import with_points_by_hand
from fewidgets.grading.result import SubmissionResult, Tier
from fewidgets.grading.run.repair import repair


def course_limits(course: Course) -> Limits:
    table = course.settings.get("limits", {})
    try:
        return limits_of(table if isinstance(table, dict) else {"limits": table})
    except ValueError as error:
        raise GradingError(f"course.toml, [limits]: {error}") from error


def handed_in(course: Course, name: str) -> list[str]:
    folder = course.submitted(name, "x").parent.parent
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.is_dir() and course.submitted(name, path.name).is_file())


def jobs_of(course: Course, name: str, tier: Tier) -> list[Job]:
    """Return what is to be graded: one job for each student who has handed in a set."""
    path = course.source(course.require_set(name))
    questions = (path.parent / "questions.py").read_text(encoding="utf-8")
    try_questions(course.load(name), course.secret, "trial")
    cells = handed_out(course, name)
    students = handed_in(course, name)
    others = tuple(sorted({student.id for student in course.students} | set(students)))
    limits, jobs = course_limits(course), []
    for student in students:
        content = _content(course.submitted(name, student))
        job = Job(
            student,
            *_seeds_of(course, name, student, content),
            content,
            questions,
            cells,
            course.secret,
            others,
            tier,
            limits,
            "",
        )
        jobs.append(replace(job, fingerprint=fingerprint(job)))
    return jobs


def gradebook_of(course: Course, name: str, results: Mapping[str, SubmissionResult]) -> Gradebook:
    graded = course.load(name)
    outlines = outlines_of(graded, read_source(course, name))
    titles = {outline.name: outline.title for outline in outlines}
    cells = handed_out(course, name) if results else ()
    answers = {student: _answers(_content(course.submitted(name, student)), cells, graded) for student in results}
    marked = with_points_by_hand(course.graded(name), results, titles, answers)
    return Gradebook(
        name,
        graded.version,
        graded.title,
        outlines,
        students=tuple({**student.columns, "id": student.id} for student in course.students),
        results={student: with_notes(course, name, result) for student, result in marked.results.items()},
        unplaced=tuple((each.file, why_not_graded(each)) for each in unplaced(course, name)),
        by_hand=tuple(marked.said),
        deliveries={student: delivery_of(course, name, student) for student in results},
        changed=marked.changed,
        answers=answers,
    )


def stored_book(course: Course, name: str) -> Gradebook:
    """Return the gradebook of a set that has been graded, from its stored results."""
    version = course.load(name).version
    results = {}
    for path in sorted((course.graded(name) / "results").glob("*.json")):
        result = stored_result(path)
        if result is not None and result.version == version and result.student == path.name.removesuffix(".json"):
            results[result.student] = result
    if not results:
        raise GradingError(f"nothing of {name} has been graded. First: fewidgets exercises grade {course.folder}")
    return gradebook_of(course, name, results)


def _answers(content: bytes, cells: Sequence[Cell], graded: GradedSet) -> dict[str, str]:
    """Return what a student wrote for each question: a text, or code with the cells added below it."""
    repaired = repair(content, cells, graded)
    found = {each.name: repaired.texts.get(each.name, "") for each in graded.questions}
    for step in repaired.steps:
        if step.question in found and not step.data_of and step.question not in repaired.texts:
            found[step.question] += f"{step.source}\n"
    return found


def guarded_files(course: Course, name: str) -> Sequence[Path]:
    """Return the files of a course that nobody may change while students' code runs."""
    own = [path for path in course.folder.iterdir() if path.is_file()]
    folders = [course.source(name).parent, course.submitted(name, "x").parent.parent]
    return own + [path for folder in folders if folder.is_dir() for path in sorted(folder.rglob("*")) if path.is_file()]


def _seeds_of(course: Course, name: str, student: str, content: bytes) -> tuple[str, int]:
    """Return the student and the version that the data were made for; no student if all got the same."""
    mark = mark_of(content, course.secret)
    if mark is not None and mark.set == name:
        return EVERYBODY if mark.student == EVERYBODY else student, mark.version
    same, own = course.released(name), course.released(name, student)
    return EVERYBODY if same.is_file() and not own.is_file() else student, course.load(name).version


def _content(path: Path) -> bytes:
    """Return a submission. What is no file, or cannot be read, is graded as an empty one."""
    try:
        with open_regular(path) as file:
            return file.read(MOST_BYTES + 1)
    except (NotAFileError, OSError):
        return b""
