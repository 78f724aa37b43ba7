"""The students of a course, in ``students.csv``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fewidgets.grading.errors import GradingError
from fewidgets.grading.spreadsheet import read_csv

#: Names that Windows keeps for devices, with any ending.
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³")}

#: The longest id. Names of files are made of it.
LONGEST = 60

#: Names of folders and files that stand beside students' folders.
TAKEN = {"unplaced", "earlier", "results", "reports"}

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')


@dataclass(frozen=True)
class Student:
    id: str
    columns: Mapping[str, str] = field(default_factory=dict)  # by their names in lower case


def id_fault(student: str) -> str:
    """Say why an id cannot be the name of a folder on every system; "" if it can.

    Examples
    --------
    >>> id_fault("ada.lovelace@example.org"), id_fault("../ada"), id_fault("nul.txt")
    ('', "it contains '/'", 'Windows keeps this name for a device')
    """
    forbidden = _FORBIDDEN.search(student)
    if not student:
        return "it is empty"
    if len(student) > LONGEST:
        return f"it has {len(student)} characters; at most {LONGEST} are allowed"
    if forbidden:
        return f"it contains {forbidden[0]!r}"
    if any(unicodedata.category(character)[0] in "CZ" and character != " " for character in student):
        return "it contains a character that cannot be seen"
    if ".." in student:
        return "it contains '..'"
    if not student[0].isalnum():
        return f"it begins with {student[0]!r}; it must begin with a letter or a digit"
    if student[-1] in ". ":
        return f"it ends with {student[-1]!r}"
    if student.partition(".")[0].rstrip().casefold() in RESERVED:
        return "Windows keeps this name for a device"
    if student.casefold() in TAKEN:
        return "a folder of the course has this name"
    return ""


def folded(student: str) -> str:
    """Return an id as file systems compare names, whatever its case and accents."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", student).casefold())


def read_roster(path: Path) -> tuple[Student, ...]:
    head, *lines = read_csv(path) or [[]]
    columns = [column.strip().casefold() for column in head]
    if columns.count("id") != 1:
        raise GradingError(f"{path.name} must have one column 'id' in its first line; got {', '.join(columns) or 'nothing'}")
    students = []
    seen: dict[str, tuple[str, int]] = {}
    for line, cells in enumerate(lines, 2):
        where = f"{path.name}, line {line}"
        if any(each.strip() for each in cells[len(columns) :]):
            raise GradingError(f"{where}: there are {len(cells)} values for {len(columns)} columns")
        row = dict(zip(columns, map(str.strip, cells), strict=False))
        if not any(row.values()):
            continue
        student = unicodedata.normalize("NFC", row.get("id", ""))
        fault = id_fault(student)
        if fault:
            raise GradingError(f"{where}: the id {student!r} cannot be the name of a folder: {fault}")
        other = seen.setdefault(folded(student), (student, line))
        if other[1] != line:
            which = "is" if other[0] == student else f"differs only in case or accents from {other[0]!r}, which is"
            raise GradingError(f"{where}: the id {student!r} {which} in line {other[1]} already")
        students.append(Student(student, row))
    return tuple(students)
