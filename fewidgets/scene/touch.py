"""Marks that a hand moves a control by: each stands in a panel for a control of the scene, and follows its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fewidgets.scene.controls import Block
from fewidgets.scene.inputs import Drawing, Point
from fewidgets.scene.marks import Mark


@dataclass(frozen=True)
class Handle(Mark):
    """A point that can be dragged by mouse or finger, and moved by arrow keys (Shift: larger steps).

    Attributes
    ----------
    point : Point
        The control, also among the scene's controls.
    label : str
        Written beside it.
    color : str or int
        Palette name or series number.
    """

    point: Point
    label: str = ""
    color: str | int = "accent"
    kind: ClassVar[str] = "handle"


@dataclass(frozen=True)
class Canvas(Mark):
    """A drawing to draw on, with pen, eraser and clear above it; by keyboard, arrows move a cursor and Space draws.

    Attributes
    ----------
    drawing : Drawing
        The control, also among the scene's controls.
    extent : (left, right, bottom, top)
        Where its edges lie, in data units.
    """

    drawing: Drawing
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    kind: ClassVar[str] = "canvas"


@dataclass(frozen=True)
class BlockGrid(Mark):
    """A grid of blocks over an image, of which one is picked, by a click or by arrow keys.

    Attributes
    ----------
    block : Block
        The control, also among the scene's controls.
    extent : (left, right, bottom, top)
        Where the grid's edges lie, in data units.
    told : str, Template or Frames
        What a screen reader says of the block that is picked; its row and column if not given.
    lines : bool
        Whether the grid is drawn, or only the block that is picked.
    """

    block: Block
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    told: Any = ""
    lines: bool = True
    kind: ClassVar[str] = "blockgrid"
