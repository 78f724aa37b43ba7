"""The least squares cost of all 2ᴺ subsets of N features, by rotations that many subsets share.

Hold the R factor of the features that are not yet decided about, and of y. Features that are in have been projected out.
To take the first feature in, leave out the first row: nothing is computed. To leave it out, leave out the first column;
one Givens rotation per later column makes the rest triangular again. R shrinks with every decision, so half of all
work is done on the last two features, for all subsets side by side.

The R factors of B subsets with m columns are a list of m arrays: array i holds row i from its diagonal on, (m − i, B).
"""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array, ArrayPair, Bytes, Indices
from .qr_factor import EQUAL_LENGTHS, QRFactor, r_factor

# Subsets whose R factors are rotated side by side, so that they stay in a core's cache.
SUBSETS_WIDTH = 2**13
# Added where a rotation might divide 0 by 0. Columns have length 1, so it changes no digit.
TINY_PIVOT = 1e-150

Rows = list[Array]


def r_rows(factor: QRFactor, order: Indices) -> Rows:
    """Return the R factor of the empty subset, with the features in the given order and diagonal entries ≥ 0."""
    m = factor.N + 1
    R = np.zeros((m, m))
    found = r_factor(factor.columns[[*order, factor.N]].T)
    R[: len(found)] = np.where(found.diagonal() < 0, -1.0, 1.0)[:, None] * found
    return [R[i, i:, None].copy() for i in range(m)]


def without_first(rows: Rows) -> Rows:
    """Leave the first feature out of all subsets."""
    rotated = []
    top = rows[0][1:]
    for bottom in rows[1:-1]:
        row, top = _rotated(top, bottom)
        rotated.append(row)
    rotated.append(np.sqrt(top * top + rows[-1] * rows[-1]))
    return rotated


def _rotated(top: Array, bottom: Array) -> ArrayPair:
    """Rotate two rows so that the lower one's first entry becomes 0, and drop that entry."""
    cosine = top[0] + np.copysign(TINY_PIVOT, top[0])  # keeps the rows as they are where both first entries are 0
    length = np.sqrt(cosine**2 + bottom[0] ** 2)
    cosine, sine = cosine / length, bottom[0] / length
    return cosine * top + sine * bottom, cosine * bottom[1:] - sine * top[1:]


def with_first(rows: Rows, without: Rows, negligible: float) -> Rows:
    """Take the first feature into all subsets; where it depends on the others, that is the same as leaving it out."""
    if rows[0][0].min() > negligible:
        return rows[1:]
    dependent = rows[0][0] <= negligible
    return [np.where(dependent, out, into) for out, into in zip(without, rows[1:], strict=True)]


def doubled(rows: Rows, negligible: float) -> Rows:
    """Decide about the first feature both ways, side by side: first the subsets without it, then those with it."""
    without = without_first(rows)
    return [np.concatenate(pair, axis=1) for pair in zip(without, with_first(rows, without, negligible), strict=True)]


def squares_of_all(factor: QRFactor) -> Array:
    """Return the sum of squared residuals of every subset, as a share of y's."""
    N = factor.N
    side_by_side, order = _plan(N)
    rows, negligible = r_rows(factor, order), factor.negligible[order]
    for n in range(side_by_side):
        rows = doubled(rows, negligible[n])
    squares = np.empty(1 << N)
    _write_squares(rows, negligible[side_by_side:], squares)
    return squares


def _plan(N: int) -> tuple[int, Indices]:
    """Return how many features are doubled, and the order in which to decide about features."""
    # Doubled features come first, from the lowest bit up. The others split the table, from the highest bit down.
    side_by_side = min(N, SUBSETS_WIDTH.bit_length() - 1)
    return side_by_side, np.r_[:side_by_side, N - 1 : side_by_side - 1 : -1]


def _write_squares(rows: Rows, negligible: Array, out: Array) -> None:
    """Write the sum of squares of every subset: each feature left splits `out` into halves without and with it."""
    if len(rows) == 1:
        np.multiply(rows[0][0], rows[0][0], out=out)
        return
    without, half = without_first(rows), len(out) // 2
    _write_squares(without, negligible[1:], out[:half])
    _write_squares(with_first(rows, without, negligible[0]), negligible[1:], out[half:])


def shortest_residuals(factor: QRFactor) -> Array:
    """Return the smallest length that a feature of each subset had left when `squares_of_all` took it in."""
    N = factor.N
    order = _plan(N)[1]
    rows, negligible, shortest = r_rows(factor, order), factor.negligible[order], np.full(1, np.inf)
    for n in range(N):
        length = rows[0][0]
        within = np.where(length <= negligible[n], shortest, np.minimum(shortest, length))
        shortest = np.concatenate([shortest, within])
        if n < N - 1:
            rows = doubled(rows, negligible[n])
    # So far bit n belongs to the n-th feature in order. Move each bit to its feature's number.
    axes = N - 1 - np.argsort(order)[::-1]
    return shortest.reshape((2,) * N).transpose(axes).reshape(-1)


def bit_counts(bits: int) -> Bytes:
    """Return how many bits are set in each of 0, 1, …, 2ᵇ − 1."""
    counts = np.zeros(1, dtype=np.uint8)
    for _ in range(bits):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


def best_of_each_size(squares: Array, N: int) -> Indices:
    """Return the place of the best subset of each size: of those that are equal up to rounding, the first as a list."""
    sizes, best = bit_counts(N), np.empty(N + 1, dtype=np.intp)
    for size in range(N + 1):
        places = np.flatnonzero(sizes == size)
        limit = (squares[places].min() ** 0.5 + EQUAL_LENGTHS) ** 2
        tied = places[squares[places] <= limit]
        # The first of two lists of equal length has the earlier feature where they first differ: compare bits in reverse.
        reversed_bits = ((tied[:, None] >> np.arange(N) & 1) << np.arange(N)[::-1]).sum(axis=1)
        best[size] = tied[reversed_bits.argmax()]
    return best
