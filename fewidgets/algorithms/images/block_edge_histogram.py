"""Edge histograms of patches, normalized together in blocks that slide over the image (section 9.2.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, shown
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Singles
from .edges import Kernel, Votes, angles_of, as_edge_arguments
from .patch_histograms import Pair, inverse, patch_histograms


def block_edge_histogram(
    images: ArrayLike,
    *,
    patch: int | Pair = 3,
    block: int | Pair = 3,
    orientations: int = 8,
    votes: Votes = "hard",
    kernel: Kernel = "central",
) -> BlockEdgeHistogram:
    """Compute edge histograms of small patches, and normalize them together in blocks that slide over the image.

    Count the edges in each patch by their orientation. Concatenate the histograms of the patches in a block, and divide them
    by their length √(Σ totals²). The features of the image are the normalized blocks, one after the other.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack. `to_gray` converts colour images.
    patch : int or (rows, columns)
        Size of a patch in pixels. Patches do not overlap.
    block : int or (rows, columns)
        Size of a block in patches. Blocks are one patch apart.
    orientations, votes, kernel
        As in `edge_maps`.

    Returns
    -------
    BlockEdgeHistogram

    Raises
    ------
    TypeError, ValueError
        If the images are not finite grey levels or smaller than one block, or an argument is out of range.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.block_edge_histogram`.

    Source: section 9.2.3, Figure 9.9. The defaults are those of the figure: blocks of 9 × 9 pixels, made of 3 × 3 patches of 3
    × 3 pixels each. The figure shows overlapping blocks.

    Examples
    --------
    >>> trace = block_edge_histogram(np.add.outer(np.zeros(28), np.arange(28.0)))
    >>> trace.features.shape, round(float(trace.block_histograms[0, 0, 1, 1, 4]), 3)
    ((3528,), 0.333)
    """
    stack, single, K, votes, kernel = as_edge_arguments(images, orientations, votes, kernel)
    patch, block = _as_pair(patch, "patch"), _as_pair(block, "block")
    H, W = stack.shape[1:]
    least = (patch[0] * block[0], patch[1] * block[1])
    if least[0] > H or least[1] > W:
        expected, blocks, patches = (" × ".join(map(shown, pair)) for pair in (least, block, patch))
        raise ValueError(
            f"images must have at least {expected} pixels, the size of one block (block {blocks} of patch {patches}); "
            f"got {H} × {W}. Make patch or block smaller."
        )
    R, C = H // patch[0], W // patch[1]
    check_size("patch", patch, (len(stack), R, C, K), np.float32)
    check_size("block", block, (len(stack), R - block[0] + 1, C - block[1] + 1, *block, K), np.float32)

    totals = patch_histograms(stack, patch, K, votes, kernel, np.float32)
    held = sliding_window_view(totals, block, axis=(1, 2)).transpose(0, 1, 2, 4, 5, 3)
    norms = np.sqrt(np.einsum("prcijk,prcijk->prc", held, held, dtype=np.float64))
    histograms = np.ascontiguousarray(held) * inverse(norms).astype(np.float32)[..., None, None, None]
    totals, norms, histograms = (array[0] if single else array for array in (totals, norms.astype("f4"), histograms))
    return BlockEdgeHistogram(kernel, votes, angles_of(K), (H, W), patch, block, totals, norms, histograms)


def _as_pair(value: Any, name: str) -> Pair:
    flat = isinstance(value, tuple | list) and not any(isinstance(part, tuple | list) for part in value)
    if flat or getattr(value, "ndim", 0) == 1:
        if len(value) != 2:
            raise ValueError(f"{name} must be an integer or two integers, (rows, columns); got {shown(value, 60)}.")
        return as_count(value[0], name, 1), as_count(value[1], name, 1)
    size = as_count(value, name, 1)
    return size, size


class BlockEdgeHistogram(Trace):
    """The result of `block_edge_histogram`. The first axis P is absent if one image was given.

    Pixels, patches and blocks are numbered from 0, by row (from the top) and column (from the left).

    Attributes
    ----------
    kernel, votes
        As given to `block_edge_histogram`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees: the direction along the edge, counterclockwise from horizontal.
    image_size : tuple of 2 int
        Rows H and columns W of an image, in pixels.
    patch, block : tuple of 2 int
        Rows and columns of a patch in pixels, and of a block in patches.
    patch_totals : NDArray, shape (P, R, C, K), float32
        Histogram of the patch in row r and column c of the grid of patches: the sum of the strengths of its edges of each
        orientation over its pixels, in grey levels per pixel.
    block_norms : NDArray, shape (P, BR, BC), float32
        Length by which the histograms of each block are divided, √(Σ totals²).
    block_histograms : NDArray, shape (P, BR, BC, rows, columns, K), float32
        The patch histograms of each block, normalized together; all 0 in a block without edges.

    Examples
    --------
    >>> image = np.add.outer(np.zeros(6), [0, 0, 0, 8, 8, 8])
    >>> trace = block_edge_histogram(image, patch=3, block=2)
    >>> trace.patch_totals[0, 1], trace.block_norms
    (array([ 0.,  0.,  0.,  0., 12.,  0.,  0.,  0.], dtype=float32), array([[24.]], dtype=float32))
    """

    kernel: Kernel
    votes: Votes
    angles: Array
    image_size: Pair
    patch: Pair
    block: Pair
    patch_totals: Singles
    block_norms: Singles
    block_histograms: Singles

    @property
    def features(self) -> Singles:
        """The feature vectors, shape (P, N), float32: all block histograms one after the other."""
        histograms = self.block_histograms
        return histograms.reshape((*histograms.shape[:-5], int(np.prod(histograms.shape[-5:]))))

    @property
    def block_grid(self) -> Pair:
        """Rows BR and columns BC of the grid of blocks."""
        return self.block_norms.shape[-2], self.block_norms.shape[-1]

    def block_box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """Return the pixels of a block: first row, first column, and the row and column after the last."""
        rows, columns = self.block_grid
        size = f"the grid has {rows} × {columns} blocks"
        top = as_count(row, "row", 0, rows - 1, size) * self.patch[0]
        left = as_count(column, "column", 0, columns - 1, size) * self.patch[1]
        return top, left, top + self.block[0] * self.patch[0], left + self.block[1] * self.patch[1]
