"""What students get: their own data, and nothing that must stay with the instructor."""

import json
import shutil

import numpy as np
import pytest

from fewidgets.authoring.exercise_sets import GRADED, nbgrader_of, source_of
from fewidgets.authoring.notebook_format import canonical_text
from fewidgets.cli import main
from fewidgets.grading.course.course import open_course
from fewidgets.grading.errors import GradingError
from fewidgets.grading.notebook_mark import Mark, mark_of
from fewidgets.grading.seeds import generator_of
from tests.grading.courses import ROOT, course_in, kept_back, release, text_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A course and what was released: never changed by a test."""
    course = course_in(tmp_path_factory.mktemp("courses") / "algebra")
    release(course, "boosting")
    return course


@pytest.fixture
def course(made, tmp_path):
    shutil.copytree(made.folder, tmp_path / "algebra")
    return open_course(tmp_path / "algebra")


def contents(course):
    return {student.id: course.released("boosting", student.id).read_bytes() for student in course.students}


def cells(content):
    return {nbgrader_of(cell)["grade_id"]: cell for cell in json.loads(content)["cells"] if nbgrader_of(cell)}


def test_each_student_gets_the_data_of_the_seed_in_locked_cells(made):
    graded = made.load("boosting")
    for student, content in contents(made).items():
        for name in ("q1", "q5"):
            cell = cells(content)[f"{name}-data"]
            assert cell["metadata"]["editable"] is cell["metadata"]["deletable"] is False
            found = {}
            exec(source_of(cell), found)
            data = graded.question(name).data(generator_of(made.secret, "boosting", 1, student, name))
            for variable, value in data.items():
                np.testing.assert_array_equal(found[variable], value)
    data = [source_of(cells(content)["q1-data"]) for content in contents(made).values()]
    assert len(set(data)) == 3


def test_nothing_is_released_that_must_stay_with_the_instructor(made):
    secrets = kept_back(made, "boosting")
    for student, content in contents(made).items():
        text = text_of(content)
        raw = content.decode()
        others = [each.columns[column] for each in made.students if each.id != student for column in each.columns]
        for secret in (made.secret.decode(), str(made.folder), made.folder.name, "SOLUTION", "HIDDEN", *others):
            assert secret not in raw, secret
        for secret in secrets:
            assert secret not in text, secret
        assert not any(cell.get("outputs") for cell in json.loads(content)["cells"])


def test_the_notebook_is_canonical_and_runs_without_an_answer(made):
    content = contents(made)["ada-l"].decode()
    assert canonical_text(json.loads(content)) == content
    names = {}
    for cell in json.loads(content)["cells"]:
        if cell["cell_type"] == "code":
            exec(source_of(cell), names)
    assert names["winner"] is names["weight"] is names["why"] is ...


def test_releasing_again_gives_the_same_bytes(made, tmp_path):
    before = contents(made)
    again = release(open_course(made.folder), "boosting")
    assert (len(again.same), again.written, again.kept) == (3, [], [])
    elsewhere = course_in(tmp_path / "elsewhere")  # the same secret in another place
    assert len(release(elsewhere, "boosting").written) == 3
    assert contents(elsewhere) == before == contents(made)


def test_a_changed_file_is_kept_unless_forced(course):
    path = course.released("boosting", "ada-l")
    before = path.read_bytes()
    path.write_bytes(b"changed by the teacher")
    done = release(course, "boosting")
    assert (done.kept, len(done.same)) == ([path], 2)
    assert path.read_bytes() == b"changed by the teacher"
    assert release(course, "boosting", students=["ada-l"], force=True).written == [path]
    assert path.read_bytes() == before


def test_one_notebook_for_all(course):
    shutil.rmtree(course.folder / "release")
    done = release(course, "boosting", same_data=True)
    assert done.written == [course.folder / "release/boosting/boosting.ipynb"]
    assert mark_of(done.written[0].read_bytes(), course.secret) == Mark("boosting", 1, "")


def test_what_cannot_be_released(course):
    with pytest.raises(GradingError, match="has no student 'eve'"):
        release(course, "boosting", students=["eve"])
    with pytest.raises(GradingError, match="has no set 'scaling'"):
        release(course, "scaling")
    (course.folder / "students.csv").write_text("id\n")
    with pytest.raises(GradingError, match="names no students"):
        release(open_course(course.folder), "boosting")
    source = course.source("boosting")
    source.write_text(
        source.read_text(encoding="utf-8").replace('"grade_id": "q5-data"', '"grade_id": "q5-numbers"'), encoding="utf-8"
    )
    with pytest.raises(GradingError, match="must have a locked cell 'q5-data'"):
        release(course, "boosting")
    source.unlink()
    with pytest.raises(GradingError, match="does not exist"):
        release(course, "boosting")


def test_nothing_is_written_if_a_question_fails_for_one_student(course, capsys):
    shutil.rmtree(course.folder / "release")
    scaling = shutil.copytree(ROOT / GRADED / "scaling", course.folder / "sets" / "scaling") / "questions.py"
    text = scaling.read_text(encoding="utf-8")
    question = open_course(course.folder).load("scaling").question("q1")
    data = question.data(generator_of(course.secret, "scaling", 1, "çelik-1", "q1"))
    start = "def _conditions(data: Arrays) -> Arrays:\n"
    assert text.count(start) == 1
    fails = f'{start}    assert data["X"].tolist() != {data["X"].tolist()!r}\n'
    scaling.write_text(text.replace(start, fails), encoding="utf-8")
    assert main(["exercises", "release", str(course.folder)]) == 1
    assert "q1 of scaling cannot be graded for çelik-1 (AssertionError" in capsys.readouterr().err
    assert not (course.folder / "release").exists()


def test_a_notebook_with_the_secret_or_the_path_is_not_written(course):
    source = json.loads(course.source("boosting").read_text(encoding="utf-8"))
    for secret, what in ((course.secret.decode(), "the secret"), (str(course.folder.resolve()), "the path")):
        source["cells"][0]["source"] = f"# Set\n{secret}"
        course.source("boosting").write_text(json.dumps(source))
        with pytest.raises(GradingError, match=f"would contain {what}"):
            release(course, "boosting", force=True)


def test_a_mark_is_believed_only_with_its_checksum(made):
    content = contents(made)["ada-l"]
    assert mark_of(content, made.secret) == Mark("boosting", 1, "ada-l")
    assert mark_of(content.replace(b'"student": "ada-l"', b'"student": "bob.b"'), made.secret) is None
    assert mark_of(content.replace(b'"version": 1', b'"version": 2'), made.secret) is None
    assert mark_of(content, b"the secret of another course") is None
    for damaged in (
        content[200:],
        b"\xff\xfe" + content,
        content[:-3],
        content.decode().encode("utf-16"),
        b"\x00" * 99 + content,
    ):
        assert mark_of(damaged, made.secret) == Mark("boosting", 1, "ada-l")
    for other in (b"", b"{}", b"[1]", b"null", b"[" * 10_000, b'{"metadata": {"fewidgets": {"set": []}}}', b"\xff\x00"):
        assert mark_of(other, made.secret) is None
