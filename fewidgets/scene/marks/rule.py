"""Straight lines across a panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.marks.base import Mark, lengths_of, passing
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.still.plot import Pen, Plot, dashes_of
from fewidgets.scene.types import Color


@dataclass(frozen=True)
class Rule(Mark):
    """Straight lines across the panel, at ``x`` (vertical) or at ``y`` (horizontal): one number, or an array of shape (n,)."""

    x: Any = None
    y: Any = None
    color: Color = "quiet"
    dash: int = 0
    width: float = 1.5
    label: Any = ""
    reveal: Reveal | None = None
    kind = "rule"

    def check(self, place: str) -> None:
        if (self.x is None) == (self.y is None):
            raise ValueError(f"{place} must have either x or y; got {'neither' if self.x is None else 'both'}.")
        places = lengths_of(self.y if self.x is None else self.x)
        for length in lengths_of(self.label):
            if length is not None and {length} != places:
                raise ValueError(f"label of {place} must be one text for each line; got {length} for {places.pop() or 1}.")

    def still(self, plot: Plot) -> None:
        labels, side = plot.at(self.label), "x" if self.x is not None else "y"
        places = passing(self, self.x if side == "x" else self.y, plot)
        seen = np.flatnonzero(np.isfinite(places))
        pen = Pen(plot.color(self.color), self.width, dashes_of(0, self.dash))
        plot.draw_across(places[seen].tolist(), side, pen, order=2.5)
        for i in seen:
            self._label(float(places[i]), labels if isinstance(labels, str) else labels[i], plot)

    def _label(self, place: float, text: str, plot: Plot) -> None:
        upright = self.x is not None
        share = float((plot.x if upright else plot.y).fraction(place))
        if not text or not -1e-9 <= share <= 1 + 1e-9:
            return
        if upright:
            left = share * plot.width
            lines = [plot.height - 8 - 13 * k for k in range(6)]
            places = [(left + shift, line, anchor) for shift, anchor in ((5, "start"), (-5, "end")) for line in lines]
        else:
            levels = (share * plot.height + 8, share * plot.height - 8)
            places = [(left, y, anchor) for left, anchor in ((plot.width - 4, "end"), (4, "start")) for y in levels]
        plot.write_near(places, text, color=plot.color(self.color if self.color != "quiet" else "muted"))
