"""Collect what students have handed in, whatever the files are called, and lose nothing of it.

Each student's newest notebook with answers becomes ``submitted/<set>/<student>/<set>.ipynb``; all others stay in
``earlier/``. ``collected.json`` says where each file came from and why it counts.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from fewidgets.grading import Json
from fewidgets.grading.collect.choosing import Forms, rank, why_counted, why_less
from fewidgets.grading.collect.files import HandedIn, Refused, handed_in, local_time
from fewidgets.grading.collect.owners import Owners, set_by_path
from fewidgets.grading.collect.record import ENTRY, RECORD, missing, record_of
from fewidgets.grading.collect.unplaced import STRAY, Unplaced, folder_of, keep, record, recorded, unplaced, waiting
from fewidgets.grading.course.course import Course
from fewidgets.grading.course.roster import id_fault
from fewidgets.grading.course_files import digest, digest_of, renew, store_json
from fewidgets.grading.notebook_mark import mark_of

#: What is said of the file that counts alone: how its student was found, and what the teacher reads.
OWN = ("found_by", "for_teacher", "attention")

#: A set and a student.
Key = tuple[str, str]


@dataclass(frozen=True)
class Found:
    """A file that was handed in, with whose it is and what for."""

    entry: Json  # as `ENTRY` says
    set: str
    student: str
    found_by: str
    for_teacher: list[str]
    attention: list[str]


@dataclass
class Collection:
    #: What became of each student's file: "new", "newer" or "unchanged", or "older" than the one that was there.
    outcomes: dict[Key, str] = field(default_factory=dict)
    unplaced: list[Unplaced] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def collect(course: Course, place: Path | None = None, set_name: str = "") -> Collection:
    work = _Work(course, course.require_set(set_name) if set_name else course.sets[0] if len(course.sets) == 1 else "")
    if place is not None and place.resolve() != folder_of(course).resolve():
        work.read(place)
    work.try_again()
    forms, done = Forms(course), work.done
    for key, files in work.everything.items():
        _settle(course, key, files, forms, done)
    record(course, [*work.open.values(), *work.resolved.values()])
    for each in sorted(work.open.values(), key=lambda each: each.key):
        done.said.append(f"{each.file}: {each.why}{' It was left out.' if each.stray else ''}")
    done.unplaced = unplaced(course)
    return done


class _Work:
    def __init__(self, course: Course, other: str) -> None:
        self._course, self._other, self._owners = course, other, Owners(course.students)
        self._before, self._waiting = recorded(course), list(waiting(course))
        self._whose: dict[str, Key] = {}  # by digest
        self.done = Collection()
        self.everything: dict[Key, list[Found]] = {}
        #: Files without a place, and files that found their student in this collection or an earlier one.
        self.open: dict[tuple[str, str], Unplaced] = {}
        self.resolved = {each.key: each for each in self._before if each.sha256 and not each.kept_as}
        here = {value for each, _ in self._waiting for value in (each.kept_as, each.sha256)}
        for each in self._before:
            if each.kept_as and not here & {each.kept_as, each.sha256}:  # neither there nor renamed: the teacher deleted it
                self.resolved[each.key] = replace(each, student="", kept_as="")

    def read(self, place: Path) -> None:
        """Place each file of a folder or an archive, or keep it where everybody sees it."""
        where = str(place.resolve())
        # What an earlier collection of the same place could not read is there no more, or is refused again.
        self._before = [each for each in self._before if each.sha256 or each.place != where]
        for file in handed_in(place):
            path = str(file.path)
            if isinstance(file, Refused):
                name = set_by_path(file.path, self._course.sets) or self._other
                why = f"{file.why.removesuffix('.')}."
                each = Unplaced(path, why, name, self._owners.by_path(file.path), place=where)
                self.open[each.key] = each
                continue
            found, content = self._found(file)
            known = self.resolved.get((path, found.entry["sha256"]))
            # Archives are closed once their files were given, so what must be kept is written now.
            if self._placed(found, content):
                continue
            if known and known.dismissed:
                self.done.said.append(f"{path}: left out, because it was deleted from {folder_of(self._course)}.")
            elif not known:
                sha256 = found.entry["sha256"]
                kept = keep(self._course, file, sha256, content)
                self.open[path, sha256] = Unplaced(path, _lacks(found), found.set, found.student, kept, sha256, where)

    def try_again(self) -> None:
        """Try what lies in ``submitted/unplaced``: the list of students or a name may have changed."""
        came = set(self._whose)  # what was handed in again, perhaps under a name that says whose it is
        kept = {"", *(each.kept_as for each, _ in self._waiting)}
        copies = set()
        for each, file in self._waiting:
            if each.key in self.open:
                continue
            found, content = self._found(file)
            sha256 = found.entry["sha256"]
            if self._placed(found, content) or sha256 in came:
                name, student = self._whose[sha256]
                # A file that was renamed in submitted/unplaced may be handed in again, under its old name.
                renamed = [old for old in self._before if old.sha256 == sha256 and old.kept_as not in kept]
                for old in (each, *renamed):
                    if old.key not in self.open:
                        self.resolved[old.key] = replace(old, set=name, student=student, kept_as="", sha256=sha256)
                copies.add(each.kept_as)
            else:
                lacks = _lacks(found)
                self.open[each.key] = replace(each, why=lacks, set=found.set, student=found.student, sha256=sha256)
        for each in self._before:
            if not each.sha256:
                self.open.setdefault(each.key, each)
        for name in copies - {each.kept_as for each in self.open.values()}:  # two files with the same content have one copy
            (folder_of(self._course) / name).unlink(missing_ok=True)

    def _found(self, file: HandedIn) -> tuple[Found, bytes]:
        look, content = [], b""
        try:
            content = file.read()
        except OSError as error:
            look.append(f"{file.path} cannot be read: {error.strerror or error}.")
        return _look_at(file, content, look, self._course, self._owners, self._other), content

    def _placed(self, found: Found, content: bytes) -> bool:
        key = (found.set, found.student)
        if not all(key):
            return False
        self.everything.setdefault(key, []).append(found)
        self._whose[found.entry["sha256"]] = key
        renew(self._course.submitted(*key).parent / found.entry["kept_as"], content)
        return True


def _lacks(found: Found) -> str:
    notebook = found.entry["notebook"]
    # A damaged archive may hold somebody's notebook.
    if not notebook and not found.student and not found.entry["file"].casefold().endswith(".zip"):
        return STRAY
    lacks = [*([] if found.student else ["whose it is"]), *([] if found.set else ["which set it belongs to"])]
    return f"it {'' if notebook else 'is not a notebook, and '}does not say {' and '.join(lacks)}."


def _look_at(file: HandedIn, content: bytes, look: list[str], course: Course, owners: Owners, other: str) -> Found:
    mark, named = mark_of(content, course.secret), owners.by_path(file.path)
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
    elif mark and mark.version != (version := course.load(mark.set).version):
        notes.append(f"It was released as version {mark.version}; the set is now version {version}.")
    path, sha256 = str(file.path), digest(content)
    notebook = ".ipynb" in file.path.name.casefold() or (b'"cells"' in content[:4096] and b'"nbformat"' in content)
    # Its content decides under which name a file is kept, so keeping it twice changes nothing.
    ending = re.sub(r"[^A-Za-z0-9]", "", file.path.suffix)[:10] or "file"
    values = (path, file.modified, sha256, f"earlier/{sha256[:16]}.{ending}", notebook, file.arrived, file.clock)
    return Found(dict(zip(ENTRY, values, strict=True)), name, student, found_by, notes, look)


def _settle(course: Course, key: Key, files: list[Found], forms: Forms, done: Collection) -> None:
    name, target = key[0], course.submitted(*key)
    before, there = record_of(target), digest_of(target)
    known = {str(each.get("sha256")): each for each in before.get("files", []) if isinstance(each, dict)}
    entries = [found.entry for found in files]
    if there:
        if there != before.get("sha256"):
            before = _by_hand(target, there)  # somebody has put it there, or a collection was interrupted
            before["file"] = known.get(there, before)["file"]
        entries.insert(0, {what: before.get(what, "") for what in ENTRY})
    # A file that is handed in again counts with its last time among others, and with its first one before a deadline.
    for entry in entries:
        same = known.setdefault(entry["sha256"], entry)
        if str(entry["modified"]) > str(same.get("modified", "")):
            same |= {what: entry[what] for what in ("file", "modified")}
    for sha256, each in known.items() if len(known) > 1 else ():
        each["answers"] = forms.answered(name, target if sha256 == there else target.parent / str(each.get("kept_as")))
    best = max(files, key=lambda found: rank(known[found.entry["sha256"]]))
    newest = counts = known[best.entry["sha256"]]
    keeps = bool(there) and rank(known[there]) > rank(newest)
    if keeps:
        counts, outcome = known[there], "older"
    else:
        before |= {what: getattr(best, what) for what in OWN}
        outcome = "unchanged" if there == newest["sha256"] else "newer" if there else "new"
    done.outcomes[key] = outcome
    notes, doubts = why_counted(counts, [each for each in known.values() if each is not counts])
    if keeps:
        told = [*doubts, f"{best.entry['file']} {why_less(newest, counts)}"]
    else:
        told = [*(notes if outcome != "unchanged" else ()), *best.for_teacher, *best.attention, *doubts]
        if outcome == "newer":
            kept = str(known[there].get("kept_as", "")) or f"earlier/{there[:16]}.ipynb"
            renew(target.parent / kept, target.read_bytes())
        os.replace(target.parent / best.entry["kept_as"], target)
        with suppress(OSError):
            (target.parent / "earlier").rmdir()  # if nothing else is kept there
    done.said += [f"{name}, {key[1]}: {note}" for note in told]
    own = {what: before.get(what, []) for what in OWN}
    store_json(target.with_name(RECORD), {**counts, **own, "notes": notes, "doubts": doubts, "files": list(known.values())})


def _by_hand(target: Path, sha256: str) -> Json:
    """Return a record for a file that no collection has put there."""
    when, kept = local_time(target.stat().st_mtime), f"earlier/{sha256[:16]}.ipynb"
    renew(target.parent / kept, target.read_bytes())
    return dict(zip(ENTRY, (target.name, when, sha256, kept, True, when, "file"), strict=True))


def summary(course: Course, done: Collection) -> Iterable[str]:
    for name in course.sets:
        counts = Counter(outcome for (each, _), outcome in done.outcomes.items() if each == name)
        if not counts:
            continue
        absent, people = missing(course, name), len(course.students)
        shown = f" Missing: {', '.join(absent[:20])}{' …' if len(absent) > 20 else ''}." if absent else ""
        words = (f"{counts[what]} {what}" for what in ("new", "newer", "unchanged", "older") if counts[what])
        yield f"{name}: {', '.join(words)}."
        yield f"{name}: {people - len(absent)} of {people} students have handed in.{shown}"
