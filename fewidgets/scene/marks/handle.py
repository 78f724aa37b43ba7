"""A point that a person moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import Point
from fewidgets.scene.marks.base import Mark, Side
from fewidgets.scene.marks.dots import Dots
from fewidgets.scene.still.plot import DotLook, Plot
from fewidgets.scene.types import Color


@dataclass(frozen=True)
class Handle(Mark):
    """A point that can be dragged, placed by a click elsewhere in its panel, and moved by arrow keys (Shift: larger steps)."""

    point: Point
    label: str = ""
    color: Color = "accent"
    kind = "handle"
    moves = ("point", Point)

    def values_along(self, side: Side) -> list[Any]:
        return [getattr(self.point, side)]

    def still(self, plot: Plot) -> None:
        x, y = (np.array([part], dtype=float) for part in plot.state[self.point.name])
        look = DotLook(14.0, plot.color(self.color), plot.color("background"), 2.0)
        if not plot.draw_dots(x, y, look, order=4.5, clipped=False):
            return
        if self.label:
            left, middle = (float(part[0]) for part in plot.points(x, y))
            inward = left > plot.width - 70
            place, anchor = left + (-11 if inward else 11), "end" if inward else "start"
            plot.write(place, middle + 10, self.label, color=plot.color("ink"), anchor=anchor, bold=True)

    def stopped(self, value: Any) -> Dots:
        x, y = value
        return Dots([x], [y], color=self.color, size=9.0, labels=[self.label] if self.label else ())
