"""Lessons are delivered without outputs, and outputs alone do not make a lesson the student's."""

import json

import pytest

from fewidgets.cli import main
from fewidgets.lessons import copies as lesson_copies
from fewidgets.lessons import earlier as earlier_lessons
from fewidgets.lessons.copies import MANIFEST, DeliveryError, State, deliver, deliver_beside, lesson_source, survey
from fewidgets.lessons.text import text_digest

NAME = "9.6_boosting.ipynb"


def lesson(text="print(1)", output="1", count=None, **metadata):
    """A lesson of one cell with one output."""
    outputs = [{"name": "stdout", "output_type": "stream", "text": output}] if output else []
    cell = {"cell_type": "code", "execution_count": count, "id": "a", "metadata": metadata, "outputs": outputs, "source": text}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, sort_keys=True) + "\n"


def run_and_save(path, output="mine"):
    """What JupyterLab does to a file."""
    book = json.loads(path.read_text())
    cell = book["cells"][0]
    cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": output}]
    cell["execution_count"], cell["metadata"]["execution"] = 3, {"iopub.status.idle": "now"}
    book["metadata"]["language_info"] = {"name": "python", "version": "3.99"}
    path.write_text(json.dumps(book, indent=1))
    return path.read_text()


@pytest.fixture
def source(tmp_path):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / NAME).write_text(lesson())
    return tmp_path / "source"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "lessons"


def deliver_as_before(folder, source):
    """What releases before this one did: copy the bytes, and record their SHA-256."""
    folder.mkdir()
    content = (source / NAME).read_bytes()
    (folder / NAME).write_bytes(content)
    digest = lesson_copies.Version(content).digest
    (folder / MANIFEST).write_text(json.dumps({"files": {NAME: digest}, "versions": {NAME: [digest]}}))


def test_a_students_copy_has_no_outputs_and_the_source_keeps_its_own(source, folder):
    before = (source / NAME).read_text()
    deliver(folder, source)
    assert json.loads((folder / NAME).read_text())["cells"][0]["outputs"] == []
    assert (source / NAME).read_text() == before
    assert deliver(folder, source).states == {NAME: State.SAME}


def test_a_copy_that_was_run_is_unchanged_and_stays_while_the_text_is_the_newest(source, folder):
    deliver(folder, source)
    saved = run_and_save(folder / NAME)
    (source / NAME).write_text(lesson(output="other"))  # our outputs changed: nothing that a student would see
    assert deliver(folder, source).states == {NAME: State.SAME}
    assert (folder / NAME).read_text() == saved


def test_a_copy_that_was_run_is_renewed_when_the_text_is_new(source, folder):
    deliver(folder, source)
    run_and_save(folder / NAME)
    (source / NAME).write_text(lesson("print(2)"))
    assert survey(folder, source).states == {NAME: State.UPDATED}
    assert deliver(folder, source).states == {NAME: State.UPDATED}
    assert json.loads((folder / NAME).read_text()) == json.loads(lesson("print(2)", output=""))


@pytest.mark.parametrize("change", ["print(3)", "print(1) ", "# mine\nprint(1)"])
@pytest.mark.parametrize("newest", ["print(1)", "print(2)"])
def test_a_copy_whose_code_was_changed_is_never_overwritten(source, folder, change, newest):
    deliver(folder, source)
    (folder / NAME).write_text(lesson(change))
    run_and_save(folder / NAME)
    saved = (folder / NAME).read_text()
    (source / NAME).write_text(lesson(newest))
    expected = State.CHANGED if newest == "print(1)" else State.OUTDATED
    assert deliver(folder, source).states == {NAME: expected}
    assert (folder / NAME).read_text() == saved


def test_a_copy_of_an_older_release_that_was_run_is_renewed_when_the_text_is_new(source, folder, monkeypatch):
    """Records of older releases do not hold texts, but those that were delivered then are known."""
    deliver_as_before(folder, source)
    saved = run_and_save(folder / NAME)
    (source / NAME).write_text(lesson("print(2)"))
    assert survey(folder, source).states == {NAME: State.OUTDATED}
    known = {NAME: [text_digest(saved.encode()).removeprefix("text:")]}
    monkeypatch.setattr(earlier_lessons, "_texts", lambda: known)
    assert deliver(folder, source).states == {NAME: State.UPDATED}


