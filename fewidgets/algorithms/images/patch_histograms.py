"""Edge histograms of the patches of an image: the sums that all edge histograms consist of (section 9.2.3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from .._numerics.types import AnyArray
from .edges import Kernel, Votes, gradients, votes_of
from .pixels import strips

Pair = tuple[int, int]


def patch_histograms(stack: AnyArray, patch: Pair, K: int, votes: Votes, kernel: Kernel, dtype: DTypeLike) -> AnyArray:
    """Add up the votes of the pixels in each patch, shape (P, R, C, K). Pixels that do not fill a patch are left out."""
    _, H, W = stack.shape
    R, C = H // patch[0], W // patch[1]
    totals = np.zeros((len(stack), R, C, K), dtype=dtype)
    # The pixels that are left out have a row and a column of patches of their own.
    row_of, column_of = np.minimum(np.arange(H) // patch[0], R), np.minimum(np.arange(W) // patch[1], C)
    for which, rows, inner, pixels in strips(stack):
        down, right = (part[:, inner].reshape(-1) for part in gradients(pixels, kernel))
        held = row_of[rows]
        low, count = held[0], held[-1] + 1 - held[0]
        patch_of = (held[:, None] - low) * (C + 1) + column_of
        shape = (len(pixels), count, C + 1, K)
        bins = np.add.outer(np.arange(len(pixels)) * (count * (C + 1)), patch_of).reshape(-1) * K
        counted = np.zeros(int(np.prod(shape)))
        for orientation, strength in votes_of(down, right, np.sqrt(down * down + right * right), K, votes):
            counted += np.bincount(bins + orientation, weights=strength, minlength=len(counted))
        totals[which, low : low + count] += counted.reshape(shape)[:, : R - low, :C]
    return totals


def inverse(lengths: AnyArray) -> AnyArray:
    """Return 1 / length, and 0 where the length is 0: a histogram without edges remains 0."""
    return np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
