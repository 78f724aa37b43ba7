"""Flowing text, and texts in the look of their style."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from fewidgets.scene.controls.compute import TextArea
from fewidgets.scene.frames import resolve
from fewidgets.scene.marks.base import Mark, Style, frames_of
from fewidgets.scene.still.looks import strokes_of, underline_of
from fewidgets.scene.still.plot import Pen, Plot, mixed
from fewidgets.scene.text.legible import quoted
from fewidgets.scene.text.lettering import BODY, width_of
from fewidgets.scene.text.shorten import characters
from fewidgets.scene.types import State

TEXT_LINE = 16.0  # points from one line to the next
TINT = 0.18  # share of the full colour behind highlighted text
UNDER = 0.62  # of the type size, from the middle of a text to the line under it
LIT_LINE, THIN_LINE = 1.6, 1.0  # points, under highlighted text; through and under other text
Piece = tuple[float, str, int]  # left end, text, number of its style


@dataclass(frozen=True)
class Tokens(Mark):
    """Flowing text that fills its panel, in runs with a style each: words highlighted, struck out, or pale.

    Attributes
    ----------
    runs : sequence of (text, style) or (text, style, key), or Frames of such
        Written one after another, with the spaces and line breaks that they contain. ``key`` is the run's name for `Pick`.
    styles : sequence of Style
        The styles; their ``look`` says how the text is shown.
    field : TextArea, optional
        The field whose text the runs are, which is then typed into here; what has just been typed has the first style.
    """

    runs: Any
    styles: Sequence[Style] = (Style(""),)
    field: TextArea | None = None
    kind = "tokens"
    later = True
    fills = True
    moves = ("field", TextArea)

    def check(self, place: str) -> None:
        for runs in frames_of(self.runs):
            for run in runs:
                if not 0 <= run[1] < len(self.styles):
                    last = len(self.styles) - 1
                    raise ValueError(f"Each style in {place} must be a number from 0 to {last}; got {quoted(run[1])}.")

    def stopped(self, value: Any) -> Tokens:
        return replace(self, field=None)

    def text_height(self, width: float, state: State) -> float:
        return TEXT_LINE * len(lines_of(resolve(self.runs, state), width))

    def still(self, plot: Plot) -> None:
        """Write flowing text; if it is too long for the panel, it ends with an ellipsis."""
        lines = lines_of(plot.at(self.runs), plot.width)
        room = max(1, int(plot.height // TEXT_LINE))
        for row, line in enumerate(lines[:room]):
            middle = plot.height - TEXT_LINE * (row + 0.5)
            for left, text, style in line:
                write_styled(plot, left, middle, text, Look.of(self.styles, style))
            if row == room - 1 and len(lines) > room:
                plot.write(plot.width, middle, "…", color=plot.color("ink"), anchor="end", size=BODY)


def lines_of(runs: Sequence[Sequence[Any]], width: float) -> list[list[Piece]]:
    """Break runs into lines of at most ``width`` points, within a word only if it is longer."""
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
    style, tint = look.style, plot.color(look.style.color)
    width = width_of(text, BODY)
    start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    if style.look == "lit":
        plot.draw_box(start, middle - 0.6 * BODY, width, 1.2 * BODY, mixed(tint, plot.color("background"), TINT))
    ink = plot.color("ink" if style.look in ("", "lit") else "muted")
    plot.write(left, middle, text, color=ink, anchor=anchor, size=BODY, halo=False)
    below, color, thick = {
        "lit": (UNDER * BODY, tint, LIT_LINE),
        "faint": (UNDER * BODY, ink, THIN_LINE),
        "struck": (0.0, ink, THIN_LINE),
    }.get(style.look, (0.0, ink, 0.0))
    for stroke in strokes_of("dotted" if style.look == "faint" else look.line, thick) if thick and text else ():
        level, above = middle - below - stroke.below, style.look == "struck"
        plot.draw_segment((start, level), (start + width, level), Pen(color, stroke.width, stroke.dashes), above=above)
