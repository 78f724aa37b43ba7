"""Passes over a large matrix, a block of rows at a time, so that no second copy of it is needed and a block fits into the
cache.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .arrays import check_finite
from .tolerances import BLOCK
from .types import AnyArray, Array, ArrayPair, Indices, Names

# Up to this many entries, correctly rounded means are worth five operations per entry instead of one.
MOST_EXACT_ENTRIES = 2**22
# Squares of numbers below this lose digits, or are 0.
SQUARE_UNDERFLOW = 1e-150


def row_blocks(shape: tuple[int, ...], entries: int = BLOCK) -> Iterator[slice]:
    """Cut the rows of a matrix into slices of about as many entries as given."""
    P, N = shape
    step = max(1, entries // N)
    for start in range(0, P, step):
        yield slice(start, min(start + step, P))


def squared_sums(block: Array) -> Array:
    """Return the sum of squares of each column."""
    return np.einsum("pn,pn->n", block, block)


def moments(array: AnyArray, name: str = "X", names: Names = None) -> ArrayPair:
    """Return the mean of each feature and the sum of squared deviations from it, after checking all entries."""
    check_finite(array, name, names)
    mean = exact_means(array) if array.size <= MOST_EXACT_ENTRIES else array.mean(axis=0, dtype=np.float64)
    squares = np.zeros(array.shape[1])
    for rows in row_blocks(array.shape):
        squares += squared_sums(array[rows] - mean)
    return mean, squares


def exact_means(array: AnyArray, missing: Indices | int = 0) -> Array:
    """Return the correctly rounded mean of each feature, which does not depend on the order of the rows.

    NaN is left out; `missing` counts it in each feature.
    """
    known = len(array) - missing
    total, rest = np.zeros((2, array.shape[1]))
    for rows in row_blocks(array.shape):
        block = array[rows].astype(np.float64)
        block[np.isnan(block)] = 0.0
        size = np.sqrt(squared_sums(block))  # an upper bound on the entries …
        underflown = size < SQUARE_UNDERFLOW  # … unless squares have underflowed
        size[underflown] = np.abs(block[:, underflown]).max(axis=0)
        # Adding and subtracting a power of two leaves the leading digits, whose sums are exact.
        cut = np.ldexp(1.0, np.frexp(2 * len(block) * size)[1])
        heads = (block + cut) - cut
        added = heads.sum(axis=0)
        before, total = total, total + added
        part = total - before  # the rounding error of that addition (Knuth's two-sum)
        rest += (before - (total - part)) + (added - part) + (block - heads).sum(axis=0)
    quotient = (total + rest) / known
    # Compute the rounding error of the quotient from halves of its digits, whose products with n are exact.
    half = quotient * (2.0**27 + 1)
    half -= half - quotient
    missed = ((total - known * half) - known * (quotient - half)) + rest
    return quotient + missed / known
