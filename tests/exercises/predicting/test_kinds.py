"""Each kind of prediction refuses what could not be explained, and grades as its definition says."""

from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.exercises.predicting import (
    Axis,
    Band,
    Difference,
    Estimate,
    Highest,
    OneOf,
    Ordering,
    SeveralOf,
    Sketch,
)
from fewidgets.exercises.predicting.kind import WORDS

LETTERS = "abcde"


def options(count):
    return {letter: f"Why {letter}." for letter in LETTERS[:count]}


@pytest.mark.parametrize("kind", [OneOf, SeveralOf])
def test_an_option_without_an_explanation_is_refused(kind):
    with pytest.raises(ValueError, match=r"options\['b'\] must be an explanation: .*; got ''"):
        kind({"a": "Why.", "b": ""}, right="a")
    with pytest.raises(TypeError, match=r"options\['b'\] must be an explanation: .*; got None"):
        kind({"a": "Why.", "b": None}, right="a")
    with pytest.raises(ValueError, match="at least two options"):
        kind({"a": "Why."}, right="a")
    with pytest.raises(TypeError, match="options must be a mapping"):
        kind(["a", "b"], right="a")


def test_the_truth_is_computed_once_and_late():
    calls = []
    kind = OneOf(options(2), right=lambda: calls.append(1) or "a")
    assert calls == []
    assert [kind.grade(answer).right for answer in "abab"] == [True, False] * 2
    assert calls == [1]


@given(st.integers(2, 5), st.data())
def test_several_are_right_if_the_sets_are_equal(count, data):
    subsets = st.sets(st.sampled_from(LETTERS[:count]), min_size=1)
    right, answer = data.draw(subsets), data.draw(subsets)
    verdict = SeveralOf(options(count), right).grade(answer)
    assert verdict.right == (right == answer)
    explained = {letter for letter in LETTERS[:count] if f"Why {letter}." in verdict.reason}
    assert explained == (right if right == answer else right ^ answer)


numbers = st.floats(0, 100, allow_nan=False)


@given(right=numbers, answer=numbers, near=st.floats(0, 30), edges=st.lists(numbers, min_size=2, max_size=2))
def test_a_number_is_right_if_it_is_near_and_else_its_first_band_explains(right, answer, near, edges):
    low, high = sorted(edges)
    kind = Estimate(right, 0, 100, near=near, bands=[Band(low, high, "band")], below="below", above="above", because="why")
    verdict = kind.grade(answer)
    assert verdict.distance == pytest.approx(abs(answer - right))
    if abs(abs(answer - right) - near) > 1e-9:
        assert verdict.right == (abs(answer - right) < near)
        wrong = "band" if low <= answer <= high else "below" if answer < right else "above"
        assert verdict.reason == ("why" if verdict.right else wrong)


def test_percentages_differ_by_percentage_points():
    kind = Estimate(60, 0, 100, unit="%", near=0, below="b", above="a", because="w")
    assert kind.grade(94.9).told == "34.9 percentage points too high"
    assert kind.grade(59).told == "1.00 percentage points too low"
    assert replace(kind, step=1).grade(59).told == "1 percentage point too low"


@given(right=st.floats(1, 1000), answer=st.floats(1, 1000))
def test_on_a_log_scale_distances_are_factors(right, answer):
    kind = Estimate(right, 1, 1000, scale="log", near=2, below="b", above="a", because="w")
    verdict = kind.grade(answer)
    assert verdict.distance == pytest.approx(np.exp(abs(np.log(answer / right))))
    if abs(verdict.distance - 2) > 1e-9:
        assert verdict.right == (verdict.distance < 2)


@given(st.sets(st.integers(0, 13), max_size=13), st.integers(0, 13))
def test_each_count_that_can_be_answered_needs_an_explanation(covered, right):
    kind = Estimate(right, 0, 13, step=1, near=0, bands=[Band(n, n, "why") for n in sorted(covered)], because="w")
    if covered | {right} == set(range(14)):
        assert kind.truth == right
    else:
        missing = min(set(range(14)) - covered - {right})
        with pytest.raises(ValueError, match=f"must explain every wrong number.*; {missing} has no explanation"):
            kind.grade(3)


