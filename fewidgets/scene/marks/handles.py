"""Many points, each of which a person moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.points import Points
from fewidgets.scene.marks.base import Mark, Side, Style, lengths_of
from fewidgets.scene.marks.dots import Dots
from fewidgets.scene.still.legend import Key
from fewidgets.scene.still.plot import Plot
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Color


@dataclass(frozen=True)
class Handles(Mark):
    """The dots of `Points`, each of which can be dragged by mouse or finger. They follow the pointer at once.

    All dots are one tab stop: arrow keys go from dot to dot, Enter takes one up, arrow keys move it (Shift: larger steps),
    Enter lets go, and Escape puts it back. A click or a tap also takes a dot up, and the next one puts it there.

    Attributes
    ----------
    points : Points
        The control.
    color : str or int
        Palette name or series number.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot; overrides ``color``.
    size : float
        Diameter in pixels. What a finger can touch has at least 24 pixels.
    """

    points: Points
    color: Color = "accent"
    style: Any = None
    styles: Sequence[Style] = ()
    size: float = 12.0
    kind = "handles"
    later = True
    moves = ("points", Points)

    def check(self, place: str) -> None:
        count = len(self.points.names)
        for length in lengths_of(self.style) - {None, 0, count}:
            raise ValueError(f"style of {place} must have {count} values, one for each point; got {length}.")
        if not self.size > 0:
            raise ValueError(must_be(f"size of {place}", "a positive number", self.size))

    def values_along(self, side: Side) -> list[Any]:
        moves = self.points.moves in ("both", side)
        return [getattr(self.points, side) if moves else self.points.start[:, "xy".index(side)]]

    def still(self, plot: Plot) -> None:
        for dots in self.dots(plot):
            dots.still(plot)

    def dots(self, plot: Plot) -> list[Dots]:
        """Return the dots for handles: hollow ones at the edges for those beyond the axes."""
        x, y = np.array(plot.state[self.points.name], dtype=float).T
        labels = [""] * len(x)
        style = plot.at(self.style)
        beyond = np.zeros(len(x), dtype=bool)
        for values, extent, arrows in ((x, plot.x, "←→"), (y, plot.y, "↓↑")):
            share = extent.fraction(values)
            for past, end, arrow in zip((share < -1e-9, share > 1 + 1e-9), (extent.low, extent.high), arrows, strict=True):
                values[past] = end
                beyond |= past
                labels = [f"{label} {arrow}".strip() if out else label for label, out in zip(labels, past, strict=True)]
        found = []
        for chosen, hollow in ((~beyond, False), (beyond, True)):
            if chosen.any():
                found.append(
                    Dots(
                        x[chosen],
                        y[chosen],
                        self.color,
                        self.size,
                        labels=[label for label, kept in zip(labels, chosen, strict=True) if kept],
                        style=None if style is None else np.asarray(style)[chosen],
                        styles=self.styles,
                        hollow=hollow,
                    )
                )
        return found

    def legend_key(self, shape: str) -> Key:
        return Key("dot", shape)

    def stopped(self, value: Any) -> Dots:
        x, y = np.asarray(value, dtype=float).T
        return Dots(x, y, self.color, self.size, style=self.style, styles=self.styles)
