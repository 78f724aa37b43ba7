"""An image, or a matrix shown as an image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks.base import Mark, frames_of
from fewidgets.scene.palette import blend, image_colors, luminance
from fewidgets.scene.still.plot import Lettering, Plot
from fewidgets.scene.text.lettering import SMALL
from fewidgets.scene.text.numbers import MINUS
from fewidgets.scene.types import Array, Bounds, Encoded, Ends

SHADES = 254  # largest byte of an image with limits; 255 stands for NaN
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
    extent: Bounds = (0.0, 1.0, 0.0, 1.0)
    label: str = ""
    limits: Ends | None = None
    colors: str = "grey"
    digits: int | None = None
    kind = "image"
    later = True

    def __post_init__(self) -> None:
        if self.colors not in ("grey", "ramp", "diverging"):
            raise ValueError(f"colors must be 'grey', 'ramp' or 'diverging'; got {self.colors!r}.")
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise ValueError(f"limits must be two numbers, the lower one first; got {self.limits!r}.")

    def check(self, place: str) -> None:
        for values in frames_of(self.values):
            shape = np.shape(values)
            if not (len(shape) == 2 or (len(shape) == 3 and shape[2] == 3)) or 0 in shape:
                raise ValueError(f"values of {place} must have shape (H, W) or (H, W, 3), not empty; got {shape}.")

    def sent(self) -> Encoded:
        """Reduce an image to bytes, unless its numbers are written into the pixels."""
        frames = self.values if isinstance(self.values, Frames) else None
        values = np.asarray(frames.values if frames else self.values)
        more: Encoded = {}
        if self.digits is None and self.limits is None:
            values = np.clip(np.round(np.nan_to_num(values)), 0, 255).astype(np.uint8)
        elif self.digits is None and self.limits is not None:
            low, high = self.limits
            share = np.clip((values - low) / (high - low), 0.0, 1.0)
            values = np.where(np.isnan(share), SHADES + 1, np.round(SHADES * share)).astype(np.uint8)
            # The ends of the shades are for the image's numbers in words and tables.
            more = {"limits": (0, SHADES), "ends": [float(low), float(high)]}
        return {"values": Frames(values, *frames.controls, hold=frames.hold) if frames else values, **more}

    def pixels(self, values: Array, theme: str) -> Array:
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

    def _write_numbers(self, values: Array, pixels: Array, plot: Plot) -> None:
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
                    looks = Lettering(ink, "middle", float(size))
                    plot.draw_text(float(lefts[column]), float(middles[row]), text, looks)
