"""The errors of a class on the held-out cars are shown without names, beside the references."""

import json

import numpy as np
import pytest

from fewidgets import ClassView, check, solution
from fewidgets.classroom.class_view import SCORES
from fewidgets.classroom.score_bars import SHORT, score_bars, score_caption
from fewidgets.exercises.cars.references import REFERENCES, errors_of_references
from fewidgets.grading.commands.course_grading import jobs_of
from fewidgets.grading.course.course import graded_sets, new_course, open_course
from fewidgets.grading.course.gradebook import Gradebook
from fewidgets.grading.mark.submission import grade_submission
from fewidgets.grading.report.reporting import MEASURED, measured_lines
from tests.exercises.cars.fits import HONEST, notebook
from tests.grading.courses import ROOT, hand_in, release
from tests.grading.courses import solution as solution_of


def save(folder, student, *entries):
    lines = "".join(f"{json.dumps({'name': 'capstone', 'outcome': 'score', **each})}\n" for each in entries)
    (folder / f"{student}.predictions.jsonl").write_text(lines, encoding="utf-8")


def test_the_last_score_of_each_student_counts_and_no_name_is_shown(tmp_path):
    save(tmp_path, "Alice Secret", {"error": 4.0}, {"error": 2.9})
    save(tmp_path, "Bob", {"error": 3.41})
    save(tmp_path, "Carol", {"error": 2.8}, {"name": "capstone first try", "error": 9.0})
    w = ClassView(tmp_path)
    assert w.question == SCORES
    assert sorted(w.found.scores) == [2.8, 2.9, 3.41]
    assert {label: count for label, count in w.counts.items() if count} == {
        "2.75 to 3.00 · lasso on squares": 2,
        "3.25 to 3.50 · all features, boosting, lasso": 1,
    }
    assert w.caption.startswith(
        "scores of the capstone: 3 scores. Median 2.90 miles per gallon. 2 of 3 are better than least squares"
    )
    assert "Errors of the class on held-out cars" in w.scene.title
    assert "Alice" not in repr(w)
    assert w.found.unreadable == w.found.unknown == 0


@pytest.mark.parametrize("error", ["low", None, True, -1, float("nan"), [2]])
def test_a_score_that_is_no_number_is_left_out(tmp_path, error):
    save(tmp_path, "a", {"error": error})
    save(tmp_path, "b", {"error": 3.0})
    w = ClassView(tmp_path)
    assert (w.found.scores, w.found.unreadable) == ([3.0], 1)


def test_a_score_without_an_error_is_left_out(tmp_path):
    save(tmp_path, "a", {})
    assert ClassView(tmp_path).found.unreadable == 1


def test_bars_hold_all_errors_and_all_references():
    errors = np.random.default_rng(0).uniform(2.4, 9, 40)
    bars = score_bars(errors)
    assert sum(bar.number for bar in bars) == 40
    labels = [bar.label for bar in bars]
    assert [float(label.split()[0]) for label in labels] == sorted(float(label.split()[0]) for label in labels)
    assert [*SHORT] == [*REFERENCES]
    for name, values in errors_of_references().items():
        (label,) = [each for each in labels if SHORT[name] in each.partition(" · ")[2].split(", ")]
        low, _, high, *_ = label.split()
        assert float(low) <= np.mean(values) < float(high)
    assert score_caption([3.0]).endswith("1 of 1 is better than least squares on all features (3.40).")


def test_what_check_records_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    report = check("capstone", notebook(HONEST["a straight line"])["fit"]).report
    assert ClassView(tmp_path).found.scores == [pytest.approx(report.error, abs=1e-4)]


def test_a_new_score_is_seen_and_the_picture_can_be_saved(tmp_path):
    save(tmp_path, "a", {"error": 3.0})
    w = ClassView(tmp_path)
    save(tmp_path, "b", {"error": 2.61})
    assert w.refresh()
    assert sum(w.counts.values()) == 2
    assert "best we could do" in w.to_html(tmp_path / "class.html").read_text(encoding="utf-8")


def test_graded_scores_reach_the_view_without_names(tmp_path):
    fits = {"good": solution("capstone").answer, "poor": HONEST["a straight line"], "none": HONEST["a straight line"][:10]}
    new_course(tmp_path / "c", {"capstone": graded_sets(ROOT / "notebooks/exercises/graded")["capstone"]})
    (tmp_path / "c/students.csv").write_text("\n".join(["id", *fits]))
    course = open_course(tmp_path / "c")
    release(course, "capstone")
    for student, code in fits.items():
        hand_in(course, "capstone", student, {"q1": solution_of("capstone")["q1"], "q2": code})
    results = {job.student: grade_submission(job) for job in jobs_of(course, "capstone", "limits")}
    lines = measured_lines(Gradebook("capstone", 1, "Capstone", (), (), results))
    assert not any(student in lines for student in fits)
    (tmp_path / "graded").mkdir()
    (tmp_path / "graded" / MEASURED).write_text(lines)
    errors = ClassView(tmp_path / "graded").found.scores
    assert errors == sorted(errors)
    assert errors == pytest.approx(sorted(np.mean(results[name].questions[1].measured) for name in ("good", "poor")), abs=1e-3)