@given(st.permutations(LETTERS), st.permutations(LETTERS))
def test_an_order_is_as_far_off_as_pairs_are_the_wrong_way_round(right, answer):
    kind = Ordering(sorted(LETTERS, reverse=True), right, because="w", otherwise="o", mistakes={tuple(answer[:2]): "m"})
    if tuple(right) == tuple(sorted(LETTERS, reverse=True)):
        return
    verdict = kind.grade(answer)
    pairs = [(one, other) for one, other in combinations(right, 2) if answer.index(one) > answer.index(other)]
    assert verdict.distance == len(pairs)
    assert verdict.right == (answer == right)
    assert verdict.reason == ("w" if answer == right else "m")


def test_the_longest_beginning_explains_and_otherwise_the_rest():
    kind = Ordering(
        list("abc"), list("cba"), because="w", otherwise="o", mistakes={("a",): "a first", ("a", "c"): "a, then c"}
    )
    reasons = {"".join(order): kind.grade(order).reason for order in permutations("abc")}
    assert reasons == {"abc": "a first", "acb": "a, then c", "bac": "o", "bca": "o", "cab": "o", "cba": "w"}


def test_items_must_not_stand_in_the_right_order():
    with pytest.raises(ValueError, match="items must be in another order than the right one"):
        Ordering(list("ab"), list("ab"), because="w", otherwise="o").grade(list("ab"))
    with pytest.raises(ValueError, match="2 to 5 different texts"):
        Ordering(list("abcdef"), list("fedcba"), because="w", otherwise="o")


def sketch(**changes):
    given = {
        "x": Axis("x", domain=(0, 4)), "y": Axis("y", domain=(0, 1)), "places": range(5), "curves": ["a"],
        "right": [0, 1, 0, 0, 0], "because": "w", "differences": [Difference(Highest("a"), "At {yours}, not at {truth}.")],
    }  # fmt: skip
    return Sketch(**{**given, **changes})


def test_a_sketch_is_an_array_a_mapping_or_knots():
    kind = sketch()
    forms = [[0, 1, 0.5, 0, 0], [[0, 1, 0.5, 0, 0]], {"a": [0, 1, 0.5, 0, 0]}, {"a": [(3, 0), (0, 0), (1, 1)]}]
    for form in forms:
        np.testing.assert_allclose(kind.check(form), [[0, 1, 0.5, 0, 0]])
    for wrong in ([0, 1], {"b": [0] * 5}, [0, 2, 0, 0, 0], [float("nan")] * 5, "abc", None, object()):
        with pytest.raises((TypeError, ValueError), match=r"^answer"):
            kind.check(wrong)


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5))
def test_the_plain_form_of_a_sketch_is_an_answer_again(values):
    kind = sketch()
    plain = kind.plain(kind.check(values))
    assert kind.plain(kind.check(plain)) == plain
    np.testing.assert_allclose(plain[0], values, atol=1e-4)


def test_the_reason_against_several_options_is_not_followed_by_another_one():
    wrong = {"one": OneOf(options(3), "b").reveal("a"), "several": SeveralOf(options(3), {"a", "c"}).reveal(("b",))}
    assert {name: "because" in reveal for name, reveal in wrong.items()} == {"one": True, "several": False}
    assert {"reason", "truth"} < set(wrong["several"]) < {"outcome", "mark", "each", *WORDS}


def test_of_several_options_the_browser_has_each_explanation_whatever_was_answered():
    kind = SeveralOf({**options(2), "c": r"Not $\lambda$."}, right={"a", "b"})
    for answer in (None, ("a", "b"), ("c",)):
        assert kind.reveal(answer)["each"] == ["Why a.", "Why b.", "Not λ."]
