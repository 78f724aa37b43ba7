"""Edge histograms of patches, normalized together in blocks that slide over the image (section 9.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count, as_number, shown
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from .edges import Kernel, Votes, angles_of, as_edge_arguments
from .patch_histograms import Pair, inverse, patch_grid, patch_histograms

# Norms of blocks are stored in single precision, which ends at 3.4e38.
LARGEST_EPSILON = 1e30
# Entries of blocks are stored in single precision. A smaller limit would make them indistinguishable.
SMALLEST_CLIP = 1e-30


def block_edge_histogram(
    images: ArrayLike,
    *,
    patch: int | Pair = 3,
    block: int | Pair = 3,
    patch_stride: int | Pair | None = None,
    block_stride: int | Pair = 1,
    orientations: int = 8,
    votes: Votes = "hard",
    kernel: Kernel = "central",
    epsilon: float = 0.0,
    clip: float | None = None,
) -> BlockEdgeHistogram:
    """Compute edge histograms of small patches, and normalize them together in blocks that slide over the image.

    Count the edges in each patch by their orientation. Concatenate the histograms of the patches in a block, and divide them
    by their length √(Σ totals² + epsilon²). The features of the image are the normalized blocks, one after the other.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack. `to_gray` converts colour images.
    patch : int or (rows, columns)
        Size of a patch in pixels.
    block : int or (rows, columns)
        Size of a block in patches.
    patch_stride : int or (rows, columns), optional
        Distance from one patch to the next in pixels. By default the size of the patch, so that patches do not overlap.
    block_stride : int or (rows, columns)
        Distance from one block to the next in patches. Pixels at the end that do not fill a patch and patches that do not fill
        a block are left out.
    orientations : int
        Number K of orientations, 1 to 180. They are 180/K degrees apart.
    votes : {"hard", "interpolated"}
        Whether an edge counts for the nearest orientation, or for the two nearest: see `edge_maps`.
    kernel : {"central", "prewitt", "sobel"}
        How to compute the gradient: see `edge_maps`.
    epsilon : float
        Term in the normalization, in the units of the totals. Above 0, blocks with weak edges remain short.
    clip : float, optional
        Largest entry of a normalized block ("L2-Hys", often 0.2), so that one strong edge does not hide all others. The block
        is then scaled back to the length it had before.

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
    size = (stack.shape[1], stack.shape[2])
    layout = _as_layout(size, patch, patch_stride, block, block_stride)
    patches = patch_grid(size, layout.patch, _at_most(layout.patch_stride, size))
    block_step = _at_most(layout.block_stride, patches)
    check_size("patch", layout.patch, (len(stack), *patches, K), np.float32)
    blocks = patch_grid(patches, layout.block, block_step)
    check_size("block", layout.block, (len(stack), *blocks, *layout.block, K), np.float32)
    soft, limit = _as_epsilon(epsilon), _as_clip(clip)

    totals = patch_histograms(stack, layout.patch, _at_most(layout.patch_stride, size), K, votes, kernel, np.float32)
    norms, histograms = _normalized_blocks(totals, layout.block, block_step, soft, limit)
    totals, norms, histograms = (frozen(array[0] if single else array) for array in (totals, norms, histograms))
    return BlockEdgeHistogram(
        kernel,
        votes,
        soft,
        limit,
        angles_of(K),
        size,
        layout.patch,
        layout.patch_stride,
        layout.block,
        layout.block_stride,
        totals,
        norms,
        histograms,
    )


