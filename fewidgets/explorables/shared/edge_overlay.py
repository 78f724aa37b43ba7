"""Edges as strokes: each pixel that lies on one gets a stroke along it, in its orientation's colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fewidgets.algorithms import EdgeMaps
from fewidgets.algorithms.images.edges import nearest_orientations
from fewidgets.scene import Image, Line

FAINTEST = 0.06  # of the strongest edge: less is noise, which the histogram counts but nobody wants to see
SHORTEST, LONGEST = 0.35, 0.95  # of a pixel
TINT = 850.0  # how faint a picture lies under its edges


def orientation_names(angles: Sequence[float]) -> tuple[str, ...]:
    """Name orientations by their angles.

    Examples
    --------
    >>> orientation_names([0.0, 22.5, 45.0])
    ('0°', '22.5°', '45°')
    """
    return tuple(f"{float(round(angle, 1)):g}°" for angle in angles)


def edge_strokes(edges: EdgeMaps, most: int) -> list[Line]:
    """Draw the strongest edges of one picture: one line of many strokes for each orientation, keyed by its name.

    Parameters
    ----------
    edges : EdgeMaps
        Of one picture (H, W).
    most : int
        Most strokes in all.

    Returns
    -------
    list of Line
        As many as there are orientations, in pixels: pixel (0, 0) has its middle at (0.5, H − 0.5).

    Examples
    --------
    >>> from fewidgets.algorithms import edge_maps
    >>> lines = edge_strokes(edge_maps([[0, 0], [8, 8]]), 100)
    >>> [line.key for line in lines if np.isfinite(line.x).any()]
    ['0°']
    """
    K = len(edges.angles)
    strengths = edges.strengths.reshape(-1)
    strongest = float(strengths.max())
    shown = np.flatnonzero(strengths > FAINTEST * strongest)
    if len(shown) > most:
        shown = shown[np.argpartition(-strengths[shown], most)[:most]]
    which = nearest_orientations(edges.row_gradients.reshape(-1)[shown], edges.column_gradients.reshape(-1)[shown], K)
    height, width = edges.strengths.shape
    rows, columns = np.divmod(shown, width)
    half = (SHORTEST + (LONGEST - SHORTEST) * strengths[shown] / (strongest or 1.0)) / 2
    lines = []
    for k, (angle, name) in enumerate(zip(np.deg2rad(edges.angles), orientation_names(edges.angles), strict=True)):
        mine = which == k
        reach = half[mine, None] * np.array([-1.0, 1.0, np.nan])
        x = (columns[mine, None] + 0.5 + np.cos(angle) * reach).reshape(-1)
        y = (height - rows[mine, None] - 0.5 + np.sin(angle) * reach).reshape(-1)
        nothing = np.array([np.nan])
        lines.append(Line(x if x.size else nothing, y if y.size else nothing, color=k, dash=0, width=2.0, key=name))
    return lines


def faint(levels: np.ndarray) -> Image:
    """Lay a picture under its edges, so faint that their colours can be seen on it."""
    height, width = levels.shape
    return Image(-levels, (0, width, 0, height), label="the picture, faint", limits=(-TINT, TINT), colors="diverging")
