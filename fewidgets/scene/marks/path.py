"""A path through the steps of an algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.marks.base import Mark, shown_points
from fewidgets.scene.palette import ramp_color
from fewidgets.scene.still.plot import DotLook, Plot
from fewidgets.scene.types import Array

SIZE = 5.0  # diameter of a dot in points
NUMBER_ROOM, MOST_NUMBERS = 17.0, 30  # for the steps of a path: least distance of two numbers in points, and most numbers


@dataclass(frozen=True)
class Path(Mark):
    """A path through the steps of an algorithm, coloured from the first to the last step, with the numbers of the steps.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. The path ends before the first point that is not finite.
    upto : Control, optional
        Show only the points up to this control's position, and emphasise the last one.
    """

    x: Any
    y: Any
    upto: Control | None = None
    kind = "path"
    later = True
    each = ("x", "y")
    reveal = None

    def still(self, plot: Plot) -> None:
        x, y = shown_points(self, plot)
        lost = np.flatnonzero(~np.isfinite(x + y))
        count = int(lost[0]) if lost.size else len(x)
        if not count:
            return
        x, y, total = x[:count], y[:count], max(1, len(plot.numbers(self.x)) - 1)
        colors = [ramp_color(i / total, plot.theme) for i in range(count)]
        plot.draw_steps(x, y, colors, 1.75)
        plot.draw_dots(x, y, DotLook(SIZE, colors), order=3.4)
        ink = plot.color("ink")
        if self.upto is not None:
            plot.draw_dots(x[-1:], y[-1:], DotLook(SIZE + 5.0, "none", ink, 2.0), order=3.5)
        lefts, middles = plot.points(x, y)
        for i in numbered(lefts, middles):
            if 0 <= lefts[i] <= plot.width and 0 <= middles[i] <= plot.height:
                plot.write(lefts[i] + SIZE / 2 + 3, middles[i] + SIZE / 2 + 4, str(i), color=ink)


def numbered(x: Array, y: Array) -> list[int]:
    """Choose the points that get a number: both ends, and others far enough from these."""
    chosen: list[int] = []
    for i in (0, len(x) - 1, *range(len(x))):
        if not 0 <= i < len(x) or i in chosen or np.isnan(x[i] + y[i]):
            continue
        if all(np.hypot(x[i] - x[j], y[i] - y[j]) >= NUMBER_ROOM for j in chosen):
            chosen.append(i)
        if len(chosen) > MOST_NUMBERS:
            break
    return sorted(chosen)
