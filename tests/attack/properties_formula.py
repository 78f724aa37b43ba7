"""Formulas for J: a sum of products is written in one of many notations, and every set is computed by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from fewidgets.algorithms import parse_formula
from tests.attack.attacks import attacks
from tests.attack.case import Case

_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@attacks("parse_formula")
def every_set_has_the_value_of_the_sum(case: Case) -> None:
    N = case.integer("n_features", 1, 6)
    variable = case.pick("variable", ["x{}", "x_{}", "x_{{{}}}", "lowered"])
    times, minus = case.pick("times", [" ", "*", " · ", "×"]), case.pick("minus", ["-", "−"])
    terms = []
    for _ in range(case.integer("terms", 1, 6)):
        factors = case.rng.integers(0, N, case.rng.integers(0, 4)).tolist()
        terms.append((int(case.rng.integers(-30, 31)), factors))

    def named(n):
        return f"x{n + 1}".translate(_LOWERED) if variable == "lowered" else variable.format(n + 1)

    text = "0"
    for tenths, factors in terms:
        text += f" {minus if tenths < 0 else '+'} " + times.join([f"{abs(tenths) / 10}", *map(named, factors)])
    J = case.call(parse_formula, text, N)
    table = J.values()
    for number in range(2**N):
        chosen = [n for n in range(N) if number >> n & 1]
        value = float(sum(Fraction(tenths, 10) for tenths, factors in terms if set(factors) <= set(chosen)))
        case.equal(f"J{chosen}", J(chosen), value)
        case.close(f"J{chosen} in the table", table[number], value, 1e-12)
    case.holds(np.isfinite(table).all(), "J is finite")
