"""The parser of J, against trees evaluated by themselves and against Python's own parser."""

import operator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fewidgets.algorithms import parse_formula
from fewidgets.algorithms.selection.formula_reader import FormulaError

LECTURE = "J(X) = -2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4"
N = 4
INDICATORS = list(product((0, 1), repeat=N))

# A tree is a number, a variable or an operation of trees, and knows nothing of the parser.
numbers = st.one_of(st.integers(0, 12).map(str), st.decimals(0, 9, places=2).map(str))
leaves = st.one_of(st.tuples(st.just("number"), numbers), st.tuples(st.just("variable"), st.integers(1, N)))


def grown(children):
    return st.one_of(
        st.tuples(st.sampled_from(["add", "subtract", "multiply"]), children, children),
        st.tuples(st.just("negative"), children),
        st.tuples(st.just("power"), children, st.integers(0, 3)),
    )


trees = st.recursive(leaves, grown, max_leaves=10)


def value(tree, x):
    """Evaluate a tree exactly, for one choice of the indicators."""
    kind, *rest = tree
    if kind == "number":
        return Fraction(rest[0])
    if kind == "variable":
        return Fraction(x[rest[0] - 1])
    if kind == "negative":
        return -value(rest[0], x)
    if kind == "power":
        return value(rest[0], x) ** rest[1]
    return {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}[kind](*(value(part, x) for part in rest))


STRENGTH = {"add": 1, "subtract": 1, "multiply": 2, "negative": 2, "power": 3}


def written(tree, draw, python=False):
    """Write a tree in one of many notations, with parentheses where they are needed, and some where they are not."""

    def pick(*options):
        return options[0] if python else draw(st.sampled_from(options))

    def part(child, least):
        text = write(child)
        weak = STRENGTH.get(child[0], 4) < least or child[0] == "negative"
        return f"({text})" if weak or pick(False, False, False, True) else text

    def write(node):
        kind, *rest = node
        if kind == "number":
            return rest[0]
        if kind == "variable":
            digits = str(rest[0])
            lowered = digits.translate(str.maketrans("123456789", "₁₂₃₄₅₆₇₈₉"))
            return pick(f"x{digits}", f"x_{digits}", f"x_{{{digits}}}", f"x{lowered}", f"X{digits}")
        gap = pick(" ", "", "  ", "\N{NO-BREAK SPACE}", "\n")
        if kind == "negative":
            return pick("-", "−", "–") + gap + part(rest[0], 3)
        if kind == "power":
            raised = str(rest[1]).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            return part(rest[0], 4) + pick(f"**{rest[1]}", f"^{rest[1]}", f" ^ {rest[1]}", raised)
        if kind == "add":
            return part(rest[0], 1) + gap + "+" + gap + part(rest[1], 2)
        if kind == "subtract":
            return part(rest[0], 1) + gap + pick("-", "−", "–") + gap + part(rest[1], 2)
        left, right = part(rest[0], 2), part(rest[1], 3)
        # A product needs no sign before a variable or a parenthesis.
        signs = ("*", "×", "·", "⋅", r"\cdot ") + (("", " ") if right[0] in "xX(" else ())
        return left + gap + pick(*signs) + gap + right

    return write(tree)


@settings(max_examples=300, deadline=None)
@given(tree=trees, data=st.data())
def test_a_formula_has_the_value_of_its_tree(tree, data):
    text = written(tree, data.draw)
    assume(len(text) <= 1000)
    J = parse_formula(text, N)
    table = J.values()
    for x in INDICATORS:
        S = [n for n in range(N) if x[n]]
        expected = float(value(tree, x))
        assert J(S) == expected, text
        assert table[sum(1 << n for n in S)] == pytest.approx(expected, rel=1e-15, abs=0), text
    if all(c.denominator == 1 and abs(c) < 10**11 for _, c in J.terms):
        assert_array_equal(parse_formula(str(J), N).values(), table)  # what is written back says the same


