"""The commands of INSTRUCTORS.md work in the order in which they stand there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fewidgets.cli import main
from fewidgets.grading.course.course import open_course
from tests.grading.courses import hand_in, solution, table

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "INSTRUCTORS.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)
    for block in re.findall(r"^<!-- run -->\n```\n(.*?)^```$", GUIDE, flags=re.M | re.S)
    for line in block.splitlines()
]


def write_students(folder):
    """What the guide asks an instructor to do after `new`."""
    (folder / "ml2026" / "students.csv").write_text("id,name\nada,Ada\nbob,Bob\neve,Eve\n", encoding="utf-8")


def students_work(folder):
    """What students do after `release`: one solves all, one hands it in as it came, and one hands in nothing."""
    course = open_course(folder / "ml2026")
    hand_in(course, "boosting", "ada", solution("boosting"), folder / "inbox" / "my work (1).ipynb")
    hand_in(course, "boosting", "bob", {}, folder / "inbox" / "BOB.IPYNB")


AFTER = {"new": write_students, "release": students_work}


def test_a_course_from_the_guide_alone(tmp_path, monkeypatch, capsys):
    repository = tmp_path / "fewidgets" / "notebooks" / "exercises"
    repository.mkdir(parents=True)
    (repository / "graded").symlink_to(ROOT / "notebooks" / "exercises" / "graded")
    monkeypatch.chdir(tmp_path / "fewidgets")
    assert [command[2] for command in COMMANDS if command[0] != "cd"] == ["new", "release", "collect", "grade"]
    for command in COMMANDS:
        if command[0] == "cd":
            monkeypatch.chdir(command[1])
            continue
        assert command[:2] == ["fewidgets", "exercises"]
        assert main(command[1:]) == 0, capsys.readouterr().err
        AFTER.get(command[2], lambda folder: None)(tmp_path)
    graded = tmp_path / "ml2026" / "graded" / "boosting"
    rows = {row["student"]: row for row in table(graded / "grades.csv")}
    found = {student: (row["submitted"], float(row["total"])) for student, row in rows.items()}
    assert found == {"ada": ("yes", float(rows["ada"]["of"])), "bob": ("yes", 0.0), "eve": ("no", 0.0)}
    assert {value for name, value in rows["bob"].items() if name.endswith(" outcome")} == {"not attempted"}
    for named in re.findall(r"^\| `([^|]*)` \| (?:you|the import|each student|the next|after)", GUIDE, flags=re.M):
        for name in named.split("`, `"):
            assert (graded / name.replace("<id>", "ada")).is_file(), name


def test_every_file_and_folder_that_it_names_is_there():
    for target in re.findall(r"\]\(([^)#]+)", GUIDE):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:notebooks|fewidgets)/[^`<]*)`", GUIDE):
        assert (ROOT / path).exists(), path
