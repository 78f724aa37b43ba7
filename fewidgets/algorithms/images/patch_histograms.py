"""Edge histograms of the patches of an image: the sums that all edge histograms consist of (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .edges import Kernel, Votes, gradients, votes_of
from .pixels import strips

# Pixels are selected before they vote if fewer than this share of them lie on an edge. Selecting costs a little, too.
FEW_EDGES = 0.7

Pair = tuple[int, int]


def patch_histograms(
    stack: NDArray[Any], patch: Pair, stride: Pair, K: int, votes: Votes, kernel: Kernel, dtype: DTypeLike
) -> NDArray[Any]:
    """Add up the votes of the pixels in each patch."""
    grid = patch_grid((stack.shape[1], stack.shape[2]), patch, stride)
    totals = np.zeros((len(stack), *grid, K), dtype=dtype)
    row_layers = list(_layers(stack.shape[1], patch[0], stride[0]))
    column_layers = list(_layers(stack.shape[2], patch[1], stride[1]))
    for which, rows, inner, pixels in strips(stack):
        down, right = (part[:, inner] for part in gradients(pixels, kernel))
        on_edge, cast_votes = _votes_of_edges(down, right, K, votes)
        for patch_rows, row_of in row_layers:
            held = row_of[rows]
            if held.max() < 0:
                continue
            low, high = held[held >= 0].min(), held.max() + 1
            for patch_columns, column_of in column_layers:
                histograms = _histograms(held - low, column_of, high - low, len(pixels), K, on_edge, cast_votes)
                totals[which, patch_rows][:, low:high, patch_columns] += histograms
    return totals


def _histograms(
    row_of: NDArray[np.intp],
    column_of: NDArray[np.intp],
    rows: int,
    images: int,
    K: int,
    on_edge: NDArray[np.intp] | None,
    cast_votes: list[tuple[NDArray[np.uint8], NDArray[np.float32]]],
) -> NDArray[Any]:
    """Add up the votes in patches that do not overlap, shape (images, rows, columns, K)."""
    columns = column_of.max() + 1
    # Each image has one bin for every patch and orientation, and K more for the pixels that are in no patch.
    patch_of = row_of[:, None] * columns + column_of
    patch_of[row_of < 0] = patch_of[:, column_of < 0] = rows * columns
    bins = (rows * columns + 1) * K
    first = np.add.outer(np.arange(images) * bins, patch_of * K).reshape(-1)
    if on_edge is not None:
        first = first.take(on_edge)
    counted = np.zeros(images * bins)
    for orientation, strength in cast_votes:
        counted += np.bincount(first + orientation, weights=strength, minlength=images * bins)
    return counted.reshape(images, bins)[:, :-K].reshape(images, rows, columns, K)


def _votes_of_edges(
    down: NDArray[np.float32], right: NDArray[np.float32], K: int, votes: Votes
) -> tuple[NDArray[np.intp] | None, list[tuple[NDArray[np.uint8], NDArray[np.float32]]]]:
    """Return the pixels on edges, or None for all pixels, and their votes."""
    down, right = down.reshape(-1), right.reshape(-1)
    squares = down * down
    squares += right * right
    edge = squares > 0
    on_edge = np.flatnonzero(edge) if np.count_nonzero(edge) < FEW_EDGES * len(edge) else None
    if on_edge is not None:
        down, right, squares = (array.take(on_edge) for array in (down, right, squares))
    return on_edge, votes_of(down, right, np.sqrt(squares, out=squares), K, votes)


def _layers(size: int, patch: int, stride: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """Divide the patches along one axis into layers, so that the patches of a layer do not overlap."""
    patches = (size - patch) // stride + 1
    layers = -(-patch // stride)  # patches so far apart do not overlap, even if there are fewer of them
    for layer in range(min(layers, patches)):
        offset = np.arange(size) - layer * stride
        number, inside = np.divmod(offset, layers * stride)
        number[(offset < 0) | (inside >= patch) | (number * layers + layer >= patches)] = -1
        yield slice(layer, None, layers), number


def patch_grid(size: Pair, patch: Pair, stride: Pair) -> Pair:
    """Return the numbers of rows and columns of patches in an image of that size."""
    return (size[0] - patch[0]) // stride[0] + 1, (size[1] - patch[1]) // stride[1] + 1


def inverse(lengths: NDArray[Any]) -> NDArray[Any]:
    """Return 1 / length, and 0 where the length is 0: a histogram without edges remains 0."""
    return np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
