"""Draw images, drawings and grids of blocks with Matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from fewidgets.scene.lettering import SMALL
from fewidgets.scene.marks import Image
from fewidgets.scene.matplotlib_plot import Plot
from fewidgets.scene.numbers import MINUS
from fewidgets.scene.palette import blend, image_colors
from fewidgets.scene.touch import BlockGrid, Canvas

LEAST_NUMBER = 4.0  # points; numbers that would be smaller are not written into the pixels
LIGHT = 140.0  # pixels brighter than this get a dark number


def paint_image(mark: Image, plot: Plot) -> None:
    """Draw an image, with its numbers if it has ``digits``."""
    values = np.asarray(plot.at(mark.values))
    pixels = shades(values, mark, plot.theme)
    _show(plot, pixels, mark.extent)
    if mark.digits is not None:
        _numbers(values, pixels, mark, plot)


def shades(values: np.ndarray, mark: Image, theme: str) -> np.ndarray:
    """Compute an image's pixels, shape (H, W, 4), uint8; NaN is transparent."""
    numbers = np.asarray(values, dtype=float)
    if numbers.ndim == 3:
        colors = np.clip(numbers, 0, 255)
        seen = np.ones(numbers.shape[:2], dtype=bool)
    else:
        low, high = mark.limits or (0.0, 255.0)
        seen = ~np.isnan(numbers)
        colors = blend(
            image_colors(mark.colors, theme), np.clip((np.where(seen, numbers, low) - low) / (high - low), 0.0, 1.0)
        )
    return np.concatenate([colors, 255.0 * seen[..., None]], axis=2).round().astype(np.uint8)


def _show(plot: Plot, pixels: np.ndarray, extent: tuple[float, float, float, float]) -> None:
    limits = plot.ax.get_xlim(), plot.ax.get_ylim()
    plot.ax.imshow(pixels, extent=extent, aspect="auto", interpolation="nearest", zorder=1.5)
    plot.ax.set(xlim=limits[0], ylim=limits[1])


def _numbers(values: np.ndarray, pixels: np.ndarray, mark: Image, plot: Plot) -> None:
    height, width = values.shape[:2]
    left, right, bottom, top = mark.extent
    digits = mark.digits or 0
    wide = abs(float(plot.x.fraction(right) - plot.x.fraction(left))) * plot.width / width
    high = abs(float(plot.y.fraction(top) - plot.y.fraction(bottom))) * plot.height / height
    size = min(SMALL, 0.6 * high, 1.7 * wide / (digits + 3))
    if size < LEAST_NUMBER:
        return
    bright = pixels[..., :3] @ np.array([0.3, 0.59, 0.11]) > LIGHT
    for row in range(height):
        for column in range(width):
            if np.isnan(float(values[row, column])):
                continue
            plot.ax.text(
                left + (right - left) * (column + 0.5) / width,
                top + (bottom - top) * (row + 0.5) / height,
                f"{values[row, column]:.{digits}f}".replace("-", MINUS),
                color="#1b2026" if bright[row, column] else "#ffffff",
                fontsize=size,
                ha="center",
                va="center_baseline",
                zorder=2,
            )


def paint_canvas(mark: Canvas, plot: Plot) -> None:
    """Draw a drawing, with a frame around its sheet."""
    drawn = np.asarray(plot.state[mark.drawing.name])
    _show(plot, shades(drawn, Image(drawn), plot.theme), mark.extent)
    _box(plot, mark.extent, color=plot.color("quiet"), linewidth=1.0, zorder=2)


def paint_blocks(mark: BlockGrid, plot: Plot) -> None:
    """Draw the grid, and a frame around the picked block."""
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


def _box(plot: Plot, extent: Any, **looks: Any) -> None:
    left, right, bottom, top = extent
    plot.ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, fill=False, clip_on=False, **looks))
