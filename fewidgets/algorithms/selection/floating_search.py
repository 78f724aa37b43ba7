"""Floating search: sequential search that may take back earlier steps (Pudil, Novovičová and Kittler, 1994)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from .objective import FeatureSet, Flags, Judge, Objective, changed
from .sequential_search import DIRECTIONS, Direction

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class FloatingTrace:
    """Everything that happened in `floating_search`.

    Row m of `selected`, `values` and `records` is what stands after m steps. Row m of the other arrays is step m + 1.

    Attributes
    ----------
    direction : {"forward", "backward"}
        SFFS or SBFS.
    maximize : bool
        Whether a larger J is better.
    adds : NDArray, shape (M,), bool
        Whether the step would add a feature, or remove one. Forward, every step that adds is taken, and every step that
        removes is conditional. Backward it is the other way round.
    features : NDArray, shape (M,), int
        The best candidate of the step, numbered from 0.
    taken : NDArray, shape (M,), bool
        Whether the step was taken. A conditional step is taken only if its set beats `to_beat`.
    to_beat : NDArray, shape (M,), float64
        The best J met so far of a set of that size; NaN if there was none.
    candidate_values : NDArray, shape (M, N), float64
        J of the set that each candidate would lead to; NaN where a feature is no candidate.
    selected : NDArray, shape (M + 1, N), bool
        The current set.
    values : NDArray, shape (M + 1,), float64
        Its J; NaN for the empty set, if its J was not wanted.
    records : NDArray, shape (M + 1, N + 1), float64
        Best J so far of a set of 0, 1, …, N features; NaN where there was none. It never gets worse.
    sizes : NDArray, shape (K,), int
        Numbers of features of the sets that the search met, ascending.
    best_selected : NDArray, shape (K, N), bool
        The best set of each of these sizes.
    evaluations : int
        Of how many sets J was computed or looked up.

    Examples
    --------
    >>> trace = floating_search({0: 3, 1: 2, 2: 2, (0, 1): 4, (0, 2): 4, (1, 2): 9, (0, 1, 2): 7}, 3)
    >>> [("+" if adds else "-") + str(n) for adds, n, taken in zip(trace.adds, trace.features, trace.taken) if taken]
    ['+0', '+1', '+2', '-0', '+0']
    """

    direction: Direction
    maximize: bool
    adds: Flags
    features: Indices
    taken: Flags
    to_beat: Array
    candidate_values: Array
    selected: Flags
    values: Array
    records: Array
    sizes: Indices
    best_selected: Flags
    evaluations: int

    @property
    def best_size(self) -> int:
        """The size of the best set, the smallest of several equal ones.

        Examples
        --------
        >>> floating_search(lambda S: sum(S) - len(S) ** 2, 3).best_size
        1
        """
        values = self.records[-1, self.sizes]
        signed = values if self.maximize else -values
        return int(self.sizes[signed == np.nanmax(signed)].min())

    def at(self, size: int) -> FeatureSet:
        """The best set met with that many features.

        Parameters
        ----------
        size : int
            Number of features, one of `sizes`.

        Returns
        -------
        FeatureSet

        Raises
        ------
        TypeError, ValueError
            If the search met no set of that size.

        Examples
        --------
        >>> floating_search(lambda S: sum(S) - len(S) ** 2, 3).at(2)
        FeatureSet(features=array([1, 2]), value=-1.0)
        """
        size = as_count(size, "size", int(self.sizes[0]), int(self.sizes[-1]), "the sizes that were met")
        row = int(np.flatnonzero(self.sizes == size)[0])
        return FeatureSet(self.best_selected[row].nonzero()[0], float(self.records[-1, size]))


def floating_search(
    objective: Objective,
    n_features: int,
    *,
    direction: Direction = "forward",
    size: int | None = None,
    maximize: bool = True,
    ask_empty: bool = False,
    feature_names: Sequence[str] | None = None,
) -> FloatingTrace:
    """Sequential floating forward or backward selection (SFFS, SBFS).

    Forward, each round adds the feature that leads to the best J. Then features are removed, one at a time, as long as
    the smaller set is better than every set of its size so far. So a feature that was added early can leave again when
    later ones make it superfluous. Backward, the two steps change places. Of several equally good features the first is
    taken.

    Parameters
    ----------
    objective : callable or mapping
        J, as in `sequential_search`: a function or a table.
    n_features : int
        Number of features N, ≥ 1.
    direction : {"forward", "backward"}
        SFFS, from the empty set; or SBFS, from the full one.
    size : int, optional
        Number of features to end with: all N forwards and 1 backwards where not given.
    maximize : bool
        Whether a larger J is better; False for errors and costs.
    ask_empty : bool
        Whether J of the empty set is wanted too, as in `sequential_search`.
    feature_names : sequence of N str, optional
        As in `sequential_search`.

    Returns
    -------
    FloatingTrace

    Raises
    ------
    TypeError, ValueError
        As `sequential_search`.

    Notes
    -----
    Source: P. Pudil, J. Novovičová and J. Kittler, "Floating search methods in feature selection", Pattern Recognition
    Letters 15 (1994) 1119–1125. INT247, lecture 5, names what plain SBS lacks: it cannot reconsider a feature.

    The search always ends: a conditional step sets a record for its size, and there are finitely many sets to set it.

    Compare it with `sequential_search`: at the first size where both differ, counted from the start, this search has the
    better set. Beyond that size it mostly has, but not always, since a better set can lead to worse ones.

    mlxtend's SequentialFeatureSelector with `floating=True` has two more conditions. The set after a conditional step
    must also be better than the current set, although their sizes differ: if J grows with every feature, as R² on the
    training data does, forward search never takes one. And the feature that was added last stays.

    Examples
    --------
    Alone, feature 0 is best. Features 1 and 2 together are better than any pair with it:

    >>> table = {0: 3, 1: 2, 2: 2, (0, 1): 4, (0, 2): 4, (1, 2): 9, (0, 1, 2): 7}
    >>> floating_search(table, 3).at(2)
    FeatureSet(features=array([1, 2]), value=9.0)
    """
    forward = as_choice(direction, "direction", DIRECTIONS) == "forward"
    search = _Floating(Judge(objective, n_features, maximize, ask_empty, feature_names), forward)
    N, smallest = search.judge.N, 1 - search.judge.ask_empty
    if size is None:
        size = N if forward else smallest
    else:
        size = as_count(size, "size", 1 if forward else smallest, N, "the number of features")
    while search.size != size:
        search.step(forward)
        # The way back: as long as it beats every set of its size.
        while search.candidates(not forward).any() and search.step(not forward):
            pass
    return search.trace()


class _Floating:
    """The current set of a floating search, its history, and the best set of each size."""

    def __init__(self, judge: Judge, forward: bool) -> None:
        check_size("n_features", judge.N, (judge.N + 1, judge.N))
        self.judge, self.forward = judge, forward
        self.record, self.best = np.full(judge.N + 1, np.nan), np.zeros((judge.N + 1, judge.N), dtype=bool)
        self.selected: list[Flags] = []
        self.records: list[Array] = []
        self.steps: list[tuple[bool, int, bool, float, Array]] = []
        self._stand(np.full(judge.N, not forward))

    @property
    def size(self) -> int:
        return int(self.selected[-1].sum())

    def candidates(self, add: bool) -> Flags:
        """The features that may be added, or removed. The last one stays if J of the empty set is not wanted."""
        current = self.selected[-1]
        last = not add and self.size == 1 and not self.judge.ask_empty
        return np.zeros_like(current) if last else current != add

    def step(self, add: bool) -> bool:
        """Add or remove the best candidate; on the way back only if that is a record. Say whether it was done."""
        current = self.selected[-1]
        values, best = self.judge.step(current, self.candidates(add))
        to_beat = float(self.record[self.size + (1 if add else -1)])
        taken = add == self.forward or self.judge.is_better(float(values[best]), to_beat)
        self.steps.append((add, best, taken, to_beat, values))
        self._stand(changed(current, best) if taken else current)
        return taken

    def _stand(self, selected: Flags) -> None:
        self.selected.append(selected)
        value = self.judge.value(selected)
        if self.judge.is_better(value, float(self.record[self.size])):
            self.record[self.size], self.best[self.size] = value, selected
        self.records.append(self.record.copy())

    def trace(self) -> FloatingTrace:
        adds, features, taken, to_beat, candidates = zip(*self.steps, strict=True) if self.steps else [()] * 5
        selected = np.array(self.selected)
        sizes = np.unique(selected.sum(axis=1))
        return FloatingTrace(
            "forward" if self.forward else "backward",
            self.judge.maximize,
            frozen(np.array(adds, dtype=bool)),
            frozen(np.array(features, dtype=np.intp)),
            frozen(np.array(taken, dtype=bool)),
            frozen(np.array(to_beat, dtype=float)),
            frozen(np.array(candidates, dtype=float).reshape(-1, self.judge.N)),
            frozen(selected),
            frozen(np.array([self.judge.value(row) for row in selected])),
            frozen(np.array(self.records)),
            frozen(sizes),
            frozen(self.best[sizes]),
            self.judge.evaluations,
        )
