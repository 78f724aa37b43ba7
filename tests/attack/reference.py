"""Slow and careful arithmetic to hold results against: extended precision, exact sums, all subsets.

On most machines `numpy.longdouble` has 64 binary digits instead of 53, so that rounding here is 2000 times smaller than in
what is tested. Where it has 53, tolerances leave room for both.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from tests.attack.case import EPS

Array = np.ndarray
LONG_EPS = float(np.finfo(np.longdouble).eps)


def exact_mean(values: Array) -> float:
    """Correctly rounded mean of finite numbers."""
    return float(sum(map(Fraction, values.tolist()), Fraction(0)) / len(values))


def centred(A: Array) -> Array:
    """Columns minus their means, in extended precision."""
    A = np.asarray(A, np.longdouble)
    A = A - A.mean(axis=0)
    return A - A.mean(axis=0)


def lengths(A: Array) -> Array:
    """Length of each column, without overflow or underflow."""
    A = np.asarray(A, np.longdouble)
    return np.sqrt((A * A).sum(axis=0))


def orthonormal(A: Array, share: float = 0.0) -> tuple[Array, list[int]]:
    """Orthonormal columns of the same span, and which columns gave one: Gram-Schmidt, done twice.

    A column of which the others before leave no more than `share` of its length gives none.
    """
    A = np.asarray(A, np.longdouble)
    Q = np.empty((len(A), 0), np.longdouble)
    kept = []
    for n in range(A.shape[1]):
        v = A[:, n].copy()
        length = np.sqrt(v @ v)
        for _ in range(3):
            v -= Q @ (Q.T @ v)
        left = np.sqrt(v @ v)
        if left > max(share, 100 * LONG_EPS) * length and left > 0:
            Q = np.column_stack([Q, v / left])
            kept.append(n)
    return Q, kept


def least_cost(A: Array, y: Array, *, fit_bias: bool, share: float = 0.0) -> np.longdouble:
    """The smallest sum of squared residuals, directions below `share` of a column's length left alone."""
    y = np.asarray(y, np.longdouble)
    if fit_bias:
        A, y = centred(A), centred(y)
    Q = orthonormal(A, share)[0]
    for _ in range(2):
        y = y - Q @ (Q.T @ y)
    return y @ y


def residual(A: Array, y: Array, w: Array, b: float) -> Array:
    """y − b − A w in extended precision."""
    A, w = np.asarray(A, np.longdouble), np.asarray(w, np.longdouble)
    return np.asarray(y, np.longdouble) - np.longdouble(b) - A @ w


def size_of_terms(A: Array, y: Array, w: Array, b: float) -> float:
    """‖y‖ + √P |b| + Σ ‖xₙ‖ |wₙ|: what the residual is made of, and what its rounding is a share of."""
    return float(lengths(np.asarray(y)) + np.sqrt(len(y)) * abs(b) + lengths(A) @ np.abs(np.asarray(w, np.longdouble)))


def stationarity(A: Array, y: Array, w: Array, b: float, lam: float = 0.0, *, fit_bias: bool = True) -> tuple[Array, Array]:
    """How far w is from a minimum of ‖y − b − A w‖² / 2 + lam ‖w‖² / 2, and the rounding that must be granted.

    Both are one number a column (the bias last, where fitted), divided by the column's length. A backward stable method
    gives the exact answer to columns, each changed by a few eps of its length (Higham, Accuracy and Stability, theorem
    20.3); then xₙ·r is off by that share of ‖xₙ‖ times the terms of the residual. This does not depend on conditioning.
    """
    r = residual(A, y, w, b)
    size = lengths(A)
    slope = np.asarray(A, np.longdouble).T @ r - np.longdouble(lam) * np.asarray(w, np.longdouble)
    terms = size_of_terms(A, y, w, b)
    granted = np.full(A.shape[1], terms, np.longdouble) + lam * np.abs(w) / np.where(size > 0, size, 1)
    slope = slope / np.where(size > 0, size, 1)
    if fit_bias:
        slope, granted = np.r_[slope, r.sum() / np.sqrt(len(y))], np.r_[granted, terms]
    return slope, EPS * granted


def subsets(N: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """All subsets of N features, the smallest first."""
    for size in range((N if largest is None else largest) + 1):
        yield from itertools.combinations(range(N), size)


def is_constant(column: Array, roundings: float = 0.0) -> bool:
    """Whether a column has one value, up to so many roundings of the largest."""
    return float(np.ptp(column)) <= roundings * EPS * float(np.abs(column).max())


def log1p_exp(t: Array) -> Array:
    """log(1 + exp(t)) in extended precision, for any t."""
    t = np.asarray(t, np.longdouble)
    return np.maximum(t, 0) + np.log1p(np.exp(-np.abs(t)))


def sigmoid(t: Array) -> Array:
    """1 / (1 + exp(−t)) in extended precision, for any t."""
    t = np.asarray(t, np.longdouble)
    e = np.exp(-np.abs(t))
    return np.where(t >= 0, 1, e) / (1 + e)


def fsum(values: Array) -> float:
    """Correctly rounded sum."""
    return math.fsum(np.asarray(values, float).ravel().tolist())


def least_squares(A: Array, y: Array, *, fit_bias: bool, share: float = 0.0) -> tuple[np.longdouble, Array, float]:
    """Cost (sum of squares), weights and bias of a least squares fit in extended precision.

    A column of which those before it leave no more than `share` of its (centred) length gets the weight 0.
    """
    X, t = np.asarray(A, np.longdouble), np.asarray(y, np.longdouble)
    if fit_bias:
        X, t = centred(X), centred(t)
    Q, kept = orthonormal(X, share)
    w = np.zeros(X.shape[1], np.longdouble)
    if kept:
        w[kept] = solve_triangular(Q.T @ X[:, kept], Q.T @ t)
    for _ in range(2):
        t = t - Q @ (Q.T @ t)
    bias = np.asarray(y, np.longdouble).mean() - np.asarray(A, np.longdouble).mean(axis=0) @ w if fit_bias else 0.0
    return t @ t, w, bias


def solve_triangular(R: Array, b: Array) -> Array:
    """Solve R x = b for an upper triangular R, in extended precision."""
    x = np.zeros(len(b), np.longdouble)
    for i in range(len(b) - 1, -1, -1):
        x[i] = (b[i] - R[i, i + 1 :] @ x[i + 1 :]) / R[i, i]
    return x


def solve_positive_definite(C: Array, b: Array) -> Array:
    """Solve C x = b for a symmetric positive definite C, in extended precision (Cholesky)."""
    n = len(b)
    L = np.zeros((n, n), np.longdouble)
    C = np.asarray(C, np.longdouble)
    for j in range(n):
        L[j, j] = np.sqrt(C[j, j] - L[j, :j] @ L[j, :j])
        for i in range(j + 1, n):
            L[i, j] = (C[i, j] - L[i, :j] @ L[j, :j]) / L[j, j]
    z = np.zeros(n, np.longdouble)
    for i in range(n):
        z[i] = (b[i] - L[i, :i] @ z[:i]) / L[i, i]
    return solve_triangular(L.T, z)
