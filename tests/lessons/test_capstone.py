"""The capstone keeps the rules of a lesson that apply, its statements are true, and a student can do it."""

import json
import math
import re

import numpy as np
import pytest

from fewidgets import solution
from fewidgets.exercises.cars.references import errors_of_references
from fewidgets.exercises.cars.scores import difference
from tests.lessons import effort
from tests.lessons.lesson import NAMES, NOTEBOOKS, lesson
from tests.lessons.pictures import pictures_are_stored
from tests.lessons.rules import RULES, predictions_are_committed

CAPSTONE = lesson("capstone")

#: What the plan allows for one of its steps, in minutes.
STEPS, STEP = 5, 8


@pytest.fixture(autouse=True)
def records(monkeypatch, tmp_path):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))


def run(fit=""):
    """Run the cells as a student does, with another last ``fit``; return the variables."""
    names = {"__name__": "__main__"}
    sources = [cell.source for cell in CAPSTONE.cells if cell.is_code]
    last = max(n for n, source in enumerate(sources) if source.startswith("def fit"))
    for n, source in enumerate(sources):
        exec(compile(fit if fit and n == last else source, "<cell>", "exec"), names)
    return names


@pytest.mark.parametrize(
    "rule",
    [each for each in (*RULES, pictures_are_stored, effort.opens_with_a_picture) if each is not predictions_are_committed],
    ids=lambda rule: rule.__name__,
)
def test_the_rules_of_a_lesson_that_apply_are_kept(rule):
    assert not list(rule(CAPSTONE))


def test_the_time_is_that_of_reading_and_of_the_five_steps():
    """Reading and running is estimated as for a lesson; each step of the plan gets eight minutes besides."""
    needed = effort.minutes(CAPSTONE) + STEPS * STEP
    assert CAPSTONE.minutes == 5 * math.ceil((needed - 2.5) / 5) == 60
    assert "Allow eight minutes for each step" in CAPSTONE.markdown
    assert len(re.findall(r"^\d\. \*\*", CAPSTONE.markdown.partition("five steps")[2], re.M)) == STEPS


def test_the_ideas_lead_to_the_lessons():
    ideas = CAPSTONE.markdown.partition("<summary>Ideas")[2].partition("</details>")[0]
    found = [name for name in NAMES if f"({name}.ipynb)" in ideas]
    assert len(found) >= 9
    book = json.loads((NOTEBOOKS / "capstone.ipynb").read_text("utf-8"))
    assert all(cell["execution_count"] is None or cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code")


def test_as_it_is_handed_out_it_runs_and_is_worse_than_all_references_but_the_mean():
    names = run()
    report = names["result"].report
    assert names["result"].points == 1
    assert [name for name in report.references if report.is_behind(name)] == [*report.references][1:]
    assert names["first"].errors == pytest.approx(report.errors)


def test_a_student_who_does_it_passes_and_sees_the_change(capsys):
    names = run(solution("capstone").answer)
    assert names["result"].passed
    change, uncertain = names["change"], names["uncertain"]
    assert change < -uncertain
    assert f"{change:+.2f} ± {uncertain:.2f}" in capsys.readouterr().out


def test_a_student_with_a_mistake_reads_it_and_the_notebook_goes_on():
    names = run("def fit(X, y):\n    return lambda new: np.full(len(new), y.mean())\n")
    assert names["result"].kind == "constant"
    assert "change" not in names


def test_what_it_says_about_the_references_is_true():
    errors = errors_of_references()
    squares = errors["least squares on all features"]
    for name in ("boosting", "the lasso"):
        change, uncertain = difference(errors[name], squares)
        assert abs(change) < uncertain, "no better than least squares"
    change, uncertain = difference(errors["the best we could do"], errors["the lasso on squares and products"])
    assert uncertain < -change < 0.1, "a gain below 0.1 that is clear"
    assert np.mean(errors["the lasso on squares and products"]) < np.mean(squares) - 0.5, "features gain more"


def test_earlier_ideas_are_listed(capsys):
    run()
    assert "There are no scores in this folder yet." in capsys.readouterr().out
    run()
    assert "4.32  capstone first try" in capsys.readouterr().out
