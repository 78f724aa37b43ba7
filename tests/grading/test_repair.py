"""Whatever has happened to a notebook, what the student wrote is found, and what belongs to the teacher is put back."""

import json

import pytest

from fewidgets.grading.notebook import cell_of
from fewidgets.grading.run.repair import repair
from tests.grading.tiny_set import GRADED, HANDED_OUT, RIGHT, book, cell, content


def repaired(cells):
    return repair(content(cells), HANDED_OUT, GRADED)


def sources(found):
    return [step.source or f"data of {step.data_of}" for step in found.steps]


#: What runs of a solved notebook: locked cells, data, and answers in their order; no test cell, no text.
RUNS = ["import numpy as np", "data of q1", RIGHT["q1"], RIGHT["q2"], RIGHT["q3"], RIGHT["q4"]]


def test_a_whole_notebook_runs_without_its_tests():
    found = repaired(book(RIGHT))
    assert sources(found) == RUNS
    assert set(found.states.values()) == {"there"}
    assert found.texts == {"q5": RIGHT["q5"]}
    assert found.notes == ()


def test_what_was_handed_out_is_not_attempted():
    assert set(repaired(book({})).states.values()) == {"untouched"}
    spaced = [{**each, "source": each["source"].replace("\n", "  \r\n") + "\n"} for each in book({})]
    assert set(repaired(spaced).states.values()) == {"untouched"}


def changed(name, source):
    return lambda cells: [{**each, "source": source} if f"'{name}'" in str(each) else each for each in cells]


def times(name, number):
    return lambda cells: [each for each in cells for _ in range(number if f"'{name}'" in str(each) else 1)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (times("setup", 0), "The locked cell that begins with `import numpy as np` was missing"),
        (times("q1-data", 0), "The data cell of “Question 1: the mean” was missing"),
        (times("q1-test", 0), "The test cell of “Question 1: the mean” was missing"),
        (changed("setup", "np = None"), "begins with `import numpy as np` was changed"),
        (changed("q1-test", "pass"), "The test cell of “Question 1: the mean” was changed"),
        (times("setup", 2), "was there more than once"),
        (times("q1-data", 3), "was there more than once"),
        (times("q1-test", 2), "was there more than once"),
    ],
)
def test_locked_cells_are_put_back(change, says):
    found = repaired(change(book(RIGHT)))
    assert sources(found) == RUNS
    assert says in found.notes[0]
    assert set(found.states.values()) == {"there"}


@pytest.mark.parametrize("metadata", [True, False])
@pytest.mark.parametrize(
    ("mine", "runs"),
    [(None, RUNS), ("import numpy", ["import numpy as np", "import numpy", *RUNS[1:]]), ("import numpy as np\nN = 1", None)],
)
def test_code_that_was_handed_out_without_a_name_is_put_back_before_what_is_written_in_its_place(mine, runs, metadata):
    start, imports, *cells = book(RIGHT)
    given = {**imports, "metadata": {}}
    own = [start, *([{**given, "source": mine}] if mine else []), *cells]
    own = own if metadata else [{**each, "metadata": {}} for each in own]
    found = repair(content(own), tuple(map(cell_of, [start, given, *book({})[2:]])), GRADED)
    expected = [each for each in runs or [mine, *RUNS[1:]] if each != "data of q1"]
    assert [each for each in sources(found) if each not in ("data of q1", "x = ...")] == expected
    assert any("begins with `import numpy as np` was missing or changed" in note for note in found.notes) == bool(runs)
    assert [step.question for step in found.steps if step.source in RUNS[:1]] == [""] * bool(runs)


def test_an_untouched_copy_of_an_answer_cell_is_left_out():
    cells = book(RIGHT)
    for place in (4, 6):  # in front of the answer, and behind it
        found = repaired([*cells[:place], book({})[4], *cells[place:]])
        assert sources(found) == RUNS


