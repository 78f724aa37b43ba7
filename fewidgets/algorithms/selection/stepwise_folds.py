"""The steps of stepwise selection where held-out examples judge the candidates, on triangles instead of data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from .fold_factors import Folds
from .qr_factor import COLLINEAR, EQUAL

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Steps:
    """Steps judged by held-out examples.

    Attributes
    ----------
    order : NDArray, shape (M,), int
        Features in the order in which they came or went.
    folds : NDArray, shape (M + 1, K), float64
        Held-out error on each fold before the first step, and after each.
    candidate_folds : NDArray, shape (M, N, K), float64
        The same of every candidate; NaN where there is none.
    candidates : NDArray, shape (M, N), float64
        What the candidates were judged by: their mean over folds, or their sum.
    costs : NDArray, shape (M + 1,), float64
        The same before the first step, and after each.

    Examples
    --------
    >>> Steps(np.array([0]), np.ones((2, 3)), np.ones((1, 1, 3)), np.ones((1, 1)), np.ones(2)).folds.shape
    (2, 3)
    """

    order: Indices
    folds: Array
    candidate_folds: Array
    candidates: Array
    costs: Array


def add_by_folds(parts: Folds, M: int) -> Steps:
    """Add the feature with the smallest held-out error, M times.

    Parameters
    ----------
    parts : Folds
    M : int
        How many to add.

    Returns
    -------
    Steps

    Examples
    --------
    >>> from .fold_factors import fold_triangles
    >>> from .qr_factor import regression
    >>> X, y = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 1.0], [4.0, 0.0]]), np.array([0.0, 1.0, 2.0, 4.0])
    >>> parts = fold_triangles(regression(X, y, True), X, y, True, np.array([0, 0, 1, 1]), np.ones(2))
    >>> add_by_folds(parts, 2).order
    array([0, 1])
    """
    train, held_out = parts.train.copy(), parts.held_out.copy()
    K, N = len(train), train.shape[1] - 1
    noise, coefficients = np.tile(parts.noise, (K, 1)), np.zeros((K, M, N))
    order, chosen = np.empty(M, dtype=np.intp), np.zeros(N, dtype=bool)
    folds, candidate_folds = np.empty((M + 1, K)), np.full((M, N, K), np.nan)
    candidates = np.full((M, N), np.nan)
    folds[0] = parts.scale * np.einsum("kr,kr->k", held_out[:, -1], held_out[:, -1])
    for m in range(M):
        squares = np.einsum("knr,knr->kn", train[:, :-1], train[:, :-1])
        squares[squares <= np.maximum(parts.own, noise) ** 2] = np.inf  # explained already: of weight 0
        weights = np.einsum("knr,kr->kn", train[:, :-1], train[:, -1]) / squares
        residuals = held_out[:, -1:] - weights[:, :, None] * held_out[:, :-1]
        errors = (np.einsum("knr,knr->kn", residuals, residuals) * parts.scale[:, None]).T
        candidate_folds[m, ~chosen] = errors[~chosen]
        judged = parts.over_folds(errors, axis=1)
        candidates[m, ~chosen] = judged[~chosen]
        judged[chosen] = np.inf
        best = order[m] = _first_least(judged)
        folds[m + 1], chosen[best] = errors[best], True
        # Project the feature out of the training examples; the held-out ones follow with the same coefficients.
        shares = np.einsum("knr,kr->kn", train, train[:, best]) / squares[:, best, None]
        train -= shares[:, :, None] * train[:, None, best]
        held_out -= shares[:, :, None] * held_out[:, None, best]
        # The noise of those that came in is handed on in proportion to each feature's coefficients.
        coefficients[:, m] = shares[:, :-1]
        coefficients[:, :m] -= coefficients[:, :m, best, None] * shares[:, None, :-1]
        noise = parts.noise + parts.noise[order[: m + 1]] @ np.abs(coefficients[:, : m + 1])
    return Steps(order, folds, candidate_folds, candidates, parts.over_folds(folds, axis=1))


def remove_by_folds(parts: Folds, M: int) -> Steps:
    """Remove the feature without which the held-out error is smallest, M times.

    Parameters
    ----------
    parts : Folds
    M : int
        How many to remove.

    Returns
    -------
    Steps

    Examples
    --------
    >>> from .fold_factors import fold_triangles
    >>> from .qr_factor import regression
    >>> X, y = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 1.0], [4.0, 0.0]]), np.array([0.0, 1.0, 2.0, 4.0])
    >>> parts = fold_triangles(regression(X, y, True), X, y, True, np.array([0, 1, 0, 1]), np.ones(2))
    >>> remove_by_folds(parts, 2).order
    array([1, 0])
    """
    K, N = len(parts.train), parts.train.shape[1] - 1
    left = np.arange(N)
    order = np.empty(M, dtype=np.intp)
    folds, candidate_folds = np.empty((M + 1, K)), np.full((M, N, K), np.nan)
    candidates = np.full((M, N), np.nan)
    model = _model(parts, left)
    folds[0] = parts.scale * model.errors()
    for m in range(M):
        errors = (model.errors_without_each() * parts.scale[:, None]).T
        judged = parts.over_folds(errors, axis=1)
        place = _first_least(judged)
        candidate_folds[m, left], candidates[m, left] = errors, judged
        order[m], folds[m + 1] = left[place], errors[place]
        left = np.delete(left, place)
        model = model.without(place, parts, left)
    return Steps(order, folds, candidate_folds, candidates, parts.over_folds(folds, axis=1))


def _first_least(errors: Array) -> int:
    """The first of several held-out errors that are smallest up to rounding."""
    return int((errors <= errors.min() * (1 + EQUAL)).argmax())


class _Independent:
    """Least squares on each fold, on features of which none is explained by the others, or nearly so."""

    def __init__(self, Z: Array, t: Array, held_out: Array) -> None:
        self.Z, self.t, self.held_out = Z, t, held_out  # weights are Z t, with Z = R⁻¹

    def _residuals(self) -> tuple[Array, Array]:
        weights = np.einsum("knr,kr->kn", self.Z, self.t)
        return weights, self.held_out[:, -1] - np.einsum("kn,knr->kr", weights, self.held_out[:, :-1])

    def errors(self) -> Array:
        residuals = self._residuals()[1]
        return np.einsum("kr,kr->k", residuals, residuals)

    def errors_without_each(self) -> Array:
        weights, residuals = self._residuals()
        # With B = Z Zᵀ, the weights without feature n are w − B[n] w[n] / B[n, n].
        moves = self.Z @ (self.Z.transpose(0, 2, 1) @ self.held_out[:, :-1])
        shares = weights / np.einsum("knr,knr->kn", self.Z, self.Z)
        moves *= shares[:, :, None]
        moves += residuals[:, None]
        return np.einsum("knr,knr->kn", moves, moves)

    def without(self, place: int, parts: Folds, left: Indices) -> _Independent:
        direction = self.Z[:, place] / np.linalg.norm(self.Z[:, place], axis=1)[:, None]
        Z = np.delete(self.Z, place, axis=1)
        Z -= np.einsum("knr,kr->kn", Z, direction)[:, :, None] * direction[:, None]
        return _Independent(Z, self.t, np.delete(self.held_out, place, axis=1))


class _Dependent:
    """Least squares on each fold where others explain some features, or nearly do: the shortest weights, from scratch."""

    def __init__(self, train: Array, held_out: Array) -> None:
        self.train, self.held_out = train, held_out

    def errors(self) -> Array:
        weights = np.linalg.pinv(self.train[:, :-1].transpose(0, 2, 1), rcond=COLLINEAR) @ self.train[:, -1, :, None]
        residuals = self.held_out[:, -1] - np.einsum("kn,knr->kr", weights[:, :, 0], self.held_out[:, :-1])
        return np.einsum("kr,kr->k", residuals, residuals)

    def errors_without_each(self) -> Array:
        each = [
            _Dependent(np.delete(self.train, n, axis=1), np.delete(self.held_out, n, axis=1)).errors()
            for n in range(self.train.shape[1] - 1)
        ]
        return np.array(each).T

    def without(self, place: int, parts: Folds, left: Indices) -> _Independent | _Dependent:
        return _model(parts, left)


def _model(parts: Folds, left: Indices) -> _Independent | _Dependent:
    train, held_out = parts.train[:, [*left, -1]], parts.held_out[:, [*left, -1]]
    n = len(left)
    R = np.linalg.qr(train.transpose(0, 2, 1), mode="r")
    diagonals = np.abs(np.diagonal(R, axis1=1, axis2=2)[:, :n])
    if R.shape[1] >= n and (diagonals > parts.own[left]).all():
        Z = np.linalg.inv(R[:, :n, :n])
        if np.einsum("knr,knr->kn", Z, Z).max(initial=0.0) < parts.near**-2:
            return _Independent(Z, R[:, :n, n], held_out)
    return _Dependent(train, held_out)
