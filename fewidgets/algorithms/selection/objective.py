"""An objective J(S) of sets of features S: a function, or a table that lists J of every set."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_count, as_flag, shown

Flags = NDArray[np.bool_]
Objective = Callable[[tuple[int, ...]], float] | Mapping[Any, float]


class FeatureSet(NamedTuple):
    """The features of a set in ascending order, numbered from 0, and its J (NaN if the search did not need it)."""

    features: NDArray[np.intp]
    value: float


class ObjectiveValues:
    """The values J(S) of an objective, each computed at most once."""

    def __init__(
        self,
        objective: Any,
        n_features: int,
        maximize: bool,
        ask_empty: bool,
        feature_names: Sequence[str] | None,
    ) -> None:
        self.n_features = as_count(n_features, "n_features", 1)
        self.maximize, self.ask_empty = as_flag(maximize, "maximize"), as_flag(ask_empty, "ask_empty")
        self.names = _as_names(feature_names, self.n_features)
        self.objective, self.table = objective, None
        if isinstance(objective, Mapping):
            self.table = self._as_table(objective)
        elif not callable(objective):
            raise TypeError(
                "objective must be a function of a tuple of feature numbers, or a table (a mapping from sets of features "
                f"to numbers); got {_shown(objective)}"
            )
        self.known: dict[tuple[int, ...], float] = {}

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

    def step(self, selected: Flags, candidates: Flags) -> tuple[NDArray[np.float64], int]:
        """Return J with each candidate added or removed (NaN for other features), and the best candidate."""
        values = np.full(self.n_features, np.nan)
        for n in candidates.nonzero()[0].tolist():
            values[n] = self.value(toggled(selected, n))
        return values, int(np.nanargmax(values) if self.maximize else np.nanargmin(values))

    def _evaluated(self, features: tuple[int, ...]) -> float:
        if self.table is None:
            return _as_value(self.objective(features), "must return", self._described(features))
        if features not in self.table:
            raise ValueError(
                f"objective has no value for {self._described(features)}. "
                "A table must list every set of features that the search tries."
            )
        return self.table[features]

    def _described(self, features: tuple[int, ...]) -> str:
        if not features:
            return "the empty set ()"
        return f"features {features if self.names is None else tuple(self.names[n] for n in features)}"

    def _as_table(self, table: Mapping[Any, Any]) -> dict[tuple[int, ...], float]:
        """Convert the keys of a table to tuples of ascending feature numbers, and check its values."""
        values: dict[tuple[int, ...], float] = {}
        for key, value in table.items():
            features = self._as_set(key)
            number = _as_value(value, "must hold", self._described(features))
            if values.setdefault(features, number) != number:
                raise ValueError(f"objective lists {self._described(features)} twice, with different values")
        return values

    def _as_set(self, key: Any) -> tuple[int, ...]:
        members = [key] if isinstance(key, (str, numbers.Integral)) else key
        if not isinstance(members, (list, tuple, frozenset)):
            raise TypeError(
                "objective must have tuples or frozensets of feature numbers or names as keys, such as (0, 2); "
                f"got {_shown(key)}"
            )
        features = [self._as_feature(member, key) for member in members]
        if len(set(features)) < len(features):
            raise ValueError(f"objective has the key {_shown(key)}, which names a feature twice")
        return tuple(sorted(features))

    def _as_feature(self, member: Any, key: Any) -> int:
        if isinstance(member, str):
            if self.names is None:
                raise ValueError(f"objective has the key {_shown(key)}; pass feature_names to use names in a table")
            if member not in self.names:
                raise ValueError(f"objective has the key {_shown(key)}; feature_names does not contain {member[:40]!r}")
            return self.names.index(member)
        if isinstance(member, (bool, np.bool_)) or not isinstance(member, numbers.Integral):
            raise TypeError(f"objective has the key {_shown(key)}; features must be integers or names")
        if not 0 <= int(member) < self.n_features:
            raise ValueError(f"objective has the key {_shown(key)}; features must be 0 to {self.n_features - 1}")
        return int(member)


def toggled(selected: Flags, n: int) -> Flags:
    """Return a copy of a set with feature n added, or removed if the set has it."""
    selected = selected.copy()
    selected[n] = not selected[n]
    return selected


def _as_names(names: Any, N: int) -> list[str] | None:
    if names is None:
        return None
    if isinstance(names, str) or not isinstance(names, (Sequence, np.ndarray)) or getattr(names, "ndim", 1) == 0:
        raise TypeError(f"feature_names must be a list of {N} names; got {_shown(names)}")
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"feature_names must hold text only; got {_shown(list(names))}")
    if len(names) != N or len(set(names)) < N:
        raise ValueError(f"feature_names must hold {N} different names; got {len(names)}, {len(set(names))} of them different")
    return [str(name) for name in names]


def _as_value(value: Any, verb: str, where: str) -> float:
    """Check a value that a function has returned, or that a table holds."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if not isinstance(value, (numbers.Real, np.bool_)):
        raise TypeError(f"objective {verb} one real number for each set; got {_shown(value)} for {where}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"objective {verb} numbers up to 1.8e308; got a larger one for {where}") from None
    if not math.isfinite(number):
        raise ValueError(f"objective {verb} finite numbers; got {number} for {where}")
    return number


def _shown(value: Any) -> str:
    """Return a value as a message shows it: at most 60 characters, and its type."""
    return f"{shown(value, 60)} ({type(value).__name__})"
