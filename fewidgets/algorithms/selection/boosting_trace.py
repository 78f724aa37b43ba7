"""The history of boosting: the arrays that its rounds fill in, and the trace that `boost` returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from ..optimization.cost_names import CostName, Reduction

# A cost below this share of the first one is rounding: the fit is perfect.
PERFECT_FIT = 1e-24
# Entries of a feature below this share of its largest one count as 0: a weight large enough to use them would overflow.
NEGLIGIBLE_ENTRY = 1e-140


@dataclass(frozen=True, eq=False)
class BoostTrace:
    """The history of `boost`: the model after each round, and every candidate that was tried.

    M is the number of rounds, R the number of weights tuned in each round, and C the number of candidates in the first round:
    the N features, or the C(N, R) groups of R > 1 features.

    Attributes
    ----------
    cost, reduction : str
        The arguments of `boost`.
    order : NDArray, shape (M R,), int
        Features in the order in which they were chosen, numbered from 0.
    bias : float
        The bias w₀*, tuned before the first round and then frozen.
    weights : NDArray, shape (M + 1, N), float64
        Weights after m rounds. Row 0 is zero.
    costs : NDArray, shape (M + 1,), float64
        Cost after m rounds.
    candidate_costs : NDArray, shape (M, C), float64
        Cost after round m + 1 if that candidate were chosen. NaN if one of its features had been chosen before.
    candidate_weights : NDArray, shape (M, N), or (M, C, R) with groups, float64
        The tuned weight or weights of each candidate, or NaN.
    residuals : NDArray, shape (M + 1, P), float64
        Least squares: y − model_m(x), equation (9.17). Softmax: y σ(−y model_m(x)).
    diverges : NDArray, shape (M, C), bool
        Candidates that separate the classes (softmax only): their weights would grow without limit. Their cost is the limit.
    group : int
        Number of weights R tuned together in each round.
    groups : NDArray, shape (C, R), int
        The features of each candidate.

    Examples
    --------
    >>> from fewidgets.algorithms import boost
    >>> trace = boost([[1.0, 2.0], [-1.0, 1.0], [0.0, -3.0]], [1.0, 0.0, -1.0], rounds=2)
    >>> trace.order.tolist(), trace.costs.round(3).tolist()
    ([1, 0], [0.667, 0.071, 0.003])
    """

    cost: CostName
    reduction: Reduction
    order: NDArray[np.intp]
    bias: float
    weights: NDArray[np.float64]
    costs: NDArray[np.float64]
    candidate_costs: NDArray[np.float64]
    candidate_weights: NDArray[np.float64]
    residuals: NDArray[np.float64]
    diverges: NDArray[np.bool_]
    group: int
    groups: NDArray[np.intp]

    @property
    def n_rounds(self) -> int:
        """Number of rounds M. The bias does not count as a round."""
        return len(self.costs) - 1

    @property
    def n_fits(self) -> NDArray[np.intp]:
        """Number of candidates fitted in each round, shape (M,): C(N − R m, R) in round m + 1."""
        return np.count_nonzero(~np.isnan(self.candidate_costs), axis=1)


@dataclass(eq=False)
class BoostRounds:
    """The arrays that the rounds of boosting fill in, before `boost` freezes them."""

    bias: float
    order: NDArray[np.intp]
    weights: Array
    costs: Array
    candidate_costs: Array
    candidate_weights: Array
    residuals: Array
    diverges: NDArray[np.bool_]

    @classmethod
    def empty(cls, M: int, N: int, C: int, R: int, P: int) -> BoostRounds:
        """Allocate arrays for M rounds."""
        return cls(
            0.0,
            np.empty((M, R), dtype=np.intp),
            np.zeros((M + 1, N)),
            np.empty(M + 1),
            np.full((M, C), np.nan),
            np.full((M, C, R), np.nan),
            np.empty((M + 1, P)),
            np.zeros((M, C), dtype=bool),
        )

    def first(self, m: int) -> BoostRounds:
        """Return the first m rounds."""
        # Copies, because views would keep the memory of all M rounds.
        return BoostRounds(
            self.bias,
            self.order[:m].copy(),
            self.weights[: m + 1].copy(),
            self.costs[: m + 1].copy(),
            self.candidate_costs[:m].copy(),
            self.candidate_weights[:m].copy(),
            self.residuals[: m + 1].copy(),
            self.diverges[:m].copy(),
        )


def gains_too_little(costs: Array, m: int, after: float, stop: float | None) -> bool:
    """Return whether boosting stops before round m + 1: the fit is perfect, or the cost would fall by less than `stop`."""
    return stop is not None and bool(costs[m] <= PERFECT_FIT * costs[0] or costs[m] - after < stop * costs[m])
