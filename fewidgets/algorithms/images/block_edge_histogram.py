"""Edge histograms of patches, normalized jointly in blocks that slide over the image (section 9.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count, as_number, shown
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .edges import Kernel, Votes, angles_of, edge_arguments
from .patch_histograms import Pair, inverse, patch_grid, patch_totals

# Lengths are stored in single precision, which goes up to 3.4e38.
LARGEST_EPSILON = 1e30
# The entries of a block are stored in single precision; below this limit they could no longer be told apart.
SMALLEST_CLIP = 1e-30


@dataclass(frozen=True, eq=False)
class BlockEdgeHistogram:
    """What `block_edge_histogram` counted, and where. The first axis P is absent where one image was given.

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
        Histogram of the patch in row r and column c of the patch grid: strength of its edges of each orientation,
        in grey levels a pixel, summed over pixels.
    block_norms : NDArray, shape (P, BR, BC), float32
        What each block's histograms are divided by: their length, √(Σ totals² + epsilon²).
    block_histograms : NDArray, shape (P, BR, BC, rows, columns, K), float32
        Each block's patch histograms, normalized jointly; all 0 in a block without an edge.

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
    angles: NDArray[np.float64]
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
        """The feature vectors, shape (P, N), float32: all block histograms one after the other.

        Blocks come row by row, in a block the patches row by row, in a patch the orientations: `place` tells what
        feature n is. It is a view: no memory is taken.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((5, 28, 28)), patch=3, block=3).features.shape
        (5, 3528)
        """
        histograms = self.block_histograms
        return histograms.reshape((*histograms.shape[:-5], int(np.prod(histograms.shape[-5:]))))

    @property
    def patch_grid(self) -> Pair:
        """Rows R and columns C of the grid of patches.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).patch_grid
        (9, 9)
        """
        return self.patch_totals.shape[-3:-1]

    @property
    def block_grid(self) -> Pair:
        """Rows BR and columns BC of the grid of blocks.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).block_grid
        (7, 7)
        """
        return self.block_norms.shape[-2:]

    def patch_box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """Where a patch lies in the image.

        Parameters
        ----------
        row, column : int
            Place of the patch in the grid of patches.

        Returns
        -------
        tuple of 4 int
            First row, first column, and the row and column after the last, in pixels.

        Raises
        ------
        TypeError, ValueError
            If there is no such patch.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).patch_box(8, 1)
        (24, 3, 27, 6)
        """
        row, column = _checked_place(row, column, self.patch_grid, "patches")
        top, left = row * self.patch_stride[0], column * self.patch_stride[1]
        return top, left, top + self.patch[0], left + self.patch[1]

    def block_box(self, row: int, column: int) -> tuple[int, int, int, int]:
        """Where a block lies in the image.

        Parameters
        ----------
        row, column : int
            Place of the block in the grid of blocks.

        Returns
        -------
        tuple of 4 int
            First row, first column, and the row and column after the last, in pixels.

        Raises
        ------
        TypeError, ValueError
            If there is no such block.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).block_box(6, 0)
        (18, 0, 27, 9)
        """
        rows, columns = self.block_patches(row, column)
        top, left, _, _ = self.patch_box(rows.start, columns.start)
        _, _, bottom, right = self.patch_box(rows.stop - 1, columns.stop - 1)
        return top, left, bottom, right

    def block_patches(self, row: int, column: int) -> tuple[slice, slice]:
        """Give the patches that make up a block, as slices of the grid of patches.

        Parameters
        ----------
        row, column : int
            Place of the block in the grid of blocks.

        Returns
        -------
        tuple of 2 slice
            `patch_totals[..., rows, columns, :]` are the block's histograms before normalization.

        Raises
        ------
        TypeError, ValueError
            If there is no such block.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).block_patches(6, 0)
        (slice(6, 9, None), slice(0, 3, None))
        """
        row, column = _checked_place(row, column, self.block_grid, "blocks")
        top, left = row * self.block_stride[0], column * self.block_stride[1]
        return slice(top, top + self.block[0]), slice(left, left + self.block[1])

    def place(self, feature: int) -> tuple[Pair, Pair, int]:
        """Tell what a feature is.

        Parameters
        ----------
        feature : int
            Number of the feature, 0 to N − 1.

        Returns
        -------
        tuple
            Place of the block in the grid of blocks, place of the patch in the grid of patches, and number of the
            orientation.

        Raises
        ------
        TypeError, ValueError
            If there is no such feature.

        Examples
        --------
        >>> block_edge_histogram(np.zeros((28, 28)), patch=3, block=3).place(3527)
        ((6, 6), (8, 8), 7)
        """
        shape = self.block_histograms.shape[-5:]
        n = as_count(feature, "feature", 0, int(np.prod(shape)) - 1, "features are numbered from 0")
        block_row, block_column, row, column, k = (int(i) for i in np.unravel_index(n, shape))
        rows, columns = self.block_patches(block_row, block_column)
        return (block_row, block_column), (rows.start + row, columns.start + column), k


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
    """Edge histograms of small patches, concatenated and normalized jointly in blocks that slide over the image.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack; `to_gray` makes them from colour. Rows of flattened images must
        be given their shape back first: `X.reshape(-1, 28, 28)`.
    patch : int or (rows, columns)
        Size of a patch in pixels.
    block : int or (rows, columns)
        Size of a block in patches.
    patch_stride : int or (rows, columns), optional
        From one patch to the next, in pixels; the patch's size where not given, so that patches do not overlap.
    block_stride : int or (rows, columns)
        From one block to the next, in patches. The last rows and columns of the image that fill no further
        patch, and patches that fill no further block, are left out.
    orientations : int
        Number K of orientations, 1 to 180, 180/K degrees apart.
    votes : {"hard", "interpolated"}
        Whether an edge counts for the nearest orientation alone, or for the two between which it lies.
    kernel : {"central", "prewitt", "sobel"}
        How the gradient is taken: see `edge_maps`.
    epsilon : float
        Added in the normalization, √(Σ totals² + epsilon²), in the units of the totals. Above 0, blocks
        whose edges are weak against it come out small, instead of showing their noise at full length.
    clip : float, optional
        Limit for the entries of a normalized block ("L2-Hys", often 0.2), so that one strong edge does not hide all others.
        The block is then scaled to the length it had before. By default there is no limit.

    Returns
    -------
    BlockEdgeHistogram

    Raises
    ------
    TypeError
        If `images` holds anything but real numbers, a size is no whole number or pair of them, or `epsilon` or
        `clip` is no number.
    ValueError
        If the shape is wrong or looks like colour, the image is smaller than one block, a pixel is NaN, infinite
        or beyond ±1e12, a size is below 1, `orientations` is outside 1…180, `epsilon` is negative or above 1e30, `clip`
        is below 1e-30, a name is unknown, or `patch` or `block` would need too much memory.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.block_edge_histogram`.

    Source: section 9.2.3, Figure 9.9: blocks of 9 × 9 pixels, made of 3 × 3 patches of 3 × 3 pixels each, scanned
    over the image: the defaults. That the block moves on by one patch is our reading of the figure's overlap.
    scikit-image's `hog` is of the same family; with `orientations` twice as many, neighbouring pairs of its
    orientations are ours (see `edge_maps`). It divides a patch's total by its area and has twice our gradient: its
    epsilon of 1e-5 is `epsilon=1e-5 * area / 2` here. Its votes are hard. With ``block_norm="L2-Hys"`` it divides by
    √(Σ entries² + 1e-5²) once more after clipping, which brings weak blocks to length 1 too. Here their length stays
    √(Σ totals²) / √(Σ totals² + epsilon²), with `clip` or without.
    Working memory does not grow with the images: they are taken strip by strip. Where patches overlap,
    each pixel is counted once for each patch that holds it.

    Examples
    --------
    >>> trace = block_edge_histogram(np.add.outer(np.zeros(28), np.arange(28.0)))
    >>> trace.features.shape, round(float(trace.block_histograms[0, 0, 1, 1, 4]), 3)
    ((3528,), 0.333)
    """
    stack, single, K, votes, kernel = edge_arguments(images, orientations, votes, kernel)
    size = stack.shape[1:]
    patch, block = _as_pair(patch, "patch"), _as_pair(block, "block")
    patch_stride = patch if patch_stride is None else _as_pair(patch_stride, "patch_stride")
    block_stride = _as_pair(block_stride, "block_stride")
    soft = as_number(epsilon, "epsilon")
    if not 0 <= soft <= LARGEST_EPSILON:
        raise ValueError(f"epsilon is {soft:g}; wanted 0 or more, up to {LARGEST_EPSILON:g}")
    limit = None if clip is None else as_number(clip, "clip", positive=True)
    if limit is not None and limit < SMALLEST_CLIP:
        raise ValueError(f"clip must be at least {SMALLEST_CLIP:g}; got {limit:g}.")
    least = tuple(p + (b - 1) * s for p, b, s in zip(patch, block, patch_stride, strict=True))
    if least[0] > size[0] or least[1] > size[1]:
        wanted, blocks, patches = (" × ".join(map(shown, pair)) for pair in (least, block, patch))
        raise ValueError(
            f"images has {size[0]} × {size[1]} pixels; wanted at least {wanted}, the size of one block "
            f"(block {blocks} of patch {patches}): make patch, patch_stride or block smaller"
        )
    # Longer strides than the image reach nothing more.
    step = _shorter(patch_stride, size)
    patches = patch_grid(size, patch, step)
    block_step = _shorter(block_stride, patches)
    check_size("patch", patch, (len(stack), *patches, K), np.float32)
    check_size("block", block, (len(stack), *patch_grid(patches, block, block_step), *block, K), np.float32)

    totals = patch_totals(stack, patch, step, K, votes, kernel, np.float32)
    norms, histograms = _normalized_blocks(totals, block, block_step, soft, limit)
    found = (frozen(array[0] if single else array) for array in (totals, norms, histograms))
    return BlockEdgeHistogram(kernel, votes, soft, limit, angles_of(K), size, patch, patch_stride, block, block_stride, *found)


