"""Least squares and two-class softmax: the costs that a model with one output minimizes (sections 9.3, 9.6, 9.7).

The weights are one vector w = (b, ω₁, …, ω_N): the bias first. A model's output is b + x·ω. Either cost adds one
loss an example, a function of the output there; the chain rule makes the cost's gradient of the loss's slope.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_features, as_labels, as_numeric_array, as_outputs, check_finite, frozen
from .._numerics.spread import check_magnitude

CostName = Literal["least_squares", "softmax"]
Reduction = Literal["mean", "sum"]
COSTS: tuple[CostName, ...] = ("least_squares", "softmax")
REDUCTIONS: tuple[Reduction, ...] = ("mean", "sum")

# Outputs for many weights are formed this many at a time, and entries of X are gone through this many at a time: they
# stay in the processor's cache, and memory bounded.
BLOCK = 2**15
ROWS_BLOCK = 2**16


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


def softplus_and_slope(t: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The function log(1 + eᵗ) and its slope σ(t), from one exponential.

    Parameters
    ----------
    t : NDArray, any shape, float64

    Returns
    -------
    softplus, sigmoid : NDArray, shape of `t`, float64

    Examples
    --------
    >>> softplus_and_slope(np.array([-1000.0, 1000.0]))
    (array([   0., 1000.]), array([0., 1.]))
    """
    u = np.exp(-np.abs(t))
    return np.maximum(t, 0) + np.log1p(u), np.where(t < 0, u, 1.0) / (1.0 + u)


