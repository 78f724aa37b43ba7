"""Compute the points of curves that scenes often show: contour lines and ellipses."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.scene.types import Array, Curve, Isolines


def contour_levels(z: ArrayLike, count: int, *, sharpness: float) -> Array:
    """Choose contour levels that lie closer together near the lowest value, so that the minimum is visible.

    Parameters
    ----------
    z : array_like
        Values on a grid; those that are not finite are ignored.
    count : int
        Number of levels.
    sharpness : float
        1 spaces the levels evenly; 2 spaces the contour lines of a quadratic function evenly.

    Returns
    -------
    NDArray, shape (count,), float64
        Ascending, strictly between the lowest and the highest value.

    Examples
    --------
    >>> contour_levels([[0.0, 1.0], [4.0, 16.0]], 3, sharpness=2.0).tolist()
    [1.0, 4.0, 9.0]
    """
    values = np.asarray(z, dtype=float)
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        raise ValueError("z must have at least one finite value.")
    low, high = float(finite.min()), float(finite.max())
    return low + (high - low) * (np.arange(1, count + 1) / (count + 1)) ** sharpness


def contour_lines(x: ArrayLike, y: ArrayLike, z: ArrayLike, levels: ArrayLike) -> Isolines:
    """Find the contour lines of a function on a grid, in the form that a `Contours` mark expects.

    Parameters
    ----------
    x, y : array_like, shape (W,) and (H,)
        Coordinates of the columns and of the rows.
    z : array_like, shape (H, W)
        Values of the function; those that are not finite are ignored.
    levels : array_like, shape (L,)
        Ascending.

    Returns
    -------
    x, y : NDArray, shape (n,), float64
        Points of all lines, level after level; NaN after each line.
    sizes : list of L int
        Number of points of each level.

    Examples
    --------
    >>> x, y, sizes = contour_lines([0.0, 1.0], [0.0, 1.0], [[0.0, 1.0], [0.0, 1.0]], [0.25])
    >>> x.tolist(), sizes
    ([0.25, 0.25, nan], [3])
    """
    from contourpy import LineType, contour_generator  # imported here because most scenes have no contours

    values = np.ma.masked_invalid(np.asarray(z, dtype=float))
    generator = contour_generator(np.asarray(x, float), np.asarray(y, float), values, line_type=LineType.Separate)
    gap = np.full((1, 2), np.nan)
    sizes: list[int] = []
    found: list[Array] = [np.empty((0, 2))]
    for level in np.asarray(levels, dtype=float):
        pieces = [piece for line in generator.lines(level) for piece in (np.asarray(line, dtype=float), gap)]
        sizes.append(sum(map(len, pieces)))
        found += pieces
    points = np.concatenate(found)
    return points[:, 0], points[:, 1], sizes


def ellipse(center: ArrayLike, shape: ArrayLike, count: int = 73) -> Curve:
    """Compute ``count`` points on the ellipse (v − center)ᵀ shape⁻¹ (v − center) = 1; the last repeats the first.

    ``shape`` is symmetric and positive semidefinite: a covariance matrix gives the ellipse of one standard deviation.

    Examples
    --------
    >>> x, y = ellipse([1.0, 2.0], [[4.0, 0.0], [0.0, 1.0]], 5)
    >>> x.round(6).tolist(), y.round(6).tolist()
    ([3.0, 1.0, -1.0, 1.0, 3.0], [2.0, 3.0, 2.0, 1.0, 2.0])
    """
    turn = np.linspace(0.0, 2.0 * np.pi, count)
    root = _root(np.asarray(shape, dtype=float))
    points = np.asarray(center, dtype=float)[:, None] + root @ np.stack([np.cos(turn), np.sin(turn)])
    return points[0], points[1]


def _root(matrix: Array) -> Array:
    """Compute the symmetric square root, which is continuous in the matrix, so animated ellipses do not spin."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2.0)
    return (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
