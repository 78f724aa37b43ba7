"""A course folder: which sets it has, who takes part, and where everything is.

::

    COURSE/course.toml                                   title, sets, deadlines, limits
    COURSE/secret.txt                                    from it each student's data are drawn
    COURSE/students.csv                                  ids, names and other columns
    COURSE/sets/<set>/<set>.ipynb, questions.py          the sources
    COURSE/release/<set>/<student>/<set>.ipynb           what each student gets
    COURSE/submitted/<set>/<student>/<set>.ipynb         what each student handed in
    COURSE/graded/<set>/                                 results, grades, reports
"""

from __future__ import annotations

import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from fewidgets.files import open_regular
from fewidgets.grading import Json, Texts
from fewidgets.grading.course.deadlines import deadlines_of
from fewidgets.grading.course.roster import Student, read_roster
from fewidgets.grading.course_files import renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.loading import load_questions
from fewidgets.grading.question import GradedSet
from fewidgets.lessons.copies import DeliveryError, lesson_source

SETTINGS, SECRET, STUDENTS = "course.toml", "secret.txt", "students.csv"

_TEMPLATE = """\
# Lines that begin with # are comments.
title = {title}

# All sets in the folder sets/ belong to the course. To use some of them only, name them here:
# sets = [{sets}]

# Later submissions are marked as late:
# [deadlines]
# {first} = 2026-11-23T12:00:00
"""

_ROSTER = "id,name,email\n"

#: What must not get into a repository of the course.
_IGNORED = "secret.txt\nstudents.csv\nrelease/\nsubmitted/\ngraded/\n"


@dataclass(frozen=True)
class Course:
    folder: Path
    title: str
    sets: Texts
    students: tuple[Student, ...]
    settings: Json
    deadlines: Mapping[str, datetime]  # local time; sets without one are left out

    @cached_property
    def secret(self) -> bytes:
        path = self.folder / SECRET
        try:
            with open_regular(path) as file:
                found = file.read(4097).strip()
        except OSError as error:
            raise GradingError(
                f"{SECRET} cannot be read ({error.strerror or error}). The students' data depend on it: put the file back, "
                "for example from a backup"
            ) from error
        if not 16 <= len(found) <= 4096:
            raise GradingError(f"{SECRET} must hold between 16 and 4096 characters; got {len(found)}. Put the old file back")
        return found

    def require_set(self, name: str) -> str:
        """Return the name of a set of this course, or say which there are."""
        if name not in self.sets:
            raise GradingError(f"the course has no set {name!r}; its sets are {', '.join(self.sets) or 'none'}")
        return name

    def load(self, name: str) -> GradedSet:
        folder = self.folder / "sets" / self.require_set(name)
        found = load_questions(folder / "questions.py")
        if found.name != name:
            raise GradingError(f"{folder / 'questions.py'} must define the set {name!r}; it defines {found.name!r}")
        return found

    def source(self, name: str) -> Path:
        return self.folder / "sets" / name / f"{name}.ipynb"

    def released(self, name: str, student: str = "") -> Path:
        """Return the path of a student's notebook, or of the one that all students get."""
        folder = self.folder / "release" / name
        return (folder / student if student else folder) / f"{name}.ipynb"

    def submitted(self, name: str, student: str) -> Path:
        return self.folder / "submitted" / name / student / f"{name}.ipynb"

    def graded(self, name: str) -> Path:
        return self.folder / "graded" / name


def open_course(folder: str | os.PathLike[str]) -> Course:
    folder = Path(folder).expanduser()
    path = folder / SETTINGS
    if not path.is_file():
        raise GradingError(f"{folder} is no course folder: there is no {SETTINGS} in it. To make one: fewidgets exercises new")
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GradingError(f"{path} cannot be read: {error}") from error
    title, sets = settings.get("title", folder.resolve().name), settings.get("sets", list(graded_sets(folder / "sets")))
    if not isinstance(title, str):
        raise GradingError(f"title in {SETTINGS} must be a text; got {title!r}")
    if not isinstance(sets, list) or not all(isinstance(name, str) and is_set_name(name) for name in sets):
        raise GradingError(f'sets in {SETTINGS} must be a list of names, such as ["boosting"]; got {sets!r}')
    students = read_roster(folder / STUDENTS)
    try:
        deadlines = deadlines_of(settings.get("deadlines", {}), tuple(sets))
    except ValueError as error:
        raise GradingError(f"{SETTINGS}, [deadlines]: {error}") from error
    return Course(folder, title, tuple(sets), students, settings, deadlines)


def is_set_name(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,59}", name) is not None


def graded_sets(folder: Path) -> dict[str, Path]:
    """Return the graded sets of a folder, by name."""
    found = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return {
        path.name: path
        for path in found
        if is_set_name(path.name) and (path / f"{path.name}.ipynb").is_file() and (path / "questions.py").is_file()
    }


def graded_source() -> Path | None:
    """Return the folder with the graded sets of this checkout."""
    for place in (Path(), *Path.cwd().parents):
        here = place / "notebooks" / "exercises" / "graded"
        if here.is_dir():
            return here
    try:
        folder = lesson_source() / "exercises" / "graded"
    except DeliveryError:
        return None
    return folder if folder.is_dir() else None


def chosen_sets(source: Path | None, names: list[str] | None) -> dict[str, Path]:
    folder = source.expanduser() if source else graded_source()
    if folder is None:
        raise GradingError(
            "the graded sets are not a part of the installed package, because students install it too. Get the repository of "
            "fewidgets, and run the command in its folder, or name theirs: --from fewidgets/notebooks/exercises/graded"
        )
    found = graded_sets(folder)
    if not found:
        raise GradingError(f"there is no graded set in {folder}. A set NAME is a folder NAME with NAME.ipynb and questions.py")
    for name in names or ():
        if name not in found:
            raise GradingError(f"there is no graded set {name!r}; the sets are {', '.join(found)}")
    return {name: path for name, path in found.items() if not names or name in names}


def new_course(folder: Path, sets: Mapping[str, Path]) -> list[Path]:
    """Make a course folder, or add sets to one. What is there already is not changed."""
    folder = folder.expanduser()
    if folder.exists() and not folder.is_dir():
        raise GradingError(f"{folder} is a file. Name a folder that does not exist yet")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / SETTINGS).is_file():
        raise GradingError(f"{folder} is not empty and no course folder. Name a folder that does not exist yet")
    folder.mkdir(parents=True, exist_ok=True)
    names = ", ".join(f'"{name}"' for name in sets)
    title = '"' + folder.resolve().name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    contents = {
        Path(SETTINGS): _TEMPLATE.format(title=title, sets=names, first=next(iter(sets), "boosting")).encode(),
        Path(STUDENTS): _ROSTER.encode(),
        Path(".gitignore"): _IGNORED.encode(),
    }
    for name, source in sets.items():
        for path in sorted(source.rglob("*")):
            if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(source).parts):
                contents[Path("sets") / name / path.relative_to(source)] = path.read_bytes()
    written = []
    for inside, content in contents.items():
        if not (folder / inside).exists():
            renew(folder / inside, content)
            written.append(inside)
    if _write_secret(folder / SECRET):
        written.append(Path(SECRET))
    return written


def _write_secret(path: Path) -> bool:
    """Write a new secret that only its owner can read, unless there is one; say whether it was written."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(file, "w") as writer:
        writer.write(secrets.token_hex(32) + "\n")
    return True
