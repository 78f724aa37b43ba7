"""ℓ0 regularization: which number of weights is best for which λ (Example 9.8)."""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array, Indices


def l0_breakpoints(values: Array) -> tuple[Array, Indices]:
    """Return the λ ascending from 0 at which the size k that minimizes values[k] + λ k changes, and the sizes from there.

    Source: Example 9.8, equations (9.19) and (9.20). Each size is a straight line in λ. Of equal ones, take the smallest.
    """
    # Start at the size with the lowest cost. The next corner is the smaller size that becomes as good at the lowest λ.
    sizes = [int(values.argmin())]
    lambdas = [0.0]
    while sizes[-1] > 0:
        k = sizes[-1]
        rises = (values[:k] - values[k]) / np.arange(k, 0, -1)  # λ at which each smaller size becomes as good
        best = int(rises.argmin())  # of several, the smallest
        lambdas.append(float(rises[best]))
        sizes.append(best)
    return np.array(lambdas), np.array(sizes, dtype=np.intp)
