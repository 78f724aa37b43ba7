"""Rounds of boosting on the softmax cost, one weight per round (section 9.6.1), for all candidates together."""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array
from ..optimization.logistic import sigmoid, softplus
from .boosting_trace import NEGLIGIBLE_ENTRY, BoostRounds, gains_too_little
from .softmax_weight import CURVATURE_FLOOR, separate, tune_weights


def softmax_rounds(X: Array, y: Array, M: int, stop: float | None) -> BoostRounds:
    """Run M rounds of boosting on the sum of log(1 + exp(−margin)), where margin = y · model(x)."""
    P, N = X.shape
    rounds = BoostRounds.empty(M, N, N, 1, P)
    positive = np.count_nonzero(y > 0)
    rounds.bias = float(np.log(positive / (P - positive)))  # minimizes the cost of a constant: the log odds
    margins = rounds.bias * y
    rounds.costs[0] = softplus(-margins).sum()
    rounds.residuals[0] = y * sigmoid(-margins)

    # One row per candidate, so that sums over examples read memory in order. The last candidate takes the place of the
    # chosen one. Each row is divided by its largest entry, which `softmax_weight` relies on.
    z = np.multiply(X.T, y, out=np.empty((N, P)))
    lowest, highest = z.min(axis=1), z.max(axis=1)
    size = np.maximum(highest, -lowest)
    z /= size[:, None]
    z[np.abs(z) < NEGLIGIBLE_ENTRY] = 0.0
    squares = z * z
    # A feature whose products all have the same sign separates the classes, so its best weight is infinite.
    separates = np.where(z.min(axis=1) >= 0, 1.0, np.where(z.max(axis=1) <= 0, -1.0, 0.0))
    sign, left, correction = separates.copy(), np.arange(N), np.zeros(N)
    work = np.empty((2, N, P))  # allocated once: allocating it in every round would take longer than the sums
    for m in range(M):
        n = N - m
        # Newton's step from w = 0 misses the best weight by nearly the same in every round, so correct it by the last miss.
        p = sigmoid(-margins)
        newton = np.clip(z[:n] @ p / np.maximum(squares[:n] @ (p * (1 - p)), CURVATURE_FLOOR), -2.0, 2.0)
        tuned, tried = tune_weights(z[:n], margins, newton + correction[:n], sign[:n] != 0, work[:, :n])
        correction[:n] = tuned - newton
        separating = sign[:n].nonzero()[0]
        if separating.size:
            tuned[separating], tried[separating] = separate(z[separating], margins, sign[separating])
        np.minimum(tried, rounds.costs[m], out=tried)  # a weight of 0 keeps the cost, so rounding must not raise it
        equal = (tried == tried.min()).nonzero()[0]
        best = int(equal[left[equal].argmin()])  # the first feature of several equally good ones
        if gains_too_little(rounds.costs, m, tried[best], stop):
            return rounds.first(m)

        winner, candidates = left[best], left[:n]
        rounds.candidate_weights[m, candidates, 0] = tuned / size[candidates]
        rounds.candidate_costs[m, candidates] = tried
        rounds.diverges[m, candidates] = separates[candidates] != 0
        rounds.order[m] = winner
        rounds.weights[m + 1] = rounds.weights[m]
        rounds.weights[m + 1, winner] = rounds.candidate_weights[m, winner, 0]
        rounds.costs[m + 1] = tried[best]
        margins = margins + tuned[best] * z[best]
        rounds.residuals[m + 1] = y * sigmoid(-margins)
        for array in (z, squares, left, correction, sign):
            array[best] = array[n - 1]
    return rounds
