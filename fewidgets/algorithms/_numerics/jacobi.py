"""Eigenvalues of a positive definite matrix, each to nearly full relative accuracy, by Jacobi's method.

A standard eigenvalue routine has an error of about 1e-16 times the *largest* eigenvalue. Features in different units lead to
Hessians whose eigenvalues differ by more than that, so rounding errors would dominate the small ones.
"""

from __future__ import annotations

import numpy as np

from .tolerances import EPSILON
from .types import Array, ArrayPair, Indices

# Sweeps of Jacobi's method, which converges quadratically. Matrices of 800 rows need about ten.
JACOBI_SWEEPS = 60


def accurate_eigenvalues(matrix: Array) -> ArrayPair | None:
    """Find the eigenvalues and eigenvectors of a positive definite matrix by one-sided Jacobi rotations.

    Source: Demmel and Veselić, "Jacobi's method is more accurate than QR", SIAM J.
    """
    diagonal = matrix.diagonal()
    if diagonal.min() <= 0:
        return None
    scale = np.sqrt(diagonal)
    unit = matrix / scale / scale[:, None]
    if np.linalg.eigvalsh(unit)[0] <= 10 * len(matrix) * EPSILON:
        return None
    order = np.argsort(-diagonal)  # the Cholesky factor of a graded matrix is accurate if large entries come first
    factor = np.linalg.cholesky(unit[order[:, None], order]) * scale[order, None]
    # A row of `rows` is a column of L, so that a rotation works on contiguous memory.
    rows = _orthogonal_rows(np.ascontiguousarray(factor.T))
    lengths = np.sqrt((rows**2).sum(axis=1))
    ascending = np.argsort(lengths)
    vectors = np.empty_like(rows)
    vectors[:, order] = (rows / lengths[:, None])[ascending]
    return lengths[ascending] ** 2, vectors


def _orthogonal_rows(rows: Array) -> Array:
    """Rotate pairs of rows until all are orthogonal. Each round rotates n / 2 disjoint pairs together."""
    n = len(rows)
    seats = np.arange(n + n % 2)  # pairs as in a round-robin tournament; with an odd n, one row has no partner
    for _ in range(JACOBI_SWEEPS):
        largest = 0.0
        for _ in range(len(seats) - 1):
            half = len(seats) // 2
            first, second = seats[:half], seats[half:][::-1]
            both = (first < n) & (second < n)
            largest = max(largest, _rotate(rows, first[both], second[both]))
            seats = np.concatenate([seats[:1], seats[-1:], seats[1:-1]])
        if largest <= n * EPSILON:
            break
    return rows


def _rotate(rows: Array, first: Indices, second: Indices) -> float:
    """Make each row of `first` orthogonal to its partner in `second`. Return the largest cosine before."""
    a, b = rows[first], rows[second]
    lengths_a, lengths_b = np.sqrt((a**2).sum(axis=1)), np.sqrt((b**2).sum(axis=1))
    cosines = ((a / lengths_a[:, None]) * (b / lengths_b[:, None])).sum(axis=1)
    turn = np.abs(cosines) > EPSILON
    if turn.any():
        ratio = lengths_b[turn] / lengths_a[turn]
        # The tangent t of the rotation solves t² + 2 ζ t − 1 = 0; the smaller root keeps the rotation below 45°.
        zeta = (ratio - 1 / ratio) / (2 * cosines[turn])
        t = np.where(zeta >= 0, 1.0, -1.0) / (np.abs(zeta) + np.hypot(1.0, zeta))
        c = 1 / np.hypot(1.0, t)
        c, s = c[:, None], (c * t)[:, None]
        rows[first[turn]] = c * a[turn] - s * b[turn]
        rows[second[turn]] = s * a[turn] + c * b[turn]
    return float(np.abs(cosines).max(initial=0.0))
