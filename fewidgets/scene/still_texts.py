"""Tables and flowing text in still pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fewidgets.scene.lettering import BODY, cut, width_of
from fewidgets.scene.marks import Style, Table, Tokens
from fewidgets.scene.numbers import format_number
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.still_plot import Plot, mixed

TABLE_LINE, TEXT_LINE = 18.0, 16.0  # points from one line to the next
FAINT, TINT = 0.75, 0.18  # share of the full colour in pale text and behind highlighted text
Piece = tuple[float, str, int]  # left end, text, number of its style

PLAIN = Style("")


def height_of(mark: Table | Tokens, shown: Any, width: float) -> float:
    """Compute the height of a table or a text in points; ``shown`` is the value of its rows or runs."""
    if isinstance(mark, Table):
        return TABLE_LINE * (len(shown) + 1)
    return TEXT_LINE * len(lines_of(shown, width))


def lines_of(runs: Sequence[Sequence[Any]], width: float) -> list[list[Piece]]:
    """Break runs into lines of at most ``width`` points, at spaces and line breaks."""
    lines: list[list[Piece]] = [[]]
    left = 0.0
    word: list[tuple[str, int]] = []

    def place(pieces: list[tuple[str, int]]) -> None:
        nonlocal left
        if left > 0 and left + sum(width_of(text, BODY) for text, _ in pieces) > width:
            lines.append([])
            left = 0.0
        for text, style in pieces:
            lines[-1].append((left, text, style))
            left += width_of(text, BODY)

    for text, style, *_ in runs:
        for part in re.findall(r"\n|[^\S\n]+|\S+", text):
            if not part.isspace():
                word.append((part, style))
                continue
            place(word)
            word = []
            if part == "\n":
                lines.append([])
                left = 0.0
            elif left > 0:
                left += width_of(" ", BODY) * len(part)
    place(word)
    return lines


def write_styled(plot: Plot, left: float, middle: float, text: str, style: Style, anchor: str = "start") -> None:
    """Write a text in the look of its style: highlighted and underlined, struck out, or pale."""
    colors = palette(plot.theme)
    tint = color_of(style.color, plot.theme)
    ink = colors["ink"] if style.look in ("", "lit") else mixed(colors["muted"], colors["background"], FAINT)
    if style.look == "struck":
        ink = colors["muted"]
    width = width_of(text, BODY)
    start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    if style.look == "lit":
        plot.draw_box(start, middle - 0.6 * BODY, width, 1.2 * BODY, mixed(tint, colors["background"], TINT))
        plot.draw_box(start, middle - 0.7 * BODY, width, 1.6, tint)
    plot.write(left, middle, text, color=ink, anchor=anchor, size=BODY, halo=False)
    if style.look == "struck":
        plot.draw_box(start, middle - 0.4, width, 1.0, ink, above=True)


def paint_tokens(mark: Tokens, plot: Plot) -> None:
    """Write flowing text; if it is too long for the panel, it ends with an ellipsis."""
    lines = lines_of(plot.at(mark.runs), plot.width)
    room = max(1, int(plot.height // TEXT_LINE))
    for row, line in enumerate(lines[:room]):
        middle = plot.height - TEXT_LINE * (row + 0.5)
        for left, text, style in line:
            write_styled(plot, left, middle, text, mark.styles[style])
        if row == room - 1 and len(lines) > room:
            plot.write(plot.width, middle, "…", color=palette(plot.theme)["ink"], anchor="end", size=BODY)


def paint_table(mark: Table, plot: Plot) -> None:
    """Write a table; if it is too long for the panel, write the first rows and the number of the others."""
    colors, line = palette(plot.theme), TABLE_LINE
    raw = list(plot.at(mark.rows))
    style = plot.at(mark.style)
    rows = [[_cell(cell, mark.digits) for cell in row] for row in raw]
    for r, row in enumerate(rows):
        for c in range(len(row)):
            glyph = _style_at(mark, style, r, c).glyph
            row[c] = f"{glyph} {row[c]}" if glyph else row[c]
    room = int((plot.height - line + 0.5) // line)
    left_out = len(rows) > room
    if left_out:
        rows = [*rows[: room - 1], [f"… {len(rows) - room + 1} more"] + [""] * (len(mark.columns) - 1)]
    numeric = [all(not isinstance(row[c], str) for row in raw) for c in range(len(mark.columns))]
    widths = [
        max([width_of(name, BODY, bold=True), *(width_of(row[c], BODY) for row in rows)])
        for c, name in enumerate(mark.columns)
    ]
    spare = max(0.0, plot.width - sum(widths))
    gap = min(spare / max(1, len(widths) - 1), 28.0) if len(widths) > 1 else 0.0
    shrink = min(1.0, plot.width / max(1.0, sum(widths)))
    left = 0.0
    for c, name in enumerate(mark.columns):
        width = widths[c] * shrink
        edge, anchor = (left + width, "end") if numeric[c] else (left, "start")
        top = plot.height - line / 2
        heading = name if shrink == 1.0 else cut(name, width, BODY * 1.12)
        plot.write(edge, top, heading, color=colors["ink"], anchor=anchor, size=BODY, bold=True)
        for r, row in enumerate(rows):
            look = PLAIN if left_out and r == len(rows) - 1 else _style_at(mark, style, r, c)
            write_styled(plot, edge, top - line * (r + 1), cut(row[c], width, BODY), look, anchor)
        left += width + gap
    total = min(left - gap, plot.width)
    for r in range(len(rows) + 1):
        height = plot.height - line * (r + 1)
        plot.draw_segment((0.0, height), (total, height), colors["muted" if r == 0 else "grid"], 0.8)


def _style_at(mark: Table, style: Any, row: int, column: int) -> Style:
    return PLAIN if style is None or not len(mark.styles) else mark.styles[int(style[row][column])]


def _cell(cell: Any, digits: int) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    number = float(cell)
    return format_number(int(number) if number.is_integer() else number, digits)
