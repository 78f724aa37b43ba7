"""The record of the file that counts for a student: its origin, its time, and why it counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath

from fewidgets.grading import Json
from fewidgets.grading.collect.files import local_time
from fewidgets.grading.collect.owners import marked_late
from fewidgets.grading.course.course import Course
from fewidgets.grading.course.deadlines import CALLED, Delivery, lateness
from fewidgets.grading.course_files import digest_of, stored_json
from fewidgets.grading.result import SubmissionResult

#: What was decided about a student's file.
RECORD = "collected.json"

#: What the record says of each file.
ENTRY = ("file", "modified", "sha256", "kept_as", "notebook", "arrived", "clock")


def record_of(target: Path) -> Json:
    found = stored_json(target.with_name(RECORD))
    return found if isinstance(found, dict) else {}


def with_notes(course: Course, name: str, result: SubmissionResult) -> SubmissionResult:
    record, delivery = _about_what_is_there(course.submitted(name, result.student)), delivery_of(course, name, result.student)
    notes, teacher, look, doubts = (record.get(what, []) for what in ("notes", "for_teacher", "attention", "doubts"))
    if delivery.late:
        time, clock = delivery.time.replace("T", " at "), CALLED.get(delivery.clock)
        notes = [*notes, f"Handed in late, by {delivery.late}: on {time}{f' (the time {clock})' if clock else ''}."]
        in_time = [each for each in record.get("files", []) if each.get("answers") and not _late(course, name, each)]
        doubts = [*doubts, *(f"It came late. {each['kept_as']} has answers, too, and came in time." for each in in_time)]
    return replace(
        result,
        notes=(*notes, *result.notes),
        for_teacher=(*teacher, *result.for_teacher),
        attention=(*look, *doubts, *result.attention),
    )


def delivery_of(course: Course, name: str, student: str) -> Delivery:
    target = course.submitted(name, student)
    record = _about_what_is_there(target)
    if not record:
        with suppress(OSError):
            record = {"arrived": local_time(target.stat().st_mtime), "clock": "file"}
    return Delivery(_time_of(record), str(record.get("clock", "")), _late(course, name, record))


def _time_of(entry: Json) -> str:
    return str(entry.get("arrived") or entry.get("modified") or "")


def _late(course: Course, name: str, entry: Json) -> str:
    found = lateness(_time_of(entry), course.deadlines.get(name))
    return found or ("Canvas says so" if marked_late(PurePosixPath(str(entry.get("file", "")))) else "")


def _about_what_is_there(target: Path) -> Json:
    record, there = record_of(target), digest_of(target)
    files = [each for each in record.get("files", []) if isinstance(each, dict)]
    return next((each for each in (record, *files) if each.get("sha256") == there), {})


def missing(course: Course, name: str) -> list[str]:
    return [student.id for student in course.students if not course.submitted(name, student.id).is_file()]
