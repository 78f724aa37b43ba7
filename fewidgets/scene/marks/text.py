"""Text at points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.marks.base import LEAST_TEXT, Mark, lengths_of
from fewidgets.scene.reveal import Reveal, passed
from fewidgets.scene.still.plot import Plot
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.text.lettering import BODY, cut_all, width_of
from fewidgets.scene.types import Array, Color


@dataclass(frozen=True)
class Text(Mark):
    """Text at (x, y) in data units: one text, or n texts at n points; ``anchor`` is "start", "middle" or "end".

    A panel on screen that is less than ``least_width`` pixels wide leaves it out.
    """

    x: Any
    y: Any
    text: Any
    color: Color = "ink"
    anchor: str = "middle"
    reveal: Reveal | None = None
    least_width: int | None = None
    kind = "text"

    def check(self, place: str) -> None:
        counts = {length for name in ("x", "y", "text") for length in lengths_of(getattr(self, name))} - {None}
        if len(counts) > 1:
            raise ValueError(
                f"x, y and text of {place} must have the same length or be single; got {sorted(map(str, counts))}."
            )
        if self.anchor not in ("start", "middle", "end"):
            raise ValueError(must_be(f"anchor of {place}", "'start', 'middle' or 'end'", self.anchor))

    def still(self, plot: Plot) -> None:
        words = plot.at(self.text)
        count = 1 if isinstance(words, str) else len(words)
        x, y, _ = np.broadcast_arrays(plot.numbers(self.x), plot.numbers(self.y), np.empty(count))
        lefts, middles = plot.points(*(passed(each, self.reveal, plot.state) for each in (x, y)))
        shown = [words] if isinstance(words, str) else _within(list(words), lefts, self.anchor, plot.width)
        for left, middle, text in zip(lefts, middles, shown, strict=True):
            if np.isfinite(left) and np.isfinite(middle):
                half = width_of(text, BODY) / 2
                if self.anchor == "middle" and 2 * half < plot.width:  # not beyond the panel
                    left = np.clip(left, half - plot.names_room, plot.width + plot.right_room - half)
                plot.write(float(left), float(middle), text, color=plot.color(self.color), anchor=self.anchor, size=BODY)


def _within(texts: list[str], lefts: Array, anchor: str, width: float) -> list[str]:
    """Shorten texts to what fits between their places and the edge of the plot."""
    if anchor == "middle":
        return texts
    rooms = np.maximum(LEAST_TEXT, np.nan_to_num(lefts if anchor == "end" else width - lefts))
    shown = list(texts)
    for room in np.unique(rooms):
        group = np.flatnonzero(rooms == room)
        for i, text in zip(group, cut_all([texts[i] for i in group], float(room), BODY), strict=True):
            shown[i] = text
    return shown
