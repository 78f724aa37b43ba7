"""The bank of predictions: every question can be asked, and its truth computed, late."""

import subprocess
import sys

import numpy as np
import pytest

import fewidgets
from fewidgets.classroom.truths import _stored, computed_truth, truth_of
from fewidgets.exercises.bank import question, questions
from fewidgets.exercises.predicting import SeveralOf
from tests.exercises.predicting.kinds import explanations, telling_answers
from tests.lessons.rules import sentences

LONGEST = 25  # words about one of several options
RENEW = "run: python -m fewidgets.classroom.truths"
each = pytest.mark.parametrize("name", questions())


@each
def test_the_truth_is_an_answer_and_has_a_reason(name):
    kind = question(name).kind
    verdict = kind.grade(kind.truth)
    assert verdict.right
    assert verdict.reason
    assert kind.in_words(kind.truth)
    # The page for a class takes the right answer from a file.
    stored, found = truth_of(question(name)), computed_truth(question(name))
    assert stored["words"] == found["words"], RENEW
    np.testing.assert_allclose(stored["answer"], found["answer"], rtol=1e-4, atol=1e-9, err_msg=RENEW)


@each
def test_every_explanation_is_given_to_some_answer(name):
    kind = question(name).kind
    wanted = explanations(kind)
    for answer in telling_answers(kind, np.random.default_rng(0)):
        reason = kind.grade(answer).reason
        wanted -= {text for text in wanted if text in reason}
        if not wanted:
            return
    pytest.fail(f"no answer is told: {wanted}")


@each
def test_a_question_asks(name):
    assert question(name).question.rstrip("*").endswith(("?", ".")), "it ends with a question mark or a full stop"


@pytest.mark.parametrize("name", [name for name, each in questions().items() if isinstance(each.kind, SeveralOf)])
def test_one_sentence_explains_each_of_several_options(name):
    for text in question(name).kind.options.values():
        assert len(sentences(text)) == 1, text
        assert len(text.split()) <= LONGEST, text


def test_the_truths_of_all_questions_are_stored_and_no_others(monkeypatch):
    monkeypatch.setattr("fewidgets.classroom.truths.computed_truth", lambda question: pytest.fail(f"{question.name}: {RENEW}"))
    assert all(truth_of(each) for each in questions().values())
    assert list(_stored()) == list(questions()), RENEW


def test_an_unknown_name_is_refused_and_near_ones_are_suggested():
    with pytest.raises(ValueError, match=r"no prediction '9.6 first featur'. Did you mean '9.6 first feature'"):
        fewidgets.predict("9.6 first featur")
    with pytest.raises(TypeError, match="name must be the name of a prediction"):
        fewidgets.predict(9.6)


def test_asking_computes_no_truth_and_loads_nothing_heavy():
    code = (
        "import sys, fewidgets; from fewidgets.exercises.bank import questions\n"
        "p = fewidgets.predict('9.6 first feature'); print(p)\n"
        "assert not [q.name for q in questions().values() if 'truth' in vars(q.kind)]\n"
        "assert not {'sklearn', 'mlxtend', 'pandas', 'matplotlib', 'scipy'} & {n.split('.')[0] for n in sys.modules}"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout == 'Prediction "9.6 first feature": not attempted\n'
