"""A set that an instructor has written: released, handed in and graded without submissions to try it with."""

import re
from pathlib import Path

from fewidgets.authoring.exercise_sets import SCHEMA
from fewidgets.grading.commands.course_grading import jobs_of
from fewidgets.grading.course.course import chosen_sets, new_course, open_course
from fewidgets.grading.mark.submission import grade_submission
from tests.exercises.sets.untried import untried
from tests.grading.courses import hand_in, release
from tests.grading.tiny_set import cell, content

PAGE = Path(__file__).resolve().parents[2] / "docs" / "teach" / "own_questions.md"
GUIDE = PAGE.read_text(encoding="utf-8").partition("### Kinds of question")[2]
QUESTIONS = re.search(r"```python\n(.*?)```", GUIDE, re.S)[1]
RIGHT = dict(re.findall(r"^\| `(q\d)` \|.*\| `([^`]+)` \|$", GUIDE, re.M))
#: The mistakes that the guide's example knows.
WRONG = {
    "q1": "mean, spread = x.mean(), x.std(ddof=1)",
    "q2": "def center(X):\n    return np.array([row - row.mean() for row in X])",
    "q3": "robust = 'the mean'",
}


def marked(kind, source, name, **marks):
    return cell(kind, source, name, **{**SCHEMA, **marks})


def own_set(folder):
    """Write a set as an instructor might: questions with their tests, the last one for the teacher, and no submission."""
    cells = [
        cell("markdown", "# Means\n\n**Time:** 10 minutes. **Points:** 10."),
        marked("code", "x = ...", "q1-data", locked=True),
    ]
    for question, answer in RIGHT.items():
        solution = f"### BEGIN SOLUTION\n{answer}\n### END SOLUTION"
        if question == "q4":
            cells.append(marked("markdown", solution, question, solution=True, grade=True, points=3))
            continue
        cells.append(marked("code", solution, question, solution=True))
        cells.append(marked("code", "# Graded later.", f"{question}-test", grade=True, locked=True, points=1))
    for each in cells:
        each |= {"outputs": [], "execution_count": None} if each["cell_type"] == "code" else {}
    folder.mkdir(parents=True)
    (folder / "means.ipynb").write_bytes(content(cells))
    (folder / "questions.py").write_text(QUESTIONS, encoding="utf-8")
    return {"cells": cells}


def test_a_set_without_submissions_goes_from_new_to_a_grade(tmp_path):
    assert len(untried(own_set(tmp_path / "mine" / "means"))) == 6  # test cells and mistakes
    new_course(tmp_path / "course", chosen_sets(tmp_path / "mine", None))
    (tmp_path / "course/students.csv").write_text("id\nada\n")
    course = open_course(tmp_path / "course")
    assert course.sets == ("means",)
    (path,) = release(course, "means").written
    assert "SOLUTION" not in path.read_text(encoding="utf-8")
    hand_in(course, "means", "ada", RIGHT)
    (result,) = map(grade_submission, jobs_of(course, "means", "limits"))
    assert [each.outcome for each in result.questions] == ["right", "right", "right", "by hand"]
    hand_in(course, "means", "ada", {**RIGHT, **WRONG})
    (result,) = map(grade_submission, jobs_of(course, "means", "limits"))
    assert [each.misconception for each in result.questions] == ["N - 1", "rows", "chose the mean", ""]
    assert result.questions[0].points == 1
