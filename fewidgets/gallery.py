"""The pictures of the index and the README, drawn from the explorables themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fewidgets
from fewidgets.data import load_boston

THEMES = ("light", "dark")
DPI = 110


def examples() -> dict[str, Callable[[], Any]]:
    """Give, by file name, how each explorable is made and set for its picture; needs no network.

    It is the one that the class gives as its ``example``; those that have none show data that ship with a dependency.
    """
    on_data = {
        "BoostingStepper": lambda kind: kind(load_boston(), round=5),
        "LambdaSlider": lambda kind: kind(load_boston(), reduction="sum", lam=40.0),
    }

    def made(name: str, kind: type) -> Callable[[], Any]:
        return kind.example if name not in on_data else lambda: on_data[name](kind)

    return {file_name(name): made(name, kind) for name, kind in fewidgets.explorables.EXPLORABLES.items()}


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
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, make in examples().items():
        explorable = make()
        for theme in THEMES:
            path = folder / f"{name}{'' if theme == 'light' else '_dark'}.png"
            # No version of Matplotlib in the file: the same picture is the same bytes.
            figure = explorable.figure(theme=theme)
            figure.savefig(path, dpi=DPI, facecolor=figure.get_facecolor(), metadata={"Software": None})
            written.append(path)
        explorable.close()
    return written
