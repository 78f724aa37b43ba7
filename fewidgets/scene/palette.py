"""The one palette, colour-blind safe, for the screen and for Matplotlib (``palette.json``, also built into the JavaScript)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def palette(theme: str = "light") -> dict[str, Any]:
    """Give the colours of a theme: name → hex colour; "series" → list of hex colours; "dashes" → list of SVG dash patterns.

    Raises
    ------
    ValueError
        If ``theme`` is neither "light" nor "dark".
    """
    if theme not in ("light", "dark"):
        raise ValueError(f"theme is {theme!r}, but wants 'light' or 'dark'")
    everything = json.loads(Path(__file__).with_name("palette.json").read_text(encoding="utf-8"))
    return {**everything[theme], "dashes": everything["dashes"]}


def color_of(color: str | int, theme: str = "light") -> str:
    """Give the hex colour of a palette name or a series number (which goes round)."""
    colors = palette(theme)
    return colors["series"][color % len(colors["series"])] if isinstance(color, int) else colors[color]


def dash_of(color: str | int, dash: int | None = None) -> str:
    """Give the SVG dash pattern: the one asked for, or the one that a series number beyond the palette's length gets."""
    patterns = palette()["dashes"]
    if dash is None:
        dash = color // len(palette()["series"]) if isinstance(color, int) else 0
    return patterns[dash % len(patterns)]