def test_two_answers_run_in_their_order():
    cells = book(RIGHT)
    second = {**cells[4], "source": "mean = 0"}
    found = repaired([*cells[:5], second, *cells[5:]])
    assert sources(found) == [*RUNS[:3], "mean = 0", *RUNS[3:]]
    assert [step.question for step in found.steps][1:4] == ["q1"] * 3
    assert "more than once" in found.notes[0]


def test_deleted_answers_and_answers_turned_to_text_are_told():
    cells = book(RIGHT)
    gone = repaired([each for each in cells if RIGHT["q3"] not in each["source"]])
    assert gone.states["q3"] == "deleted"
    assert gone.notes == ("The answer cell of “Question 3” is missing.",)
    text = repaired([{**each, "cell_type": "raw"} if RIGHT["q3"] == each["source"] else each for each in cells])
    assert text.states["q3"] == "text"
    assert "is a text cell" in text.notes[0]


def test_an_answer_outside_of_its_cell_is_found():
    cells = [each for each in book(RIGHT) if each["source"] != RIGHT["q3"]]
    found = repaired([*cells, cell("code", RIGHT["q3"])])
    assert found.states["q3"] == "elsewhere"
    assert "The answer to “Question 3” was found outside of its answer cell." in found.notes


def test_a_cell_of_the_student_belongs_to_the_question_above_it():
    cells = book(RIGHT)
    found = repaired([*cells[:6], cell("code", "extra = 1"), *cells[6:]])
    assert [step.question for step in found.steps if step.source == "extra = 1"] == ["q1"]


def test_a_notebook_without_metadata_is_read_by_its_names():
    found = repaired([{**each, "metadata": {}} for each in book({**RIGHT, "q4": "why = ..."})])
    assert sources(found)[0] == "data of q1"
    assert "has lost its metadata" in found.notes[0]
    assert found.states == {"q1": "elsewhere", "q2": "elsewhere", "q3": "elsewhere", "q4": "untouched", "q5": "deleted"}
    assert "assert mean" not in sources(found)


def test_nbformat_3_is_read():
    cells = [{**each, "input": each["source"]} for each in book(RIGHT)]
    for each in cells:
        del each["source"]
    old = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": cells}]}
    found = repair(json.dumps(old).encode(), HANDED_OUT, GRADED)
    assert sources(found) == RUNS
    assert "nbformat 3" in found.notes[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_other_encodings_are_read(encoding):
    text = content(book(RIGHT)).decode()
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    found = repair(mark + text.encode(encoding), HANDED_OUT, GRADED)
    assert sources(found) == RUNS


def test_bytes_that_are_no_text_cost_only_where_they_stand():
    spoilt = content(book({**RIGHT, "q1": "mean = 'MARK'"})).replace(b"MARK", b"\xff\xfe")
    found = repair(spoilt, HANDED_OUT, GRADED)
    assert sources(found)[3:] == RUNS[3:]
    assert sources(found)[2] == "mean = '??'"
    assert "no UTF-8 text" in found.notes[0]


@pytest.mark.parametrize(
    "handed_in",
    [
        b"",
        b"  \n",
        b"print('hello')",
        b"[]",
        b"{}",
        b"null",
        b"{" * 100_000,
        b"PK\x03\x04" + bytes(100),
        b'{"cells": 3}',
        b'{"worksheets": [3]}',
        content(book(RIGHT))[:500],
    ],
)
def test_what_is_no_notebook_is_not_attempted(handed_in):
    found = repair(handed_in, HANDED_OUT, GRADED)
    assert found.steps == ()
    assert set(found.states.values()) == {"deleted"}
    assert len(found.notes) == 1


@pytest.mark.parametrize(
    "damage", [{"metadata": 3}, {"metadata": {"nbgrader": 3}}, {"source": 3}, {"source": [1, "a"]}, {"cell_type": []}]
)
def test_a_damaged_cell_costs_only_itself(damage):
    cells = book(RIGHT)
    found = repaired([*cells[:5], {**cells[5], **damage}, 3, None, *cells[6:]])
    assert [each for each in sources(found) if each in RUNS] == RUNS