def _normalized_blocks(
    totals: NDArray[np.float32], block: Pair, stride: Pair, epsilon: float, clip: float | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Collect the patch histograms of each block and divide them by their length."""
    P, R, C, K = totals.shape
    held = sliding_window_view(np.arange(R * C).reshape(R, C), block)[:: stride[0], :: stride[1]]
    grid, held = held.shape[:2], held.reshape(-1)
    histograms = totals.reshape(P, R * C, K).take(held, axis=1).reshape(P, *grid, -1)
    # A patch belongs to several blocks, but its squares are added up once.
    squares = np.einsum("prck,prck->prc", totals, totals, dtype=np.float64).reshape(P, R * C)
    lengths = np.sqrt(squares.take(held, axis=1).reshape(P, *grid, -1).sum(axis=-1))
    norms = np.hypot(lengths, epsilon)
    histograms *= np.where(lengths > 0, inverse(norms), 0).astype(np.float32)[..., None]
    if clip is not None and clip < 1:
        np.minimum(histograms, np.float32(clip), out=histograms)
        clipped = np.sqrt(np.einsum("prcn,prcn->prc", histograms, histograms, dtype=np.float64))
        # Clipping must not change the length of a block, or epsilon would no longer keep weak blocks short.
        histograms *= (inverse(clipped) * lengths * inverse(norms)).astype(np.float32)[..., None]
    return norms.astype(np.float32), histograms.reshape(P, *grid, *block, K)


@dataclass(frozen=True)
class _Layout:
    """Sizes and strides of the patches, in pixels, and of the blocks, in patches."""

    patch: Pair
    patch_stride: Pair
    block: Pair
    block_stride: Pair


def _as_layout(size: Pair, patch: Any, patch_stride: Any, block: Any, block_stride: Any) -> _Layout:
    """Check sizes and strides."""
    patch, block = _as_pair(patch, "patch"), _as_pair(block, "block")
    layout = _Layout(
        patch,
        patch if patch_stride is None else _as_pair(patch_stride, "patch_stride"),
        block,
        _as_pair(block_stride, "block_stride"),
    )
    least = [p + (b - 1) * s for p, b, s in zip(patch, block, layout.patch_stride, strict=True)]
    if least[0] > size[0] or least[1] > size[1]:
        expected, blocks, patches = (" × ".join(map(shown, pair)) for pair in (least, block, patch))
        raise ValueError(
            f"images must have at least {expected} pixels, the size of one block (block {blocks} of patch {patches}); "
            f"got {size[0]} × {size[1]}. Make patch, patch_stride or block smaller."
        )
    return layout


def _as_pair(value: Any, name: str) -> Pair:
    flat = isinstance(value, tuple | list) and not any(isinstance(part, tuple | list) for part in value)
    if flat or getattr(value, "ndim", 0) == 1:
        if len(value) != 2:
            raise ValueError(f"{name} must be an integer or two integers, (rows, columns); got {shown(value, 60)}.")
        return as_count(value[0], name, 1), as_count(value[1], name, 1)
    size = as_count(value, name, 1)
    return size, size


def _at_most(stride: Pair, size: Pair) -> Pair:
    """Shorten strides that are longer than the image: they give one patch or block in any case."""
    return min(stride[0], size[0]), min(stride[1], size[1])


def _as_epsilon(epsilon: Any) -> float:
    soft = as_number(epsilon, "epsilon")
    if not 0 <= soft <= LARGEST_EPSILON:
        raise ValueError(f"epsilon must be between 0 and {LARGEST_EPSILON:g}; got {soft:g}.")
    return soft


def _as_clip(clip: Any) -> float | None:
    if clip is None:
        return None
    limit = as_number(clip, "clip", positive=True)
    if limit < SMALLEST_CLIP:
        raise ValueError(f"clip must be at least {SMALLEST_CLIP:g}; got {limit:g}.")
    return limit


@dataclass(frozen=True, eq=False)
class BlockEdgeHistogram:
    """The result of `block_edge_histogram`. The first axis P is absent if one image was given.

    Pixels, patches and blocks are numbered from 0, by row (from the top) and column (from the left).

    Attributes
    ----------
    kernel, votes, epsilon, clip
        As given to `block_edge_histogram`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees: the direction along the edge, counterclockwise from horizontal.
    image_size : tuple of 2 int
        Rows H and columns W of an image, in pixels.
    patch, patch_stride : tuple of 2 int
        Rows and columns of a patch, and from one patch to the next, in pixels.
    block, block_stride : tuple of 2 int
        Rows and columns of a block, and from one block to the next, in patches.
    patch_totals : NDArray, shape (P, R, C, K), float32
        Histogram of the patch in row r and column c of the grid of patches: the sum of the strengths of its edges of each
        orientation over its pixels, in grey levels per pixel.
    block_norms : NDArray, shape (P, BR, BC), float32
        Length by which the histograms of each block are divided, √(Σ totals² + epsilon²).
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
    epsilon: float
    clip: float | None
    angles: Array
    image_size: Pair
    patch: Pair
    patch_stride: Pair
    block: Pair
    block_stride: Pair
    patch_totals: NDArray[np.float32]
    block_norms: NDArray[np.float32]
    block_histograms: NDArray[np.float32]

    @property
    def features(self) -> NDArray[np.float32]:
        """The feature vectors, shape (P, N), float32: all block histograms one after the other."""
        histograms = self.block_histograms
        return histograms.reshape((*histograms.shape[:-5], int(np.prod(histograms.shape[-5:]))))

    @property
    def patch_grid(self) -> Pair:
        """Rows R and columns C of the grid of patches."""
        return self.patch_totals.shape[-3], self.patch_totals.shape[-2]

    @property
    def block_grid(self) -> Pair:
        """Rows BR and columns BC of the grid of blocks."""
        return self.block_norms.shape[-2], self.block_norms.shape[-1]

    def patch_box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """Return the pixels that a patch covers."""
        row, column = _as_position(row, column, self.patch_grid, "patches")
        top, left = row * self.patch_stride[0], column * self.patch_stride[1]
        return top, left, top + self.patch[0], left + self.patch[1]

    def block_box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """Return the pixels that a block covers."""
        rows, columns = self.block_patches(row, column)
        top, left, _, _ = self.patch_box(rows.start, columns.start)
        _, _, bottom, right = self.patch_box(rows.stop - 1, columns.stop - 1)
        return top, left, bottom, right

    def block_patches(self, row: int, column: int) -> tuple[slice, slice]:
        """Return the patches of a block, as slices of the grid of patches."""
        row, column = _as_position(row, column, self.block_grid, "blocks")
        top, left = row * self.block_stride[0], column * self.block_stride[1]
        return slice(top, top + self.block[0]), slice(left, left + self.block[1])

    def place(self, feature: int) -> tuple[Pair, Pair, int]:
        """Return the block, the patch and the orientation that a feature belongs to."""
        shape = self.block_histograms.shape[-5:]
        n = as_count(feature, "feature", 0, int(np.prod(shape)) - 1, "features are numbered from 0")
        block_row, block_column, row, column, k = (int(i) for i in np.unravel_index(n, shape))
        rows, columns = self.block_patches(block_row, block_column)
        return (block_row, block_column), (rows.start + row, columns.start + column), k


def _as_position(row: Any, column: Any, grid: Pair, of: str) -> Pair:
    size = f"the grid has {grid[0]} × {grid[1]} {of}"
    return as_count(row, "row", 0, grid[0] - 1, size), as_count(column, "column", 0, grid[1] - 1, size)
