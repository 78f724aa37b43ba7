"""An answer becomes a code and comes back, for every prediction of the lessons."""

import numpy as np
import pytest

import fewidgets
from fewidgets import OneOf, Prediction
from fewidgets.codes.code import CodeError
from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting.answer_codes import answer_code, read_answer
from tests.exercises.predicting.kinds import any_answer

MARKS = {each.mark: each for each in questions().values()}


@pytest.fixture(autouse=True)
def _no_record(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))


def test_questions_are_told_apart():
    assert len(MARKS) == len(questions())


@pytest.mark.parametrize("name", questions())
def test_every_answer_comes_back(name):
    asked = questions()[name]
    mark = asked.mark
    rng = np.random.default_rng(len(name))
    for _ in range(4):
        answer = asked.kind.check(any_answer(asked.kind, rng))
        code = answer_code(mark, asked.kind, answer, "committed")
        found = read_answer(code)
        assert (found.mark, found.stage) == (mark, "committed")
        back = asked.kind.check(found.answer(asked.kind))
        if asked.kind.drawn:
            np.testing.assert_allclose(back, answer, atol=0.00051 * np.ptp(asked.kind.ends))
        else:
            assert back == answer
            assert len(code) <= 80


def test_a_prediction_is_shared_and_opened():
    p = fewidgets.predict("9.6 first feature")
    empty = fewidgets.from_share(p.share())
    assert (empty.answer, empty.stage) == (None, "open")
    p.answer = "RM"
    p.commit()
    other = fewidgets.from_share(p.share().text)
    assert (other.answer, other.outcome, other.data.name) == ("RM", "wrong", "9.6 first feature")
    assert p.share().opens == 'the answer to "9.6 first feature"'


def test_opening_an_answer_records_nothing(tmp_path):
    asked = questions()["9.6 first feature"]
    code = answer_code(asked.mark, asked.kind, "RM", "committed")
    assert fewidgets.from_share(code).outcome == "wrong"
    assert list(tmp_path.iterdir()) == []


def test_a_teachers_own_question():
    own = "Which?", OneOf({"a": "It is 1.", "b": "It is 2."}, right="a")
    p = Prediction(*own, answer="b")
    assert fewidgets.from_share(p.share(), *own).answer == "b"
    with pytest.raises(ValueError, match="not in the lessons"):
        fewidgets.from_share(p.share())
    with pytest.raises(TypeError, match="question and kind are missing"):
        Prediction.from_share(p.share())
    with pytest.raises(CodeError, match="another question"):
        Prediction.from_share(p.share(), "Who?", own[1])
    with pytest.raises(CodeError, match="not of a prediction"):
        Prediction.from_share(fewidgets.OneHotViewer().share(), *own)
