"""How the styles of a mark differ without colour: by the shape of dots, or the line of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fewidgets.scene.palette import palette
from fewidgets.scene.types import Place

if TYPE_CHECKING:
    from fewidgets.scene.marks import Style

DASH, GAP = 4.0, 2.0  # points


class Stroke(NamedTuple):
    """A stroke of a line: its distance below the middle, its width and its dashes, in points."""

    below: float
    width: float
    dashes: tuple[float, ...] = ()


def shape_of(styles: Sequence[Style], k: int) -> str:
    """Return the shape of dots with the k-th style: its own, or the k-th of the palette."""
    shapes = palette()["shapes"]
    return styles[k].shape or shapes[k % len(shapes)]


def underline_of(styles: Sequence[Style], k: int) -> str:
    """Return the line of text with the k-th style: the next kind for each style with the same look."""
    kinds = palette()["underlines"]
    return kinds[sum(style.look == styles[k].look for style in styles[:k]) % len(kinds)]


def strokes_of(kind: str, width: float) -> list[Stroke]:
    if kind == "double":
        return [Stroke(-1.0, width / 2), Stroke(1.0, width / 2)]
    return [Stroke(0.0, width, {"dashed": (DASH, GAP), "dotted": (width, width)}.get(kind, ()))]


def corners_of(shape: str, radius: float) -> list[Place] | None:
    """Return the corners of a dot's shape around (0, 0), with y downwards; None for a circle."""
    corners = palette()["corners"].get(shape)
    return corners and [(float(radius * across), float(radius * down)) for across, down in corners]
