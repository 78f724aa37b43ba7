"""The pictures of the index and the README, drawn from the explorables themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import fewidgets

THEMES = ("light", "dark")
DPI, COLORS = 110, 256


def examples() -> dict[str, Callable[[], Any]]:
    """Give, by file name, how each explorable is made and set for its picture; needs no network.

    It is the one that the class gives as its ``example``.
    """
    return {file_name(name): kind.example for name, kind in fewidgets.explorables.EXPLORABLES.items()}


def file_name(name: str) -> str:
    """Give the file name of a class: ``BoostingStepper`` is in ``boosting_stepper``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def draw_gallery(folder: str | Path) -> list[Path]:
    """Draw each explorable, light and dark, as ``NAME.png`` and ``NAME_dark.png``.

    Parameters
    ----------
    folder : path
        Made if it is not there.

    Returns
    -------
    list of Path
        The pictures written.
    """
    from PIL import Image  # it comes with Matplotlib, and is not needed before

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, make in examples().items():
        explorable = make()
        for theme in THEMES:
            path = folder / f"{name}{'' if theme == 'light' else '_dark'}.png"
            figure = explorable.figure(theme=theme)
            drawn = BytesIO()
            figure.savefig(drawn, dpi=DPI, facecolor=figure.get_facecolor())
            # A palette spares two thirds; and no version of Matplotlib is in the file: the same picture is the same bytes.
            whole = Image.open(drawn).convert("RGB")
            few = whole.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            few.save(path, format="PNG", optimize=True)
            written.append(path)
        explorable.close()
    return written
