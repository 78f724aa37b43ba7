"""How a source becomes a student's copy, on small sources."""

import json

import pytest

from fewidgets.authoring import student_copies
from fewidgets.authoring.exercise_sets import SCHEMA, faults, submission_of
from fewidgets.authoring.notebook_format import StoreError
from fewidgets.authoring.solution_stubs import stub_of
from fewidgets.authoring.student_copies import make, sources, stale, student_copy
from tests.exercises.sets.untried import untried

ANSWER = "### BEGIN SOLUTION\nweight = 3\n### END SOLUTION"


def cell(source, kind="code", **metadata):
    output = {"output_type": "stream", "name": "stdout", "text": "printed"}
    return {"cell_type": kind, "metadata": metadata, "source": source, "outputs": [output], "execution_count": 4}


def graded(grade_id, source, **marks):
    return cell(source, nbgrader={**SCHEMA, "grade_id": grade_id, **marks})


def submission(kind="wrong", of="weight", says="too small", source="weight = 2"):
    return cell(source, fewidgets={"submission": kind, "of": of, "says": says})


def book(*changed, leave_out=()):
    cells = {
        "text": cell("# A set", "markdown"),
        "answer": graded("weight", ANSWER, solution=True),
        "right": submission("right", says="", source="weight = 1 + 2"),
        "wrong": submission(),
        "error": submission("error", source="weight = 'x'"),
        "test": graded("weight-test", "check('x', weight)", grade=True, locked=True, points=2),
    }
    cells |= dict(changed)
    kept = [each for name, each in cells.items() if name not in leave_out]
    return {"cells": kept, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def written(copied):
    """Return the sources of the cells of a copy."""
    return ["".join(each["source"]) for each in json.loads(copied)["cells"]]


def test_the_copy_has_no_solution_no_submission_and_no_output():
    text = student_copy(book(), "x")
    assert written(text) == ["# A set", "# Your code\nweight = ...", "check('x', weight)"]
    assert not any(each.get("outputs") or each.get("execution_count") for each in json.loads(text)["cells"])
    assert student_copy(json.loads(text) | {"cells": book()["cells"]}, "x") == text


def test_hidden_tests_are_taken_out_and_tests_are_locked():
    hidden = "check('x', weight)\n### BEGIN HIDDEN TESTS\nassert weight == 3\n### END HIDDEN TESTS"
    test = graded("weight-test", hidden, grade=True, locked=True, points=2)
    text = student_copy(book(("test", test)), "x")
    assert written(text)[-1] == "check('x', weight)"
    answer, tested = json.loads(text)["cells"][1:]
    assert tested["metadata"]["editable"] is tested["metadata"]["deletable"] is False
    assert answer["metadata"]["deletable"] is False
    assert "editable" not in answer["metadata"]


def test_the_checksums_are_those_that_nbgrader_computes():
    import nbformat
    from nbgrader.utils import compute_checksum

    copied = nbformat.reads(student_copy(book(), "x"), as_version=4)
    marked = [each for each in copied.cells if "nbgrader" in each.metadata]
    assert len(marked) == 2
    for each in marked:
        assert each.metadata.nbgrader.checksum == compute_checksum(each)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"changed": [("test", graded("weight", "1", grade=True, locked=True, points=1))]}, "'weight' stands in 2 cells"),
        ({"leave_out": ["test"]}, "weight: no test cell follows"),
        ({"changed": [("wrong", submission(of="bias"))]}, "cell 3: there is no answer cell 'bias'"),
        ({"changed": [("wrong", submission(says=""))]}, "cell 3: a failing submission must name a text"),
        ({"changed": [("wrong", submission("maybe"))]}, "got 'maybe'"),
        ({"changed": [("text", cell(ANSWER))]}, "cell 0: an answer cell, and no other, has a region"),
        ({"changed": [("answer", graded("weight", "x = 1", solution=True))]}, "cell 1: an answer cell, and no other"),
        ({"changed": [("test", graded("t", "1", grade=True, locked=True))]}, "must have a number of points"),
        ({"changed": [("test", graded("t", "1", grade=True, points=1))]}, "a test cell must be locked"),
        ({"changed": [("text", cell("### BEGIN HIDDEN TESTS\n### END HIDDEN TESTS"))]}, "hidden tests stand in test cells"),
        ({"changed": [("answer", graded("w w", ANSWER, solution=True))]}, "the grade_id must consist of"),
        ({"changed": [("answer", cell(ANSWER, nbgrader={"solution": True}))]}, "nbgrader's metadata lack schema_version"),
        ({"changed": [("answer", graded("weight", ANSWER[:-17], solution=True))]}, "must have an ### END SOLUTION"),
    ],
)
def test_a_fault_of_form_is_named(changed, fault):
    source = book(*changed.get("changed", ()), leave_out=changed.get("leave_out", ()))
    assert fault in "; ".join(faults(source))
    with pytest.raises(StoreError, match="cannot become a student's copy"):
        student_copy(source, "x")


