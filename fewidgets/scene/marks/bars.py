"""Horizontal bars, and which of them are shown first if there are too many: the largest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks.base import Mark, Style, style_of
from fewidgets.scene.still.plot import BAR_THICKNESS, FADED_TEXT, VALUE_ROOM, Pen, Plot
from fewidgets.scene.text.lettering import BODY, cut_all
from fewidgets.scene.text.numbers import format_alike, format_number
from fewidgets.scene.types import Array, Encoded, Names

MOST_BARS = 24  # most bars that a panel shows at once
HEIGHT_AROUND_BARS, HEIGHT_OF_BAR = 48, 24  # pixels of a panel with bars; a finger needs 24 for each


@dataclass(frozen=True)
class Bars(Mark):
    """Horizontal bars, one for each name, with the name on the left and the value on the right.

    For other marks in the same panel, y is the number of a bar from top to bottom. Of more than 24 bars, a panel shows the
    most important ones first, and the others after scrolling or searching.

    Attributes
    ----------
    names : sequence of str, length n
        Name of each bar, from top to bottom.
    values : array, shape (n,)
        Value at the end of each bar, which starts at ``baseline``. NaN leaves a bar out.
    keys : sequence of str, length n
        Name of each bar for `Pick`.
    color : str, int or sequence of int
        One colour for all bars, or one for each bar.
    style : int array, shape (n,), with ``styles``
        Meaning of each bar; overrides ``color``.
    whole : bool or Frames of bool, optional
        Whether values are written as integers. By default, if ``values`` has an integer type.
    importance : array, shape (n,), optional
        Which of more than 24 bars are shown first. By default, the largest distance from the baseline in any frame.
    source : str, optional
        Title of a panel with bars of the same names: at a step, a bar that appears here moves over from there.
    """

    names: Names
    values: Any
    keys: Names = ()
    color: Any = "primary"
    style: Any = None
    styles: Sequence[Style] = ()
    baseline: float = 0.0
    whole: Any = None
    importance: Any = None
    source: str | None = None
    kind = "bars"
    along_x = ("values",)
    each = ("names", "values")
    maybe = ("keys", "color", "style", "importance")

    @property
    def least_height(self) -> int:
        return HEIGHT_AROUND_BARS + HEIGHT_OF_BAR * min(MOST_BARS, len(self.names))

    def sent(self) -> Encoded:
        return {"importance": None, "order": bar_order(self)}  # the order says all about the importance

    def still(self, plot: Plot) -> None:
        """Draw the bars, their names, values and glyphs."""
        values, style, color = plot.numbers(self.values), plot.at(self.style), plot.at(self.color)
        keys = self.keys or self.names
        whole = np.asarray(plot.at(self.values)).dtype.kind in "iu" if self.whole is None else plot.at(self.whole)
        base = float(plot.x.shown(self.baseline))
        most = 0.0 if plot.x.kind == "log" else max(abs(plot.x.low), abs(plot.x.high))
        shown = cut_all(self.names, plot.names_room - 8, BODY)
        thick = min(0.72, BAR_THICKNESS * len(self.names) / plot.height)
        for i, value in enumerate(values):
            known = style_of(self.styles, style, i)
            each = color if isinstance(color, str | int) else color[i]
            fill = plot.color(known.color if known else each, keys[i])
            middle = plot.height * (1 - (i + 0.5) / len(self.names))
            end = float(plot.x.fraction(self.baseline)) * plot.width
            leftward = False
            if np.isfinite(value):
                leftward, end = float(plot.x.shown(value)) < base, float(plot.x.fraction(value)) * plot.width
                text = format_number(int(value)) if whole else format_alike(value, most)
                plot.write(
                    plot.width + VALUE_ROOM - 4, middle, text, color=plot.color("muted", keys[i], least=0.7), anchor="end"
                )
                plot.draw_bar((self.baseline, float(value)), i, len(self.names), thick, fill)
            if known and known.glyph:
                place, anchor = (end - 5, "end") if leftward else (end + 5, "start")
                plot.write(place, middle, known.glyph, color=fill, anchor=anchor, size=BODY)
            ink = plot.color("ink", keys[i], least=FADED_TEXT)
            plot.write(-8, middle, shown[i], color=ink, anchor="end", size=BODY, bold=plot.emphasised(keys[i]))
        plot.draw_across([self.baseline], "x", Pen(plot.color("muted"), 1.0), order=3.2)


def bar_order(bars: Bars) -> Array | None:
    """Return the numbers of the ``MOST_BARS`` largest bars; None if there are no more.

    A bar counts by its ``importance``, or by its largest distance from the baseline in any frame, so the order does not
    change while a control moves.
    """
    n = len(bars.names)
    if n <= MOST_BARS:
        return None
    if bars.importance is None:
        values = bars.values.values if isinstance(bars.values, Frames) else bars.values
        sizes = np.abs(np.asarray(values, dtype=float).reshape(-1, n) - bars.baseline)
    else:
        sizes = np.asarray(bars.importance, dtype=float).reshape(1, n)
    largest = np.where(np.isnan(sizes), -np.inf, sizes).max(axis=0)
    by_size = np.argsort(-largest, kind="stable")
    return np.concatenate([np.sort(by_size[:MOST_BARS]), by_size[MOST_BARS:]])
