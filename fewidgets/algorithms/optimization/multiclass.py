"""The multi-class softmax cost: a vector of weights for each class (Examples 9.3 and Exercise 9.7)."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_one_per_example
from .._numerics.memory import check_size
from .costs import Classification, Reduction


def as_classes(y: ArrayLike, P: int, name: str = "y", n_classes: int | None = None) -> tuple[NDArray[np.intp], int]:
    """Check the labels of a classification into several classes, and count the classes.

    Parameters
    ----------
    y : array-like, shape (P,)
        Whole numbers 0 … C − 1.
    P : int
        Number of examples.
    name : str
        What the caller calls this argument.
    n_classes : int, optional
        The number C of classes, at least 2. Where not given it is the largest label plus one, and no label in
        between may be missing.

    Returns
    -------
    labels : NDArray, shape (P,), int
    n_classes : int

    Raises
    ------
    TypeError
        If entries are not real numbers, or `n_classes` is no whole number.
    ValueError
        If the shape is not (P,), a label is no whole number from 0 to C − 1, only one class is present, or a class
        is missing though `n_classes` does not say that it may be.

    Examples
    --------
    >>> as_classes([2, 0, 1], 3)
    (array([2, 0, 1]), 3)
    >>> as_classes([-1, 1, 1], 3)
    Traceback (most recent call last):
    ...
    ValueError: y holds the label -1 in row 0; wanted whole numbers from 0 (from -1 and +1: (y + 1) / 2)
    """
    array = as_one_per_example(y, P, name)
    C = None if n_classes is None else as_count(n_classes, "n_classes", 2)
    if C is not None:
        check_size("n_classes", C, (P, C))
    limit = np.inf if C is None else C
    wrong = np.flatnonzero((array < 0) | (array != np.floor(array)) | (array >= limit))
    if wrong.size:
        row = int(wrong[0])
        hint = " (from -1 and +1: (y + 1) / 2)" if np.isin(array, (-1, 1)).all() else ""
        upper = "" if C is None else f" to {C - 1}, as n_classes says"
        raise ValueError(f"{name} holds the label {array[row]:g} in row {row}; wanted whole numbers from 0{upper}{hint}")
    if C is not None:
        return array.astype(np.intp), C
    present = np.unique(array)
    if len(present) == 1:
        raise ValueError(f"{name} holds one class only ({present[0]:g} in all {P} rows); wanted labels 0 to C - 1")
    if len(present) <= present[-1]:
        missing = int(np.flatnonzero(present != np.arange(len(present)))[0])
        raise ValueError(
            f"{name} has labels up to {present[-1]:g} but lacks {missing}; wanted all of 0 to C - 1, or n_classes given"
        )
    return array.astype(np.intp), len(present)


class MulticlassSoftmax(Classification):
    """Multi-class softmax cost g(W) = Σₚ [log Σ_c exp(o_pc) − o_{p,yₚ}] with outputs o_pc = b_c + xₚ·ω_c, or its mean.

    The weights are a matrix W, one column (b_c, ω_c) for each of C classes. With p_pc = exp(o_pc) / Σ_d exp(o_pd), the
    gradient in column c is Σₚ (p_pc − [yₚ = c]) (1, xₚ); the Hessian's block of columns c and d is
    Σₚ p_pc ([c = d] − p_pd) (1, xₚ)(1, xₚ)ᵀ. Adding one vector to all columns changes nothing, so that the Hessian is
    singular everywhere, and minimizers are never unique: `newton` needs its `epsilon`.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Labels 0 … C − 1, each present unless `n_classes` is given.
    reduction : {"mean", "sum"}
        Whether the terms are averaged, as the chapter does, or added.
    n_classes : int, optional
        The number C of classes, at least 2: for examples, such as those held back for a test, in which a class may be
        missing. Where not given, the largest label plus one.

    Attributes
    ----------
    n_classes : int
        The number C of classes.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; NaN and infinities included.

    Notes
    -----
    Source: the cost of Example 9.3 and Exercise 9.7 (introduced in section 7.3). With two classes it is the two-class
    softmax cost at the difference of the two columns. Evaluated so that margins of any size neither overflow nor lose
    the small terms. The Hessian has ((N + 1) C)² entries: half a gigabyte for MNIST's pixels.

    Examples
    --------
    >>> cost = MulticlassSoftmax([[-1.0], [0.0], [1.0]], [0, 1, 2], reduction="sum")
    >>> W = np.array([[0.0, 1.0, 0.0], [-2.0, 0.0, 2.0]])
    >>> round(cost.value(np.zeros((2, 3))), 6), cost.misclassifications(W)  # 3 log 3 at zero weights
    (3.295837, 0)
    >>> cost.gradient(np.zeros((2, 3)))
    array([[ 0.,  0.,  0.],
           [ 1.,  0., -1.]])
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, *, reduction: Reduction = "mean", n_classes: int | None = None) -> None:
        self.n_classes = n_classes
        super().__init__(X, y, reduction=reduction)
        self.weights_shape = (self.X.shape[1], self.n_classes)

    def _targets(self, y: ArrayLike, P: int) -> NDArray[np.intp]:
        labels, self.n_classes = as_classes(y, P, n_classes=self.n_classes)
        return labels

    def _subset(self, rows: NDArray[np.intp] | slice) -> Self:
        part = super()._subset(rows)
        part.n_classes = self.n_classes
        return part

    def _rivals(self, w: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """How far the other classes' outputs exceed the true one's, as powers of e that cannot overflow.

        With the leads t_pc = o_pc − o_{p,yₚ} of the other classes c, gives their largest r_p, which is minus the margin,
        and, with m_p = max(r_p, 0), exp(t_pc − m_p), 0 for the true class, and the sum of these over c.
        """
        leads = self.X @ w
        rows = np.arange(self.n_examples)
        leads -= leads[..., rows, self.y][..., None]
        leads[..., rows, self.y] = -np.inf
        r = leads.max(axis=-1)
        leads -= np.maximum(r, 0)[..., None]
        powers = np.exp(leads, out=leads)
        return r, powers, powers.sum(axis=-1)

    def _margins(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        return -self._rivals(w)[0]

    def _losses(self, r: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
        # The true class adds exp(−m) to the sum, 1 where it wins: log1p keeps what little the others add then.
        m = np.maximum(r, 0)
        return m + np.log1p(total + np.expm1(-m))

    def _slopes(self, r: NDArray[np.float64], powers: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
        slopes = np.divide(powers, (total + np.exp(-np.maximum(r, 0)))[..., None], out=powers)
        slopes[..., np.arange(self.n_examples), self.y] = -slopes.sum(axis=-1)
        return slopes

    def _value(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        def each(some: NDArray[np.float64]) -> NDArray[np.float64]:
            r, _, total = self._rivals(some)
            return self.factor * self._losses(r, total).sum(axis=-1)

        return self._blocks(each, w)

    def _gradient(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        slopes = self._slopes(*self._rivals(w))
        return self.factor * np.swapaxes(np.swapaxes(slopes, -1, -2) @ self.X, -1, -2)

    def _terms(self, w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64], int]:
        r, powers, total = self._rivals(w)
        loss, wrong = float(self._losses(r, total).sum()), int(np.count_nonzero(r >= 0))
        return loss, (self._slopes(r, powers, total).T @ self.X).T, wrong

    def _hessian(self, w: NDArray[np.float64]) -> NDArray[np.float64]:
        (N1, C), X = self.weights_shape, self.X
        r, powers, total = self._rivals(w)
        true = np.exp(-np.maximum(r, 0))
        powers[np.arange(self.n_examples), self.y] = true
        p = powers / (total + true)[:, None]
        blocks = np.empty((N1, C, N1, C))
        for c in range(C):
            # Off the diagonal −p_c p_d; on it p_c (1 − p_c), summed from the others so that nothing cancels.
            blocks[:, c, :, c] = X.T @ ((self.factor * p[:, c] * np.delete(p, c, axis=1).sum(axis=1))[:, None] * X)
            for d in range(c):
                blocks[:, c, :, d] = blocks[:, d, :, c] = X.T @ ((-self.factor * p[:, c] * p[:, d])[:, None] * X)
        return blocks.reshape(N1 * C, N1 * C)
