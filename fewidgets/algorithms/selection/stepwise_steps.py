"""Stepwise selection in progress, by training error or by held-out error: score every candidate, add or remove one feature."""

from __future__ import annotations

import numpy as np

from .._numerics.tolerances import ROUNDING
from .._numerics.types import Array, ArrayPair, Indices
from .fold_factors import FoldFactors
from .qr_factor import (
    EQUAL_LENGTHS,
    QRFactor,
    ResidualErrors,
    exact_residuals,
    inverse_factor,
    pivoted_bases,
    r_factor,
    rounding_errors,
    safe_share,
    squares_without_each,
    weights_on,
)


def take_steps(steps: ForwardSteps | BackwardSteps | ForwardFolds, M: int) -> tuple[Indices, Array]:
    """Score every candidate and take the best one, M times. Return the features taken, and the scores, NaN for the others."""
    order, tried = [], []
    for _ in range(M):
        tried.append(steps.try_each())
        order.append(steps.best_of(tried[-1]))
        steps.take(order[-1])
    candidates = np.array(tried)
    candidates[np.isinf(candidates)] = np.nan
    return np.array(order, dtype=np.intp), candidates


class ForwardSteps:
    """Forward selection by training error: the residuals of all features and of y beside the features added so far.

    A candidate with residual x gets the weight x·r / x·x, where r is the residual of y. Sums of squares are shares of y's.
    """

    def __init__(self, factor: QRFactor, M: int) -> None:
        self.factor = factor
        self.weights: list[Array] = []  # of the candidates, one array per step
        self._residuals = factor.columns.copy()
        self._errors = ResidualErrors(rounding_errors(factor), M)
        self._bounds = self._errors.bounds
        self._added: list[int] = []
        self._noisy = False  # whether features nearly depend on each other

    def try_each(self) -> Array:
        """Return the sum of squares with each candidate added, shape (N,); infinite for features added before."""
        X, r = self._residuals[:-1], self._residuals[-1]
        squares = np.einsum("nr,nr->n", X, X)
        squares[squares <= self.factor.negligible**2] = np.inf  # dependent: of weight 0
        squares[self._added] = np.inf
        weights = (X @ r) / squares
        after = r - weights[:, None] * X  # the residual keeps more digits than a difference of sums of squares
        tried = np.einsum("nr,nr->n", after, after)
        self._cost = float(r @ r)
        doubtful = self._bounds > self.factor.negligible
        doubtful[self._added] = False
        if doubtful.any():
            self._noisy = True
            tried[doubtful], weights[doubtful] = self._refitted(doubtful.nonzero()[0])
        tried[self._added] = np.inf
        self._squares = squares
        self.weights.append(weights)
        return tried

    def _refitted(self, candidates: Indices) -> ArrayPair:
        """Return the sum of squares with each candidate, and the candidate's weight, by QR with column pivoting."""
        added = np.tile(np.array(self._added, dtype=np.intp), (len(candidates), 1))
        bases, squares = pivoted_bases(self.factor, np.concatenate([added, candidates[:, None]], axis=1))
        return squares, weights_on(self.factor, bases)[np.arange(len(candidates)), candidates]

    def best_of(self, tried: Array) -> int:
        """Return the best candidate: of those that are equal up to rounding, the first."""
        return first_smallest(tried, self._cost)

    def take(self, n: int) -> None:
        """Add feature n: project it out of all residuals."""
        self._added.append(n)
        if self._noisy:
            self._residuals, self._bounds = exact_residuals(self.factor, np.array(self._added))
            return
        multiples = self._residuals @ (self._residuals[n] / self._squares[n])  # 0 for a dependent feature
        self._residuals -= multiples[:, None] * self._residuals[n]
        self._errors.take(n, multiples[:-1])
        self._bounds = self._errors.bounds


