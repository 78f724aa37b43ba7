"""What learning platforms give and take back: each file finds its student there and here."""

import re
import zipfile

import pytest

from fewidgets.cli import main
from fewidgets.grading.bridges.zips import feedback_zips, worksheet_folders, zip_bytes
from fewidgets.grading.collect.collecting import collect
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.course_files import renew
from fewidgets.grading.errors import GradingError
from fewidgets.grading.result import QuestionResult, SubmissionResult, to_json
from tests.grading.courses import course_in, table

WORKSHEETS = {
    "English": "Identifier,Full name,ID number,Status,Grade,Maximum Grade\n"
    "Participant 991,Ada Lovelace,ada-l,No submission,,100.00\n"
    "Participant 992,Bob Ross,bob.b,No submission,,100.00\n"
    "Participant 993,Eve Arden,eve,No submission,,100.00\n",
    "German": "\ufeffID;Vollständiger Name;E-Mail-Adresse;Status\n"
    "Teilnehmer/in991;Ada Lovelace;ada@example.org;Keine Abgabe\n"
    "Teilnehmer/in994;Deniz Çelik;deniz@example.org;Keine Abgabe\n",
}


@pytest.fixture
def course(tmp_path):
    return course_in(tmp_path / "course")


def moodles_reader(path):
    """Give the participant and the file of an entry by the rules of mod/assign/feedback/file/importziplib.php."""
    parts = path.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) >= 4 and info[1].isdigit() and info[2:4] == ["assignsubmission", "file"]:
            return int(info[1]), "/".join(filter(None, [*info[4:], *parts]))
    return None


def canvass_reader(path):
    """Give the user and the attachment of an entry by the rules of Assignment#infer_comment_context_from_filename."""
    return tuple([int(word) for word in path.rpartition("/")[2].split("_") if re.fullmatch(r"\d+", word)][:2])


def names_in(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return archive.namelist()


def book_of(course, students):
    question = QuestionResult("q1", "right", 2.0, 2.0, "Right.", (), "", ("secret",))
    results = {each: SubmissionResult(each, "boosting", 1, (question,), "limits", 0.1, (), "f") for each in students}
    rows = tuple({**each.columns, "id": each.id} for each in course.students)
    return Gradebook("boosting", 1, "Boosting", (), rows, results)


def collected_from(course, folder, names):
    target = folder / "downloaded.zip"
    target.write_bytes(zip_bytes(dict.fromkeys(names, b'{"cells": [], "nbformat": 4}')))
    assert collect(course, target).unplaced == []


@pytest.mark.parametrize("end", ["_", ""])
def test_reports_go_back_through_moodle_to_whoever_handed_in(course, tmp_path, end):
    names = [f"Ada Lovelace_991_assignsubmission_file{end}/a.ipynb", f"Deniz Çelik_994_assignsubmission_file{end}/b/c.ipynb"]
    collected_from(course, tmp_path, names)
    ((path, count),) = feedback_zips(course, book_of(course, ["ada-l", "bob.b", "çelik-1", "stranger"]))
    assert (path.name, count) == ("moodle-feedback.zip", 2)
    assert {moodles_reader(name) for name in names_in(path)} == {(991, "boosting.html"), (994, "boosting.html")}
    with zipfile.ZipFile(path) as archive:
        page = archive.read("Ada Lovelace_991_assignsubmission_file_/boosting.html").decode()
    assert "ada-l" in page
    assert "bob.b" not in page
    assert "secret" not in page


def test_reports_go_back_through_canvas(course, tmp_path):
    collected_from(course, tmp_path, ["lovelaceada_4711_77_boosting-3.ipynb", "rossbob_LATE_4712_78_my_9_work.ipynb"])
    ((path, count),) = feedback_zips(course, book_of(course, ["ada-l", "bob.b"]))
    assert (path.name, count) == ("canvas-feedback.zip", 2)
    assert {canvass_reader(name) for name in names_in(path)} == {(4711, 77), (4712, 78)}
    before = path.read_bytes()
    feedback_zips(course, book_of(course, ["ada-l", "bob.b"]))
    assert path.read_bytes() == before


def test_a_text_in_canvas_is_its_students(course, tmp_path):
    collected_from(course, tmp_path, ["lovelaceada_4711_text.html", "rossbob_LATE_4712_link.html"])
    assert course.submitted("boosting", "ada-l").is_file()
    assert course.submitted("boosting", "bob.b").is_file()
    assert feedback_zips(course, book_of(course, ["ada-l", "bob.b"])) == []


@pytest.mark.parametrize("language", WORKSHEETS)
def test_a_worksheet_in_any_language_says_who_a_participant_is(course, tmp_path, language):
    (tmp_path / "grades.csv").write_text(WORKSHEETS[language], encoding="utf-8")
    found = worksheet_folders(course, "boosting", tmp_path / "grades.csv")
    numbers = {student: moodles_reader(f"{folder}/x")[0] for student, folder in found.items()}
    assert numbers == ({"ada-l": 991, "bob.b": 992} if language == "English" else {"ada-l": 991, "çelik-1": 994})
    assert worksheet_folders(course, "boosting") == found  # it is kept for the reports


def test_what_is_no_worksheet_is_refused(course, tmp_path):
    for content in (b"", b"a,b\n1,2\n", b"\xff\xfe"):
        (tmp_path / "x.csv").write_bytes(content)
        with pytest.raises(GradingError):
            worksheet_folders(course, "boosting", tmp_path / "x.csv")


def test_a_release_comes_as_one_archive_and_as_one_for_moodle(course, tmp_path, capsys):
    (tmp_path / "grades.csv").write_text(WORKSHEETS["English"], encoding="utf-8")
    command = ["exercises", "release", str(course.folder), "--worksheet", str(tmp_path / "grades.csv")]
    assert main(command) == 0
    assert "Upload multiple feedback files in a zip" in capsys.readouterr().out
    folder = course.released("boosting").parent
    assert names_in(folder / "boosting.zip") == [f"{each.id}/boosting.ipynb" for each in course.students]
    found = {moodles_reader(name) for name in names_in(folder / "moodle.zip")}
    assert found == {(991, "boosting.ipynb"), (992, "boosting.ipynb")}
    assert main([*command, "--same-data"]) == 1
    # What Moodle hands out and what comes back from it are the same student's.
    with zipfile.ZipFile(folder / "moodle.zip") as archive:
        for name in archive.namelist():
            student = {991: "ada-l", 992: "bob.b"}[moodles_reader(name)[0]]
            assert archive.read(name) == course.released("boosting", student).read_bytes()
    assert list(collect(course, folder / "moodle.zip").outcomes) == [("boosting", "ada-l"), ("boosting", "bob.b")]


def test_a_table_of_moodle_goes_with_the_reports(course, tmp_path, capsys):
    questions = course.load("boosting").questions
    results = tuple(QuestionResult(each.name, "right", each.of, each.of, "Right.") for each in questions)
    stored = to_json(SubmissionResult("ada-l", "boosting", 1, results, "limits", 0.5))
    renew(course.graded("boosting") / "results" / "ada-l.json", stored.encode())
    (tmp_path / "grades.csv").write_text(WORKSHEETS["English"], encoding="utf-8")
    assert main(["exercises", "export", str(course.folder), "moodle", "--worksheet", str(tmp_path / "grades.csv")]) == 0
    assert "moodle-feedback.zip: 1 report for Moodle" in capsys.readouterr().out
    rows = table(course.graded("boosting") / "moodle.csv")
    assert [row["ID number"] for row in rows] == ["ada-l", "bob.b", "çelik-1"]
