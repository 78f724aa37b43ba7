"""Exercises answer at once, know their common mistakes, and give nothing away that was not asked for."""

import html
import re
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import fewidgets
from fewidgets.exercises import check, exercise_names, given, helping, hint, solution
from fewidgets.exercises.answers.comparing import agrees, as_answer, shown
from fewidgets.exercises.bank.collected import exercises
from fewidgets.exercises.task import Result

# One file a topic in answers/, as in fewidgets/exercises/.
ANSWERS = {}
for path in sorted(Path(__file__).with_name("answers").glob("*.py")):
    ANSWERS |= import_module(f"tests.exercises.answers.{path.stem}").ANSWERS


ENDLESS: list = []
ENDLESS += [ENDLESS, ENDLESS]


class Refusing:
    def __float__(self):
        raise RuntimeError("no number")


@pytest.fixture(autouse=True)
def forget():
    helping._shown.clear()


def test_answers_worked_out_by_hand_cover_every_exercise():
    assert sorted(ANSWERS) == sorted(exercise_names())


@pytest.mark.parametrize("name", ANSWERS)
def test_the_right_answer_passes_also_rounded_to_two_decimals(name):
    for answer in (ANSWERS[name], np.array(ANSWERS[name]), np.round(ANSWERS[name], 2)):
        found = check(name, answer)
        assert found.passed, found
        assert repr(found).startswith("Right. ")


@pytest.mark.parametrize("name", ANSWERS)
def test_no_number_of_wrong_answers_reveals_the_right_one(name):
    exercise = exercises()[name]
    right = exercise.solve(**exercise.numbers)
    for n in range(6):
        found = check(name, np.asarray(right) + 1000 + n)
        assert not found.passed
        assert found.outcome == "wrong"
        assert found.message == f'Not yet. For a hint: fewidgets.hint("{name}")'


@pytest.mark.parametrize("name", ANSWERS)
def test_hints_come_one_by_one_without_the_answer_and_the_solution_is_a_call_of_its_own(name):
    exercise = exercises()[name]
    right = exercise.solve(**exercise.numbers)
    hints = [hint(name) for _ in range(len(exercise.hints) + 1)]
    assert [each.text for each in hints] == [*exercise.hints, exercise.hints[-1]]
    assert [each.number for each in hints] == [*range(1, hints[0].of + 1), hints[0].of]
    assert repr(hints[0]) == f"Hint 1 of {hints[0].of}: {exercise.hints[0]}"
    assert repr(hints[-1]).endswith(f'It is the last one. For the answer: fewidgets.solution("{name}")')
    assert shown(right) not in "".join(map(repr, hints))
    found = solution(name)
    assert check(name, found.answer).passed
    assert repr(found) == f"The answer is {shown(right)}. {exercise.because}"


def test_a_hint_may_be_asked_for_by_its_number():
    assert hint("9.6 winner", 2).number == 2
    assert hint("9.6 winner", 1).number == 1
    with pytest.raises(ValueError, match="number must be between 1 and 2, the number of hints; got 3"):
        hint("9.6 winner", 3)
    for bad in (1.0, True, "1"):
        with pytest.raises(TypeError, match="number must be an integer; got"):
            hint("9.6 winner", bad)


def test_a_notebook_shows_hints_and_solutions_with_whole_words():
    assert hint("9.6 groups", 1)._repr_html_() == f"<p>{hint('9.6 groups', 1)}</p>"
    found = solution("9.9 boosting")
    assert found._repr_html_() is None
    code, because = re.fullmatch(r"```python\n(.*)\n```\n\n<p>(.*)</p>", found._repr_markdown_(), re.DOTALL).groups()
    assert (code, html.unescape(because)) == (found.answer.rstrip(), found.because)
    assert solution("9.6 groups")._repr_markdown_() is None


def test_all_four_calls_are_public_under_one_name():
    assert (fewidgets.check, fewidgets.given, fewidgets.hint, fewidgets.solution) == (check, given, hint, solution)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_parts_of_an_answer_are_its_numbers(name):
    exercise = exercises()[name]
    assert len(exercise.parts) in (0, np.asarray(ANSWERS[name]).size)
    assert len(set(exercise.parts)) == len(exercise.parts)


@pytest.mark.parametrize(
    ("name", "mistake", "explanation"), [(each.name, *mistake) for each in exercises().values() for mistake in each.mistakes]
)
def test_a_known_mistake_is_named_and_is_no_right_answer(name, mistake, explanation):
    found = check(name, mistake(**exercises()[name].numbers))
    assert not found.passed
    rounded = "If you did not round: " if "right, but rounded" in found.message else ""
    assert found.message.endswith(f"{rounded}{explanation}")
    assert rounded or found.message == f"Not yet. {explanation}"


