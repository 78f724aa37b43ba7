"""The two costs of the chapter: least squares and two-class softmax (sections 9.6 and 9.7).

The weights are one vector w = (b, ω₁, …, ω_N): the bias first. A model's output is b + x·ω.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .validation import _check_finite, _numeric_array, as_choice, as_features, as_labels, as_outputs

CostName = Literal["least_squares", "softmax"]
Reduction = Literal["mean", "sum"]
COSTS = ("least_squares", "softmax")
REDUCTIONS = ("mean", "sum")


def softplus(t: NDArray[np.float64]) -> NDArray[np.float64]:
    """The function log(1 + eᵗ), without overflow for large t and without loss for very negative t.

    Parameters
    ----------
    t : NDArray, any shape, float64

    Returns
    -------
    NDArray, shape of `t`, float64

    Examples
    --------
    >>> softplus(np.array([-1000.0, 0.0, 1000.0]))
    array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])
    """
    return np.maximum(t, 0) + np.log1p(np.exp(-np.abs(t)))


def sigmoid(t: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic sigmoid σ(t) = 1 / (1 + e⁻ᵗ), with full relative accuracy for very negative t.

    Parameters
    ----------
    t : NDArray, any shape, float64

    Returns
    -------
    NDArray, shape of `t`, float64

    Examples
    --------
    >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
    array([0. , 0.5, 1. ])
    """
    u = np.exp(-np.abs(t))
    return np.where(t < 0, u, 1.0) / (1.0 + u)


class _Cost:
    """What both costs share: checked data with a leading column of ones, and the reduction's factor."""

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean") -> None:
        features = as_features(X, allow_constant=True)
        self.reduction = as_choice(reduction, "reduction", REDUCTIONS)
        self.y = self._outputs(y, len(features))
        self.X = np.column_stack([np.ones(len(features)), features])
        self.factor = 1.0 / len(features) if reduction == "mean" else 1.0

    def _outputs(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        raise NotImplementedError

    def _weights(self, w: ArrayLike) -> NDArray[np.float64]:
        weights = _numeric_array(w, "w")
        if weights.ndim == 0 or weights.shape[-1] != self.X.shape[1] or weights.size == 0:
            raise ValueError(f"w has shape {weights.shape}; wanted (..., {self.X.shape[1]}): bias first, then weights")
        _check_finite(weights.reshape(-1), "w")
        return weights


class LeastSquares(_Cost):
    """Least squares cost g(b, ω) = Σₚ (b + xₚ·ω − yₚ)², or its mean over the P examples.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    reduction : {"mean", "sum"}
        Whether the squares are averaged, as the chapter prints, or added.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; NaN and infinities included.

    Notes
    -----
    Source: section 9.6.1, equations (9.9) and (9.14). There is no factor ½.

    Examples
    --------
    >>> cost = LeastSquares([[0.0], [1.0], [2.0]], [1.0, 3.0, 6.0], reduction="sum")
    >>> cost.value([1.0, 2.0]), cost.gradient([1.0, 2.0])
    (1.0, array([-2., -4.]))
    """

    def _outputs(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        return as_outputs(y, P)

    def value(self, w: ArrayLike) -> float | NDArray[np.float64]:
        """The cost at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            Bias first; several weight vectors at once along leading axes.

        Returns
        -------
        float, or NDArray of shape (...)
            In squared units of y.

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).value([[0.0, 0.0], [1.0, 2.0]])
        array([5., 0.])
        """
        residuals = self._weights(w) @ self.X.T - self.y
        total = self.factor * (residuals**2).sum(axis=-1)
        return float(total) if np.ndim(total) == 0 else total

    def gradient(self, w: ArrayLike) -> NDArray[np.float64]:
        """The gradient 2 Σₚ (b + xₚ·ω − yₚ) (1, xₚ) at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            Bias first.

        Returns
        -------
        NDArray, shape of `w`, float64

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).gradient([0.0, 0.0])
        array([-4., -3.])
        """
        residuals = self._weights(w) @ self.X.T - self.y
        return 2 * self.factor * (residuals @ self.X)

    def hessian(self, w: ArrayLike | None = None) -> NDArray[np.float64]:
        """The Hessian 2 Σₚ (1, xₚ)(1, xₚ)ᵀ, the same at all weights.

        Parameters
        ----------
        w : array-like, shape (N + 1,), optional
            Not needed; accepted so that every cost is called alike.

        Returns
        -------
        NDArray, shape (N + 1, N + 1), float64

        Raises
        ------
        TypeError, ValueError
            If `w` is given and is no finite array of that shape.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).hessian()
        array([[2., 1.],
               [1., 1.]])
        """
        if w is not None:
            self._weights(w)
        return 2 * self.factor * (self.X.T @ self.X)


class Softmax(_Cost):
    """Two-class softmax cost g(b, ω) = Σₚ log(1 + exp(−yₚ (b + xₚ·ω))), or its mean over the P examples.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Labels −1 and +1, both present.
    reduction : {"mean", "sum"}
        Whether the terms are averaged, as the chapter prints, or added.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; NaN and infinities included.

    Notes
    -----
    Source: the cost of Examples 9.7 and 9.12 (introduced in section 6.4). Evaluated so that margins of any
    size neither overflow nor lose the small terms.

    Examples
    --------
    >>> cost = Softmax([[-1.0], [1.0]], [-1, 1], reduction="sum")
    >>> cost.value([0.0, 0.0]), cost.gradient([0.0, 0.0]), cost.value([0.0, 1000.0])
    (1.3862943611198906, array([ 0., -1.]), 0.0)
    """

    def _outputs(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        return as_labels(y, P)

    def value(self, w: ArrayLike) -> float | NDArray[np.float64]:
        """The cost at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            Bias first; several weight vectors at once along leading axes.

        Returns
        -------
        float, or NDArray of shape (...)
            In nats.

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> round(Softmax([[-1.0], [1.0]], [-1, 1]).value([0.0, 0.0]), 6)
        0.693147
        """
        margins = self.y * (self._weights(w) @ self.X.T)
        total = self.factor * softplus(-margins).sum(axis=-1)
        return float(total) if np.ndim(total) == 0 else total

    def gradient(self, w: ArrayLike) -> NDArray[np.float64]:
        """The gradient −Σₚ σ(−marginₚ) yₚ (1, xₚ) at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            Bias first.

        Returns
        -------
        NDArray, shape of `w`, float64

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> Softmax([[-1.0], [1.0]], [-1, 1]).gradient([0.0, 0.0])
        array([ 0. , -0.5])
        """
        margins = self.y * (self._weights(w) @ self.X.T)
        return self.factor * ((-sigmoid(-margins) * self.y) @ self.X)

    def hessian(self, w: ArrayLike) -> NDArray[np.float64]:
        """The Hessian Σₚ σ(marginₚ) σ(−marginₚ) (1, xₚ)(1, xₚ)ᵀ at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,)
            Bias first.

        Returns
        -------
        NDArray, shape (N + 1, N + 1), float64

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> Softmax([[-1.0], [1.0]], [-1, 1]).hessian([0.0, 0.0])
        array([[0.25, 0.  ],
               [0.  , 0.25]])
        """
        weights = self._weights(w)
        if weights.ndim != 1:
            raise ValueError(f"w has shape {weights.shape}; wanted ({self.X.shape[1]},): one weight vector")
        margins = self.y * (self.X @ weights)
        curvature = sigmoid(margins) * sigmoid(-margins)
        return self.factor * (self.X.T @ (curvature[:, None] * self.X))
