"""Turn the bias, the weights and the order of a student's boosting into the history that `BoostingStepper` shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fewidgets.algorithms.optimization.logistic import sigmoid, softplus
from fewidgets.algorithms.selection.boosting_trace import BoostTrace
from fewidgets.exercises.differences.numbers import Array

NEWTON_STEPS, LONGEST_STEP = 30, 5.0  # of the softmax weight of one feature alone


def tuned_weights(X: Array, y: Array, outputs: Array, cost: str) -> Array:
    """Return the weight of each feature that lowers the cost most when tuned alone."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if cost == "least_squares":
            return np.asarray((y - outputs) @ X / (X**2).sum(axis=0))
        w = np.zeros(X.shape[1])
        for _ in range(NEWTON_STEPS):
            sigma = sigmoid(-y[:, None] * (outputs[:, None] + w * X))
            slope, curvature = (sigma * y[:, None] * X).sum(axis=0), (sigma * (1 - sigma) * X**2).sum(axis=0)
            w = w + np.clip(np.nan_to_num(slope / curvature), -LONGEST_STEP, LONGEST_STEP)
        return w


def cost_of(y: Array, outputs: Array, cost: str) -> Array:
    given = y if outputs.ndim == 1 else y[:, None]
    with np.errstate(over="ignore", invalid="ignore"):
        each = (given - outputs) ** 2 if cost == "least_squares" else softplus(-given * outputs)
        return np.asarray(each.mean(axis=0))[()]


def residual_of(y: Array, outputs: Array, cost: str) -> Array:
    """Return what is left to explain: y − outputs, or y σ(−y outputs) for the softmax cost."""
    return y - outputs if cost == "least_squares" else np.asarray(y * sigmoid(-y * outputs))


def replayed(X: Array, y: Array, bias: float, weights: Array, order: Sequence[int], cost: str = "least_squares") -> BoostTrace:
    """Replay the rounds of a result: each takes the next feature of the order with its weight.

    A feature that comes again gets its weight, the sum over its rounds, in its last one.
    """
    P, N = X.shape
    M = len(order)
    path = np.zeros((M + 1, N))
    tuned, tried = np.full((M, N), np.nan), np.full((M, N), np.nan)
    residuals, costs = np.zeros((M + 1, P)), np.zeros(M + 1)
    outputs = np.full(P, bias)
    residuals[0], costs[0] = residual_of(y, outputs, cost), cost_of(y, outputs, cost)
    for m, n in enumerate(order):
        free = np.isin(np.arange(N), order[:m], invert=True)
        tuned[m, free] = tuned_weights(X[:, free], y, outputs, cost)
        tried[m, free] = cost_of(y, outputs[:, None] + tuned[m, free] * X[:, free], cost)
        path[m + 1] = path[m]
        if n not in order[m + 1 :]:
            path[m + 1, n] = weights[n]
        elif free[n]:
            path[m + 1, n] = tuned[m, n]
        outputs = bias + X @ path[m + 1]
        residuals[m + 1], costs[m + 1] = residual_of(y, outputs, cost), cost_of(y, outputs, cost)
        tuned[m, n], tried[m, n] = path[m + 1, n], costs[m + 1]
    return BoostTrace(
        cost="least_squares" if cost == "least_squares" else "softmax",
        reduction="mean",
        order=np.array(order, dtype=np.intp),
        bias=float(bias),
        weights=path,
        costs=costs,
        candidate_costs=tried,
        candidate_weights=tuned,
        residuals=residuals,
        diverges=np.zeros((M, N), dtype=bool),
        group=1,
        groups=np.arange(N)[:, None],
    )
