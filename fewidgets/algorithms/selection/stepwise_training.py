"""Stepwise selection by training error: score every candidate on the QR factor, add or remove one feature."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .._numerics.tolerances import ROUNDING
from .._numerics.types import Array, Indices
from .dependence import (
    ResidualErrors,
    exact_residuals,
    pivoted_bases,
    rounding_errors,
    safe_share,
    squares_without_each,
    weights_on,
)
from .nested_fits import NestedFits, fits_from_factor, fits_one_by_one
from .qr_factor import EQUAL_LENGTHS, QRFactor, Scales, inverse_factor, r_factor

# A difference that is smaller than this share of what it was subtracted from has lost more than three digits.
CANCELLATION = 1e-3


class TrainingSearch(NamedTuple):
    """A finished search by training error."""

    scales: Scales
    order: Indices
    candidates: Array
    weights: Array
    fits: NestedFits


class ForwardSteps:
    """Forward selection in progress: the residuals of all features and of y beside the features added so far."""

    def __init__(self, factor: QRFactor, M: int) -> None:
        self.factor = factor
        self.weights: list[Array] = []  # of the candidates, one array per step
        self._residuals = factor.columns.copy()
        self._errors = ResidualErrors(rounding_errors(factor), M)
        self._bounds = self._errors.bounds
        self._added: list[int] = []
        self._useful: list[bool] = []
        self._rows: list[Array] = []  # of the R factor along the order of the added features
        self._noisy = False  # whether features nearly depend on each other

    def try_each(self) -> Array:
        """Return the sum of squares with each candidate added, shape (N,); infinite for features added before."""
        X, r = self._residuals[:-1], self._residuals[-1]
        squares = np.einsum("nr,nr->n", X, X)
        squares[squares <= self.factor.negligible**2] = np.inf  # dependent: of weight 0
        squares[self._added] = np.inf
        products = self._residuals @ r
        self._cost = float(products[-1])
        weights = products[:-1] / squares
        tried: Array = self._cost - products[:-1] * weights
        close = (tried < CANCELLATION * self._cost).nonzero()[0]
        if close.size:  # the residual keeps more digits than a difference of sums of squares
            after = r - weights[close, None] * X[close]
            tried[close] = np.einsum("nr,nr->n", after, after)
        doubtful = self._bounds > self.factor.negligible
        doubtful[self._added] = False
        if doubtful.any():
            self._noisy = True
            tried[doubtful], weights[doubtful] = self._refitted(doubtful.nonzero()[0])
        np.maximum(tried, 0, out=tried)  # rounding may give −1e-17
        tried[self._added] = np.inf
        self._squares = squares
        self.weights.append(weights)
        return tried

    def _refitted(self, candidates: Indices) -> tuple[Array, Array]:
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
        self._useful.append(bool(self._squares[n] < np.inf))
        if self._noisy:
            self._residuals, self._bounds = exact_residuals(self.factor, np.array(self._added))
            return
        if self._useful[-1]:
            length = math.sqrt(self._squares[n])
            direction = self._residuals[n] / length
            row = self._residuals @ direction
            self._residuals -= row[:, None] * direction
            self._rows.append(row)
            self._errors.take(n, row[:-1] / length)
        else:
            self._errors.take(n, np.zeros(self.factor.N))
        self._bounds = self._errors.bounds

    def fits(self) -> NestedFits:
        """Return the models with the first 0, 1, … added features."""
        order, useful = np.array(self._added, dtype=np.intp), np.array(self._useful, dtype=bool)
        if self._noisy:
            return fits_one_by_one(self.factor, order)
        k = len(self._rows)
        R = np.zeros((k + 1, k + 1))
        if k:
            R[:k] = np.array(self._rows)[:, [*order[useful], -1]]
        R[k, k] = np.linalg.norm(self._residuals[-1])
        return fits_from_factor(self.factor, order, useful, np.triu(R))  # below the diagonal is rounding


class BackwardSteps:
    """Backward elimination in progress: R⁻¹ of the features that remain."""

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


def first_smallest(squares: Array, before: float = 0.0) -> int:
    """Return the place of the smallest sum of squares: of those that are equal up to rounding, the first."""
    smallest = float(squares[squares.argmin()])
    slack = 2 * EQUAL_LENGTHS * max(smallest, 0.0) ** 0.5 + EQUAL_LENGTHS**2 + ROUNDING * before
    return int((squares <= smallest + slack).argmax())
