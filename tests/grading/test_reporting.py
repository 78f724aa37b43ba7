"""What comes out of grading: every student has a row, and a page that shows what is theirs and nothing else."""

import csv
import html
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fewidgets.grading.report.reporting import write_reports
from fewidgets.grading.result import QuestionResult, SubmissionResult
from tests.grading.books import NAMES, SECRET, gradebook
from tests.grading.courses import table

WHEN = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    folder, book = tmp_path_factory.mktemp("graded"), gradebook(200, 60)
    return book, write_reports(folder, book, WHEN), folder


def test_every_student_and_every_submission_has_a_row(large):
    book, written, _ = large
    rows = {row["student"]: row for row in table(written.grades)}
    assert list(rows) == [*(student["id"] for student in book.students), "stranger"]
    for student, found in book.results.items():
        row = rows[student]
        assert float(row["total"]) == pytest.approx(found.points)
        assert row["isolation"] == "bubblewrap"
        for question in found.questions:
            assert (float(row[question.question]), row[f"{question.question} outcome"]) == (question.points, question.verdict)
            for part in question.parts:
                assert float(row[f"{question.question}: {part.name}"]) == part.points
    assert (rows["s199"]["total"], rows["s199"]["notes"]) == ("0", "nothing handed in")
    assert "not on the list" in rows["stranger"]["notes"]
    assert SECRET in rows["s000"]["for the teacher"]


def test_a_page_shows_what_is_the_students_and_nothing_else(large):
    book, written, _ = large
    assert set(written.pages) == set(book.results)
    for student, path in list(written.pages.items())[:12]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"{SECRET}|/home|secret folder", text)
        assert not re.search(r"<(script|link|img|iframe|form|object|base)\b|<[^>]* (on\w+|style|src)=", text)
        assert set(re.findall(r"\bs\d{3}\b|\bstranger\b", text)) & set(book.results) == {student}
    shown = written.pages["s000"].read_text(encoding="utf-8")
    assert html.escape(NAMES[0]) in shown  # shown as it is, not run
    assert shown.count("Standardize ") == sum(each.outcome == "wrong" for each in book.results["s000"].questions)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', shown)
    assert policy.startswith("default-src &#x27;none&#x27;; style-src &#x27;sha256-")
    assert "unsafe" not in policy


def test_a_page_shows_the_students_own_answers(tmp_path):
    code = "def boost(X):\n    return '</code><script>alert(1)</script>'"
    book = gradebook()
    answers = {student: {outline.name: f"{code}  # {student}" for outline in book.outlines} for student in book.results}
    for student, path in write_reports(tmp_path, replace(book, answers=answers)).pages.items():
        text = path.read_text(encoding="utf-8")
        attempted = [each for each in book.results[student].questions if each.outcome != "not attempted"]
        assert text.count("<summary>Your answer</summary>") == len(attempted)
        assert text.count("&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;  # " + student) == len(attempted)
        assert "<script" not in text


def test_every_table_and_page_calls_an_answer_that_earned_some_points_partly_right(tmp_path):
    outcome = QuestionResult("q1", "wrong", 0.0, 2.0, "Not yet.")
    result = SubmissionResult("s000", "boosting", 1, (outcome,), "limits", 1.0)
    book = replace(gradebook(), results={"s000": result})
    book = replace(book, outlines=book.outlines[:1])
    write_reports(tmp_path, book)
    written = write_reports(tmp_path, corrected(book, "s000", 0, "wrong", 1.0))
    assert table(written.grades)[0]["q1 outcome"] == "partly right"
    (row,) = table(tmp_path / "changes.csv")
    assert (row["outcome before"], row["outcome after"]) == ("wrong", "partly right")
    assert "Partly right" in written.pages["s000"].read_text(encoding="utf-8")
    assert 'aria-label="1 partly right"' in (tmp_path / "misconceptions.html").read_text(encoding="utf-8")


def test_names_of_nobody_in_the_table_of_mistakes(large):
    book, _, folder = large
    for name in ("misconceptions.html", "misconceptions.csv"):
        text = (folder / name).read_text(encoding="utf-8-sig")
        assert not re.search(rf"\bs\d{{3}}\b|stranger|{SECRET}", text)
        assert not any(student["name"] in text for student in book.students)
    rows = table(folder / "misconceptions.csv")
    for place in (0, 57):
        found = [result.questions[place] for result in book.results.values()]
        counts = {row["mistake"]: int(row["submissions"]) for row in rows if row["question"] == f"q{place + 1}"}
        assert counts["raw weights"] == sum(each.misconception == "raw weights" for each in found)
        assert sum(counts.values()) == sum(each.outcome == "wrong" for each in found)
    assert {row["of"] for row in rows} == {str(len(book.results))}


