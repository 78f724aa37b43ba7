"""What is written down about the file that counts for a student: where it is from, when it came, and why it counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from fewidgets.files import open_regular
from fewidgets.grading.course import Course
from fewidgets.grading.deadlines import CALLED, Delivery, lateness
from fewidgets.grading.handed_files import local_time
from fewidgets.grading.owners import marked_late
from fewidgets.grading.result import SubmissionResult

#: What was decided about a student's file.
RECORD = "collected.json"

#: What the record says of each file.
ENTRY = ("file", "modified", "sha256", "kept_as", "notebook", "arrived", "clock")


def record_of(target: Path) -> dict[str, Any]:
    try:
        found = json.loads(target.with_name(RECORD).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def digest_of(path: Path) -> str:
    try:
        with open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def with_notes(course: Course, name: str, result: SubmissionResult) -> SubmissionResult:
    record, delivery = _about_what_is_there(course.submitted(name, result.student)), delivery_of(course, name, result.student)
    notes, teacher, look, doubts = (
        tuple(map(str, found)) if isinstance(found, list) else ()
        for found in map(record.get, ("notes", "for_teacher", "attention", "doubts"))
    )
    if delivery.late:
        time, clock = delivery.time.replace("T", " at "), CALLED.get(delivery.clock)
        notes += (f"Handed in late, by {delivery.late}: on {time}{f' (the time {clock})' if clock else ''}.",)
        in_time = [each for each in record.get("files", []) if each.get("answers") and not _late(course, name, each)]
        doubts += tuple(f"It came late. {each['kept_as']} has answers, too, and came in time." for each in in_time)
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
    time = str(record.get("arrived") or record.get("modified") or "")
    return Delivery(time, str(record.get("clock", "")), _late(course, name, record))


def _late(course: Course, name: str, entry: Mapping[str, Any]) -> str:
    found = lateness(str(entry.get("arrived") or entry.get("modified") or ""), course.deadlines.get(name))
    return found or ("Canvas says so" if marked_late(PurePosixPath(str(entry.get("file", "")))) else "")


def _about_what_is_there(target: Path) -> dict[str, Any]:
    record, there = record_of(target), digest_of(target)
    files = [each for each in record.get("files", []) if isinstance(each, dict)]
    return next((each for each in (record, *files) if each.get("sha256") == there), {})


def collected_from(course: Course, name: str, student: str) -> PurePosixPath:
    return PurePosixPath(str(record_of(course.submitted(name, student)).get("file", "")))


def missing(course: Course, name: str) -> list[str]:
    return [student.id for student in course.students if not course.submitted(name, student.id).is_file()]
