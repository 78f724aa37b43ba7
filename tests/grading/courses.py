"""Small course folders for tests, and what must never leave them."""

import csv
import json
import re
from pathlib import Path

from fewidgets.authoring.exercise_sets import GRADED, is_answer, nbgrader_of, source_of
from fewidgets.grading.course.course import graded_sets, new_course, open_course
from fewidgets.grading.release.releasing import prepare, write

ROOT = Path(__file__).resolve().parents[2]

ROSTER = """\
id,name,email,canvas_id
ada-l,Ada Lovelace,ada@example.org,4711
bob.b,Bob Ross,bob@example.org,4712
çelik-1,"Çelik, Deniz",deniz@example.org,4713
"""


def course_in(folder, roster=ROSTER, secret="0123456789abcdef0123456789abcdef"):
    """Make a course with the set "boosting" and a known secret."""
    new_course(folder, {"boosting": graded_sets(ROOT / GRADED)["boosting"]})
    (folder / "students.csv").write_text(roster, encoding="utf-8")
    (folder / "secret.txt").write_text(secret)
    return open_course(folder)


def release(course, name, *, force=False, **options):
    """Write the notebooks of a set, as the command does."""
    return write(prepare(course, name, **options), force=force)


def solution(name):
    """Return the code of the right answers of a set, by question."""
    source = json.loads((graded_sets(ROOT / GRADED)[name] / f"{name}.ipynb").read_text(encoding="utf-8"))
    return {nbgrader_of(cell)["grade_id"]: source_of(cell) for cell in source["cells"] if is_answer(cell)}


def hand_in(course, name, student, answers, path=None):
    """Write answers into the notebook that a student got, and hand it in, or put it somewhere else."""
    book = json.loads(course.released(name, student).read_text(encoding="utf-8"))
    for cell in book["cells"]:
        cell["source"] = answers.get(nbgrader_of(cell).get("grade_id"), cell["source"])
    path = path or course.submitted(name, student)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(book), encoding="utf-8")


def table(path):
    """Return the rows of a table that was written."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def kept_back(course, name):
    """Return the explanations, the lines of the solutions and the submissions of a set: texts that no student may get."""
    questions = (course.folder / "sets" / name / "questions.py").read_text(encoding="utf-8")
    explanations = re.findall(r'"([^"]{40,})"', questions)
    cells = json.loads(course.source(name).read_text(encoding="utf-8"))["cells"]
    solutions = [
        line.strip()
        for cell in cells
        for block in re.findall(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)### END", source_of(cell), re.S)
        for line in block.splitlines()
        if len(line.strip()) > 12
    ]
    submissions = [source_of(cell) for cell in cells if "submission" in cell["metadata"].get("fewidgets", {})]
    assert len(explanations) > 20
    assert len(solutions) > 20
    assert len(submissions) > 10
    return [*explanations, *solutions, *submissions]


def text_of(content):
    """Return the text of all cells of a notebook."""
    return "\n".join(source_of(cell) for cell in json.loads(content)["cells"])
