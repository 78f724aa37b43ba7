"""Passes over a large matrix, some rows at a time: a second copy of it is never held.

A block is small enough for the processor's cache, so that what several operations share is read from memory
once. Sums are no products with ones, which would start threads for every block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import check_finite
from .spread import constant_features
from .tolerances import BLOCK, LARGEST_VALUE, ROUNDING, SMALLEST_SPREAD

# Up to this many entries a mean is worth five operations an entry instead of one.
_LARGEST_EXACT = 2**22
# Squares of numbers below this lose digits, or are 0.
_UNDERFLOW = 1e-150
# Sums of squares below this cannot stem from a value beyond the largest one allowed.
_UNSUSPICIOUS = LARGEST_VALUE


def row_blocks(shape: tuple[int, ...], entries: int = BLOCK) -> Iterator[slice]:
    """Cut the rows of a matrix into slices of about as many entries as given.

    Parameters
    ----------
    shape : (P, N)
        Shape of the matrix.
    entries : int
        Entries in a block; a row is never cut.

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
    """Cut the columns of a matrix into those to be worked on together, so that memory is read in its order.

    Parameters
    ----------
    array : NDArray, shape (P, N)
        All columns at once where a row's entries lie side by side; a few where a column's do, as in the
        transpose of a table with features in rows.

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
    """Sum of each column; einsum adds few columns quicker, `sum` many.

    Parameters
    ----------
    block : NDArray, shape (P, N), float64
        What is added.

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
    """Sum of squares of each column.

    Parameters
    ----------
    block : NDArray, shape (P, N), float64
        What is squared and added.

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
    """Refuse NaN, infinite and far too large entries, in one pass.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        What is looked through.
    name : str
        What the caller calls it.
    names : sequence of N str, optional
        Names of its columns.

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
    """Mean of each feature, and sum of squared deviations from it, in one pass; bad entries are refused.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Examples in rows.
    name, names
        As in `check_values`.

    Returns
    -------
    means : NDArray, shape (N,), float64
        As `exact_means` up to 2²² entries, beyond them to a few units in the last place.
    squares : NDArray, shape (N,), float64
        Σₚ (xₚₙ − μₙ)².

    Raises
    ------
    ValueError
        If an entry is NaN, infinite or beyond ±1e60.

    Notes
    -----
    Source: equations (9.3), as σ² = mean (x − c)² − (μ − c)². Where the first block's mean is far from 0, it is c, so
    that large means cost no digits; else c = 0. The first block being part of the data, c is never farther
    from μ than √(P / its rows) deviations, which costs three digits at the very most.

    Examples
    --------
    >>> moments(np.array([[1.0, 10.0], [3.0, 30.0]]))
    (array([ 2., 20.]), array([  2., 200.]))
    """
    with np.errstate(all="ignore"):
        mean, squares = map(np.concatenate, zip(*(_moments(array[:, group]) for group in column_groups(array)), strict=True))
    if not (squares.max() <= _UNSUSPICIOUS and np.abs(mean).max() <= np.sqrt(_UNSUSPICIOUS)):
        check_finite(array, name, names)
    if is_small(array):
        mean = exact_means(array)
    return mean, squares


def _moments(array: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    P, N = array.shape
    total, squares = np.zeros(N), np.zeros(N)
    for rows in row_blocks(array.shape, 2 * BLOCK):
        block = array[rows].astype(np.float64, copy=False)
        if rows.start == 0:
            mean = column_sums(block) / len(block)
            far = mean * mean > 0.94 * squared_sums(block) / len(block)  # the mean is beyond 4 deviations from 0
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
    """Smallest and largest value of each feature, in one pass; bad entries are refused.

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
    """Whether the means of its features are worth being correctly rounded: up to 2²² entries.

    Examples
    --------
    >>> is_small(np.zeros((1000, 1000))), is_small(np.zeros((10_000, 1000)))
    (True, False)
    """
    return array.size <= _LARGEST_EXACT


def exact_means(array: NDArray[Any], counts: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
    """Mean of each feature, correctly rounded: it does not depend on the order of the rows.

    Where the entries cancel, so that the mean is less than about 1e-15 of the largest entry, its last digits may differ.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Finite entries; also NaN, left out of the mean, where `counts` is given.
    counts : NDArray, shape (N,), int, optional
        How many entries of each feature are no NaN, 1 at least; P where not given.

    Returns
    -------
    NDArray, shape (N,), float64

    Notes
    -----
    Adding a large power of two and taking it off again cuts an entry into a head and a tail; sums of heads are
    exact (Rump, Ogita and Oishi 2008), sums of tails add the missing digits. This is what makes a mean-imputed
    entry *equal* to the mean of the imputed feature, and hence exactly 0 once that is normalized (section
    9.4): between a number and its rounding there is nothing else to round to.

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
    # What the rounded quotient misses, by halves of its digits, whose products with n are exact.
    half = quotient * (2.0**27 + 1)
    half -= half - quotient
    missed = ((total - n * half) - n * (quotient - half)) + rest
    return quotient + missed / n


def _exact_sums(array: NDArray[Any], gaps: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums of the columns, and what rounding took from them; NaN counts as 0 where there are gaps."""
    N = array.shape[1]
    total, rest = np.zeros(N), np.zeros(N)
    for rows in row_blocks(array.shape):
        block = array[rows].astype(np.float64)
        if gaps:
            np.copyto(block, 0.0, where=np.isnan(block))
        size = np.sqrt(squared_sums(block))  # no entry is larger …
        underflown = size < _UNDERFLOW  # … unless squares have underflown
        if underflown.any():
            size[underflown] = np.abs(block[:, underflown]).max(axis=0)
        cut = np.ldexp(1.0, np.frexp(2 * len(block) * size)[1])
        heads = block + cut
        heads -= cut
        block -= heads
        added = column_sums(heads)
        before, total = total, total + added
        part = total - before  # the error of that addition, after Knuth
        rest += (before - (total - part)) + (added - part) + column_sums(block)
    return total, rest


def constant_columns(array: NDArray[Any], mean: NDArray[np.float64], squares: NDArray[np.float64]) -> NDArray[np.intp]:
    """The features that are constant up to rounding; only those with hardly any spread are looked through.

    Parameters
    ----------
    array : NDArray, shape (P, N), float64 or float32
        Finite entries.
    mean, squares : NDArray, shape (N,), float64
        Its `moments`.

    Returns
    -------
    NDArray, shape (M,), int
        Ascending.

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
