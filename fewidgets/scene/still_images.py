"""Images in still pictures: the colour of each pixel, and the numbers written into them."""

from __future__ import annotations

import numpy as np

from fewidgets.scene.lettering import SMALL
from fewidgets.scene.marks import Image
from fewidgets.scene.numbers import MINUS
from fewidgets.scene.palette import blend, image_colors, luminance
from fewidgets.scene.still_plot import Lettering, Plot

LEAST_NUMBER = 4.0  # points; numbers that would be smaller are not written into the pixels
EVEN = 0.179  # relative luminance at which black and white text have the same contrast, 4.58


def shades(values: np.ndarray, mark: Image, theme: str) -> np.ndarray:
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


def write_numbers(values: np.ndarray, pixels: np.ndarray, mark: Image, plot: Plot) -> None:
    """Write each number into its pixel, if it would be large enough to be read."""
    height, width = values.shape[:2]
    left, right, bottom, top = mark.extent
    digits = mark.digits or 0
    wide = abs(float(plot.x.fraction(right) - plot.x.fraction(left))) * plot.width / width
    high = abs(float(plot.y.fraction(top) - plot.y.fraction(bottom))) * plot.height / height
    size = min(SMALL, 0.6 * high, 1.7 * wide / (digits + 3))
    if size < LEAST_NUMBER:
        return
    bright = luminance(pixels[..., :3]) > EVEN
    lefts, _ = plot.points(left + (right - left) * (np.arange(width) + 0.5) / width, 0.0)
    _, middles = plot.points(0.0, top + (bottom - top) * (np.arange(height) + 0.5) / height)
    for row in range(height):
        for column in range(width):
            if not np.isnan(float(values[row, column])):
                text = f"{values[row, column]:.{digits}f}".replace("-", MINUS)
                ink = "#000000" if bright[row, column] else "#ffffff"
                looks = Lettering(ink, "middle", float(size), bold=False, halo=False)
                plot.draw_text(float(lefts[column]), float(middles[row]), text, looks)
