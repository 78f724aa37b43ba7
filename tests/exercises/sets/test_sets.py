"""Every exercise set for practice: its form, its solution, its submissions and the student's copy, which is generated.

Nothing here knows a single set: a new source in ``notebooks/exercises/source`` is tested as soon as it is there.
"""

import ast
import json
import re
import symtable
from functools import cache
from pathlib import Path

import pytest

from fewidgets.authoring.exercise_sets import (
    SOURCES,
    faults,
    is_answer,
    is_test,
    nbgrader_of,
    source_of,
    submission_of,
)
from fewidgets.authoring.set_facts import facts_of
from fewidgets.authoring.solution_stubs import _bound, _global_reads
from fewidgets.authoring.student_copies import stale
from fewidgets.exercises import check
from tests.exercises.sets.running import run_notebook
from tests.exercises.sets.untried import untried

ROOT = Path(__file__).resolve().parents[3]
SETS = sorted((ROOT / SOURCES).glob("*.ipynb"))
COPIES = {path: path.parent.parent / path.name for path in SETS}

Feedback = type(check("9.6 groups"))
every_set = pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)


@cache
def cells_of(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a notebook once, for all tests that look at it."""
    folder = tmp_path_factory.mktemp("student")
    return cache(lambda path: run_notebook(path, folder))


def points_of(path):
    """Return the points of each test cell by its grade_id."""
    return {nbgrader_of(cell)["grade_id"]: nbgrader_of(cell)["points"] for cell in cells_of(path) if is_test(cell)}


def test_there_is_a_set():
    assert SETS


@every_set
def test_the_source_has_the_form_of_a_source(path):
    assert faults({"cells": cells_of(path)}) == []
    assert untried({"cells": cells_of(path)}) == []


@every_set
def test_the_first_cell_says_what_the_set_is(path):
    facts = facts_of(source_of(cells_of(path)[0]))
    assert cells_of(path)[0]["cell_type"] == "markdown"
    assert facts.title
    assert 20 <= int(facts.minutes) <= 50, "a set takes 20 to 50 minutes"
    assert float(facts.points) == sum(points_of(path).values()), "the first cell names the sum of the points"
    assert facts.practises, "the first cell must say what the set practises: **You practise** …"
    links = re.findall(r"\]\(([^)#]+\.ipynb)", source_of(cells_of(path)[0]))
    assert links, "the first cell must link to the lesson to read before"


@every_set
def test_every_link_leads_to_a_notebook(path):
    """Links are written as the student's copy needs them, which lies in ``exercises`` beside the lessons' folder."""
    for cell in cells_of(path):
        if cell["cell_type"] == "markdown":
            for link in re.findall(r"\]\(([^)#:]+\.ipynb)", source_of(cell)):
                assert (COPIES[path].parent / link).is_file(), link


@every_set
def test_the_students_copy_is_up_to_date(path):
    old = [str(each.relative_to(ROOT)) for each in stale(path)]
    assert not old, f"run: fewidgets exercises make {path.stem}"


@every_set
def test_the_solution_gets_full_marks(path, run):
    checks = run(path).checks
    assert list(checks) == list(points_of(path))
    for name, points in points_of(path).items():
        feedback = checks[name]
        assert isinstance(feedback, Feedback), f"the last line of {name} must be a check"
        assert feedback.outcome == "right", f"{name}: {feedback.message}"
        assert (feedback.points, feedback.of) == (points, points), name


@every_set
def test_the_students_copy_runs_and_scores_nothing(path, run):
    checks = run(COPIES[path]).checks
    assert list(checks) == list(points_of(path))
    for name, feedback in checks.items():
        assert feedback.outcome == "not attempted", f"{name}: {feedback.message}"
        assert feedback.points == 0


@every_set
@pytest.mark.parametrize("which", [0, 1], ids=["warm-up", "faded"])
def test_a_question_may_be_skipped(path, which, tmp_path):
    """The other cells still run. A function that calls the open one is said not to be finished, and all others are right."""
    open_cells = [cell for cell in cells_of(COPIES[path]) if is_answer(cell)]
    open_cells = [cell for cell in open_cells if source_of(cell).startswith("def ")][which : which + 1]
    instead = {nbgrader_of(cell)["grade_id"]: source_of(cell) for cell in open_cells}
    checks = run_notebook(path, tmp_path, instead).checks
    for name, feedback in checks.items():
        assert feedback.outcome in ("right", "not attempted"), f"{name}: {feedback.message}"
    assert len(instead) <= sum(each.outcome == "not attempted" for each in checks.values()) < len(checks)


@every_set
def test_an_answer_may_be_run_again_at_the_end(path):
    """No cell below sets a name that an answer or its check has read: a student goes back, and gets the same result."""
    read, code = set(), [cell for cell in cells_of(path) if cell["cell_type"] == "code" and not submission_of(cell)]
    for cell in code:
        tree = ast.parse(source_of(cell))
        if is_answer(cell) or is_test(cell):
            read |= set(_global_reads(symtable.symtable(source_of(cell), "cell", "exec")))
        else:
            assert not read & {name for name, _ in _bound(tree)}, source_of(cell)


@every_set
def test_each_submission_gets_its_outcome_and_its_message(path, run):
    for submission, feedback in run(path).submissions:
        where = f"cell {submission.number}, a {submission.kind} submission of {submission.of}: {feedback.message}"
        assert feedback.outcome == submission.kind, where
        assert submission.says in feedback.message, where
        assert (feedback.points == feedback.of) == (submission.kind == "right"), where


@every_set
def test_the_students_copy_holds_no_answer(path):
    text = COPIES[path].read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    assert "HIDDEN TESTS" not in text
    assert '"submission"' not in text
    for number, cell in enumerate(cells_of(path)):
        each = submission_of(cell, number)
        if each is not None:
            assert json.dumps(each.source)[1:-1] not in text.replace('",\n    "', ""), f"cell {number} is in the copy"
    for cell in cells_of(COPIES[path]):
        assert not cell.get("outputs")
        if is_test(cell):
            assert cell["metadata"]["editable"] is False
            assert cell["metadata"]["deletable"] is False
