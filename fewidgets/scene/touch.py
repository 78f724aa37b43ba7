"""Marks that a person can move: each belongs to a control of the scene, sets its state and follows it.

None of them needs a drag: a click, a tap or keys do the same. Escape gives up a drag that has begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Block
from fewidgets.scene.counts import Counts
from fewidgets.scene.frames import Frames
from fewidgets.scene.inputs import Drawing, Point
from fewidgets.scene.marks import Mark, Style
from fewidgets.scene.points import Points


@dataclass(frozen=True)
class Handle(Mark):
    """A point that can be dragged, placed by a click elsewhere in its panel, and moved by arrow keys (Shift: larger steps)."""

    point: Point
    label: str = ""
    color: str | int = "accent"
    kind: ClassVar[str] = "handle"


@dataclass(frozen=True)
class Canvas(Mark):
    """A sheet to draw on, with Eraser and Clear buttons; on the keyboard, arrows move a cursor and Space draws.

    Two fingers scroll and zoom the page, and take back what the first of them has drawn.
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
        The control.
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


@dataclass(frozen=True)
class Handles(Mark):
    """The dots of `Points`, each of which can be dragged by mouse or finger. They follow the pointer at once.

    All dots are one tab stop: arrow keys go from dot to dot, Enter takes one up, arrow keys move it (Shift: larger steps),
    Enter lets go, and Escape puts it back. A click or a tap also takes a dot up, and the next one puts it there.

    Attributes
    ----------
    points : Points
        The control.
    color : str or int
        Palette name or series number.
    labels : sequence of str, length n
        Text beside each dot. By default, there is none.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot; overrides ``color``.
    size : float
        Diameter in pixels. What a finger can touch has at least 24 pixels.
    """

    points: Points
    color: str | int = "accent"
    labels: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    size: float = 12.0
    kind: ClassVar[str] = "handles"


@dataclass(frozen=True)
class CountGrid(Mark):
    """The table of `Counts`, from which examples can be dragged from one cell to another by mouse or finger.

    The grid fills its panel, which must have ``axes=False``; the labels of its axes name the rows and the columns. By keys,
    Enter picks examples up, arrow keys carry them, Enter drops them, and Escape puts them back; two clicks or taps do the
    same.

    Attributes
    ----------
    counts : Counts
        The control.
    row_names, column_names : sequence of str
        The name of each row and each column.
    values : array, shape (rows, columns), or Frames of such
        A number for each cell, which tints it. NaN leaves a cell plain.
    digits : int, optional
        With how many decimals each value is written below its count. None leaves the values out.
    label : str
        What the values are, with their unit if they have one.
    limits : (low, high), optional
        The values with the strongest tints. By default, the largest value without its sign, below and above zero.
    totals : bool
        Whether to show the sum of each row and each column.
    """

    counts: Counts
    row_names: Sequence[str]
    column_names: Sequence[str]
    values: Any = None
    digits: int | None = 3
    label: str = ""
    limits: tuple[float, float] | None = None
    totals: bool = True
    kind: ClassVar[str] = "countgrid"

    def __post_init__(self) -> None:
        if self.limits is not None or self.values is None:
            return
        values = np.abs(np.asarray(self.values.values if isinstance(self.values, Frames) else self.values, dtype=float))
        largest = float(values[np.isfinite(values)].max(initial=0.0)) or 1.0
        object.__setattr__(self, "limits", (-largest, largest))
