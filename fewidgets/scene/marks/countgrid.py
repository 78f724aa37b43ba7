"""A table of counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fewidgets.scene.controls.counts import Counts
from fewidgets.scene.marks.base import Mark, frames_of
from fewidgets.scene.marks.image import EVEN, Image
from fewidgets.scene.marks.table import Table
from fewidgets.scene.palette import luminance
from fewidgets.scene.still.legend import LegendEntry
from fewidgets.scene.still.plot import Lettering, Plot, mixed
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.text.lettering import BODY, SMALL, cut, cut_all, width_of
from fewidgets.scene.text.numbers import MINUS
from fewidgets.scene.types import Array, Bounds, Ends, Names, Position, State

DIGITS = 3  # decimals of a value
HEIGHT_AROUND_COUNTS, HEIGHT_OF_COUNT = 24, 40  # pixels around a table of counts, and of each of its rows
TOTAL = "total"
PAD = 6.0  # points between a name and the cells
NAMES = 0.34  # largest share of the width for the names of rows
HEADING = 18.0  # points of the names of columns, and of what they are
TOTALS = 0.7  # height of the row of sums, relative to another row
GAP = 1.0  # points between two cells
PLAIN = 0.12  # share of the quiet colour in a cell without a value


@dataclass(frozen=True)
class CountGrid(Mark):
    """The table of `Counts` with its sums. Examples can be dragged from one cell to another by mouse or finger.

    The grid fills its panel, which must have ``axes=False``; the labels of its axes name the rows and the columns. By keys,
    Enter picks examples up, arrow keys carry them, Enter drops them, and Escape puts them back; two clicks or taps do the
    same.

    Attributes
    ----------
    counts : Counts
        The control.
    row_names, column_names : sequence of str
        The name of each row and each column.
    values : array, shape (rows, columns), or Frames of such
        A number for each cell, which tints it, and is written below its count. NaN leaves a cell plain.
    label : str
        What the values are, with their unit if they have one.
    limits : (low, high)
        The values with the strongest tints.
    """

    counts: Counts
    row_names: Names
    column_names: Names
    values: Any
    label: str
    limits: Ends
    kind = "countgrid"
    later = True
    moves = ("counts", Counts)

    @property
    def least_height(self) -> int:
        return HEIGHT_AROUND_COUNTS + HEIGHT_OF_COUNT * (self.counts.rows + 2)

    def check(self, place: str) -> None:
        shape = (self.counts.rows, self.counts.columns)
        for name, count in zip(("row_names", "column_names"), shape, strict=True):
            names = getattr(self, name)
            if len(names) != count or not all(isinstance(each, str) for each in names):
                raise ValueError(must_be(f"{name} of {place}", f"{count} texts", names))
        for values in frames_of(self.values):
            if np.shape(values) != shape:
                raise ValueError(f"values of {place} must have shape {shape}, like the counts; got {np.shape(values)}.")
        if not self.limits[0] < self.limits[1]:
            raise ValueError(must_be(f"limits of {place}", "two numbers, the lower one first", self.limits))

    def still(self, plot: Plot) -> None:
        counts = np.asarray(plot.state[self.counts.name])
        rows, columns = counts.shape
        names = max(width_of(name, BODY, bold=True) for name in [*self.row_names, TOTAL, plot.panel.axis("y").label])
        left = min(names + PAD, NAMES * plot.width)
        above = HEADING * (2 if plot.panel.axis("x").label else 1)
        high = (plot.height - above) / (rows + TOTALS)
        cells = _Cells(left, plot.height - above, (plot.width - left) / (columns + 1), high, rows, columns)
        _write_names(self, cells, plot)
        inks = _tint(self, cells, plot)
        for row, column, ink in inks:
            _fill(self, cells, (row, column), int(counts[row, column]), ink, plot)
        _write_totals(counts, cells, plot)

    def legend(self, state: State) -> list[LegendEntry]:
        return [LegendEntry(f"colours and small numbers: {self.label}", "quiet")]

    def stopped(self, value: Any) -> Table:
        counts = np.asarray(value).tolist()
        return Table(["", *self.column_names], [[name, *row] for name, row in zip(self.row_names, counts, strict=True)])


@dataclass(frozen=True)
class _Cells:
    left: float
    top: float
    wide: float
    high: float
    rows: int
    columns: int

    def box(self, row: int, column: int, high: float = 1.0) -> Bounds:
        bottom = self.top - self.high * (row + high)
        return self.left + self.wide * column, bottom, self.wide, self.high * high


def _write_names(mark: CountGrid, cells: _Cells, plot: Plot) -> None:
    ink, muted = plot.color("ink"), plot.color("muted")
    across, up = (str(plot.at(plot.panel.axis(side).label)) for side in ("x", "y"))
    middle = cells.left + cells.wide * cells.columns / 2
    if across:
        text = cut(across, cells.wide * cells.columns, SMALL)
        plot.write(middle, cells.top + 1.5 * HEADING, text, color=muted, anchor="middle", halo=False)
    if up:
        plot.write(0.0, cells.top + HEADING / 2, cut(up, cells.left - PAD, SMALL), color=muted, halo=False)
    for column, name in enumerate(cut_all(mark.column_names, cells.wide - 4, BODY, bold=True)):
        place = cells.left + cells.wide * (column + 0.5), cells.top + HEADING / 2
        plot.write(*place, name, color=ink, anchor="middle", size=BODY, bold=True, halo=False)
    for row, name in enumerate(cut_all(mark.row_names, cells.left - PAD, BODY, bold=True)):
        _, bottom, _, high = cells.box(row, 0)
        plot.write(0.0, bottom + high / 2, name, color=ink, size=BODY, bold=True, halo=False)


def _tint(mark: CountGrid, cells: _Cells, plot: Plot) -> Iterator[tuple[int, int, str]]:
    quiet = plot.color("quiet")
    plain = mixed(quiet, plot.color("background"), PLAIN)
    numbers = np.asarray(plot.at(mark.values), dtype=float)
    pixels = Image(numbers, limits=mark.limits, colors="diverging").pixels(numbers, plot.theme)
    for row in range(cells.rows):
        for column in range(cells.columns):
            left, bottom, wide, high = cells.box(row, column)
            rgb, seen = pixels[row, column, :3], bool(pixels[row, column, 3])
            color = "#" + "".join(f"{int(part):02x}" for part in rgb) if seen else plain
            plot.draw_box(left, bottom, wide, high, quiet)
            plot.draw_box(left + GAP / 2, bottom + GAP / 2, wide - GAP, high - GAP, color)
            bright = float(luminance([int(color[i : i + 2], 16) for i in (1, 3, 5)])) > EVEN
            yield row, column, "#000000" if bright else "#ffffff"


def _fill(mark: CountGrid, cells: _Cells, at: Position, count: int, ink: str, plot: Plot) -> None:
    left, bottom, wide, high = cells.box(*at)
    text = _value(mark, at, plot)
    both = bool(text) and high >= 2.2 * BODY and width_of(text, SMALL) <= wide - 4
    looks = Lettering(ink, "middle", BODY + 1.0, bold=True)
    middle = bottom + high / 2
    plot.draw_text(left + wide / 2, middle + (0.6 * BODY if both else 0.0), _short(count, wide - 2, BODY + 1.0), looks)
    if both:
        plot.draw_text(left + wide / 2, middle - 0.75 * BODY, text, replace(looks, size=SMALL, bold=False))


def _short(count: int, width: float, size: float, *, bold: bool = True) -> str:
    """Write a count in a width: 1,701, or 1.7k, or 2k."""
    unit, sign = (1e3, "k") if count < 999_500 else (1e6, "M")
    forms = [f"{count:,}", str(count)]
    if count >= 1000:
        forms += [f"{count / unit:.{digits}g}{sign}" for digits in (3, 2, 1) if count / unit < 10**digits]
    return next((text for text in forms if width_of(text, size, bold=bold) <= width), forms[-1])


def _value(mark: CountGrid, at: Position, plot: Plot) -> str:
    value = float(plot.at(mark.values)[at[0]][at[1]])
    if np.isnan(value):
        return ""
    text = f"{value:.{DIGITS}f}"
    return text.replace("-", MINUS) if text.strip("-0.") else text.removeprefix("-")


def _write_totals(counts: Array, cells: _Cells, plot: Plot) -> None:
    muted = plot.color("muted")

    def write(row: int, column: int, high: float, total: int) -> None:
        left, bottom, wide, tall = cells.box(row, column, high)
        text = _short(int(total), wide - 2, BODY, bold=False)
        plot.write(left + wide / 2, bottom + tall / 2, text, color=muted, anchor="middle", size=BODY, halo=False)

    for row, total in enumerate(counts.sum(axis=1)):
        write(row, cells.columns, 1.0, total)
    for column, total in enumerate(counts.sum(axis=0)):
        write(cells.rows, column, TOTALS, total)
    write(cells.rows, cells.columns, TOTALS, counts.sum())
    _, bottom, _, tall = cells.box(cells.rows, 0, TOTALS)
    plot.write(0.0, bottom + tall / 2, TOTAL, color=muted, size=BODY, halo=False)
    right = cells.left + cells.wide * (cells.columns + 0.5)
    heading = cut(TOTAL, cells.wide - 4, SMALL)
    plot.write(right, cells.top + HEADING / 2, heading, color=muted, anchor="middle", halo=False)
