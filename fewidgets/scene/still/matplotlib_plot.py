"""Draw texts, boxes and lines of a panel into its axes with Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Affine2D

from fewidgets.scene.still.looks import corners_of
from fewidgets.scene.still.plot import DotLook, Lettering, Pen, Plot
from fewidgets.scene.text.legible import legible
from fewidgets.scene.types import Array, Bounds, Ends, Keywords, Place


def linestyle(dashes: Sequence[float], width: float) -> Any:
    """Return dashes in points as Matplotlib takes them: in widths of the line."""
    return (0, [part / width for part in dashes]) if dashes else "solid"


def line_looks(pen: Pen) -> Keywords:
    style = linestyle(pen.dashes, pen.width)
    return {"color": pen.color, "linewidth": pen.width, "linestyle": style, "alpha": pen.opacity}


def marker_of(shape: str) -> tuple[Any, float]:
    """Return the marker for dots of a shape, and its size relative to that of a circle."""
    corners = corners_of(shape, 1.0)
    if corners is None:
        return "o", 1.0
    return [(across, -down) for across, down in corners], max(abs(part) for corner in corners for part in corner)


ANCHORS = {"start": "left", "middle": "center", "end": "right"}


@dataclass
class AxesPlot(Plot):
    ax: Axes = field(kw_only=True)

    def draw_line(self, x: Array, y: Array, pen: Pen, *, order: float, steps: bool = False) -> None:
        self.ax.plot(
            self.x.shown(x),
            self.y.shown(y),
            **line_looks(pen),
            drawstyle="steps-post" if steps else "default",
            solid_joinstyle="round",
            solid_capstyle="round",
            zorder=order,
        )

    def draw_across(self, places: Sequence[float], side: str, pen: Pen, *, order: float) -> None:
        draw, extent = (self.ax.axvline, self.x) if side == "x" else (self.ax.axhline, self.y)
        for place in places:
            draw(float(extent.shown(place)), **line_looks(pen), zorder=order)

    def draw_dots(self, x: Array, y: Array, look: DotLook, *, order: float, clipped: bool = True) -> bool:
        x, y, known = self.x.shown(x), self.y.shown(y), np.array(look.shapes or ["circle"] * len(x), dtype=object)
        fills, edges = (np.array(colors, dtype=object) for colors in look.each(len(x)))
        for shape in dict.fromkeys(known.tolist()):
            marker, scale = marker_of(shape)
            chosen = known == shape
            self.ax.scatter(
                x[chosen],
                y[chosen],
                s=(look.size * scale) ** 2,
                facecolors=fills[chosen].tolist(),
                edgecolors=edges[chosen].tolist(),
                linewidths=look.thickness,
                marker=marker,
                clip_on=clipped,
                zorder=order,
            )
        return len(x) > 0

    def draw_bar(self, ends: Ends, row: int, rows: int, thick: float, color: str) -> None:
        base, reached = (float(self.x.shown(end)) for end in ends)
        self.ax.barh(row, reached - base, thick, left=base, color=color, zorder=3)

    def draw_band(self, x: Array, low: Array, high: Array, color: str) -> None:
        ends = self.y.shown(low), self.y.shown(high)
        self.ax.fill_between(self.x.shown(x), *ends, color=color, alpha=0.18, linewidth=0, zorder=2)

    def draw_arrows(self, arrows: Sequence[Sequence[float]], pen: Pen) -> None:
        looks = {"arrowstyle": "->,head_width=0.3,head_length=0.5", "color": pen.color, "linewidth": pen.width}
        for x0, y0, x1, y1 in arrows:
            start, end = ((float(self.x.shown(x)), float(self.y.shown(y))) for x, y in ((x0, y0), (x1, y1)))
            self.ax.annotate("", end, start, arrowprops={**looks, "shrinkA": 0, "shrinkB": 0}, zorder=5)

    def draw_image(self, pixels: Array, extent: Bounds) -> None:
        limits = self.ax.get_xlim(), self.ax.get_ylim()
        self.ax.imshow(pixels, extent=extent, aspect="auto", interpolation="nearest", zorder=1.5)
        self.ax.set(xlim=limits[0], ylim=limits[1])

    def draw_frame(self, extent: Bounds, pen: Pen, *, order: float) -> None:
        left, right, bottom, top = extent
        looks: Keywords = {"fill": False, "clip_on": False, "color": pen.color, "linewidth": pen.width, "zorder": order}
        self.ax.add_patch(Rectangle((left, bottom), right - left, top - bottom, **looks))

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        halo = [withStroke(linewidth=2.5, foreground=self.color("background"))] if looks.halo else []
        self.ax.annotate(
            legible(text),
            (left / self.width, middle / self.height),
            xycoords="axes fraction",
            color=looks.color,
            ha=ANCHORS[looks.anchor],
            va="center_baseline",
            fontsize=looks.size,
            fontweight="bold" if looks.bold else "normal",
            path_effects=halo,
            rotation=looks.tilt,
            rotation_mode="anchor",
            annotation_clip=False,
            zorder=6,
        )

    def draw_box(self, left: float, bottom: float, width: float, height: float, color: str) -> None:
        corner = (left / self.width, bottom / self.height)
        size = (width / self.width, height / self.height)
        at = self.ax.transAxes
        self.ax.add_patch(Rectangle(corner, *size, transform=at, color=color, linewidth=0, clip_on=False, zorder=2))

    def draw_chip(self, box: Bounds, radius: float, fill: str, edge: Pen) -> None:
        left, bottom, width, height = box
        # In points: in shares of the axes, round corners would be oval.
        at = Affine2D().scale(1 / self.width, 1 / self.height) + self.ax.transAxes
        looks: Keywords = {"facecolor": fill, "edgecolor": edge.color, "linewidth": edge.width}
        looks |= {"linestyle": linestyle(edge.dashes, edge.width), "transform": at, "clip_on": False, "zorder": 4}
        self.ax.add_patch(
            FancyBboxPatch((left, bottom), width, height, boxstyle=f"round,pad=0,rounding_size={radius}", **looks)
        )

    def draw_segment(self, start: Place, end: Place, pen: Pen, *, above: bool = False) -> None:
        across, up = zip(start, end, strict=True)
        self.ax.plot(
            [part / self.width for part in across],
            [part / self.height for part in up],
            transform=self.ax.transAxes,
            **line_looks(pen),
            clip_on=False,
            zorder=7 if above else 2,
        )