class Cost:
    """What all costs share: checked data with a leading column of ones, and the checks of weights.

    A cost of one's own, to be handed to `gradient_descent` or `newton`, need not derive from it: an object with the
    methods value(w), gradient(w) and, for `newton`, hessian(w) serves.

    Attributes
    ----------
    X : NDArray, shape (P, N + 1), float64
        The examples with a leading column of ones.
    y : NDArray, shape (P,)
        Outputs or labels.
    reduction : {"mean", "sum"}
        How the cost adds over examples.
    factor : float
        1 / P for the mean, 1 for the sum.
    weights_shape : tuple of int
        Shape of the weights that the cost is a function of.

    Examples
    --------
    >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).weights_shape
    (2,)
    """

    X: NDArray[np.float64]
    y: NDArray[np.float64]
    reduction: str
    factor: float
    weights_shape: tuple[int, ...]

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean") -> None:
        features = as_features(X, allow_constant=True)
        check_magnitude(features)
        self.reduction = as_choice(reduction, "reduction", REDUCTIONS)
        # Copies, read-only: a cost must not change when the caller changes X or y later.
        self.y = frozen(self._targets(y, len(features)).copy())
        self.X = frozen(np.column_stack([np.ones(len(features)), features]))
        self.factor = 1.0 / len(features) if reduction == "mean" else 1.0
        self.weights_shape = self.X.shape[1:]

    @property
    def n_examples(self) -> int:
        """Number of examples P.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).n_examples
        2
        """
        return len(self.y)

    def subset(self, rows: ArrayLike) -> Self:
        """The same cost over some of the examples: what a step of mini-batch gradient descent goes by.

        Parameters
        ----------
        rows : array-like, shape (B,), int
            Which examples, numbered from 0, at least one; repeats count as often as they are named.

        Returns
        -------
        LeastSquares, Softmax or MulticlassSoftmax
            With the same reduction: a mean is one over the B examples.

        Raises
        ------
        TypeError, ValueError
            If `rows` is no list of whole numbers from 0 to P − 1.

        Examples
        --------
        >>> cost = LeastSquares([[0.0], [1.0], [2.0]], [1.0, 3.0, 6.0])
        >>> cost.subset([0, 2]).value([0.0, 0.0])
        18.5
        """
        index = np.asarray(rows)
        if index.size and index.dtype.kind not in "iu":
            raise TypeError(f"rows holds {index.dtype}; wanted whole numbers: the examples' rows")
        if index.ndim != 1 or index.size == 0:
            raise ValueError(f"rows has shape {index.shape}; wanted (B,), at least one row")
        outside = (index < 0) | (index >= self.n_examples)
        if outside.any():
            raise ValueError(f"rows holds {index[outside][0]}; wanted 0 to {self.n_examples - 1}")
        return self._subset(index)

    def value(self, w: ArrayLike) -> float | NDArray[np.float64]:
        """The cost at weights `w`, or at several at once, such as those of a grid for a contour plot.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            Bias first; several weight vectors along leading axes. Multi-class: (N + 1, C) or (..., N + 1, C).

        Returns
        -------
        float, or NDArray of shape (...)
            Least squares: in squared units of y. Softmax: in nats.

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).value([[0.0, 0.0], [1.0, 2.0]])
        array([5., 0.])
        >>> round(Softmax([[-1.0], [1.0]], [-1, 1]).value([0.0, 0.0]), 6)
        0.693147
        """
        total = self._value(self._weights(w))
        return float(total) if np.ndim(total) == 0 else total

    def gradient(self, w: ArrayLike) -> NDArray[np.float64]:
        """The gradient at weights `w`, or at several at once.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            As for `value`.

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
        >>> Softmax([[-1.0], [1.0]], [-1, 1]).gradient([0.0, 0.0])
        array([ 0. , -0.5])
        """
        return self._gradient(self._weights(w))

    def hessian(self, w: ArrayLike) -> NDArray[np.float64]:
        """The Hessian at weights `w`.

        Parameters
        ----------
        w : array-like, shape (N + 1,)
            Bias first. Multi-class: (N + 1, C).

        Returns
        -------
        NDArray, shape (n, n), float64
            n = N + 1; multi-class: n = (N + 1) C, in the order of w.ravel().

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> LeastSquares([[0.0], [1.0]], [1.0, 3.0]).hessian([0.0, 0.0])
        array([[2., 1.],
               [1., 1.]])
        >>> Softmax([[-1.0], [1.0]], [-1, 1]).hessian([0.0, 0.0]).diagonal()
        array([0.25, 0.25])
        """
        return self._hessian(self._weights(w, single=True))

    def _weights(self, w: ArrayLike, name: str = "w", *, single: bool = False) -> NDArray[np.float64]:
        shape = self.weights_shape
        weights = as_numeric_array(w, name)
        if weights.shape[-len(shape) :] != shape or weights.size == 0:
            wanted = ", ".join(map(str, shape))
            raise ValueError(f"{name} has shape {weights.shape}; wanted (..., {wanted}): bias first, then weights")
        if single and weights.shape != shape:
            raise ValueError(f"{name} has shape {weights.shape}; wanted {shape}: one set of weights")
        check_finite(weights.reshape(-1), name)
        return weights

    def _subset(self, rows: NDArray[np.intp] | slice) -> Self:
        part = object.__new__(type(self))
        part.X, part.y, part.reduction, part.weights_shape = self.X[rows], self.y[rows], self.reduction, self.weights_shape
        part.factor = 1.0 / len(part.y) if self.reduction == "mean" else 1.0
        return part

    def _blocks(
        self, each: Callable[[NDArray[np.float64]], NDArray[np.float64]], w: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Evaluate the leading axes of `w` some at a time, where all at once would not stay in the cache."""
        shape = self.weights_shape
        outputs = self.n_examples * (shape[1] if len(shape) == 2 else 1)
        size = max(BLOCK // outputs, 1)
        if w.size <= size * np.prod(shape):
            return each(w)
        rows = w.reshape(-1, *shape)
        result = np.concatenate([each(rows[first : first + size]) for first in range(0, len(rows), size)])
        return result.reshape(*w.shape[: w.ndim - len(shape)], *result.shape[1:])

    @cached_property
    def _parts(self) -> list[Self]:
        """The examples some at a time, so that a second look at them finds them in the processor's cache."""
        size = max(ROWS_BLOCK // self.X.shape[1], 1)
        if self.n_examples <= size:
            return [self]
        return [self._subset(slice(first, first + size)) for first in range(0, self.n_examples, size)]

    def _evaluate(self, w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], int | None]:
        """Value, gradient and, of a classification, misclassifications at one set of weights, in one pass."""
        value, gradient, wrong = self._parts[0]._terms(w)
        for part in self._parts[1:]:
            more, slope, count = part._terms(w)
            value, gradient, wrong = value + more, gradient + slope, None if wrong is None else wrong + count
        return self.factor * value, self.factor * gradient, wrong

    # What each cost says of itself; the weights are checked.

    def _targets(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        raise NotImplementedError

    def _value(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError

    def _gradient(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError

    def _terms(self, w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], int | None]:
        """What `_evaluate` gives, for the sum whatever the reduction."""
        raise NotImplementedError

    def _hessian(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError


class Classification(Cost):
    """A cost of labelled examples: it counts misclassifications too.

    Examples
    --------
    >>> isinstance(Softmax([[0.0], [1.0]], [-1, 1]), Classification)
    True
    """

    def misclassifications(self, w: ArrayLike) -> int | NDArray[np.intp]:
        """How many examples the model with weights `w` puts on the wrong side.

        An example on the boundary counts as misclassified, so that zero weights misclassify all.

        Parameters
        ----------
        w : array-like, shape (N + 1,) or (..., N + 1)
            As for `value`.

        Returns
        -------
        int, or NDArray of shape (...)

        Raises
        ------
        TypeError, ValueError
            If `w` is no finite array of that shape.

        Examples
        --------
        >>> Softmax([[-1.0], [1.0], [2.0]], [-1, 1, -1]).misclassifications([[0.0, 1.0], [0.0, 0.0]])
        array([1, 3])
        """
        count = self._misclassified(self._weights(w))
        return int(count) if np.ndim(count) == 0 else count

    def _misclassified(self, w: NDArray[np.float64]) -> NDArray[np.intp]:
        return self._blocks(lambda some: np.count_nonzero(self._margins(some) <= 0, axis=-1), w)

    def _separates(self, w: NDArray[np.float64]) -> bool:
        """Whether all margins are above zero, by more than rounding can have made them: a proof."""
        largest = np.abs(self.X) @ np.abs(w)
        if largest.ndim == 2:
            largest = 2 * largest.max(axis=1)
        return bool((self._margins(w) > (self.X.shape[1] + 2) * np.finfo(float).eps * largest).all())

    def _margins(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        """By how much each example's true class wins, shape (..., P)."""
        raise NotImplementedError


class _OneOutput(Cost):
    """A cost Σₚ loss(outputₚ), whose gradient is Σₚ loss′(outputₚ) (1, xₚ)."""

    def _value(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        return self._blocks(lambda some: self.factor * self._losses(some @ self.X.T).sum(axis=-1), w)

    def _gradient(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.factor * (self._slopes(w @ self.X.T) @ self.X)

    def _losses(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError

    def _slopes(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        raise NotImplementedError


class LeastSquares(_OneOutput):
    """Least squares cost g(b, ω) = Σₚ (b + xₚ·ω − yₚ)², or its mean over the P examples.

    Its gradient is 2 Σₚ (b + xₚ·ω − yₚ) (1, xₚ), its Hessian 2 Σₚ (1, xₚ)(1, xₚ)ᵀ at all weights.

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
    Plain form: `fewidgets.algorithms.plain.least_squares`.

    Source: section 9.6.1, equations (9.9) and (9.14). There is no factor ½.

    Examples
    --------
    >>> cost = LeastSquares([[0.0], [1.0], [2.0]], [1.0, 3.0, 6.0], reduction="sum")
    >>> cost.value([1.0, 2.0]), cost.gradient([1.0, 2.0])
    (1.0, array([-2., -4.]))
    """

    def hessian(self, w: ArrayLike | None = None) -> NDArray[np.float64]:
        """The Hessian, the same at all weights.

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
        return super().hessian(np.zeros(self.weights_shape) if w is None else w)

    def _targets(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        return as_outputs(y, P)

    def _losses(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return (outputs - self.y) ** 2

    def _slopes(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return 2 * (outputs - self.y)

    def _terms(self, w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], None]:
        residuals = self.X @ w - self.y
        return float(residuals @ residuals), 2 * (residuals @ self.X), None

    def _value(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        if w.size <= self.X.size:
            return super()._value(w)
        # More weight vectors than examples, as on a grid: with X = QR, ‖Xw − y‖² = ‖Rw − Qᵀy‖² + ‖y − QQᵀy‖².
        R, turned, rest = self._triangle
        return self.factor * (((w @ R.T - turned) ** 2).sum(axis=-1) + rest)

    def _hessian(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        return 2 * self.factor * (self.X.T @ self.X)

    @cached_property
    def _triangle(self) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        Q, R = np.linalg.qr(self.X)
        turned = self.y @ Q
        return R, turned, float(((self.y - Q @ turned) ** 2).sum())


class Softmax(_OneOutput, Classification):
    """Two-class softmax cost g(b, ω) = Σₚ log(1 + exp(−yₚ (b + xₚ·ω))), or its mean over the P examples.

    With the margins mₚ = yₚ (b + xₚ·ω) and the sigmoid σ, its gradient is −Σₚ σ(−mₚ) yₚ (1, xₚ), its Hessian
    Σₚ σ(mₚ) σ(−mₚ) (1, xₚ)(1, xₚ)ᵀ.

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
    Plain form: `fewidgets.algorithms.plain.softmax`.

    Source: the cost of Examples 9.2, 9.5, 9.7 and 9.12 (introduced in section 6.4). Evaluated so that margins of
    any size neither overflow nor lose the small terms.

    Examples
    --------
    >>> cost = Softmax([[-1.0], [1.0]], [-1, 1], reduction="sum")
    >>> cost.value([0.0, 0.0]), cost.gradient([0.0, 0.0]), cost.value([0.0, 1000.0])
    (1.3862943611198906, array([ 0., -1.]), 0.0)
    """

    def _targets(self, y: ArrayLike, P: int) -> NDArray[np.float64]:
        return as_labels(y, P)

    def _margins(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.y * (w @ self.X.T)

    def _losses(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return softplus(-self.y * outputs)

    def _slopes(self, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
        return -self.y * sigmoid(-self.y * outputs)

    def _terms(self, w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], int]:
        margins = self.y * (self.X @ w)
        losses, shares = softplus_and_slope(-margins)
        return float(losses.sum()), -(self.y * shares) @ self.X, int(np.count_nonzero(margins <= 0))

    def _hessian(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        u = np.exp(-np.abs(self.X @ w))
        # σ(m) σ(−m) = u / (1 + u)²; and XᵀCX as (√C X)ᵀ(√C X): a product with itself takes half the multiplications.
        root = (np.sqrt(self.factor * u) / (1 + u))[:, None] * self.X
        return root.T @ root
