"""Every answer to a question with options: its outcome, its message, and the mistake that the teacher's table names."""

from itertools import chain, combinations
from types import SimpleNamespace

import pytest

from fewidgets.grading.course.outlines import outlines_of
from fewidgets.grading.limits import Limits
from fewidgets.grading.mark.marking import Expected, mark
from fewidgets.grading.question import Choice, GradedSet

OPTIONS = ("A", "B", "C", "D")
WORDS = {option: f"Words of {option}." for option in OPTIONS}


@pytest.mark.parametrize("right", ["B", ("B",), ("A", "C"), OPTIONS])
def test_each_wrong_choice_names_a_mistake_that_the_table_describes(right):
    question = Choice("q1", "letters", options=OPTIONS, right=right, explanations=WORDS)
    (outline,) = outlines_of(GradedSet("set", 1, "Set", (question,)))
    repaired = SimpleNamespace(states={"q1": "there"})
    named = set()
    for chosen in chain.from_iterable(combinations(OPTIONS, size) for size in range(1, 5)):
        if len(chosen) > 1 and not question.several:
            continue
        observed = SimpleNamespace(values={"q1": {"letters": list(chosen)}}, failures={}, calls={})
        found = mark(question, Expected({}, {}), repaired, observed, Limits())
        wrong, left_out = set(chosen) - set(right), set(right) - set(chosen)
        assert found.outcome == ("wrong" if wrong or left_out else "right")
        if found.outcome == "right":
            assert not found.misconception
            continue
        verb, option = found.misconception.rsplit(" ", 1)
        assert option in (wrong if verb == "chose" else left_out)
        assert (verb == "left out") == (not wrong)
        assert outline.mistakes[found.misconception] == WORDS[option]
        assert not any(WORDS[other] in found.message for other in right), "a student is not told what is right"
        named.add(found.misconception)
    assert named == set(outline.mistakes)
