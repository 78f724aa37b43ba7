"""Edge histogram of a whole image, at one scale or at several (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, shown
from .._numerics.trace import Trace
from .._numerics.types import AnyArray, Array, Singles
from .edges import Kernel, Votes, angles_of, as_edge_arguments
from .patch_histograms import inverse, patch_histograms
from .pixels import average_squares


def edge_histogram(
    images: ArrayLike,
    *,
    orientations: int = 8,
    votes: Votes = "hard",
    kernel: Kernel = "central",
    scales: int | Sequence[int] = 1,
) -> EdgeHistogram:
    """Count the edges of an image by their orientation, and scale the histogram to unit length.

    The total of an orientation is the sum of the strengths of its edges over all pixels. The histogram ignores where the edges
    are, as a bag of words ignores word order.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack. `to_gray` converts colour images.
    orientations, votes, kernel
        As in `edge_maps`.
    scales : int or sequence of S different int
        How thick the edges are. At scale s, squares of s × s pixels are averaged first, so that thin lines fade and thick ones
        remain. With several scales, the histograms are concatenated and scaled to unit length together.

    Returns
    -------
    EdgeHistogram

    Raises
    ------
    TypeError, ValueError
        If the images are not finite grey levels, or an argument is out of range.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.edge_histogram`.

    Source: section 9.2.3, Figure 9.7 (right column). Scales follow Figure 9.10, whose edges have an orientation and a
    thickness. The chapter gives no formula for the thickness.

    Examples
    --------
    >>> square = np.zeros((9, 9))
    >>> square[2:7, 2:7] = 1
    >>> edge_histogram(square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)
    >>> edge_histogram(100 + 3 * square).features.round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ], dtype=float32)
    """
    stack, single, K, votes, kernel = as_edge_arguments(images, orientations, votes, kernel)
    each_scale = _as_scales(scales, min(stack.shape[1:]))
    totals = np.stack([_totals_at(stack, scale, K, votes, kernel) for scale in each_scale], axis=1)
    flat = totals.reshape(len(totals), -1)
    features = (flat * inverse(np.linalg.norm(flat, axis=1, keepdims=True))).astype(np.float32)
    one_scale = isinstance(scales, int | np.integer)
    totals = totals[:, 0] if one_scale else totals
    if single:
        totals, features = totals[0], features[0]
    return EdgeHistogram(kernel, votes, angles_of(K), totals, features, each_scale[0] if one_scale else each_scale)


def _totals_at(stack: AnyArray, scale: int, K: int, votes: Votes, kernel: Kernel) -> Array:
    """Count the edges of each image at one scale, with the whole image as one patch: shape (P, K)."""
    averages = stack if scale == 1 else average_squares(stack, scale)
    size = (averages.shape[1], averages.shape[2])
    return scale * patch_histograms(averages, size, K, votes, kernel, np.float64)[:, 0, 0]


def _as_scales(scales: Any, most: int) -> tuple[int, ...]:
    given = list(scales) if isinstance(scales, list | tuple) or getattr(scales, "ndim", 0) == 1 else [scales]
    if not given:
        raise ValueError("scales must hold at least one scale, such as (1, 2); got none.")
    each_scale = tuple(as_count(scale, "scales", 1, most, "pixels of the image's shorter side") for scale in given)
    if len(set(each_scale)) < len(each_scale):
        raise ValueError(f"scales must be different; got {shown(each_scale, 60)}.")
    return each_scale


class EdgeHistogram(Trace):
    """The result of `edge_histogram`. The first axis P is absent if one image was given.

    Attributes
    ----------
    kernel, votes : str
        As given to `edge_histogram`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees: the direction along the edge, counterclockwise from horizontal.
    totals : NDArray, shape (P, K) or (P, S, K), float64
        Sum of the strengths of the edges of each orientation over all pixels, in grey levels per pixel.
    features : NDArray, shape (P, K) or (P, S · K), float32
        The totals scaled to unit length, one scale after the other; all 0 for an image without edges.
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
    angles: Array
    totals: Array
    features: Singles
    scales: int | tuple[int, ...]
