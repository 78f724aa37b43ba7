"""Histograms of the edges in each patch of an image: what all edge histograms are made of (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .edges import Kernel, Votes, gradients, votes_of
from .grayscale import strips

Pair = tuple[int, int]


def patch_totals(
    stack: NDArray[Any], patch: Pair, stride: Pair, K: int, votes: Votes, kernel: Kernel, dtype: DTypeLike
) -> NDArray[Any]:
    """Add up the votes of the pixels in each patch.

    Parameters
    ----------
    stack : NDArray, shape (P, H, W)
        Grey levels.
    patch, stride : tuple of 2 int
        Rows and columns of a patch, and from one patch to the next, in pixels.
    K : int
        Number of orientations.
    votes, kernel : str
        As in `edge_maps`.
    dtype : dtype
        Of the result.

    Returns
    -------
    NDArray, shape (P, R, C, K)
        In grey levels a pixel, summed over pixels.

    Raises
    ------
    ValueError
        If a pixel is NaN, infinite or too large.

    Examples
    --------
    >>> image = np.array([[[0.0, 0.0, 4.0, 4.0], [0.0, 0.0, 4.0, 4.0]]])
    >>> patch_totals(image, (2, 2), (2, 2), 2, "hard", "central", float)
    array([[[[0., 4.],
             [0., 4.]]]])
    """
    grid = patch_grid(stack.shape[1:], patch, stride)
    totals = np.zeros((len(stack), *grid, K), dtype=dtype)
    row_layers = list(_layers(stack.shape[1], patch[0], stride[0]))
    column_layers = list(_layers(stack.shape[2], patch[1], stride[1]))
    for which, rows, inner, pixels in strips(stack):
        down, right = (part[:, inner] for part in gradients(pixels, kernel))
        found, cast_votes = _votes_of_edges(down, right, K, votes)
        n = len(pixels)
        for every_row, row_of in row_layers:
            patch_rows = row_of[rows]
            held = patch_rows >= 0
            if not held.any():
                continue
            low, high = patch_rows[held].min(), patch_rows.max() + 1
            for every_column, column_of in column_layers:
                columns = column_of.max() + 1
                # One bin a patch and orientation, and for each image one patch more, for what no patch holds.
                here = (patch_rows[:, None] - low) * columns + column_of
                here[~held] = here[:, column_of < 0] = (high - low) * columns
                here *= K
                bins = (high - low) * columns * K + K
                first = np.add.outer(np.arange(n) * bins, here).reshape(-1)
                if found is not None:
                    first = first.take(found)
                counted = sum(np.bincount(first + k, weights=strength, minlength=n * bins) for k, strength in cast_votes)
                histograms = counted.reshape(n, bins)[:, :-K].reshape(n, high - low, columns, K)
                totals[which, every_row][:, low:high, every_column] += histograms
    return totals


def patch_grid(size: tuple[int, ...], patch: Pair, stride: Pair) -> tuple[int, ...]:
    """Give the rows and columns of the grid of patches.

    Examples
    --------
    >>> patch_grid((28, 28), (3, 3), (3, 3))
    (9, 9)
    """
    return tuple((n - p) // s + 1 for n, p, s in zip(size, patch, stride, strict=True))


def inverse(lengths: NDArray[Any]) -> NDArray[Any]:
    """Give 1 / length, and 0 where the length is 0: a histogram without an edge stays all 0.

    Examples
    --------
    >>> inverse(np.array([0.0, 4.0]))
    array([0.  , 0.25])
    """
    return np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)


def _layers(size: int, patch: int, stride: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """Sort the patches of one axis into as few layers as it takes for those of one layer not to overlap.

    Gives the layer's patches, and for each pixel the number within the layer of the patch it lies in; −1: in none.
    """
    patches = (size - patch) // stride + 1
    layers = -(-patch // stride)  # patches so many apart do not overlap, even if there are not so many
    for layer in range(min(layers, patches)):
        offset = np.arange(size) - layer * stride
        number, inside = np.divmod(offset, layers * stride)
        number[(offset < 0) | (inside >= patch) | (number * layers + layer >= patches)] = -1
        yield slice(layer, None, layers), number


def _votes_of_edges(
    down: NDArray[np.float32], right: NDArray[np.float32], K: int, votes: Votes
) -> tuple[NDArray[np.intp] | None, list[tuple[NDArray[np.uint8], NDArray[np.float32]]]]:
    """Let the pixels vote; where most belong to no edge, as is common, only those that do are asked."""
    down, right = down.reshape(-1), right.reshape(-1)
    squares = down * down
    squares += right * right
    edge = squares > 0
    found = np.flatnonzero(edge) if np.count_nonzero(edge) < 0.7 * len(edge) else None
    if found is not None:
        down, right, squares = (array.take(found) for array in (down, right, squares))
    return found, votes_of(down, right, np.sqrt(squares, out=squares), K, votes)
