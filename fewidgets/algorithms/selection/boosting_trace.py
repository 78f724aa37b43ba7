"""The history of boosting: the arrays that its rounds fill in, and the trace that `boost` returns."""

from __future__ import annotations

import numpy as np

from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices
from ..optimization.cost_names import CostName, Reduction


class BoostTrace(Trace):
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
    order: Indices
    bias: float
    weights: Array
    costs: Array
    candidate_costs: Array
    candidate_weights: Array
    residuals: Array
    diverges: Flags
    group: int
    groups: Indices

    @property
    def n_rounds(self) -> int:
        """Number of rounds M. The bias does not count as a round."""
        return len(self.costs) - 1

    @property
    def n_fits(self) -> Indices:
        """Number of candidates fitted in each round, shape (M,): C(N − R m, R) in round m + 1."""
        return np.count_nonzero(~np.isnan(self.candidate_costs), axis=1)
