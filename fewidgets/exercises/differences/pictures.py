"""What explains a right number beside a wrong one: parts of a sum, or a curve with both numbers.

Each function returns settings of `NumberBesideNumber`.
"""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import l1_path
from fewidgets.algorithms.optimization.logistic import softplus
from fewidgets.exercises.differences.numbers import Array, Settings

PLACES = 121  # places at which a curve is computed
STEPS = 24  # values of λ for which weights are computed
REACH = 50.0  # times the right number: a place farther away is not shown


def parts_of_softmax(right: float, found: float, X: Array, y: Array, W: Array) -> Settings:
    scores = W[0] + X @ W[1:]
    highest = scores.max(axis=1)
    whole = highest + np.log(np.exp(scores - highest[:, None]).sum(axis=1))
    true = scores[np.arange(len(y)), np.asarray(y, dtype=int)]
    parts = {"the mean of log Σ exp(score)": whole.mean(), "minus the mean score of the true class": -true.mean()}
    return {"parts": {name: float(part) for name, part in parts.items()}}


def parts_of_penalized(right: float, found: float, X: Array, y: Array, w: Array, lam: float) -> Settings:
    residual = y - w[0] - X @ w[1:]
    return {
        "parts": {"the mean squared residual": float((residual**2).mean()), "the penalty": lam * float(np.abs(w[1:]).sum())}
    }


def terms_of_information(right: float, found: float, counts: Array) -> Settings:
    """Return what each cell adds to the mutual information, in bits."""
    shares = np.asarray(counts, dtype=float) / np.sum(counts)
    expected = shares.sum(axis=1, keepdims=True) * shares.sum(axis=0)
    cells = np.argwhere(shares > 0)
    terms = {(i, j): float(shares[i, j] * np.log2(shares[i, j] / expected[i, j])) for i, j in cells.tolist()}
    return {"parts": {f"row {i}, column {j}": term for (i, j), term in terms.items()}}


def cost_over_weight(right: float, found: float, x: Array, y: Array, outputs: Array) -> Settings:
    places = _around(right, found, spread=1.0 / float(np.sqrt((x**2).mean())))
    costs = softplus(-y[:, None] * (outputs[:, None] + x[:, None] * places)).sum(axis=0)
    return {"curve": (places, costs), "axes": ("weight", "softmax cost")}


def weights_over_lambda(right: float, found: float, X: Array, y: Array) -> Settings:
    far = found if 0 < found <= REACH * right else right
    below = np.linspace(0.1 * min(right, far), right, STEPS)
    places = np.union1d(below, [far, 1.3 * max(right, far)])
    path = l1_path(X, y, cost="softmax", lambdas=places[::-1])
    sizes = np.abs(path.weights).sum(axis=1)[np.argsort(path.lambdas)]
    return {"curve": (places, sizes), "axes": ("λ", "sum of the weights' magnitudes")}


def errors_over_degree(right: float, found: float, errors: Array) -> Settings:
    means = errors.mean(axis=0)
    best = int(means.argmin())
    limit = float(means[best] + errors[:, best].std(ddof=1) / np.sqrt(len(errors)))
    return {
        "curve": (np.arange(len(means)), means),
        "axes": ("degree", "mean error"),
        "whole": True,
        "limit": (limit, "smallest + 1 standard error"),
    }


def _around(right: float, found: float, spread: float) -> Array:
    """Return places around two numbers, both among them; a far one is left out."""
    seen = [right, found] if abs(found - right) <= REACH * max(abs(right), spread) else [right]
    room = max(max(seen) - min(seen), spread)
    return np.union1d(np.linspace(min(seen) - room, max(seen) + room, PLACES), seen)
