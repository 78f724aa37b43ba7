"""The colours of all pictures, safe for colour-blind readers (``palette.json``, which the JavaScript also uses)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fewidgets.scene.types import Array, Color, Keywords, Names


@cache
def palette(theme: str = "light") -> Keywords:
    """Return the colours of a theme, "light" or "dark": name → hex colour; "series", "ramp" → lists of hex colours."""
    if theme not in ("light", "dark"):
        raise ValueError(f"theme must be 'light' or 'dark'; got {theme!r}.")
    everything = json.loads(Path(__file__).with_name("palette.json").read_text(encoding="utf-8"))
    return {**everything[theme], **{name: everything[name] for name in ("dashes", "shapes", "corners", "underlines")}}


def color_of(color: Color, theme: str) -> str:
    """Return the hex colour of a palette name or a series number, which starts again after the last one."""
    colors = palette(theme)
    return colors["series"][color % len(colors["series"])] if isinstance(color, int) else colors[color]


def blend(colors: Names, share: Any) -> Array:
    """Interpolate hex colours at fractions 0 … 1; each result is (red, green, blue) in 0 … 255."""
    stops = np.array([[int(color[i : i + 2], 16) for i in (1, 3, 5)] for color in colors], dtype=float)
    place = np.asarray(share, dtype=float) * (len(stops) - 1)
    return np.stack([np.interp(place, np.arange(len(stops)), stops[:, part]) for part in range(3)], axis=-1)


def luminance(colors: Any) -> Array:
    """Compute the relative luminance 0 … 1 of WCAG 2 of (red, green, blue) in 0 … 255."""
    parts = np.asarray(colors, dtype=float)
    linear = np.where(parts <= 10, parts / 3294, ((parts / 255 + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def image_colors(name: str, theme: str) -> list[str]:
    """Return the hex colours of an image, from low to high: "grey", "ramp" or "diverging"."""
    colors = palette(theme)
    return {
        "grey": ["#000000", "#ffffff"],
        "ramp": [colors["grid"], *colors["ramp"]],
        "diverging": [colors["primary"], colors["background"], colors["accent"]],
    }[name]


def ramp_color(share: float, theme: str) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in blend(palette(theme)["ramp"], share))


def dash_of(color: Color, dash: int | None) -> str:
    """Return the SVG dash pattern number ``dash``, by default that of a series number beyond the last colour."""
    patterns = palette()["dashes"]
    if dash is None:
        dash = color // len(palette()["series"]) if isinstance(color, int) else 0
    return patterns[dash % len(patterns)]