def test_no_table_holds_a_formula(large):
    _, _, folder = large
    for path in folder.glob("*.csv"):
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.reader(file):
                assert not any(re.match(r"\s*[=+@]|\s*-\D", cell) for cell in row), path.name


def corrected(book, student, place, outcome, points):
    questions = list(book.results[student].questions)
    questions[place] = replace(questions[place], outcome=outcome, points=points)
    return replace(book, results={**book.results, student: replace(book.results[student], questions=tuple(questions))})


def test_regrading_says_who_changes_and_keeps_the_record(tmp_path):
    book = gradebook()
    first = write_reports(tmp_path, book, WHEN)
    assert first.changed == []
    assert table(tmp_path / "changes.csv") == []
    was = book.results["s003"].questions[1]
    after = corrected(book, "s003", 1, "right" if was.outcome != "right" else "wrong", 3.0 - was.points)
    assert write_reports(tmp_path, after, WHEN).changed == ["s003"]
    (row,) = table(tmp_path / "changes.csv")
    assert (row["when"], row["student"], row["question"]) == ("2026-01-02 03:04 UTC", "s003", "q2")
    assert (float(row["before"]), float(row["after"])) == (was.points, 3.0 - was.points)
    assert float(row["total after"]) - float(row["total before"]) == pytest.approx(3.0 - 2 * was.points)
    before = (tmp_path / "changes.csv").read_bytes()
    assert write_reports(tmp_path, after, WHEN).changed == []
    assert (tmp_path / "changes.csv").read_bytes() == before
    write_reports(tmp_path, book, WHEN)
    assert [row["student"] for row in table(tmp_path / "changes.csv")] == ["s003", "s003"]


def test_a_table_that_was_edited_is_kept(tmp_path):
    book = gradebook()
    assert write_reports(tmp_path, book).edited == []
    grades = tmp_path / "grades.csv"
    written, edited = grades.read_bytes(), grades.read_bytes() + b"my own line\r\n"
    for _ in range(2):  # the same edit is kept once
        grades.write_bytes(edited)
        (kept,) = write_reports(tmp_path, book).edited
        assert (grades.read_bytes(), kept.read_bytes()) == (written, edited)
    assert sorted(path.name for path in tmp_path.glob("grades*")) == sorted([kept.name, "grades.csv"])
    after = corrected(book, "s003", 1, "by hand", 0.0)
    assert write_reports(tmp_path, after).edited == []  # another grade is no edit
    (tmp_path / "written.json").write_text("{")
    assert write_reports(tmp_path, book).edited == []


def test_pages_of_withdrawn_submissions_go(tmp_path):
    book = gradebook()
    write_reports(tmp_path, book)
    (tmp_path / "reports" / "notes.html").write_text("<p>The teacher's own.</p>", encoding="utf-8")
    results = {student: result for student, result in book.results.items() if student != "s001"}
    write_reports(tmp_path, replace(book, results=results))
    assert not (tmp_path / "reports" / "s001.html").exists()
    assert (tmp_path / "reports" / "s000.html").exists()
    assert (tmp_path / "reports" / "notes.html").exists()


def test_only_what_changes_is_written(tmp_path):
    book = gradebook()
    first = write_reports(tmp_path, book)
    before = {student: path.stat().st_mtime_ns for student, path in first.pages.items()}
    write_reports(tmp_path, corrected(book, "s003", 1, "by hand", 0.0))
    after = {student: path.stat().st_mtime_ns for student, path in first.pages.items()}
    assert [student for student in before if after[student] != before[student]] == ["s003"]


def test_a_damaged_record_of_the_last_report_does_not_stop_the_next(tmp_path):
    write_reports(tmp_path, gradebook())
    (tmp_path / "reported.json").write_text('{"s001": 3', encoding="utf-8")
    (tmp_path / "changes.csv").write_bytes(b"\xff\xfe nonsense")
    assert write_reports(tmp_path, gradebook(seed=1)).changed == []
    assert table(tmp_path / "changes.csv") == []
