"""The students of a course: ``students.csv``, and which ids can be the name of a file on every system."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fewidgets.files import open_regular
from fewidgets.grading.errors import GradingError

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
    """Return an id as file systems compare names: without differences of case and of how accents are stored."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", student).casefold())


def read_roster(path: Path) -> tuple[Student, ...]:
    try:
        with open_regular(path) as file:
            text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GradingError(
            f"{path.name} must be stored as UTF-8. In a spreadsheet, save it as 'CSV UTF-8 (comma-separated)'"
        ) from error
    except OSError as error:
        raise GradingError(f"{path.name} cannot be read: {error.strerror or error}") from error
    students = []
    seen: dict[str, tuple[str, int]] = {}
    for line, row in _rows(text, path.name):
        student = unicodedata.normalize("NFC", row.get("id", "").strip())
        if not any(row.values()):
            continue
        fault = id_fault(student)
        if fault:
            raise GradingError(f"{path.name}, line {line}: the id {student!r} cannot be the name of a folder: {fault}")
        other = seen.setdefault(folded(student), (student, line))
        if other[1] != line:
            which = "is" if other[0] == student else f"differs only in case or accents from {other[0]!r}, which is"
            raise GradingError(f"{path.name}, line {line}: the id {student!r} {which} in line {other[1]} already")
        students.append(Student(student, row))
    return tuple(students)


def _rows(text: str, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    first = text.splitlines()[0] if text.strip() else ""
    separator = max(",;\t", key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise GradingError(f"{name} cannot be read: {error}") from error
    columns = [column.strip().casefold() for column in lines[0]] if lines else []
    if columns.count("id") != 1:
        raise GradingError(f"{name} must have one column 'id' in its first line; got {', '.join(columns) or 'nothing'}")
    for number, line in enumerate(lines[1:], 2):
        if len(line) > len(columns) and any(each.strip() for each in line[len(columns) :]):
            raise GradingError(f"{name}, line {number}: there are {len(line)} values for {len(columns)} columns")
        yield number, dict(zip(columns, (value.strip() for value in line), strict=False))
