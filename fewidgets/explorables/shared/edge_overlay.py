"""Edges as strokes, in the colours of their orientations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fewidgets.algorithms import EdgeMaps
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.images.edges import nearest_orientations
from fewidgets.scene import Axis, Image, Line
from fewidgets.scene.types import Keywords, NameTuple

FAINTEST = 0.06  # share of the strongest edge; weaker edges are noise, which the histogram counts but which is not drawn
SHORTEST, LONGEST = 0.35, 0.95  # lengths of strokes in pixels
TINT = 850.0  # how faint a picture is under its edges


def orientation_names(angles: Sequence[float] | Array) -> NameTuple:
    return tuple(f"{float(round(angle, 1)):g}°" for angle in angles)


def edge_strokes(edges: EdgeMaps, most: int, left: float = 0.0) -> list[Line]:
    """Draw the strongest edges from ``left`` on: for each orientation a line of many strokes, with a key."""
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
        x = (left + columns[mine, None] + 0.5 + np.cos(angle) * reach).reshape(-1)
        y = (height - rows[mine, None] - 0.5 + np.sin(angle) * reach).reshape(-1)
        nothing = np.array([np.nan])
        lines.append(Line(x if x.size else nothing, y if y.size else nothing, color=k, dash=0, width=2.0, key=name))
    return lines


def faint(levels: np.ndarray, left: float = 0.0) -> Image:
    """Make a faint image of a picture, so that the colours of edges can be seen on it."""
    return Image(-levels, extent_of(levels.shape, left), label="the picture, faint", limits=(-TINT, TINT), colors="diverging")


def extent_of(shape: Sequence[int], left: float = 0.0) -> tuple[float, float, float, float]:
    rows, columns = shape
    return left, left + columns, 0.0, float(rows)


def pixel_axes(shape: tuple[float, float], height: int) -> Keywords:
    """Return what a panel needs to show a picture of this shape, pixel by pixel."""
    rows, columns = shape
    axes = {"x": Axis(domain=(0, columns)), "y": Axis(domain=(0, rows))}
    return {**axes, "height": height, "aspect": 1.0, "axes": False}
