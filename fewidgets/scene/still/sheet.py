"""A still picture around its axes: title, readouts, headings, legends, labels of axes, and caption."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeVar

from fewidgets.scene.marks import Bars, Line, Mark
from fewidgets.scene.marks.line import label_lines
from fewidgets.scene.marks.tokens import LIT_LINE, THIN_LINE, TINT, UNDER
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.still.layout import (
    CAPTION_LEADING,
    LEGEND_GAP,
    LEGEND_ROW,
    MARGIN,
    READOUT_ROW,
    Cell,
    Layout,
)
from fewidgets.scene.still.legend import KEY, KEY_GAP, Key, LegendEntry
from fewidgets.scene.still.looks import strokes_of
from fewidgets.scene.still.plot import Lettering, Pen, Plot, mixed
from fewidgets.scene.text.lettering import BODY, HEADING, LINE, SMALL, TITLE, cut, flow, width_of, wrap
from fewidgets.scene.types import Names, State

Plotted = TypeVar("Plotted", bound=Plot)
LONG = 24  # characters of a readout from which on it is not bold, as in frontend/src/view.js


class Sheet(ABC):
    """Draws everything of a layout in turn."""

    def __init__(self, layout: Layout, theme: str) -> None:
        self.layout, self.theme = layout, theme
        self.width, self.height = layout.width, layout.height
        self.colors: State = palette(theme)

    @abstractmethod
    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        """Draw a line of text."""

    @abstractmethod
    def draw_box(self, left: float, top: float, width: float, height: float, color: str) -> None:
        """Draw a filled rectangle."""

    @abstractmethod
    def draw_line(self, left: float, middle: float, width: float, pen: Pen) -> None:
        """Draw a level line."""

    @abstractmethod
    def draw_dot(self, left: float, middle: float, radius: float, shape: str, fill: str, edge: str, thickness: float) -> None:
        """Draw a dot of a shape around a place."""

    @abstractmethod
    def draw_plot(self, cell: Cell, top: float) -> None:
        """Draw the axes and the marks of a panel; ``top`` is where its axes begin."""

    def draw(self) -> None:
        layout, ink, muted = self.layout, self.colors["ink"], self.colors["muted"]
        self._write_lines(layout.title, MARGIN, MARGIN, TITLE, LINE, bold=True)
        for (label, text), (left, row) in zip(layout.readouts, layout.readout_places, strict=True):
            middle = layout.title_end + (row + 0.6) * READOUT_ROW
            self._write(MARGIN + left, middle, label, BODY, muted)
            after_label = MARGIN + left + width_of(label, BODY) + 6
            self._write(after_label, middle, text, BODY + 1, ink, bold=len(text) <= LONG)
        for cell in layout.cells:
            self._draw_panel(cell)
        self._write_lines(layout.caption_lines, MARGIN, layout.panels_end, BODY, CAPTION_LEADING)

    def _write(
        self, left: float, middle: float, text: str, size: float, color: str, *, anchor: str = "start", bold: bool = False
    ) -> None:
        self.draw_text(left, middle, text, Lettering(color, anchor, size, bold))

    def _write_lines(self, lines: Names, left: float, top: float, size: float, leading: float, *, bold: bool = False) -> None:
        for i, line in enumerate(lines):
            self._write(left, top + (i + 0.5) * size * leading, line, size, self.colors["ink"], bold=bold)

    def _draw_panel(self, cell: Cell) -> None:
        self._write_lines(cell.heading, cell.left, cell.top, HEADING, LINE, bold=True)
        top = cell.top + len(cell.heading) * HEADING * LINE + 3.0
        placed = flow([entry.width for entry in cell.legend], cell.width, LEGEND_GAP)
        for entry, (left, row) in zip(cell.legend, placed, strict=True):
            self._draw_entry(entry, cell.left + left, top + (row + 0.5) * LEGEND_ROW, cell.width - left)
        axes_top = cell.top + cell.margins[2]
        self.draw_plot(cell, axes_top)
        if cell.framed:
            self._label_axes(cell, axes_top)
        self._write_nothing(cell, axes_top + cell.height / 2)

    def plot_of(self, kind: type[Plotted], cell: Cell, **more: Any) -> Plotted:
        """Return the plot of a panel with its marks; only bars if there is nothing to see yet."""
        layout, (names_room, right_room, *_) = self.layout, cell.margins
        place = (cell.panel, cell.axes_width, cell.height, cell.x, cell.y)
        plot = kind(*place, layout.state, layout.scene.controls, self.theme, names_room, right_room, **more)
        nothing = bool(cell.panel.nothing(layout.state))
        marks: list[Mark] = [mark for mark in cell.panel.marks if isinstance(mark, Bars) or not nothing]
        label_lines([mark for mark in marks if isinstance(mark, Line)], plot)
        for mark in marks:
            mark.still(plot)
        return plot

    def _write_nothing(self, cell: Cell, middle: float) -> None:
        lines = wrap(cell.panel.nothing(self.layout.state), 0.8 * cell.axes_width)
        left = cell.left + cell.margins[0] + cell.axes_width / 2
        for i, line in enumerate(lines):
            place = middle + (i + 0.5 - len(lines) / 2) * BODY * LINE
            self.draw_text(left, place, line, Lettering(self.colors["ink"], "middle", BODY, halo=True))

    def _draw_entry(self, entry: LegendEntry, left: float, middle: float, room: float) -> None:
        color, look, muted = color_of(entry.color, self.theme), entry.look, self.colors["muted"]
        if entry.key:
            self._draw_key(entry.key, left, middle, color)
            left, room = left + entry.key.width + KEY_GAP, room - entry.key.width - KEY_GAP
        text = cut(entry.text, room + 1)
        width = width_of(text)
        if look == "lit":
            self.draw_box(left, middle - 0.6 * SMALL, width, 1.2 * SMALL, mixed(color, self.colors["background"], TINT))
            self._draw_strokes(entry.line, left, middle + UNDER * SMALL, width, color, LIT_LINE)
        self._write(left, middle, text, SMALL, muted)
        if look == "faint":
            self._draw_strokes("dotted", left, middle + UNDER * SMALL, width, muted, THIN_LINE)
        if look == "struck":
            self._draw_strokes(entry.line, left, middle, width, muted, THIN_LINE)

    def _draw_key(self, key: Key, left: float, middle: float, color: str) -> None:
        background = self.colors["background"]
        if key.kind == "line":
            self.draw_line(left, middle, key.width, Pen(color, key.thickness, key.dashes))
        elif key.kind == "dot":
            fill, edge = (background, color) if key.hollow else (color, color)
            self.draw_dot(left + KEY / 2, middle, 3.4, key.shape, fill, edge, 1.5 if key.hollow else 0.0)
        elif key.kind == "node":
            inside = mixed(color, background, TINT) if key.look == "lit" else background
            self.draw_box(left, middle - KEY / 2, key.width, KEY, color)
            frame = max(1.0, key.thickness)
            self.draw_box(left + frame, middle - KEY / 2 + frame, key.width - 2 * frame, KEY - 2 * frame, inside)
            if key.look == "struck":
                self.draw_line(left + 4, middle, key.width - 8, Pen(color, THIN_LINE))
        else:
            ink = mixed(color, background, TINT) if key.kind == "area" else color
            self.draw_box(left, middle - KEY / 2, key.width, KEY, ink)

    def _draw_strokes(self, kind: str, left: float, middle: float, width: float, color: str, thickness: float) -> None:
        for stroke in strokes_of(kind, thickness):
            self.draw_line(left, middle + stroke.below, width, Pen(color, stroke.width, stroke.dashes))

    def _label_axes(self, cell: Cell, axes_top: float) -> None:
        label = cut(cell.x_label, cell.width)
        if label:
            middle = axes_top + cell.height + cell.margins[3] - SMALL * LINE / 2 - 2.0
            half = width_of(label) / 2
            center = cell.left + cell.margins[0] + cell.axes_width / 2
            center = max(min(center, cell.left + cell.width - half), cell.left + half)
            self._write(center, middle, label, SMALL, self.colors["muted"], anchor="middle")
        label = cut(cell.y_label, cell.width)
        if label:
            on_right = cell.panel.axis("y").side == "right"
            left, anchor = (cell.left + cell.width, "end") if on_right else (cell.left, "start")
            self._write(left, axes_top - SMALL * 0.95, label, SMALL, self.colors["muted"], anchor=anchor)
