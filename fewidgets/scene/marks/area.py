"""The band between two lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.marks.base import Along, Mark, check_lengths
from fewidgets.scene.still_legend import Key, LegendEntry
from fewidgets.scene.still_plot import Plot
from fewidgets.scene.visited import Reveal, passed


@dataclass(frozen=True)
class Area(Mark):
    """The band between two lines over the same x, shape (n,) each."""

    x: Any
    low: Any
    high: Any
    color: str | int = "primary"
    label: str = ""
    reveal: Reveal | None = None
    kind: ClassVar[str] = "area"
    along: ClassVar[Along] = {"x": ("x",), "y": ("low", "high")}
    blends: ClassVar[bool] = True

    def check(self, place: str) -> None:
        check_lengths(self, place, ("x", "low", "high"))

    def still(self, plot: Plot) -> None:
        channels = np.broadcast_arrays(*(plot.numbers(part) for part in (self.x, self.low, self.high)))
        x, low, high = (passed(part, self.reveal, plot.state, blend=True) for part in channels)
        plot.draw_band(x, low, high, plot.color(self.color))

    def legend(self, state: Mapping[str, Any]) -> list[LegendEntry]:
        return [LegendEntry(self.label, self.color, Key("area"))] if self.label else []
