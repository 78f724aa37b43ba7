"""Exercises answer at once, know their common mistakes, and give nothing away that was not asked for."""

import html
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import fewidgets
from fewidgets.exercises import check, exercise_names, given, helping, hint, solution
from fewidgets.exercises.collected import exercises
from fewidgets.exercises.comparing import agrees, as_answer, shown

# One file a topic in answers/, as in fewidgets/exercises/.
ANSWERS = {}
for path in sorted(Path(__file__).with_name("answers").glob("*.py")):
    ANSWERS |= import_module(f"tests.exercises.answers.{path.stem}").ANSWERS


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
    right = exercise.solve(exercise.numbers)
    for n in range(6):
        found = check(name, np.asarray(right) + 1000 + n)
        assert not found.passed
        assert found.outcome == "wrong"
        assert found.message == f'Not yet. For a hint: fewidgets.hint("{name}")'


@pytest.mark.parametrize("name", ANSWERS)
def test_hints_come_one_by_one_without_the_answer_and_the_solution_is_a_call_of_its_own(name):
    exercise = exercises()[name]
    right = exercise.solve(exercise.numbers)
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
    code, because = re.fullmatch(r"<pre>(.*)</pre><p>(.*)</p>", found._repr_html_(), re.DOTALL).groups()
    assert (html.unescape(code), html.unescape(because)) == (found.answer.rstrip(), found.because)


def test_all_four_calls_are_public_under_one_name():
    assert (fewidgets.check, fewidgets.given, fewidgets.hint, fewidgets.solution) == (check, given, hint, solution)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_parts_of_an_answer_are_its_numbers(name):
    exercise = exercises()[name]
    assert len(exercise.parts) in (0, np.asarray(ANSWERS[name]).size)
    assert len({part.name for part in exercise.parts}) == len(exercise.parts)
    for part, right in zip(exercise.parts, np.ravel(ANSWERS[name]) if exercise.parts else (), strict=True):
        assert part.kind != "share" or 0 <= right <= 1


@pytest.mark.parametrize(
    ("name", "mistake"),
    [(each.name, m) for each in exercises().values() for m in each.mistakes],
    ids=lambda x: str(x)[:14],
)
def test_a_known_mistake_is_named_and_is_no_right_answer(name, mistake):
    exercise = exercises()[name]
    wrong = mistake.answer(exercise.numbers)
    found = check(name, wrong)
    assert not found.passed
    assert found.message == f"Not yet. {mistake.explanation}"


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


# 9.1 share: 0.8. 9.2 mail: 28.57 percent, 2. 9.6 winner, 9.7 largest and the like are neither shares nor percentages.
@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("9.1 share", 80, "80 is a percentage. Give the share as a fraction between 0 and 1: divide by 100."),
        ("9.2 pasted", [50, 96], "96 is a percentage. Give the correlation as a fraction between 0 and 1: divide by 100."),
        ("9.2 mail", [0.29, 3], "0.29 is a fraction. Give the frequency of the word in percent: multiply by 100."),
    ],
)
def test_percentages_and_shares_are_told_apart(name, answer, said):
    assert check(name, answer).message == f"Not yet. {said}"


def test_half_an_answer_in_the_wrong_scale_is_told_so():
    assert "0.29 is a fraction. Give the frequency" in check("9.2 mail", [0.29, ...]).message


@pytest.mark.parametrize("factor", [100, 1 / 100])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_factor_of_100_is_named_only_where_it_is_a_scale(name, factor):
    """Elsewhere both are plausible, and naming the factor would give the answer away."""
    message = check(name, np.asarray(ANSWERS[name], dtype=float) * factor).message
    kinds = {part.kind for part in exercises()[name].parts}
    assert ("percentage. Give" in message) == ("share" in kinds and factor == 100)
    assert ("fraction. Give" in message) == ("percentage" in kinds and factor < 1)


def test_a_share_a_hundred_times_too_small_is_simply_wrong():
    assert check("9.1 share", 0.008).message == 'Not yet. For a hint: fewidgets.hint("9.1 share")'


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
    with pytest.raises(ValueError, match=r"There is no exercise 'zzz'\. Expected one of '9\.1 shapes', '9\.1 share', "):
        given("zzz")
    with pytest.raises(TypeError, match="name must be the name of an exercise"):
        check(3, 1)
