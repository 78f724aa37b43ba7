from __future__ import annotations

import numpy as np

from .._numerics.types import Array


def softplus(t: Array) -> Array:
    """Return log(1 + eᵗ), without overflow for large t and with full relative accuracy for very negative t."""
    return np.maximum(t, 0) + np.log1p(np.exp(-np.abs(t)))


def sigmoid(t: Array) -> Array:
    """Return the logistic sigmoid σ(t) = 1 / (1 + e⁻ᵗ), with full relative accuracy for very negative t."""
    u = np.exp(-np.abs(t))
    return np.where(t < 0, u, 1.0) / (1.0 + u)
