"""What a search among subsets is about: the objective of every subset, from data or from a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fewidgets.algorithms import best_subset, parse_formula
from fewidgets.algorithms._numerics.types import Array, Indices
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
    objective: Objective
    best: Sets  # (N + 1,): The best set of each size
    cloud: Cloud | None  # Dots for the sets, where there are too many for a lattice

    @property
    def in_lattice(self) -> bool:
        return self.objective.N <= MOST_IN_LATTICE


@dataclass(frozen=True, eq=False)
class SubsetData(Data):
    problems: Mapping[str, Problem]  # By kind of error: "training" and, for up to 14 features, "cross-validated"


@dataclass(frozen=True, eq=False)
class SubsetTrace:
    names: tuple[str, ...]  # (N,): Names of the features on screen
    measure: str  # What the objective is called: "J" or "the error"
    problem: Problem  # The objective of every set
    searches: Mapping[str, tuple[Moment, ...]]
    first: str = FORWARD  # The method with which a lattice opens


def problem_of(values: Array, *, maximize: bool) -> Problem:
    objective = Objective(values, maximize)
    cloud = cloud_of(values) if objective.N > MOST_IN_LATTICE else None
    return Problem(objective, best_of_sizes(objective), cloud)


def errors_of(table: Data, fold_of: Indices) -> dict[str, Problem]:
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
    """Read a formula for J, and evaluate it for every set."""
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
    return tuple("x" + str(n + 1).translate(_LOWERED) for n in range(N))
