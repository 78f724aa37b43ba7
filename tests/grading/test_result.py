"""A stored result is read strictly: what is not one is refused, never half believed."""

import json

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
    assert (RESULT.points, RESULT.of) == (1.0, 7.0)


def change(path, value):
    stored = json.loads(to_json(RESULT))
    at = stored
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(stored)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 1),
        (("student",), 3),
        (("version",), True),
        (("tier",), "none"),
        (("seconds",), "1"),
        (("notes",), "text"),
        (("attention",), [1]),
        (("extra",), 1),
        (("questions",), {}),
        (("questions", 0, "points"), 3.5),
        (("questions", 0, "points"), -1),
        (("questions", 0, "points"), True),
        (("questions", 0, "outcome"), "passed"),
        (("questions", 0, "parts", 0, "right"), 1),
        (("questions", 0, "for_teacher"), [1]),
        (("questions", 0, "attention"), "text"),
        (("questions", 1, "question"), "q1"),
    ],
)
def test_what_is_no_result_is_refused(path, value):
    with pytest.raises(ResultError):
        from_json(change(path, value))


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "[" * 100_000, b"\xff", '{"format": 1}', to_json(RESULT).replace("1.25", "NaN")]
)
def test_what_is_not_even_json_is_refused(text):
    with pytest.raises(ResultError):
        from_json(text)
