"""Models whose features are given: all of their weights tuned together, without a penalty."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import boost, l1_path
from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.algorithms.optimization.cost_names import CostName, Reduction, factor_of


def tuned_models(
    X: Array, y: Array, supports: Flags, wanted: Flags, cost: CostName, reduction: Reduction
) -> tuple[Array, Array]:
    """Return weights, shape (K, N), and cost of the best model on each wanted set of features; NaN for the others.

    For least squares, features and output have mean 0. Features that are combinations of others share their weights.
    """
    weights, costs = np.full(supports.shape, np.nan), np.full(len(supports), np.nan)
    factor = factor_of(reduction, len(y))
    if cost != "softmax":  # a triangle with the same lengths and angles, so that time hardly depends on the number of examples
        triangle = np.asarray(np.linalg.qr(np.column_stack([X, y])).R, dtype=np.float64)
        X, y = triangle[:, :-1], triangle[:, -1]
    for k in np.flatnonzero(wanted):
        chosen = X[:, supports[k]]
        weights[k] = 0.0
        weights[k, supports[k]], costs[k] = (
            _softmax(chosen, y, reduction) if cost == "softmax" else _least_squares(chosen, y, factor)
        )
    return weights, costs


def _least_squares(X: Array, y: Array, factor: float) -> tuple[Array, float]:
    weights = np.asarray(np.linalg.lstsq(X, y, rcond=None)[0], dtype=np.float64)
    return weights, factor * float(np.sum((y - X @ weights) ** 2))


def _softmax(X: Array, y: Array, reduction: Reduction) -> tuple[Array, float]:
    if not X.shape[1]:
        return np.empty(0), float(boost(y[:, None], y, rounds=1, cost="softmax", reduction=reduction).costs[0])
    end = l1_path(X, y, lambdas=[0.0], cost="softmax", reduction=reduction)
    return end.weights[0], float(end.costs[0])
