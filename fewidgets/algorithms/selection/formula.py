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
    """A polynomial in indicator variables, as an objective J(S) of sets of features.

    The variable xₙ is 1 if feature n is in the set S and 0 if not. Call it with a set to get J. So every search that takes
    an objective accepts it, such as `sequential_search` and `exhaustive_search`.

    Attributes
    ----------
    text : str
        The formula as typed.
    n_features : int
        Number of features N.
    terms : tuple of (tuple of int, Fraction)
        The formula multiplied out: the features of each product, numbered from 0, and its exact coefficient. Short products
        come first. A power of an indicator variable is equal to the variable, so no feature occurs twice in a product.

    Examples
    --------
    >>> from fewidgets.algorithms import parse_formula
    >>> J = parse_formula("3x₁ + 5x₂ − 2x₁x₂")
    >>> J((0,)), J((0, 1))
    (3.0, 6.0)
    """

    text: str
    n_features: int
    terms: tuple[tuple[tuple[int, ...], Fraction], ...]

    def __call__(self, features: Iterable[int]) -> float:
        """Return J of a set of features, numbered from 0. It is summed exactly, and rounded once.

        Raises
        ------
        TypeError, ValueError
            If `features` is not a list of different feature numbers from 0 to N − 1.

        Examples
        --------
        >>> from fewidgets.algorithms import parse_formula
        >>> parse_formula("1 + 2 x1 x3")([2, 0])
        3.0
        """
        chosen = set(check_feature_numbers(features, self.n_features).tolist())
        return float(sum(coefficient for term, coefficient in self.terms if chosen.issuperset(term)))

    def __str__(self) -> str:
        """Return the formula multiplied out, in standard notation.

        Examples
        --------
        >>> from fewidgets.algorithms import parse_formula
        >>> print(parse_formula("(x1 - 2 x2)^2"))
        x₁ + 4 x₂ − 4 x₁ x₂
        """
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
        """Return J of all 2ᴺ sets at once.

        Returns
        -------
        NDArray, shape (2ᴺ,), float64
            Set S has the index Σ 2ⁿ over n in S.

        Raises
        ------
        ValueError
            If there are more than 20 features.

        Examples
        --------
        >>> from fewidgets.algorithms import parse_formula
        >>> parse_formula("3x1 + 5x2 - 2x1x2").values()
        array([0., 3., 5., 6.])
        """
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

    A formula consists of numbers, variables, sums, differences, products, parentheses and powers with an integer exponent.
    A product may be written with ``*``, ``×``, ``·`` or nothing: ``2x1x2``. A variable may be written ``x1``, ``x_1``,
    ``x_{1}`` or ``x₁``, a power ``x1^2``, ``x1**2`` or ``x1²``. The minus sign of typography is understood, and a
    formula may begin with ``J(X) =``. The text is never executed.

    Parameters
    ----------
    text : str
        The formula, at most 1,000 characters. Exponents are at most 20.
    n_features : int, optional
        Number of features N, at least 1. By default the largest number of a variable.

    Returns
    -------
    Formula

    Raises
    ------
    TypeError
        If `text` is not a string, or `n_features` is not an integer.
    ValueError
        If `n_features` is below 1, if the text is not a formula, or if it exceeds a limit. For a text, it is a
        FormulaError. Its message names the place and what is expected there, and its `position` is the number of
        characters before that place.

    Notes
    -----
    Source: INT247, lecture 5, whose exercise on sequential forward selection gives J as a formula of this kind.

    Examples
    --------
    The lecture's exercise, as printed:

    >>> from fewidgets.algorithms import exhaustive_search, sequential_search
    >>> J = parse_formula("J(X) = -2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4")
    >>> sequential_search(J, 4).order + 1
    array([3, 2, 4, 1])
    >>> exhaustive_search(J, 4).best
    FeatureSet(features=array([1, 2, 3]), value=16.0)
    >>> parse_formula("3 x1 + ", 4)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    fewidgets...FormulaError: text must have a number, a variable such as x1 or "(" after "3 x1 +"; got the end
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a string such as '3 x1 - 2 x1 x2'; got {shown(text)} ({type(text).__name__})")
    N = None if n_features is None else as_count(n_features, "n_features", 1)
    polynomial = FormulaReader(text, _LARGEST_NUMBER if N is None else N).read()
    if N is None:
        N = max((n + 1 for term in polynomial for n in term), default=1)
    terms = sorted(polynomial.items(), key=lambda item: (len(item[0]), item[0]))
    return Formula(text, N, tuple(terms))
