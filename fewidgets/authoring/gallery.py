"""The pictures of the gallery, drawn from the explorables themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fewidgets
from fewidgets.authoring.moving_picture import draw_moving_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THEMES = ("light", "dark")
DPI, COLORS = 110, 256


def examples() -> dict[str, Callable[[], Any]]:
    return {file_name(name): kind.example for name, kind in fewidgets.explorables.EXPLORABLES.items()}


def file_name(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def draw_gallery(folder: str | Path, names: Sequence[str] = ()) -> list[Path]:
    """Draw explorables, light and dark, as ``NAME.png`` and ``NAME_dark.png``; with `LambdaSlider`, the picture that moves."""
    known = fewidgets.explorables.EXPLORABLES
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"Did you mean {close[0]}?" if close else f"Expected one of {', '.join(known)}."
            raise ValueError(f"There is no explorable {name!r}. {hint}")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names or known:
        explorable = known[name].example()
        for theme in THEMES:
            path = folder / f"{file_name(name)}{'' if theme == 'light' else '_dark'}.png"
            _write_picture(explorable.figure(theme=theme), path)
            written.append(path)
        explorable.close()
    if not names or "LambdaSlider" in names:
        written += draw_moving_picture(folder, THEMES)
    return written


def _write_picture(figure: Figure, path: Path) -> None:
    """Save a figure with few colours; the same picture always gives the same bytes."""
    from PIL import Image  # comes with Matplotlib; needed only here

    drawn = BytesIO()
    figure.savefig(drawn, dpi=DPI, facecolor=figure.get_facecolor())
    whole = Image.open(drawn).convert("RGB")
    few = whole.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)  # a third of the size
    few.save(path, format="PNG", optimize=True)
