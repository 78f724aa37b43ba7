"""Draw images, drawings and grids of blocks with Matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from fewidgets.scene.marks import Image
from fewidgets.scene.matplotlib_plot import AxesPlot
from fewidgets.scene.still_images import shades, write_numbers
from fewidgets.scene.touch import BlockGrid, Canvas


def paint_image(mark: Image, plot: AxesPlot) -> None:
    values = np.asarray(plot.at(mark.values))
    pixels = shades(values, mark, plot.theme)
    _show(plot, pixels, mark.extent)
    if mark.digits is not None:
        write_numbers(values, pixels, mark, plot)


def _show(plot: AxesPlot, pixels: np.ndarray, extent: tuple[float, float, float, float]) -> None:
    limits = plot.ax.get_xlim(), plot.ax.get_ylim()
    plot.ax.imshow(pixels, extent=extent, aspect="auto", interpolation="nearest", zorder=1.5)
    plot.ax.set(xlim=limits[0], ylim=limits[1])


def paint_canvas(mark: Canvas, plot: AxesPlot) -> None:
    drawn = np.asarray(plot.state[mark.drawing.name])
    _show(plot, shades(drawn, Image(drawn), plot.theme), mark.extent)
    _box(plot, mark.extent, color=plot.color("quiet"), linewidth=1.0, zorder=2)


def paint_blocks(mark: BlockGrid, plot: AxesPlot) -> None:
    rows, columns = mark.block.rows, mark.block.columns
    left, right, bottom, top = mark.extent
    across, down = np.linspace(left, right, columns + 1), np.linspace(top, bottom, rows + 1)
    if mark.lines:
        looks: dict[str, Any] = {"color": plot.color("quiet"), "linewidth": 0.75, "zorder": 2.6}
        plot.ax.vlines(across, bottom, top, **looks)
        plot.ax.hlines(down, left, right, **looks)
    row, column = plot.state[mark.block.name]
    picked = (across[column], across[column + 1], down[row + 1], down[row])
    _box(plot, picked, color=plot.color("accent"), linewidth=3.0, zorder=2.7)


def _box(plot: AxesPlot, extent: Any, **looks: Any) -> None:
    left, right, bottom, top = extent
    plot.ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, fill=False, clip_on=False, **looks))
