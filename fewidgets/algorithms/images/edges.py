"""Edges: how strongly and in which orientation the grey level changes at each pixel (section 9.2.3).

An edge's orientation is the direction along it, perpendicular to the gradient, in degrees from 0 up to 180 and
counterclockwise as the picture is seen: 0 a horizontal edge, 45 one that rises to the right, 90 a vertical one,
135 one that falls to the right. Which side is the brighter makes no difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .grayscale import as_images, strips

Votes = Literal["hard", "interpolated"]
Kernel = Literal["central", "prewitt", "sobel"]
VOTES = ("hard", "interpolated")
# The share of each neighbouring row's (or column's) difference in a pixel's; the pixel's own has the rest.
KERNELS = {"central": 0.0, "prewitt": 1 / 3, "sobel": 1 / 4}
MOST_ORIENTATIONS = 180


@dataclass(frozen=True, eq=False)
class EdgeMaps:
    """Everything that `edge_maps` found at each pixel. The first axis P is absent where one image was given.

    Attributes
    ----------
    kernel, votes : str
        As given to `edge_maps`.
    angles : NDArray, shape (K,), float64
        The orientations in degrees, 0 to below 180: the direction along the edge, counterclockwise from
        horizontal as the picture is seen.
    row_gradients, column_gradients : NDArray, shape (P, H, W), float32
        Change of the grey level downwards and to the right, in grey levels a pixel.
    strengths : NDArray, shape (P, H, W), float32
        Length of the gradient, in grey levels a pixel.
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
    angles: NDArray[np.float64]
    row_gradients: NDArray[np.float32]
    column_gradients: NDArray[np.float32]
    strengths: NDArray[np.float32]
    positions: NDArray[np.float32]

    def map(self, orientation: int) -> NDArray[np.float32]:
        """One orientation's edge map: how much each pixel votes for it.

        Parameters
        ----------
        orientation : int
            Number of the orientation, 0 to K − 1.

        Returns
        -------
        NDArray, shape (P, H, W), float32
            In grey levels a pixel. Over all orientations, a pixel's votes add up to its strength.

        Raises
        ------
        TypeError, ValueError
            If `orientation` is no whole number from 0 to K − 1.

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


def edge_maps(images: ArrayLike, *, orientations: int = 8, votes: Votes = "hard", kernel: Kernel = "central") -> EdgeMaps:
    """Gradients of grey images, and how strong an edge lies at each pixel in which of the orientations.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels, of one image or of a stack. Rows of flattened images, as in `load_mnist().X`, must be given
        their shape back first: `X.reshape(-1, 28, 28)`.
    orientations : int
        Number K of orientations, 1 to 180, 180/K degrees apart.
    votes : {"hard", "interpolated"}
        Whether an edge counts for the nearest orientation alone, or for the two between which it lies, shared in
        proportion to how near they are.
    kernel : {"central", "prewitt", "sobel"}
        The gradient: half the difference of the two neighbours (at the border, the difference from the one
        there is); or that, averaged over three rows or columns with equal weights (Prewitt) or with weights
        1, 2, 1 (Sobel).

    Returns
    -------
    EdgeMaps

    Raises
    ------
    TypeError
        If `images` holds anything but real numbers, or `orientations` is no whole number.
    ValueError
        If the shape is wrong or looks like colour, there are no pixels, one is NaN, infinite or beyond ±1e12,
        `orientations` is outside 1…180, or a name is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.edge_maps`.

    Source: section 9.2.3, Figures 9.7 (middle column) and 9.8: eight orientations from 0 (horizontal edges) in
    steps of 22.5 degrees. The chapter does not say how the edges are detected; here by the gradient, which
    with `kernel="central"` is NumPy's `gradient`. All is computed in single precision; differences below 1e-18 count as
    none.
    scikit-image's `hog` measures the gradient's angle clockwise, not the edge's, and its orientation i covers the
    angles from i to i + 1 steps, where ours lie in the middle of what they cover; its gradient is twice ours, and
    0 across the image's border. SciPy's `ndimage.sobel` and `prewitt` are 8 and 6 times ours, and halve what crosses
    the border.

    Examples
    --------
    >>> edges = edge_maps([[0, 0, 8], [0, 8, 8], [8, 8, 8]])
    >>> float(edges.angles[2]), edges.map(2)
    (45.0, array([[0.      , 0.      , 0.      ],
           [0.      , 5.656854, 0.      ],
           [0.      , 0.      , 0.      ]], dtype=float32))
    """
    stack, single, K, votes, kernel = edge_arguments(images, orientations, votes, kernel)
    row_gradients, column_gradients, strengths, positions = np.empty((4, *stack.shape), dtype=np.float32)
    for which, rows, inner, pixels in strips(stack):
        down, right = (part[:, inner] for part in gradients(pixels, kernel))
        row_gradients[which, rows], column_gradients[which, rows] = down, right
        strengths[which, rows] = np.sqrt(down * down + right * right)
        positions[which, rows] = orientation_positions(down, right, K)
    found = (row_gradients, column_gradients, strengths, positions)
    return EdgeMaps(kernel, votes, angles_of(K), *(frozen(array[0] if single else array) for array in found))


def edge_arguments(images: Any, orientations: Any, votes: Any, kernel: Any) -> tuple[NDArray[Any], bool, int, Votes, Kernel]:
    """Check what every function of edges takes; one image becomes a stack of one, and that is told.

    Examples
    --------
    >>> edge_arguments([[1, 2]], 8, "hard", "sobel")
    (array([[[1, 2]]]), True, 8, 'hard', 'sobel')
    """
    stack = as_images(images)
    single = stack.ndim == 2
    K = as_count(orientations, "orientations", 1, MOST_ORIENTATIONS)
    how = cast(Votes, as_choice(votes, "votes", VOTES))
    gradient = cast(Kernel, as_choice(kernel, "kernel", tuple(KERNELS)))
    return (stack[None] if single else stack), single, K, how, gradient


def angles_of(K: int) -> NDArray[np.float64]:
    """Give the orientations in degrees.

    Examples
    --------
    >>> angles_of(8)
    array([  0. ,  22.5,  45. ,  67.5,  90. , 112.5, 135. , 157.5])
    """
    return frozen(np.arange(K) * 180.0 / K)


def gradients(pixels: NDArray[np.float32], kernel: Kernel) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Change of the grey level downwards and to the right, in grey levels a pixel.

    Parameters
    ----------
    pixels : NDArray, shape (P, H, W), float32
        Contiguous.
    kernel : {"central", "prewitt", "sobel"}

    Returns
    -------
    tuple of two NDArray, shape (P, H, W), float32

    Examples
    --------
    >>> down, right = gradients(np.array([[[0, 2, 8]]], dtype=np.float32), "central")
    >>> right, bool(down.any())
    (array([[[2., 4., 6.]]], dtype=float32), False)
    """
    W = pixels.shape[2]
    flat = pixels.reshape(-1)
    down, right = np.zeros((2, *pixels.shape), dtype=np.float32)
    # In one run over the whole stack, for short rows cost too much; then the borders, which are wrong, by themselves.
    np.subtract(flat[2 * W :], flat[: -2 * W], out=down.reshape(-1)[W:-W])
    np.subtract(flat[2:], flat[:-2], out=right.reshape(-1)[1:-1])
    _set_borders(np.moveaxis(down, 1, 0), np.moveaxis(pixels, 1, 0))
    _set_borders(np.moveaxis(right, 2, 0), np.moveaxis(pixels, 2, 0))
    side = KERNELS[kernel]
    if side:
        down, right = _averaged(down, 2, side), _averaged(right, 1, side)
    down *= np.float32(0.5)
    right *= np.float32(0.5)
    return down, right


def _set_borders(differences: NDArray[np.float32], lines: NDArray[np.float32]) -> None:
    """At the first and last line there is one neighbour: twice the difference from it; 0 where there is none."""
    differences[0] = 2 * (lines[min(1, len(lines) - 1)] - lines[0])
    differences[-1] = 2 * (lines[-1] - lines[max(-2, -len(lines))])


def _averaged(differences: NDArray[np.float32], axis: int, side: float) -> NDArray[np.float32]:
    """Average each entry with its two neighbours along an axis; beyond the border lies the same as on it."""
    lines = np.moveaxis(differences, axis, 0)
    average = lines * np.float32(1 - 2 * side)
    neighbour = lines * np.float32(side)
    average[1:] += neighbour[:-1]
    average[:-1] += neighbour[1:]
    average[0] += neighbour[0]
    average[-1] += neighbour[-1]
    return np.moveaxis(average, 0, axis)


def nearest_orientations(down: NDArray[np.float32], right: NDArray[np.float32], K: int) -> NDArray[np.uint8]:
    """Number of the orientation nearest to each pixel's edge; 0 where there is none.

    Of two equally near, it is the one nearer to horizontal, or the first for a vertical edge. The edge's angle is
    that of the point (down, right). Its mirror image in the first quadrant has passed as many boundaries between
    orientations as tangents are below right / down, which needs no arctangent.

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
    # An edge that falls to the right is K − passed orientations round, and K is 0 again.
    passed += mirrored.view(np.uint8) * (np.uint8(K) - 2 * passed)
    passed *= passed != K
    return passed


def orientation_positions(down: NDArray[np.float32], right: NDArray[np.float32], K: int) -> NDArray[np.float32]:
    """Orientation of each pixel's edge in steps of 180/K degrees, 0 to below K; 0 where there is none.

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


def votes_of(
    down: NDArray[np.float32], right: NDArray[np.float32], strengths: NDArray[np.float32], K: int, votes: Votes
) -> list[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Give for whom each pixel votes, and how much: once, or twice where votes are interpolated.

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
