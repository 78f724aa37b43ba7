"""Dots at points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.marks.base import LEAST_TEXT, Mark, Style, shown_points, style_of
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.still.legend import Key
from fewidgets.scene.still.looks import shape_of
from fewidgets.scene.still.plot import DotLook, Lettering, Plot
from fewidgets.scene.text.lettering import SMALL, cut, width_of
from fewidgets.scene.types import Array, Color, Names

MOST_LEVEL, TILT, BESIDE = 6, 35, 30.0  # for labels of dots: most that are level, degrees of others, points beside the axes


@dataclass(frozen=True)
class Dots(Mark):
    """Dots at points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. NaN hides a dot.
    keys, labels : sequence of str, length n
        Name of each dot for `Pick`, and text beside each dot.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot.
    at, upto : Control, optional
        Show only the point at this control's position, or the points up to it.
    size : float
        Diameter in pixels.
    reveal : Reveal, optional
        Show only the points that a control has passed.
    """

    x: Any
    y: Any
    color: Color = "primary"
    size: float = 6.0
    keys: Names = ()
    labels: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    at: Control | None = None
    upto: Control | None = None
    hollow: bool = False
    reveal: Reveal | None = None
    kind = "dots"
    each = ("x", "y")
    maybe = ("keys", "labels", "style")

    def check(self, place: str) -> None:
        if self.at is not None and self.at.positions > (self.count or 0):
            raise ValueError(
                f"{place} must have a point for each of the {self.at.positions} positions of {self.at.name!r}; "
                f"got {self.count} points."
            )

    def still(self, plot: Plot) -> None:
        x, y = shown_points(self, plot)
        style, labels, keys = plot.at(self.style), plot.at(self.labels), self.keys
        chosen = np.arange(len(x))
        if self.at is not None:
            index, fraction = self.at.locate(plot.state[self.at.name])
            after = min(index + 1, len(x) - 1)
            x, y = (all_[[index]] * (1 - fraction) + all_[[after]] * fraction for all_ in (x, y))
            chosen = np.array([index])
        seen = np.isfinite(x) & np.isfinite(y)
        x, y, chosen = x[seen], y[seen], chosen[seen]
        colors, shapes, texts = [], [], []
        for i in chosen.tolist():
            known = style_of(self.styles, style, i)
            colors.append(plot.color(known.color if known else self.color, keys[i] if len(keys) else ""))
            shapes.append(shape_of(self.styles, int(style[i])) if known else "circle")
            texts.append(" ".join(filter(None, [known.glyph if known else "", labels[i] if len(labels) else ""])))
        background = plot.color("background")
        fill, edge, thickness = (background, colors, 1.5) if self.hollow else (colors, background, 0.6)
        plot.draw_dots(x, y, DotLook(self.size, fill, edge, thickness, shapes), order=4, clipped=False)
        label_dots(*plot.points(x, y), texts, colors, self.size, plot)

    def legend_key(self, shape: str) -> Key:
        return Key("dot", shape, self.hollow)


def label_dots(lefts: Array, middles: Array, texts: Names, colors: Names, size: float, plot: Plot) -> None:
    """Write the texts of dots beside them, where there is room; many or long ones tilted."""
    some = [text for text in texts if text]
    if len(some) > 1 and (len(some) > MOST_LEVEL or sum(width_of(text) + 8 for text in some) > plot.width):
        _tilt_labels(lefts, middles, texts, colors, size, plot)
        return
    away = size / 2 + 4
    for left, middle, text, color in zip(lefts, middles, texts, colors, strict=True):
        if text:
            up, down = middle + away + 4, middle - away - 4
            places = [(left, up, "middle"), (left + away, middle, "start"), (left + away / 2, up, "start")]
            places += [(left, down, "middle"), (left - away, middle, "end")]
            places += [(left - away / 2, up, "end"), (left - away / 2, down, "end"), (left + away / 2, down, "start")]
            plot.write_near(places, text, color=color)


def _tilt_labels(lefts: Array, middles: Array, texts: Names, colors: Names, size: float, plot: Plot) -> None:
    """Write texts upwards from their dots."""
    sine, cosine = math.sin(math.radians(TILT)), math.cos(math.radians(TILT))
    order = [i for i, text in enumerate(texts) if text and np.isfinite(lefts[i] + middles[i])]
    taken: list[tuple[float, float, float]] = []
    for i in [*order[-1:], *order[:-1]]:
        left, middle = float(lefts[i]) + 1, float(middles[i]) + size / 2 + 4
        room = min((plot.height - middle) / sine, (plot.width + BESIDE - left) / cosine)
        text = cut(texts[i], max(LEAST_TEXT, room))
        start, level = left * cosine + middle * sine, middle * cosine - left * sine
        end = start + width_of(text)
        if not any(other < end and start < stop and abs(line - level) < 1.2 * SMALL for other, stop, line in taken):
            taken.append((start, end, level))
            plot.draw_text(left, middle, text, Lettering(colors[i], halo=True, tilt=TILT))
