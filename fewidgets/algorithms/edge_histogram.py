"""Edge histograms: of a whole image, and of patches normalized jointly in blocks (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .edges import Kernel, Votes, angles_of, edge_arguments, gradients, votes_of
from .images import strips
from .validation import as_count, as_number, frozen

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class EdgeHistogram:
    """What `edge_histogram` counted. The first axis P is absent where one image was given.

    Attributes
    ----------
    kernel, votes : str
        As given to `edge_histogram`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees: the direction along the edge, counterclockwise from horizontal.
    totals : NDArray, shape (P, K), float64
        Strength of all edges of each orientation in the image, in grey levels a pixel, summed over pixels.
    features : NDArray, shape (P, K), float32
        The totals scaled to unit length; all 0 for an image without an edge.

    Examples
    --------
    >>> histogram = edge_histogram([[0, 4, 8], [0, 4, 8]])
    >>> histogram.totals, float(histogram.angles[4])
    (array([ 0.,  0.,  0.,  0., 24.,  0.,  0.,  0.]), 90.0)
    """

    kernel: Kernel
    votes: Votes
    angles: NDArray[np.float64]
    totals: NDArray[np.float64]
    features: NDArray[np.float32]


def edge_histogram(
    images: ArrayLike, *, orientations: int = 8, votes: Votes = "hard", kernel: Kernel = "central"
) -> EdgeHistogram:
    """Histogram of an image's edges over their orientations, scaled to unit length.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack; `to_gray` makes them from colour. Rows of flattened images must
        be given their shape back first: `X.reshape(-1, 28, 28)`.
    orientations : int
        Number K of orientations, 1 to 180, 180/K degrees apart.
    votes : {"hard", "interpolated"}
        Whether an edge counts for the nearest orientation alone, or for the two between which it lies.
    kernel : {"central", "prewitt", "sobel"}
        How the gradient is taken: see `edge_maps`.

    Returns
    -------
    EdgeHistogram

    Raises
    ------
    TypeError
        If `images` holds anything but real numbers, or `orientations` is no whole number.
    ValueError
        If the shape is wrong or looks like colour, there are no pixels, one is NaN, infinite or beyond ±1e12,
        `orientations` is outside 1…180, or a name is unknown.

    Notes
    -----
    Source: section 9.2.3, Figure 9.7 (right column). Where the edges lie is forgotten, as the order of words is
    in a bag of words. A level added to the whole image changes nothing; a factor on it changes the totals and not
    the features. Working memory does not grow with the images: they are taken strip by strip.

    Examples
    --------
    >>> square = np.zeros((9, 9))
    >>> square[2:7, 2:7] = 1
    >>> edge_histogram(square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)
    >>> edge_histogram(100 + 3 * square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)
    """
    stack, single, K, votes, kernel = edge_arguments(images, orientations, votes, kernel)
    size = stack.shape[1:]
    totals = _patch_totals(stack, size, size, K, votes, kernel, np.float64)[:, 0, 0]
    norms = np.linalg.norm(totals, axis=1, keepdims=True)
    features = (totals * _inverse(norms)).astype(np.float32)
    found = (frozen(array[0] if single else array) for array in (totals, features))
    return EdgeHistogram(kernel, votes, angles_of(K), *found)


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
        Limit for the entries of a normalized block, which is then normalized again ("L2-Hys", often 0.2), so
        that one strong edge does not hide all others. No limit where not given.

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
        or beyond ±1e12, a size is below 1, `orientations` is outside 1…180, `epsilon` is negative, `clip` is not
        above 0, or a name is unknown.

    Notes
    -----
    Source: section 9.2.3, Figure 9.9: blocks of 9 × 9 pixels, made of 3 × 3 patches of 3 × 3 pixels each, scanned
    over the image: the defaults. That the block moves on by one patch is our reading of the figure's overlap.
    scikit-image's `hog` is of the same family; with `orientations` twice as many, neighbouring pairs of its
    orientations are ours (see `edge_maps`). It divides a patch's total by its area and has twice our gradient: its
    epsilon of 1e-5 is `epsilon=1e-5 * area / 2` here. Its votes are hard.
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
    if soft < 0:
        raise ValueError(f"epsilon is {soft:g}; wanted 0 or more")
    limit = None if clip is None else as_number(clip, "clip", positive=True)
    least = tuple(p + (b - 1) * s for p, b, s in zip(patch, block, patch_stride, strict=True))
    if least[0] > size[0] or least[1] > size[1]:
        raise ValueError(
            f"images has {size[0]} × {size[1]} pixels; wanted at least {least[0]} × {least[1]}, the size of one block "
            f"(block {block[0]} × {block[1]} of patch {patch[0]} × {patch[1]}): make patch or block smaller"
        )

    totals = _patch_totals(stack, patch, patch_stride, K, votes, kernel, np.float32)
    norms, histograms = _normalized_blocks(totals, block, block_stride, soft, limit)
    found = (frozen(array[0] if single else array) for array in (totals, norms, histograms))
    return BlockEdgeHistogram(kernel, votes, soft, limit, angles_of(K), size, patch, patch_stride, block, block_stride, *found)


def _as_pair(value: Any, name: str) -> Pair:
    if isinstance(value, tuple | list | np.ndarray) and np.ndim(value) == 1:
        if len(value) != 2:
            raise ValueError(f"{name} is {value!r}; wanted one whole number, or two: rows and columns")
        return as_count(value[0], name, 1), as_count(value[1], name, 1)
    size = as_count(value, name, 1)
    return size, size


def _checked_place(row: Any, column: Any, grid: Pair, of: str) -> Pair:
    counted = f"the grid has {grid[0]} × {grid[1]} {of}"
    return as_count(row, "row", 0, grid[0] - 1, counted), as_count(column, "column", 0, grid[1] - 1, counted)


def _inverse(lengths: NDArray[Any]) -> NDArray[Any]:
    """1 / length, and 0 where the length is 0: a histogram without an edge stays all 0."""
    return np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)


def _patch_totals(
    stack: NDArray[Any], patch: Pair, stride: Pair, K: int, votes: Votes, kernel: Kernel, dtype: DTypeLike
) -> NDArray[Any]:
    """Count the votes of every patch's pixels: shape (P, R, C, K)."""
    P = len(stack)
    grid = [(size - p) // s + 1 for size, p, s in zip(stack.shape[1:], patch, stride, strict=True)]
    totals = np.zeros((P, *grid, K), dtype=dtype)
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


def _layers(size: int, patch: int, stride: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """Sort the patches of one axis into as few layers as it takes for those of one layer not to overlap.

    Gives the layer's patches, and for each pixel the number within the layer of the patch it lies in; −1: in none.
    """
    patches = (size - patch) // stride + 1
    layers = min(patches, -(-patch // stride))
    for layer in range(layers):
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


def _normalized_blocks(
    totals: NDArray[np.float32], block: Pair, stride: Pair, epsilon: float, clip: float | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lay the blocks over the grid of patches, and divide each by its length: norms and histograms."""
    P, R, C, K = totals.shape
    held = sliding_window_view(np.arange(R * C).reshape(R, C), block)[:: stride[0], :: stride[1]]
    histograms = totals.reshape(P, R * C, K).take(held.reshape(-1), axis=1).reshape(P, *held.shape[:2], -1)
    norms = _normalize(histograms, epsilon)
    if clip is not None:
        np.minimum(histograms, np.float32(clip), out=histograms)
        _normalize(histograms, epsilon)
    return norms, histograms.reshape(P, *held.shape, K)


def _normalize(histograms: NDArray[np.float32], epsilon: float) -> NDArray[np.float32]:
    """Divide each by its length, in place, and give the lengths."""
    lengths = np.sqrt(np.einsum("prcn,prcn->prc", histograms, histograms) + np.float32(epsilon) ** 2)
    histograms *= _inverse(lengths)[..., None]
    return lengths
