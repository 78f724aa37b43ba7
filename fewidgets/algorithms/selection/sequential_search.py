"""Sequential search for a set of features S with a good objective J(S): forward, backward, and both (INT247, lecture 5)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from .._numerics.arguments import as_choice, as_count
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices
from .objective import Objective, ObjectiveValues, toggled
from .search_trace import SearchTrace

Direction = Literal["forward", "backward"]
DIRECTIONS = ("forward", "backward")


class SequentialTrace(SearchTrace):
    """The history of `sequential_search`: the set after each of M steps, and every candidate that was tried."""

    direction: Direction
    order: Indices  # (M,): features in the order in which they were added or removed, numbered from 0
    candidate_values: Array  # (M, N): J if that feature were added, or removed; NaN if it is no candidate


class BidirectionalTrace(Trace):
    """The history of `bidirectional_search`."""

    maximize: bool
    added: Indices  # (A,): by the forward search, in order. The two searches take turns, forward first.
    removed: Indices  # (D,): by the backward search
    forward_selected: Flags  # (A + 1, N): the set after each step
    backward_selected: Flags  # (D + 1, N)
    forward_values: Array  # (A + 1,): J of these sets; NaN for the empty set
    backward_values: Array  # (D + 1,)
    forward_candidate_values: Array  # (A, N): J with each candidate added; NaN if it is no candidate
    backward_candidate_values: Array  # (D, N): J with each candidate removed
    selected: Flags  # (N,): the set that both searches end with
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
) -> SequentialTrace:
    """Select features by sequential forward or backward selection (SFS, SBS), for any objective J.

    Forward, start from the empty set, and in each step add the feature that leads to the best J. Backward, start from all
    features, and in each step remove the feature whose removal leads to the best J. No step is ever undone. Of several equally
    good features, the first is taken.

    Parameters
    ----------
    objective : callable or mapping
        A function: `objective(S)` returns J of the set S, a tuple of ascending feature numbers from 0. It is called at most
        once per set. Or a table: a mapping from sets (tuples, frozensets or single features) to J. For a typed formula, see
        `parse_formula`.
    n_features : int
        Number of features N, at least 1.
    direction : {"forward", "backward"}
        Whether to add or to remove features.
    size : int, optional
        Number of features to end with. By default N forward and 1 backward.
    maximize : bool
        Whether a larger J is better. Set it to False for errors and costs.
    ask_empty : bool
        Whether to evaluate J of the empty set too. By default it is not, because many models need at least one feature.

    Returns
    -------
    SequentialTrace
        `order` of the features; after 0, 1, …, M steps the set, `selected`, and its J, `values`; the `candidate_values` of
        every step; `best_size` and the set `at(size)`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or J is not a finite number or missing from the table.

    Notes
    -----
    Plain forms: `fewidgets.algorithms.plain.sequential_backward_selection`,
    `fewidgets.algorithms.plain.sequential_forward_selection`.

    Source: INT247, lecture 5, "Sequential Forward Selection" and "Sequential Backward Selection".

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
    """
    J = ObjectiveValues(objective, n_features, maximize, ask_empty)
    N = J.n_features
    check_size("n_features", N, (N + 1, N))
    forward = as_choice(direction, "direction", DIRECTIONS) == "forward"
    size = check_target(size, J, forward)
    side = _Side(J, np.full(N, not forward))
    for _ in range(size if forward else N - size):
        side.step(side.sets[-1] != forward)
    selected, values = np.array(side.sets), side.values()
    sizes = selected.sum(axis=1)
    return SequentialTrace(
        J.maximize, J.evaluations, sizes, selected, values, direction, side.taken(), side.candidate_values()
    )


def check_target(size: int | None, J: ObjectiveValues, forward: bool) -> int:
    """Return the size to end with: by default the largest one forward, and the smallest one backward."""
    N, smallest = J.n_features, 1 - J.ask_empty
    if size is None:
        return N if forward else smallest
    return as_count(size, "size", 1 if forward else smallest, N, "the number of features")


def bidirectional_search(objective: Objective, n_features: int, *, maximize: bool = True) -> BidirectionalTrace:
    """Select features by sequential forward and backward selection in turns, until both have the same set.

    The forward search adds only features that the backward search has not removed. The backward search removes only features
    that the forward search has not added. After N turns both have the same ⌈N / 2⌉ features.

    Parameters
    ----------
    objective, n_features, maximize
        As in `sequential_search`. J of the empty set is never needed.

    Returns
    -------
    BidirectionalTrace
        The features `added` and `removed`, in order; the sets, values and candidates of either search; the set that both end
        with, `selected`, and its J, `value`.

    Raises
    ------
    TypeError, ValueError
        As `sequential_search`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.bidirectional_search`.

    Source: INT247, lecture 5, "Bidirectional Search (BDS)". Step 3 of the slide prints x ∈ Y_F for the candidates of the
    forward J. It means features that are not in Y_F but still in Y_B, as the first slide says.

    Examples
    --------
    >>> trace = bidirectional_search(lambda S: sum(S), 4)
    >>> trace.added, trace.removed, trace.value
    (array([3, 2]), array([0, 1]), 5.0)
    """
    J = ObjectiveValues(objective, n_features, maximize, False)
    N = J.n_features
    check_size("n_features", N, (N + 1, N))
    forward, backward = _Side(J, np.zeros(N, dtype=bool)), _Side(J, np.ones(N, dtype=bool))
    for turn in range(N):
        undecided = backward.sets[-1] & ~forward.sets[-1]
        (forward if turn % 2 == 0 else backward).step(undecided)
    return BidirectionalTrace(
        J.maximize,
        forward.taken(),
        backward.taken(),
        np.array(forward.sets),
        np.array(backward.sets),
        forward.values(),
        backward.values(),
        forward.candidate_values(),
        backward.candidate_values(),
        forward.sets[-1].copy(),
        J.value(forward.sets[-1]),
        J.evaluations,
    )


class _Side:
    """The sets of a search in one direction, and the candidates of each of its steps."""

    def __init__(self, J: ObjectiveValues, start: Flags) -> None:
        self.J, self.sets = J, [start]
        self._taken: list[int] = []
        self._candidates: list[Array] = []

    def step(self, undecided: Flags) -> None:
        values, best = self.J.step(self.sets[-1], undecided)
        self._taken.append(best)
        self._candidates.append(values)
        self.sets.append(toggled(self.sets[-1], best))

    def values(self) -> Array:
        return np.array([self.J.value(row) for row in self.sets])

    def taken(self) -> Indices:
        return np.array(self._taken, dtype=np.intp)

    def candidate_values(self) -> Array:
        return np.array(self._candidates).reshape(-1, self.J.n_features)
