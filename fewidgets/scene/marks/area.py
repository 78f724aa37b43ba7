"""The band between two lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.marks.base import Mark
from fewidgets.scene.reveal import Reveal, passed
from fewidgets.scene.still.legend import Key, LegendEntry
from fewidgets.scene.still.plot import Plot
from fewidgets.scene.types import Color, State


@dataclass(frozen=True)
class Area(Mark):
    """The band between two lines over the same x, shape (n,) each."""

    x: Any
    low: Any
    high: Any
    color: Color = "primary"
    label: str = ""
    reveal: Reveal | None = None
    kind = "area"
    along_y = ("low", "high")
    each = ("x", "low", "high")
    blends = True

    def still(self, plot: Plot) -> None:
        channels = np.broadcast_arrays(*(plot.numbers(part) for part in (self.x, self.low, self.high)))
        x, low, high = (passed(part, self.reveal, plot.state, blend=True) for part in channels)
        plot.draw_band(x, low, high, plot.color(self.color))

    def legend(self, state: State) -> list[LegendEntry]:
        return [LegendEntry(self.label, self.color, Key("area"))] if self.label else []