def test_predictions_are_neither_delivered_nor_touched(source, folder):
    (source / "9.6_boosting.predictions.jsonl").write_text("an author's")
    deliver(folder, source)
    assert sorted(path.name for path in folder.iterdir()) == [MANIFEST, NAME]
    (folder / "9.6_boosting.predictions.jsonl").write_text("mine")
    (source / NAME).write_text(lesson("print(2)"))
    assert deliver(folder, source).states == {NAME: State.UPDATED}
    assert (folder / "9.6_boosting.predictions.jsonl").read_text() == "mine"


# --- lessons that there are no more ---


@pytest.fixture
def split(source, folder, monkeypatch):
    """A lesson that was delivered and then split in two."""
    monkeypatch.setattr(lesson_copies, "REPLACED", {NAME: ("a.ipynb", "b.ipynb")})
    deliver(folder, source)
    (source / NAME).unlink()
    for name in ("a.ipynb", "b.ipynb"):
        (source / name).write_text(lesson(name))
    return source


@pytest.mark.parametrize("was_run", [False, True])
def test_an_unchanged_copy_of_a_lesson_that_was_split_is_removed(split, folder, was_run):
    if was_run:
        run_and_save(folder / NAME)
    (folder / "9.6_boosting.predictions.jsonl").write_text("mine")
    assert survey(folder, split).replaced == {NAME: False}
    assert (folder / NAME).exists()
    delivered = deliver(folder, split)
    assert delivered.replaced == {NAME: False}
    assert sorted(delivered.states) == ["a.ipynb", "b.ipynb"]
    assert not (folder / NAME).exists()
    assert (folder / "9.6_boosting.predictions.jsonl").read_text() == "mine"
    assert deliver(folder, split).replaced == {}


def test_a_changed_copy_of_a_lesson_that_was_split_is_kept(split, folder):
    (folder / NAME).write_text(lesson("mine"))
    assert deliver(folder, split).replaced == {NAME: True}
    assert deliver(folder, split).replaced == {NAME: True}
    assert (folder / NAME).read_text() == lesson("mine")


def test_a_copy_that_is_changed_while_lessons_are_written_is_kept(split, folder, monkeypatch):
    write = lesson_copies._write_lessons

    def write_while_a_student_saves(*arguments):
        (folder / NAME).write_text(lesson("mine"))
        write(*arguments)

    monkeypatch.setattr(lesson_copies, "_write_lessons", write_while_a_student_saves)
    deliver(folder, split)
    assert (folder / NAME).read_text() == lesson("mine")


def test_nothing_is_removed_where_a_replacement_is_missing(split, folder):
    (split / "b.ipynb").unlink()
    assert deliver(folder, split).replaced == {}
    assert (folder / NAME).exists()


def test_every_replacement_is_a_lesson_and_every_replaced_one_is_none():
    there = {path.name for path in lesson_source().glob("*.ipynb")}
    for old, new in earlier_lessons.REPLACED.items():
        assert old not in there
        assert set(new) <= there


def test_the_command_says_what_became_of_a_split_lesson(folder, capsys):
    folder.mkdir()
    (folder / "9.2_histogram_features.ipynb").write_text("mine")
    assert main(["notebooks", str(folder)]) == 0
    said = capsys.readouterr().out
    assert (
        "9.2_histogram_features.ipynb is replaced by 9.2.1_categories_and_text.ipynb, 9.2.3_images.ipynb, 9.2.4_sound.ipynb."
        in said
    )
    assert "You changed your copy, so it stays." in said
    assert main(["notebooks", "--list", str(folder)]) == 0
    assert "9.2_histogram_features.ipynb: replaced by 9.2.1" in capsys.readouterr().out
    with pytest.raises(DeliveryError, match=r"no lesson '9.2_histogram_features' any more; it was replaced by 9.2.1"):
        deliver_beside(folder, "9.2_histogram_features")
