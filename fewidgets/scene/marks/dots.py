"""Dots at points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.lettering import SMALL, cut, width_of
from fewidgets.scene.looks import shape_of
from fewidgets.scene.marks.base import LEAST_TEXT, Along, Mark, Style, check_lengths, check_styles, shown_points, style_of
from fewidgets.scene.palette import palette
from fewidgets.scene.still_legend import Key
from fewidgets.scene.still_plot import DotLook, Lettering, Plot
from fewidgets.scene.visited import Reveal

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
    color: str | int = "primary"
    size: float = 6.0
    keys: Sequence[str] = ()
    labels: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    at: Control | None = None
    upto: Control | None = None
    hollow: bool = False
    reveal: Reveal | None = None
    kind: ClassVar[str] = "dots"
    along: ClassVar[Along] = {"x": ("x",), "y": ("y",)}

    def check(self, place: str) -> None:
        count = check_lengths(self, place, ("x", "y"), ("keys", "labels", "style"))
        if self.at is not None and self.at.positions > count:
            raise ValueError(
                f"{place} must have a point for each of the {self.at.positions} positions of {self.at.name!r}; "
                f"got {count} points."
            )
        check_styles(self, place)

    def shown(self, plot: Plot) -> ShownDots:
        x, y = shown_points(self, plot)
        style, labels, keys = plot.at(self.style), plot.at(self.labels), self.keys
        chosen = np.arange(len(x))
        if self.at is not None:
            index, fraction = self.at.locate(plot.state[self.at.name])
            after = min(index + 1, len(x) - 1)
            x = x[[index]] * (1 - fraction) + x[[after]] * fraction
            y = y[[index]] * (1 - fraction) + y[[after]] * fraction
            chosen = np.array([index])
        seen = np.isfinite(x) & np.isfinite(y)
        x, y, chosen = x[seen], y[seen], chosen[seen]
        meanings = [style_of(self.styles, style, i) for i in chosen]
        names = [keys[i] if len(keys) else "" for i in chosen]
        colors = [plot.color(known.color if known else self.color, key) for known, key in zip(meanings, names, strict=True)]
        texts = [
            " ".join(filter(None, [known.glyph if known else "", labels[i] if len(labels) else ""]))
            for i, known in zip(chosen, meanings, strict=True)
        ]
        named = style is not None and len(self.styles) > 0
        shapes = [shape_of(self.styles, int(style[i])) if named else "circle" for i in chosen]
        return ShownDots(x, y, colors, shapes, texts)

    def still(self, plot: Plot) -> None:
        dots = self.shown(plot)
        background = palette(plot.theme)["background"]
        fill, edge, thickness = (background, dots.colors, 1.5) if self.hollow else (dots.colors, background, 0.6)
        look = DotLook(self.size, fill, edge, thickness, dots.shapes)
        plot.draw_dots(dots.x, dots.y, look, order=4, clipped=False)
        label_dots(dots, self.size, plot)

    def legend_key(self, shape: str) -> Key:
        return Key("dot", shape, self.hollow)


@dataclass(frozen=True)
class ShownDots:
    x: np.ndarray
    y: np.ndarray
    colors: list[str]
    shapes: list[str]
    texts: list[str]


def label_dots(dots: ShownDots, size: float, plot: Plot) -> None:
    """Write the texts of dots beside them, where there is room; many or long ones tilted."""
    texts = [text for text in dots.texts if text]
    if len(texts) > 1 and (len(texts) > MOST_LEVEL or sum(width_of(text) + 8 for text in texts) > plot.width):
        _tilt_labels(dots, size, plot)
        return
    away = size / 2 + 4
    for left, middle, text, color in zip(*plot.points(dots.x, dots.y), dots.texts, dots.colors, strict=True):
        if text:
            up, down = middle + away + 4, middle - away - 4
            places = [(left, up, "middle"), (left + away, middle, "start"), (left + away / 2, up, "start")]
            places += [(left, down, "middle"), (left - away, middle, "end")]
            places += [(left - away / 2, up, "end"), (left - away / 2, down, "end"), (left + away / 2, down, "start")]
            plot.write_near(places, text, color=color)


def _tilt_labels(dots: ShownDots, size: float, plot: Plot) -> None:
    """Write texts upwards from their dots."""
    sine, cosine = math.sin(math.radians(TILT)), math.cos(math.radians(TILT))
    lefts, middles = plot.points(dots.x, dots.y)
    order = [i for i, text in enumerate(dots.texts) if text and np.isfinite(lefts[i] + middles[i])]
    taken: list[tuple[float, float, float]] = []
    for i in [*order[-1:], *order[:-1]]:
        left, middle = float(lefts[i]) + 1, float(middles[i]) + size / 2 + 4
        room = min((plot.height - middle) / sine, (plot.width + BESIDE - left) / cosine)
        text = cut(dots.texts[i], max(LEAST_TEXT, room))
        start, level = left * cosine + middle * sine, middle * cosine - left * sine
        end = start + width_of(text)
        if not any(other < end and start < stop and abs(line - level) < 1.2 * SMALL for other, stop, line in taken):
            taken.append((start, end, level))
            plot.draw_text(left, middle, text, Lettering(dots.colors[i], "start", SMALL, bold=False, halo=True, tilt=TILT))
