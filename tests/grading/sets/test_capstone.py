"""The graded capstone ranks solutions as scikit-learn does by hand, finds each mistake, and gives each student other parts."""

import copy

import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

from fewidgets import solution
from fewidgets.cli import main
from fewidgets.data import load_auto_mpg
from fewidgets.exercises.cars.mistakes import IN_PREDICTIONS, SAID
from fewidgets.grading.commands.course_grading import jobs_of
from fewidgets.grading.course.course import graded_sets, new_course, open_course
from fewidgets.grading.mark.submission import grade_submission
from fewidgets.grading.question import Function
from fewidgets.grading.run.calling import NO_FUNCTION, called_with
from tests.exercises.cars.fits import HONEST, WRONG, notebook
from tests.grading.courses import ROOT, hand_in, release
from tests.grading.sets.loaded import SETS

QUESTION = SETS["capstone"].question("q2")
CARS = load_auto_mpg(with_gaps=True)


def cases_of(seed):
    return QUESTION.cases(np.random.default_rng(seed))


def judged(fit, seed=0):
    cases = cases_of(seed)
    found = [called_with(fit, copy.deepcopy(case.arguments), QUESTION.first) for case in cases]
    return QUESTION.judge(cases, [None] * len(cases), found)


@pytest.mark.parametrize("source", [each for kind in IN_PREDICTIONS for each in WRONG[kind].values()])
def test_a_mistake_that_predictions_show_earns_nothing(source):
    verdict = judged(notebook(source)["fit"])
    kinds = [kind for kind in IN_PREDICTIONS if source in WRONG[kind].values()]
    assert ([verdict.mistake], verdict.right) == (kinds, ())
    assert "±" not in verdict.message
    assert not verdict.measured


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_function_is_scored(name):
    verdict = judged(notebook(HONEST[name])["fit"])
    assert (verdict.mistake, verdict.comparable) == ("", True), verdict.message
    assert len(verdict.measured) == 15


@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_ranked_as_by_hand(seed):
    """Least squares comes from scikit-learn, the parts from the cases, and the formula is that of Nadeau and Bengio."""
    parts = [case.arguments for case in cases_of(seed) if case.label.startswith("part")]
    squares = make_pipeline(SimpleImputer(), LinearRegression())
    scores = {}
    for name, source in {"good": solution("capstone").answer, "poor": HONEST["a straight line"]}.items():
        fit = notebook(source)["fit"]
        errors = {"mine": [], "theirs": []}
        for X, y, new in parts:
            truth = np.array([CARS.y[[np.array_equal(row, car, equal_nan=True) for car in CARS.X]][0] for row in new])
            for whose, predict in {"mine": fit(X, y), "theirs": squares.fit(X, y).predict}.items():
                errors[whose].append(np.sqrt(np.mean((predict(new) - truth) ** 2)))
        verdict = judged(fit, seed)
        assert verdict.measured == pytest.approx(errors["mine"])
        gains = np.subtract(errors["theirs"], errors["mine"])
        clear = gains.mean() > gains.std(ddof=1) * np.sqrt(1 / 15 + 119 / 279)
        assert ("all_features" in verdict.right) == clear == (name == "good")
        scores[name] = np.mean(verdict.measured)
    assert scores["good"] < scores["poor"]


def test_each_student_gets_other_parts_with_gaps_on_both_sides():
    one, other = cases_of(1), cases_of(2)
    assert [each.label for each in one] == [each.label for each in other]
    for mine, theirs in zip(one, other, strict=True):
        assert not np.array_equal(np.nan_to_num(mine.arguments[2]), np.nan_to_num(theirs.arguments[2]))
    X, _, new = one[0].arguments
    assert np.isnan(X).any()
    assert np.isnan(new).any()
    again = cases_of(1)
    assert all(np.array_equal(a.arguments[1], b.arguments[1]) for a, b in zip(one, again, strict=True))


ENDLESS = "def fit(X, y):\n    while True:\n        pass\n"
STATISTIC = """
from fewidgets import predict
def fit(X, y):
    from fewidgets.exercises.cars.references import best_fit
    return best_fit(X, y)
"""
NEEDS_Y = "def fit(X, y):\n    return lambda new, miles: miles\n"


def test_what_predictions_do_not_show_is_stopped_in_the_process(tmp_path):
    tried = {"loop": (ENDLESS, "had not ended"), "ours": (STATISTIC, "fewidgets.exercises"), "y": (NEEDS_Y, "TypeError")}
    new_course(tmp_path / "c", {"capstone": graded_sets(ROOT / "notebooks/exercises/graded")["capstone"]})
    (tmp_path / "c/students.csv").write_text("\n".join(["id", *tried]))
    course = open_course(tmp_path / "c")
    release(course, "capstone")
    for student, (code, _) in tried.items():
        hand_in(course, "capstone", student, {"q2": code})
    for job in jobs_of(course, "capstone", "limits"):
        (result,) = [each for each in grade_submission(job).questions if each.question == "q2"]
        assert (result.outcome, result.points) == ("error", 0), result.message
        assert tried[job.student][1] in result.message


def test_a_function_that_returns_a_function_is_called_in_two_steps():
    assert called_with(lambda a, b: a + b, (1, 2), 0) == 3
    assert called_with(lambda a: lambda b: a + b, (1, 2), 1) == 3
    assert called_with(lambda a: a, (1, 2), 1) == NO_FUNCTION
    assert called_with(lambda a: None, (1, 2), 1) is None
    assert called_with(lambda a: ..., (1, 2), 1) is ...


@pytest.mark.parametrize(("wrong", "says"), [({"first": -1}, "first must be"), ({"judge": 3}, "judge must be a function")])
def test_a_question_with_a_wrong_field_is_refused(wrong, says):
    with pytest.raises((TypeError, ValueError), match=says):
        Function("q1", "fit", cases_of, lambda: None, QUESTION.results, **wrong)


def test_the_known_mistakes_are_listed_with_what_students_read(capsys):
    assert main(["exercises", "list", "--mistakes", "capstone"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(f"{kind} {SAID[kind]}" in said for kind in IN_PREDICTIONS)
    assert "Question 2: your function" in said
