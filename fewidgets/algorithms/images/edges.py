"""Edges: how strongly and in which orientation the grey level changes at each pixel (section 9.2.3).

The gradient of the grey levels points across an edge. Its length is the strength of the edge. The edge's orientation is the
direction along it, perpendicular to the gradient, in degrees from 0 up to 180 and counterclockwise as the picture is seen: 0
is a horizontal edge, 45 one that rises to the right, 90 a vertical one, 135 one that falls to the right. It does not matter
which side is brighter.

Boundaries between orientations are compared by their tangents, in single precision. That is up to 3 times as fast as an
arctangent for each pixel, and edges halfway between two orientations are always counted for the same one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.types import Array
from .pixels import as_images, strips

# Orientations of edges: one per degree. Their numbers fit into a byte.
MOST_ORIENTATIONS = 180

Votes = Literal["hard", "interpolated"]
Kernel = Literal["central", "prewitt", "sobel"]
VOTES: tuple[Votes, ...] = ("hard", "interpolated")
# The weight of each of the two neighbouring rows (or columns) in a pixel's difference. The pixel's row has the rest.
NEIGHBOUR_WEIGHTS: dict[Kernel, float] = {"central": 0.0, "prewitt": 1 / 3, "sobel": 1 / 4}


def edge_maps(images: ArrayLike, *, orientations: int = 8, votes: Votes = "hard", kernel: Kernel = "central") -> EdgeMaps:
    """Compute the gradients of grey images, and the strength and orientation of the edge at each pixel.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack. Rows of flattened images, as in `load_mnist().X`, must be reshaped first:
        `X.reshape(-1, 28, 28)`.
    orientations : int
        Number K of orientations, 1 to 180. They are 180/K degrees apart.
    votes : {"hard", "interpolated"}
        "hard" counts an edge for the nearest orientation. "interpolated" shares it between the two nearest, in proportion to
        how near they are.
    kernel : {"central", "prewitt", "sobel"}
        How to compute the gradient. "central" is half the difference of the two neighbours, or at the border the difference
        from the only neighbour. "prewitt" and "sobel" average that over three rows or columns, with equal weights or with the
        weights 1, 2, 1.

    Returns
    -------
    EdgeMaps

    Raises
    ------
    TypeError
        If `images` holds anything but real numbers, or `orientations` is not an integer.
    ValueError
        If the shape is wrong or looks like colour, there are no pixels, a pixel is NaN, infinite or beyond ±1e12,
        `orientations` is not between 1 and 180, or a name is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.edge_maps`.

    Source: section 9.2.3, Figures 9.7 (middle column) and 9.8: eight orientations from 0 (horizontal edges) in steps of 22.5
    degrees. The chapter does not say how to detect edges. We use the gradient, which is NumPy's `gradient` for
    `kernel="central"`. Differences of grey levels are rounded to single precision. Those below 1e-18 count as none.

    scikit-image's `hog` measures the angle of the gradient clockwise, not the angle of the edge. Its orientation i covers the
    angles from i to i + 1 steps, whereas our orientations lie in the middle of the angles that they cover. Its gradient is
    twice ours, and 0 across the border of the image. SciPy's `ndimage.sobel` and `prewitt` are 8 and 6 times our gradient, and
    halve differences across the border.

    Examples
    --------
    >>> edges = edge_maps([[0, 0, 8], [0, 8, 8], [8, 8, 8]])
    >>> float(edges.angles[2]), edges.map(2)
    (45.0, array([[0.      , 0.      , 0.      ],
           [0.      , 5.656854, 0.      ],
           [0.      , 0.      , 0.      ]], dtype=float32))
    """
    stack, single, K, votes, kernel = as_edge_arguments(images, orientations, votes, kernel)
    row_gradients, column_gradients, strengths, positions = np.empty((4, *stack.shape), dtype=np.float32)
    for which, rows, inner, pixels in strips(stack):
        down, right = (part[:, inner] for part in gradients(pixels, kernel))
        row_gradients[which, rows], column_gradients[which, rows] = down, right
        strengths[which, rows] = np.sqrt(down * down + right * right)
        positions[which, rows] = orientation_positions(down, right, K)
    found = (row_gradients, column_gradients, strengths, positions)
    return EdgeMaps(kernel, votes, angles_of(K), *(frozen(array[0] if single else array) for array in found))


def gradients(pixels: NDArray[np.floating], kernel: Kernel) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Compute the change of the grey level downwards and to the right, in grey levels per pixel.

    Parameters
    ----------
    pixels : NDArray, shape (P, H, W), float32 or float64
        Grey levels.
    kernel : {"central", "prewitt", "sobel"}
        As in `edge_maps`.

    Returns
    -------
    tuple of two NDArray, shape (P, H, W), float32

    Examples
    --------
    >>> down, right = gradients(np.array([[[0, 2, 8]]], dtype=np.float32), "central")
    >>> right, bool(down.any())
    (array([[[2., 4., 6.]]], dtype=float32), False)
    """
    down, right = _central_differences(pixels, axis=1), _central_differences(pixels, axis=2)
    weight = NEIGHBOUR_WEIGHTS[kernel]
    if weight == 0:
        return down, right
    return _averaged(down, 2, weight), _averaged(right, 1, weight)


def _central_differences(pixels: NDArray[np.floating], axis: int) -> NDArray[np.float32]:
    if pixels.shape[axis] == 1:
        return np.zeros(pixels.shape, dtype=np.float32)
    return np.gradient(pixels, axis=axis).astype(np.float32, copy=False)


def _averaged(differences: NDArray[np.float32], axis: int, weight: float) -> NDArray[np.float32]:
    """Average each entry with its two neighbours along an axis. Beyond the border, the entry at the border is repeated."""
    lines = np.moveaxis(differences, axis, 0)
    average = lines * np.float32(1 - 2 * weight)
    neighbour = lines * np.float32(weight)
    average[1:] += neighbour[:-1]
    average[:-1] += neighbour[1:]
    average[0] += neighbour[0]
    average[-1] += neighbour[-1]
    return np.moveaxis(average, 0, axis)


def votes_of(
    down: NDArray[np.float32], right: NDArray[np.float32], strengths: NDArray[np.float32], K: int, votes: Votes
) -> list[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Return the orientations each pixel votes for and the strength of each vote: one vote, or two if interpolated.

    Examples
    --------
    >>> down, right = np.array([[1.0, 3.0], [1.0, 0.0]], dtype=np.float32)
    >>> votes_of(down, right, np.array([1.5, 3.0], dtype=np.float32), 8, "hard")
    [(array([2, 0], dtype=uint8), array([1.5, 3. ], dtype=float32))]
    """
    if votes == "hard":
        return [(nearest_orientations(down, right, K), strengths)]
    positions = orientation_positions(down, right, K)
    lower = positions.astype(np.uint8)
    share = (positions - lower) * strengths
    upper = lower + np.uint8(1)
    upper *= upper != K
    return [(lower, strengths - share), (upper, share)]


def nearest_orientations(down: NDArray[np.float32], right: NDArray[np.float32], K: int) -> NDArray[np.uint8]:
    """Return the number of the orientation nearest to each pixel's edge; 0 where there is no edge.

    If two are equally near, the result is the one nearer to horizontal, or the first for a vertical edge.

    The angle of the edge is that of the point (down, right). Mirror the point into the first quadrant. The number of its
    orientation is the number of boundaries between orientations below it, that is the boundaries whose tangent is less than
    right / down.

    Parameters
    ----------
    down, right : NDArray, any shape, float32
        The gradient.
    K : int
        Number of orientations.

    Returns
    -------
    NDArray, shape of `down`, uint8

    Examples
    --------
    >>> down, right = np.array([[1, 1, 0, -1], [0, 1, 1, 1]], dtype=np.float32)
    >>> nearest_orientations(down, right, 8)
    array([0, 2, 4, 6], dtype=uint8)
    """
    mirrored = down * right < 0
    across, along = np.abs(down), np.abs(right)
    passed = np.zeros(down.shape, dtype=np.uint8)
    bound, beyond = np.empty_like(across), np.empty(down.shape, dtype=bool)
    for boundary in np.arange(0.5, K / 2, 1.0):
        np.multiply(across, np.float32(np.tan(boundary * np.pi / K)), out=bound)
        passed += np.greater(along, bound, out=beyond).view(np.uint8)
    # Undo the mirroring: an edge that falls to the right has the orientation K − passed, and K is 0 again.
    passed += mirrored.view(np.uint8) * (np.uint8(K) - 2 * passed)
    passed *= passed != K
    return passed


def orientation_positions(down: NDArray[np.float32], right: NDArray[np.float32], K: int) -> NDArray[np.float32]:
    """Return the orientation of each pixel's edge in steps of 180/K degrees, 0 to below K; 0 where there is no edge.

    Parameters
    ----------
    down, right : NDArray, any shape, float32
        The gradient.
    K : int
        Number of orientations.

    Returns
    -------
    NDArray, shape of `down`, float32

    Examples
    --------
    >>> down, right = np.array([[1, 1, 0, -1], [0, 1, 1, 1]], dtype=np.float32)
    >>> orientation_positions(down, right, 8).round(3)
    array([0., 2., 4., 6.], dtype=float32)
    """
    positions = np.arctan2(right, down)
    positions *= np.float32(K / np.pi)
    positions += np.float32(K) * (positions < 0)
    positions *= positions < K
    return positions


def angles_of(K: int) -> Array:
    """Return the K orientations in degrees.

    Examples
    --------
    >>> angles_of(8)
    array([  0. ,  22.5,  45. ,  67.5,  90. , 112.5, 135. , 157.5])
    """
    return frozen(np.arange(K) * 180.0 / K)


class EdgeArguments(NamedTuple):
    """The arguments that all functions of edges share, checked.

    Attributes
    ----------
    stack : NDArray, shape (P, H, W)
        Grey levels, with the data type as given.
    single : bool
        Whether one image was given, without the axis P.
    orientations : int
        The number K of orientations.
    votes, kernel : str
        As in `edge_maps`.
    """

    stack: NDArray[Any]
    single: bool
    orientations: int
    votes: Votes
    kernel: Kernel


def as_edge_arguments(images: Any, orientations: Any, votes: Any, kernel: Any) -> EdgeArguments:
    """Check the arguments that all functions of edges share, and convert one image to a stack of one.

    Raises
    ------
    TypeError, ValueError
        As `edge_maps`.

    Examples
    --------
    >>> as_edge_arguments([[1, 2]], 8, "hard", "sobel")
    EdgeArguments(stack=array([[[1, 2]]]), single=True, orientations=8, votes='hard', kernel='sobel')
    """
    stack = as_images(images)
    single = stack.ndim == 2
    return EdgeArguments(
        stack[None] if single else stack,
        single,
        as_count(orientations, "orientations", 1, MOST_ORIENTATIONS),
        as_choice(votes, "votes", VOTES),
        as_choice(kernel, "kernel", tuple(NEIGHBOUR_WEIGHTS)),
    )


@dataclass(frozen=True, eq=False)
class EdgeMaps:
    """The edges at each pixel, as found by `edge_maps`. The first axis P is absent if one image was given.

    Attributes
    ----------
    kernel, votes : str
        As given to `edge_maps`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees, 0 to below 180: the direction along the edge, counterclockwise from horizontal as the
        picture is seen.
    row_gradients, column_gradients : NDArray, shape (P, H, W), float32
        Change of the grey level downwards and to the right, in grey levels per pixel.
    strengths : NDArray, shape (P, H, W), float32
        Length of the gradient, in grey levels per pixel.
    positions : NDArray, shape (P, H, W), float32
        Orientation of the edge in steps of 180/K degrees, 0 to below K; 0 where there is no edge.

    Examples
    --------
    >>> edges = edge_maps([[0, 0, 0], [0, 0, 0], [8, 8, 8], [8, 8, 8]])
    >>> edges.strengths[:, 1], float(edges.angles[0])
    (array([0., 4., 4., 0.], dtype=float32), 0.0)
    """

    kernel: Kernel
    votes: Votes
    angles: Array
    row_gradients: NDArray[np.float32]
    column_gradients: NDArray[np.float32]
    strengths: NDArray[np.float32]
    positions: NDArray[np.float32]

    def map(self, orientation: int) -> NDArray[np.float32]:
        """Return the edge map of one orientation: how much each pixel votes for it.

        Parameters
        ----------
        orientation : int
            Number of the orientation, 0 to K − 1.

        Returns
        -------
        NDArray, shape (P, H, W), float32
            In grey levels per pixel. The votes of a pixel for all orientations add up to its strength.

        Raises
        ------
        TypeError, ValueError
            If `orientation` is not an integer from 0 to K − 1.

        Examples
        --------
        >>> edge_maps([[0, 4, 8], [0, 4, 8]]).map(4)
        array([[4., 4., 4.],
               [4., 4., 4.]], dtype=float32)
        """
        K = len(self.angles)
        k = as_count(orientation, "orientation", 0, K - 1, "the orientations are numbered from 0")
        votes = np.zeros_like(self.strengths)
        for chosen, counts in votes_of(self.row_gradients, self.column_gradients, self.strengths, K, self.votes):
            votes += np.where(chosen == k, counts, 0)
        return votes
