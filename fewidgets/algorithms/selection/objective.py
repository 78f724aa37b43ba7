"""An objective J(S) of sets of features S: a function, or a table that lists J of every set."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from .._numerics.arguments import as_count, as_flag, shown
from .._numerics.types import Array, Flags, Indices

#: The numbers of some features, in ascending order.
Subset = tuple[int, ...]

Objective = Callable[[Subset], float] | Mapping[Any, float]


class FeatureSet(NamedTuple):
    """The features of a set in ascending order, numbered from 0, and its J (NaN if the search did not need it)."""

    features: Indices
    value: float


class ObjectiveValues:
    """The values J(S) of an objective, each computed at most once."""

    def __init__(self, objective: Any, n_features: int, maximize: bool, ask_empty: bool) -> None:
        self.n_features = as_count(n_features, "n_features", 1)
        self.maximize, self.ask_empty = as_flag(maximize, "maximize"), as_flag(ask_empty, "ask_empty")
        self.objective = objective
        if isinstance(objective, Mapping):
            self.objective = self._as_table(objective)
        elif not callable(objective):
            raise TypeError(
                "objective must be a function of a tuple of feature numbers, or a table (a mapping from sets of features "
                f"to numbers); got {_shown(objective)}"
            )
        self.known: dict[Subset, float] = {}

    @property
    def evaluations(self) -> int:
        """Number of sets whose J was computed or looked up."""
        return len(self.known)

    def value(self, selected: Flags) -> float:
        """Return J of a set, given as N flags."""
        features = tuple(selected.nonzero()[0].tolist())
        if not features and not self.ask_empty:
            return math.nan
        if features not in self.known:
            self.known[features] = self._evaluated(features)
        return self.known[features]

    def is_better(self, value: float, other: float) -> bool:
        """Return whether one value of J is better than another."""
        return math.isnan(other) or (value > other if self.maximize else value < other)

    def step(self, selected: Flags, candidates: Flags) -> tuple[Array, int]:
        """Return J with each candidate added or removed (NaN for other features), and the best candidate."""
        values = np.full(self.n_features, np.nan)
        for n in candidates.nonzero()[0].tolist():
            values[n] = self.value(toggled(selected, n))
        return values, int(np.nanargmax(values) if self.maximize else np.nanargmin(values))

    def _evaluated(self, features: Subset) -> float:
        if not isinstance(self.objective, Mapping):
            return _as_value(self.objective(features), "must return", features)
        if features not in self.objective:
            raise ValueError(
                f"objective has no value for {_described(features)}. "
                "A table must list every set of features that the search tries."
            )
        return self.objective[features]

    def _as_table(self, table: Mapping[Any, Any]) -> dict[Subset, float]:
        """Convert the keys of a table to tuples of ascending feature numbers, and check its values."""
        values: dict[Subset, float] = {}
        for key, value in table.items():
            features = self._as_set(key)
            number = _as_value(value, "must hold", features)
            if values.setdefault(features, number) != number:
                raise ValueError(f"objective lists {_described(features)} twice, with different values")
        return values

    def _as_set(self, key: Any) -> Subset:
        members = [key] if isinstance(key, numbers.Integral) else key
        if not isinstance(members, (list, tuple, frozenset)):
            raise TypeError(
                f"objective must have tuples or frozensets of feature numbers as keys, such as (0, 2); got {_shown(key)}"
            )
        name = f"objective has the key {shown(key, 60)}; each of its features"
        features = sorted({as_count(member, name, 0, self.n_features - 1) for member in members})
        if len(features) < len(members):
            raise ValueError(f"objective has the key {_shown(key)}, which names a feature twice")
        return tuple(features)


def toggled(selected: Flags, n: int) -> Flags:
    """Return a copy of a set with feature n added, or removed if the set has it."""
    selected = selected.copy()
    selected[n] = not selected[n]
    return selected


def _described(features: Subset) -> str:
    return f"features {features}" if features else "the empty set ()"


def _as_value(value: Any, verb: str, features: Subset) -> float:
    """Check a value that a function has returned, or that a table holds."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    where = _described(features)
    if not isinstance(value, (numbers.Real, np.bool_)):
        raise TypeError(f"objective {verb} one real number for each set; got {_shown(value)} for {where}")
    try:
        number = float(value)
    except OverflowError:  # an integer or fraction beyond double precision
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"objective {verb} finite numbers; got {number} for {where}")
    return number


def _shown(value: Any) -> str:
    """Return a value as a message shows it: at most 60 characters, and its type."""
    return f"{shown(value, 60)} ({type(value).__name__})"
