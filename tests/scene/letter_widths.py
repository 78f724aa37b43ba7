"""Widths of letters in DejaVu Sans, normal and bold, read from the font that comes with Matplotlib.

``python tests/scene/letter_widths.py`` writes them to ``fewidgets/scene/letter_widths.json``. `test_lettering` compares
the file with the font.

For each weight, the file maps the first code point of a block to the widths of its letters in hundredths of the type size, as
text: "64*3 32" stands for 64 64 64 32. A letter without a block is not in the font.
"""

from __future__ import annotations

import json
from itertools import groupby
from math import ceil
from pathlib import Path

from matplotlib import font_manager
from matplotlib.ft2font import FT2Font, LoadFlags

PATH = Path(__file__).parents[2] / "fewidgets" / "scene" / "text" / "letter_widths.json"
FAMILY = "DejaVu Sans"


def font(weight: str) -> FT2Font:
    """Load the font of a weight, "normal" or "bold"."""
    return font_manager.get_font(font_manager.findfont(font_manager.FontProperties(family=FAMILY, weight=weight)))


def widths(weight: str) -> dict[int, int]:
    """Give the advance width of each code point, in hundredths of the type size, rounded up."""
    face = font(weight)
    advances = {code: face.load_glyph(glyph, flags=LoadFlags.NO_SCALE) for code, glyph in face.get_charmap().items()}
    return {code: ceil(100 * glyph.horiAdvance / face.units_per_EM) for code, glyph in sorted(advances.items())}


def blocks(known: dict[int, int]) -> dict[str, str]:
    """Write widths block by block."""
    runs: dict[int, list[int]] = {}
    start = before = -2
    for code, width in known.items():
        if code != before + 1:
            start = code
            runs[start] = []
        runs[start].append(width)
        before = code
    return {str(start): " ".join(_times(list(same)) for _, same in groupby(run)) for start, run in runs.items()}


def _times(same: list[int]) -> str:
    return f"{same[0]}*{len(same)}" if len(same) > 1 else str(same[0])


def text() -> str:
    """Give the file's text, the same at every run."""
    return json.dumps({weight: blocks(widths(weight)) for weight in ("normal", "bold")}, indent=0) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8", newline="\n")
    print(PATH)
