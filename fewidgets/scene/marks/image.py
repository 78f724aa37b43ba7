"""An image, or a matrix shown as an image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.lettering import SMALL
from fewidgets.scene.marks.base import Extent, Mark, Side, check_extent, frames_of
from fewidgets.scene.numbers import MINUS
from fewidgets.scene.palette import blend, image_colors, luminance
from fewidgets.scene.still_plot import Lettering, Plot

LEAST_NUMBER = 4.0  # points; numbers that would be smaller are not written into the pixels
EVEN = 0.179  # relative luminance at which black and white text have the same contrast, 4.58


@dataclass(frozen=True)
class Image(Mark):
    """An image, or a matrix shown as an image: a heat map, a spectrogram, pixels with their numbers.

    Attributes
    ----------
    values : array, shape (H, W) or (H, W, 3)
        Pixels, with row 0 at the top. Without ``limits``, grey values or colours in 0 … 255. With ``limits``, any numbers; NaN
        is transparent.
    extent : (left, right, bottom, top)
        Positions of the edges in data units.
    limits : (low, high), optional
        The numbers that get the first and the last colour.
    colors : "grey", "ramp" or "diverging"
        Black to white; faint to strong; one colour through the background to another colour.
    digits : int, optional
        Write each number into its pixel, with this many decimals.
    """

    values: Any
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    label: str = ""
    limits: tuple[float, float] | None = None
    colors: str = "grey"
    digits: int | None = None
    kind: ClassVar[str] = "image"
    snug: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.colors not in ("grey", "ramp", "diverging"):
            raise ValueError(f"colors must be 'grey', 'ramp' or 'diverging'; got {self.colors!r}.")
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise ValueError(f"limits must be two numbers, the lower one first; got {self.limits!r}.")

    def check(self, place: str) -> None:
        check_extent(self, place)
        for values in frames_of(self.values):
            shape = np.shape(values)
            if not (len(shape) == 2 or (len(shape) == 3 and shape[2] == 3)) or 0 in shape:
                raise ValueError(f"values of {place} must have shape (H, W) or (H, W, 3), not empty; got {shape}.")

    def values_along(self, side: Side) -> list[Any]:
        return extent_along(self.extent, side)

    def pixels(self, values: np.ndarray, theme: str) -> np.ndarray:
        numbers = np.asarray(values, dtype=float)
        if numbers.ndim == 3:
            colors = np.clip(numbers, 0, 255)
            seen = np.ones(numbers.shape[:2], dtype=bool)
        else:
            low, high = self.limits or (0.0, 255.0)
            seen = ~np.isnan(numbers)
            colors = blend(
                image_colors(self.colors, theme), np.clip((np.where(seen, numbers, low) - low) / (high - low), 0.0, 1.0)
            )
        return np.concatenate([colors, 255.0 * seen[..., None]], axis=2).round().astype(np.uint8)

    def still(self, plot: Plot) -> None:
        values = np.asarray(plot.at(self.values))
        pixels = self.pixels(values, plot.theme)
        plot.draw_image(pixels, self.extent)
        if self.digits is not None:
            self._write_numbers(values, pixels, plot)

    def _write_numbers(self, values: np.ndarray, pixels: np.ndarray, plot: Plot) -> None:
        """Write each number into its pixel, if it would be large enough to be read."""
        height, width = values.shape[:2]
        left, right, bottom, top = self.extent
        digits = self.digits or 0
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


def extent_along(extent: Extent, side: Side) -> list[Any]:
    return [extent[:2] if side == "x" else extent[2:]]