def test_an_answer_not_written_yet_is_a_state_of_its_own():
    for _ in range(5):
        found = check("9.7 shrink", ...)
        assert not found.passed
        assert "no answer yet" in found.message
        assert found.outcome == "not attempted"
    assert check("9.7 shrink").message == check("9.7 shrink", [..., ...]).message == found.message


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        ("LSTAT", "got the text 'LSTAT'"),
        (True, "got True"),
        (None, "got None"),
        ("3", "got the text '3'. Leave out the quotation marks"),
        ("80 %", "got the text '80 %'. Leave out the quotation marks and the percent sign"),
        (1.5, "got 1.5"),
        ([0, 1], "got an array of shape (2,)"),
        ({"a": 1}, "got an object of type dict"),
        (float("nan"), "got NaN or infinity"),
        (10**4000, "got an integer that is too large"),
        (range(10**9), "got a collection with more than 200,000 entries"),
        (ENDLESS, "got a list that holds something else than numbers"),
        (np.array([1j]), "got complex numbers"),
        (Refusing(), "got an object of type Refusing"),
        ([Refusing()], "got a list that holds something else than numbers"),
        ((n for n in [0]), "got a generator. Collect its values in a list or an array"),
        ([[1], [2, 3]], "got a list that holds something else than numbers, or rows of different lengths"),
        (1j, "got an object of type complex"),
    ],
)
def test_the_wrong_form_is_said(answer, seen):
    found = check("9.6 winner", answer)
    assert not found.passed
    assert "expected an integer" in found.message
    assert seen in found.message
    assert (found.outcome, found.kind) == ("error", "wrong form")


# The angle of the edge is 90°, the total 32.
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (90, "The angle is right. Missing: the total."),
        ([90], "The angle is right. Missing: the total."),
        ([90.0, ...], "The angle is right. Missing: the total."),
        ([None, 32], "The total is right. Missing: the angle."),
        (32, "The total is right. Missing: the angle."),
        ([..., 7], "The total is not right yet. Missing: the angle."),
        (7, "The angle is not right yet. Missing: the total."),
    ],
)
def test_half_an_answer_is_told_what_is_right_and_what_is_missing(answer, said):
    found = check("9.2 edge", answer)
    assert found.message == f"Expected 2 numbers: the angle and the total. {said}"
    assert (found.passed, found.outcome, found.kind) == (False, "wrong", "incomplete")


def test_half_an_answer_without_names_is_counted():
    right = ANSWERS["9.6 residual"]
    assert check("9.6 residual", 100).message == "Expected 6 numbers; got 1. It is not right yet."
    assert check("9.6 residual", right[:3]).message == "Expected 6 numbers; got 3. 3 of the 3 are right."
    assert check("9.6 residual", [*right[:3], 100, ...]).message == "Expected 6 numbers; got 4. 3 of the 4 are right."
    assert "expected 6 numbers, got 7 numbers" in check("9.6 residual", [*right, 1]).message


