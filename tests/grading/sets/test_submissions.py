"""The submissions in the source of a graded set get their outcome and their message, in the engine and in plain nbgrader."""

import json

import numpy as np
import pytest

from fewidgets.authoring.exercise_sets import (
    GRADED,
    is_answer,
    is_test,
    nbgrader_of,
    questions_of,
    source_of,
    submission_of,
)
from fewidgets.grading.commands.course_grading import jobs_of
from fewidgets.grading.course.course import graded_sets, new_course, open_course
from fewidgets.grading.errors import GradingError
from fewidgets.grading.for_nbgrader import graded, points
from fewidgets.grading.mark.submission import grade_submission
from tests.exercises.sets.running import cell_value
from tests.grading.courses import ROOT, hand_in, kept_back, release, solution, text_of

SETS = graded_sets(ROOT / GRADED)
every_set = pytest.mark.parametrize("name", SETS)


def source_in(name):
    """Return the cells of a set, and by question the outcome, message and code of the solution and of each submission."""
    cells = json.loads((SETS[name] / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    answers = {question: [("right", "", code)] for question, code in solution(name).items()}
    for number, cell in enumerate(cells):
        each = submission_of(cell, number)
        if each is not None:
            answers[each.of].append((each.kind, each.says, each.source))
    return cells, answers


@every_set
def test_the_engine_gives_each_submission_its_outcome_and_message(name, tmp_path):
    """The k-th notebook has the k-th submission of every question, so a few notebooks try them all; the last one is blank."""
    _, answers = source_in(name)
    tried = {
        f"student-{k}": {question: each[k % len(each)] for question, each in answers.items()}
        for k in range(max(map(len, answers.values())))
    }
    new_course(tmp_path / "c", {name: SETS[name]})
    (tmp_path / "c/students.csv").write_text("\n".join(["id", *tried, "blank"]))
    course = open_course(tmp_path / "c")
    release(course, name)
    secrets = kept_back(course, name)
    for student in (*tried, "blank"):
        text = text_of(course.released(name, student).read_bytes())
        assert not [secret for secret in secrets if secret in text]
        hand_in(course, name, student, {question: code for question, (*_, code) in tried.get(student, {}).items()})
    results = {job.student: grade_submission(job) for job in jobs_of(course, name, "limits")}
    assert {each.outcome for each in results.pop("blank").questions} == {"not attempted"}
    assert results["student-0"].points == course.load(name).of
    for student, found in results.items():
        for result in found.questions:
            kind, says, _ = tried[student][result.question]
            where = f"{student}, {result.question}: {result.message}"
            assert result.outcome == kind, where
            assert says in result.message, where
            assert (result.points == result.of) == (kind == "right"), where


@every_set
def test_plain_nbgrader_can_grade_the_source(name, tmp_path, monkeypatch):
    """The hidden tests, run where nbgrader runs them: below the answer, in its kernel. The last line is the points."""
    monkeypatch.setenv("FEWIDGETS_COURSE", str(tmp_path))
    new_course(tmp_path, {name: SETS[name]})
    (tmp_path / "students.csv").write_text("id\n")
    cells, answers = source_in(name)
    tests = {nbgrader_of(cell)["grade_id"]: source_of(cell) for cell in cells if is_test(cell)}
    of = {each.name: each.of for each in open_course(tmp_path).load(name).questions}
    names = {}
    for cell in cells:
        if cell["cell_type"] != "code" or is_test(cell) or submission_of(cell):
            continue
        if not is_answer(cell):
            cell_value(source_of(cell), names, name)
            continue
        question = nbgrader_of(cell)["grade_id"]
        assert graded(name, question, dict(names)).outcome in ("not attempted", "error")
        for kind, says, text in answers[question][1:]:
            there = dict(names)
            cell_value(text, there, name)
            if "import fewidgets" in text:
                continue  # plain nbgrader does not make modules unavailable
            with np.errstate(divide="ignore", invalid="ignore"):  # which some mistakes do
                found = graded(name, question, there)
            assert found.outcome == kind, f"{question}: {found.message}"
            assert says in found.message
        cell_value(source_of(cell), names, name)
        assert cell_value(tests[questions_of({"cells": cells})[question]], dict(names), name) == of.pop(question)
    assert of == {}


def test_in_a_kernel_an_object_cannot_equal_everything(tmp_path, monkeypatch):
    class Any:
        def __eq__(self, other):
            return True

        __hash__ = None

    monkeypatch.setenv("FEWIDGETS_COURSE", str(tmp_path))
    new_course(tmp_path, {"boosting": SETS["boosting"]})
    data = {"X": np.eye(3), "y": np.arange(3.0)}
    assert graded("boosting", "q1", {**data, "winner": Any(), "weight": Any()}).points == 0
    assert graded("boosting", "q3", {"boost": Any()}).points == 0
    assert graded("boosting", "q3", {"boost": lambda X, y, smallest: X.sort()}).outcome == "error"


def test_without_a_course_the_message_says_what_to_set(tmp_path, monkeypatch):
    monkeypatch.delenv("FEWIDGETS_COURSE", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GradingError, match="Set the environment variable FEWIDGETS_COURSE"):
        points("boosting", "q1", {})
