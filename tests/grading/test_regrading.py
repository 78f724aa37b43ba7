"""A teacher corrects a test, grades again, and sees who changes."""

import csv
import json

import pytest

from fewidgets.grading.course import open_course
from tests.grading.corpus.course import SETS, run
from tests.grading.corpus.notebook import Notebook

pytestmark = pytest.mark.slow


def test_who_changes_after_a_corrected_test(tmp_path, capsys):
    folder = tmp_path / "course"
    run("new", folder, "--from", SETS, "--set", "boosting")
    (folder / "students.csv").write_text("id\nada\nbob\neve\n", encoding="utf-8")
    run("release", folder)
    course = open_course(folder)
    for student, letter in (("ada", "B"), ("bob", "C"), ("eve", "D")):
        book = Notebook(json.loads(course.released("boosting", student).read_text(encoding="utf-8")))
        book.write("q4", f"why = {letter!r}")
        path = course.submitted("boosting", student)
        path.parent.mkdir(parents=True)
        path.write_bytes(book.bytes())
    run("grade", folder)
    assert "Changed since the last report" not in capsys.readouterr().out
    questions = folder / "sets" / "boosting" / "questions.py"
    text = questions.read_text(encoding="utf-8")
    assert text.count('right="B"') == 1
    questions.write_text(text.replace('right="B"', 'right="C"'), encoding="utf-8")
    run("grade", folder)
    assert "Changed since the last report: ada, bob." in capsys.readouterr().out
    with (course.graded("boosting") / "changes.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [
            (row["student"], row["question"], row["before"], row["after"], row["total after"]) for row in csv.DictReader(file)
        ]
    assert rows == [("ada", "q4", "1", "0", "0"), ("bob", "q4", "0", "1", "1")]
