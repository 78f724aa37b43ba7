"""A grid of blocks over an image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Block
from fewidgets.scene.marks.base import Mark
from fewidgets.scene.still.plot import Pen, Plot
from fewidgets.scene.types import Bounds


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
    extent: Bounds = (0.0, 1.0, 0.0, 1.0)
    description: Any = ""
    lines: bool = True
    kind = "blockgrid"
    later = True
    moves = ("block", Block)

    def still(self, plot: Plot) -> None:
        rows, columns = self.block.rows, self.block.columns
        left, right, bottom, top = self.extent
        across, down = np.linspace(left, right, columns + 1), np.linspace(top, bottom, rows + 1)
        if self.lines:
            x = [place for each in across for place in (each, each, np.nan)] + [left, right, np.nan] * (rows + 1)
            y = [bottom, top, np.nan] * (columns + 1) + [place for each in down for place in (each, each, np.nan)]
            plot.draw_line(np.array(x), np.array(y), Pen(plot.color("quiet"), 0.7), order=2.6)
        row, column = plot.state[self.block.name]
        picked = (float(across[column]), float(across[column + 1]), float(down[row + 1]), float(down[row]))
        plot.draw_frame(picked, Pen(plot.color("accent"), 3.0), order=2.7)
