"""Collect what students have handed in, whatever the files are called, and lose nothing of it.

Each student's newest notebook with answers becomes ``submitted/<set>/<student>/<set>.ipynb``; all others, and what a later
collection replaces, stay beside it in ``earlier/``. ``collected.json`` says where each file came from and why it counts.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from fewidgets.files import write_atomically
from fewidgets.grading.choosing import Forms, rank, why_counted, why_less
from fewidgets.grading.collected import ENTRY, RECORD, digest_of, missing, record_of
from fewidgets.grading.course import Course
from fewidgets.grading.handed_files import HandedIn, Refused, handed_in, local_time
from fewidgets.grading.marks import mark_of
from fewidgets.grading.owners import Owners, set_by_path
from fewidgets.grading.roster import id_fault
from fewidgets.grading.unplaced import STRAY, Unplaced, folder_of, keep, record, recorded, remove, unplaced, waiting

#: What it says of the one that counts alone: how its student was found, and what the teacher reads.
OWN = ("found_by", "for_teacher", "attention")


@dataclass(frozen=True)
class Found:
    """A file that was handed in, with whose it is and what for."""

    file: HandedIn
    digest: str
    notebook: bool  # has the name or the look of one
    set: str
    student: str
    found_by: str
    for_teacher: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()


@dataclass
class Collection:
    new: list[tuple[str, str]] = field(default_factory=list)
    newer: list[tuple[str, str]] = field(default_factory=list)
    same: list[tuple[str, str]] = field(default_factory=list)
    older: list[tuple[str, str]] = field(default_factory=list)  # older than the one that was there
    unplaced: list[Unplaced] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def collect(course: Course, place: Path | None = None, set_name: str = "") -> Collection:
    work = _Work(course, course.require_set(set_name) if set_name else course.sets[0] if len(course.sets) == 1 else "")
    if place is not None and place.resolve() != folder_of(course).resolve():
        work.read(place)
    work.try_again()
    forms = Forms(course)
    for (name, student), files in work.everything.items():
        _settle(course, name, student, files, forms, work.done)
    record(course, [*work.open.values(), *work.resolved.values()])
    for each in sorted(work.open.values(), key=lambda each: each.key):
        work.done.said.append(f"{each.file}: {each.why}{' It was left out.' if each.stray else ''}")
    work.done.unplaced = unplaced(course)
    return work.done


class _Work:
    def __init__(self, course: Course, other: str) -> None:
        self._course, self._other, self._owners = course, other, Owners(course.students)
        self._before = recorded(course)
        self._waiting = list(waiting(course))
        self._whose: dict[str, tuple[str, str]] = {}
        self._copies: list[Unplaced] = []
        self.done = Collection()
        self.everything: dict[tuple[str, str], list[Found]] = {}
        #: Files without a place, and files that found their student in this collection or an earlier one.
        self.open: dict[tuple[str, str], Unplaced] = {}
        self.resolved = {each.key: each for each in self._before if each.sha256 and not each.kept_as}
        here = {value for each, _ in self._waiting for value in (each.kept_as, each.sha256)}
        for each in self._before:
            if each.kept_as and not here & {each.kept_as, each.sha256}:  # neither there nor renamed: the teacher deleted it
                self.resolved[each.key] = replace(each, student="", kept_as="")

    def read(self, place: Path) -> None:
        """Place each file of a folder or an archive, or keep it where everybody sees it."""
        refused: list[Refused] = []
        where = str(place.resolve())
        for file in handed_in(place, refused):
            found = _look_at(file, self._course, self._owners, self._other)
            # Archives are closed once their files were given, so what must be kept is written now.
            if self._placed(found):
                continue
            known = self.resolved.get((str(file.path), found.digest))
            if known and known.dismissed:
                self.done.said.append(f"{file.path}: left out, because it was deleted from {folder_of(self._course)}.")
            elif not known:
                kept = keep(self._course, file, found.digest, content_of(file)[0])
                each = Unplaced(str(file.path), _lacks(found), found.set, found.student, kept, found.digest, where)
                self.open[each.key] = each
        for one in refused:
            name = set_by_path(one.path, self._course.sets) or self._other
            each = Unplaced(str(one.path), f"{one.why.removesuffix('.')}.", name, self._owners.by_path(one.path), place=where)
            self.open[each.key] = each
        # What an earlier collection of the same place could not read is there no more, or was refused again.
        self._before = [each for each in self._before if each.sha256 or each.place != where]

    def try_again(self) -> None:
        """Try what lies in ``submitted/unplaced``: the list of students may have changed, or the name of a file."""
        came = set(self._whose)  # what was handed in again, perhaps under a name that says whose it is
        kept = {each.kept_as for each, _ in self._waiting}
        for each, file in self._waiting:
            if each.key in self.open:
                continue
            found = _look_at(file, self._course, self._owners, self._other)
            if self._placed(found) or found.digest in came:
                name, student = self._whose[found.digest]
                # A file that was renamed in submitted/unplaced may be handed in again, under its old name.
                renamed = [old for old in self._before if old.sha256 == found.digest and old.kept_as not in {"", *kept}]
                for old in (each, *renamed):
                    if old.key not in self.open:
                        self.resolved[old.key] = replace(old, set=name, student=student, kept_as="", sha256=found.digest)
                self._copies.append(each)
            else:
                self.open[each.key] = replace(
                    each, why=_lacks(found), set=found.set, student=found.student, sha256=found.digest
                )
        for each in self._before:
            if not each.sha256 and each.key not in self.open:
                self.open[each.key] = each
        for each in self._copies:  # two files with the same content have one copy
            if each.kept_as not in {still.kept_as for still in self.open.values()}:
                remove(self._course, each)

    def _placed(self, found: Found) -> bool:
        if not (found.set and found.student):
            return False
        self.everything.setdefault((found.set, found.student), []).append(found)
        self._whose[found.digest] = (found.set, found.student)
        _keep_content(self._course, found)
        return True


def _lacks(found: Found) -> str:
    # A damaged archive may hold somebody's notebook.
    if not found.notebook and not found.student and found.file.path.suffix.casefold() != ".zip":
        return STRAY
    kind = "" if found.notebook else "is not a notebook, and "
    lacks = " and ".join(
        text for missing, text in ((found.student, "whose it is"), (found.set, "which set it belongs to")) if not missing
    )
    return f"it {kind}does not say {lacks}."


def _look_at(file: HandedIn, course: Course, owners: Owners, other: str) -> Found:
    content, look = content_of(file)
    mark = mark_of(content, course.secret)
    named = owners.by_path(file.path)
    name = mark.set if mark and mark.set in course.sets else set_by_path(file.path, course.sets) or other
    student, found_by = (mark.student, "metadata") if mark and not id_fault(mark.student) else (named, "name" if named else "")
    if mark and mark.student and named and named != mark.student:
        # A platform writes the name of whoever was logged in. Handing in another's notebook must not replace theirs.
        student, found_by = named, "name"
        look.append(f"This file lies under the name of {named}, and was released to {mark.student}.")
    elif student and student not in {each.id for each in course.students}:
        look.append(f"students.csv has no {student} any more.")
    notes = []
    if mark and mark.set not in course.sets:
        look.append(f"It belongs to the set {mark.set!r}, which the course has not.")
    elif mark and mark.version != course.load(mark.set).version:
        version = course.load(mark.set).version
        notes.append(f"It was released as version {mark.version}; the set is now version {version}.")
    digest, notebook = hashlib.sha256(content).hexdigest(), _is_notebook(file.path, content)
    return Found(file, digest, notebook, name, student, found_by, tuple(notes), tuple(look))


def content_of(file: HandedIn) -> tuple[bytes, list[str]]:
    try:
        return file.read(), []
    except OSError as error:
        return b"", [f"{file.path} cannot be read: {error.strerror or error}."]


def _is_notebook(path: PurePosixPath, content: bytes) -> bool:
    return ".ipynb" in path.name.casefold() or (b'"cells"' in content[:4096] and b'"nbformat"' in content)


def _kept_as(found: Found) -> str:
    """Return the name under which a file is kept: its content decides, so keeping it twice changes nothing."""
    ending = re.sub(r"[^A-Za-z0-9]", "", found.file.path.suffix)[:10]
    return f"{found.digest[:16]}.{ending or 'file'}"


def _keep_content(course: Course, found: Found) -> None:
    path = course.submitted(found.set, found.student).parent / "earlier" / _kept_as(found)
    _write_once(path, content_of(found.file)[0])


def _write_once(path: Path, content: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)


def _settle(course: Course, name: str, student: str, files: list[Found], forms: Forms, done: Collection) -> None:
    target, key = course.submitted(name, student), (name, student)
    before, there = record_of(target), digest_of(target)
    known = {str(each.get("sha256")): each for each in before.get("files", []) if isinstance(each, dict)}
    if there and there != before.get("sha256"):
        before = _by_hand(target, there)  # somebody has put it there, or a collection was interrupted
        before["file"] = known.get(there, before)["file"]
    # A file that is handed in again counts with its last time among others, and with its first one before a deadline.
    for entry in [*([{what: before.get(what, "") for what in ENTRY}] if there else []), *map(_entry, files)]:
        same = known.setdefault(entry["sha256"], entry)
        if str(entry["modified"]) > str(same.get("modified", "")):
            same |= {what: entry[what] for what in ("file", "modified")}
    for digest, each in known.items() if len(known) > 1 else ():
        each["answers"] = forms.answered(name, target if digest == there else target.parent / str(each.get("kept_as")))
    best = max(files, key=lambda found: rank(known[found.digest]))
    counts = known[best.digest]
    keeps = bool(there) and rank(known[there]) > rank(counts)
    if keeps:
        counts = known[there]
        done.older.append(key)
    else:
        before = {"found_by": best.found_by, "for_teacher": list(best.for_teacher), "attention": list(best.attention)}
        (done.same if there == best.digest else done.newer if there else done.new).append(key)
    notes, doubts = why_counted(counts, [each for digest, each in known.items() if digest != counts["sha256"]])
    told = [] if keeps else [*(notes if there != best.digest else ()), *best.for_teacher, *best.attention]
    done.said += [f"{name}, {student}: {note}" for note in (*told, *doubts)]
    if keeps:
        done.said.append(f"{name}, {student}: {best.file.path} {why_less(known[best.digest], counts)}")
    else:
        kept_as = str(known[there].get("kept_as", "")) if there else ""
        _replace(target, there, kept_as, target.parent / f"earlier/{_kept_as(best)}")
    record = {**counts, **{what: before.get(what, []) for what in OWN}, "notes": notes, "doubts": doubts}
    record["files"] = list(known.values())
    write_atomically(
        target.with_name(RECORD), (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode(errors="replace")
    )


def _entry(found: Found) -> dict[str, Any]:
    file, arrived = found.file, found.file.arrived
    values = (str(file.path), file.modified, found.digest, f"earlier/{_kept_as(found)}", found.notebook)
    return dict(zip(ENTRY, (*values, arrived.time, arrived.clock), strict=True))


def _replace(target: Path, there: str, keep_as: str, newest: Path) -> None:
    if there and not newest.name.startswith(there[:16]):
        _write_once(target.parent / (keep_as or f"earlier/{there[:16]}.ipynb"), target.read_bytes())
    os.replace(newest, target)
    with suppress(OSError):
        newest.parent.rmdir()  # if nothing else is kept there


def _by_hand(target: Path, digest: str) -> dict[str, Any]:
    """Return a record for a file that no collection has put there."""
    when, kept = local_time(target.stat().st_mtime), f"earlier/{digest[:16]}.ipynb"
    _write_once(target.parent / kept, target.read_bytes())
    return dict(zip(ENTRY, (target.name, when, digest, kept, True, when, "file"), strict=True))


def summary(course: Course, done: Collection) -> Iterable[str]:
    for name in course.sets:
        counts = {
            what: sum(each[0] == name for each in pairs)
            for what, pairs in (("new", done.new), ("newer", done.newer), ("unchanged", done.same), ("older", done.older))
        }
        if not any(counts.values()):
            continue
        absent = missing(course, name)
        people = len(course.students)
        yield f"{name}: {', '.join(f'{count} {what}' for what, count in counts.items() if count)}."
        yield f"{name}: {people - len(absent)} of {people} students have handed in." + (
            f" Missing: {', '.join(absent[:20])}{' …' if len(absent) > 20 else ''}." if absent else ""
        )