def _shorter(stride: Pair, size: tuple[int, ...]) -> Pair:
    return min(stride[0], size[0]), min(stride[1], size[1])


def _as_pair(value: Any, name: str) -> Pair:
    flat = isinstance(value, tuple | list) and not any(isinstance(part, tuple | list) for part in value)
    if flat or getattr(value, "ndim", 0) == 1:
        if len(value) != 2:
            raise ValueError(f"{name} is {str(value)[:60]}; wanted one whole number, or two: rows and columns")
        return as_count(value[0], name, 1), as_count(value[1], name, 1)
    size = as_count(value, name, 1)
    return size, size


def _checked_place(row: Any, column: Any, grid: Pair, of: str) -> Pair:
    counted = f"the grid has {grid[0]} × {grid[1]} {of}"
    return as_count(row, "row", 0, grid[0] - 1, counted), as_count(column, "column", 0, grid[1] - 1, counted)


def _normalized_blocks(
    totals: NDArray[np.float32], block: Pair, stride: Pair, epsilon: float, clip: float | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lay the blocks over the grid of patches, and divide each by its length: norms and histograms."""
    P, R, C, K = totals.shape
    held = sliding_window_view(np.arange(R * C).reshape(R, C), block)[:: stride[0], :: stride[1]]
    grid, held = held.shape[:2], held.reshape(-1)
    histograms = totals.reshape(P, R * C, K).take(held, axis=1).reshape(P, *grid, -1)
    # A patch lies in several blocks, but its squares are added once.
    squares = np.einsum("prck,prck->prc", totals, totals, dtype=np.float64).reshape(P, R * C)
    lengths = np.sqrt(squares.take(held, axis=1).reshape(P, *grid, -1).sum(axis=-1))
    norms = np.hypot(lengths, epsilon)
    histograms *= np.where(lengths > 0, inverse(norms), 0).astype(np.float32)[..., None]
    if clip is not None and clip < 1:
        np.minimum(histograms, np.float32(clip), out=histograms)
        clipped = np.sqrt(np.einsum("prcn,prcn->prc", histograms, histograms, dtype=np.float64))
        # Clipping changes the shape of a block and not its length, so that epsilon keeps weak blocks small.
        histograms *= (inverse(clipped) * lengths * inverse(norms)).astype(np.float32)[..., None]
    return norms.astype(np.float32), histograms.reshape(P, *grid, *block, K)
