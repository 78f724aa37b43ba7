"""What the rounds of boosting fill in, whatever the cost and however many weights a round tunes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array

# A cost below this share of the first one is rounding: the fit is perfect.
PERFECT = 1e-24


@dataclass(eq=False)
class BoostRounds:
    """Up to M rounds of R weights each, chosen among C candidates; costs are sums over examples.

    Attributes
    ----------
    bias : float
    order : NDArray, shape (M, R), int
    weights : NDArray, shape (M + 1, N), float64
    costs : NDArray, shape (M + 1,), float64
    candidate_costs : NDArray, shape (M, C), float64
    candidate_weights : NDArray, shape (M, C, R), float64
    residuals : NDArray, shape (M + 1, P), float64
    runaway : NDArray, shape (M, C), bool

    Examples
    --------
    >>> BoostRounds.empty(2, 4, 6, 2, 10).candidate_weights.shape
    (2, 6, 2)
    """

    bias: float
    order: NDArray[np.intp]
    weights: Array
    costs: Array
    candidate_costs: Array
    candidate_weights: Array
    residuals: Array
    runaway: NDArray[np.bool_]

    @classmethod
    def empty(cls, M: int, N: int, C: int, R: int, P: int) -> BoostRounds:
        """Make room for M rounds; candidates that are not tried stay NaN.

        Examples
        --------
        >>> BoostRounds.empty(1, 2, 2, 1, 3).candidate_costs
        array([[nan, nan]])
        """
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
        """The first m rounds alone.

        Examples
        --------
        >>> BoostRounds.empty(2, 4, 6, 2, 10).first(1).costs.shape
        (2,)
        """
        # Copies: a view would keep the room for all rounds.
        return BoostRounds(
            self.bias,
            self.order[:m].copy(),
            self.weights[: m + 1].copy(),
            self.costs[: m + 1].copy(),
            self.candidate_costs[:m].copy(),
            self.candidate_weights[:m].copy(),
            self.residuals[: m + 1].copy(),
            self.runaway[:m].copy(),
        )


def brings_little(costs: Array, m: int, after: float, stop: float | None) -> bool:
    """Whether round m + 1 lowers the cost by less than the share `stop` of what it was, or there is nothing left to lower.

    Parameters
    ----------
    costs : NDArray, shape (M + 1,), float64
        Costs after 0 … m rounds; later entries are not read.
    m : int
        Rounds done.
    after : float
        The cost of the best candidate.
    stop : float or None
        None never stops.

    Examples
    --------
    >>> brings_little(np.array([10.0, 5.0]), 1, 4.9, 0.05), brings_little(np.array([10.0, 5.0]), 1, 4.9, 0.01)
    (True, False)
    """
    return stop is not None and bool(costs[m] <= PERFECT * costs[0] or costs[m] - after < stop * costs[m])
