"""The multi-class softmax cost, with a weight vector for each class (Example 9.3 and Exercise 9.7)."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import as_one_per_example, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array, Indices
from .abstract_cost import Classification
from .cost_names import Reduction


def as_classes(y: ArrayLike, P: int, n_classes: int | None = None) -> tuple[Indices, int]:
    """Check labels 0 … C − 1, and count the classes."""
    array = as_one_per_example(y, P, "y")
    C = None if n_classes is None else as_count(n_classes, "n_classes", 2)
    if C is not None:
        check_size("n_classes", C, (P, C))
    limit = np.inf if C is None else C
    wrong = np.flatnonzero((array < 0) | (array != np.floor(array)) | (array >= limit))
    if wrong.size:
        row = int(wrong[0])
        hint = ". Convert with (y + 1) / 2." if np.isin(array, (-1, 1)).all() else ""
        upper = "" if C is None else f" to n_classes - 1 = {C - 1}"
        raise ValueError(f"y must contain integers from 0{upper}; found {array[row]:g} in row {row}{hint}")
    if C is not None:
        return array.astype(np.intp), C
    present = np.unique(array)
    if len(present) == 1:
        raise ValueError(f"y must contain labels 0 to C - 1; found one class only ({present[0]:g} in all {P} rows)")
    if len(present) <= present[-1]:
        missing = int(np.flatnonzero(present != np.arange(len(present)))[0])
        expected = f"y must contain all labels from 0 to {present[-1]:g}; {missing} is missing"
        raise ValueError(f"{expected}. Pass n_classes if classes may be missing.")
    return array.astype(np.intp), len(present)


class MulticlassSoftmax(Classification):
    """Multi-class softmax cost g(W) = Σₚ [log Σ_c exp(o_pc) − o_{p,yₚ}] with outputs o_pc = b_c + xₚ·ω_c, or its mean.

    The weights are a matrix W with one column (b_c, ω_c) for each of C classes. With p_pc = exp(o_pc) / Σ_d exp(o_pd), the
    gradient in column c is Σₚ (p_pc − [yₚ = c]) (1, xₚ). Adding one vector to all columns does not change the cost, so the
    Hessian is singular everywhere, and `newton` needs its `epsilon`.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Labels 0 … C − 1, each present unless `n_classes` is given.
    reduction : {"mean", "sum"}
        Whether to average the terms, as the chapter does, or to add them.
    n_classes : int, optional
        The number C of classes, for examples in which a class may be missing, such as held-out data.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or holds a NaN or an infinite value.

    Notes
    -----
    Source: the cost of Example 9.3 and Exercise 9.7 (introduced in section 7.3). With two classes it is the two-class
    softmax cost at the difference of the two columns.

    Examples
    --------
    >>> cost = MulticlassSoftmax([[-1.0], [0.0], [1.0]], [0, 1, 2], reduction="sum")
    >>> W = np.array([[0.0, 1.0, 0.0], [-2.0, 0.0, 2.0]])
    >>> round(cost.value(np.zeros((2, 3))), 6), cost.misclassifications(W)  # 3 log 3 at zero weights
    (3.295837, 0)
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean", n_classes: int | None = None) -> None:
        super().__init__(X, reduction)
        labels, self.n_classes = as_classes(y, self.n_examples, n_classes=n_classes)
        self.y = frozen(labels)
        self.weights_shape = (self.X.shape[1], self.n_classes)

    def subset(self, rows: Indices) -> Self:
        """Return the same cost over some of the examples."""
        part = super().subset(rows)
        part.n_classes = self.n_classes
        return part

    def _rivals(self, w: Array) -> tuple[Array, Array, Array]:
        """Return how far the outputs of the other classes exceed that of the true class, without overflow."""
        leads = self.X @ w
        rows = np.arange(self.n_examples)
        leads -= leads[..., rows, self.y][..., None]
        leads[..., rows, self.y] = -np.inf
        r = leads.max(axis=-1)
        leads -= np.maximum(r, 0)[..., None]
        powers = np.exp(leads, out=leads)
        return r, powers, powers.sum(axis=-1)

    def _margins(self, w: Array) -> Array:
        return -self._rivals(w)[0]

    def _losses(self, r: Array, total: Array) -> Array:
        # The true class adds exp(−m) to the sum. It is 1 where that class wins: log1p keeps the digits of the small rest.
        m = np.maximum(r, 0)
        return m + np.log1p(total + np.expm1(-m))

    def _slopes(self, r: Array, powers: Array, total: Array) -> Array:
        slopes = np.divide(powers, (total + np.exp(-np.maximum(r, 0)))[..., None], out=powers)
        slopes[..., np.arange(self.n_examples), self.y] = -slopes.sum(axis=-1)
        return slopes

    def _value(self, w: Array) -> Array:
        def each(some: Array) -> Array:
            r, _, total = self._rivals(some)
            return self.factor * self._losses(r, total).sum(axis=-1)

        return self._in_blocks(each, w)

    def _gradient(self, w: Array) -> Array:
        slopes = self._slopes(*self._rivals(w))
        return self.factor * np.swapaxes(np.swapaxes(slopes, -1, -2) @ self.X, -1, -2)

    def _evaluate(self, w: Array) -> tuple[float, Array, int]:
        r, powers, total = self._rivals(w)
        value, wrong = self.factor * float(self._losses(r, total).sum()), int(np.count_nonzero(r >= 0))
        return value, self.factor * (self._slopes(r, powers, total).T @ self.X).T, wrong

    def _hessian(self, w: Array) -> Array:
        N1, C, X = self.X.shape[1], self.n_classes, self.X
        r, powers, total = self._rivals(w)
        true = np.exp(-np.maximum(r, 0))
        powers[np.arange(self.n_examples), self.y] = true
        p = powers / (total + true)[:, None]
        blocks = np.empty((N1, C, N1, C))
        for c in range(C):
            # Off the diagonal −p_c p_d; on it p_c (1 − p_c), with 1 − p_c as the sum of the others, to avoid cancellation.
            blocks[:, c, :, c] = X.T @ ((self.factor * p[:, c] * np.delete(p, c, axis=1).sum(axis=1))[:, None] * X)
            for d in range(c):
                blocks[:, c, :, d] = blocks[:, d, :, c] = X.T @ ((-self.factor * p[:, c] * p[:, d])[:, None] * X)
        return blocks.reshape(N1 * C, N1 * C)
