"""The least squares cost of all 2ᴺ subsets of N features, by rotations that many subsets share.

A state is a triangle: features not yet decided about, and last y, in orthogonal coordinates in which the features that
are in have been projected out. Its first feature comes in by leaving out the first row: nothing is computed. It stays
out by leaving out the first column; one rotation for each column after it makes the rest a triangle again. Triangles
only get smaller, so that half of all work is done on the last two features, for all subsets at once.

A triangle of m columns for B subsets is a list of m arrays: array i is row i from its diagonal on, (m − i, B).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from .._numerics.arrays import frozen
from .._numerics.types import Array
from .qr_factor import Regression

Rows = list[Array]

# Subsets worked on side by side: their triangles stay in a core's cache.
WIDTH = 1 << 13
# Up to so many subsets side by side, NumPy's calls take longer than its arithmetic.
NARROW = 1 << 7
# Added where a rotation might otherwise divide 0 by 0: far below all that counts beside columns of length 1.
TINY = 1e-150


def triangle_of(problem: Regression, order: NDArray[np.intp]) -> Rows:
    """The triangle for one subset, the empty one, with its features in that order and diagonal entries ≥ 0.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> problem = regression(np.array([[3.0], [4.0]]), np.array([4.0, -3.0]), False)
    >>> [np.round(row[:, 0], 12) + 0 for row in triangle_of(problem, np.array([0]))]
    [array([1., 0.]), array([1.])]
    """
    m = problem.N + 1
    R = np.zeros((m, m))
    found = np.linalg.qr(problem.vectors[[*order, problem.N]].T, mode="r")
    R[: len(found)] = np.where(found.diagonal() < 0, -1.0, 1.0)[:, None] * found
    return [R[i, i:, None].copy() for i in range(m)]


def without_first(rows: Rows) -> Rows:
    """Leave the first feature out.

    Examples
    --------
    >>> [row[:, 0] for row in without_first([np.array([[1.0], [3.0]]), np.array([[4.0]])])]
    [array([5.])]
    """
    turn = _turned_as_complex if rows[0].shape[1] <= NARROW else _turned
    rotated = []
    top = rows[0][1:]
    for bottom in rows[1:-1]:
        row, top = turn(top, bottom)
        rotated.append(row)
    rotated.append(np.sqrt(top * top + rows[-1] * rows[-1]))
    return rotated


def _turned(top: Array, bottom: Array) -> tuple[Array, Array]:
    """Turn two rows so that the lower one's first entry becomes 0; that entry is left out."""
    cosine, sine = top[0] + np.copysign(TINY, top[0]), bottom[0]  # away from 0: −TINY is met too
    length = cosine * cosine
    length += sine * sine
    np.sqrt(length, out=length)
    cosine /= length
    sine = sine / length
    row = np.empty_like(top)
    row[0] = length
    np.multiply(top[1:], cosine, out=row[1:])
    row[1:] += sine * bottom[1:]
    return row, cosine * bottom[1:] - sine * top[1:]


def _turned_as_complex(top: Array, bottom: Array) -> tuple[Array, Array]:
    """The same as one multiplication of complex numbers: where there is little to compute, few steps count."""
    pair = np.empty(top.shape, dtype=complex)
    pair.real, pair.imag = top, bottom
    first = pair[0]
    first += np.copysign(TINY, first.real)
    pair *= first.conj() / np.abs(first)
    return pair.real, pair.imag[1:]


def with_first(rows: Rows, without: Rows, own: float) -> Rows:
    """Take the first feature in; where nothing of its own is left (length ≤ `own`), that is the same as leaving it out.

    Examples
    --------
    >>> rows = [np.array([[1.0, 0.0], [3.0, 3.0]]), np.array([[4.0, 4.0]])]
    >>> with_first(rows, without_first(rows), 1e-10)
    [array([[4., 5.]])]
    """
    if rows[0][0].min() > own:
        return rows[1:]
    nothing = rows[0][0] <= own
    return [np.where(nothing, out, into) for out, into in zip(without, rows[1:], strict=True)]


def doubled(rows: Rows, own: float) -> Rows:
    """Decide about the first feature both ways, side by side: subsets without it, then subsets with it.

    Examples
    --------
    >>> doubled([np.array([[1.0], [3.0]]), np.array([[4.0]])], 1e-10)
    [array([[5., 4.]])]
    """
    without = without_first(rows)
    return [np.concatenate(pair, axis=1) for pair in zip(without, with_first(rows, without, own), strict=True)]


def finish(rows: Rows, own: Array, out: Array) -> None:
    """Write the sum of squares of every subset that a triangle leaves open.

    Parameters
    ----------
    rows : list of m + 1 arrays
        The triangle of m ≥ 0 features, for B subsets.
    own : NDArray, shape (m,)
        Length at or below which nothing of a feature's own is left.
    out : NDArray, shape (2ᵐ B,)
        Written: blocks of B; the first feature decides between the halves, the last one between neighbours.

    Examples
    --------
    >>> out = np.empty(2)
    >>> finish([np.array([[1.0], [3.0]]), np.array([[4.0]])], np.array([1e-10]), out)
    >>> out
    array([25., 16.])
    """
    m, half = len(rows) - 1, len(out) // 2
    if m == 0:
        np.multiply(rows[0][0], rows[0][0], out=out)
    elif m == 2:
        _finish_two(rows, own, out.reshape(4, -1))
    else:
        without = without_first(rows)
        finish(without, own[1:], out[:half])
        finish(with_first(rows, without, own[0]), own[1:], out[half:])