class BackwardSteps:
    """Backward elimination by training error: R⁻¹ of the features that remain.

    With the rows z of R⁻¹ and y's coordinates t, the weights are z·t. Without a feature, the sum of squares rises by
    (z·t)² / z·z.
    """

    def __init__(self, factor: QRFactor) -> None:
        self.factor = factor
        self._left = np.arange(factor.N)
        self._cost = 1.0
        self._tried = np.empty(factor.N)
        self._Z: Array | None = None  # R⁻¹, or None while features nearly depend on each other
        self._t = np.empty(0)

    def _invert(self) -> None:
        factor, n = self.factor, len(self._left)
        R = r_factor(factor.columns[[*self._left, factor.N]].T)
        if len(R) < n or not (np.abs(R.diagonal()[:n]) > factor.negligible[self._left]).all():
            return
        Z = inverse_factor(R[:n, :n])
        if np.einsum("nr,nr->n", Z, Z).max() <= safe_share(factor) ** -2:
            self._Z, self._t, self._cost = Z, R[:n, n], float((R[n:, n] ** 2).sum())

    def try_each(self) -> Array:
        """Return the sum of squares without each feature that remains, shape (N,); infinite for the others."""
        if self._Z is None:
            self._invert()
        tried = np.full(self.factor.N, np.inf)
        if self._Z is None:
            tried[self._left] = squares_without_each(self.factor, self._left)
        else:
            tried[self._left] = self._cost + (self._Z @ self._t) ** 2 / np.einsum("nr,nr->n", self._Z, self._Z)
        self._tried = tried
        return tried

    def best_of(self, tried: Array) -> int:
        """Return the candidate whose removal costs least: of those that are equal up to rounding, the first."""
        return first_smallest(tried)

    def take(self, n: int) -> None:
        """Remove feature n."""
        place = int(np.searchsorted(self._left, n))
        self._left = np.delete(self._left, place)
        if self._Z is None:
            return
        # Without the feature, weights move only across its row of R⁻¹.
        self._cost = float(self._tried[n])
        direction = self._Z[place] / np.linalg.norm(self._Z[place])
        Z = np.delete(self._Z, place, axis=0)
        self._Z = Z - np.outer(Z @ direction, direction)


class ForwardFolds:
    """Forward selection by held-out error: in each fold, the residuals of all features and of y beside the features added."""

    def __init__(self, folds: FoldFactors, M: int) -> None:
        self.folds = folds
        self._train, self._held_out = folds.train.copy(), folds.held_out.copy()
        self._errors = ResidualErrors(rounding_errors(folds.factor), M, (len(folds.train),))
        self._added: list[int] = []
        self._squares = np.empty(0)
        self.first_errors = _held_out_errors(folds, folds.held_out[:, -1])  # of the model without features

    def try_each(self) -> Array:
        """Return the held-out error of each candidate in each fold, shape (N, K); infinite for features added before."""
        X, r = self._train[:, :-1], self._train[:, -1]
        squares = np.einsum("knr,knr->kn", X, X)
        negligible = np.maximum(self.folds.factor.negligible, self._errors.bounds)
        squares[squares <= negligible**2] = np.inf  # dependent: of weight 0
        weights = np.einsum("knr,kr->kn", X, r) / squares
        after = self._held_out[:, -1:] - weights[:, :, None] * self._held_out[:, :-1]
        tried = _held_out_errors(self.folds, after)
        tried[self._added] = np.inf
        self._squares = squares
        return tried

    def best_of(self, tried: Array) -> int:
        """Return the best candidate over all folds: of those that are equal up to rounding, the first."""
        return first_smallest_error(tried.mean(axis=1))

    def take(self, n: int) -> None:
        """Add feature n: project it out of the training examples, and subtract the same multiples from the held-out ones."""
        multiples = np.einsum("knr,kr->kn", self._train, self._train[:, n]) / self._squares[:, n, None]
        self._train -= multiples[:, :, None] * self._train[:, None, n]
        self._held_out -= multiples[:, :, None] * self._held_out[:, None, n]
        self._errors.take(n, multiples[:, :-1])
        self._added.append(n)


def first_smallest(squares: Array, before: float = 0.0) -> int:
    """Return the place of the smallest sum of squares: of those that are equal up to rounding, the first."""
    smallest = float(squares[squares.argmin()])
    slack = 2 * EQUAL_LENGTHS * max(smallest, 0.0) ** 0.5 + EQUAL_LENGTHS**2 + ROUNDING * before
    return int((squares <= smallest + slack).argmax())


def first_smallest_error(errors: Array) -> int:
    """Return the place of the smallest held-out error: of those that are equal up to rounding, the first."""
    return int((errors <= errors.min() * (1 + EQUAL_LENGTHS)).argmax())


def _held_out_errors(folds: FoldFactors, residuals: Array) -> Array:
    """Return the error in each fold: residuals (K, s) -> (K,), or of several models (K, n, s) -> (n, K)."""
    return np.einsum("k...r,k...r->...k", residuals, residuals) * folds.units
