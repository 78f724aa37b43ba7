"""Draw a laid-out still picture: title, readouts, panels with their axes and legends, and caption."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from fewidgets.scene.lettering import BODY, HEADING, LINE, SMALL, TITLE, cut, flow, width_of
from fewidgets.scene.marks import Line
from fewidgets.scene.matplotlib_marks import paint
from fewidgets.scene.matplotlib_plot import AxesPlot
from fewidgets.scene.matplotlib_png import POINTS, png_of
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.still_layout import (
    CAPTION_LEADING,
    LEGEND_GAP,
    LEGEND_ROW,
    MARGIN,
    READOUT_ROW,
    SWATCH,
    Cell,
    Layout,
    LegendEntry,
)
from fewidgets.scene.still_marks import label_lines
from fewidgets.scene.still_plot import mixed
from fewidgets.scene.still_texts import FAINT, TINT


class StillFigure(Figure):
    """A figure that a notebook shows as a picture even without Matplotlib's inline backend."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(length * POINTS) for length in self.get_size_inches())
        return png_of(self, few_colors=False), {"width": width, "height": height}


class Sheet:
    """The figure that a layout is drawn on; positions are in points from its top left corner.

    Attributes
    ----------
    figure : StillFigure
        The finished figure.
    """

    def __init__(self, layout: Layout, theme: str, dpi: float) -> None:
        self.layout, self.theme = layout, theme
        self.width, self.height = layout.width, layout.height
        self.colors = palette(theme)
        size = (self.width / POINTS, self.height / POINTS)
        self.figure = StillFigure(figsize=size, dpi=dpi, facecolor=self.colors["background"])
        FigureCanvasAgg(self.figure)
        ink, muted = self.colors["ink"], self.colors["muted"]
        self._write_lines(layout.title, MARGIN, MARGIN, TITLE, LINE, color=ink, fontweight="bold")
        for (label, text), (left, row) in zip(layout.readouts, layout.readout_places, strict=True):
            middle = layout.title_end + (row + 0.6) * READOUT_ROW
            self._write(MARGIN + left, middle, label, BODY, color=muted)
            after_label = MARGIN + left + width_of(label, BODY) + 6
            self._write(after_label, middle, text, BODY + 1, color=ink, fontweight="bold")
        for cell in layout.cells:
            self._draw_panel(cell)
        self._write_lines(layout.caption, MARGIN, layout.panels_end, BODY, CAPTION_LEADING, color=ink)

    def _write(self, left: float, middle: float, text: str, size: float, **looks: Any) -> None:
        looks = {"va": "center_baseline", "ha": "left", **looks}
        self.figure.text(left / self.width, 1 - middle / self.height, text, fontsize=size, **looks)

    def _write_lines(self, lines: Sequence[str], left: float, top: float, size: float, leading: float, **looks: Any) -> None:
        for i, line in enumerate(lines):
            self._write(left, top + (i + 0.5) * size * leading, line, size, **looks)

    def _draw_panel(self, cell: Cell) -> None:
        panel = cell.panel
        self._write_lines(cell.heading, cell.left, cell.top, HEADING, LINE, color=self.colors["ink"], fontweight="bold")
        top = cell.top + len(cell.heading) * HEADING * LINE + 3.0
        placed = flow([entry.width for entry in cell.legend], cell.width, LEGEND_GAP)
        for entry, (left, row) in zip(cell.legend, placed, strict=True):
            self._draw_entry(entry, cell.left + left, top + (row + 0.5) * LEGEND_ROW, cell.width - left)
        axes_top = cell.top + cell.margins[2]
        rectangle = (
            (cell.left + cell.margins[0]) / self.width,
            1 - (axes_top + cell.height) / self.height,
            cell.axes_width / self.width,
            cell.height / self.height,
        )
        ax = self.figure.add_axes(rectangle, facecolor=self.colors["background"], label=panel.title)
        self._draw_axes(ax, cell, axes_top)
        plot = AxesPlot(
            panel,
            cell.axes_width,
            cell.height,
            cell.x,
            cell.y,
            self.layout.state,
            self.layout.scene.controls,
            self.theme,
            names_room=cell.margins[0],
            right_room=cell.margins[1],
            ax=ax,
        )
        label_lines([mark for mark in panel.marks if isinstance(mark, Line)], plot)
        for mark in panel.marks:
            paint(mark, plot)

    def _draw_entry(self, entry: LegendEntry, left: float, middle: float, room: float) -> None:
        """Draw an entry of a legend: beside a swatch, or in the look that it explains."""
        color, look, muted = color_of(entry.color, self.theme), entry.look, self.colors["muted"]
        if not look:
            self._draw_swatch(left, middle, SWATCH, SWATCH, color)
            left, room = left + SWATCH + 5, room - SWATCH - 5
        text = cut(entry.text, room + 1)
        width = width_of(text)
        if look == "lit":
            self._draw_swatch(left, middle, width, 1.2 * SMALL, mixed(color, self.colors["background"], TINT))
            self._draw_swatch(left, middle + 0.65 * SMALL, width, 1.6, color)
        ink = mixed(muted, self.colors["background"], FAINT) if look == "faint" else muted
        self._write(left, middle, text, SMALL, color=ink)
        if look == "struck":
            self._draw_swatch(left, middle, width, 1.0, ink)

    def _draw_swatch(self, left: float, middle: float, width: float, height: float, color: str) -> None:
        corner = (left / self.width, 1 - (middle + height / 2) / self.height)
        size = (width / self.width, height / self.height)
        self.figure.add_artist(Rectangle(corner, *size, color=color, linewidth=0, transform=self.figure.transFigure))

    def _draw_axes(self, ax: Axes, cell: Cell, axes_top: float) -> None:
        """Set scales, ticks, grid and labels of a panel's axes."""
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
        tilt: dict[str, Any] = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if cell.tilted else {}
        ax.set_xticks([value for value, _ in cell.x_ticks], [text for _, text in cell.x_ticks], **tilt)
        ax.minorticks_off()
        if panel.bars:
            ax.set_ylim(len(panel.bars.names) - 0.5, -0.5)
            ax.set_yticks([])
        else:
            self._draw_y_axis(ax, cell, axes_top)
        label = cut(cell.x_label, cell.width)
        if label:
            middle = axes_top + cell.height + cell.margins[3] - SMALL * LINE / 2 - 2.0
            half = width_of(label) / 2
            center = cell.left + cell.margins[0] + cell.axes_width / 2
            center = max(min(center, cell.left + cell.width - half), cell.left + half)
            self._write(center, middle, label, SMALL, color=self.colors["muted"], ha="center")

    def _draw_y_axis(self, ax: Axes, cell: Cell, axes_top: float) -> None:
        """Set the scale and ticks of the y axis, and write its label horizontally above it."""
        ax.set_yscale(cell.y.kind)
        ax.set_ylim(cell.y.low, cell.y.high)
        shown = [tick for tick in cell.y_ticks if cell.on_y_axis(tick[0])]
        ax.set_yticks([value for value, _ in shown], [text for _, text in shown])
        ax.minorticks_off()
        axis = cell.panel.axis("y")
        right = axis.side == "right"
        if right:
            ax.yaxis.tick_right()
            ax.tick_params(which="both", length=0)
        label = cut(cell.y_label, cell.width)
        if label:
            left, anchor = (cell.left + cell.width, "right") if right else (cell.left, "left")
            self._write(left, axes_top - SMALL * 0.95, label, SMALL, color=self.colors["muted"], ha=anchor)
