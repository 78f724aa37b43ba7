"""Save a Matplotlib figure as a small PNG that is the same every time."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure

POINTS = 72.0  # per inch
MOST_COLORS = 160  # enough for the palette and most of the shades that smooth edges


def png_of(figure: Figure, *, few_colors: bool, metadata: Mapping[str, str] | None = None) -> bytes:
    """Draw a figure as a PNG with two pixels per point.

    Parameters
    ----------
    figure : Figure
        What to draw.
    few_colors : bool
        Whether to keep only the most frequent colours, which makes the file several times smaller.
    metadata : mapping from str to str, optional
        Texts to store in the file, such as the title.

    Returns
    -------
    bytes
        The PNG. The same figure always gives the same bytes.
    """
    from PIL import Image as Picture
    from PIL.PngImagePlugin import PngInfo

    raw = io.BytesIO()
    figure.savefig(raw, format="rgba", dpi=2 * POINTS, facecolor=figure.get_facecolor())
    width, height = (int(length * 2 * POINTS) for length in figure.get_size_inches())
    picture = Picture.frombytes("RGBA", (width, height), raw.getvalue()).convert("RGB")
    if few_colors:
        picture = _with_few_colors(picture)
    notes = PngInfo()
    for name, text in (metadata or {}).items():
        notes.add_itxt(name, text)
    packed = io.BytesIO()
    picture.save(packed, format="png", optimize=True, pnginfo=notes)
    return packed.getvalue()


def _with_few_colors(picture: Any) -> Any:
    """Keep the most frequent colours of a picture exactly, and replace every other colour by the nearest of them."""
    from PIL import Image as Picture

    parts = np.asarray(picture).astype(np.int32)
    packed = (parts[..., 0] << 16) | (parts[..., 1] << 8) | parts[..., 2]
    colors, which, counts = np.unique(packed, return_inverse=True, return_counts=True)
    kept = np.sort(colors[np.argsort(-counts, kind="stable")[:MOST_COLORS]])
    apart = np.stack([colors >> 16, (colors >> 8) & 255, colors & 255], axis=1)
    table = np.stack([kept >> 16, (kept >> 8) & 255, kept & 255], axis=1)
    nearest = ((apart[:, None, :] - table[None, :, :]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    reduced = Picture.frombytes("P", picture.size, nearest[which].tobytes())
    reduced.putpalette(table.astype(np.uint8).tobytes())
    return reduced
