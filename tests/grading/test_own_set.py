"""A set that an instructor has written: released, handed in and graded without submissions to try it with."""

import json
import re
from pathlib import Path

import pytest

from fewidgets.authoring.exercise_sets import SCHEMA
from fewidgets.grading.course import chosen_sets, new_course, open_course
from fewidgets.grading.course_grading import jobs_of
from fewidgets.grading.releasing import release
from fewidgets.grading.submission import grade_submission
from tests.exercises.sets.untried import untried
from tests.grading.tiny_set import QUESTIONS, RIGHT, cell

INSTRUCTORS = Path(__file__).resolve().parents[2] / "INSTRUCTORS.md"
GUIDE = INSTRUCTORS.read_text(encoding="utf-8").partition("### Kinds of question")[2]
#: The questions, right answers, and the number of test cells and mistakes that no submission tries.
SETS = {
    "tiny": (f"import numpy as np\n{QUESTIONS}", RIGHT, 8),
    "means": (
        re.search(r"```python\n(.*?)```", GUIDE, re.S)[1],
        dict(re.findall(r"^\| `(q\d)` \|.*\| `([^`]+)` \|$", GUIDE, re.M)),
        6,
    ),
}
#: The mistakes that the guide's example knows.
WRONG = {
    "q1": "mean, spread = x.mean(), x.std(ddof=1)",
    "q2": "def center(X):\n    return np.array([row - row.mean() for row in X])",
    "q3": "robust = 'the mean'",
}


def marked(kind, source, name, **marks):
    return cell(kind, source, name, **{**SCHEMA, **marks})


def own_set(folder, name):
    """Write a set as an instructor might: questions with their tests, the last one for the teacher, and no submission."""
    questions, right, _ = SETS[name]
    cells = [
        cell("markdown", f"# {name.title()}\n\n**Time:** 10 minutes. **Points:** 10."),
        marked("code", "x = ...", "q1-data", locked=True),
    ]
    for question, answer in right.items():
        solution = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
        if question == max(right):
            cells.append(marked("markdown", solution, question, solution=True, grade=True, points=3))
            continue
        cells.append(marked("code", solution, question, solution=True))
        cells.append(marked("code", "# Graded later.", f"{question}-test", grade=True, locked=True, points=1))
    book = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    book["cells"] = [
        {**each, "outputs": [], "execution_count": None} if each["cell_type"] == "code" else each for each in cells
    ]
    (folder / name).mkdir(parents=True)
    (folder / name / f"{name}.ipynb").write_text(json.dumps(book), encoding="utf-8")
    (folder / name / "questions.py").write_text(questions, encoding="utf-8")
    return book


@pytest.mark.parametrize("name", SETS)
def test_a_set_without_submissions_goes_from_new_to_a_grade(name, tmp_path):
    _, right, count = SETS[name]
    assert len(untried(own_set(tmp_path / "mine", name))) == count
    new_course(tmp_path / "course", chosen_sets(tmp_path / "mine", None))
    (tmp_path / "course/students.csv").write_text("id\nada\n")
    course = open_course(tmp_path / "course")
    assert course.sets == (name,)
    (path,) = release(course, name).written
    (result,) = handed_in(course, name, path, right)
    assert [each.outcome for each in result.questions] == ["right"] * (len(right) - 1) + ["by hand"]
    if name == "means":
        (result,) = handed_in(course, name, path, {**right, **WRONG})
        assert [each.misconception for each in result.questions] == ["N - 1", "rows", "chose the mean", ""]
        assert result.questions[0].points == 1


def handed_in(course, name, path, answers):
    """Grade what a student hands in."""
    text = path.read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    book = json.loads(text)
    for each in book["cells"]:
        question = each["metadata"].get("nbgrader", {}).get("grade_id")
        each["source"] = answers.get(question, each["source"])
    submitted = course.submitted(name, "ada")
    submitted.parent.mkdir(parents=True, exist_ok=True)
    submitted.write_text(json.dumps(book), encoding="utf-8")
    return map(grade_submission, jobs_of(course, name, "limits"))
