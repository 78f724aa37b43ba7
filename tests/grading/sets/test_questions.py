"""Every graded set: its form, and that each student's data tell right from wrong, and every mistake from the others."""

import doctest
import inspect
import json
import re

import numpy as np
import pytest

from fewidgets.authoring.exercise_sets import (
    GRADED,
    faults,
    is_answer,
    is_test,
    nbgrader_of,
    source_of,
    submission_of,
)
from fewidgets.authoring.notebook_format import is_canonical
from fewidgets.authoring.set_facts import facts_of
from fewidgets.grading.literals import data_cell
from fewidgets.grading.question import Values
from tests.exercises.sets.running import cell_value
from tests.exercises.sets.untried import untried
from tests.grading.courses import ROOT
from tests.grading.sets.loaded import SETS

QUESTIONS = [pytest.param(each, id=f"{name}-{each.name}") for name, found in SETS.items() for each in found.questions]
every_set = pytest.mark.parametrize("name", SETS)


def path_of(name):
    return ROOT / GRADED / name / f"{name}.ipynb"


def cells_of(name):
    return json.loads(path_of(name).read_text(encoding="utf-8"))["cells"]


def test_there_are_the_sets_that_the_documents_name():
    assert list(SETS) == ["boosting", "capstone", "regularization", "scaling"]


@every_set
def test_the_source_has_its_form(name):
    assert faults({"cells": cells_of(name)}) == []
    assert is_canonical(path_of(name))


@every_set
def test_each_question_has_submissions_that_are_tried(name):
    assert untried({"cells": cells_of(name)}) == []


@every_set
def test_notebook_and_questions_belong_together(name):
    found, cells = SETS[name], cells_of(name)
    marks = {nbgrader_of(cell)["grade_id"]: cell for cell in cells if nbgrader_of(cell)}
    assert found.name == name
    assert [nbgrader_of(cell)["grade_id"] for cell in cells if is_answer(cell)] == [each.name for each in found.questions]
    points = {nbgrader_of(cell)["grade_id"]: nbgrader_of(cell)["points"] for cell in cells if is_test(cell)}
    assert points == {f"{each.name}-test": each.of for each in found.questions}
    assert float(facts_of(source_of(cells[0])).points) == found.of
    for each in found.questions:
        if isinstance(each, Values):
            data = each.data(np.random.default_rng(0))
            assert source_of(marks[f"{each.name}-data"]) == data_cell(data), f"{each.name}-data shows other example data"
            assert nbgrader_of(marks[f"{each.name}-data"])["locked"]


def test_the_guide_lists_each_set_with_its_facts():
    guide = "".join((ROOT / f"docs/teach/{page}.md").read_text(encoding="utf-8") for page in ("graded_set", "course"))
    for name in SETS:
        facts = facts_of(source_of(cells_of(name)[0]))
        row = rf"^\| {name} \| (\d+) \| {facts.minutes} \| {facts.points} \| {re.escape(facts.practises)} \|$"
        (week,) = re.findall(row, guide, re.M)
        assert re.search(rf"^\| {week} \|.*the graded set \*{name}\* \|$", guide, re.M)


@every_set
def test_the_notebook_says_what_is_not_available(name):
    text = " ".join(source_of(cell) for cell in cells_of(name) if cell["cell_type"] == "markdown")
    for each in SETS[name].questions:
        for module in getattr(each, "without", ()):
            assert f"`{module}`" in text, f"{module} is not available for {each.name}, and the notebook does not say so"


@every_set
def test_the_examples_in_the_text_are_what_the_solution_returns(name):
    names, examples = {}, []
    for cell in cells_of(name):
        if cell["cell_type"] == "markdown":
            examples += re.findall(r"```python\n(.*?)```", source_of(cell), re.S)
        elif not is_test(cell) and not submission_of(cell):
            cell_value(source_of(cell), names, name)
    for example in examples:
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(doctest.DocTestParser().get_doctest(example, dict(names), name, None, 0))
        assert runner.summarize(verbose=False).failed == 0, example


@pytest.mark.parametrize("question", QUESTIONS)
def test_data_are_drawn_until_every_two_answers_differ(question):
    make = getattr(question, "data", getattr(question, "cases", None))
    judged = getattr(question, "judge", None)  # such a question has no single right answer
    assert make is None or judged or "return distinct_" in inspect.getsource(make)