def _finish_two(rows: Rows, own: Array, out: Array) -> None:
    """Both last features in one go: |a b u; 0 d v; 0 0 w|."""
    (a, b, u), (d, v), (w,) = rows
    none, second, first, both = out
    np.multiply(w, w, out=both)
    np.multiply(v, v, out=first)
    first += both
    np.multiply(u, u, out=none)
    none += first
    np.multiply(d, u, out=second)
    second -= b * v
    second *= second
    length = b * b
    length += d * d
    length += TINY * TINY
    second /= length
    second += both
    if a.min() <= own[0] or d.min() <= own[1]:
        np.copyto(second, none, where=length <= own[1] ** 2)
        np.copyto(both, first, where=d <= own[1])
        nothing = a <= own[0]
        np.copyto(first, none, where=nothing)
        np.copyto(both, second, where=nothing)


def squares_of_all(problem: Regression) -> Array:
    """Sum of squared residuals of every subset, relative to the output's.

    Parameters
    ----------
    problem : Regression

    Returns
    -------
    NDArray, shape (2ᴺ,), float64
        Subset S stands at Σ 2ⁿ over n in S.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> np.round(squares_of_all(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True)), 4)
    array([1.    , 0.3421, 0.1711, 0.0237])
    """
    N = problem.N
    side_by_side, order = _plan(N)
    rows, own = triangle_of(problem, order), problem.own[order]
    for n in range(side_by_side):
        rows = doubled(rows, own[n])
    squares = np.empty(1 << N)
    finish(rows, own[side_by_side:], squares)
    return squares


def _plan(N: int) -> tuple[int, NDArray[np.intp]]:
    """How many features are doubled, and in which order features are decided about."""
    # Features that are doubled come first, from the lowest bit up. The others split blocks, from the highest bit down.
    side_by_side = max(0, min(N - 2, WIDTH.bit_length() - 1))
    return side_by_side, np.r_[:side_by_side, N - 1 : side_by_side - 1 : -1]


def shortest_rests(problem: Regression) -> Array:
    """The smallest length that features of a subset had left as `squares_of_all` took them in, one after the other.

    Features of which nothing of their own is left do not count.

    Parameters
    ----------
    problem : Regression

    Returns
    -------
    NDArray, shape (2ᴺ,), float64
        Subset S stands at Σ 2ⁿ over n in S.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.6], [0.0, 0.8]])
    >>> np.round(shortest_rests(regression(X, np.array([2.0, 0.0]), False)), 4)
    array([inf, 1. , 1. , 0.8])
    """
    N = problem.N
    order = _plan(N)[1]
    rows, own, shortest = triangle_of(problem, order), problem.own[order], np.full(1, np.inf)
    for n in range(N):
        length = rows[0][0]
        within = np.where(length <= own[n], shortest, np.minimum(shortest, length))
        shortest = np.concatenate([shortest, within])
        if n < N - 1:
            rows = doubled(rows, own[n])
    # The n-th feature in order has the n-th bit so far: bits are put where the features' numbers want them.
    axes = N - 1 - np.argsort(order)[::-1]
    return shortest.reshape((2,) * N).transpose(axes).reshape(-1)


def bit_counts(bits: int) -> NDArray[np.uint8]:
    """How many bits are set in each of 0, 1, …, 2ᵇ − 1.

    Examples
    --------
    >>> bit_counts(2)
    array([0, 1, 1, 2], dtype=uint8)
    """
    counts = np.zeros(1, dtype=np.uint8)
    for _ in range(bits):
        counts = np.concatenate([counts, counts + np.uint8(1)])
    return counts


@cache
def by_count(bits: int) -> tuple[NDArray[np.intp], ...]:
    """The numbers below 2ᵇ, in groups: those with 0, 1, …, b bits set.

    Examples
    --------
    >>> by_count(2)
    (array([0]), array([1, 2]), array([3]))
    """
    counts = bit_counts(bits)
    order = np.argsort(counts, kind="stable")
    return tuple(map(frozen, np.split(order, np.searchsorted(counts[order], np.arange(1, bits + 1)))))


def best_of_each_size(squares: Array, N: int, equal: float) -> list[int]:
    """The best subset of each size, as its place in `squares`; of those that are equal, the one that is first as a list.

    Parameters
    ----------
    squares : NDArray, shape (2ᴺ,)
    N : int
    equal : float
        Lengths of residuals that differ by less count as equal.

    Returns
    -------
    list of N + 1 int

    Examples
    --------
    >>> best_of_each_size(np.array([9.0, 4.0, 3.0, 1.0, 2.0, 2.0, 0.5, 0.0]), 3, 1e-13)
    [0, 4, 6, 7]
    """
    # High and low bits are counted apart: then whole rows are compared, and nothing of length 2ᴺ is sorted.
    low = N // 2
    table = squares.reshape(1 << (N - low), 1 << low)
    high_groups, low_groups = by_count(N - low), by_count(low)
    of_high = np.array([table[group].min(axis=0) for group in high_groups])
    smallest = np.array([of_high[:, group].min(axis=1) for group in low_groups]).tolist()
    best = []
    for size in range(N + 1):
        pairs = [(i, size - i) for i in range(max(0, size - N + low), min(size, low) + 1)]
        limit = (min(smallest[i][j] for i, j in pairs) ** 0.5 + equal) ** 2
        found = []
        for i, j in pairs:
            if smallest[i][j] <= limit:
                near, where = (table[high_groups[j][:, None], low_groups[i]] <= limit).nonzero()
                found.append((high_groups[j][near] << low) + low_groups[i][where])
        places = np.concatenate(found)
        if len(places) > 1:
            mirrored = sum(((places >> n) & 1) << (N - 1 - n) for n in range(N))
            places = places[mirrored.argmax() :]
        best.append(int(places[0]))
    return best
