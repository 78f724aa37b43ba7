"""``fewidgets exercises export``, on a course with stored results."""

import csv
import json

import pytest

from fewidgets.cli import main
from fewidgets.grading.course.course import open_course
from fewidgets.grading.result import QuestionResult, SubmissionResult, to_json
from tests.grading.corpus.course import SETS


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    assert main(["exercises", "new", str(folder), "--from", str(SETS), "--set", "boosting"]) == 0
    (folder / "students.csv").write_text("id,name,canvas_id\nada,Ada =1,11\nbob,Bob,12\n", encoding="utf-8")
    graded = open_course(folder).load("boosting")
    questions = tuple(
        QuestionResult(question.name, "right", question.of, question.of, "Right. </script>", for_teacher=("secret",))
        for question in graded.questions
    )
    results = folder / "graded" / "boosting" / "results"
    results.mkdir(parents=True)
    (results / "ada.json").write_text(to_json(SubmissionResult("ada", "boosting", 1, questions, "limits", 0.5)))
    (results / "old.json").write_text(to_json(SubmissionResult("old", "boosting", 7, questions, "limits", 0.5)))
    (results / "damaged.json").write_text("{")
    return folder


def export(*words):
    return main(["exercises", "export", *map(str, words)])


def test_canvas(course):
    assert export(course, "canvas", "--column", "Boosting (77)", "--missing", "0") == 0
    with (course / "graded" / "boosting" / "canvas.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][-1] == "Boosting (77)"
    assert [(row[0], row[1], row[-1]) for row in rows[2:]] == [("Ada =1", "11", "14"), ("Bob", "12", "0")]


def test_gradescope(course):
    assert export(course, "gradescope") == 0
    (path,) = (course / "graded" / "boosting" / "gradescope").glob("*/results.json")
    found = json.loads(path.read_text(encoding="utf-8"))
    # Gradescope adds up the tests' scores, or takes the score of the whole.
    assert found["score"] == sum(test["score"] for test in found["tests"]) == 14
    assert {test["status"] for test in found["tests"]} == {"passed"}
    assert sum(test["max_score"] for test in found["tests"]) == 14
    assert "secret" not in path.read_text(encoding="utf-8")


def test_what_cannot_be_exported_is_said(course, tmp_path, capsys):
    for words, says in (
        ((course, "canvas", "--set", "bosting"), "no set 'bosting'"),
        ((tmp_path, "canvas"), "no course folder"),
    ):
        assert export(*words) == 1
        assert says in capsys.readouterr().err
    for path in (course / "graded" / "boosting" / "results").iterdir():
        path.unlink()
    assert export(course, "canvas") == 1
    assert "nothing has been graded" in capsys.readouterr().err
