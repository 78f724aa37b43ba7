"""A graded set refuses in words what could not be graded."""

from types import SimpleNamespace

import pytest

from fewidgets.grading.question import ByHand, Choice, Function, GradedSet, Values
from fewidgets.grading.seeds import generator_of


def values(name="q1", names=("mean", "spread"), **more):
    return Values(name, names, data=lambda rng: {"x": rng.normal(size=5)}, solve=lambda data: {}, **more)


def choice(**more):
    given = {"options": ("a", "b"), "right": "a", "explanations": {"a": "Yes.", "b": "No."}}
    return Choice("q5", "why", **{**given, **more})


def function(**more):
    given = {"cases": lambda rng: [], "reference": len, "results": (SimpleNamespace(name="length", points=2),)}
    return Function("q3", "measure", **{**given, **more})


def test_points_of_parts_add_up():
    found = GradedSet("set", 1, "Set", (values(points={"mean": 2}), choice(), function(), ByHand("q6", 4)))
    assert found.of == 3 + 1 + 2 + 4
    assert found.question("q1").parts == {"mean": 2.0, "spread": 1.0}
    assert found.question("q3").answers == ("measure",)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: values(names=("2nd",)), "the name of a variable"),
        (lambda: values(points={"median": 1}), "got median"),
        (lambda: values(points={"mean": -1}), "at least 0; got -1"),
        (lambda: choice(right="c"), "right must be among the options; got 'c'"),
        (lambda: choice(explanations={"a": "Yes."}), "missing: 'b'"),
        (lambda: function(without="sklearn"), "tuple of modules"),
        (lambda: function(seconds=0), "between 0 and 600; got 0"),
        (lambda: GradedSet("set", 1, "Set", (values(), values("q2"))), "same variable; got mean, spread"),
    ],
)
def test_a_set_that_cannot_be_graded_is_refused(make, says):
    with pytest.raises((TypeError, ValueError), match=says):
        make()


def test_seeds_differ_in_everything_that_they_depend_on():
    first = (b"secret", "boosting", 1, "ada", "q1")
    others = [(b"other", *first[1:]), (b"secret", "l1", 1, "ada", "q1"), (b"secret", "boosting", 2, "ada", "q1")]
    others += [(b"secret", "boosting", 1, "bob", "q1"), (b"secret", "boosting", 1, "ada", "q2")]
    draws = [generator_of(*each).normal() for each in (first, first, *others)]
    assert draws[0] == draws[1]
    assert len(set(draws)) == 6
