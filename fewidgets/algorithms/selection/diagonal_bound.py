"""A large diagonal matrix below a positive definite one: the bound of branch and bound."""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array


def diagonal_below(M: Array, worth: Array) -> Array:
    """Return a diagonal δ ≥ 0 with diag(δ) ≼ M that nearly maximizes Σ worthₙ δₙ."""
    m = len(M)
    delta = np.full(m, 0.5 * float(np.linalg.eigvalsh(M)[0]))
    if delta[0] <= 0:
        return np.zeros(m)
    # In units in which δ = diag M would be worth 1. Every feature is worth a little, so that no δ stays at 0.
    worth = worth * M.diagonal()
    worth = (worth / max(worth.sum(), np.finfo(float).tiny) + 1e-3 / m) / M.diagonal()
    for mu in np.geomspace(1.0, 1e-6, 12):
        for _ in range(8):
            inverse = np.linalg.inv(M - np.diag(delta))
            slope = worth / mu - inverse.diagonal() + 1 / delta
            step = np.linalg.solve(inverse * inverse.T + np.diag(1 / delta**2), slope)
            delta = delta + _step_length(M, delta, step) * step
            if slope @ step < 1e-3:
                break
    return delta * (1 - 1e-9)


def _step_length(M: Array, delta: Array, step: Array) -> float:
    """Return the longest of 1, ½, ¼, … after which δ is still positive and below M; 0 if the first 30 are all too long."""
    for halvings in range(30):
        length = 0.5**halvings
        tried = delta + length * step
        if tried.min() > 0:
            try:
                np.linalg.cholesky(M - np.diag(tried))
            except np.linalg.LinAlgError:
                continue
            return length
    return 0.0
