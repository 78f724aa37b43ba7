"""``fewidgets exercises``: what the commands print, and what they return."""

from pathlib import Path

import pytest

from fewidgets import cli
from fewidgets.grading.course import course as courses

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Be in a folder that has the graded sets where a checkout has them."""
    (tmp_path / "notebooks" / "exercises").mkdir(parents=True)
    (tmp_path / "notebooks" / "exercises" / "graded").symlink_to(ROOT / "notebooks" / "exercises" / "graded")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments):
    """Run a command; return its code, what it printed and what it complained about."""
    code = cli.main(["exercises", *map(str, arguments)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_course_from_its_folder_to_what_was_handed_in(here, capsys):
    code, printed, _ = run(capsys, "new", "algebra", "--set", "boosting")
    assert code == 0
    assert "Write your students' ids into algebra/students.csv" in printed.replace("\\", "/")
    code, printed, error = run(capsys, "release", "algebra")
    assert code == 1
    assert "students.csv names no students" in error
    (here / "algebra/students.csv").write_text("id,name\nlovelace,Ada\nross,Bob\n")
    code, printed, _ = run(capsys, "release", "algebra")
    assert code == 0
    assert printed.startswith("boosting: 2 written, 0 up to date, 0 kept.")
    (here / "inbox").mkdir()
    released = here / "algebra/release/boosting/ross/boosting.ipynb"
    (here / "inbox/Untitled (3).ipynb").write_bytes(released.read_bytes())
    code, printed, _ = run(capsys, "collect", "algebra", "inbox")
    assert (code, printed.splitlines()) == (
        0,
        ["boosting: 1 new.", "boosting: 1 of 2 students have handed in. Missing: lovelace."],
    )
    (here / "inbox/what.ipynb").write_text("{}")
    code, printed, _ = run(capsys, "collect", "algebra", "inbox")
    assert code == 1
    assert "what.ipynb: it does not say whose it is." in printed
    code, printed, _ = run(capsys, "list", "algebra")
    assert code == 0
    assert "boosting, version 1: 14 points, 5 questions. Released: 2, submitted: 1, graded: 0" in printed
    released.write_text("changed")
    code, printed, _ = run(capsys, "release", "algebra")
    assert code == 1
    assert "differs from what would be released now, and was kept. To replace it: --force" in printed
    assert run(capsys, "release", "algebra", "--force")[0] == 0
    secret = (here / "algebra/secret.txt").read_text().strip()
    assert secret not in printed


def test_list_names_sets_for_practice_and_graded_ones(capsys, monkeypatch):
    code, printed, _ = run(capsys, "list")
    practice, graded = printed.split("Graded:")
    assert code == 0
    assert "9.09_boosting_housing" in practice
    assert [line.split()[0] for line in graded.splitlines()[1:]] == ["boosting", "capstone", "regularization", "scaling"]
    assert all("minutes" in line and "points" in line for line in practice.splitlines()[1:])
    monkeypatch.setattr(courses, "graded_source", lambda: None)  # where the package alone is installed
    assert "Graded:" not in run(capsys, "list")[1]


def test_make_says_what_is_out_of_date(here, capsys, monkeypatch):
    assert "there is no source in" in run(capsys, "make")[2]
    monkeypatch.chdir(ROOT)
    assert run(capsys, "make", "--check", "9.09_boosting_housing")[:2] == (0, "")
    assert "no set '9.99'" in run(capsys, "make", "9.99", "--check")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("release", "nowhere"), "is no course folder"),
        (("collect", "nowhere", "x"), "is no course folder"),
        (("list", "nowhere"), "is no course folder"),
        (
            ("new", "c", "--set", "sound"),
            "there is no graded set 'sound'; the sets are boosting, capstone, regularization, scaling",
        ),
        (("new", "c", "--from", "nowhere"), "there is no graded set in nowhere"),
    ],
)
def test_a_fault_is_one_sentence(capsys, arguments, message):
    code, _, error = run(capsys, *arguments)
    assert code == 1
    assert error.startswith("fewidgets: ")
    assert message in error
    assert "Traceback" not in error
