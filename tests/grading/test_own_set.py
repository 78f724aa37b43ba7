"""A set that an instructor has written: released, handed in and graded without submissions to try it with."""

import json

from fewidgets.authoring.exercise_sets import SCHEMA, untried
from fewidgets.grading.course import chosen_sets, new_course, open_course
from fewidgets.grading.course_grading import jobs_of
from fewidgets.grading.releasing import release
from fewidgets.grading.submission import grade_submission
from tests.grading.tiny_set import QUESTIONS, RIGHT, cell

SOLUTIONS = {name: f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION" for name, answer in RIGHT.items()}


def marked(kind, source, name, **marks):
    return cell(kind, source, name, **{**SCHEMA, **marks})


def own_set(folder):
    """Write the set "tiny" as an instructor might: questions with their tests, one for the teacher, and no submission."""
    cells = [
        cell("markdown", "# Tiny\n\n**Time:** 10 minutes. **Points:** 10."),
        marked("code", "x = ...", "q1-data", locked=True),
    ]
    for name, solution in SOLUTIONS.items():
        if name == "q5":
            cells.append(marked("markdown", solution, name, solution=True, grade=True, points=3))
            continue
        cells.append(marked("code", solution, name, solution=True))
        cells.append(marked("code", "# Graded later.", f"{name}-test", grade=True, locked=True, points=1))
    book = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    book["cells"] = [
        {**each, "outputs": [], "execution_count": None} if each["cell_type"] == "code" else each for each in cells
    ]
    (folder / "tiny").mkdir(parents=True)
    (folder / "tiny/tiny.ipynb").write_text(json.dumps(book), encoding="utf-8")
    (folder / "tiny/questions.py").write_text("import numpy as np\n" + QUESTIONS, encoding="utf-8")
    return book


def test_a_set_without_submissions_goes_from_new_to_a_grade(tmp_path):
    assert len(untried(own_set(tmp_path / "mine"))) == 8
    new_course(tmp_path / "course", chosen_sets(tmp_path / "mine", None))
    (tmp_path / "course/students.csv").write_text("id\nada\n")
    course = open_course(tmp_path / "course")
    assert course.sets == ("tiny",)
    (path,) = release(course, "tiny").written
    text = path.read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    book = json.loads(text)
    for each in book["cells"]:
        name = each["metadata"].get("nbgrader", {}).get("grade_id")
        each["source"] = RIGHT.get(name, each["source"])
    handed_in = course.submitted("tiny", "ada")
    handed_in.parent.mkdir(parents=True)
    handed_in.write_text(json.dumps(book), encoding="utf-8")
    (result,) = map(grade_submission, jobs_of(course, "tiny", "limits"))
    assert [each.outcome for each in result.questions] == ["right"] * 4 + ["by hand"]
