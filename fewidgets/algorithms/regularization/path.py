from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import check_penalties
from .._numerics.types import Array, ArrayPair

# A slope that is a smaller share of the largest possible one is rounding.
NO_SLOPE = 1e-14


class PathPoint(NamedTuple):
    """The model at one λ, or at several.

    Attributes
    ----------
    weights : NDArray, shape (N,) or (L, N), float64
        The feature-touching weights ω.
    bias : float or NDArray of shape (L,)
        The bias b.
    """

    weights: Array
    bias: float | Array


class PenaltyPath:
    """The base class of paths over λ.

    Attributes
    ----------
    weights : NDArray, shape (K, N), float64
        Weights at each λ of the path.
    """

    weights: Array

    def at(self, lam: ArrayLike) -> PathPoint:
        """Return the model at any λ ≥ 0, between the values of the path too."""
        lambdas = check_penalties(lam, self.weights.shape[1] + 1, "lam")
        weights, biases = self._models(np.atleast_1d(lambdas))
        return PathPoint(weights, biases) if lambdas.ndim else PathPoint(weights[0], float(biases[0]))

    def _models(self, lambdas: Array) -> ArrayPair:
        """Return weights (L, N) and biases (L,) at checked λ (L,)."""
        raise NotImplementedError
