"""What all paths over the penalty parameter λ have in common: the model at any λ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import check_penalties
from .._numerics.memory import check_size
from .._numerics.types import Array

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

    Examples
    --------
    >>> PathPoint(np.zeros(2), 1.5).bias
    1.5
    """

    weights: Array
    bias: float | Array


class PenaltyPath:
    """The base class of paths over λ.

    Attributes
    ----------
    weights : NDArray, shape (K, N), float64
        Weights at each λ of the path.

    Examples
    --------
    >>> from fewidgets.algorithms import ridge_path
    >>> isinstance(ridge_path([[-1.0], [1.0]], [1.0, 5.0]), PenaltyPath)
    True
    """

    weights: Array

    def at(self, lam: ArrayLike) -> PathPoint:
        """Return the model at any λ ≥ 0, between the values of the path too.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0.

        Returns
        -------
        PathPoint
            weights (N,) and bias for one λ; weights (L, N) and bias (L,) for several.

        Raises
        ------
        TypeError, ValueError
            If `lam` is neither a number ≥ 0 nor a list of such numbers, or the result would need too much memory.

        Examples
        --------
        >>> from fewidgets.algorithms import l1_path
        >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 6.0, -2.0, 0.0])
        >>> path.at(3.0)
        PathPoint(weights=array([0.5, 0.5]), bias=1.0)
        """
        lambdas = check_penalties(lam, "lam")
        check_size("lam", lambdas, (lambdas.size, self.weights.shape[1] + 1))
        weights, biases = self._models(np.atleast_1d(lambdas))
        return PathPoint(weights, biases) if lambdas.ndim else PathPoint(weights[0], float(biases[0]))

    def _models(self, lambdas: Array) -> tuple[Array, Array]:
        """Return weights (L, N) and biases (L,) at checked λ (L,)."""
        raise NotImplementedError
