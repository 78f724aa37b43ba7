"""A table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import Cells
from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.marks.base import Mark, Style, frames_of, style_numbers
from fewidgets.scene.marks.tokens import PLAIN, Look, write_styled
from fewidgets.scene.still.plot import Pen, Plot
from fewidgets.scene.text.lettering import BODY, cut, width_of
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import Encoded, Names, State

HEADING, COLUMN_GAP = 60.0, 4.0  # points of a column's heading that may not be cut off, and between two columns
TABLE_LINE = 18.0  # points from one line to the next


@dataclass(frozen=True)
class Table(Mark):
    """A table that fills its panel.

    Attributes
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequences, or Frames of such
        Cells, each a text or a number.
    style : int array, shape (number of rows, number of columns), with ``styles``
        Meaning of each cell.
    cells : Cells, optional
        Control that makes the cells of the last columns switches.
    digits : int
        Significant digits of numbers that are not integers.
    """

    columns: Names
    rows: Any
    style: Any = None
    styles: Sequence[Style] = ()
    cells: Cells | None = None
    digits: int = 3
    kind = "table"
    fills = True
    moves = ("cells", Cells)

    def check(self, place: str) -> None:
        count = len(self.columns)
        tallest = 0
        for rows in frames_of(self.rows):
            tallest = max(tallest, len(rows))
            for row in rows:
                if len(row) != count:
                    raise ValueError(f"Each row of {place} must have {count} cells, one for each column; got {len(row)}.")
        if self.style is not None:
            height, width = np.shape(style_numbers(self, place))[-2:]
            if width != count or height < tallest:
                raise ValueError(
                    f"style of {place} must have shape ({tallest}, {count}), like the cells; got ({height}, {width})."
                )
        if self.cells is not None and self.cells.columns > count:
            raise ValueError(f"cells of {place} must have at most {count} columns; got {self.cells.columns}.")

    def sent(self) -> Encoded:
        if not isinstance(self.rows, Frames):
            return {}
        return {"most": max(map(len, frames_of(self.rows)))}  # so that the browser can keep room for all rows

    def text_height(self, width: float, state: State) -> float:
        return TABLE_LINE * (len(resolve(self.rows, state)) + 1)

    def still(self, plot: Plot) -> None:
        """Write a table, or the first rows and columns that fit with the number of the others."""
        line = TABLE_LINE
        raw = list(plot.at(self.rows))
        headings = list(self.columns)
        fitting = _fitting(self, raw, plot.width)
        if fitting < len(headings):
            headings = [*headings[:fitting], f"… {len(headings) - fitting} more"]
            raw = [[*row[:fitting], ""] for row in raw]
        style = plot.at(self.style)
        rows = [[_cell(cell, self.digits) for cell in row] for row in raw]
        for r, row in enumerate(rows):
            for c in range(len(row)):
                glyph = _look_at(self, style, r, c, fitting).style.glyph
                row[c] = f"{glyph} {row[c]}" if glyph else row[c]
        room = int((plot.height - line + 0.5) // line)
        left_out = len(rows) > room
        if left_out:
            rows = [*rows[: room - 1], [f"… {len(rows) - room + 1} more"] + [""] * (len(headings) - 1)]
        numeric = [all(not isinstance(row[c], str) for row in raw) for c in range(len(headings))]
        widths = _widths(headings, rows, plot.width)
        gap = min(max(0.0, plot.width - sum(widths)) / max(1, len(widths) - 1), 28.0)
        shown = [cut(name, width + 1, BODY, bold=True) for name, width in zip(headings, widths, strict=True)]
        left = 0.0
        for c in range(len(headings)):
            width = widths[c]
            edge, anchor = (left + width, "end") if numeric[c] else (left, "start")
            top = plot.height - line / 2
            plot.write(edge, top, shown[c], color=plot.color("ink"), anchor=anchor, size=BODY, bold=True)
            for r, row in enumerate(rows):
                look = PLAIN if left_out and r == len(rows) - 1 else _look_at(self, style, r, c, fitting)
                write_styled(plot, edge, top - line * (r + 1), cut(row[c], width + 1, BODY), look, anchor)
            left += width + gap
        total = min(left - gap, plot.width)
        for r in range(len(rows) + 1):
            height = plot.height - line * (r + 1)
            plot.draw_segment((0.0, height), (total, height), Pen(plot.color("muted" if r == 0 else "grid"), 0.8))

    def stopped(self, value: Any) -> Table:
        return replace(self, cells=None)


def _needed(headings: Names, cells: Sequence[Names]) -> list[float]:
    """Compute the least width of each column: its widest cell, and a part of its heading."""
    widest = [max((width_of(row[c], BODY) for row in cells), default=0.0) for c in range(len(headings))]
    return [max(width, min(width_of(name, BODY, bold=True), HEADING)) for width, name in zip(widest, headings, strict=True)]


def _fitting(mark: Table, rows: Sequence[Sequence[Any]], room: float) -> int:
    """Count the columns that fit, with room to say how many others there are."""
    needed = _needed(mark.columns, [[_cell(cell, mark.digits) for cell in row] for row in rows])
    ends = list(accumulate(width + COLUMN_GAP for width in needed))
    if not ends or ends[-1] <= room:
        return len(ends)
    return max(1, sum(end <= room - HEADING for end in ends))


def _widths(headings: Names, cells: Sequence[Names], room: float) -> list[float]:
    """Choose the columns' widths: as wide as their texts, or long headings shortened to what is left."""
    needed = _needed(headings, cells)
    wanted = [max(least, width_of(name, BODY, bold=True)) for least, name in zip(needed, headings, strict=True)]
    if sum(wanted) <= room:
        return wanted
    missing = sum(wanted) - sum(needed)
    spare = room - sum(needed) - COLUMN_GAP * (len(needed) - 1)
    share = min(1.0, max(0.0, spare / missing)) if missing else 0.0
    return [least + share * (width - least) for least, width in zip(needed, wanted, strict=True)]


def _look_at(mark: Table, style: Any, row: int, column: int, columns: int) -> Look:
    return (
        PLAIN if style is None or not len(mark.styles) or column >= columns else Look.of(mark.styles, int(style[row][column]))
    )


def _cell(cell: Any, digits: int) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    number = float(cell)
    return format_number(int(number) if number.is_integer() else number, digits)
