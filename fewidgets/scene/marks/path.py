"""A path through the steps of an algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.marks.base import Along, Mark, check_lengths, shown_points
from fewidgets.scene.palette import palette, ramp_color
from fewidgets.scene.still_plot import DotLook, Plot

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
    numbers : bool
        Whether to write the number of each step beside its dot, where there is room.
    size : float
        Diameter of the dots in pixels.
    """

    x: Any
    y: Any
    upto: Control | None = None
    numbers: bool = True
    size: float = 5.0
    kind: ClassVar[str] = "path"
    along: ClassVar[Along] = {"x": ("x",), "y": ("y",)}
    reveal: ClassVar[None] = None

    def check(self, place: str) -> None:
        check_lengths(self, place, ("x", "y"))

    def still(self, plot: Plot) -> None:
        x, y = shown_points(self, plot)
        lost = np.flatnonzero(~np.isfinite(x + y))
        count = int(lost[0]) if lost.size else len(x)
        if not count:
            return
        x, y, total = x[:count], y[:count], max(1, len(plot.numbers(self.x)) - 1)
        colors = [ramp_color(i / total, plot.theme) for i in range(count)]
        plot.draw_steps(x, y, colors, 1.75)
        plot.draw_dots(x, y, DotLook(self.size, colors), order=3.4)
        ink = palette(plot.theme)["ink"]
        if self.upto is not None:
            plot.draw_dots(x[-1:], y[-1:], DotLook(self.size + 5.0, "none", ink, 2.0), order=3.5)
        if not self.numbers:
            return
        lefts, middles = plot.points(x, y)
        for i in _numbered(lefts, middles):
            if 0 <= lefts[i] <= plot.width and 0 <= middles[i] <= plot.height:
                plot.write(lefts[i] + self.size / 2 + 3, middles[i] + self.size / 2 + 4, str(i), color=ink)


def _numbered(x: np.ndarray, y: np.ndarray, room: float = NUMBER_ROOM) -> list[int]:
    """Choose the points that get a number: the first, the last, and others that are far enough from these."""
    chosen: list[int] = []
    for i in (0, len(x) - 1, *range(len(x))):
        if not 0 <= i < len(x) or i in chosen or np.isnan(x[i] + y[i]):
            continue
        if all(np.hypot(x[i] - x[j], y[i] - y[j]) >= room for j in chosen):
            chosen.append(i)
        if len(chosen) > MOST_NUMBERS:
            break
    return sorted(chosen)
