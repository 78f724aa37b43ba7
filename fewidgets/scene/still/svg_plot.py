"""Collect what is drawn in one panel of an SVG, from the back to the front."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import atan2, cos, hypot, sin

import numpy as np

from fewidgets.scene.still.plot import DotLook, Lettering, Pen, Plot
from fewidgets.scene.still.png import png_bytes
from fewidgets.scene.still.svg_text import (
    Attributes,
    apart,
    dashed,
    dots_path,
    element,
    escape,
    line_path,
    number,
    rectangle,
    shapes_path,
)
from fewidgets.scene.text.directions import isolated
from fewidgets.scene.types import Array, Bounds, Curve, Ends, Names, Place

CAPITALS = 0.36  # half the height of capitals, relative to the type size: the baseline is so far below the middle
CLIP = 1.5  # points that a mark may extend beyond the axes: about half the width of a line
FINE = 1.4  # most pixels per point; finer images are reduced
SHADES = 4  # of a photograph, colours that differ by less than this are drawn alike, which halves the file
MANY_DOTS = 300  # more dots than this get no outline each
HEAD = 8.0  # points of an arrow's head
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


def _attributes(looks: Lettering, background: str) -> Attributes:
    halo: Attributes = {"stroke": background, "stroke_width": HALO, "paint_order": "stroke"}
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

    def places(self, x: object, y: object) -> Curve:
        lefts, middles = self.points(x, y)
        return lefts, self.height - middles

    def add(self, order: float, svg: str, *, clipped: bool = True) -> None:
        """Add an element; higher orders are nearer to the front."""
        if svg:
            self.parts.append((order, clipped, svg))

    def within(self, x: Array, y: Array) -> Array:
        return (x >= -CLIP) & (x <= self.width + CLIP) & (y >= -CLIP) & (y <= self.height + CLIP)

    def draw_line(self, x: Array, y: Array, pen: Pen, *, order: float, steps: bool = False) -> None:
        lefts, tops = self.places(x, y)
        if steps and len(lefts) > 1:
            lefts, tops = np.repeat(lefts, 2)[1:], np.repeat(tops, 2)[:-1]
        self._stroke(order, line_path(lefts, tops), pen)

    def _stroke(self, order: float, path: str, pen: Pen, *, butt: bool = False) -> None:
        if path:
            looks: Attributes = {"stroke": pen.color, "stroke_width": pen.width}
            looks["stroke_opacity"] = None if pen.opacity is None else f"{pen.opacity:.2f}"
            looks["stroke_dasharray"] = " ".join(map(number, pen.dashes)) or None
            looks["stroke_linecap"] = "butt" if pen.dashes or butt else None
            self.add(order, element("path", **looks, d=path))

    def draw_steps(self, x: Array, y: Array, colors: Names, width: float) -> None:
        lefts, tops = self.places(x, y)
        places = [f"{number(left)} {number(top)}" for left, top in zip(lefts, tops, strict=True)]
        steps: dict[str, str] = {}
        for start, end, color in zip(places, places[1:], colors[1:], strict=False):
            if start != end:
                steps[color] = steps.get(color, "") + f"M{start}L{end}"
        content = "".join(element("path", stroke=color, d=path) for color, path in steps.items())
        if content:
            self.add(3.3, element("g", content, stroke_width=width))

    def draw_across(self, places: Sequence[float], side: str, pen: Pen, *, order: float) -> None:
        if side == "x":
            lefts = [float(self.x.fraction(place)) * self.width for place in places]
            path = "".join(f"M{number(left)} 0v{number(self.height)}" for left in lefts)
        else:
            tops = [self.down(float(self.y.fraction(place)) * self.height) for place in places]
            path = "".join(f"M0 {number(top)}h{number(self.width)}" for top in tops)
        self._stroke(order, path, pen, butt=True)

    def draw_dots(self, x: Array, y: Array, look: DotLook, *, order: float, clipped: bool = True) -> bool:
        lefts, tops = self.places(x, y)
        # Many dots get no outline, and those that lie on each other are left out.
        many = len(lefts) > MANY_DOTS and isinstance(look.edge, str) and look.fill != "none"
        groups: dict[tuple[str, str, str], list[int]] = {}
        fills, edges = look.each(len(lefts))
        for i in range(len(lefts)) if clipped else np.flatnonzero(self.within(lefts, tops)).tolist():
            groups.setdefault((fills[i], edges[i], look.shapes[i] if look.shapes else "circle"), []).append(i)
        for (fill, edge, shape), chosen in groups.items():
            left, top = lefts[chosen], tops[chosen]
            if many:
                left, top = apart(left, top, look.size / 6)
            looks: Attributes = {"fill": fill}
            if look.thickness and not many:
                looks |= {"stroke": edge, "stroke_width": look.thickness}
            if shape != "circle":
                svg = element("path", d=shapes_path(shape, look.size / 2, left, top), **looks)
            elif "stroke" not in looks:
                svg = element("path", d=dots_path(left, top), stroke=fill, stroke_width=look.size)
            else:
                circles = (element("circle", cx=cx, cy=cy, r=look.size / 2) for cx, cy in zip(left, top, strict=True))
                svg = element("g", "".join(circles), **looks)
            self.add(order, svg, clipped=clipped)
        return bool(groups)

    def draw_bar(self, ends: Ends, row: int, rows: int, thick: float, color: str) -> None:
        first, last = sorted((self.x.fraction(ends) * self.width).tolist())
        high = self.height / rows
        path = rectangle(first, high * (row + 0.5 - thick / 2), last - first, high * thick)
        self.add(3, element("path", fill=color, d=path))

    def draw_band(self, x: Array, low: Array, high: Array, color: str) -> None:
        lefts, lows = self.places(x, low)
        _, highs = self.places(x, high)
        seen = np.isfinite(lefts) & np.isfinite(lows) & np.isfinite(highs)
        borders = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(np.int8)))
        path = ""
        for start, stop in zip(borders[::2], borders[1::2], strict=True):
            across = np.concatenate([lefts[start:stop], lefts[start:stop][::-1]])
            path += line_path(across, np.concatenate([highs[start:stop], lows[start:stop][::-1]]), closed=True)
        if path:
            self.add(2, element("path", fill=color, fill_opacity=".18", d=path))

    def draw_arrows(self, arrows: Sequence[Sequence[float]], pen: Pen) -> None:
        path = ""
        for x0, y0, x1, y1 in arrows:
            lefts, tops = self.places(np.array([x0, x1]), np.array([y0, y1]))
            (start, end), (first, last) = lefts.tolist(), tops.tolist()
            direction = atan2(last - first, end - start)
            size = min(HEAD, hypot(end - start, last - first) / 2)
            tip = f"{number(end)} {number(last)}"
            path += f"M{number(start)} {number(first)}L{tip}"
            for turn in (0.45, -0.45):
                left, top = end - size * cos(direction + turn), last - size * sin(direction + turn)
                path += f"M{tip}L{number(left)} {number(top)}"
        self._stroke(5, path, pen)

    def draw_image(self, pixels: Array, extent: Bounds) -> None:
        left, right, top, bottom = self._corners(extent)
        pixels = pixels[:, ::-1] if right < left else pixels
        pixels = pixels[::-1] if bottom < top else pixels
        width, height = abs(right - left), abs(bottom - top)
        reduced = _reduced(pixels, width, height)
        data = base64.b64encode(png_bytes(reduced)).decode("ascii")
        picture = element(
            "image",
            x=min(left, right),
            y=min(top, bottom),
            width=width,
            height=height,
            preserveAspectRatio="none",
            image_rendering="pixelated" if reduced.shape[1] < width else None,
            href=f"data:image/png;base64,{data}",
        )
        self.add(1.5, picture)

    def draw_frame(self, extent: Bounds, pen: Pen, *, order: float) -> None:
        left, right, top, bottom = self._corners(extent)
        path = rectangle(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
        self.add(
            order, element("path", stroke=pen.color, stroke_width=pen.width, stroke_linejoin="miter", d=path), clipped=False
        )

    def _corners(self, extent: Bounds) -> Bounds:
        """Return the left and right end of an extent, and its top and bottom from the upper end of the axes."""
        left, right, bottom, top = extent
        lefts, tops = self.places(np.array([left, right]), np.array([top, bottom]))
        return float(lefts[0]), float(lefts[1]), float(tops[0]), float(tops[1])

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        if text:
            self.texts.append((looks, text_element(left, self.down(middle), text, looks)))

    def draw_box(self, left: float, bottom: float, width: float, height: float, color: str) -> None:
        box = element("path", fill=color, d=rectangle(left, self.down(bottom + height), width, height))
        self.add(2, box, clipped=False)

    def draw_chip(self, box: Bounds, radius: float, fill: str, edge: Pen) -> None:
        left, bottom, width, height = box
        place = {"x": left, "y": self.down(bottom + height), "width": width, "height": height, "rx": radius}
        looks = {"fill": fill, "stroke": edge.color, "stroke_width": edge.width, **_dashes(edge)}
        self.add(4, element("rect", **place, **looks), clipped=False)

    def draw_segment(self, start: Place, end: Place, pen: Pen, *, above: bool = False) -> None:
        path = f"M{number(start[0])} {number(self.down(start[1]))}L{number(end[0])} {number(self.down(end[1]))}"
        line = element("path", stroke=pen.color, stroke_width=pen.width, d=path, **_dashes(pen))
        self.add(7 if above else 2.9, line, clipped=False)

    def svg(self) -> str:
        parts = [*self.parts, (6.0, False, grouped_texts(self.texts, self.color("background")))]
        ordered = sorted(parts, key=lambda part: part[0])
        groups = []
        for clipped, same in groupby(ordered, key=lambda part: part[1]):
            content = "".join(svg for _, _, svg in same)
            groups.append(element("g", content, clip_path=f"url(#{self.clip})") if clipped else content)
        path = rectangle(-CLIP, -CLIP, self.width + 2 * CLIP, self.height + 2 * CLIP)
        shape = element("clipPath", element("path", d=path), id=self.clip) if any(part[1] for part in parts) else ""
        return element("g", shape + "".join(groups), transform=f"translate({number(self.left)} {number(self.top)})")


def _dashes(pen: Pen) -> Attributes:
    return dashed(pen.dashes) if pen.dashes else {}


def _reduced(pixels: Array, width: float, height: float) -> Array:
    """Reduce an image with more pixels than can be seen to the means of blocks."""
    across, down = int(pixels.shape[1] // (FINE * max(width, 1.0))), int(pixels.shape[0] // (FINE * max(height, 1.0)))
    if across > 1 or down > 1:
        across, down = max(across, 1), max(down, 1)
        rows, columns = pixels.shape[0] // down, pixels.shape[1] // across
        blocks = pixels[: rows * down, : columns * across].reshape(rows, down, columns, across, 4)
        pixels = blocks.mean(axis=(1, 3)).round().astype(np.uint8)
    if pixels[..., 0].size > 20_000:
        pixels = np.concatenate([pixels[..., :3] // SHADES * SHADES + SHADES // 2, pixels[..., 3:]], axis=2)
    return pixels
