"""Draw two panels over each other where both can be read in one, so that their difference is seen and not searched for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Bars, Dots, Line, Mark, Rule
from fewidgets.scene.marks.base import Side, Style
from fewidgets.scene.panel import Panel
from fewidgets.scene.types import TwoTexts

SIDES: tuple[Side, Side] = ("x", "y")
DOT = 9.0  # pixels


def overlaid(one: Panel, other: Panel, titles: TwoTexts) -> Panel | None:
    """Return a panel with bars and dots over them, or with two lines; None if the two must stand beside each other."""
    if any(one.axis(side).label != other.axis(side).label for side in SIDES):
        return None
    marks = _bars_and_dots(one, other, titles) or _two_lines(one, other, titles)
    across: tuple[Side, ...] = ("x",) if one.bars else SIDES
    ends = [(one.domain(side), other.domain(side)) for side in across]
    if not marks or any(isinstance(left, Frames) or left != right for left, right in ends):
        return None
    return replace(one, marks=marks, says="")


def _bars_and_dots(one: Panel, other: Panel, titles: TwoTexts) -> list[Mark]:
    match [*one.marks], [*other.marks]:
        case [Bars() as bars], [Bars() as dots] if list(bars.names) == list(dots.names):
            rows = np.arange(len(bars.names))
            first, *more = bars.styles or [Style("", "primary")]
            plain, styled = 0 * rows, bool(bars.styles and dots.styles)
            known = bars.importance is not None and dots.importance is not None
            return [
                replace(
                    bars,
                    importance=np.maximum(bars.importance, dots.importance) if known else bars.importance,
                    style=bars.style if styled else plain,
                    styles=[replace(first, label=f"{titles[0]}: {first.label}" if first.label else titles[0]), *more],
                ),
                Dots(
                    dots.values,
                    rows,
                    size=DOT,
                    keys=dots.keys or dots.names,
                    style=dots.style if styled else plain,
                    styles=[Style(titles[1], "ink"), *(replace(each, label="", glyph="") for each in more)],
                ),
            ]
    return []


def _two_lines(one: Panel, other: Panel, titles: TwoTexts) -> list[Mark]:
    both: list[Mark] = []
    for side, panel in enumerate((one, other)):
        lines = [mark for mark in panel.marks if isinstance(mark, Line)]
        dots = [mark for mark in panel.marks if isinstance(mark, Dots) and (mark.at or mark.upto) and not mark.styles]
        rules = [mark for mark in panel.marks if isinstance(mark, Rule)]
        if len(lines) != 1 or len(dots) + len(rules) + 1 != len(panel.marks):
            return []
        end = "start" if panel.axis("y").side == "right" else "end"
        both += () if side else rules
        both.append(replace(lines[0], color=side, dash=side, label=titles[side], label_at=end))
        both += [replace(mark, color=side, labels=()) for mark in dots]
    return both
