"""An objective J that somebody types: a polynomial in indicator variables (INT247, lecture 5)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import frozen
from .._numerics.types import Array
from .formula_reader import FormulaReader
from .subset_arguments import TABULATED_FEATURES, check_feature_numbers

_LARGEST_NUMBER = 1_000  # of a variable, where n_features does not limit it
_EXACT = 2**53  # integers up to here are exact in float64
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Formula:
    """A polynomial in indicator variables, as an objective J(S) of sets of features. `terms` has its exact coefficients."""

    text: str
    n_features: int
    terms: tuple[tuple[tuple[int, ...], Fraction], ...]

    def __call__(self, features: Iterable[int]) -> float:
        """Return J of a set of features, numbered from 0. It is summed exactly, and rounded once."""
        chosen = set(check_feature_numbers(features, self.n_features).tolist())
        return float(sum(coefficient for term, coefficient in self.terms if chosen.issuperset(term)))

    def __str__(self) -> str:
        """Return the formula multiplied out, in standard notation."""
        if not self.terms:
            return "0"
        written = ""
        for term, coefficient in self.terms:
            sign = "−" if coefficient < 0 else "+"
            number = f"{float(abs(coefficient)):.12g}"
            product = " ".join("x" + str(n + 1).translate(_LOWERED) for n in term)
            body = number if not term else product if number == "1" else f"{number} {product}"
            written += f" {sign} {body}" if written else ("−" if sign == "−" else "") + body
        return written

    def values(self) -> Array:
        """Return J of all 2ᴺ sets at once, shape (2ᴺ,). Set S has the index Σ 2ⁿ over n in S."""
        N = self.n_features
        if N > TABULATED_FEATURES:
            raise ValueError(f"n_features must be at most {TABULATED_FEATURES} for a table of all sets; got {N}")
        values = np.zeros(1 << N)
        # Sums of integers are exact, so equal values of J stay equal: 0.1 + 0.2 = 0.3.
        unit = math.lcm(*(coefficient.denominator for _, coefficient in self.terms))
        exact = unit * sum(abs(coefficient) for _, coefficient in self.terms) <= _EXACT
        for term, coefficient in self.terms:
            values[sum(1 << n for n in term)] = coefficient * unit if exact else coefficient
        # J of a set is the sum of the coefficients of all products within it: add them up along one feature at a time.
        for n in range(N):
            halves = values.reshape(-1, 2, 1 << n)
            halves[:, 1] += halves[:, 0]
        return frozen(values / unit if exact else values)


def parse_formula(text: str, n_features: int | None = None) -> Formula:
    """Read an objective J from a text: a polynomial in the indicator variables x1 … xN.

    The variable xₙ is 1 if feature n is in the set S and 0 if not. A product may be written with ``*``, ``×``, ``·`` or
    nothing: ``2x1x2``. A variable may be written ``x1``, ``x_1``, ``x_{1}`` or ``x₁``, a power ``x1^2``, ``x1**2`` or ``x1²``.
    A formula may begin with ``J(X) =``. The text is never executed.

    Parameters
    ----------
    text : str
        The formula, at most 1,000 characters. Exponents are at most 20.
    n_features : int, optional
        Number of features N, at least 1. By default the largest number of a variable.

    Returns
    -------
    Formula
        A function of a set of feature numbers, for any search. `values()` is J of all 2ᴺ sets, and `str()` the formula
        multiplied out.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described. If the text is not a formula, the message names the place and what is expected
        there.

    Notes
    -----
    Source: INT247, lecture 5, whose exercise on sequential forward selection gives J as a formula of this kind.

    Examples
    --------
    >>> from fewidgets.algorithms import sequential_search
    >>> J = parse_formula("J(X) = -2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4")
    >>> sequential_search(J, 4).order + 1
    array([3, 2, 4, 1])
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string such as '3 x1 - 2 x1 x2'; got {shown(text)} ({type(text).__name__})")
    N = None if n_features is None else as_count(n_features, "n_features", 1)
    polynomial = FormulaReader(text, _LARGEST_NUMBER if N is None else N).read()
    if N is None:
        N = max((n + 1 for term in polynomial for n in term), default=1)
    terms = sorted(polynomial.items(), key=lambda item: (len(item[0]), item[0]))
    return Formula(text, N, tuple(terms))
