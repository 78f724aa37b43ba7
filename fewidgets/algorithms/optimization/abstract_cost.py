from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_features, as_numeric_array, check_finite, check_magnitude, frozen
from .._numerics.tolerances import EPSILON
from .._numerics.types import AnyArray, Array, Indices
from .cost_names import Reduction, factor_of

# Model outputs computed at once for many weight vectors, as on a grid: 256 kB, which stay in the processor's cache.
GRID_BLOCK = 2**15


class Cost:
    """The base class of all costs: it checks arguments, and subclasses do the arithmetic.

    Attributes
    ----------
    X : NDArray, shape (P, N + 1), float64
        The examples with a leading column of ones.
    y : NDArray, shape (P,)
        Outputs or labels.
    reduction : {"mean", "sum"}
        How the cost adds over the examples.
    factor : float
        1 / P for the mean, 1 for the sum.
    weights_shape : tuple of int
        Shape of the weights.
    """

    X: Array
    y: AnyArray
    reduction: Reduction
    factor: float
    weights_shape: tuple[int, ...]
    _order = "the bias first"

    def __init__(self, X: ArrayLike, reduction: Reduction) -> None:
        features = as_features(X, allow_constant=True)
        check_magnitude(features)
        P = len(features)
        self.reduction, self.factor = reduction, factor_of(reduction, P)
        # A read-only copy: the cost must not change when the caller changes X later.
        self.X = frozen(np.column_stack([np.ones(P), features]))
        self.weights_shape = self.X.shape[1:]

    @property
    def n_examples(self) -> int:
        """Number of examples P."""
        return len(self.X)

    def subset(self, rows: Indices) -> Self:
        """Return the same cost over some of the examples, as a step of mini-batch gradient descent needs it."""
        part = object.__new__(type(self))
        part.X, part.y, part.reduction, part.weights_shape = self.X[rows], self.y[rows], self.reduction, self.weights_shape
        part.factor = factor_of(self.reduction, len(part.y))
        return part

    def value(self, w: ArrayLike) -> float | Array:
        """Return the cost at weights `w`, or at several at once, such as the points of a grid for a contour plot."""
        total = self._value(self._weights(w))
        return float(total) if np.ndim(total) == 0 else total

    def gradient(self, w: ArrayLike) -> Array:
        """Return the gradient at weights `w`, or at several at once."""
        return self._gradient(self._weights(w))

    def hessian(self, w: ArrayLike) -> Array:
        """Return the Hessian at weights `w`."""
        return self._hessian(self._weights(w, single=True))

    def _weights(self, w: ArrayLike, name: str = "w", *, single: bool = False) -> Array:
        shape = self.weights_shape
        weights = as_numeric_array(w, name)
        if weights.shape[-len(shape) :] != shape or weights.size == 0:
            last = ", ".join(map(str, shape))
            raise ValueError(f"{name} must have shape (..., {last}), {self._order}; got shape {weights.shape}")
        if single and weights.shape != shape:
            raise ValueError(f"{name} must have shape {shape}, one set of weights; got shape {weights.shape}")
        check_finite(weights.reshape(-1), name)
        return weights

    def _in_blocks(self, each: Callable[[Array], AnyArray], w: Array) -> AnyArray:
        """Evaluate some weight vectors at a time, so that their outputs stay in the processor's cache."""
        shape = self.weights_shape
        outputs = self.n_examples * (shape[1] if len(shape) == 2 else 1)
        size = max(GRID_BLOCK // outputs, 1)
        if w.size <= size * np.prod(shape):
            return each(w)
        rows = w.reshape(-1, *shape)
        result = np.concatenate([each(rows[first : first + size]) for first in range(0, len(rows), size)])
        return result.reshape(*w.shape[: w.ndim - len(shape)], *result.shape[1:])

    # What each cost computes; the weights are already checked.

    def _value(self, w: Array) -> Array:
        raise NotImplementedError

    def _gradient(self, w: Array) -> Array:
        raise NotImplementedError

    def _evaluate(self, w: Array) -> tuple[float, Array, int | None]:
        """Return value, gradient and, for a classification, misclassifications at one set of weights."""
        raise NotImplementedError

    def _hessian(self, w: Array) -> Array:
        raise NotImplementedError


class Classification(Cost):
    """A cost of labelled examples, which also counts misclassifications."""

    def misclassifications(self, w: ArrayLike) -> int | Indices:
        """Count the examples that the model with weights `w` puts on the wrong side."""
        count = self._in_blocks(lambda some: np.count_nonzero(self._margins(some) <= 0, axis=-1), self._weights(w))
        return int(count) if np.ndim(count) == 0 else count

    def _separates(self, w: Array) -> bool:
        """Return whether all margins are above zero by more than rounding can explain, which proves separability."""
        largest = np.abs(self.X) @ np.abs(w)
        if largest.ndim == 2:
            largest = 2 * largest.max(axis=1)
        return bool((self._margins(w) > (self.X.shape[1] + 2) * EPSILON * largest).all())

    def _margins(self, w: Array) -> Array:
        """Return the margin of each example, shape (..., P): how far the output of its class exceeds the others."""
        raise NotImplementedError
