"""Floating search: sequential search that can undo earlier steps (Pudil, Novovičová and Kittler, 1994)."""

from __future__ import annotations

import numpy as np

from .._numerics.arguments import as_choice
from .._numerics.memory import check_size
from .._numerics.types import Array, Flags, Indices
from .objective import Objective, ObjectiveValues, toggled
from .search_trace import SearchTrace
from .sequential_search import DIRECTIONS, Direction, check_target


class FloatingTrace(SearchTrace):
    """The history of `floating_search`. Row m of `selected` is the set after m of M steps."""

    direction: Direction
    adds: Flags  # (M,): whether the step adds a feature or removes one. Forward, steps that remove are conditional.
    features: Indices  # (M,): the best candidate of the step
    taken: Flags  # (M,): a conditional step is taken only if its set has a better J than `to_beat`
    to_beat: Array  # (M,): the best J so far of a set of that size; NaN if there was none
    candidate_values: Array  # (M, N): J of the set that each candidate would lead to; NaN if it is no candidate
    records: Array  # (M + 1, N + 1): the best J so far of a set of 0, 1, …, N features; NaN if there was none
    best_selected: Flags  # (K, N): the best set of each of `sizes`, which ascend

    def best_of_sizes(self) -> tuple[Flags, Array]:
        return self.best_selected, self.records[-1, self.sizes]


def floating_search(
    objective: Objective,
    n_features: int,
    *,
    direction: Direction = "forward",
    size: int | None = None,
    maximize: bool = True,
    ask_empty: bool = False,
) -> FloatingTrace:
    """Select features by sequential floating forward or backward selection (SFFS, SBFS), for any objective J.

    Forward, each round adds the feature that leads to the best J. Then it removes features, one at a time, as long as the
    smaller set is better than every set of its size so far. So a feature that was added early can be removed when later
    features make it redundant. Backward, adding and removing change places.

    Parameters
    ----------
    objective, n_features, maximize, ask_empty
        As in `sequential_search`.
    direction : {"forward", "backward"}
        Whether to start from the empty set (SFFS) or from all features (SBFS).
    size : int, optional
        Number of features to end with. By default N forward and 1 backward.

    Returns
    -------
    FloatingTrace
        Of every step its best candidate in `features`, whether it `adds`, whether it was `taken`, and its `candidate_values`;
        the set and its J before and after, `selected` and `values`; the best set of each size, `at(size)`.

    Raises
    ------
    TypeError, ValueError
        As `sequential_search`.

    Notes
    -----
    Source: P. Pudil, J. Novovičová and J. Kittler, "Floating search methods in feature selection", Pattern Recognition Letters
    15 (1994) 1119–1125. INT247, lecture 5, names the limitation of SBS that this search removes.

    mlxtend's `floating=True` asks in addition that a conditional step improves on the current set, and never removes the
    feature that was added last.

    Examples
    --------
    Feature 0 is the best single feature. But features 1 and 2 together are better than any pair with feature 0:

    >>> table = {0: 3, 1: 2, 2: 2, (0, 1): 4, (0, 2): 4, (1, 2): 9, (0, 1, 2): 7}
    >>> floating_search(table, 3).at(2)
    FeatureSet(features=array([1, 2]), value=9.0)
    """
    forward = as_choice(direction, "direction", DIRECTIONS) == "forward"
    search = _FloatingSearch(ObjectiveValues(objective, n_features, maximize, ask_empty), forward)
    size = check_target(size, search.J, forward)
    while search.size != size:
        search.step(forward)
        # Conditional steps, as long as they set a record for their size.
        while search.candidates(not forward).any() and search.step(not forward):
            pass
    return search.trace()


class _FloatingSearch:
    """The current set of a floating search, its history, and the best set of each size."""

    def __init__(self, J: ObjectiveValues, forward: bool) -> None:
        N = J.n_features
        check_size("n_features", N, (N + 1, N))
        self.J, self.forward = J, forward
        self.record, self.best = np.full(N + 1, np.nan), np.zeros((N + 1, N), dtype=bool)
        self.selected: list[Flags] = []
        self.records: list[Array] = []
        self.steps: list[tuple[bool, int, bool, float, Array]] = []
        self._move_to(np.full(N, not forward))

    @property
    def size(self) -> int:
        return int(self.selected[-1].sum())

    def candidates(self, add: bool) -> Flags:
        """Return the features that may be added, or removed."""
        current = self.selected[-1]
        last = not add and self.size == 1 and not self.J.ask_empty
        return np.zeros_like(current) if last else current != add

    def step(self, add: bool) -> bool:
        """Add or remove the best candidate, a conditional step only if it sets a record."""
        current = self.selected[-1]
        values, best = self.J.step(current, self.candidates(add))
        to_beat = float(self.record[self.size + (1 if add else -1)])
        taken = add == self.forward or self.J.is_better(float(values[best]), to_beat)
        self.steps.append((add, best, taken, to_beat, values))
        self._move_to(toggled(current, best) if taken else current)
        return taken

    def _move_to(self, selected: Flags) -> None:
        self.selected.append(selected)
        value = self.J.value(selected)
        if self.J.is_better(value, float(self.record[self.size])):
            self.record[self.size], self.best[self.size] = value, selected
        self.records.append(self.record.copy())

    def trace(self) -> FloatingTrace:
        adds, features, taken, to_beat, candidates = zip(*self.steps, strict=True) if self.steps else [()] * 5
        selected = np.array(self.selected)
        sizes = np.unique(selected.sum(axis=1))
        return FloatingTrace(
            self.J.maximize,
            self.J.evaluations,
            sizes,
            selected,
            np.array([self.J.value(row) for row in selected]),
            "forward" if self.forward else "backward",
            np.array(adds, dtype=bool),
            np.array(features, dtype=np.intp),
            np.array(taken, dtype=bool),
            np.array(to_beat, dtype=float),
            np.array(candidates, dtype=float).reshape(-1, self.J.n_features),
            np.array(self.records),
            self.best[sizes],
        )
