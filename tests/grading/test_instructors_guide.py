"""The commands of INSTRUCTORS.md work in the order in which they stand there."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import pytest

from fewidgets.cli import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "INSTRUCTORS.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)
    for block in re.findall(r"^<!-- run -->\n```\n(.*?)^```$", GUIDE, flags=re.M | re.S)
    for line in block.splitlines()
]
SOURCE = ROOT / "notebooks" / "exercises" / "graded" / "boosting" / "boosting.ipynb"


def write_students(folder):
    """What the guide asks an instructor to do after `new`."""
    (folder / "ml2026" / "students.csv").write_text("id,name\nada,Ada\nbob,Bob\neve,Eve\n", encoding="utf-8")


def hand_in(folder):
    """What students do after `release`: one solves all, one hands it in as it came, and one hands in nothing."""
    solved = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["source"]
        for cell in json.loads(SOURCE.read_text(encoding="utf-8"))["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    (folder / "inbox").mkdir()
    for student, name in (("ada", "my work (1).ipynb"), ("bob", "BOB.IPYNB")):
        book = json.loads((folder / f"ml2026/release/boosting/{student}/boosting.ipynb").read_text(encoding="utf-8"))
        for cell in book["cells"]:
            told = cell["metadata"].get("nbgrader", {})
            if student == "ada" and told.get("solution"):
                cell["source"] = solved[told["grade_id"]]
        (folder / "inbox" / name).write_text(json.dumps(book), encoding="utf-8")


AFTER = {"new": write_students, "release": hand_in}


def test_a_course_from_the_guide_alone(tmp_path, monkeypatch, capsys):
    repository = tmp_path / "fewidgets" / "notebooks" / "exercises"
    repository.mkdir(parents=True)
    (repository / "graded").symlink_to(SOURCE.parents[1])
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
    with (graded / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert {student: (row["submitted"], row["total"] == row["of"], float(row["total"])) for student, row in rows.items()} == {
        "ada": ("yes", True, float(rows["ada"]["of"])),
        "bob": ("yes", False, 0.0),
        "eve": ("no", False, 0.0),
    }
    outcomes = {name: value for name, value in rows["bob"].items() if name.endswith(" outcome")}
    assert set(outcomes.values()) == {"not attempted"}, outcomes
    for named in re.findall(r"^\| `([^|]*)` \| (?:you|the import|each student|the next|after)", GUIDE, flags=re.M):
        for name in named.split("`, `"):
            assert (graded / name.replace("<id>", "ada")).is_file(), name


def test_every_file_and_folder_that_it_names_is_there():
    for target in re.findall(r"\]\(([^)#]+)", GUIDE):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:notebooks|fewidgets)/[^`<]*)`", GUIDE):
        assert (ROOT / path).exists(), path
