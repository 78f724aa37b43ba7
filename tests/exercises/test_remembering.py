"""An earlier question is quoted with what the student answered, as the record has it."""

import pytest

from fewidgets import predict, remember


@pytest.fixture(autouse=True)
def beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("FEWIDGETS_PREDICTIONS", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("answer", "verdict"), [("LSTAT", "That was right."), ("RM", "That was not right.")])
def test_an_answer_is_quoted(answer, verdict):
    p = predict("9.6 first feature")
    p.answer = answer
    p.commit()
    quoted = remember("9.6 first feature")
    assert quoted.answer == f"You answered: {answer}. {verdict}"
    assert p.data.question in repr(quoted)
    assert quoted.answer in quoted._repr_html_()


def test_the_first_commit_counts():
    for answer in ("RM", "LSTAT"):
        p = predict("9.6 first feature")
        if p.outcome == "not attempted":
            p.answer = answer
            p.commit()
    assert "RM" in remember("9.6 first feature").answer


def test_without_an_answer_the_question_is_quoted():
    assert remember("9.6 first feature").answer == "You have not answered this question yet."
    predict("9.6 first feature").show_without_predicting()
    assert remember("9.6 first feature").answer == "You looked at the answer without predicting."


def test_formulas_stay_text():
    assert "$" not in remember("9.5 without a turn")._repr_html_()


def test_a_question_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="There is no prediction"):
        remember("9.6 nothing")


def test_a_sketch_is_not_quoted_in_numbers():
    p = predict("9.6 after round one")
    p.answer = [[0, 0.3, 0.2, 0.1, 0.1]]
    p.commit()
    assert remember("9.6 after round one").answer.startswith("You drew your answer. That was")
