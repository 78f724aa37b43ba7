"""Edges: how strongly and in which orientation the grey level changes at each pixel (section 9.2.3)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count
from .._numerics.trace import Trace
from .._numerics.types import AnyArray, Array, Bytes, Floats, Singles
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
        from the only neighbour. "prewitt" and "sobel" average it over three rows or columns, with weights 1, 1, 1 or 1, 2, 1.

    Returns
    -------
    EdgeMaps

    Raises
    ------
    TypeError, ValueError
        If the images are not finite grey levels, or an argument is out of range.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.edge_maps`.

    Source: section 9.2.3, Figures 9.7 (middle column) and 9.8: eight orientations from 0 (horizontal edges) in steps of 22.5
    degrees. The chapter does not say how to detect edges. We use the gradient, which is NumPy's `gradient` for
    `kernel="central"`.

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
    return EdgeMaps(kernel, votes, angles_of(K), *(array[0] if single else array for array in found))


def gradients(pixels: Floats, kernel: Kernel) -> tuple[Singles, Singles]:
    """Compute the change of the grey level downwards and to the right, in grey levels per pixel."""
    down, right = _central_differences(pixels, axis=1), _central_differences(pixels, axis=2)
    weight = NEIGHBOUR_WEIGHTS[kernel]
    if weight == 0:
        return down, right
    return _averaged(down, 2, weight), _averaged(right, 1, weight)


def _central_differences(pixels: Floats, axis: int) -> Singles:
    if pixels.shape[axis] == 1:
        return np.zeros(pixels.shape, dtype=np.float32)
    return np.gradient(pixels, axis=axis).astype(np.float32, copy=False)


def _averaged(differences: Singles, axis: int, weight: float) -> Singles:
    """Average each entry with its two neighbours along an axis."""
    lines = np.moveaxis(differences, axis, 0)
    average = lines * np.float32(1 - 2 * weight)
    neighbour = lines * np.float32(weight)
    average[1:] += neighbour[:-1]
    average[:-1] += neighbour[1:]
    average[0] += neighbour[0]
    average[-1] += neighbour[-1]
    return np.moveaxis(average, 0, axis)


def votes_of(down: Singles, right: Singles, strengths: Singles, K: int, votes: Votes) -> list[tuple[Bytes, Singles]]:
    """Return the orientations each pixel votes for and the strength of each vote: one vote, or two if interpolated."""
    if votes == "hard":
        return [(nearest_orientations(down, right, K), strengths)]
    positions = orientation_positions(down, right, K)
    lower = positions.astype(np.uint8)
    share = (positions - lower) * strengths
    upper = lower + np.uint8(1)
    upper *= upper != K
    return [(lower, strengths - share), (upper, share)]


def nearest_orientations(down: Singles, right: Singles, K: int) -> Bytes:
    """Return the number of the orientation nearest to each pixel's edge; 0 where there is no edge."""
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


def orientation_positions(down: Singles, right: Singles, K: int) -> Singles:
    """Return the orientation of each pixel's edge in steps of 180/K degrees, 0 to below K; 0 where there is no edge."""
    positions = np.arctan2(right, down)
    positions *= np.float32(K / np.pi)
    positions += np.float32(K) * (positions < 0)
    positions *= positions < K
    return positions


def angles_of(K: int) -> Array:
    """Return the K orientations in degrees."""
    return np.arange(K) * 180.0 / K


class EdgeArguments(NamedTuple):
    """The arguments that all functions of edges share, checked."""

    stack: AnyArray
    single: bool
    orientations: int
    votes: Votes
    kernel: Kernel


def as_edge_arguments(images: Any, orientations: Any, votes: Any, kernel: Any) -> EdgeArguments:
    """Check the arguments that all functions of edges share, and convert one image to a stack of one."""
    stack = as_images(images)
    single = stack.ndim == 2
    return EdgeArguments(
        stack[None] if single else stack,
        single,
        as_count(orientations, "orientations", 1, MOST_ORIENTATIONS),
        as_choice(votes, "votes", VOTES),
        as_choice(kernel, "kernel", tuple(NEIGHBOUR_WEIGHTS)),
    )


class EdgeMaps(Trace):
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
    row_gradients: Singles
    column_gradients: Singles
    strengths: Singles
    positions: Singles

    def map(self, orientation: int) -> Singles:
        """Return the edge map of one orientation: how much each pixel votes for it."""
        K = len(self.angles)
        k = as_count(orientation, "orientation", 0, K - 1, "the orientations are numbered from 0")
        votes = np.zeros_like(self.strengths)
        for chosen, counts in votes_of(self.row_gradients, self.column_gradients, self.strengths, K, self.votes):
            votes += np.where(chosen == k, counts, 0)
        return votes
