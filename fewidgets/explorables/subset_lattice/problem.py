"""What a search among subsets is about: the objective of every subset, from data or from a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from fewidgets.algorithms import best_subset, parse_formula
from fewidgets.algorithms._numerics.types import Indices
from fewidgets.algorithms.selection.held_out_subsets import held_out_of_all
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.subset_lattice.searches import FORWARD, Moment, Objective
from fewidgets.scene.types import NameTuple

MOST_FEATURES = 20  # 2²⁰ sets are a million
MOST_IN_LATTICE = 6  # features whose 64 sets can be drawn one by one
MOST_HELD_OUT = 14  # features for which all sets can be cross-validated in a second
TRAINING, HELD_OUT = "training", "cross-validated"
DIGITS = 12  # significant digits of an error; what follows is rounding, and would decide between equal sets
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class SubsetData(Data):
    errors: Mapping[str, Objective]  # By kind of error: "training" and, for up to 14 features, "cross-validated"


@dataclass(frozen=True, eq=False)
class SubsetTrace:
    names: NameTuple  # (N,): Names of the features on screen
    measure: str  # What the objective is called: "J" or "the error"
    objective: Objective  # J or the error of every set
    searches: Mapping[str, tuple[Moment, ...]]
    first: str = FORWARD  # The method with which a lattice opens

    @property
    def carry(self) -> str:
        """How steps and choices go over into the next lattice: another J is another problem."""
        return "initial" if self.measure == "J" else "nearest"


def errors_of(table: Data, fold_of: Indices) -> dict[str, Objective]:
    squares = {TRAINING: best_subset(table.X, table.y).candidate_costs}
    if table.X.shape[1] <= MOST_HELD_OUT:
        squares[HELD_OUT] = held_out_of_all(table.X, table.y, fold_of)
    spread = float(table.y.std())
    errors = {}
    for kind, each in squares.items():
        assert each is not None  # all subsets of at most 20 features are computed
        shares = np.round(np.sqrt(np.maximum(each, 0.0)) / spread, DIGITS)
        errors[kind] = Objective(shares * spread, maximize=False)
    return errors


@lru_cache(maxsize=4)
def objective_of(text: str) -> Objective:
    """Read a formula for J, and evaluate it for every set."""
    try:
        J = parse_formula(text)
    except ValueError as error:
        raise ValueError(f"formula{str(error).removeprefix('text')}") from None
    if J.n_features > MOST_FEATURES:
        raise ValueError(f"formula must have variables up to x{MOST_FEATURES}; got x{J.n_features}")
    return Objective(J.values(), maximize=True)


def variables(N: int) -> NameTuple:
    return tuple("x" + str(n + 1).translate(_LOWERED) for n in range(N))
