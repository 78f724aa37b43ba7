"""Passes over a large matrix, a block of rows at a time, so that no second copy of it is needed and a block fits into the
cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .arrays import check_finite, constant_features
from .tolerances import BLOCK, LARGEST_VALUE, ROUNDING, SMALLEST_SPREAD
from .types import AnyArray, Array, Indices

# Up to this many entries, correctly rounded means are worth five operations per entry instead of one.
MOST_EXACT_ENTRIES = 2**22
# Squares of numbers below this lose digits, or are 0.
SQUARE_UNDERFLOW = 1e-150
# A mean that is more than 4 standard deviations away from 0 has a square of at least this share of the mean square.
FAR_MEAN = 0.94


def row_blocks(shape: tuple[int, ...], entries: int = BLOCK) -> Iterator[slice]:
    """Cut the rows of a matrix into slices of about as many entries as given."""
    P, N = shape
    step = max(1, entries // N)
    for start in range(0, P, step):
        yield slice(start, min(start + step, P))


def column_groups(array: AnyArray) -> Iterator[slice]:
    """Cut the columns of a matrix into groups that are processed together, so that memory is read in order."""
    N = array.shape[1]
    step = N if array.strides[0] >= array.strides[1] else max(8, BLOCK // len(array))
    for start in range(0, N, step):
        yield slice(start, min(start + step, N))


def column_sums(block: Array) -> Array:
    """Return the sum of each column. For fewer than 128 columns, `einsum` is faster than `sum`."""
    return block.sum(axis=0) if block.shape[1] >= 128 else np.einsum("pn->n", block)


def squared_sums(block: Array) -> Array:
    """Return the sum of squares of each column."""
    return np.einsum("pn,pn->n", block, block)


def check_values(array: AnyArray, name: str, names: Sequence[str] | None = None) -> None:
    """Raise an error for entries that are NaN, infinite or too large to be squared, in one pass."""
    in_order = array if array.strides[0] >= array.strides[1] else array.T
    for rows in row_blocks(in_order.shape):
        block = in_order[rows]
        if not (float(block.max()) <= LARGEST_VALUE and float(block.min()) >= -LARGEST_VALUE):  # true for NaN
            check_finite(array, name, names)


def moments(array: AnyArray, name: str = "X", names: Sequence[str] | None = None) -> tuple[Array, Array]:
    """Return the mean of each feature and the sum of squared deviations from it, in one pass, after checking all entries.

    Source: equations (9.3), computed as σ² = mean (x − c)² − (μ − c)².
    """
    with np.errstate(all="ignore"):
        mean, squares = map(np.concatenate, zip(*(_moments(array[:, group]) for group in column_groups(array)), strict=True))
    # Smaller sums cannot contain a value beyond the largest one allowed.
    if not (squares.max() <= LARGEST_VALUE and np.abs(mean).max() <= np.sqrt(LARGEST_VALUE)):
        check_finite(array, name, names)
    if is_small(array):
        mean = exact_means(array)
    return mean, squares


def _moments(array: AnyArray) -> tuple[Array, Array]:
    """Return the means and the sums of squared deviations of some columns, without checks."""
    P, N = array.shape
    total, squares = np.zeros(N), np.zeros(N)
    for rows in row_blocks(array.shape, 2 * BLOCK):
        block = array[rows].astype(np.float64, copy=False)
        if rows.start == 0:
            mean = column_sums(block) / len(block)
            far = mean * mean > FAR_MEAN * squared_sums(block) / len(block)  # the mean is beyond 4 deviations from 0
            shift = np.where(far, mean, 0.0) if far.any() else None
        if shift is not None:
            block = block - shift
        total += column_sums(block)
        squares += squared_sums(block)
    mean = total / P
    squares = np.maximum(squares - total * mean, 0.0)
    return (mean if shift is None else shift + mean), squares


def extremes(array: AnyArray, name: str = "X", names: Sequence[str] | None = None) -> tuple[Array, Array]:
    """Return the smallest and the largest value of each feature, in one pass, after checking all entries."""
    N = array.shape[1]
    low, high = np.full(N, np.inf), np.full(N, -np.inf)
    for group in column_groups(array):
        columns = array[:, group]
        for rows in row_blocks(columns.shape):
            np.minimum(low[group], columns[rows].min(axis=0), out=low[group])
            np.maximum(high[group], columns[rows].max(axis=0), out=high[group])
    if not (low.min() >= -LARGEST_VALUE and high.max() <= LARGEST_VALUE):  # true for NaN
        check_finite(array, name, names)
    return low, high


def is_small(array: AnyArray) -> bool:
    """Return whether a matrix has at most 2²² entries, so that correctly rounded means are affordable."""
    return array.size <= MOST_EXACT_ENTRIES


def exact_means(array: AnyArray, counts: Indices | None = None) -> Array:
    """Return the correctly rounded mean of each feature, which does not depend on the order of the rows."""
    P, N = array.shape
    n = np.full(N, P) if counts is None else counts
    sums = [_exact_sums(array[:, group], counts is not None) for group in column_groups(array)]
    total, rest = map(np.concatenate, zip(*sums, strict=True))
    quotient = (total + rest) / n
    # Compute the rounding error of the quotient from halves of its digits, whose products with n are exact.
    half = quotient * (2.0**27 + 1)
    half -= half - quotient
    missed = ((total - n * half) - n * (quotient - half)) + rest
    return quotient + missed / n


def _exact_sums(array: AnyArray, gaps: bool) -> tuple[Array, Array]:
    """Return the sums of the columns, and their rounding errors. If there are gaps, NaN counts as 0."""
    N = array.shape[1]
    total, rest = np.zeros(N), np.zeros(N)
    for rows in row_blocks(array.shape):
        block = array[rows].astype(np.float64)
        if gaps:
            np.copyto(block, 0.0, where=np.isnan(block))
        size = np.sqrt(squared_sums(block))  # an upper bound on the entries …
        underflown = size < SQUARE_UNDERFLOW  # … unless squares have underflowed
        if underflown.any():
            size[underflown] = np.abs(block[:, underflown]).max(axis=0)
        cut = np.ldexp(1.0, np.frexp(2 * len(block) * size)[1])
        heads = block + cut
        heads -= cut
        block -= heads
        added = column_sums(heads)
        before, total = total, total + added
        part = total - before  # the rounding error of that addition (Knuth's two-sum)
        rest += (before - (total - part)) + (added - part) + column_sums(block)
    return total, rest


def constant_columns(array: AnyArray, mean: Array, squares: Array) -> Indices:
    """Return the features that are constant up to rounding. Only features with a tiny variance are checked entry by entry."""
    deviation = np.sqrt(squares / len(array))
    zero = (squares == 0) & (mean == 0)
    suspects = ((deviation <= 2 * (ROUNDING * np.abs(mean) + SMALLEST_SPREAD)) & ~zero).nonzero()[0]
    zero[constant_features(array, suspects)] = True
    return zero.nonzero()[0]
