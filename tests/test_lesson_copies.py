import json
from pathlib import Path

import pytest

from fewidgets.lessons import copies as lesson_copies
from fewidgets.lessons.copies import MANIFEST, DeliveryError, State, deliver, deliver_beside, lesson_source, survey


@pytest.fixture
def source(tmp_path):
    """Three lessons, as they might ship, and what an editor leaves beside them."""
    folder = tmp_path / "source"
    for name in ("index.ipynb", "9.6_boosting.ipynb", "exercises/9.1.ipynb", ".ipynb_checkpoints/index.ipynb", ".hidden"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"first {name}")
    return folder


@pytest.fixture
def folder(tmp_path):
    """A student's folder, which does not exist yet."""
    return tmp_path / "a student's" / "lessons"


def content(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def test_the_first_delivery_copies_everything_but_hidden_files(source, folder):
    delivered = deliver(folder, source)
    names = ["9.6_boosting.ipynb", "exercises/9.1.ipynb", "index.ipynb"]
    assert delivered.files(State.NEW) == names
    assert content(folder) == {name: f"first {name}" for name in names}
    assert sorted(json.loads((folder / MANIFEST).read_text())["files"]) == names


def test_doing_it_again_does_nothing(source, folder):
    deliver(folder, source)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.ipynb")}
    assert set(deliver(folder, source).states.values()) == {State.SAME}
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.ipynb")} == before


def test_changed_files_are_kept_and_untouched_ones_brought_up_to_date(source, folder):
    deliver(folder, source)
    (folder / "9.6_boosting.ipynb").write_text("my work")
    (folder / "exercises" / "9.1.ipynb").write_text("my answer")
    (folder / "notes.txt").write_text("my notes")
    (source / "9.6_boosting.ipynb").write_text("second")
    (source / "index.ipynb").write_text("second")
    (source / "9.7_regularization.ipynb").write_text("first")
    expected = {
        "9.6_boosting.ipynb": State.OUTDATED,
        "9.7_regularization.ipynb": State.NEW,
        "exercises/9.1.ipynb": State.CHANGED,
        "index.ipynb": State.UPDATED,
    }
    assert survey(folder, source).states == expected
    assert deliver(folder, source).states == expected
    assert content(folder) == {
        "9.6_boosting.ipynb": "my work",
        "9.7_regularization.ipynb": "first",
        "exercises/9.1.ipynb": "my answer",
        "index.ipynb": "second",
        "notes.txt": "my notes",
    }
    # and it goes on being said, and kept, until the student has taken the newer version
    assert deliver(folder, source).files(State.OUTDATED) == ["9.6_boosting.ipynb"]
    (folder / "9.6_boosting.ipynb").write_text("second")
    assert deliver(folder, source).states["9.6_boosting.ipynb"] is State.SAME


def test_the_newer_version_goes_beside(source, folder):
    deliver(folder, source)
    (folder / "9.6_boosting.ipynb").write_text("my work")
    (source / "9.6_boosting.ipynb").write_text("second")
    for name in ("9.6_boosting", "9.6_boosting.ipynb"):
        assert deliver_beside(folder, name, source) == folder / "9.6_boosting.new.ipynb"
    assert (folder / "9.6_boosting.new.ipynb").read_text() == "second"
    (folder / "9.6_boosting.new.ipynb").write_text("my work in the new one")
    assert deliver_beside(folder, "9.6_boosting", source) == folder / "9.6_boosting.new-2.ipynb"
    assert (folder / "9.6_boosting.ipynb").read_text() == "my work"
    assert (folder / "9.6_boosting.new.ipynb").read_text() == "my work in the new one"


def test_a_lesson_that_there_is_not(source, folder):
    with pytest.raises(DeliveryError, match=r"no lesson '9.6_bosting' \(did you mean 9.6_boosting\?\); the lessons are: 9.6"):
        deliver_beside(folder, "9.6_bosting", source)


def test_delivering_the_source_to_itself_leaves_no_trace(source):
    before = content(source)
    assert set(deliver(source, source).states.values()) == {State.SAME}
    assert content(source) == before
    assert not (source / MANIFEST).exists()


def test_where_the_lessons_come_from(monkeypatch, tmp_path):
    package = tmp_path / "fewidgets"
    package.mkdir()
    monkeypatch.setattr(lesson_copies, "__file__", str(package / "lessons" / "copies.py"))
    with pytest.raises(DeliveryError, match=r"there are no lessons in .*installation is incomplete"):
        lesson_source()
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "index.ipynb").write_text("checkout")
    assert lesson_source() == tmp_path / "notebooks"
    wheel = package / "lessons" / "notebooks"
    wheel.mkdir(parents=True)
    (wheel / "index.ipynb").write_text("wheel")
    assert lesson_source() == wheel
    assert Path(lesson_source()).is_dir()


def test_exercises_and_labs_arrive_in_their_folders_and_solutions_do_not(tmp_path):
    source = tmp_path / "source"
    files = ("index.ipynb", "exercises/9.09_a.ipynb", "labs/1_b.ipynb")
    for file in (*files, "exercises/source/9.09_a.ipynb", "exercises/graded/c/c.ipynb"):
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        (source / file).write_text(file)
    folder = tmp_path / "mine"
    assert set(deliver(folder, source).states) == set(files)
    (folder / "exercises/9.09_a.ipynb").write_text("my work")
    (source / "exercises/9.09_a.ipynb").write_text("newer")
    delivery = deliver(folder, source)
    assert delivery.files(State.OUTDATED) == ["exercises/9.09_a.ipynb"]
    assert (folder / "exercises/9.09_a.ipynb").read_text() == "my work"
    assert deliver_beside(folder, "9.09_a", source) == folder / "exercises/9.09_a.new.ipynb"
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb")) == [
        "exercises/9.09_a.ipynb",
        "exercises/9.09_a.new.ipynb",
        "index.ipynb",
        "labs/1_b.ipynb",
    ]
