"""Edge histogram of a whole image, at one scale or at several (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import frozen
from .edges import Kernel, Votes, angles_of, edge_arguments
from .grayscale import averaged_down
from .patch_histograms import inverse, patch_totals


@dataclass(frozen=True, eq=False)
class EdgeHistogram:
    """What `edge_histogram` counted. The first axis P is absent where one image was given.

    Attributes
    ----------
    kernel, votes : str
        As given to `edge_histogram`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees: the direction along the edge, counterclockwise from horizontal.
    totals : NDArray, shape (P, K) or (P, S, K), float64
        Strength of all edges of each orientation in the image, in grey levels a pixel, summed over pixels; at each of
        the S scales where several were given.
    features : NDArray, shape (P, K) or (P, S · K), float32
        The totals scaled to unit length, one scale after the other; all 0 for an image without an edge.
    scales : int or tuple of S int
        As given to `edge_histogram`.

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
    scales: int | tuple[int, ...]


def edge_histogram(
    images: ArrayLike,
    *,
    orientations: int = 8,
    votes: Votes = "hard",
    kernel: Kernel = "central",
    scales: int | Sequence[int] = 1,
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
    scales : int or sequence of S different int
        How thick edges are. At scale s, the image is first averaged over squares of s × s pixels, so that finer lines fade
        and thicker ones stay. With several scales, such as ``(1, 2)``, their histograms follow one another and are scaled to
        unit length together.

    Returns
    -------
    EdgeHistogram

    Raises
    ------
    TypeError
        If `images` holds anything but real numbers, or `orientations` or a scale is no integer.
    ValueError
        If the shape is wrong or looks like colour, there are no pixels, one is NaN, infinite or beyond ±1e12,
        `orientations` is outside 1…180, a scale is below 1, larger than the image or given twice, or a name is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.edge_histogram`.

    Source: section 9.2.3, Figure 9.7 (right column); scales follow Figure 9.10, whose edges have an orientation and a
    thickness. The chapter gives no formula for the thickness. Where the edges lie is forgotten, as the order of words is in a
    bag of words. A level added to the whole image changes nothing; a factor on it changes the totals and not the features.
    Working memory does not grow with the images at scale 1: they are taken strip by strip.

    At scale s, the totals are s times the sum of the gradients between the averages: each square stands for s² pixels, and
    the averages are s pixels apart. The border between two broad areas then has the same total at each scale, as far as it
    runs along the squares. Of a line of one pixel, half is left at scale 2. Rows and columns that fill no further square are
    left out.

    Examples
    --------
    >>> square = np.zeros((9, 9))
    >>> square[2:7, 2:7] = 1
    >>> edge_histogram(square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)
    >>> edge_histogram(100 + 3 * square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)

    A border and a line, both upright:

    >>> border, line = np.zeros((2, 8, 12))
    >>> border[:, 6:], line[:, 6] = 1, 1
    >>> edge_histogram([border, line], scales=(1, 2)).totals[..., 4]
    array([[8., 8.],
           [8., 4.]])
    """
    stack, single, K, votes, kernel = edge_arguments(images, orientations, votes, kernel)
    listed = _as_scales(scales, min(stack.shape[1:]))
    totals = np.stack([_totals_at(stack, scale, K, votes, kernel) for scale in listed], axis=1)
    flat = totals.reshape(len(totals), -1)
    features = (flat * inverse(np.linalg.norm(flat, axis=1, keepdims=True))).astype(np.float32)
    if isinstance(scales, int | np.integer):
        given, totals = listed[0], totals[:, 0]
    else:
        given = listed
    totals, features = (frozen(array[0] if single else array) for array in (totals, features))
    return EdgeHistogram(kernel, votes, angles_of(K), totals, features, given)


def _totals_at(stack: NDArray[Any], scale: int, K: int, votes: Votes, kernel: Kernel) -> NDArray[np.float64]:
    """Count the edges of the whole image at one scale: shape (P, K)."""
    averages = stack if scale == 1 else averaged_down(stack, scale)
    size = averages.shape[1:]
    return scale * patch_totals(averages, size, size, K, votes, kernel, np.float64)[:, 0, 0]


def _as_scales(scales: Any, most: int) -> tuple[int, ...]:
    each = list(scales) if isinstance(scales, list | tuple) or getattr(scales, "ndim", 0) == 1 else [scales]
    if not len(each):
        raise ValueError("scales is empty; expected at least one scale, such as (1, 2).")
    listed = tuple(as_count(scale, "scales", 1, most, "pixels of the image's shorter side") for scale in each)
    if len(set(listed)) < len(listed):
        raise ValueError(f"scales must be different; got {str(listed)[:60]}.")
    return listed
