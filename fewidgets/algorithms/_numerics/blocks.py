"""Passes over a large matrix, a block of rows at a time, so that no second copy of it is needed.

A block fits into the processor's cache, so several operations read it from memory once. Sums do not use matrix products with
ones, because those would start threads for every block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import check_finite, constant_features
from .tolerances import BLOCK, LARGEST_VALUE, ROUNDING, SMALLEST_SPREAD

# Up to this many entries, correctly rounded means are worth five operations per entry instead of one.
MOST_EXACT_ENTRIES = 2**22
# Squares of numbers below this lose digits, or are 0.
SQUARE_UNDERFLOW = 1e-150
# A mean that is more than 4 standard deviations away from 0 has a square of at least this share of the mean square.
FAR_MEAN = 0.94


def row_blocks(shape: tuple[int, ...], entries: int = BLOCK) -> Iterator[slice]:
    """Cut the rows of a matrix into slices of about as many entries as given.

    Parameters
    ----------
    shape : (P, N)
        Shape of the matrix.
    entries : int
        Entries per block. A block has at least one row.

    Yields
    ------
    slice
        Consecutive rows.

    Examples
    --------
    >>> list(row_blocks((5, 3), entries=6))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    P, N = shape
    step = max(1, entries // N)
    for start in range(0, P, step):
        yield slice(start, min(start + step, P))


def column_groups(array: NDArray[Any]) -> Iterator[slice]:
    """Cut the columns of a matrix into groups that are processed together, so that memory is read in order.

    Parameters
    ----------
    array : NDArray, shape (P, N)
        If its rows are contiguous in memory, all columns form one group. If its columns are, as in the transpose of a table
        with features in rows, a group has a few columns.

    Yields
    ------
    slice
        Consecutive columns.

    Examples
    --------
    >>> table = np.zeros((20, 100_000))
    >>> len(list(column_groups(table))), len(list(column_groups(table.T)))
    (1, 3)
    """
    N = array.shape[1]
    step = N if array.strides[0] >= array.strides[1] else max(8, BLOCK // len(array))
    for start in range(0, N, step):
        yield slice(start, min(start + step, N))


def column_sums(block: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of each column. For fewer than 128 columns, `einsum` is faster than `sum`.

    Parameters
    ----------
    block : NDArray, shape (P, N), float64

    Returns
    -------
    NDArray, shape (N,), float64

    Examples
    --------
    >>> column_sums(np.array([[1.0, 2.0], [3.0, 5.0]]))
    array([4., 7.])
    """
    return block.sum(axis=0) if block.shape[1] >= 128 else np.einsum("pn->n", block)


def squared_sums(block: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of squares of each column.

    Parameters
    ----------
    block : NDArray, shape (P, N), float64

    Returns
    -------
    NDArray, shape (N,), float64

    Examples
    --------
    >>> squared_sums(np.array([[1.0, 2.0], [3.0, 5.0]]))
    array([10., 29.])
    """
    return np.einsum("pn,pn->n", block, block)


def check_values(array: NDArray[Any], name: str, names: Sequence[str] | None = None) -> None:
    """Raise an error for entries that are NaN, infinite or too large to be squared, in one pass.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
    name : str
        Name of the argument, for the message.
    names : sequence of N str, optional
        Names of the columns, for the message.

    Raises
    ------
    ValueError
        If there is such an entry.

    Examples
    --------
    >>> check_values(np.array([[1.0], [np.nan]]), "X")
    Traceback (most recent call last):
    ...
    ValueError: X must not contain NaN; found one in row 1, feature 0. Impute or drop it first.
    """
    in_order = array if array.strides[0] >= array.strides[1] else array.T
    for rows in row_blocks(in_order.shape):
        block = in_order[rows]
        if not (float(block.max()) <= LARGEST_VALUE and float(block.min()) >= -LARGEST_VALUE):  # true for NaN
            check_finite(array, name, names)


def moments(
    array: NDArray[Any], name: str = "X", names: Sequence[str] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean of each feature and the sum of squared deviations from it, in one pass, after checking all entries.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Examples in rows.
    name, names
        As in `check_values`.

    Returns
    -------
    means : NDArray, shape (N,), float64
        Up to 2²² entries as from `exact_means`, otherwise accurate to a few units in the last place.
    squares : NDArray, shape (N,), float64
        Σₚ (xₚₙ − μₙ)².

    Raises
    ------
    ValueError
        If an entry is NaN, infinite or beyond ±1e60.

    Notes
    -----
    Source: equations (9.3), computed as σ² = mean (x − c)² − (μ − c)². If the mean of the first block is far from 0, it is
    used as c, so that a large mean does not cancel digits. Otherwise c = 0. Since the first block is part of the data, c is
    at most √(P / its rows) standard deviations away from μ, so at most three digits are cancelled.

    Examples
    --------
    >>> moments(np.array([[1.0, 10.0], [3.0, 30.0]]))
    (array([ 2., 20.]), array([  2., 200.]))
    """
    with np.errstate(all="ignore"):
        mean, squares = map(np.concatenate, zip(*(_moments(array[:, group]) for group in column_groups(array)), strict=True))
    # Smaller sums cannot contain a value beyond the largest one allowed.
    if not (squares.max() <= LARGEST_VALUE and np.abs(mean).max() <= np.sqrt(LARGEST_VALUE)):
        check_finite(array, name, names)
    if is_small(array):
        mean = exact_means(array)
    return mean, squares


def _moments(array: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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


def extremes(
    array: NDArray[Any], name: str = "X", names: Sequence[str] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest value of each feature, in one pass, after checking all entries.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Examples in rows.
    name, names
        As in `check_values`.

    Returns
    -------
    low, high : NDArray, shape (N,), float64

    Raises
    ------
    ValueError
        If an entry is NaN, infinite or beyond ±1e60.

    Examples
    --------
    >>> extremes(np.array([[1.0, 30.0], [3.0, 10.0]]))
    (array([ 1., 10.]), array([ 3., 30.]))
    """
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


def is_small(array: NDArray[Any]) -> bool:
    """Return whether a matrix has at most 2²² entries, so that correctly rounded means are affordable.

    Examples
    --------
    >>> is_small(np.zeros((1000, 1000))), is_small(np.zeros((10_000, 1000)))
    (True, False)
    """
    return array.size <= MOST_EXACT_ENTRIES


def exact_means(array: NDArray[Any], counts: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
    """Return the correctly rounded mean of each feature, which does not depend on the order of the rows.

    If the mean is less than about 1e-15 of the largest entry, because entries cancel, its last digits may be wrong.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Finite entries. If `counts` is given, NaN is allowed, and is left out of the mean.
    counts : NDArray, shape (N,), int, optional
        Number of entries of each feature that are not NaN, at least 1. By default P.

    Returns
    -------
    NDArray, shape (N,), float64

    Notes
    -----
    Adding a large power of two to an entry, and subtracting it again, splits the entry into a head and a tail. Sums of heads
    are exact, and sums of tails add the remaining digits (Rump, Ogita and Oishi 2008). Because of the correct rounding, a
    mean-imputed entry *equals* the mean of the imputed feature, so it is exactly 0 after standard normalization (section
    9.4).

    Examples
    --------
    >>> column = np.array([[1e16], [1.0], [-1e16], [2.0]])
    >>> exact_means(column), column.mean(axis=0)
    (array([0.75]), array([0.5]))
    """
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


def _exact_sums(array: NDArray[Any], gaps: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
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


def constant_columns(array: NDArray[Any], mean: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the features that are constant up to rounding. Only features with a tiny variance are checked entry by entry.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Finite entries.
    mean, squares : NDArray, shape (N,), float64
        The `moments` of `array`.

    Returns
    -------
    NDArray, shape (M,), int
        Feature numbers, ascending.

    Examples
    --------
    >>> array = np.array([[0.1, 1.0, 0.0], [0.1, 2.0, 0.0], [0.1, 3.0, 0.0]])
    >>> constant_columns(array, *moments(array))
    array([0, 2])
    """
    deviation = np.sqrt(squares / len(array))
    zero = (squares == 0) & (mean == 0)
    suspects = ((deviation <= 2 * (ROUNDING * np.abs(mean) + SMALLEST_SPREAD)) & ~zero).nonzero()[0]
    zero[constant_features(array, suspects)] = True
    return zero.nonzero()[0]
