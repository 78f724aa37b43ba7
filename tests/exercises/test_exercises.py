"""Exercises answer at once, hint before they tell, and know their common mistakes."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from fewidgets.exercises import check, checking, exercise_names, given
from fewidgets.exercises.comparing import agrees, as_answer, shown

# One file a topic in answers/, as in fewidgets/exercises/.
ANSWERS = {}
for path in sorted(Path(__file__).with_name("answers").glob("*.py")):
    ANSWERS |= import_module(f"tests.exercises.answers.{path.stem}").ANSWERS


@pytest.fixture(autouse=True)
def forget():
    checking._tried.clear()


def test_answers_worked_out_by_hand_cover_every_exercise():
    assert sorted(ANSWERS) == sorted(exercise_names())


@pytest.mark.parametrize("name", ANSWERS)
def test_the_right_answer_passes_also_rounded_to_two_decimals(name):
    for answer in (ANSWERS[name], np.array(ANSWERS[name]), np.round(ANSWERS[name], 2)):
        found = check(name, answer)
        assert found.passed, found
        assert repr(found).startswith("Right. ")


@pytest.mark.parametrize("name", ANSWERS)
def test_hints_come_one_by_one_and_the_answer_after_the_last(name):
    exercise = checking._EXERCISES[name]
    right = exercise.solve(exercise.numbers)
    told = []
    for n in range(len(exercise.hints) + 1):
        wrong = np.asarray(right) + 100 + n
        found = check(name, wrong)
        assert not found.passed
        assert check(name, wrong).message == found.message, "the same answer again is no second try"
        told.append(found.message)
    assert [message.removeprefix("Not yet. ") for message in told[:-1]] == list(exercise.hints)
    assert shown(right) in told[-1]
    assert shown(right) not in "".join(told[:-1])


@pytest.mark.parametrize(
    ("name", "mistake"),
    [(each.name, m) for each in checking._EXERCISES.values() for m in each.mistakes],
    ids=lambda x: str(x)[:14],
)
def test_a_known_mistake_is_named_and_is_no_right_answer(name, mistake):
    exercise = checking._EXERCISES[name]
    wrong = mistake.answer(exercise.numbers)
    found = check(name, wrong)
    assert not found.passed
    assert found.message == f"Not yet. {mistake.explanation}"


def test_a_right_answer_forgets_the_tries_before_it():
    check("9.6 groups", 1)
    check("9.6 groups", 2)
    assert check("9.6 groups", 4060).passed
    assert check("9.6 groups", 1).message.endswith(checking._EXERCISES["9.6 groups"].hints[0])


def test_an_answer_not_written_yet_is_no_try():
    for _ in range(5):
        found = check("9.7 shrink", ...)
        assert not found.passed
        assert "no answer yet" in found.message
    assert check("9.7 shrink").message == found.message
    assert not checking._tried


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        ("LSTAT", "got the text 'LSTAT'"),
        (True, "got True"),
        (None, "got NaN"),
        (1.5, "got 1.5"),
        ([0, 1], "got an array of shape (2,)"),
        ({"a": 1}, "got dict"),
        (float("nan"), "got NaN or infinity"),
        ([[1], [2, 3]], "got list"),
        (1j, "got complex"),
    ],
)
def test_the_wrong_form_is_said_and_is_no_try(answer, seen):
    found = check("9.6 winner", answer)
    assert not found.passed
    assert "expected an integer" in found.message
    assert seen in found.message
    assert not checking._tried


def test_a_number_where_a_list_is_wanted():
    assert "expected 6 numbers, got one number" in check("9.6 residual", 3).message


def test_a_column_is_a_list():
    assert check("9.7 shrink", [[1.0], [0.5]]).passed


def test_tolerance_is_for_fractions_only():
    assert agrees(np.array(1.004), 1.0, atol=0.005, rtol=0.0)
    assert not agrees(np.array(1.006), 1.0, atol=0.005, rtol=0.0)
    assert not agrees(np.array(4061.0), 4060, atol=5.0, rtol=0.1)
    assert isinstance(as_answer(3.2, 3), str)


def test_numbers_of_an_exercise_cannot_be_spoilt():
    X, _ = given("9.6 weight")
    with pytest.raises(ValueError, match="read-only"):
        X[0, 0] = 5


def test_an_unknown_name_gets_the_close_one():
    with pytest.raises(ValueError, match=r"There is no exercise '9\.6 winer'\. Did you mean '9\.6 winner'\?"):
        check("9.6 winer", 1)
    with pytest.raises(
        ValueError, match=r"There is no exercise 'zzz'\. Expected one of '9\.1 shapes', '9\.1 share', '9\.2 missing',"
    ):
        given("zzz")
    with pytest.raises(TypeError, match="name must be the name of an exercise"):
        check(3, 1)
