"""A prediction: nothing tells the truth before a commit, the first commit counts, and it is an explorable like the others."""

import json
import re

import ipywidgets
import numpy as np
import pytest

import fewidgets
from fewidgets import BoostingStepper, Prediction
from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting import Estimate, OneOf
from fewidgets.scene.page.encode import as_json, encode
from tests.exercises.predicting.kinds import KINDS, predictions
from tests.explorables.sent import size_of

each = pytest.mark.parametrize("name", KINDS)


@pytest.fixture(autouse=True)
def no_record(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))


def ask(message, w):
    """Send a request as a browser does."""
    w._handle_custom_msg({"ask": message, "serial": f"s-{message}"[:50]}, [])


@each
def test_before_a_commit_nothing_that_is_sent_tells_the_truth(name):
    w, secret = predictions()[name], KINDS[name].secrets
    sent = json.dumps(
        as_json({key: value for key, value in w.get_state().items() if key not in ("layout", "_renderer", "_asking")})
    )
    assert not [text for text in secret if text in sent]
    assert "truth" not in vars(w.data.kind), "the truth is not even computed"
    assert w.outcome == "not attempted"
    assert repr(w) == f'Prediction "{w.data.name}": not attempted'
    shown = "".join(map(str, w._repr_mimebundle_()[0].values()))
    assert not [text for text in secret if text in shown]


@each
@pytest.mark.parametrize("way", ["python", "browser"])
def test_a_wrong_answer_is_committed_once(name, way):
    w, wrong = predictions()[name], KINDS[name].wrong
    plain = w.data.kind.plain(w.data.kind.check(wrong))
    if way == "python":
        w.answer = wrong
        w.commit()
    else:
        ask({"answer": plain, "stage": "committed"}, w)
    assert w.message == ""
    assert (w.outcome, w.stage, w.answer) == ("wrong", "committed", plain)
    assert w.verdict.reason in w.caption
    assert w.caption.startswith("Not quite. ")
    before = repr(w), w.caption, w._scene
    ask({"answer": w.data.kind.plain(w.data.kind.truth)}, w)
    assert w.message.startswith("answer must stay as it is")
    ask({"stage": "open"}, w)
    assert w.message.startswith("stage must stay 'committed'")
    w.commit()
    w.show_without_predicting()
    assert (repr(w), w.caption, w._scene) == before


@each
def test_the_truth_can_be_shown_without_a_prediction(name):
    other = predictions()[name]
    other.answer = KINDS[name].wrong
    other.show_without_predicting()
    assert (other.outcome, other.answer, other.distance) == ("shown", None, None)
    assert other.caption.startswith("Shown without a prediction. ")


@each
def test_a_commit_without_an_answer_is_refused(name):
    w = predictions()[name]
    with pytest.raises(ValueError, match="answer must be given before a commit"):
        w.commit()
    ask({"stage": "committed"}, w)
    assert w.message.startswith("answer must be given before a commit")
    for nonsense in (object(), {"a": 1}, float("nan"), "no such thing", [[]], -1e9):
        with pytest.raises((TypeError, ValueError), match=r"^answer"):
            w.answer = nonsense
    assert w.outcome == "not attempted"


@each
def test_it_is_drawn_before_and_after(name):
    w = predictions()[name]
    for stage in ("open", "committed"):
        figure = w.figure()
        assert figure.axes
        assert w.still().startswith("<p><strong>Predict.</strong>")
        with pytest.raises(TypeError, match="A figure of a prediction shows its present state"):
            w.figure(answer=1)
        if stage == "open":
            w.answer = KINDS[name].wrong
            w.commit()


def test_little_is_sent():
    for w in predictions().values():
        assert size_of(w.get_state()) < 12_000


def test_an_explorable_is_held_back_until_the_commit():
    x = np.linspace(-1, 1, 20)
    held = BoostingStepper(np.column_stack([x, x**2]), x)
    kind = OneOf({"x1": "It is y.", "x2": "It is not."}, "x1")
    w = Prediction("Which one is first?", kind, then=held)
    assert w.then is held
    assert w.get_state()["_then"] is None
    assert held.model_id not in str(w.get_state())
    w.answer = "x2"
    w.commit()
    assert w.get_state()["_then"] == f"IPY_MODEL_{held.model_id}"
    again = Prediction("Which one is first?", kind, then=held)
    assert again.get_state()["_then"] == f"IPY_MODEL_{held.model_id}", "found again in the record"
    with pytest.raises(TypeError, match="then must be an explorable, or None; got 'stepper'"):
        Prediction("Which?", kind, then="stepper")


def test_the_output_of_a_cell_is_held_back_until_the_commit():
    w = predictions()["one"]
    early = w.hold()
    with early:
        pass
    assert isinstance(early, ipywidgets.Output)
    assert (early.layout.display, early.fewidgets_held) == ("none", w.data.name)
    w.show_without_predicting()
    assert (early.layout.display, early.fewidgets_held) == (None, "")
    assert w.hold().layout.display is None


def test_one_painter_serves_all():
    one, other = predictions()["one"], predictions()["number"]
    assert one.get_state()["_asking"] == other.get_state()["_asking"]
    assert "code" not in one.get_state()
    assert one._asking.code


def test_arguments_are_named():
    kind = OneOf({"a": "b", "c": "d"}, "a")
    for make, message in [
        (lambda: Prediction(3, kind), "question must be a text; got 3"),
        (lambda: Prediction(" ", kind), "question must be a text"),
        (lambda: Prediction("Which?", "a"), "kind must be a kind of answer, such as OneOf or Estimate; got 'a'"),
        (lambda: Prediction("Which?", kind, nmae="x"), "Prediction has no keyword 'nmae': did you mean 'name'"),
        (lambda: Prediction("Which?", kind, answer="z"), "answer must be one of 'a', 'c'; got 'z'"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            make()


def test_a_teacher_needs_neither_a_name_nor_a_lesson():
    w = Prediction("Which one of these is the largest?", Estimate(1, 0, 3, near=1, because="w", below="b", above="a"))
    assert repr(w) == 'Prediction "Which one of these is the": not attempted'
    assert w.data.lesson == "predictions"


def test_a_page_carries_what_it_needs_and_the_widget_does_not():
    w = predictions()["several"]
    assert "sealed" not in as_json(encode(w.scene))["controls"][0] or not encode(w.scene)["controls"][0]["sealed"]
    sealed = encode(w.page_scene())["controls"][0]
    assert len(sealed["sealed"]) > 200
    assert not sealed["compute"]


@pytest.mark.slow
@pytest.mark.parametrize("name", questions())
def test_each_prediction_of_the_lessons_has_its_scene_before_and_after(name):
    w = fewidgets.predict(name)
    before = json.dumps(as_json(encode(w.scene)), ensure_ascii=False)
    assert not re.search(r"[$\\]\\?[a-z]", before), "TeX is left"
    w.answer = w.data.kind.plain(w.data.kind.truth)
    w.commit()
    assert w.outcome == "right"
    assert len(encode(w.page_scene())["controls"][0]["sealed"]) < 60_000


def test_a_right_answer_that_cannot_be_given_is_refused_at_once():
    with pytest.raises(ValueError, match=r"^right must be one of .*; got 'c'\.$"):
        Prediction("Which?", OneOf({"a": "Why a.", "b": "Why b."}, right="c"))