def test_a_source_of_the_right_form_has_no_fault():
    assert faults(book()) == untried(book()) == []
    assert submission_of(book()["cells"][3], 3).says == "too small"


@pytest.mark.parametrize(
    ("leave_out", "lacks"),
    [
        (["right"], ["weight: there must be a submission of the kind 'right', by another route than the solution"]),
        (["wrong"], ["weight: there must be at least 2 submissions of the kinds 'wrong' and 'error'"]),
    ],
)
def test_a_set_without_submissions_can_be_handed_out_but_not_be_one_of_ours(leave_out, lacks):
    source = book(leave_out=leave_out)
    assert faults(source) == []
    assert untried(source) == lacks
    assert student_copy(source, "x") == student_copy(book(), "x")


def test_what_a_person_grades_needs_no_test_and_no_submission():
    essay = graded("why", "### BEGIN SOLUTION\nBecause.\n### END SOLUTION", solution=True, grade=True, points=3)
    source = book(("essay", {**essay, "cell_type": "markdown"}))
    assert faults(source) == untried(source) == []
    assert written(student_copy(source, "x"))[-1] == "*Your answer*"


INSIDE = "def f(x, r):\n    a = 1\n    ### BEGIN SOLUTION\n{}\n    ### END SOLUTION\n    return {}"


@pytest.mark.parametrize(
    ("source", "later", "stub"),
    [
        (ANSWER, "print(weight)", "weight = ..."),
        (ANSWER, "print(height)", "..."),
        ("### BEGIN SOLUTION\na, b = 1, 2\nc = a\n### END SOLUTION\nprint(b)", "print(a)", "a = ...\nb = ..."),
        (INSIDE.format("    w = x @ r", "w"), "", "w = ..."),
        (INSIDE.format("    a = 2", "a"), "", "..."),  # it is bound above
        (INSIDE.format("    v = x\n    w = v @ r", "w"), "", "w = ..."),  # the others are read in the solution alone
        (f"{ANSWER}\nweight = 1", "print(weight)", "..."),  # it is set before it is read
        (INSIDE.format("    x = 2", "x"), "", "..."),  # it is an argument
        (INSIDE.format("    w = x @ r", "a"), "print(w)", "..."),  # a local name is not seen below
        ("### BEGIN SOLUTION\ndef f(x):\n    return x\n### END SOLUTION", "check('f', f)", "f = ..."),
        (ANSWER, "for weight in [1]:\n    print(weight)", "..."),  # it is set there
        (ANSWER, "weight = weight + 1", "weight = ..."),
        (ANSWER, "def f(weight):\n    return weight\n[weight for weight in f([1])]", "..."),  # names of its own
        (ANSWER, "def f():\n    return weight", "weight = ..."),
        (ANSWER, "### BEGIN SOLUTION\nprint(weight)\n### END SOLUTION", "..."),  # it is not in the copy
        (ANSWER, INSIDE.format("    weight = 2", "weight"), "..."),  # it will be a name of the function
        ("### BEGIN SOLUTION\nx = [weight for weight in [1]]\n### END SOLUTION", "print(weight)", "..."),
        ("%matplotlib inline\n" + ANSWER, "print(weight)", "..."),
        (ANSWER + "\n" + ANSWER, "print(weight)", "..."),
    ],
)
def test_the_stub_sets_the_names_that_are_needed(source, later, stub):
    assert stub_of(source, [later]) == f"# Your code\n{stub}"


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "notebooks/exercises/source"
    folder.mkdir(parents=True)
    (folder / "9.01_a.ipynb").write_text(json.dumps(book()))
    (folder / "9.02_b.ipynb").write_text(json.dumps(book()))
    return tmp_path


def test_making_copies_twice_changes_nothing(checkout):
    written = [path.relative_to(checkout / "notebooks/exercises").as_posix() for path in make(checkout)]
    assert written == ["source/9.01_a.ipynb", "9.01_a.ipynb", "source/9.02_b.ipynb", "9.02_b.ipynb"]
    assert make(checkout) == []
    (checkout / "notebooks/exercises/9.02_b.ipynb").write_text("changed")
    assert stale(checkout / "notebooks/exercises/source/9.01_a.ipynb") == {}
    assert [path.name for path in make(checkout, ["9.02_b.ipynb"])] == ["9.02_b.ipynb"]


def test_a_set_that_there_is_not(checkout, tmp_path):
    with pytest.raises(StoreError, match=r"no set '9.03'; the sets are 9.01_a, 9.02_b"):
        sources(checkout, ["9.03"])
    with pytest.raises(StoreError, match="Go to the folder of a checkout"):
        sources(tmp_path / "nowhere")


def test_without_nbgrader_one_sentence_says_how_to_get_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "nbgrader.preprocessors", None)
    with pytest.raises(StoreError, match=r'pip install "fewidgets\[grading\]"'):
        student_copies.student_copy(book(), "x")
