"""Marks that a person can move: each belongs to a control of the scene, sets its state and follows it.

None of them needs a drag: a click or a tap does the same, and so do keys. A finger that scrolls or pinches the page over them
changes nothing. Escape gives up a drag that has begun, and restores what was there before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fewidgets.scene.controls import Block
from fewidgets.scene.inputs import Drawing, Point
from fewidgets.scene.marks import Mark


@dataclass(frozen=True)
class Handle(Mark):
    """A point that can be dragged by mouse or finger, in any direction, and moved by arrow keys (Shift: larger steps).

    A click or a tap elsewhere in its panel places it there. Its `Point` has two fields to type the coordinates into.

    Attributes
    ----------
    point : Point
        The control. It must also be listed in the scene's controls.
    label : str
        Text beside the point.
    color : str or int
        Palette name or series number.
    """

    point: Point
    label: str = ""
    color: str | int = "accent"
    kind: ClassVar[str] = "handle"


@dataclass(frozen=True)
class Canvas(Mark):
    """A sheet to draw on, with Eraser and Clear buttons above it. On the keyboard, arrows move a cursor and Space draws.

    One finger draws a dot or a line. Two fingers scroll and zoom the page, and take back what the first of them has drawn.

    Attributes
    ----------
    drawing : Drawing
        The control. It must also be listed in the scene's controls.
    extent : (left, right, bottom, top)
        Positions of the edges in data units.
    """

    drawing: Drawing
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    kind: ClassVar[str] = "canvas"


@dataclass(frozen=True)
class BlockGrid(Mark):
    """A grid of blocks over an image. One block is picked, by a click, by a drag to the side, or by arrow keys.

    Attributes
    ----------
    block : Block
        The control. It must also be listed in the scene's controls.
    extent : (left, right, bottom, top)
        Positions of the grid's edges in data units.
    description : str, Template or Frames
        What a screen reader says about the picked block. By default, its row and column.
    lines : bool
        Whether to draw the whole grid, or only the picked block.
    """

    block: Block
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    description: Any = ""
    lines: bool = True
    kind: ClassVar[str] = "blockgrid"
