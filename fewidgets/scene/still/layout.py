"""Lay out a still picture: the title, the readouts, the panels and the caption."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fewidgets.scene.frames import resolve
from fewidgets.scene.marks import Line
from fewidgets.scene.marks.base import Side
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.scene import Scene
from fewidgets.scene.still.fewer_bars import fewer_bars
from fewidgets.scene.still.gutters import bounded
from fewidgets.scene.still.legend import LegendEntry, legend_of
from fewidgets.scene.still.plot import VALUE_ROOM
from fewidgets.scene.text.lettering import BODY, HEADING, LINE, SMALL, TITLE, cut, cut_all, flow, width_of, wrap
from fewidgets.scene.ticks import Extent
from fewidgets.scene.types import State, Tick, TwoTexts

MARGIN, GAP = 14.0, 22.0  # around the sheet, and between columns
ROW_GAP = 0.6 * GAP
WIDTH = 720.0  # of the sheet
GUTTER = 0.3  # largest share of a panel's width for the labels of lines
TICK = 150.0  # most points for the text of a tick
LEGEND_ROW, LEGEND_GAP = 15.0, 11.0
READOUT_ROW = 1.6 * BODY
CAPTION_WIDTH, CAPTION_LEADING = 640.0, 1.4
TOLERANCE = 1e-6  # of an axis, for ticks at its very ends


@dataclass
class Cell:
    """The place of a panel on the sheet, from the sheet's top left corner, and the room around its axes."""

    panel: Panel
    x: Extent
    y: Extent
    legend: list[LegendEntry]
    left: float = 0.0
    width: float = 0.0
    top: float = 0.0
    height: float = 0.0
    margins: list[float] = field(default_factory=lambda: [0.0] * 4)
    heading: list[str] = field(default_factory=list)
    x_ticks: list[Tick] = field(default_factory=list)
    y_ticks: list[Tick] = field(default_factory=list)
    x_label: str = ""
    y_label: str = ""
    tilted: bool = False
    filled: float | None = None  # height of the table or the text in the panel

    @property
    def framed(self) -> bool:
        return self.panel.filling is None and self.panel.axes

    @property
    def axes_width(self) -> float:
        return max(20.0, self.width - self.margins[0] - self.margins[1])

    @property
    def shape(self) -> float | None:
        """Ratio of the height of the axes to their width, if the panel has an aspect."""
        if self.panel.aspect is None or self.panel.filling is not None:
            return None
        return self.panel.aspect * (self.y.high - self.y.low) / (self.x.high - self.x.low)

    @property
    def wanted(self) -> float:
        """Height of the axes that the panel asks for, without heading and x axis."""
        room = self.panel.pixel_height - (58.0 if self.framed else 24.0)
        if self.filled is not None:
            return max(20.0, min(room, self.filled))
        return max(40.0, room if self.shape is None else min(room, self.axes_width * self.shape))

    def on_x_axis(self, value: float) -> bool:
        return -TOLERANCE <= float(self.x.fraction(value)) <= 1 + TOLERANCE

    def on_y_axis(self, value: float) -> bool:
        return -TOLERANCE <= float(self.y.fraction(value)) <= 1 + TOLERANCE


