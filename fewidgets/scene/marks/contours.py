"""Contour lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fewidgets.scene.marks.base import Mark
from fewidgets.scene.still.plot import Pen, Plot


@dataclass(frozen=True)
class Contours(Mark):
    """Contour lines, with bolder lines for lower levels; `contour_lines` computes them.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points of all lines in data units, level after level, with NaN between two lines.
    sizes : sequence of int
        Number of points of each level, from the lowest level to the highest.
    """

    x: Any
    y: Any
    sizes: Sequence[int]
    kind = "contours"
    later = True
    each = ("x", "y")

    def check(self, place: str) -> None:
        if sum(self.sizes) != self.count:
            raise ValueError(f"sizes of {place} must add up to its {self.count} points; got {sum(self.sizes)}.")

    def still(self, plot: Plot) -> None:
        x, y = plot.numbers(self.x), plot.numbers(self.y)
        last, start = max(1, len(self.sizes) - 1), 0
        for level, size in enumerate(self.sizes):
            part = slice(start, start + size)
            pen = Pen(plot.color("quiet"), 1.5 - level / last, opacity=1 - 0.45 * level / last)
            plot.draw_line(x[part], y[part], pen, order=2.2)
            start += size
