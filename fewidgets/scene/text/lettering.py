"""Text in still pictures: measure it, break it into lines, and keep labels apart."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path

from fewidgets.scene.text.shorten import JOINER, LONGEST, shorten, shorten_all

#: The type sizes in points.
TITLE, HEADING, BODY, SMALL = 15.0, 11.5, 10.5, 9.5
LINE = 1.3  # distance of two lines, relative to the type size
MOST_LINES = 30  # of a title or a caption

FAMILY = "DejaVu Sans"
_JOINED = re.compile(f"{JOINER}.")  # an emoji that is joined to the one before it takes no room of its own
WIDE = 80  # hundredths of the type size, for a letter that is not in the table
Box = tuple[float, float, float, float]


@cache
def _widths(bold: bool) -> dict[str, int]:
    table = json.loads(Path(__file__).with_name("letter_widths.json").read_text(encoding="utf-8"))
    known: dict[str, int] = {}
    for start, block in table["bold" if bold else "normal"].items():
        code = int(start)
        for part in block.split(" "):
            width, _, count = part.partition("*")
            for _ in range(int(count or 1)):
                known[chr(code)] = int(width)
                code += 1
    return known


def _width_beyond_the_font(letter: str) -> int:
    """Return the width of a letter of another font: a square in East Asian scripts, 0 for what combines."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 100 if unicodedata.east_asian_width(letter) in "WF" else WIDE


def width_of(text: str, size: float = SMALL, *, bold: bool = False) -> float:
    return _measured(text[:LONGEST], size, bold)


@lru_cache(maxsize=4096)
def _measured(text: str, size: float, bold: bool) -> float:
    known = _widths(bold)
    hundredths = 0
    if JOINER in text:
        text = _JOINED.sub("", text)
    for letter in text:
        width = known.get(letter)
        hundredths += _width_beyond_the_font(letter) if width is None else width
    return (hundredths + 2) * size / 100.0


def cut(text: str, width: float, size: float = SMALL, *, bold: bool = False) -> str:
    return shorten(text, width, partial(width_of, size=size, bold=bold))


def cut_all(texts: Sequence[str], width: float, size: float = SMALL, *, bold: bool = False) -> list[str]:
    """Shorten several texts in their middle to a width, so that different texts stay different."""
    return shorten_all(texts, width, partial(width_of, size=size, bold=bold))


def wrap(text: str, width: float, size: float = BODY, *, bold: bool = False) -> list[str]:
    """Break a text into at most ``MOST_LINES`` lines of at most ``width``; shorten words that are too long."""
    lines: list[str] = []
    for paragraph in text[: MOST_LINES * LONGEST].split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if not line or width_of(longer, size, bold=bold) <= width:
                line = longer
            else:
                lines.append(line)
                line = word
            if len(lines) > MOST_LINES:
                break
        lines.append(line)
    lines = [line for line in lines if line]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1]} …"]
    return [cut(line, width, size, bold=bold) if width_of(line, size, bold=bold) > width else line for line in lines]


def flow(widths: Iterable[float], room: float, gap: float) -> list[tuple[float, int]]:
    """Place items in rows, from left to right; return the left edge and the row of each."""
    placed: list[tuple[float, int]] = []
    left, row = 0.0, 0
    for width in widths:
        if left > 0 and left + width > room:
            left, row = 0.0, row + 1
        placed.append((left, row))
        left += width + gap
    return placed


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move labels at least ``gap`` apart within [low, high], as close as possible to where they belong."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    # Labels that touch form a block, centred at the mean of the positions where they belong. Blocks that touch are merged.
    blocks: list[tuple[float, int]] = []  # centre, number of labels
    for i in order:
        centre, count = wanted[i], 1
        while True:
            half = gap * (count - 1) / 2
            centre = max(min(centre, high - half), low + half)
            if not blocks or blocks[-1][0] + gap * (blocks[-1][1] + count) / 2 <= centre + 1e-9:
                break
            before, members = blocks.pop()
            centre = (before * members + centre * count) / (members + count)
            count += members
        blocks.append((centre, count))
    places = [centre + gap * (k - (count - 1) / 2) for centre, count in blocks for k in range(count)]
    result = [0.0] * len(wanted)
    for i, place in zip(order, places, strict=True):
        result[i] = place
    return result


def overlaps(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
