"""A course folder: made once, completed later, and read with every mistake in words."""

import os
import stat

import pytest

from fewidgets.grading.course.course import chosen_sets, graded_source, new_course, open_course
from fewidgets.grading.errors import GradingError
from tests.grading.courses import ROOT, course_in


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_a_new_course_has_all_that_it_needs(tmp_path):
    written = new_course(tmp_path / "my course", chosen_sets(None, None))
    course = open_course(tmp_path / "my course")
    assert course.title == "my course"
    assert course.sets == ("boosting", "capstone", "regularization", "scaling")
    assert course.students == ()
    assert len(course.secret) == 64
    assert course.secret.decode() not in repr(course)
    assert "secret.txt" in (course.folder / ".gitignore").read_text()
    for name in course.sets:
        assert course.load(name).name == name
    assert {path.as_posix() for path in written} >= {"secret.txt", "students.csv", "sets/boosting/questions.py"}
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "my course/secret.txt").stat().st_mode) == 0o600


def test_making_a_course_again_changes_nothing_and_adds_what_is_missing(tmp_path):
    folder = tmp_path / "c"
    course = course_in(folder)
    (folder / "sets/boosting/questions.py").write_text("# mine")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert new_course(folder, chosen_sets(None, ["boosting"])) == []
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / ".gitignore").unlink()
    assert [path.name for path in new_course(folder, chosen_sets(None, ["boosting"]))] == [".gitignore"]
    assert open_course(folder).students == course.students


def test_another_folder_is_left_alone(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/dear.txt").write_text("x")
    with pytest.raises(GradingError, match="not empty and no course folder"):
        new_course(tmp_path / "letters", {})
    with pytest.raises(GradingError, match="is a file"):
        new_course(tmp_path / "letters/dear.txt", {})
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["dear.txt"]


def test_the_sets_of_the_checkout_and_what_to_do_without_one(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT / "notebooks" / "labs")
    assert graded_source().name == "graded"
    with pytest.raises(GradingError, match="no graded set 'boost'; the sets are boosting"):
        chosen_sets(None, ["boost"])
    monkeypatch.setattr("fewidgets.grading.course.course.graded_source", lambda: None)
    with pytest.raises(GradingError, match=r"because students install it too.*--from"):
        chosen_sets(None, None)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("course.toml", "title = ", "course.toml cannot be read"),
        ("course.toml", "title = 3", "title in course.toml must be a text; got 3"),
        ("course.toml", 'sets = "boosting"', "sets in course.toml must be a list of names"),
        ("course.toml", 'sets = ["../x"]', "sets in course.toml must be a list of names"),
        ("course.toml", "deadlines = 3", r"course.toml, \[deadlines\]: expected a line for each set"),
        ("course.toml", "[deadlines]\nboost = 2026-11-23", "the course has no set 'boost'; its sets are boosting"),
        (
            "course.toml",
            '[deadlines]\nboosting = "2026-11-23"',
            "boosting must be a date, or a date and a time",
        ),
        ("students.csv", "id\n..\n", "students.csv, line 2"),
    ],
)
def test_a_course_that_cannot_be_read(tmp_path, file, content, message):
    course_in(tmp_path / "c")
    (tmp_path / "c" / file).write_text(content)
    with pytest.raises(GradingError, match=message):
        open_course(tmp_path / "c")


def test_what_a_course_lacks(tmp_path):
    with pytest.raises(GradingError, match="is no course folder"):
        open_course(tmp_path)
    course = course_in(tmp_path / "c")
    with pytest.raises(GradingError, match="has no set 'boost'; its sets are boosting"):
        course.load("boost")
    for content in ("", "short"):
        (tmp_path / "c/secret.txt").write_text(content)
        with pytest.raises(GradingError, match="must hold between 16 and 4096 characters"):
            _ = open_course(tmp_path / "c").secret
    (tmp_path / "c/secret.txt").unlink()
    with pytest.raises(GradingError, match=r"secret.txt cannot be read.*put the file back"):
        _ = open_course(tmp_path / "c").secret
    (tmp_path / "c/sets/boosting/questions.py").write_text("SET = 3")
    with pytest.raises(GradingError, match="must define SET"):
        open_course(tmp_path / "c").load("boosting")
