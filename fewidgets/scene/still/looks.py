"""How the styles of a mark differ without colour: dots by their shape, texts by the kind of their line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fewidgets.scene.palette import palette
from fewidgets.scene.types import Place

if TYPE_CHECKING:
    from fewidgets.scene.marks import Style

DASH, GAP = 4.0, 2.0  # points


class Stroke(NamedTuple):
    """One of the strokes of a line: its distance below the line's middle, its width, and its dashes; all in points."""

    below: float
    width: float
    dashes: tuple[float, ...] = ()


def shape_of(styles: Sequence[Style], k: int) -> str:
    """Return the shape of the dots with the k-th style of a mark: its own, or the k-th of the palette."""
    shapes = palette()["shapes"]
    return styles[k].shape or shapes[k % len(shapes)]


def underline_of(styles: Sequence[Style], k: int) -> str:
    """Return the kind of line under, or through, text with the k-th style: the next kind for each style with the same look."""
    kinds = palette()["underlines"]
    return kinds[sum(style.look == styles[k].look for style in styles[:k]) % len(kinds)]


def strokes_of(kind: str, width: float) -> list[Stroke]:
    if kind == "double":
        return [Stroke(-1.0, width / 2), Stroke(1.0, width / 2)]
    return [Stroke(0.0, width, {"dashed": (DASH, GAP), "dotted": (width, width)}.get(kind, ()))]


def corners_of(shape: str, radius: float) -> list[Place] | None:
    """Return the corners of a dot's shape around (0, 0), with y downwards, or None for a circle; it looks as large as one."""
    corners = palette()["corners"].get(shape)
    return corners and [(float(radius * across), float(radius * down)) for across, down in corners]
