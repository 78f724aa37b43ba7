"""Searches among all subsets of the features, step by step, when the objective of every subset is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import bidirectional_search, floating_search, sequential_search
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.selection.all_subsets import bit_counts

Sets = NDArray[np.int64]

BEST, FORWARD, BACKWARD = "Best subset", "Forward", "Backward"
BOTH, FLOATING, FLOATING_BACK = "Bidirectional", "Floating", "Floating backward"
METHODS = (BEST, FORWARD, BACKWARD, BOTH, FLOATING, FLOATING_BACK)
SAME = 1e-9  # values that differ by a smaller share of the range of all values count as equal


@dataclass(frozen=True, eq=False)
class Moment:
    """What a search knows after one of its steps."""

    sets: tuple[int, ...]  # The present set; for bidirectional search, the sets of its forward and of its backward half
    candidates: Sets  # The sets whose objective was asked for in this step, the one that was taken included
    taken: int  # The set that was taken in this step
    feature: int = -1  # The feature that was added or removed, -1 if none was
    adds: bool = True  # Whether it was added
    refused: Sets = field(default_factory=lambda: np.empty(0, dtype=np.int64))


Moments = Sequence[Moment]


@dataclass(frozen=True, eq=False)
class Objective:
    values: Array  # (2ᴺ,): J or the error of each set
    maximize: bool  # Whether a larger value is better

    @property
    def N(self) -> int:
        return len(self.values).bit_length() - 1

    @cached_property
    def tolerance(self) -> float:
        return SAME * float(np.ptp(self.values))

    def __call__(self, features: tuple[int, ...]) -> float:
        return float(self.values[sum(1 << n for n in features)])

    def worse_by(self, number: int, other: int) -> float:
        """Return by how much one set is worse than another; negative if it is better, and 0 up to rounding."""
        gap = float(self.values[number] - self.values[other]) * (-1 if self.maximize else 1)
        return gap if abs(gap) > self.tolerance else 0.0

    @cached_property
    def best(self) -> Sets:
        """The best set of each size, shape (N + 1,)."""
        return np.array([self.best_of(numbers) for numbers in of_size(self.N)], dtype=np.int64)

    @cached_property
    def sizes(self) -> NDArray[np.uint8]:
        return bit_counts(self.N)

    def neighbours(self, number: int, *, forward: bool) -> Sets:
        """Return the sets with one feature more, or one less."""
        return number ^ (1 << np.array([n for n in range(self.N) if (number >> n & 1) != forward], dtype=np.int64))

    def gap(self, number: int) -> float:
        """Return by how much a set is worse than the best of its size."""
        return self.worse_by(number, int(self.best[number.bit_count()]))

    def best_of(self, numbers: Sets) -> int:
        values = self.values[numbers]
        return int(numbers[values.argmax() if self.maximize else values.argmin()])


def members(number: int) -> list[int]:
    return [n for n in range(int(number).bit_length()) if number >> n & 1]


@lru_cache(maxsize=4)
def of_size(N: int) -> list[Sets]:
    """Return the sets of 0, 1, …, N features, those of one size in the order of their lists of features."""
    sizes, numbers = bit_counts(N), np.arange(1 << N)
    # A list comes first if it has the earlier feature where two first differ: compare the bits in reverse.
    reverse = np.zeros(1 << N, dtype=np.int64)
    for n in range(N):
        reverse |= (numbers >> n & 1) << (N - 1 - n)
    return [(place := np.flatnonzero(sizes == size))[np.argsort(-reverse[place])] for size in range(N + 1)]


def follow(J: Objective, method: str) -> tuple[Moment, ...]:
    if method == BEST:
        return tuple(Moment((best,), each, best) for best, each in zip(J.best.tolist(), of_size(J.N), strict=True))
    if method == BOTH:
        return _from_both_sides(J)
    if method in (FLOATING, FLOATING_BACK):
        return _floating(J, forward=method == FLOATING)
    forward = method == FORWARD
    trace = sequential_search(J, J.N, direction="forward" if forward else "backward", maximize=J.maximize, ask_empty=forward)
    return along(J, trace.order.tolist(), forward=forward)


def along(J: Objective, order: Sequence[int], *, forward: bool) -> tuple[Moment, ...]:
    """Take features in a given order, whatever a search would take."""
    moments = [_start(0 if forward else (1 << J.N) - 1)]
    for feature in order:
        number = moments[-1].taken
        taken = number ^ (1 << feature)
        moments.append(Moment((taken,), J.neighbours(number, forward=forward), taken, feature, forward))
    return tuple(moments)


def before(moments: Moments, m: int) -> int:
    """Return the set that a step started from."""
    return moments[m - 1].sets[0 if moments[m].adds else -1]


def _start(number: int) -> Moment:
    return Moment((number,), np.array([number]), number)


def _from_both_sides(J: Objective) -> tuple[Moment, ...]:
    trace = bidirectional_search(J, J.N, maximize=J.maximize)
    inside, around = 0, (1 << J.N) - 1
    moments = [Moment((inside, around), np.array([inside, around]), inside)]
    for turn in range(J.N):
        adds = turn % 2 == 0
        feature = int((trace.added if adds else trace.removed)[turn // 2])
        start = inside if adds else around
        candidates = start ^ (1 << np.array(members(around & ~inside)))
        taken = start ^ 1 << feature
        inside, around = (taken, around) if adds else (inside, taken)
        moments.append(Moment((inside, around), candidates, taken, feature, adds))
    return tuple(moments)


def _floating(J: Objective, *, forward: bool) -> tuple[Moment, ...]:
    # A step back that is tried and not taken belongs to the step before it.
    trace = floating_search(J, J.N, direction="forward" if forward else "backward", maximize=J.maximize, ask_empty=forward)
    number = 0 if forward else (1 << J.N) - 1
    moments = [_start(number)]
    for feature, adds, is_taken in zip(trace.features.tolist(), trace.adds.tolist(), trace.taken.tolist(), strict=True):
        tried = J.neighbours(number, forward=adds)
        if is_taken:
            number ^= 1 << feature
            moments.append(Moment((number,), tried, number, feature, adds))
        else:
            moments[-1] = replace(moments[-1], refused=tried)
    return tuple(moments)


def continued(J: Objective, number: int, *, forward: bool) -> list[int]:
    """Go on greedily from any set: add, or remove, the best feature until none is left to add, or one is left."""
    sets = [number]
    while len(following := J.neighbours(sets[-1], forward=forward)) > (0 if forward else 1):
        sets.append(J.best_of(following))
    return sets


def gaps(J: Objective, moments: Moments) -> dict[int, float]:
    """Return for each size that a search has met by how much its best set is worse than the best of that size."""
    found: dict[int, float] = {}
    for moment in moments:
        if len(set(moment.sets)) == 1:
            size = moment.taken.bit_count()
            found[size] = min(J.gap(moment.taken), found.get(size, np.inf))
    return found


def locks(J: Objective, moments: Moments) -> dict[int, int]:
    """Return where a search that never undoes a step was locked in: the step that lost the best set, by the set's size."""
    return {
        size: next(k for k, moment in enumerate(moments) if not _reachable(int(J.best[size]), moment, moments[0]))
        for size, gap in gaps(J, moments).items()
        if gap > 0
    }


def _reachable(goal: int, moment: Moment, start: Moment) -> bool:
    adds, removes = start.sets[0] == 0, start.sets[-1] != 0
    return not (adds and moment.sets[0] & ~goal) and not (removes and goal & ~moment.sets[-1])
