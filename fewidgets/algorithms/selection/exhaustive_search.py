"""Exhaustive search: evaluate an objective J for every set of features."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from .._numerics.arguments import as_count, shown
from .._numerics.memory import check_size
from .._numerics.types import Array, Flags
from .objective import FeatureSet, Objective, ObjectiveValues
from .search_trace import SearchTrace

# More sets than this are not tried.
MOST_SETS = 1 << 20


class ExhaustiveTrace(SearchTrace):
    """Every set that `exhaustive_search` tried, and the best of each size, in rows."""

    subsets: Flags  # (T, N): by ascending size; sets of the same size in lexicographic order
    subset_values: Array  # (T,): J of each set

    @property
    def best(self) -> FeatureSet:
        """The best set. Of several equally good sets, it is the first in `subsets`."""
        return self.at(self.best_size)


def exhaustive_search(
    objective: Objective,
    n_features: int,
    *,
    size: int | None = None,
    maximize: bool = True,
    ask_empty: bool = False,
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
    size : int, optional
        Largest number of features in a set, 1 to N. By default N.
    maximize : bool
        Whether a larger J is better. Set it to False for errors and costs.
    ask_empty : bool
        Whether to evaluate J of the empty set too.

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
    J = ObjectiveValues(objective, n_features, maximize, ask_empty)
    N = J.n_features
    K = N if size is None else as_count(size, "size", 1, N, "the number of features")
    first = 0 if J.ask_empty else 1
    T = _count(N, first, K)
    subsets, values = np.zeros((T, N), dtype=bool), np.empty(T)
    best = []
    place = 0
    for k in range(first, K + 1):
        start = place
        for features in combinations(range(N), k):
            subsets[place, list(features)] = True
            values[place] = J.value(subsets[place])
            place += 1
        of_size = values[start:place]
        best.append(start + int(of_size.argmax() if J.maximize else of_size.argmin()))
    sizes = np.arange(first, K + 1)
    return ExhaustiveTrace(J.maximize, J.evaluations, sizes, subsets[best], values[best], subsets, values)


def _count(N: int, first: int, K: int) -> int:
    """Return the number of sets of `first` to K out of N features, or raise an error if there are too many."""
    T = 0
    for size in range(first, K + 1):
        T += math.comb(N, size)
        if T > MOST_SETS:
            raise ValueError(
                f"n_features is {shown(N)}: that makes more than {MOST_SETS:,} sets of {first} to {shown(K)} features, which "
                "is the limit. Use a smaller size, fewer features, or sequential_search."
            )
    check_size("n_features", N, (T, N + 8), np.bool_)
    return T
