"""What a teacher grades by hand: written out, filled in with a spreadsheet, read again."""

import csv
import io

import pytest

from fewidgets.grading.errors import GradingError
from fewidgets.grading.report.by_hand import FILE, with_points_by_hand
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult


def results(**texts):
    found = {}
    for student, text in texts.items():
        part = (PartResult("text", False, 0.0, 3.0),)
        by_hand = QuestionResult("q5", "by hand", 0.0, 3.0, "Your teacher grades this question.", part, "", (text,))
        other = QuestionResult("q1", "right", 1.0, 1.0, "Right.")
        found[student] = SubmissionResult(student, "tiny", 1, (other, by_hand), "limits", 1.0)
    return found


def given(folder, found, titles=(), answers=()):
    return with_points_by_hand(folder, found, dict(titles), dict(answers))


def fill_in(folder, delimiter=",", **points):
    rows = list(csv.reader(io.StringIO((folder / FILE).read_text(encoding="utf-8-sig"))))
    for row in rows[1:]:
        if row[0] in points:
            row[4], row[5] = points[row[0]]
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(rows)
    (folder / FILE).write_text(file.getvalue(), encoding="utf-8")


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_points_are_written_beside_the_answers_and_read_again(tmp_path, delimiter):
    answers = results(ada="=1+1 is\n\n2", bob="b")
    first = given(tmp_path, answers)
    assert first.results == answers
    assert first.said == [f"Answers to grade by hand: 2. Write their points into {tmp_path / FILE}, and run this again."]
    fill_in(tmp_path, delimiter, ada=("1,5", "A good beginning."))
    second = given(tmp_path, answers)
    assert second.said[0].startswith("Answers to grade by hand: 1.")
    ada = second.results["ada"].questions[1]
    assert (ada.points, ada.outcome, ada.message) == (1.5, "wrong", "A good beginning.")
    assert ada.parts == (PartResult("text", False, 1.5, 3.0),)
    assert second.results["bob"] == answers["bob"]
    fill_in(tmp_path, bob=("3", ""))
    third = given(tmp_path, answers)
    assert (third.said, third.changed) == ([], {})
    assert (third.results["ada"].points, third.results["bob"].points) == (2.5, 4)


def test_points_of_an_answer_that_was_handed_in_again_are_taken_out(tmp_path):
    given(tmp_path, results(ada="a", bob="b"))
    fill_in(tmp_path, ada=("2", ""), bob=("3", ""))
    found = given(tmp_path, results(ada="another", bob="b"), {"q5": "Why?"})
    assert found.results["ada"].points == 1
    assert found.results["bob"].points == 4
    assert found.said[1] == "Handed in again since you judged them, so their points were taken out: ada (Why?)."


#: What stands in the answer cell of the question that the test grades.
CODE = {"ada": {"q1": "a = 1"}, "bob": {"q1": "a = 2"}}


def add(folder, *lines):
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def test_points_of_a_test_are_changed_and_stay(tmp_path):
    answers = results(ada="a", bob="b")
    given(tmp_path, answers, answers=CODE)
    add(tmp_path, "ada,q1,,,0.5,Rounded too early.,", "bob,q1,,,1,,", "eve,q1,,,1,On paper.,")
    for _ in range(2):
        found = given(tmp_path, answers, {"q1": "The mean"}, CODE)
        assert found.changed == {"ada": ["q1: 1 → 0.5 (Rounded too early.)"], "bob": ["q1: 1 → 1 (no reason given)"]}
        ada, bob = (found.results[name].questions[0] for name in ("ada", "bob"))
        assert (ada.points, ada.outcome, ada.parts) == (0.5, "wrong", ())
        assert ada.message == "Points changed by hand from 1 to 0.5: Rounded too early.\nThe test said: Right."
        assert (bob.points, bob.outcome) == (1, "right")
        assert found.said[1:] == [
            "In by_hand.csv without a submission, so their points wait for one: eve (The mean).",
            "Points changed without a reason. Write it into the column comment of by_hand.csv: bob (The mean).",
        ]
    assert "a = 1" in (tmp_path / FILE).read_text(encoding="utf-8")
    # Another answer is judged anew. What the teacher has written stays in the table.
    found = given(tmp_path, answers, answers={student: {"q1": "a = 3"} for student in CODE})
    assert found.said[1] == "Handed in again since you judged them, so their points were taken out: ada (q1), bob (q1)."
    assert found.results == answers
    assert (tmp_path / FILE).read_text(encoding="utf-8").count("Rounded too early.") == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ada,q9,,,1,,", "line 3: the set has no question 'q9'; its questions are q1, q5"),
        *((f"ada,q1,,,{points},,", f"got {points}") for points in ("-1", "nan", "two")),
        ("ada,q1,,,2,,", "line 3: points must be a number between 0 and 1; got 2"),
        ("ada,q1,,,1,,\nada,q1,,,0,,", "line 4: ada and q1 stand in another line already"),
    ],
)
def test_lines_that_cannot_be_meant_are_refused(tmp_path, line, says):
    given(tmp_path, results(ada="a"))
    add(tmp_path, line)
    with pytest.raises(GradingError, match=says):
        given(tmp_path, results(ada="a"))


def test_other_files_are_refused_and_nothing_is_written_without_results(tmp_path):
    (tmp_path / FILE).write_text("a,b\n1,2\n")
    with pytest.raises(GradingError, match="must have the columns student, question, of, points, comment, answer; got a, b"):
        given(tmp_path, results(ada="a"))
    (tmp_path / FILE).unlink()
    assert given(tmp_path, results()).results == {}
    assert not (tmp_path / FILE).exists()
