from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import L1Path, boost, l1_path
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.optimization.cost_names import Reduction, factor_of
from fewidgets.algorithms.selection.qr_factor import qr_factor


def tuned_least_squares(
    X: Array, y: Array, supports: NDArray[np.bool_], wanted: NDArray[np.bool_], reduction: Reduction
) -> tuple[Array, Array]:
    """Fit the least squares weights of each set of features."""
    used = np.flatnonzero(supports.any(axis=0))
    # One small QR factor of the data serves all sets, so time and memory hardly depend on their number.
    factor = qr_factor(X if len(used) == X.shape[1] else X[:, used], y, True)
    columns, output = factor.columns[:-1], factor.columns[-1]
    unit = factor_of(reduction, len(X)) * factor.y_length**2
    weights, costs = np.full(supports.shape, np.nan), np.full(len(supports), np.nan)
    for k in np.flatnonzero(wanted):
        inside = supports[k, used]
        found = np.linalg.lstsq(columns[inside].T, output, rcond=None)[0]
        residual = output - found @ columns[inside]
        weights[k] = 0.0
        weights[k, used[inside]] = found * (factor.y_length / factor.lengths[inside])
        costs[k] = unit * (residual @ residual)
    return weights, costs


def tuned_softmax(
    X: Array, y: Array, supports: NDArray[np.bool_], wanted: NDArray[np.bool_], reduction: Reduction
) -> tuple[Array, Array]:
    """Fit the softmax weights of each set of features, as `tuned_least_squares` does for least squares."""
    # These weights are the end of the ℓ1 path at λ = 0.
    weights, costs = np.full(supports.shape, np.nan), np.full(len(supports), np.nan)
    known: dict[bytes, L1Path] = {}
    for k in np.flatnonzero(wanted):
        support = supports[k]
        weights[k] = 0.0
        if not support.any():
            costs[k] = boost(X[:, :1], y, rounds=1, cost="softmax", reduction=reduction).costs[0]
            continue
        name = support.tobytes()
        if name not in known:
            known[name] = l1_path(X[:, support], y, lambdas=[0.0], cost="softmax", reduction=reduction)
        weights[k, support], costs[k] = known[name].weights[0], known[name].costs[0]
    return weights, costs
