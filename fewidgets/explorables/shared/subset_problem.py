"""What a search among subsets is about: the objective of every subset, from data or from a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import best_subset, parse_formula
from fewidgets.algorithms.selection.held_out_subsets import held_out_of_all
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.shared.subset_cloud import Cloud, cloud_of
from fewidgets.explorables.shared.subset_searches import FORWARD, METHODS, Moment, Objective, Sets, best_of_sizes, follow

MOST_FEATURES = 20  # 2²⁰ sets are a million
MOST_IN_LATTICE = 6  # features whose 64 sets can be drawn one by one
MOST_HELD_OUT = 14  # features for which all sets can be cross-validated in a second
TRAINING, HELD_OUT = "training", "cross-validated"
DIGITS = 12  # significant digits of an error; what follows is rounding, and would decide between equal sets
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class Problem:
    """The objective of every subset of N features, and the best subset of each size.

    Attributes
    ----------
    objective : Objective
    best : NDArray, shape (N + 1,), int
        The best set of each size.
    cloud : Cloud or None
        Dots for the sets, where there are too many for a lattice.
    """

    objective: Objective
    best: Sets
    cloud: Cloud | None

    @property
    def in_lattice(self) -> bool:
        """Whether the sets are few enough to be drawn one by one."""
        return self.objective.N <= MOST_IN_LATTICE


@dataclass(frozen=True, eq=False)
class SubsetData(Data):
    """A checked table, and the errors of least squares on every subset of its features.

    Attributes
    ----------
    problems : mapping of str to Problem
        By kind of error: "training" and, for up to 14 features, "cross-validated". The errors are root mean squares.
    """

    problems: Mapping[str, Problem]


@dataclass(frozen=True, eq=False)
class SubsetTrace:
    """The searches of a `SubsetLattice`.

    Attributes
    ----------
    names : tuple of N str
        Names of the features on screen.
    measure : str
        What the objective is called: "J" or "the error".
    problem : Problem
        The objective of every set. Set S has the number Σ 2ⁿ over n in S.
    searches : mapping of str to tuple of Moment
        The steps of each method; of the present method alone where there are more than 6 features.
    first : str
        The method with which a lattice opens.
    """

    names: tuple[str, ...]
    measure: str
    problem: Problem
    searches: Mapping[str, tuple[Moment, ...]]
    first: str = FORWARD


def problem_of(values: NDArray[np.float64], *, maximize: bool) -> Problem:
    """Find what depends on the values alone.

    Parameters
    ----------
    values : NDArray, shape (2ᴺ,), float64
        The objective of each set.
    maximize : bool
        Whether a larger value is better.
    """
    objective = Objective(values, maximize)
    cloud = cloud_of(values) if objective.N > MOST_IN_LATTICE else None
    return Problem(objective, best_of_sizes(objective), cloud)


def errors_of(table: Data, fold_of: NDArray[np.intp]) -> dict[str, Problem]:
    """Compute the error of least squares on every subset of the features.

    Parameters
    ----------
    table : Data
    fold_of : NDArray, shape (P,), int
        The fold in which each example is held out.
    """
    squares = {TRAINING: best_subset(table.X, table.y).candidate_costs}
    if table.X.shape[1] <= MOST_HELD_OUT:
        squares[HELD_OUT] = held_out_of_all(table.X, table.y, fold_of)
    spread = float(table.y.std())
    problems = {}
    for kind, each in squares.items():
        assert each is not None  # all subsets of at most 20 features are computed
        shares = np.round(np.sqrt(np.maximum(each, 0.0)) / spread, DIGITS)
        problems[kind] = problem_of(shares * spread, maximize=False)
    return problems


@lru_cache(maxsize=4)
def formula_problem(text: str) -> Problem:
    """Read a formula for J, and evaluate it for every set.

    Raises
    ------
    ValueError
        If it is not a formula, or if it has more than 20 features.
    """
    try:
        J = parse_formula(text)
    except ValueError as error:
        raise ValueError(f"formula{str(error).removeprefix('text')}") from None
    if J.n_features > MOST_FEATURES:
        raise ValueError(f"formula must have variables up to x{MOST_FEATURES}; got x{J.n_features}")
    return problem_of(J.values(), maximize=True)


def trace_on(problem: Problem, names: tuple[str, ...], measure: str, method: str) -> SubsetTrace:
    """Follow all searches, or the present one alone where there are many features."""
    methods = METHODS if problem.in_lattice else (method,)
    searches = {each: follow(problem.objective, each) for each in methods}
    return SubsetTrace(names, measure, problem, searches)


def variables(N: int) -> tuple[str, ...]:
    """Name the variables of a formula.

    Examples
    --------
    >>> variables(2)
    ('x₁', 'x₂')
    """
    return tuple("x" + str(n + 1).translate(_LOWERED) for n in range(N))
