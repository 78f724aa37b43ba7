"""Points to move and tables of counts in still pictures, for both renderers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fewidgets.scene.lettering import BODY, SMALL, cut, cut_all, width_of
from fewidgets.scene.marks import Dots, Image
from fewidgets.scene.numbers import MINUS
from fewidgets.scene.palette import luminance, palette
from fewidgets.scene.still_images import EVEN, shades
from fewidgets.scene.still_plot import Lettering, Plot, mixed
from fewidgets.scene.touch import CountGrid, Handles

TOTAL = "total"
PAD = 6.0  # points between a name and the cells
NAMES = 0.34  # largest share of the width for the names of rows
HEADING = 18.0  # points of the names of columns, and of what they are
TOTALS = 0.7  # height of the row of sums, relative to another row
GAP = 1.0  # points between two cells
PLAIN = 0.12  # share of the quiet colour in a cell without a value


def dots_of(mark: Handles, plot: Plot) -> list[Dots]:
    """Return the dots that stand for handles: those within the axes, and at their edges, hollow, those that lie beyond."""
    x, y = np.array(plot.state[mark.points.name], dtype=float).T
    labels = list(plot.at(mark.labels)) or [""] * len(x)
    style = plot.at(mark.style)
    beyond = np.zeros(len(x), dtype=bool)
    for values, extent, arrows in ((x, plot.x, "←→"), (y, plot.y, "↓↑")):
        share = extent.fraction(values)
        for past, end, arrow in zip((share < -1e-9, share > 1 + 1e-9), (extent.low, extent.high), arrows, strict=True):
            values[past] = end
            beyond |= past
            labels = [f"{label} {arrow}".strip() if out else label for label, out in zip(labels, past, strict=True)]
    found = []
    for chosen, hollow in ((~beyond, False), (beyond, True)):
        if chosen.any():
            found.append(
                Dots(
                    x[chosen],
                    y[chosen],
                    mark.color,
                    mark.size,
                    labels=[label for label, kept in zip(labels, chosen, strict=True) if kept],
                    style=None if style is None else np.asarray(style)[chosen],
                    styles=mark.styles,
                    hollow=hollow,
                )
            )
    return found


@dataclass(frozen=True)
class _Cells:
    left: float
    top: float
    wide: float
    high: float
    rows: int
    columns: int

    def box(self, row: int, column: int, high: float = 1.0) -> tuple[float, float, float, float]:
        bottom = self.top - self.high * (row + high)
        return self.left + self.wide * column, bottom, self.wide, self.high * high


def paint_counts(mark: CountGrid, plot: Plot) -> None:
    counts = np.asarray(plot.state[mark.counts.name])
    rows, columns = counts.shape
    more = int(mark.totals)
    names = max(width_of(name, BODY, bold=True) for name in [*mark.row_names, TOTAL * more, plot.panel.axis("y").label])
    left = min(names + PAD, NAMES * plot.width)
    above = HEADING * (2 if plot.panel.axis("x").label else 1)
    high = (plot.height - above) / (rows + TOTALS * more)
    cells = _Cells(left, plot.height - above, (plot.width - left) / (columns + more), high, rows, columns)
    _write_names(mark, cells, plot)
    inks = _tint(mark, cells, plot)
    for row, column, ink in inks:
        _fill(mark, cells, (row, column), int(counts[row, column]), ink, plot)
    if more:
        _write_totals(counts, cells, plot)


def _write_names(mark: CountGrid, cells: _Cells, plot: Plot) -> None:
    ink, muted = palette(plot.theme)["ink"], palette(plot.theme)["muted"]
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
    colors = palette(plot.theme)
    plain = mixed(colors["quiet"], colors["background"], PLAIN)
    values = plot.at(mark.values)
    numbers = np.full((cells.rows, cells.columns), np.nan) if values is None else np.asarray(values, dtype=float)
    image = Image(numbers, limits=mark.limits or (-1.0, 1.0), colors="diverging")
    pixels = shades(numbers, image, plot.theme)
    for row in range(cells.rows):
        for column in range(cells.columns):
            left, bottom, wide, high = cells.box(row, column)
            rgb, seen = pixels[row, column, :3], bool(pixels[row, column, 3])
            color = "#" + "".join(f"{int(part):02x}" for part in rgb) if seen else plain
            plot.draw_box(left, bottom, wide, high, colors["quiet"])
            plot.draw_box(left + GAP / 2, bottom + GAP / 2, wide - GAP, high - GAP, color)
            bright = float(luminance([int(color[i : i + 2], 16) for i in (1, 3, 5)])) > EVEN
            yield row, column, "#000000" if bright else "#ffffff"


def _fill(mark: CountGrid, cells: _Cells, at: tuple[int, int], count: int, ink: str, plot: Plot) -> None:
    left, bottom, wide, high = cells.box(*at)
    text = _value(mark, at, plot)
    both = bool(text) and high >= 2.2 * BODY and width_of(text, SMALL) <= wide - 4
    looks = Lettering(ink, "middle", BODY + 1.0, bold=True, halo=False)
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


def _value(mark: CountGrid, at: tuple[int, int], plot: Plot) -> str:
    values: Any = plot.at(mark.values)
    if values is None or mark.digits is None or np.isnan(float(values[at[0]][at[1]])):
        return ""
    text = f"{float(values[at[0]][at[1]]):.{mark.digits}f}"
    return text.replace("-", MINUS) if text.strip("-0.") else text.removeprefix("-")


def _write_totals(counts: np.ndarray, cells: _Cells, plot: Plot) -> None:
    muted = palette(plot.theme)["muted"]

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
