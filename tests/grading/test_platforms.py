"""The files keep the rules that the importers of Canvas and Moodle state."""

from fewidgets.grading.report.platforms import canvas_rows, moodle_rows
from tests.grading.books import gradebook


def test_canvas_takes_the_header():
    # Canvas looks for these names at these places, and for the assignments after "Section".
    header, possible, *rows = canvas_rows(gradebook())
    assert header == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Boosting & <more>"]
    assert "Points Possible" in possible[0]
    assert possible[-1] == 15
    assert len(rows) == 12  # the stranger is no student of the course
    assert all(len(row) == 6 for row in rows)
    assert rows[2][:3] == ["李小龍", "4002", "s002"]


def test_nobody_gets_a_zero_that_the_teacher_did_not_ask_for():
    assert [row[-1] for row in canvas_rows(gradebook())][-2:] == [None, None]
    assert [row[-1] for row in canvas_rows(gradebook(), missing=0)][-2:] == [0, 0]
    assert [row[-2] for row in moodle_rows(gradebook(), missing=0)][-2:] == [0, 0]


def test_moodle_gets_points_and_feedback_together():
    # Moodle deletes the grades of an item whose feedback is imported alone.
    header, *rows = moodle_rows(gradebook())
    assert header == ["ID number", "Full name", "Boosting & <more>", "Boosting & <more> (feedback)"]
    assert rows[0][0] == "s000"
    assert "1. The winner: " in rows[0][-1]
    assert rows[-1][-2:] == [None, "Nothing was handed in."]
