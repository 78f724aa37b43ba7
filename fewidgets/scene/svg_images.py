"""Write images, drawings and grids of blocks as SVG."""

from __future__ import annotations

import base64

import numpy as np

from fewidgets.scene.marks import Image
from fewidgets.scene.png import png_bytes
from fewidgets.scene.still_images import shades, write_numbers
from fewidgets.scene.svg_plot import SvgPlot
from fewidgets.scene.svg_text import element, number, rectangle
from fewidgets.scene.touch import BlockGrid, Canvas

FINE = 1.4  # most pixels per point; finer images are reduced
SHADES = 4  # of a photograph, colours that differ by less than this are drawn alike, which halves the file
Extent = tuple[float, float, float, float]


def paint_image(mark: Image, plot: SvgPlot) -> None:
    values = np.asarray(plot.at(mark.values))
    pixels = shades(values, mark, plot.theme)
    _show(plot, pixels, mark.extent)
    if mark.digits is not None:
        write_numbers(values, pixels, mark, plot)


def _corners(plot: SvgPlot, extent: Extent) -> tuple[float, float, float, float]:
    left, right, bottom, top = extent
    lefts, tops = plot.places(np.array([left, right]), np.array([top, bottom]))
    return float(lefts[0]), float(lefts[1]), float(tops[0]), float(tops[1])


def _show(plot: SvgPlot, pixels: np.ndarray, extent: Extent) -> None:
    left, right, top, bottom = _corners(plot, extent)
    pixels = pixels[:, ::-1] if right < left else pixels
    pixels = pixels[::-1] if bottom < top else pixels
    width, height = abs(right - left), abs(bottom - top)
    reduced = _reduced(pixels, width, height)
    data = base64.b64encode(png_bytes(reduced)).decode("ascii")
    picture = element(
        "image",
        x=min(left, right),
        y=min(top, bottom),
        width=width,
        height=height,
        preserveAspectRatio="none",
        image_rendering="pixelated" if reduced.shape[1] < width else None,
        href=f"data:image/png;base64,{data}",
    )
    plot.add(1.5, picture)


def _reduced(pixels: np.ndarray, width: float, height: float) -> np.ndarray:
    """Reduce an image that has more pixels than can be seen: the mean of each block of pixels."""
    across, down = int(pixels.shape[1] // (FINE * max(width, 1.0))), int(pixels.shape[0] // (FINE * max(height, 1.0)))
    if across > 1 or down > 1:
        across, down = max(across, 1), max(down, 1)
        rows, columns = pixels.shape[0] // down, pixels.shape[1] // across
        blocks = pixels[: rows * down, : columns * across].reshape(rows, down, columns, across, 4)
        pixels = blocks.mean(axis=(1, 3)).round().astype(np.uint8)
    if pixels[..., 0].size > 20_000:
        pixels = np.concatenate([pixels[..., :3] // SHADES * SHADES + SHADES // 2, pixels[..., 3:]], axis=2)
    return pixels


def paint_canvas(mark: Canvas, plot: SvgPlot) -> None:
    drawn = np.asarray(plot.state[mark.drawing.name])
    _show(plot, shades(drawn, Image(drawn), plot.theme), mark.extent)
    _frame(plot, mark.extent, plot.color("quiet"), 1.0, 2.0)


def paint_blocks(mark: BlockGrid, plot: SvgPlot) -> None:
    rows, columns = mark.block.rows, mark.block.columns
    left, right, bottom, top = mark.extent
    across, down = np.linspace(left, right, columns + 1), np.linspace(top, bottom, rows + 1)
    if mark.lines:
        first, last, high, low = _corners(plot, mark.extent)
        lefts, _ = plot.places(across, np.full(columns + 1, top))
        _, tops = plot.places(np.full(rows + 1, left), down)
        path = "".join(f"M{number(each)} {number(high)}V{number(low)}" for each in lefts)
        path += "".join(f"M{number(first)} {number(each)}H{number(last)}" for each in tops)
        plot.add(2.6, element("path", stroke=plot.color("quiet"), stroke_width=0.7, d=path))
    row, column = plot.state[mark.block.name]
    picked = (float(across[column]), float(across[column + 1]), float(down[row + 1]), float(down[row]))
    _frame(plot, picked, plot.color("accent"), 3.0, 2.7)


def _frame(plot: SvgPlot, extent: Extent, color: str, width: float, order: float) -> None:
    left, right, top, bottom = _corners(plot, extent)
    path = rectangle(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
    plot.add(order, element("path", stroke=color, stroke_width=width, stroke_linejoin="miter", d=path), clipped=False)
