"""What a teacher grades by hand: written out, filled in with a spreadsheet, read again."""

import csv
import io

import pytest

from fewidgets.grading.by_hand import FILE, ByHandError, with_points_by_hand
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult


def results(**texts):
    found = {}
    for student, text in texts.items():
        part = (PartResult("text", False, 0.0, 3.0),)
        by_hand = QuestionResult("q5", "by hand", 0.0, 3.0, "Your teacher grades this question.", part, "", (text,))
        other = QuestionResult("q1", "right", 1.0, 1.0, "Right.")
        found[student] = SubmissionResult(student, "tiny", 1, (other, by_hand), "limits", 1.0)
    return found


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
    first, said = with_points_by_hand(tmp_path, answers)
    assert first == answers
    assert said == [f"Answers to grade by hand: 2. Write their points into {tmp_path / FILE}, and run this again."]
    fill_in(tmp_path, delimiter, ada=("1,5", "A good beginning."))
    second, said = with_points_by_hand(tmp_path, answers)
    assert said[0].startswith("Answers to grade by hand: 1.")
    ada = second["ada"].questions[1]
    assert (ada.points, ada.outcome, ada.message) == (1.5, "wrong", "A good beginning.")
    assert ada.parts == (PartResult("text", False, 1.5, 3.0),)
    assert second["bob"] == answers["bob"]
    fill_in(tmp_path, bob=("3", ""))
    third, said = with_points_by_hand(tmp_path, answers)
    assert said == []
    assert (third["ada"].points, third["bob"].points) == (2.5, 4)


def test_points_of_an_answer_that_was_handed_in_again_are_taken_out(tmp_path):
    with_points_by_hand(tmp_path, results(ada="a", bob="b"))
    fill_in(tmp_path, ada=("2", ""), bob=("3", ""))
    found, said = with_points_by_hand(tmp_path, results(ada="another", bob="b"), {"q5": "Why?"})
    assert found["ada"].points == 1
    assert found["bob"].points == 4
    assert said[1] == "Handed in again since you judged them, so their points were taken out: ada (Why?)."


@pytest.mark.parametrize("points", ["4", "-1", "nan", "two"])
def test_points_that_the_question_does_not_give_are_refused(tmp_path, points):
    with_points_by_hand(tmp_path, results(ada="a"))
    fill_in(tmp_path, ada=(points, ""))
    with pytest.raises(ByHandError, match=f"line 2: points must be a number between 0 and 3; got {points}"):
        with_points_by_hand(tmp_path, results(ada="a"))


def test_other_files_are_refused_and_sets_without_such_questions_get_none(tmp_path):
    (tmp_path / FILE).write_text("a,b\n1,2\n")
    with pytest.raises(ByHandError, match="must have the columns student, question, of, points, comment, answer; got a, b"):
        with_points_by_hand(tmp_path, results(ada="a"))
    (tmp_path / FILE).unlink()
    assert with_points_by_hand(tmp_path, results()) == ({}, [])
    assert not (tmp_path / FILE).exists()
