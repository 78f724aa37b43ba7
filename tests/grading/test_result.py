"""A stored result is what was written, or it is refused."""

from dataclasses import replace

import pytest

from fewidgets.grading.result import PartResult, QuestionResult, ResultError, SubmissionResult, from_json, to_json

RESULT = SubmissionResult(
    "ada",
    "boosting",
    2,
    (
        QuestionResult("q1", "wrong", 1.0, 3.0, "Not yet.", (PartResult("bias", True, 1.0, 1.0),), "raw", ("seen",)),
        QuestionResult("q2", "by hand", 0.0, 4.0, ""),
    ),
    "namespaces",
    1.25,
    ("A cell was restored.",),
    "f00",
)


def test_a_result_survives_being_stored():
    assert from_json(to_json(RESULT)) == RESULT
    assert RESULT.points == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: "null",
        lambda text: "[" * 100_000,
        lambda text: b"\xff",
        lambda text: '{"format": 1}',
        lambda text: text.replace("1.25", "NaN"),
        lambda text: text.replace('"points": 1.0', '"points": 3.0'),
        lambda text: text.replace('"format": 3', '"format": 2'),
        lambda text: text[:-20],
    ],
)
def test_what_is_no_result_or_was_changed_is_refused(damage):
    with pytest.raises(ResultError):
        from_json(damage(to_json(RESULT)))


def test_half_a_character_is_stored():
    stored = to_json(replace(RESULT, notes=("\ud800",))).encode("utf-8", "replace")
    assert from_json(stored).notes == ("?",)
