"""Tables and flowing text in still pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from fewidgets.scene.lettering import BODY, cut, width_of
from fewidgets.scene.looks import strokes_of, underline_of
from fewidgets.scene.marks import Style, Table, Tokens
from fewidgets.scene.numbers import format_number
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.shorten import characters
from fewidgets.scene.still_plot import Plot, mixed

HEADING, COLUMN_GAP = 60.0, 4.0  # points of a column's heading that may not be cut off, and between two columns
TABLE_LINE, TEXT_LINE = 18.0, 16.0  # points from one line to the next
TINT = 0.18  # share of the full colour behind highlighted text
UNDER = 0.62  # of the type size, from the middle of a text to the line under it
LIT_LINE, THIN_LINE = 1.6, 1.0  # points, under highlighted text; through and under other text
Piece = tuple[float, str, int]  # left end, text, number of its style


def height_of(mark: Table | Tokens, shown: Any, width: float) -> float:
    if isinstance(mark, Table):
        return TABLE_LINE * (len(shown) + 1)
    return TEXT_LINE * len(lines_of(shown, width))


def lines_of(runs: Sequence[Sequence[Any]], width: float) -> list[list[Piece]]:
    """Break runs into lines of at most ``width`` points, at spaces and line breaks, and within a word that is longer."""
    lines: list[list[Piece]] = [[]]
    left = 0.0
    word: list[tuple[str, int]] = []
    spaces: tuple[str, int] | None = None  # between the last piece and the word

    def add(text: str, style: int) -> None:
        """Write on in the last line."""
        nonlocal left, spaces
        between, of = spaces or ("", style)
        spaces = None
        line = lines[-1]
        if line and line[-1][2] == style == of and len(between) <= 1 and not (line[-1][1] + text).isascii():
            start, before, _ = line[-1]
            line[-1] = (start, before + between + text, style)
        else:
            start = left + width_of(between, BODY) if between else left
            line.append((start, text, style))
        start, text, _ = line[-1]
        left = start + width_of(text, BODY)

    def turn() -> None:
        nonlocal left, spaces
        lines.append([])
        left, spaces = 0.0, None

    def place() -> None:
        nonlocal word
        room = sum(width_of(text, BODY) for text, _ in word)
        between = width_of(spaces[0], BODY) if spaces else 0.0
        if lines[-1] and left + between + room > width:
            turn()
        for text, style in word:
            if room <= width:
                add(text, style)
                continue
            for each in characters(text):
                if lines[-1] and left + width_of(each, BODY) > width:
                    turn()
                add(each, style)
        word = []

    for text, style, *_ in runs:
        for part in re.findall(r"\n|[^\S\n]+|\S+", text):
            if not part.isspace():
                word.append((part, style))
                continue
            place()
            if part == "\n":
                turn()
            elif lines[-1]:
                spaces = (" " * len(part) if spaces is None else spaces[0] + " " * len(part), style)
    place()
    return lines


@dataclass(frozen=True)
class Look:
    style: Style
    line: str = "solid"

    @classmethod
    def of(cls, styles: Sequence[Style], k: int) -> Look:
        return cls(styles[k], underline_of(styles, k))


PLAIN = Look(Style(""))


def write_styled(plot: Plot, left: float, middle: float, text: str, look: Look, anchor: str = "start") -> None:
    colors, style = palette(plot.theme), look.style
    tint = color_of(style.color, plot.theme)
    width = width_of(text, BODY)
    start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    if style.look == "lit":
        plot.draw_box(start, middle - 0.6 * BODY, width, 1.2 * BODY, mixed(tint, colors["background"], TINT))
    ink = colors["ink" if style.look in ("", "lit") else "muted"]
    plot.write(left, middle, text, color=ink, anchor=anchor, size=BODY, halo=False)
    below, color, thick = {
        "lit": (UNDER * BODY, tint, LIT_LINE),
        "faint": (UNDER * BODY, ink, THIN_LINE),
        "struck": (0.0, ink, THIN_LINE),
    }.get(style.look, (0.0, ink, 0.0))
    for stroke in strokes_of("dotted" if style.look == "faint" else look.line, thick) if thick and text else ():
        level, above = middle - below - stroke.below, style.look == "struck"
        plot.draw_segment((start, level), (start + width, level), color, stroke.width, dashes=stroke.dashes, above=above)


def paint_tokens(mark: Tokens, plot: Plot) -> None:
    """Write flowing text; if it is too long for the panel, it ends with an ellipsis."""
    lines = lines_of(plot.at(mark.runs), plot.width)
    room = max(1, int(plot.height // TEXT_LINE))
    for row, line in enumerate(lines[:room]):
        middle = plot.height - TEXT_LINE * (row + 0.5)
        for left, text, style in line:
            write_styled(plot, left, middle, text, Look.of(mark.styles, style))
        if row == room - 1 and len(lines) > room:
            plot.write(plot.width, middle, "…", color=palette(plot.theme)["ink"], anchor="end", size=BODY)


def paint_table(mark: Table, plot: Plot) -> None:
    """Write a table; of one too large for the panel, write the first rows and columns and the number of the others."""
    colors, line = palette(plot.theme), TABLE_LINE
    raw = list(plot.at(mark.rows))
    headings = list(mark.columns)
    fitting = _fitting(mark, raw, plot.width)
    if fitting < len(headings):
        headings = [*headings[:fitting], f"… {len(headings) - fitting} more"]
        raw = [[*row[:fitting], ""] for row in raw]
    style = plot.at(mark.style)
    rows = [[_cell(cell, mark.digits) for cell in row] for row in raw]
    for r, row in enumerate(rows):
        for c in range(len(row)):
            glyph = _look_at(mark, style, r, c, fitting).style.glyph
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
        plot.write(edge, top, shown[c], color=colors["ink"], anchor=anchor, size=BODY, bold=True)
        for r, row in enumerate(rows):
            look = PLAIN if left_out and r == len(rows) - 1 else _look_at(mark, style, r, c, fitting)
            write_styled(plot, edge, top - line * (r + 1), cut(row[c], width + 1, BODY), look, anchor)
        left += width + gap
    total = min(left - gap, plot.width)
    for r in range(len(rows) + 1):
        height = plot.height - line * (r + 1)
        plot.draw_segment((0.0, height), (total, height), colors["muted" if r == 0 else "grid"], 0.8)


def _needed(headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[float]:
    """Compute the width that each column needs at least: its widest cell, and a part of its heading."""
    widest = [max((width_of(row[c], BODY) for row in cells), default=0.0) for c in range(len(headings))]
    return [max(width, min(width_of(name, BODY, bold=True), HEADING)) for width, name in zip(widest, headings, strict=True)]


def _fitting(mark: Table, rows: Sequence[Sequence[Any]], room: float) -> int:
    """Count the columns that fit: all of them, or as many as leave room to say how many others there are."""
    needed = _needed(mark.columns, [[_cell(cell, mark.digits) for cell in row] for row in rows])
    ends = list(accumulate(width + COLUMN_GAP for width in needed))
    if not ends or ends[-1] <= room:
        return len(ends)
    return max(1, sum(end <= room - HEADING for end in ends))


def _widths(headings: Sequence[str], cells: Sequence[Sequence[str]], room: float) -> list[float]:
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
