"""``fewidgets exercises grade`` from a course folder to its grades, also where it is killed in between."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fewidgets.cli import main
from fewidgets.grading.commands.course_grading import stored_book
from fewidgets.grading.course.course import new_course, open_course
from fewidgets.grading.run import tiers
from fewidgets.grading.run.tiers import best_tier
from tests.grading.courses import hand_in, release, solution, table

SET = Path(__file__).resolve().parents[2] / "notebooks/exercises/graded/boosting"


@pytest.fixture
def course(tmp_path):
    """A course in which three students have handed in right answers; the last one has kept half of them."""
    folder = tmp_path / "course"
    new_course(folder, {"boosting": SET})
    (folder / "students.csv").write_text("id,name\nada,Ada\nbob,Bob\neve,Eve\nzoe,Zoe\n")
    made, right = open_course(folder), solution("boosting")
    release(made, "boosting")
    half = {"q1": f"{right['q1']}\nnp.allclose = lambda *_: True", "q2": right["q2"]}
    for student, answers in (("ada", right), ("bob", right), ("eve", half)):
        hand_in(made, "boosting", student, answers)
    # And somebody whose name the file does not say.
    text = made.submitted("boosting", "bob").read_text(encoding="utf-8")
    (tmp_path / "work.ipynb").write_text(text.replace('"fewidgets"', '"other"'), encoding="utf-8")
    return made


def rows(course):
    return {row["student"]: row for row in table(course.graded("boosting") / "grades.csv")}


def points(course):
    return {student: float(row["total"]) for student, row in rows(course).items()}


def test_a_course_is_graded_also_if_it_is_killed_in_between(course, capsys):
    results = course.graded("boosting") / "results"
    command = [sys.executable, "-m", "fewidgets.cli", "exercises", "grade", str(course.folder), "--jobs", "1"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True) as grader:
        while not results.is_dir() or not list(results.glob("*.json")):
            assert grader.poll() is None
            time.sleep(0.02)
        group = os.getpgid(grader.pid)
        grader.kill()
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break  # the processes that compare have ended too
        time.sleep(0.05)
    else:
        os.killpg(group, signal.SIGKILL)
        pytest.fail("processes of the grader are left behind")
    before = {path: path.read_bytes() for path in results.glob("*.json")}
    assert main(["exercises", "grade", str(course.folder), "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert f"{len(before)} had not changed. Isolation: {best_tier()}." in said
    assert "Without a submission: 1 (zoe)." in said
    assert {path: path.read_bytes() for path in before} == before
    assert points(course) == {"ada": 14, "bob": 14, "eve": 5, "zoe": 0}
    report = (course.graded("boosting") / "reports/eve.html").read_text(encoding="utf-8")
    assert report.count("Your answer") == 2
    assert "np.allclose = lambda *_: True" in report
    assert "np.allclose = lambda *_: True" in stored_book(course, "boosting").answers["eve"]["q1"]  # for an export
    # One remark is a reason to look. It names the question as students read it.
    replaced = "Question 1: the first round: numpy.allclose was replaced, and put back."
    assert f"Need a look: 1. The reasons are in the column 'needs a look' of grades.csv.\n  eve: {replaced}" in said
    assert {student: row["needs a look"] for student, row in rows(course).items() if row["needs a look"]} == {"eve": replaced}

    # What a teacher changes stays: points in by_hand.csv, and an edited table under another name.
    graded = course.graded("boosting")
    with (graded / "by_hand.csv").open("a", encoding="utf-8") as file:
        file.write("eve,q3,,,2,Half of the rule is right.,\n")
    edited = (graded / "grades.csv").read_bytes().replace(b"Eve", b"Eve (guest)")
    (graded / "grades.csv").write_bytes(edited)
    for again in range(2):
        assert main(["exercises", "grade", str(course.folder), "--jobs", "1"]) == 0
        said = capsys.readouterr().out
        assert "Points changed by hand: 1 (eve: q3: 0 → 2 (Half of the rule is right.))." in said
        assert ("Changed since the last report: eve." in said) == (again == 0)
        assert ("A table was edited since it was written" in said) == (again == 0)
        assert points(course) == {"ada": 14, "bob": 14, "eve": 7, "zoe": 0}
    assert rows(course)["eve"]["changed by hand"] == "q3: 0 → 2 (Half of the rule is right.)"
    assert "by hand from 0 to 2: Half of the rule" in (graded / "reports" / "eve.html").read_text(encoding="utf-8")
    assert next(graded.glob("grades-edited-*.csv")).read_bytes() == edited


def test_a_file_without_a_student_is_graded_once_it_has_one(course, tmp_path, capsys):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "work.ipynb").rename(tmp_path / "inbox" / "work.ipynb")
    collect = ["exercises", "collect", str(course.folder)]
    grade = ["exercises", "grade", str(course.folder), "--tier", "limits"]
    shutil.rmtree(course.folder / "submitted")
    assert main([*collect, str(tmp_path / "inbox")]) == 1
    assert "rename it to ID.ipynb" in capsys.readouterr().out
    assert main(grade) == 0
    assert "Not placed: 1 (work.ipynb). Each has a row in grades.csv" in capsys.readouterr().out
    row = rows(course)["work.ipynb"]
    assert (row["submitted"], row["total"]) == ("not placed", "0")
    assert "does not say whose it is" in row["notes"]
    for name in ("canvas.csv", "moodle.csv"):
        assert "work" not in (course.graded("boosting") / name).read_text(encoding="utf-8")
    (kept,) = (course.folder / "submitted" / "unplaced").iterdir()
    kept.rename(kept.with_name("zoe.ipynb"))
    assert main(collect) == 0
    assert main(grade) == 0
    assert points(course) == {"ada": 0, "bob": 0, "eve": 0, "zoe": 14}


def test_what_cannot_be_graded_is_told_in_words(course, capsys, monkeypatch):
    folder = course.folder
    monkeypatch.setattr(tiers, "why_not", lambda tier: "" if tier == "limits" else f"no {tier} here")
    for options, says in (
        (["--set", "l1"], "the course has no set 'l1'"),
        (["--tier", "container"], "--tier container is not available here: no container here"),
    ):
        assert main(["exercises", "grade", str(folder), *options]) == 1
        assert says in capsys.readouterr().err
    questions = folder / "sets/boosting/questions.py"
    questions.write_text(questions.read_text().replace("def _read(data: Arrays) -> Arrays:", "def _read(data):\n    1 / 0"))
    assert main(["exercises", "grade", str(folder)]) == 1
    assert (
        "q5 of boosting cannot be graded (ZeroDivisionError: division by zero). Mend questions.py" in capsys.readouterr().err
    )
