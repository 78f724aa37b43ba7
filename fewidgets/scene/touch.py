"""Marks that a person can move: each belongs to a control of the scene, sets its state and follows it.

None of them needs a drag: a click or a tap does the same, and so do keys. A finger that scrolls or pinches the page over them
changes nothing. Escape gives up a drag that has begun, and restores what was there before.
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


@dataclass(frozen=True)
class Handles(Mark):
    """The dots of `Points`, each of which can be dragged by mouse or finger. They follow the pointer at once.

    All dots are one tab stop. Arrow keys go from dot to dot. Enter takes one up, arrow keys then move it (Shift: larger
    steps), Enter lets go, and Escape puts it back. A click or a tap also takes a dot up, and the next one in the panel puts it
    there.
    Beyond the edge of the plot, a dot can be dragged on to the limits of its control.

    Attributes
    ----------
    points : Points
        The control. It must also be listed in the scene's controls.
    color : str or int
        Palette name or series number.
    labels : sequence of str, length n
        Text beside each dot. By default, there is none.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot; overrides ``color``.
    size : float
        Diameter in pixels. What a finger can touch has at least 24 pixels.

    Examples
    --------
    >>> from fewidgets.scene import Panel, Scene
    >>> points = Points("points", x=(0, 10), y=(0, 10), start=[[2, 3], [7, 8]], names=["Ann", "Bo"])
    >>> Scene("Two people", [Panel("Where they are", [Handles(points)])], [points]).initial_state["points"].tolist()
    [[2.0, 3.0], [7.0, 8.0]]
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

    The grid fills its panel, which must have ``axes=False``. The labels of the panel's axes name the rows and the columns. A
    choice in the panel's heading says how many examples move at once. The table is one tab stop. Arrow keys choose a cell,
    Enter picks examples up, arrow keys carry them, Enter drops them, and Escape puts them back. Two clicks or taps do the
    same: the first in the cell that gives, the second in the one that gets.

    Attributes
    ----------
    counts : Counts
        The control. It must also be listed in the scene's controls.
    row_names, column_names : sequence of str
        The name of each row and each column.
    values : array, shape (rows, columns), or Frames of such
        A number for each cell, which tints it, for example what the cell contributes to a sum. NaN leaves a cell plain.
    digits : int, optional
        With how many decimals each value is written below its count. None leaves the values out.
    label : str
        What the values are, with their unit if they have one.
    limits : (low, high), optional
        The values with the strongest tints. By default, the largest value without its sign, below and above zero.
    totals : bool
        Whether to show the sum of each row and each column.

    Examples
    --------
    >>> from fewidgets.scene import Panel, Scene
    >>> table = Counts("table", 2, 2, [[8, 2], [1, 9]])
    >>> grid = CountGrid(table, ["rain", "dry"], ["umbrella", "none"])
    >>> Scene("Umbrellas", [Panel("Days", [grid], axes=False)], [table]).initial_state["table"].sum(axis=0).tolist()
    [9, 11]
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