def test_the_lectures_formula():
    J = parse_formula(LECTURE)
    assert J.n_features == 4
    assert [J(S) for S in [(0,), (1,), (2,), (3,)]] == [3, 5, 7, 4]
    assert [J(S) for S in [(2, 0), (2, 1), (2, 3)]] == [10, 12, 11]
    assert [J(S) for S in [(2, 1, 0), (2, 1, 3)]] == [11, 16]
    assert J((0, 1, 2, 3)) == 13
    assert str(J) == "3 x₁ + 5 x₂ + 7 x₃ + 4 x₄ − 2 x₁ x₂ − 2 x₁ x₂ x₃ − 2 x₁ x₂ x₃ x₄"


def test_equal_values_are_equal():
    # In binary, 0.1 + 0.2 is more than 0.3, and a search would prefer it.
    J = parse_formula("0.1x1 + 0.2x2 + 0.3x3")
    assert J((0, 1)) == J((2,)) == 0.3
    assert J.values()[0b011] == J.values()[0b100]


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a number, a variable"),
        ("   ", 3, "a number, a variable"),
        ("3 x1 +", 6, "a number, a variable"),
        ("3 x1 + ?", 7, "a number, a variable"),
        ("x1 * * x2", 5, "a number, a variable"),
        ("3 x1 ? 2", 5, "an operator"),
        ("x1 2", 3, "Write × before a number"),
        ("2 3", 2, "Write × before a number"),
        ("1/2 x1", 1, "Write 0.5 instead of 1/2"),
        ("1,5 x1", 1, "Write decimals with a point"),
        ("x", 0, "directly after x"),
        ("x1 = x2", 3, "J(X) ="),
        ("x5", 0, "one of the variables x1 to x4"),
        ("x0", 0, "one of the variables x1 to x4"),
        ("x1 + x12", 5, "one of the variables x1 to x4"),
        ("2^2^2", 3, "Put a power in parentheses"),
        ("x1²²", 2, "an integer exponent from 0 to 20"),
        ("x1^21", 3, "an integer exponent from 0 to 20"),
        ("x1^2.5", 3, "an integer exponent from 0 to 20"),
        ("x1^-1", 3, "an integer exponent from 0 to 20"),
        ("x1^x2", 3, "an integer exponent from 0 to 20"),
        ("2 (x1 + (x2", 11, 'or ")"'),
        ("x1)", 2, 'No "(" is open'),
        ("()", 1, "a number, a variable"),
        ("__import__('os')", 0, "a number, a variable"),
        ("x1.real", 2, "an operator"),
        ("1e3", 1, "an operator"),
        ("\N{SNOWMAN}", 0, "a number, a variable"),
        ("x1\0", 2, "an operator"),
    ],
)
def test_errors_name_the_place_and_what_is_expected(text, position, expected):
    with pytest.raises(FormulaError) as error:
        parse_formula(text, 4)
    assert error.value.position == position
    assert expected in str(error.value)
    if 0 < position < len(text):
        assert f"at character {position + 1}" in str(error.value)


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet="x12₃²^*+-−(). \\=J,/e", max_size=30) | st.text(max_size=30))
def test_any_text_is_read_or_refused_in_words(text):
    refused = None
    try:
        values = parse_formula(text, 3).values()
    except FormulaError as error:
        refused = error
    if refused is None:
        assert np.isfinite(values).all()
    else:
        assert str(refused).startswith("text must have ")
        assert 0 <= refused.position <= len(text)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("x1" * 501, "at most 1,000 characters"),
        ("(" * 51 + "x1" + ")" * 51, "at most 50 parentheses"),
        ("9" * 102, r"at most 10\^100"),
        ("(9^20)^20", r"at most 10\^100"),
        ("(1+" + "+".join(f"x{n}" for n in range(1, 21)) + ")^20", "fewer terms"),
        ("".join(f"(x{n} + 1)" for n in range(1, 61)), "fewer terms"),
    ],
)
def test_limits(text, limit):
    with pytest.raises(FormulaError, match=limit):
        parse_formula(text)


def test_what_is_within_the_limits():
    assert parse_formula("(" * 50 + "x1" + ")" * 50)((0,)) == 1
    assert parse_formula("-" * 999 + "1")(()) == -1
    assert parse_formula("x1^20 - x1")((0,)) == 0
    assert parse_formula("9" * 100)(()) == 1e100
    assert parse_formula("7").n_features == 1
    assert parse_formula("x7").n_features == 7
    assert str(parse_formula("x1 - x1")) == "0"
