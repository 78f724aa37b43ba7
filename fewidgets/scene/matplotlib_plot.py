"""Draw texts, boxes and lines of a panel into its axes with Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Affine2D

from fewidgets.scene.looks import corners_of
from fewidgets.scene.palette import palette
from fewidgets.scene.still_plot import Lettering, Plot, Point


def linestyle(dashes: Sequence[float], width: float) -> Any:
    """Return dashes in points as Matplotlib takes them: in widths of the line."""
    return (0, [part / width for part in dashes]) if dashes else "solid"


def marker_of(shape: str) -> tuple[Any, float]:
    """Return the marker for dots of a shape, and its size relative to that of a circle, as which it looks as large."""
    corners = corners_of(shape, 1.0)
    if corners is None:
        return "o", 1.0
    return [(across, -down) for across, down in corners], max(abs(part) for corner in corners for part in corner)


ANCHORS = {"start": "left", "middle": "center", "end": "right"}


@dataclass
class AxesPlot(Plot):
    ax: Axes = field(kw_only=True)

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        halo = [withStroke(linewidth=2.5, foreground=palette(self.theme)["background"])] if looks.halo else []
        self.ax.annotate(
            text,
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
        # In points: in shares of the axes, round corners would be oval.
        at = Affine2D().scale(1 / self.width, 1 / self.height) + self.ax.transAxes
        looks: dict[str, Any] = {"facecolor": fill, "edgecolor": edge, "linewidth": thickness}
        looks |= {"linestyle": linestyle(dashes, thickness), "transform": at, "clip_on": False, "zorder": 4}
        self.ax.add_patch(
            FancyBboxPatch((left, bottom), width, height, boxstyle=f"round,pad=0,rounding_size={radius}", **looks)
        )

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
        across, up = zip(start, end, strict=True)
        self.ax.plot(
            [part / self.width for part in across],
            [part / self.height for part in up],
            transform=self.ax.transAxes,
            color=color,
            linewidth=width,
            linestyle=linestyle(dashes, width),
            clip_on=False,
            gid=name or None,
            zorder=7 if above else 2,
        )
