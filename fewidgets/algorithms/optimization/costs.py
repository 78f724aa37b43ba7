"""Least squares and two-class softmax: the costs of models with one output (sections 9.3, 9.6 and 9.7)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_labels, as_outputs, frozen
from .._numerics.types import Array
from .abstract_cost import Classification, Cost
from .cost_names import Reduction
from .logistic import sigmoid, softplus


class _OneOutput(Cost):
    """A cost Σₚ loss(outputₚ), whose gradient is Σₚ loss′(outputₚ) (1, xₚ)."""

    def _value(self, w: Array) -> Array:
        return self._in_blocks(lambda some: self.factor * self._losses(some @ self.X.T).sum(axis=-1), w)

    def _gradient(self, w: Array) -> Array:
        return self.factor * (self._slopes(w @ self.X.T) @ self.X)

    def _evaluate(self, w: Array) -> tuple[float, Array, int | None]:
        outputs = self.X @ w
        value = self.factor * float(self._losses(outputs).sum())
        return value, self.factor * (self._slopes(outputs) @ self.X), self._count_wrong(outputs)

    def _losses(self, outputs: Array) -> Array:
        raise NotImplementedError

    def _slopes(self, outputs: Array) -> Array:
        raise NotImplementedError

    def _count_wrong(self, outputs: Array) -> int | None:
        return None


class LeastSquares(_OneOutput):
    """Least squares cost g(b, ω) = Σₚ (b + xₚ·ω − yₚ)², or its mean over the P examples.

    Its gradient is 2 Σₚ (b + xₚ·ω − yₚ) (1, xₚ). Its Hessian is 2 Σₚ (1, xₚ)(1, xₚ)ᵀ for all weights.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs.
    reduction : {"mean", "sum"}
        Whether to average the squares, as the chapter does, or to add them.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or holds a NaN or an infinite value.

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

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean") -> None:
        super().__init__(X, reduction)
        self.y = frozen(as_outputs(y, self.n_examples).copy())

    def hessian(self, w: ArrayLike | None = None) -> Array:
        """Return the Hessian, which is the same for all weights."""
        return super().hessian(np.zeros(self.weights_shape) if w is None else w)

    def _losses(self, outputs: Array) -> Array:
        return (outputs - self.y) ** 2

    def _slopes(self, outputs: Array) -> Array:
        return 2 * (outputs - self.y)

    def _hessian(self, w: Array) -> Array:
        return 2 * self.factor * (self.X.T @ self.X)


class Softmax(_OneOutput, Classification):
    """Two-class softmax cost g(b, ω) = Σₚ log(1 + exp(−yₚ (b + xₚ·ω))), or its mean over the P examples.

    The margin of an example is mₚ = yₚ (b + xₚ·ω), and σ(t) = 1 / (1 + e⁻ᵗ). The gradient is −Σₚ σ(−mₚ) yₚ (1, xₚ), and
    the Hessian is Σₚ σ(mₚ) σ(−mₚ) (1, xₚ)(1, xₚ)ᵀ.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Labels −1 and +1, both present.
    reduction : {"mean", "sum"}
        Whether to average the terms, as the chapter does, or to add them.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or holds a NaN or an infinite value.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.softmax`.

    Source: the cost of Examples 9.2, 9.5, 9.7 and 9.12 (introduced in section 6.4). Large margins of either sign cause
    neither an overflow nor a loss of accuracy.

    Examples
    --------
    >>> cost = Softmax([[-1.0], [1.0]], [-1, 1], reduction="sum")
    >>> cost.value([0.0, 0.0]), cost.gradient([0.0, 0.0]), cost.value([0.0, 1000.0])
    (1.3862943611198906, array([ 0., -1.]), 0.0)
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean") -> None:
        super().__init__(X, reduction)
        self.y = frozen(as_labels(y, self.n_examples).copy())

    def _losses(self, outputs: Array) -> Array:
        return softplus(-self.y * outputs)

    def _slopes(self, outputs: Array) -> Array:
        return -self.y * sigmoid(-self.y * outputs)

    def _hessian(self, w: Array) -> Array:
        outputs = self.X @ w
        # A matrix times its own transpose: the product is exactly symmetric, and only half of it has to be computed.
        root = np.sqrt(self.factor * sigmoid(outputs) * sigmoid(-outputs))[:, None] * self.X
        return root.T @ root

    def _margins(self, w: Array) -> Array:
        return self.y * (w @ self.X.T)

    def _count_wrong(self, outputs: Array) -> int:
        return int(np.count_nonzero(self.y * outputs <= 0))
