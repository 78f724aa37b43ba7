"""The bank of predictions: every question can be asked, and its truth computed, late."""

import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest

import fewidgets
from fewidgets.classroom.truths import _stored, computed_truth, truth_of
from fewidgets.exercises.bank import question, questions

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


def sketches(kind, rng):
    """Draw curves at random, and true curves that are swapped, stretched, made larger or smaller, or moved in part."""
    (K, M), (low, high), x = kind.truth.shape, kind.ends, np.arange(kind.truth.shape[1])
    for n in range(3000):
        true = kind.truth[rng.permutation(K)] if rng.random() < 0.3 else kind.truth
        some = rng.random((K, M if kind.bars else 1)) < 0.4
        if n % 3 == 0:
            places = np.sort(rng.choice(M, min(M, rng.integers(2, 5)), replace=False))
            drawn = np.array([np.interp(x, places, rng.uniform(low, high, len(places))) for _ in range(K)])
        elif n % 3 == 1:
            drawn = true + some * rng.normal(0, 0.5 * (high - low), (K, 1)) * np.linspace(*rng.integers(-1, 2, 2), M)
        else:
            stretched = [np.interp(x * rng.uniform(0.5, 2.5), x, curve) for curve in true]
            drawn = np.where(some, stretched if not kind.bars else true * rng.uniform(0, 2), true)
        yield np.clip(drawn, low, high)


@each
def test_every_explanation_is_given_to_some_answer(name):
    kind = question(name).kind
    if kind.kind == "number":
        ends = [end for band in kind.bands for end in (band.low, band.high) if end is not None]
        answers = [kind.truth, *ends, *np.linspace(kind.low, kind.high, 1001)]
        wanted = {kind.because, *(band.explanation for band in kind.bands)}
    elif kind.drawn:
        answers, wanted = sketches(kind, np.random.default_rng(0)), {kind.because, *([kind.otherwise] if kind.near else [])}
        wanted |= {each.sentence.partition("{")[0] for each in kind.differences}  # as far as no measure stands in it
    elif kind.kind == "order":
        answers, wanted = permutations(kind.items), {kind.because, *kind.mistakes.values()}
    else:
        answers, wanted = kind.answers(), set(kind.options.values())
    for answer in answers:
        reason = kind.grade(answer).reason
        wanted -= {text for text in wanted if text in reason}
        if not wanted:
            return
    pytest.fail(f"no answer is told: {wanted}")


@each
def test_a_question_asks(name):
    assert question(name).question.rstrip("*").endswith(("?", ".")), "it ends with a question mark or a full stop"


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
