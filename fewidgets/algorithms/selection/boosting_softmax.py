"""Rounds of boosting on the softmax cost, one weight a round (section 9.6.1)."""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array
from ..optimization.costs import sigmoid, softplus
from .boosting_rounds import BoostRounds, brings_little
from .boosting_weight import NEGLIGIBLE, separate, start_weights, tune_weights


def softmax_rounds(X: Array, y: Array, M: int, stop: float | None) -> BoostRounds:
    """Boost on sums of log(1 + exp(−margin)), where margin = y · model(x).

    Parameters
    ----------
    X : NDArray, shape (P, N), float64
    y : NDArray, shape (P,), float64
        Labels −1 and +1.
    M : int
        Largest number of rounds.
    stop : float or None
        As in `boost`.

    Returns
    -------
    BoostRounds

    Examples
    --------
    >>> X, y = np.array([[1.0], [2.0], [-1.0], [1.0]]), np.array([1.0, 1.0, -1.0, -1.0])
    >>> softmax_rounds(X, y, 1, None).costs.round(3)
    array([2.773, 2.066])
    """
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, N, 1, P)
    positive = np.count_nonzero(y > 0)
    rounds.bias = float(np.log(positive / (P - positive)))  # minimizes the cost of a constant: the log odds
    margins = rounds.bias * y
    rounds.costs[0] = softplus(-margins).sum()
    rounds.residuals[0] = y * sigmoid(-margins)

    # One row a candidate, so that sums over examples run along memory; the last takes the chosen one's place.
    # Each is divided by its largest entry, so that its weight counts in units of margin.
    z = np.multiply(X.T, y, out=np.empty((N, P)))
    lowest, highest = z.min(axis=1), z.max(axis=1)
    size = np.maximum(highest, -lowest)
    z /= size[:, None]
    z[np.abs(z) < NEGLIGIBLE] = 0.0
    powers = np.empty((3, N, P), dtype=np.float32)  # z², z³, z⁴: to find where to start
    power = z
    for k in range(3):
        power = power * z
        powers[k] = power
    # A feature whose products have one sign separates the classes alone: its weight would grow for ever.
    separates = np.where(z.min(axis=1) >= 0, 1.0, np.where(z.max(axis=1) <= 0, -1.0, 0.0))
    sign, left, miss = separates.copy(), np.arange(N), np.zeros(N)
    work = np.empty((2, N, P))  # taken once: fresh memory for every round costs more than the sums
    for m in range(M):
        n = N - m
        start, *series = start_weights(z[:n], powers[:, :n], sigmoid(-margins))
        # The series misses a candidate's weight by nearly the same in every round.
        tuned, tried = tune_weights(z[:n], margins, start + miss[:n], *series, sign[:n] != 0, work[:, :n])
        miss[:n] = tuned - start
        endless = sign[:n].nonzero()[0]
        if endless.size:
            tuned[endless], tried[endless] = separate(z[endless], margins, sign[endless])
        np.minimum(tried, rounds.costs[m], out=tried)  # a weight of 0 is allowed; rounding must not make it worse
        equal = (tried == tried.min()).nonzero()[0]
        best = int(equal[left[equal].argmin()])  # the first feature of several equally good ones
        if brings_little(rounds.costs, m, tried[best], stop):
            return rounds.first(m)

        winner, candidates = left[best], left[:n]
        rounds.candidate_weights[m, candidates, 0] = tuned / size[candidates]
        rounds.candidate_costs[m, candidates] = tried
        rounds.runaway[m, candidates] = separates[candidates] != 0
        rounds.order[m] = winner
        rounds.weights[m + 1] = rounds.weights[m]
        rounds.weights[m + 1, winner] = rounds.candidate_weights[m, winner, 0]
        rounds.costs[m + 1] = tried[best]
        margins = margins + tuned[best] * z[best]
        rounds.residuals[m + 1] = y * sigmoid(-margins)
        for array in (z, *powers, left, miss, sign):
            array[best] = array[n - 1]
    return rounds
