"""Stepwise selection by held-out error: score every candidate on the QR factors of K folds, add or remove one feature."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .._numerics.types import Array, Indices
from .dependence import ResidualErrors, rounding_errors, safe_share
from .fold_factors import FoldFactors
from .qr_factor import DEPENDENT_SHARE, EQUAL_LENGTHS, inverse_factor, r_factor


class FoldSearch(NamedTuple):
    """A finished search by held-out error."""

    order: Indices
    costs: Array
    candidates: Array
    over_folds: Callable[..., Array]
    fold_of: Indices


class ForwardFolds:
    """Forward selection in progress: in each fold, the residuals of all features and of y beside the features added."""

    def __init__(self, folds: FoldFactors, M: int) -> None:
        self.folds = folds
        self._train, self._held_out = folds.train.copy(), folds.held_out.copy()
        self._errors = ResidualErrors(rounding_errors(folds.scales), M, (len(folds.train),))
        self._added: list[int] = []
        self._squares = np.empty(0)
        self.first_errors = _held_out_errors(folds, folds.held_out[:, -1])  # of the model without features

    def try_each(self) -> Array:
        """Return the held-out error of each candidate in each fold, shape (N, K); infinite for features added before."""
        X, r = self._train[:, :-1], self._train[:, -1]
        squares = np.einsum("knr,knr->kn", X, X)
        negligible = np.maximum(self.folds.scales.negligible, self._errors.bounds)
        squares[squares <= negligible**2] = np.inf  # dependent: of weight 0
        weights = np.einsum("knr,kr->kn", X, r) / squares
        after = self._held_out[:, -1:] - weights[:, :, None] * self._held_out[:, :-1]
        tried = _held_out_errors(self.folds, after)
        tried[self._added] = np.inf
        self._squares = squares
        return tried

    def best_of(self, tried: Array) -> int:
        """Return the best candidate over all folds: of those that are equal up to rounding, the first."""
        return first_smallest_error(self.folds.over_folds(tried, axis=1))

    def take(self, n: int) -> None:
        """Add feature n: project it out of the training examples, and subtract the same multiples from the held-out ones."""
        multiples = np.einsum("knr,kr->kn", self._train, self._train[:, n]) / self._squares[:, n, None]
        self._train -= multiples[:, :, None] * self._train[:, None, n]
        self._held_out -= multiples[:, :, None] * self._held_out[:, None, n]
        self._errors.take(n, multiples[:, :-1])
        self._added.append(n)


class BackwardFolds:
    """Backward elimination in progress: in each fold, least squares on the features that remain."""

    def __init__(self, folds: FoldFactors) -> None:
        self.folds = folds
        self._left = np.arange(folds.scales.N)
        self._Z: Array | None = None  # each fold's R⁻¹, or None while features nearly depend on each other
        self._t = np.empty(0)  # y's coordinates in each fold: the weights are R⁻¹ t
        self._invert()
        self.first_errors = self._errors_with_all()

    def _invert(self) -> None:
        n = len(self._left)
        R = r_factor(self.folds.train[:, [*self._left, -1]].transpose(0, 2, 1))
        lengths = np.abs(np.diagonal(R, axis1=1, axis2=2)[:, :n])
        if R.shape[1] >= n and (lengths > self.folds.scales.negligible[self._left]).all():
            Z = inverse_factor(R[:, :n, :n])
            if np.einsum("knr,knr->kn", Z, Z).max(initial=0.0) < safe_share(self.folds.scales) ** -2:
                self._Z, self._t = Z, R[:, :n, n]

    def _errors_with_all(self) -> Array:
        if self._Z is None:
            return self._errors_of_shortest_weights(self._left)
        return _held_out_errors(self.folds, self._weights_and_residuals(self._Z)[1])

    def _weights_and_residuals(self, Z: Array) -> tuple[Array, Array]:
        """Return the weights of the features that remain, shape (K, n), and the held-out residuals, shape (K, s)."""
        weights = np.einsum("knr,kr->kn", Z, self._t)
        held_out = self.folds.held_out
        return weights, held_out[:, -1] - np.einsum("kn,knr->kr", weights, held_out[:, self._left])

    def try_each(self) -> Array:
        """Return the held-out error without each feature in each fold, shape (N, K); infinite for features removed before."""
        tried = np.full((self.folds.scales.N, len(self.folds.train)), np.inf)
        if self._Z is None:
            self._invert()
        if self._Z is None:
            tried[self._left] = [self._errors_of_shortest_weights(self._left[self._left != n]) for n in self._left]
        else:
            tried[self._left] = self._errors_without_each(self._Z)
        return tried

    def _errors_without_each(self, Z: Array) -> Array:
        weights, residuals = self._weights_and_residuals(Z)
        # With B = Z Zᵀ, the weights without feature n are w − B[n] w[n] / B[n, n].
        changes = Z @ (Z.transpose(0, 2, 1) @ self.folds.held_out[:, self._left])
        changes *= (weights / np.einsum("knr,knr->kn", Z, Z))[:, :, None]
        return _held_out_errors(self.folds, residuals[:, None] + changes)

    def _errors_of_shortest_weights(self, features: Indices) -> Array:
        """Return the held-out error in each fold, shape (K,)."""
        train, held_out = self.folds.train, self.folds.held_out
        inverse = np.linalg.pinv(train[:, features].transpose(0, 2, 1), rcond=DEPENDENT_SHARE)
        weights = (inverse @ train[:, -1, :, None])[:, :, 0]
        return _held_out_errors(self.folds, held_out[:, -1] - np.einsum("kn,knr->kr", weights, held_out[:, features]))

    def best_of(self, tried: Array) -> int:
        """Return the best candidate over all folds: of those that are equal up to rounding, the first."""
        return first_smallest_error(self.folds.over_folds(tried, axis=1))

    def take(self, n: int) -> None:
        """Remove feature n."""
        place = int(np.searchsorted(self._left, n))
        self._left = np.delete(self._left, place)
        if self._Z is not None:
            # Without the feature, weights move only across its row of R⁻¹.
            direction = self._Z[:, place] / np.linalg.norm(self._Z[:, place], axis=1)[:, None]
            Z = np.delete(self._Z, place, axis=1)
            self._Z = Z - np.einsum("knr,kr->kn", Z, direction)[:, :, None] * direction[:, None]


def first_smallest_error(errors: Array) -> int:
    """Return the place of the smallest held-out error: of those that are equal up to rounding, the first."""
    return int((errors <= errors.min() * (1 + EQUAL_LENGTHS)).argmax())


def _held_out_errors(folds: FoldFactors, residuals: Array) -> Array:
    """Return the error in each fold: residuals (K, s) -> (K,), or of several models (K, n, s) -> (n, K)."""
    return np.einsum("k...r,k...r->...k", residuals, residuals) * folds.units
