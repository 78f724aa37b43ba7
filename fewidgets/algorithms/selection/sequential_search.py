"""Greedy search over sets of features for any objective J(S): SFS, SBS and both at once (INT247, lecture 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from .objective import FeatureSet, Flags, Judge, Objective, changed

Indices = NDArray[np.intp]
Direction = Literal["forward", "backward"]
DIRECTIONS = ("forward", "backward")


@dataclass(frozen=True, eq=False)
class SequentialTrace:
    """Everything that happened in `sequential_search`. Row m of an array is what stands after m steps.

    Attributes
    ----------
    direction : {"forward", "backward"}
        Whether features came in or went out.
    maximize : bool
        Whether a larger J is better.
    order : NDArray, shape (M,), int
        Features in the order in which they came in, or went out, numbered from 0.
    sizes : NDArray, shape (M + 1,), int
        Number of features of each set.
    selected : NDArray, shape (M + 1, N), bool
        The sets.
    values : NDArray, shape (M + 1,), float64
        J of each set; NaN for the empty set, if its J was not wanted.
    candidate_values : NDArray, shape (M, N), float64
        J of the set that step m + 1 would lead to if that feature came next, or went next; NaN where it is none of the
        candidates.
    evaluations : int
        Of how many sets J was computed or looked up.

    Examples
    --------
    >>> trace = sequential_search(lambda S: sum(S) - len(S) ** 2, 3)
    >>> trace.order, trace.values
    (array([2, 1, 0]), array([nan,  1., -1., -6.]))
    """

    direction: Direction
    maximize: bool
    order: Indices
    sizes: Indices
    selected: Flags
    values: Array
    candidate_values: Array
    evaluations: int

    @property
    def best_size(self) -> int:
        """The size of the best set on the way, the smallest of several equal ones: J need not grow with every feature.

        Examples
        --------
        >>> sequential_search(lambda S: sum(S) - len(S) ** 2, 3).best_size
        1
        """
        signed = self.values if self.maximize else -self.values
        return int(self.sizes[signed == np.nanmax(signed)].min())

    def at(self, size: int) -> FeatureSet:
        """The set with that many features.

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
        >>> sequential_search(lambda S: sum(S) - len(S) ** 2, 3).at(2)
        FeatureSet(features=array([1, 2]), value=-1.0)
        """
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes that were met")
        m = int(np.flatnonzero(self.sizes == size)[0])
        return FeatureSet(self.selected[m].nonzero()[0], float(self.values[m]))


@dataclass(frozen=True, eq=False)
class BidirectionalTrace:
    """Everything that happened in `bidirectional_search`.

    Attributes
    ----------
    maximize : bool
        Whether a larger J is better.
    added : NDArray, shape (A,), int
        Features in the order in which the forward search selected them.
    removed : NDArray, shape (D,), int
        Features in the order in which the backward search removed them. They take turns, the forward search first.
    forward_selected : NDArray, shape (A + 1, N), bool
        What the forward search has after each of its steps.
    backward_selected : NDArray, shape (D + 1, N), bool
        What the backward search has left after each of its steps.
    forward_values, backward_values : NDArray, shape (A + 1,) and (D + 1,), float64
        J of these sets; NaN for the empty one, whose J is not needed.
    forward_candidate_values : NDArray, shape (A, N), float64
        J with each candidate added; NaN where a feature is none: selected before, or removed by the backward search.
    backward_candidate_values : NDArray, shape (D, N), float64
        J with each candidate removed; NaN where a feature is none: removed before, or selected by the forward search.
    selected : NDArray, shape (N,), bool
        The set at which both meet.
    value : float
        Its J.
    evaluations : int
        Of how many sets J was computed or looked up.

    Examples
    --------
    >>> trace = bidirectional_search(lambda S: sum(S), 4)
    >>> trace.added, trace.removed, trace.value
    (array([3, 2]), array([0, 1]), 5.0)
    """

    maximize: bool
    added: Indices
    removed: Indices
    forward_selected: Flags
    backward_selected: Flags
    forward_values: Array
    backward_values: Array
    forward_candidate_values: Array
    backward_candidate_values: Array
    selected: Flags
    value: float
    evaluations: int


def sequential_search(
    objective: Objective,
    n_features: int,
    *,
    direction: Direction = "forward",
    size: int | None = None,
    maximize: bool = True,
    ask_empty: bool = False,
    feature_names: Sequence[str] | None = None,
) -> SequentialTrace:
    """Sequential forward or backward selection: add, or remove, the one feature that leads to the best J.

    What has been added is never removed, and what has been removed never returns. Of several equally good features the
    first is taken.

    Parameters
    ----------
    objective : callable or mapping
        A function: `objective(S)` returns J of the set S, a tuple of ascending feature numbers from 0. It may be a
        cross-validated score, a criterion, a formula. It is called at most once for a set. Or a table: a mapping from
        sets (tuples or frozensets of feature numbers or names; a number or a name alone for a single feature) to J.
    n_features : int
        Number of features N, ≥ 1.
    direction : {"forward", "backward"}
        SFS, from the empty set; or SBS, from the full one.
    size : int, optional
        Number of features to end with: all N forwards and 1 backwards where not given.
    maximize : bool
        Whether a larger J is better; False for errors and costs.
    ask_empty : bool
        Whether J of the empty set is wanted too. Some models need at least one feature. If it is wanted, SBS ends at the
        empty set.
    feature_names : sequence of N str, optional
        Names of the features: a table may use them in its keys, and messages show them.

    Returns
    -------
    SequentialTrace

    Raises
    ------
    TypeError
        If `objective` is neither a function nor a mapping, J is not a real number, or an argument is of the wrong kind.
    ValueError
        If J is not finite or missing from the table, `n_features` or `size` is out of range, `direction` is unknown, or
        `feature_names` are not N different names.

    Notes
    -----
    Plain forms: `fewidgets.algorithms.plain.sequential_backward_selection`,
    `fewidgets.algorithms.plain.sequential_forward_selection`.

    Source: INT247, lecture 5, "Sequential Forward Selection" and "Sequential Backward Selection", with x⁺ = argmax
    J(Y + x) and x⁻ = argmax J(Y − x). mlxtend's and scikit-learn's SequentialFeatureSelector are the same with a
    cross-validated score of an estimator as J.

    Examples
    --------
    The lecture's exercise, its features numbered from 0:

    >>> def J(S):
    ...     x1, x2, x3, x4 = (n in S for n in range(4))
    ...     return -2*x1*x2 + 3*x1 + 5*x2 - 2*x1*x2*x3 + 7*x3 + 4*x4 - 2*x1*x2*x3*x4
    >>> trace = sequential_search(J, 4, ask_empty=True)
    >>> trace.order + 1, trace.values
    (array([3, 2, 4, 1]), array([ 0.,  7., 12., 16., 13.]))
    >>> sequential_search(J, 4, direction="backward").order + 1
    array([1, 4, 2])

    A table of J for the sets of two features:

    >>> table = {"age": 3, "weight": 5, ("age", "weight"): 6}
    >>> sequential_search(table, 2, feature_names=["age", "weight"]).order
    array([1, 0])
    """
    search = Judge(objective, n_features, maximize, ask_empty, feature_names)
    N, ask_empty = search.N, search.ask_empty
    check_size("n_features", N, (N + 1, N))
    forward = as_choice(direction, "direction", DIRECTIONS) == "forward"
    if size is None:
        size = N if forward else 1 - ask_empty
    elif forward:
        size = as_count(size, "size", 1, N, "the number of features")
    else:
        size = as_count(size, "size", 1 - ask_empty, N, "the number of features")
    search_sets = [np.full(N, not forward)]
    order, candidates = [], []
    for _ in range(abs(size - N * (not forward))):
        values, best = search.step(search_sets[-1], search_sets[-1] != forward)
        order.append(best)
        candidates.append(values)
        search_sets.append(changed(search_sets[-1], best))
    selected = np.array(search_sets)
    return SequentialTrace(
        "forward" if forward else "backward",
        search.maximize,
        frozen(np.array(order, dtype=np.intp)),
        frozen(selected.sum(axis=1)),
        frozen(selected),
        frozen(np.array([search.value(row) for row in selected])),
        frozen(np.array(candidates).reshape(-1, N)),
        search.evaluations,
    )


def bidirectional_search(
    objective: Objective, n_features: int, *, maximize: bool = True, feature_names: Sequence[str] | None = None
) -> BidirectionalTrace:
    """Sequential forward and backward selection in turns, until both have the same set.

    The forward search selects only what the backward search has not removed, and the backward search removes only what
    the forward search has not selected. So each turn decides about one feature, and after N turns both have the same
    ⌈N / 2⌉ features.

    Parameters
    ----------
    objective : callable or mapping
        J, as in `sequential_search`: a function or a table. J of the empty set is never needed.
    n_features : int
        Number of features N, ≥ 1.
    maximize : bool
        Whether a larger J is better.
    feature_names : sequence of N str, optional
        As in `sequential_search`.

    Returns
    -------
    BidirectionalTrace

    Raises
    ------
    TypeError, ValueError
        As `sequential_search`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.bidirectional_search`.

    Source: INT247, lecture 5, "Bidirectional Search (BDS)". Step 3 of the slide prints x ∈ Y_F for the candidates of the
    forward search; features not in Y_F and still in Y_B are meant, as its first slide promises.

    Examples
    --------
    >>> def J(S):
    ...     x1, x2, x3, x4 = (n in S for n in range(4))
    ...     return -2*x1*x2 + 3*x1 + 5*x2 - 2*x1*x2*x3 + 7*x3 + 4*x4 - 2*x1*x2*x3*x4
    >>> trace = bidirectional_search(J, 4)
    >>> trace.added + 1, trace.removed + 1, trace.value
    (array([3, 2]), array([1, 4]), 12.0)
    """
    search = Judge(objective, n_features, maximize, False, feature_names)
    N = search.N
    check_size("n_features", N, (N + 1, N))
    sides = {True: [np.zeros(N, dtype=bool)], False: [np.ones(N, dtype=bool)]}
    orders: dict[bool, list[int]] = {True: [], False: []}
    candidates: dict[bool, list[Array]] = {True: [], False: []}
    for turn in range(N):
        forward = turn % 2 == 0
        undecided = sides[False][-1] & ~sides[True][-1]
        values, best = search.step(sides[forward][-1], undecided)
        orders[forward].append(best)
        candidates[forward].append(values)
        sides[forward].append(changed(sides[forward][-1], best))
    met = sides[True][-1]
    return BidirectionalTrace(
        search.maximize,
        *(frozen(np.array(orders[side], dtype=np.intp)) for side in (True, False)),
        *(frozen(np.array(sides[side])) for side in (True, False)),
        *(frozen(np.array([search.value(row) for row in sides[side]])) for side in (True, False)),
        *(frozen(np.array(candidates[side]).reshape(-1, N)) for side in (True, False)),
        frozen(met.copy()),
        search.value(met),
        search.evaluations,
    )
