"""A line through points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.frames import resolve
from fewidgets.scene.marks.base import Mark, frames_of, shown_points
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.still.legend import Key, LegendEntry
from fewidgets.scene.still.plot import FADED_TEXT, LABEL_GAP, Pen, Plot, dashes_of
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.text.lettering import cut, cut_all, spread, width_of
from fewidgets.scene.types import Array, Color, Curve, Encoded, State

LINE_EMPHASIS = 1.2  # points that a picked line is wider


@dataclass(frozen=True)
class Line(Mark):
    """A line through points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. NaN breaks the line.
    key : str
        The line's name for `Pick`.
    label : str
        Text at the line's first or last point ("start" or "end", see ``label_at``); with ``label_at`` "none", in the legend.
    value : str or Frames of str, optional
        Text behind the label in the present state, which is never shortened.
    upto : Control, optional
        Show only the points up to this control's position.
    steps : bool
        Draw as steps that hold each y until the next x.
    reveal : Reveal, optional
        Show only the part that a control has passed.
    """

    x: Any
    y: Any
    color: Color = "primary"
    dash: int | None = None
    width: float = 2.0
    key: str = ""
    label: str = ""
    label_at: str = "end"
    value: Any = None
    upto: Control | None = None
    steps: bool = False
    reveal: Reveal | None = None
    kind = "line"
    each = ("x", "y")
    blends = True

    def check(self, place: str) -> None:
        if self.label_at not in ("start", "end", "none"):
            raise ValueError(must_be(f"label_at of {place}", "'start', 'end' or 'none'", self.label_at))

    def sent(self) -> Encoded:
        return {"widest": self.widest} if self.value else {}

    @property
    def widest(self) -> str:
        """The label with its widest value, for which there is room."""
        return self.label + max(frames_of(self.value or ""), key=len)

    def points(self, plot: Plot) -> Curve:
        return shown_points(self, plot, hold=self.steps)

    def still(self, plot: Plot) -> None:
        x, y = self.points(plot)
        plot.drawn.append(_dense(*plot.points(x, y), steps=self.steps))
        picked = plot.emphasised(self.key)
        width = self.width + (LINE_EMPHASIS if picked else 0.0)
        pen = Pen(plot.color(self.color, self.key), width, dashes_of(self.color, self.dash))
        plot.draw_line(x, y, pen, order=3.1 if picked else 3.0, steps=self.steps)

    def legend(self, state: State) -> list[LegendEntry]:
        seen = np.isfinite(np.asarray(resolve(self.y, state), dtype=float)).any()
        if not self.label or self.label_at != "none" or not seen:
            return []
        key = Key("line", thickness=self.width, dashes=tuple(dashes_of(self.color, self.dash)))
        return [LegendEntry(self.label, self.color, key)]


def _dense(x: Array, y: Array, *, steps: bool) -> Array:
    """Compute positions along a line, about 3 points apart."""
    if steps and len(x) > 1:
        x, y = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
    seen = np.isfinite(x) & np.isfinite(y)
    x, y = x[seen], y[seen]
    if len(x) < 2:
        return np.stack([x, y], axis=1)
    length = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    dense = np.linspace(0.0, length[-1], int(length[-1] // 3) + 2)
    return np.stack([np.interp(dense, length, x), np.interp(dense, length, y)], axis=1)


def label_lines(lines: Sequence[Line], plot: Plot) -> None:
    """Write the labels of all lines at their ends, moved apart; without room, keep the outermost."""
    for side in ("start", "end"):
        ends = sorted(_line_ends(lines, side, plot), key=lambda end: -end[3])[: int(plot.height // LABEL_GAP) + 1]
        places = spread([middle for _, _, middle, _ in ends], LABEL_GAP, 2.0, plot.height - 2.0)
        # If the numbers of the y axis are on this side, the labels are inside the plot.
        outside = (plot.panel.axis("y").side == "right") == (side == "start")
        away = -1.0 if (side == "start") == outside else 1.0
        values = [plot.at(mark.value) or "" for mark, _, _, _ in ends]
        rooms = [
            (plot.names_room + left if away < 0 else plot.width + plot.right_room - left) - 8.0 - width_of(value)
            for (_, left, _, _), value in zip(ends, values, strict=True)
        ]
        # What is too long is told apart from the others; what is not stays whole.
        short = cut_all([mark.label for mark, _, _, _ in ends], min(rooms, default=0.0))
        for (mark, left, middle, _), place, room, value, less in zip(ends, places, rooms, values, short, strict=True):
            if abs(place - middle) > 2.0:
                pen = Pen(plot.color(mark.color, mark.key), 0.7)
                plot.draw_segment((left, middle), (left + 6 * away, place), pen)
            plot.write(
                left + 8 * away,
                place,
                cut(mark.label if width_of(mark.label) <= room else less, room, bold=plot.emphasised(mark.key)) + value,
                color=plot.color("muted" if mark.color == "quiet" else mark.color, mark.key, least=FADED_TEXT),
                anchor="end" if away < 0 else "start",
                bold=plot.emphasised(mark.key),
            )


def _line_ends(lines: Sequence[Line], side: str, plot: Plot) -> list[tuple[Line, float, float, float]]:
    """List the lines with a label on a side: each with the position of that end, and its priority."""
    ends = []
    for mark in lines:
        x, y = mark.points(plot)
        seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if mark.label and mark.label_at == side and seen.size:
            last = seen[0 if side == "start" else -1]
            left, middle = (float(part) for part in plot.points(x[last], y[last]))
            ends.append((mark, left, middle, abs(float(y[last])) + (1e9 if plot.emphasised(mark.key) else 0)))
    return ends
