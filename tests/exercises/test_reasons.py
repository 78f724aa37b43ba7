"""Questions about reasons: each wrong letter has an objection of its own, and the notebook has the statements."""

import json
import re
from pathlib import Path

import pytest

from fewidgets.authoring.exercise_sets import SOURCES, source_of
from fewidgets.exercises import check, hint, solution
from fewidgets.exercises.bank.collected import reasons
from fewidgets.exercises.predicting import OneOf, Ordering, SeveralOf
from fewidgets.exercises.reason import Reason, weigh

ROOT = Path(__file__).resolve().parents[2]

ONE = Reason("9.1 one", OneOf({"a": "Not a.", "b": "It is b.", "c": "Not c."}, right="b"), ("Look.",), points=2)
SOME = Reason(
    "9.1 some", SeveralOf({"a": "It is 1.", "b": "b is 2.", "c": "It is 3.", "d": "d is 4."}, right={"a", "c"}), ("Look.",)
)
ORDER = Reason("9.1 order", Ordering(["a", "b", "c"], right=["c", "a", "b"], because="Yes.", otherwise="No."), ("Look.",))


@pytest.mark.parametrize("name", reasons())
def test_each_question_stands_in_one_notebook_with_a_statement_for_each_letter(name):
    texts = [
        "\n".join(map(source_of, json.loads(path.read_text("utf-8"))["cells"])) for path in (ROOT / SOURCES).glob("*.ipynb")
    ]
    texts = [text for text in texts if f'check("{name}"' in text]
    assert len(texts) == 1
    above = texts[0][: texts[0].index(f'check("{name}"')]
    letters = list(reasons()[name].letters)
    assert re.findall(r"^- \*\*([a-z])\.\*\* \S", above, re.M)[-len(letters) :] == letters


@pytest.mark.parametrize("name", reasons())
def test_the_right_letters_pass_and_hints_do_not_name_them(name):
    reason = reasons()[name]
    found = check(name, reason.answer)
    assert (found.outcome, found.points, found.of) == ("right", reason.points, reason.points)
    assert found.message == f"Right. {reason.because}"
    assert repr(solution(name)) == f"The answer is {reason.answer}.\n\n{reason.because}"
    assert reason.hints
    assert hint(name, 1).text == reason.hints[0]
    assert check(name).outcome == check(name, ...).outcome == "not attempted"


@pytest.mark.parametrize("name", [name for name, reason in reasons().items() if isinstance(reason.kind, OneOf)])
def test_each_wrong_letter_has_an_objection_of_its_own(name):
    reason = reasons()[name]
    messages = {letter: check(name, letter).message for letter in reason.letters}
    assert len(set(messages.values())) == len(reason.letters) >= 3
    assert [letter for letter in messages if messages[letter].startswith("Right.")] == [reason.answer]


@pytest.mark.parametrize("answer", ["b", "B", " b. ", ["b"], ("b",), {"b"}, "b)"])
def test_a_letter_may_be_written_in_several_ways(answer):
    assert weigh(ONE, answer).outcome == "right"
    assert weigh(ONE, answer).points == 2


@pytest.mark.parametrize("answer", ["", "e", "ab", [], 2, 1.5, ["b", "b"], [1], True, "both"])
def test_what_is_no_letter_is_an_error_that_says_what_is_expected(answer):
    for reason in (ONE, ORDER):
        found = weigh(reason, answer)
        assert (found.outcome, found.kind, found.points) == ("error", "wrong form", 0)
        assert "a, b, c" in found.message
        assert "got" in found.message


def test_several_letters_are_never_completed_by_the_feedback():
    assert weigh(SOME, ["c", "a"]).message == weigh(SOME, "ca").message == "Right. It is 1. It is 3."
    assert weigh(SOME, ["a", "b"]).message == "Not yet. Look at b again. b is 2."
    assert weigh(SOME, "aa").outcome == "error"
    assert weigh(SOME, ["a"]).message == "Not yet. All that you chose belongs to it. Something is missing."


def test_an_order_is_compared_as_a_whole():
    assert weigh(ORDER, "c, a, b").outcome == weigh(ORDER, ["c", "a", "b"]).outcome == "right"
    assert weigh(ORDER, "abc").message == "Not yet. No."
    assert weigh(ORDER, "ca").outcome == "error"
    assert weigh(ORDER, [..., ...]).outcome == weigh(ORDER, None).outcome == "not attempted"
