"""Collect what is drawn in one panel of an SVG, from the back to the front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from fewidgets.scene.directions import isolated
from fewidgets.scene.palette import palette
from fewidgets.scene.still_plot import Lettering, Plot, Point
from fewidgets.scene.svg_text import dashed, element, escape, number, rectangle

CAPITALS = 0.36  # half the height of capitals, relative to the type size: the baseline is so far below the middle
CLIP = 1.5  # points that a mark may extend beyond the axes: about half the width of a line
HALO = 2.5  # width of the outline of texts in points


def text_element(left: float, middle: float, text: str, looks: Lettering) -> str:
    """Write a line of text."""
    place = f'x="{number(left)}" y="{number(middle + CAPITALS * looks.size)}"'
    if looks.tilt:
        place = f'transform="translate({number(left)} {number(middle)})rotate({-looks.tilt})"'
    return f"<text {place}>{isolated(escape(text))}</text>"


def grouped_texts(texts: list[tuple[Lettering, str]], background: str) -> str:
    by_looks: dict[Lettering, list[str]] = {}
    for looks, text in texts:
        by_looks.setdefault(looks, []).append(text)
    return "".join(element("g", "".join(same), **_attributes(looks, background)) for looks, same in by_looks.items())


def _attributes(looks: Lettering, background: str) -> dict[str, str | float | None]:
    halo: dict[str, str | float | None] = {"stroke": background, "stroke_width": HALO, "paint_order": "stroke"}
    return {
        "fill": looks.color,
        "font_size": looks.size,
        "font_weight": "bold" if looks.bold else None,
        "text_anchor": None if looks.anchor == "start" else looks.anchor,
        **(halo if looks.halo else {}),
    }


@dataclass
class SvgPlot(Plot):
    """A panel that is written as SVG, where y grows downwards."""

    left: float = field(kw_only=True)
    top: float = field(kw_only=True)
    clip: str = field(kw_only=True)
    parts: list[tuple[float, bool, str]] = field(default_factory=list)
    texts: list[tuple[Lettering, str]] = field(default_factory=list)

    def down(self, middle: float) -> float:
        return self.height - middle

    def places(self, x: object, y: object) -> tuple[np.ndarray, np.ndarray]:
        lefts, middles = self.points(x, y)
        return lefts, self.height - middles

    def add(self, order: float, svg: str, *, clipped: bool = True) -> None:
        """Add an element; higher orders are nearer to the front."""
        if svg:
            self.parts.append((order, clipped, svg))

    def within(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return (x >= -CLIP) & (x <= self.width + CLIP) & (y >= -CLIP) & (y <= self.height + CLIP)

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        if text:
            self.texts.append((looks, text_element(left, self.down(middle), text, looks)))

    def draw_box(self, left: float, bottom: float, width: float, height: float, color: str) -> None:
        box = element("path", fill=color, d=rectangle(left, self.down(bottom + height), width, height))
        self.add(2, box, clipped=False)

    def draw_chip(
        self,
        box: tuple[float, float, float, float],
        radius: float,
        fill: str,
        edge: str,
        thickness: float,
        dashes: Sequence[float] = (),
    ) -> None:
        left, bottom, width, height = box
        place = {"x": left, "y": self.down(bottom + height), "width": width, "height": height, "rx": radius}
        looks = {"fill": fill, "stroke": edge, "stroke_width": thickness, **(dashed(dashes) if dashes else {})}
        self.add(4, element("rect", **place, **looks), clipped=False)

    def draw_segment(
        self,
        start: Point,
        end: Point,
        color: str,
        width: float,
        name: str = "",
        *,
        dashes: Sequence[float] = (),
        above: bool = False,
    ) -> None:
        path = f"M{number(start[0])} {number(self.down(start[1]))}L{number(end[0])} {number(self.down(end[1]))}"
        line = element("path", stroke=color, stroke_width=width, d=path, **(dashed(dashes) if dashes else {}))
        self.add(7 if above else 2.9, line, clipped=False)

    def svg(self) -> str:
        background = palette(self.theme)["background"]
        parts = [*self.parts, (6.0, False, grouped_texts(self.texts, background))]
        ordered = sorted(parts, key=lambda part: part[0])
        groups = []
        for clipped, same in groupby(ordered, key=lambda part: part[1]):
            content = "".join(svg for _, _, svg in same)
            groups.append(element("g", content, clip_path=f"url(#{self.clip})") if clipped else content)
        path = rectangle(-CLIP, -CLIP, self.width + 2 * CLIP, self.height + 2 * CLIP)
        shape = element("clipPath", element("path", d=path), id=self.clip) if any(part[1] for part in parts) else ""
        return element("g", shape + "".join(groups), transform=f"translate({number(self.left)} {number(self.top)})")
