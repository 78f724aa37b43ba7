"""What counts as the text of a lesson, and what running it adds."""

import json
from pathlib import Path

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.lessons.text import text_digest, without_outputs

LESSONS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


def notebook(*cells, **metadata):
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def code(source="1 + 1", **more):
    return {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [], "source": source, **more}


def as_bytes(book, **options):
    return json.dumps(book, **options).encode()


RESULT = {"data": {"text/plain": "2"}, "execution_count": 7, "metadata": {}, "output_type": "execute_result"}
RUN = notebook(
    code(
        outputs=[RESULT],
        execution_count=7,
        metadata={"scrolled": True, "execution": {"iopub.execute_input": "now"}, "tags": []},
    ),
    kernelspec={"name": "other"},
    language_info={"name": "python", "version": "3.99"},
    widgets={"application/vnd.jupyter.widget-state+json": {"state": {}}},
)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.name)
def test_a_lesson_is_delivered_without_outputs_and_says_the_same(lesson):
    before = lesson.read_bytes()
    after = without_outputs(before)
    book = nbformat.reads(after.decode(), as_version=4)
    nbformat.validate(book)
    for cell, old in zip(book.cells, nbformat.reads(before.decode(), as_version=4).cells, strict=True):
        assert (cell.source, cell.cell_type, cell.id) == (old.source, old.cell_type, old.id)
        assert cell.cell_type != "code" or (cell.outputs == [] and cell.execution_count is None)
    assert "widgets" not in book.metadata
    assert text_digest(after) == text_digest(before)
    assert without_outputs(after) == after


def test_running_and_saving_changes_no_text():
    assert text_digest(as_bytes(RUN)) == text_digest(as_bytes(notebook(code())))
    assert json.loads(without_outputs(as_bytes(RUN)))["cells"][0]["outputs"] == []


def test_how_the_file_is_written_is_no_text():
    written = [
        as_bytes(RUN),
        as_bytes(RUN, indent=4),
        as_bytes(notebook(code(["1 +", " 1"]))),
        as_bytes(notebook(code("1 + 1\n"))),
    ]
    assert len({text_digest(each) for each in written}) == 1


@pytest.mark.parametrize(
    "changed",
    [
        notebook(code("1 + 2")),
        notebook(code("1 +  1")),
        notebook(code(), code()),
        notebook(),
        notebook({"cell_type": "markdown", "metadata": {}, "source": "1 + 1"}),
        notebook(code(metadata={"tags": ["mine"]})),
        notebook(code(metadata={"notes": "mine"})),
        notebook(code(attachments={"a.png": {"image/png": "xx"}})),
        notebook(code(), mine={"grade": 1}),
        notebook(code("1 + 1"), code("")),
    ],
)
def test_whatever_somebody_wrote_is_text(changed):
    assert text_digest(as_bytes(changed)) != text_digest(as_bytes(notebook(code())))


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_two_notebooks_have_one_digest_only_if_their_cells_are_the_same(first, second):
    digests = [text_digest(as_bytes(notebook(*map(code, cells)))) for cells in (first, second)]
    same = [text.rstrip("\n") for text in first] == [text.rstrip("\n") for text in second]
    assert (digests[0] == digests[1]) == same or None in digests


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text",
        b"\xff",
        b"[" * 100_000,
        b"3",
        b"[]",
        b'{"cells": 3, "nbformat": 4}',
        b'{"cells": [], "nbformat": 3}',
        b'{"cells": [1], "nbformat": 4}',
        b'{"cells": [{"cell_type": "code", "source": [1]}], "nbformat": 4}',
        b'{"cells": [{"cell_type": "code", "source": "\\ud800"}], "nbformat": 4}',
    ],
)
def test_what_is_not_a_notebook_has_no_text_and_is_left_as_it_is(content):
    assert text_digest(content) is None
    assert without_outputs(content) == content
