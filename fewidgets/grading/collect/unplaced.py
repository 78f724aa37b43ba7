"""Files that belong to no student: kept in ``submitted/unplaced``, listed, and tried again later.

The teacher may rename one there, which is then read by its new name, or delete it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path, PurePosixPath

from fewidgets.grading.collect.files import HandedIn, local_time, read_file
from fewidgets.grading.course.course import Course
from fewidgets.grading.course_files import digest_of, renew, store_json, stored_json

#: Where files without an owner are kept, inside ``submitted``, and what is known of them.
FOLDER, RECORD = "unplaced", "unplaced.json"

#: What is wrong with a file that is hardly anybody's work, such as a stray ``notes.txt``: it is kept, and has no row.
STRAY = "it is not a notebook, and does not say whose it is."


@dataclass(frozen=True)
class Unplaced:
    """A file that could not be given to a student, or has found its student later."""

    file: str
    why: str  # such as "it does not say whose it is."
    set: str = ""
    student: str = ""
    kept_as: str = ""  # the name of the copy; "" if there is none
    sha256: str = ""
    place: str = ""  # the folder or the archive

    @property
    def stray(self) -> bool:
        """Whether it is hardly anybody's work."""
        return self.why == STRAY

    @property
    def dismissed(self) -> bool:
        """Whether the teacher has deleted the copy, so that it is left out."""
        return bool(self.sha256) and not self.kept_as and not self.student

    @property
    def key(self) -> tuple[str, str]:
        return self.file, self.sha256


def folder_of(course: Course) -> Path:
    return course.folder / "submitted" / FOLDER


def unplaced(course: Course, name: str = "", strays: bool = False) -> list[Unplaced]:
    folder = folder_of(course)
    files = folder.iterdir() if folder.is_dir() else ()
    there = {path.name: path for path in files if path.is_file() and not path.is_symlink() and path.name[0] != "."}
    stored = [each for each in recorded(course) if not each.dismissed]
    found = [each for each in stored if (each.kept_as in there if each.kept_as else not _has_come(course, each))]
    for kept in there.keys() - {each.kept_as for each in found}:
        found.append(Unplaced(kept, "it does not say whose it is.", kept_as=kept, sha256=digest_of(there[kept])))
    wanted = (each for each in found if (not name or each.set in ("", name)) and (strays or not each.stray))
    return sorted(wanted, key=lambda each: each.key)


def waiting(course: Course) -> Iterator[tuple[Unplaced, HandedIn]]:
    """Give the kept files, each under the name that it was handed in with, or that the teacher gave it."""
    for each in unplaced(course, strays=True):
        if each.kept_as:
            path = folder_of(course) / each.kept_as
            when = local_time(path.stat().st_mtime)
            yield each, HandedIn(PurePosixPath(each.file), when, partial(read_file, path), when, "file")


def keep(course: Course, file: HandedIn, digest: str, content: bytes) -> str:
    safe = re.sub(r"[^\w.-]", "_", file.path.name)[-60:]
    target = folder_of(course) / f"{digest[:16]}-{safe}"
    if not target.exists():
        renew(target, content)
        with suppress(ValueError, OverflowError, OSError):  # an archive may name the 31st of February: then it is of today
            when = datetime.fromisoformat(file.arrived).timestamp()
            os.utime(target, (when, when))
    return target.name


def record(course: Course, files: Iterable[Unplaced]) -> None:
    listed = sorted(files, key=lambda each: each.key)
    path = folder_of(course).with_name(RECORD)
    if listed or path.exists():
        store_json(path, [asdict(each) for each in listed])


def recorded(course: Course) -> list[Unplaced]:
    """Return the record; a damaged one counts as none, because the files are still there."""
    try:
        return [Unplaced(**each) for each in stored_json(folder_of(course).with_name(RECORD)) or ()]
    except TypeError:
        return []


def why_not_graded(each: Unplaced) -> str:
    whose = f" It is from {each.student}." if each.student else ""
    if not each.kept_as:
        return f"Not collected: {each.why}{whose} Ask for another file, and collect it."
    remedy = "collect it again with --set SET" if each.student else f"rename it to ID.ipynb in submitted/{FOLDER}, and collect"
    return f"Not graded: {each.why}{whose} It lies in submitted/{FOLDER} as {each.kept_as}. To grade it, {remedy}."


def how_to_place(course: Course, files: Iterable[Unplaced]) -> list[str]:
    kept = [each for each in files if each.kept_as]
    if not kept:
        return []
    again = f"fewidgets exercises collect {course.folder}" + ("" if all(each.set for each in kept) else " --set SET")
    return [
        f"To place a file, rename it to ID.ipynb in {folder_of(course)}, or add the name that it has to students.csv "
        f"(column name or canvas_id). To leave it out for good, delete it there.",
        f"Then: {again}",
    ]


def _has_come(course: Course, each: Unplaced) -> bool:
    return bool(each.student and each.set) and course.submitted(each.set, each.student).is_file()
