"""Exhaustive search: evaluate an objective J for every set of features."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import frozen
from .._numerics.memory import check_size, describe_bytes
from .._numerics.types import Array, Indices
from .objective import FeatureSet, Flags, Objective, ObjectiveValues
from .search_trace import SetsBySize


@dataclass(frozen=True, eq=False)
class ExhaustiveTrace(SetsBySize):
    """Every set that `exhaustive_search` tried, and the best of each size."""

    maximize: bool
    subsets: Flags
    subset_values: Array
    sizes: Indices
    selected: Flags
    values: Array
    evaluations: int

    @property
    def best(self) -> FeatureSet:
        """The best set. Of several equally good sets, it is the first in `subsets`."""
        return self.ranked(1)[0]

    def _sets(self) -> tuple[Indices, Flags, Array]:
        return self.sizes, self.selected, self.values

    def value_of(self, features: Iterable[int]) -> float:
        """Return J of a set that was tried."""
        N = self.subsets.shape[1]
        if isinstance(features, str) or not isinstance(features, Iterable):
            raise TypeError(f"features must be a list of integers; got {features!r}")
        chosen = [as_count(n, "features", 0, N - 1, "one less than the number of features") for n in features]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"features must name each feature once; got {chosen}")
        flags = np.zeros(N, dtype=bool)
        flags[chosen] = True
        place = (self.subsets == flags).all(axis=1).nonzero()[0]
        if not place.size:
            raise ValueError(f"features must be a set that was tried, of {self.sizes[0]} to {self.sizes[-1]}; got {chosen}")
        return float(self.subset_values[place[0]])

    def ranked(self, count: int | None = None) -> tuple[FeatureSet, ...]:
        """Return the best sets, best first."""
        T = len(self.subset_values)
        count = T if count is None else as_count(count, "count", 1, T, "the number of sets that were tried")
        signed = -self.subset_values if self.maximize else self.subset_values
        places = np.argsort(signed, kind="stable")[:count]
        return tuple(FeatureSet(self.subsets[p].nonzero()[0], float(self.subset_values[p])) for p in places)


def exhaustive_search(
    objective: Objective,
    n_features: int,
    *,
    max_size: int | None = None,
    maximize: bool = True,
    ask_empty: bool = False,
    feature_names: Sequence[str] | None = None,
    max_subsets: int = 1 << 20,
) -> ExhaustiveTrace:
    """Try every set of features, and find the best set of each size, for any objective J.

    N features have 2ᴺ − 1 sets besides the empty one, so use this function for few features or small sets. For the least
    squares cost, `best_subset` finds the same sets much faster. For classification, use `SubsetSoftmax` as J.

    Parameters
    ----------
    objective : callable or mapping
        J, as in `sequential_search`.
    n_features : int
        Number of features N.
    max_size : int, optional
        Largest number of features in a set, 1 to N. By default N.
    maximize : bool
        Whether a larger J is better. Set it to False for errors and costs.
    ask_empty : bool
        Whether to evaluate J of the empty set too.
    feature_names : sequence of N str, optional
        Names of the features, for the keys of a table and for messages.
    max_subsets : int
        Largest number of sets to try.

    Returns
    -------
    ExhaustiveTrace
        All `subsets` and their `subset_values`; for each of `sizes` the best set, `selected`, and its J, `values`; the `best`
        set of all, and the best set `at(size)`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, J is not a finite number or missing from the table, or there are too many sets.

    Notes
    -----
    Source: INT247, lecture 5, whose exercise gives J of 4 features; COMP135, slide 10, "Best Subset Selection".

    Examples
    --------
    The objective of the lecture. Sequential forward selection meets its best set after three steps:

    >>> def J(S):
    ...     x1, x2, x3, x4 = (n in S for n in range(4))
    ...     return -2*x1*x2 + 3*x1 + 5*x2 - 2*x1*x2*x3 + 7*x3 + 4*x4 - 2*x1*x2*x3*x4
    >>> trace = exhaustive_search(J, 4, ask_empty=True)
    >>> trace.evaluations, trace.best.features + 1, trace.best.value
    (16, array([2, 3, 4]), 16.0)
    """
    J = ObjectiveValues(objective, n_features, maximize, ask_empty, feature_names)
    N = J.n_features
    K = N if max_size is None else as_count(max_size, "max_size", 1, N, "the number of features")
    first = 0 if J.ask_empty else 1
    T = _count(N, first, K, as_count(max_subsets, "max_subsets", 1))
    subsets, values = np.zeros((T, N), dtype=bool), np.empty(T)
    best = []
    place = 0
    for size in range(first, K + 1):
        start = place
        for features in combinations(range(N), size):
            subsets[place, list(features)] = True
            values[place] = J.value(subsets[place])
            place += 1
        of_size = values[start:place]
        best.append(start + int(of_size.argmax() if J.maximize else of_size.argmin()))
    return ExhaustiveTrace(
        J.maximize,
        frozen(subsets),
        frozen(values),
        frozen(np.arange(first, K + 1)),
        frozen(subsets[best]),
        frozen(values[best]),
        J.evaluations,
    )


def _count(N: int, first: int, K: int, limit: int) -> int:
    """Return the number of sets of `first` to K out of N features, or raise an error if it is above `limit`."""
    T, exact = 0, True
    for size in range(first, K + 1):
        T += math.comb(N, size)
        # Stop here, because the full number could have hundreds of digits.
        if max(limit, 10**18) < T:
            exact = False
            break
    if limit < T:
        sets = f"{'' if exact else 'more than '}{min(T, 10**30):,} sets of {first} to {shown(K)}"
        raise ValueError(
            f"max_subsets is {limit:,}, but {shown(N)} features have {sets} features, and storing them needs "
            f"{describe_bytes(T * (N + 8))}. Use a smaller max_size, fewer features, a larger max_subsets, or "
            "sequential_search."
        )
    check_size("max_subsets", limit, (T, N + 8), np.bool_)
    return T
