"""Whoever writes a question hears what does not fit in it, before a student sees it."""

import pytest

from fewidgets import Band, Difference, Estimate, OneOf, Ordering, Prediction, SeveralOf, Sketch
from fewidgets.exercises.predicting import EACH, At, CurveWith, LastAbove
from fewidgets.scene import Axis

EXPLAINED = {"right": 5.0, "near": 1, "below": "More.", "above": "Less.", "because": "It is 5."}
LEVELS = Axis("cost", domain=(0, 10))
OTHER = [Difference(At("a", 1), "It is larger.")]


def estimate(low=0, high=10, **changed):
    return Estimate(low=low, high=high, **{**EXPLAINED, **changed})


def order(items=("a", "b"), **changed):
    return Ordering(items, right=("b", "a"), because="So it is.", **{"otherwise": "No.", **changed})


def sketch(y=LEVELS, **changed):
    given = {"curves": ["a"], "places": [0, 1, 2], "right": [1, 2, 3], "because": "So it is.", "differences": OTHER}
    return Sketch(x="round", y=y, **{**given, **changed})


def question(kind):
    return Prediction("Which?", kind, name="9.6 first feature")


REFUSED = {
    "a band of text": (lambda: Band("a", 3, "No."), "^low must be a number or None; got 'a'"),
    "a band turned round": (lambda: Band(3, 2, "No."), "^low must be at most high; got 3 and 2"),
    "an empty range": (lambda: estimate(4, 4), "^low must be less than high; got 4 and 4"),
    "an unknown scale": (lambda: estimate(scale="cubic"), "^scale must be 'linear' or 'log'; got 'cubic'"),
    "zero on a log scale": (lambda: estimate(scale="log"), "^low must be positive on a log scale; got 0"),
    "a negative distance": (lambda: estimate(near=-1), "^near must be a distance of at least 0 within which"),
    "a factor below 1": (lambda: estimate(1, 9, scale="log", near=0.5), "^near must be a factor of at least 1 within which"),
    "a step over the range": (lambda: estimate(step=11), "^step must be a positive number within the range, or None; got 11"),
    "a band that is none": (lambda: estimate(bands=[(1, 2, "No.")]), "^bands must be a sequence of Band"),
    "one text of items": (lambda: order("ab"), "^items must be a sequence of texts; got 'ab'"),
    "a list of mistakes": (lambda: order(mistakes=["a"]), "^mistakes must be a mapping from orders to explanations"),
    "a mistake of other items": (
        lambda: order(mistakes={("z",): "No."}),
        "^mistakes must be a mapping from tuples of 'a', 'b'",
    ),
    "an axis of numbers": (lambda: sketch(3), "^y must be an Axis or its label; got 3"),
    "an axis without ends": (lambda: sketch("cost"), "^y must be an Axis with a domain"),
    "one curve twice": (lambda: sketch(curves=["a", "a"]), "^curves must be 1 to .* different names"),
    "a single place": (lambda: sketch(places=[1]), "^places must be 2 to .* places or names of bars"),
    "places turned round": (lambda: sketch(places=[2, 1, 0]), "^places must be ascending numbers"),
    "nothing can be wrong": (lambda: sketch(differences=[]), "^differences must name at least one way to be wrong"),
    "near is a percentage": (lambda: sketch(near=20, otherwise="No."), "^near must be a share of the y axis"),
    "an unknown curve": (lambda: sketch(differences=[Difference(At("z", 1), "No.")]), "^differences must measure one of"),
    "a text as a difference": (lambda: sketch(differences=["No."]), "^differences must be a sequence of Difference"),
    "no measure": (lambda: Difference("a", "No."), "^measure must be a measure such as At"),
    "an unknown relation": (lambda: Difference(At("a", 1), "No.", when="later"), "^when must be one of .* got 'later'"),
    "less than nothing": (lambda: Difference(At("a", 1), "No.", by=-1), "^by must be a number of at least 0; got -1"),
    "neither extreme": (lambda: CurveWith("least", LastAbove(EACH, 0.1)), "^extreme must be 'largest' or 'smallest'"),
    "of a curve of its own": (lambda: CurveWith("largest", At("a", 1)), "^measure must be a measure of one curve"),
    "no option of several": (
        lambda: SeveralOf({"a": "x", "b": "y"}, right=["a"]).check([]),
        "^answer must be at least one of",
    ),
    "no kind": (lambda: question("OneOf"), "^kind must be a kind of answer"),
    "one option": (lambda: OneOf({"a": "It is."}, right="a"), "at least two options"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_question_that_does_not_fit_is_refused_in_words(case):
    make, says = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=says):
        make()


def test_what_they_are_changed_from_fits():
    for kind in (estimate(), order(), sketch()):
        assert question(kind).outcome == "not attempted"
