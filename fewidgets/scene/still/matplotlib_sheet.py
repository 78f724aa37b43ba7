"""Draw a laid-out still picture with Matplotlib."""

from __future__ import annotations

import io
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from fewidgets.scene.still.layout import Cell, Layout
from fewidgets.scene.still.matplotlib_plot import ANCHORS, AxesPlot, line_looks, marker_of
from fewidgets.scene.still.plot import Lettering, Pen
from fewidgets.scene.still.sheet import Sheet
from fewidgets.scene.text.legible import legible
from fewidgets.scene.text.lettering import SMALL
from fewidgets.scene.types import Keywords

POINTS, DPI = 72.0, 100.0  # points and pixels per inch


class StillFigure(Figure):
    """A figure that a notebook shows as a picture even without Matplotlib's inline backend."""

    def draw(self, renderer: Any) -> None:
        # Hinting would make texts wider than they were measured, by up to a pixel for each letter.
        with rc_context({"text.hinting": "none"}):
            super().draw(renderer)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(length * POINTS) for length in self.get_size_inches())
        packed = io.BytesIO()
        self.savefig(packed, format="png", dpi=2 * POINTS, facecolor=self.get_facecolor())
        return packed.getvalue(), {"width": width, "height": height}


class FigureSheet(Sheet):
    def __init__(self, layout: Layout, theme: str) -> None:
        super().__init__(layout, theme)
        size = (self.width / POINTS, self.height / POINTS)
        self.figure = StillFigure(figsize=size, dpi=DPI, facecolor=self.colors["background"])
        FigureCanvasAgg(self.figure)
        self.draw()

    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        self.figure.text(
            left / self.width,
            1 - middle / self.height,
            legible(text),
            fontsize=looks.size,
            color=looks.color,
            ha=ANCHORS[looks.anchor],
            va="center_baseline",
            fontweight="bold" if looks.bold else "normal",
        )

    def draw_box(self, left: float, top: float, width: float, height: float, color: str) -> None:
        corner = (left / self.width, 1 - (top + height) / self.height)
        size = (width / self.width, height / self.height)
        self.figure.add_artist(Rectangle(corner, *size, color=color, linewidth=0, transform=self.figure.transFigure))

    def draw_line(self, left: float, middle: float, width: float, pen: Pen) -> None:
        ends, level = [left / self.width, (left + width) / self.width], 1 - middle / self.height
        self.figure.add_artist(Line2D(ends, [level, level], solid_capstyle="butt", dash_capstyle="butt", **line_looks(pen)))

    def draw_dot(self, left: float, middle: float, radius: float, shape: str, fill: str, edge: str, thickness: float) -> None:
        marker, scale = marker_of(shape)
        looks: Keywords = {"markerfacecolor": fill, "markeredgecolor": edge, "markeredgewidth": thickness}
        place = [left / self.width], [1 - middle / self.height]
        self.figure.add_artist(Line2D(*place, marker=marker, markersize=2 * radius * scale, linestyle="none", **looks))

    def draw_plot(self, cell: Cell, top: float) -> None:
        rectangle = (
            (cell.left + cell.margins[0]) / self.width,
            1 - (top + cell.height) / self.height,
            cell.axes_width / self.width,
            cell.height / self.height,
        )
        ax = self.figure.add_axes(rectangle, facecolor=self.colors["background"], label=cell.panel.title)
        self._draw_axes(ax, cell)
        self.plot_of(AxesPlot, cell, ax=ax)

    def _draw_axes(self, ax: Axes, cell: Cell) -> None:
        panel = cell.panel
        for side in ("top", "left", "right", "bottom"):
            ax.spines[side].set_visible(False)
        if not cell.framed:
            ends = ((0, 1), (0, 1)) if panel.filling else ((cell.x.low, cell.x.high), (cell.y.low, cell.y.high))
            ax.set(xticks=[], yticks=[], xlim=ends[0], ylim=ends[1])
            return
        ax.set_xscale(cell.x.kind)
        ax.set_xlim(cell.x.low, cell.x.high)
        ax.spines["bottom"].set(visible=True, color=self.colors["muted"], linewidth=0.8)
        ax.set_axisbelow(True)
        ax.grid(True, color=self.colors["grid"], linewidth=0.8)
        ax.tick_params(which="both", length=0, labelsize=SMALL, labelcolor=self.colors["muted"], pad=4)
        tilt: Keywords = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if cell.tilted else {}
        ax.set_xticks([value for value, _ in cell.x_ticks], [legible(text) for _, text in cell.x_ticks], **tilt)
        ax.minorticks_off()
        if panel.bars:
            ax.set_ylim(cell.y.low, cell.y.high)
            ax.set_yticks([])
            return
        ax.set_yscale(cell.y.kind)
        ax.set_ylim(cell.y.low, cell.y.high)
        shown = [tick for tick in cell.y_ticks if cell.on_y_axis(tick[0])]
        ax.set_yticks([value for value, _ in shown], [legible(text) for _, text in shown])
        ax.minorticks_off()
        if panel.axis("y").side == "right":
            ax.yaxis.tick_right()
            ax.tick_params(which="both", length=0)
