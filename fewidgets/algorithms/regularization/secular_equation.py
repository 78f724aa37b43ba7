from __future__ import annotations

import numpy as np

from .._numerics.tolerances import EPSILON
from .._numerics.types import Array

# Below this share of the largest coordinate, a length counts as zero: its square would underflow.
SMALLEST_TARGET = 1e-50


def smallest_shift(poles: Array, u: Array, target: float) -> float:
    """Return the smallest s ≥ 0 with ‖u / (poles + s)‖ ≤ target; infinite if the target is zero or nearly so."""
    s = 0.0
    largest = float(np.abs(u).max())
    if largest == 0:
        return s
    if target <= SMALLEST_TARGET * largest:
        return np.inf
    u, target = u / largest, target / largest  # squares of very small or large numbers would leave double precision
    for _ in range(1000):
        shares = u / (poles + s)
        squares = float(shares @ shares)
        norm = float(np.sqrt(squares))
        if norm <= target:
            break
        # d norm / ds = −Σ shares² / (poles + s) / norm
        step = (norm / target - 1) * squares / float((shares * shares) @ (1 / (poles + s)))
        if step <= EPSILON / 2 * s:
            break
        s += step
    return s
