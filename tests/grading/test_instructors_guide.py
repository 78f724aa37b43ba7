"""The commands of docs/teach/graded_set.md work in the order in which they stand there, and print what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fewidgets.cli import main
from fewidgets.grading.run.tiers import best_tier
from tests.grading.courses import table
from tests.grading.example_class import CLASS, moodle_downloads, students_csv, worksheet

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "teach").glob("*.md"))
GUIDE = (ROOT / "docs" / "teach" / "graded_set.md").read_text(encoding="utf-8")
#: Blocks of commands, each with what it prints.
STEPS = [
    ([shlex.split(line) for line in commands.splitlines()], printed)
    for commands, printed in re.findall(
        r"^<!-- run -->\n```\n(.*?)^```$.*?^<!-- prints -->\n```text\n(.*?)^```$", GUIDE, flags=re.M | re.S
    )
]
WORKSHEET = "fewidgets exercises release ml2026 --set boosting --worksheet Grades.csv"


def write_students(folder):
    """What the guide asks an instructor to do after `new`."""
    (folder / "ml2026" / "students.csv").write_text(students_csv(), encoding="utf-8")


def students_work(folder):
    """What the guide asks for in Moodle after `release`, and what students do."""
    (folder / "Grades.csv").write_text(worksheet(), encoding="utf-8")
    assert f"   {WORKSHEET}\n" in GUIDE
    assert main(WORKSHEET.split()[1:]) == 0
    assert (folder / "ml2026/release/boosting/moodle.zip").is_file()
    (folder / "submissions.zip").write_bytes(moodle_downloads(folder / "ml2026"))


AFTER = {"new": write_students, "release": students_work}


def test_a_course_from_the_guide_alone(tmp_path, monkeypatch, capsys):
    repository = tmp_path / "fewidgets" / "notebooks" / "exercises"
    repository.mkdir(parents=True)
    (repository / "graded").symlink_to(ROOT / "notebooks" / "exercises" / "graded")
    monkeypatch.chdir(tmp_path / "fewidgets")
    commands = [command for step, _ in STEPS for command in step if command[0] != "cd"]
    assert [command[2] for command in commands] == ["new", "release", "collect", "grade"]
    for step, printed in STEPS:
        said = ""
        for command in step:
            if command[0] == "cd":
                monkeypatch.chdir(command[1])
                continue
            assert command[:2] == ["fewidgets", "exercises"]
            assert main(command[1:]) == 0, capsys.readouterr().err
            said += capsys.readouterr().out
            AFTER.get(command[2], lambda folder: None)(tmp_path)
            capsys.readouterr()
        assert said == printed.replace("Isolation: bubblewrap", f"Isolation: {best_tier()}")
    graded = tmp_path / "ml2026" / "graded" / "boosting"
    rows = {row["student"]: row for row in table(graded / "grades.csv")}
    assert set(rows) == set(CLASS)
    found = {student: (rows[student]["submitted"], float(rows[student]["total"])) for student in ("diallo", "vogel", "silva")}
    assert found == {"diallo": ("yes", float(rows["diallo"]["of"])), "vogel": ("yes", 0.0), "silva": ("no", 0.0)}
    assert {value for name, value in rows["vogel"].items() if name.endswith(" outcome")} == {"not attempted"}
    named = re.findall(r"^\| `([^|]*)` \| (?:you|the import|each student|the same|the next|after)", GUIDE, flags=re.M)
    named = {name for names in named for name in names.split("`, `")} - {"canvas-feedback.zip"}  # collected from Moodle
    assert len(named) == 9
    for name in named:
        assert (graded / name.replace("<id>", "diallo")).is_file(), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_and_folder_that_a_page_names_is_there(page):
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"blob/main/([^)#]+)", text) + re.findall(r"`((?:notebooks|fewidgets)/[^`<]*)`", text):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"\]\(\.\./learn/([^)#]+)", text):
        assert (ROOT / "notebooks" / target).exists(), target
    for target in re.findall(r"\]\(labs/([^)#]+)", text):
        assert (ROOT / "notebooks" / "labs" / target).exists(), target
    for target in re.findall(r"^```\{figure\} (.+)$", text, re.M):
        assert (page.parent / target).exists(), target