class Layout:
    def __init__(self, scene: Scene, state: State, caption: str) -> None:
        self.scene, self.state, self.caption = scene, state, caption
        self.width, self.room = WIDTH, WIDTH - 2 * MARGIN
        self.cells = [self._cell(fewer_bars(panel)) for panel in scene.panels]
        self._place_columns()
        for cell in self.cells:
            self._measure_around(cell)
        self._align()
        for cell in self.cells:
            self._measure_below(cell)
        self.title = wrap(scene.title, self.room, TITLE, bold=True)
        self.caption_lines = wrap(caption, CAPTION_WIDTH, BODY)
        self.readouts = self._readouts()
        widths = [width_of(label, BODY) + 6 + width_of(text, BODY + 1, bold=True) for label, text in self.readouts]
        self.readout_places = flow(widths, self.room, GAP)
        self.title_end = MARGIN + len(self.title) * TITLE * LINE
        strip = (self.readout_places[-1][1] + 1) * READOUT_ROW + 2 if self.readouts else 0.0
        self.panels_end = self._place_rows(self.title_end + strip + 8.0)
        below = len(self.caption_lines) * BODY * CAPTION_LEADING + MARGIN
        self.height = self.panels_end + below - (0.0 if self.caption_lines else 8.0)

    def _readouts(self) -> list[TwoTexts]:
        shown = [(readout.label, text) for readout in self.scene.readouts if (text := readout.at(self.state))]
        for control in self.scene.controls:
            text = control.describe(self.state[control.name]) if control.compute and not control.idle else ""
            if text:
                shown.append((control.label or control.name, text))
        cut_readouts = []
        for label, text in shown:
            label = cut(label, 0.5 * self.room, BODY)
            cut_readouts.append((label, cut(text, self.room - width_of(label, BODY) - 6.0, BODY + 1, bold=True)))
        return cut_readouts

    def _cell(self, panel: Panel) -> Cell:
        def extent(side: Side) -> Extent:
            axis = panel.axis(side)
            low, high = resolve(panel.domain(side), self.state)
            return Extent.of(resolve(axis.scale, self.state), (float(low), float(high)), axis.floor)

        x, y = (replace(axis, label=resolve(axis.label, self.state)) for axis in (panel.axis("x"), panel.axis("y")))
        return Cell(replace(panel, x=x, y=y), extent("x"), extent("y"), legend_of(panel, self.state))

    def _place_columns(self) -> None:
        count = max([cell.panel.end_column for cell in self.cells] or [1])
        weights = [*self.scene.column_weights, *[1.0] * count][:count]
        unit = (self.room - GAP * (count - 1)) / sum(weights)
        for cell in self.cells:
            cell.left = MARGIN + unit * sum(weights[: cell.panel.column]) + GAP * cell.panel.column
            cell.width = unit * sum(weights[cell.panel.column : cell.panel.end_column]) + GAP * (
                cell.panel.end_column - cell.panel.column - 1
            )

    def _measure_around(self, cell: Cell) -> None:
        """Find the room left of, right of and above the axes."""
        panel = cell.panel
        cell.heading = wrap(panel.heading(self.state), cell.width, HEADING, bold=True)
        above = len(cell.heading) * HEADING * LINE + 6.0
        if cell.legend:
            rows = flow([entry.width for entry in cell.legend], cell.width, LEGEND_GAP)[-1][1] + 1
            above += rows * LEGEND_ROW
        filling = panel.filling
        if filling is not None:
            cell.filled = filling.text_height(cell.width, self.state)
        if not cell.framed:
            cell.margins = [0.0, 0.0, above, 4.0]
            return
        if panel.axis("y").label and not panel.bars and not self._label_beside_heading(cell):
            above += SMALL * LINE + 2
        if panel.bars:
            names = max([width_of(name, BODY, bold=True) for name in panel.bars.names] or [0.0])
            sides = min(names + 10.0, 0.4 * cell.width), VALUE_ROOM
        else:
            sides = self._sides(cell)
        cell.margins = [*bounded(*sides, cell.width), above, 0.0]

    def _label_beside_heading(self, cell: Cell) -> bool:
        """Whether the label of a y axis on the right fits beside the heading."""
        axis = cell.panel.axis("y")
        room = cell.width - width_of(cell.panel.heading(self.state), HEADING, bold=True) - 14.0
        return axis.side == "right" and not cell.legend and width_of(axis.label) <= room

    def _sides(self, cell: Cell) -> tuple[float, float]:
        """Choose the y ticks; return the room left and right of the axes."""
        axis = cell.panel.axis("y")
        ticks, cell.y_label = _ticks(cell.y, axis, 1.3 * cell.wanted)
        cell.y_ticks = [(value, cut(text, TICK)) for value, text in ticks]
        numbers = max([width_of(text) for _, text in cell.y_ticks] or [0.0]) + 8.0
        on_right = axis.side == "right"
        left, right = (6.0, numbers) if on_right else (numbers, 10.0)
        for mark in cell.panel.marks:
            if isinstance(mark, Line) and mark.label and mark.label_at == ("start" if on_right else "end"):
                gutter = min(width_of(mark.widest, SMALL, bold=bool(mark.key)) + 10.0, GUTTER * cell.width)
                left, right = (max(left, gutter), right) if on_right else (left, max(right, gutter))
        return left, right

    def _align(self) -> None:
        """Align axes in the same column at their sides, and in the same row at their tops."""
        own = [(cell.margins[0], cell.margins[1]) for cell in self.cells]
        framed = [cell for cell in self.cells if cell.framed]
        for edge in (0, 1):
            widest: dict[int, float] = {}
            for cell in framed:
                at = cell.panel.end_column if edge else cell.panel.column
                widest[at] = max(widest.get(at, 0.0), cell.margins[edge])
            for cell in framed:
                cell.margins[edge] = widest[cell.panel.end_column if edge else cell.panel.column]
        for cell, (left, right) in zip(self.cells, own, strict=True):
            if bounded(cell.margins[0], cell.margins[1], cell.width) != (cell.margins[0], cell.margins[1]):
                cell.margins[:2] = [left, right]
            room = cell.margins[1 if cell.panel.axis("y").side == "right" else 0] - 8.0
            shown = cut_all([text for _, text in cell.y_ticks], room + 0.1)
            cell.y_ticks = [(value, text) for (value, _), text in zip(cell.y_ticks, shown, strict=True)]
        tallest: dict[int, float] = {}
        for cell in self.cells:
            tallest[cell.panel.row] = max(tallest.get(cell.panel.row, 0.0), cell.margins[2])
        for cell in framed:
            cell.margins[2] = tallest[cell.panel.row]

    def _measure_below(self, cell: Cell) -> None:
        """Choose the x ticks, and find the room below the axes and, with an aspect, their width."""
        if cell.shape is not None:
            cell.margins[1] += cell.axes_width - cell.wanted / cell.shape
        if not cell.framed:
            return
        axis, length = cell.panel.axis("x"), cell.axes_width
        ticks, cell.x_label = _ticks(cell.x, axis, length)
        ticks = [(value, cut(text, TICK)) for value, text in ticks if cell.on_x_axis(value)]
        places = [float(cell.x.fraction(value)) * length for value, _ in ticks]
        free, level = -1e9, []
        for place, tick in zip(places, ticks, strict=True):
            half = width_of(tick[1]) / 2
            if place - half >= free and place + half <= length + cell.margins[1] + 6.0:
                level.append(tick)
                free = place + half + 5.0
        cell.tilted = axis.ticks is not None and len(level) < len(ticks)
        below = SMALL * LINE + 3.0
        if cell.tilted:
            level, free = [], -1e9
            for place, tick in zip(places, ticks, strict=True):
                if place >= free:
                    level.append(tick)
                    free = place + SMALL * 1.25
            below = 8.0 + 0.65 * max(width_of(text) for _, text in level) + 0.8 * SMALL
        cell.x_ticks = level
        cell.margins[3] = below + (SMALL * LINE + 3.0 if axis.label else 2.0)

    def _place_rows(self, top: float) -> float:
        count = max([cell.panel.last_row + 1 for cell in self.cells] or [0])
        above, axes, below = [0.0] * count, [0.0] * count, [0.0] * count
        for cell in self.cells:
            row, last = cell.panel.row, cell.panel.last_row
            above[row] = max(above[row], cell.margins[2])
            below[last] = max(below[last], cell.margins[3])
            if row == last:
                axes[row] = max(axes[row], cell.wanted)
        for cell in self.cells:
            row, last = cell.panel.row, cell.panel.last_row
            between = sum(below[row:last]) + sum(above[row + 1 : last + 1]) + ROW_GAP * (last - row)
            axes[last] += max(0.0, cell.wanted - sum(axes[row : last + 1]) - between)
        tops = []
        for row in range(count):
            tops.append(top)
            top += above[row] + axes[row] + below[row] + ROW_GAP
        for cell in self.cells:
            last = cell.panel.last_row
            cell.top = tops[cell.panel.row]
            end = tops[last] + above[last] + axes[last] + (0.0 if cell.framed else below[last])
            cell.height = end - (cell.top + cell.margins[2])
            if cell.shape is not None:
                cell.height = min(cell.height, cell.axes_width * cell.shape)
        return top


def _ticks(extent: Extent, axis: Axis, length: float) -> tuple[list[Tick], str]:
    if axis.ticks is not None:
        return list(axis.ticks), axis.label
    return extent.labelled(length, axis.label, whole=axis.whole)