def test_a_whole_answer_that_is_right_in_part_is_told_which():
    pointer = 'For a hint: fewidgets.hint("9.2 edge")'
    assert check("9.2 edge", [90, 7]).message == f"Not yet. The angle is right. The total is not right yet. {pointer}"
    residual = check("9.6 residual", [*ANSWERS["9.6 residual"][:5], 100])
    assert residual.message.startswith("Not yet. 5 of the 6 are right. For a hint")


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_said_of_half_an_answer_never_contains_the_other_half(name):
    right = np.asarray(ANSWERS[name], dtype=float)
    if right.ndim == 1:
        said = check(name, [*right[:-1], ...]).message + check(name, [*right[:-1], 12345.0]).message
        said = said.replace(f"Expected {right.size} numbers", "").replace(name, "").replace(f"the {right.size} ", "the ")
        assert f"{right[-1]:g}" not in re.findall(r"[-−]?\d+(?:\.\d+)?", said)


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("9.1 share", 80, "The share is 100 times too large. Is that a percentage where a fraction is expected?"),
        ("9.2 mail", [0.29, 3], "The frequency of the word is 100 times too small. Is that a fraction where a percentage"),
        ("9.2 mail", [0.29, ...], "The frequency of the word is 100 times too small."),
        ("9.3 correlation", 50, "The number is 100 times too large."),
        ("C3 information", 18.9, "The number is 100 times too large."),
        (
            "9.3 two steps",
            0.6,
            "The share of the way is right, but rounded. Keep more digits. If you did not round: The second",
        ),
        ("C3 chance", 0.1, "The number is right, but rounded. Keep more digits. If you did not round: That is in nats."),
        ("9.2 missing", [6**0.5, 1.7], "The distance with a row of zeros is right, but rounded. Keep more digits."),
        ("9.10 correlation", -1, "The number is right, but rounded. Keep more digits. For a hint"),
        ("9.10 correlation", 0.994, "Not yet. For a hint"),
        ("9.10 correlation", 0.989, "Not yet. The size is right."),
        (
            "9.2 edge",
            [32, 90],
            "The numbers are right, but in the opposite order. Expected the angle and the total, in this order.",
        ),
        ("9.1 shapes", [1000, 3, 1000, 3, 20, 3], "The numbers are right, but in another order. Expected the rows of"),
        ("9.6 residual", [0.2, -0.2, 0.5, -0.1, 0.1, -0.5], "The numbers are right, but in another order. For a hint"),
    ],
)
def test_an_answer_that_is_nearly_right_is_told_what_is_missing(name, answer, said):
    found = check(name, answer)
    assert not found.passed
    assert said in found.message


@pytest.mark.parametrize("name", [name for name in ANSWERS if np.ndim(ANSWERS[name])])
def test_right_numbers_in_another_order_are_recognized_or_a_known_mistake(name):
    exercise = exercises()[name]
    right = np.asarray(ANSWERS[name])
    for answer in (right[::-1], np.roll(right, 1, axis=0)):
        if not agrees(answer, right, exercise):
            message = check(name, answer).message
            assert "order" in message or any(explanation in message for _, explanation in exercise.mistakes)


@pytest.mark.parametrize("factor", [100, 1 / 100])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_factor_of_100_is_named_only_between_a_share_and_a_percentage(name, factor):
    right = np.asarray(exercises()[name].solve(**exercises()[name].numbers))
    message = check(name, right * factor).message
    scales = (np.abs(right) <= 1) & (np.abs(right * factor) > 1), (np.abs(right) > 1) & (np.abs(right * factor) <= 1)
    for named, scale in zip(("large", "small"), scales, strict=True):
        assert f"100 times too {named}" not in message or (scale.any() and right.dtype.kind == "f")


def test_a_share_a_hundred_times_too_small_is_simply_wrong():
    assert check("9.1 share", 0.008).message == 'Not yet. For a hint: fewidgets.hint("9.1 share")'


@pytest.mark.parametrize("answer", [0j, np.array([0j]), Fraction(0), [Decimal(0)], np.zeros((1,) * 32)])
def test_a_number_counts_in_whatever_type(answer):
    assert check("9.6 winner", answer).passed


@pytest.mark.parametrize(
    ("right", "given", "said"),
    [
        (np.array([1, 2]), [0.5, 1], "expected 2 integers, got fractions"),
        (np.array([1.0]), [1, 2], "expected one number, got 2 numbers"),
        (np.array([1, 2]), 3, "expected 2 integers, got one number"),
    ],
)
def test_messages_count_as_people_do(right, given, said):
    assert as_answer(given, right) == said


def test_a_column_is_a_list():
    assert check("9.7 shrink", [[1.0], [0.5]]).passed


def test_tolerance_is_for_fractions_only():
    assert agrees(np.array(1.004), 1.0, Result("", "", atol=0.005, rtol=0.0))
    assert not agrees(np.array(1.006), 1.0, Result("", "", atol=0.005, rtol=0.0))
    assert not agrees(np.array(4061.0), 4060, Result("", "", atol=5.0, rtol=0.1))
    assert isinstance(as_answer(3.2, 3), str)


def test_numbers_of_an_exercise_cannot_be_spoilt():
    X, _ = given("9.6 winner")
    with pytest.raises(ValueError, match="read-only"):
        X[0, 0] = 5


def test_an_unknown_name_gets_the_close_one():
    with pytest.raises(ValueError, match=r"There is no exercise '9\.6 winer'\. Did you mean '9\.6 winner'\?"):
        check("9.6 winer", 1)
    with pytest.raises(ValueError, match=r"There is no exercise 'zzz'\. Expected one of '9\.1 shapes', '9\.1 share', "):
        given("zzz")
    with pytest.raises(TypeError, match="name must be the name of an exercise"):
        check(3, 1)
