"""Contour lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fewidgets.scene.marks.base import Along, Mark, check_lengths
from fewidgets.scene.palette import ramp_color
from fewidgets.scene.still_legend import Key, LegendEntry
from fewidgets.scene.still_plot import Pen, Plot


@dataclass(frozen=True)
class Contours(Mark):
    """Contour lines, with bolder lines for lower levels; `contour_lines` computes them.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points of all lines in data units, level after level, with NaN between two lines.
    sizes : sequence of int
        Number of points of each level, from the lowest level to the highest.
    color : str or int
        Palette name or series number; "ramp" gives each level its own colour.
    label : str
        Text for the legend.
    """

    x: Any
    y: Any
    sizes: Sequence[int]
    color: str | int = "quiet"
    label: str = ""
    kind: ClassVar[str] = "contours"
    along: ClassVar[Along] = {"x": ("x",), "y": ("y",)}

    def check(self, place: str) -> None:
        count = check_lengths(self, place, ("x", "y"))
        if sum(self.sizes) != count:
            raise ValueError(f"sizes of {place} must add up to its {count} points; got {sum(self.sizes)}.")

    def still(self, plot: Plot) -> None:
        x, y = plot.numbers(self.x), plot.numbers(self.y)
        last, start = max(1, len(self.sizes) - 1), 0
        for level, size in enumerate(self.sizes):
            color = ramp_color(1 - level / last, plot.theme) if self.color == "ramp" else plot.color(self.color)
            part = slice(start, start + size)
            pen = Pen(color, 1.5 - level / last, opacity=1 - 0.45 * level / last)
            plot.draw_line(x[part], y[part], pen, order=2.2)
            start += size

    def legend(self, state: Mapping[str, Any]) -> list[LegendEntry]:
        color = self.color if self.color != "ramp" else "quiet"
        return [LegendEntry(self.label, color, Key("line"))] if self.label else []
