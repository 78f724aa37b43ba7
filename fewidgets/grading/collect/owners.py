"""Whose a file is and which set it belongs to, by its name and its folders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from fewidgets.grading.course.roster import Student, folded

#: Canvas: "lovelaceada_LATE_1234_56789_boosting-2.ipynb". The first number is the student's, the second the file's. What was
#: handed in as a text or a link has no second one.
_CANVAS = re.compile(
    r"(?P<prefix>(?P<name>[^_]+)_(?:LATE_)?(?P<user>\d+)_(?:\d+_|(?=(?:text|link)$)))(?P<file>.+)", re.IGNORECASE
)

#: Moodle: "Ada Lovelace_1234_assignsubmission_file_/boosting.ipynb", or all in the name of the file. Since Moodle 4.1, folders
#: end without "_". The number is that of the participant in this one assignment.
_MOODLE = re.compile(
    r"(?P<prefix>(?P<name>.+)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext))_?(?P<file>.*)", re.IGNORECASE
)

#: Blackboard: "Boosting_lovelace_attempt_2026-11-23-14-05-09_boosting.ipynb", with the time of the hand-in.
_BLACKBOARD = re.compile(r".+?_attempt_(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)(?:[_.].*)?")

#: What downloads and copies add to a name: " (1)", " - Copy", "-2".
_COPY = re.compile(r"(?:\s*\((\d+)\)|\s*-\s*[Cc]opy|[-_](\d{1,2}))+$")

#: Columns of students.csv that may hold the numbers of a learning platform, and other texts that stand for a student.
PLATFORM_IDS = ("canvas_id", "moodle_id", "lms_id", "sis_id")
_ALIASES = ("email", "username", "login")


class Owners:
    """The students of a course, to be found by the names of files."""

    def __init__(self, students: Iterable[Student]) -> None:
        students = tuple(students)
        self._ids = {folded(student.id): student.id for student in students}
        self._numbers: dict[str, set[str]] = {}
        self._names: dict[str, set[str]] = {}
        for student in students:
            for column in PLATFORM_IDS:
                if student.columns.get(column):
                    self._numbers.setdefault(student.columns[column], set()).add(student.id)
            for name in _spellings(student) | {_letters(student.columns.get(column, "")) for column in _ALIASES} - {""}:
                self._names.setdefault(name, set()).add(student.id)

    def by_path(self, path: PurePosixPath) -> str:
        """Return the id in a file's name or the nearest folder; "" for none or two."""
        parts = [path.name.partition(".ipynb")[0] if ".ipynb" in path.name else path.stem, *reversed(path.parent.parts)]
        for part in parts:
            for find in (self._exact, self._platform):
                found = set(find(part))
                if len(found) == 1:
                    return found.pop()
                if len(found) > 1:
                    return ""
        return ""

    def by_cells(self, cells: Iterable[str]) -> str:
        """Return the id of the one student whose id, number, name or address stands in cells, or ""."""
        found = {each for cell in cells for each in self._exact(cell) | self._numbers.get(cell, set())}
        return found.pop() if len(found) == 1 else ""

    def _exact(self, part: str) -> set[str]:
        found = {self._ids[each] for each in (folded(part), folded(_COPY.sub("", part))) if each in self._ids}
        return found or self._names.get(_letters(part), set())

    def _platform(self, part: str) -> set[str]:
        found = _CANVAS.fullmatch(part) or _MOODLE.fullmatch(part)
        if found is None:
            return self._token(part)
        by_number = self._numbers.get(found["user"], set())
        by_id = {self._ids[each] for each in (folded(found["user"]), folded(found["name"])) if each in self._ids}
        # The other numbers are the platform's, and might be somebody's id by chance.
        return by_number or by_id or self._names.get(_letters(found["name"]), set()) or self._token(found["file"])

    def _token(self, part: str) -> set[str]:
        """Find ids that stand in a name between signs: "boosting-ada (1)". The longest counts."""
        text = folded(part)
        found = [each for each in self._ids if len(each) > 2 and re.search(rf"(?<![^\W_]){re.escape(each)}(?![^\W_])", text)]
        longest = [each for each in found if not any(each != other and each in other for other in found)]
        return {self._ids[each] for each in longest}


def moodle_folder(path: PurePosixPath) -> str:
    """Return the folder in which Moodle takes back a student's files; "" if it is not known."""
    found = next(filter(None, map(_MOODLE.fullmatch, path.parts)), None)
    return f"{found['prefix']}_" if found else ""


def canvas_prefix(path: PurePosixPath) -> str:
    """Return how the names of a student's files for Canvas begin; "" if unknown."""
    found = next(filter(None, map(_CANVAS.fullmatch, path.parts)), None)
    return found["prefix"] if found else ""


def attempt_time(path: PurePosixPath) -> str:
    """Return the time of the hand-in in a file's name from Blackboard, or ""."""
    # Behind the name that another platform has given, the student chooses the words.
    if moodle_folder(path) or canvas_prefix(path):
        return ""
    found = next(filter(None, map(_BLACKBOARD.fullmatch, path.parts)), None)
    return f"{found[1]}T{found[2]}:{found[3]}:{found[4]}" if found else ""


def marked_late(path: PurePosixPath) -> bool:
    return "_LATE_" in canvas_prefix(path)


def copy_number(path: PurePosixPath) -> int:
    """Return the number that a second download added to a name: 2 of "boosting (2).ipynb"; 0 if none."""
    found = _COPY.search(path.name.partition(".")[0])
    return int(found[1] or found[2] or 0) if found else 0


def set_by_path(path: PurePosixPath, names: Iterable[str]) -> str:
    """Return the set in the name of a file or its folders; "" for none or two."""
    for part in (path.name, *reversed(path.parent.parts)):
        found = {name for name in names if re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", part, re.IGNORECASE)}
        if len(found) == 1:
            return found.pop()
    return ""


def _spellings(student: Student) -> set[str]:
    """Return the ways in which platforms write a student's name, letters only."""
    name = student.columns.get("name", "")
    words = [_letters(word) for word in re.split(r"[\s,]+", name)]
    words = [word for word in words if word]
    if len(words) < 2:
        return set()
    last_first = "".join([words[-1], *words[:-1]])
    return {"".join(words), last_first, "".join([*words[1:], words[0]])}


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain if character.isalnum())
