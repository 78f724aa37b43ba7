"""Arrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.marks.base import Mark, lengths_of
from fewidgets.scene.still.plot import Pen, Plot
from fewidgets.scene.types import Color


@dataclass(frozen=True)
class Arrow(Mark):
    """Arrows from (x0, y0) to (x1, y1): numbers, or arrays of shape (n,)."""

    x0: Any
    y0: Any
    x1: Any
    y1: Any
    color: Color = "ink"
    width: float = 1.5
    kind = "arrow"
    later = True
    along_x = ("x0", "x1")
    along_y = ("y0", "y1")

    def check(self, place: str) -> None:
        counts = {length or 1 for name in ("x0", "y0", "x1", "y1") for length in lengths_of(getattr(self, name))}
        if len(counts) > 1:
            raise ValueError(f"x0, y0, x1 and y1 of {place} must have the same length; got {sorted(counts)}.")

    def still(self, plot: Plot) -> None:
        ends = np.broadcast_arrays(*(plot.numbers(end) for end in (self.x0, self.y0, self.x1, self.y1)))
        arrows = [arrow for arrow in np.stack(ends, axis=1).tolist() if np.isfinite(arrow).all()]
        plot.draw_arrows(arrows, Pen(plot.color(self.color), self.width))
