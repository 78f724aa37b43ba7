"""Photographs that come inside scikit-learn, for edges in natural pictures (chapter 9, Figure 9.8)."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from fewidgets.data.dataset import shown
from fewidgets.data.registry import comes_with

#: What each picture shows and who took it, as the README beside scikit-learn's files states.
PHOTOGRAPHS = {
    "china": ("A pavilion of the Summer Palace in Beijing, with trees and a wall.", "danielbuechele"),
    "flower": ("A dahlia in front of dark leaves, the background out of focus.", "vultilion"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Photograph:
    """A colour picture with its origin; NumPy reads it as the array of its pixels."""

    name: str
    pixels: np.ndarray
    description: str
    source: str
    license: str

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.pixels, dtype=dtype) if copy else np.asarray(self.pixels, dtype=dtype)

    def __repr__(self) -> str:
        height, width = self.pixels.shape[:2]
        return f"Photograph({self.name!r}, {height} × {width} pixels)"


@cache
@comes_with("sklearn")
def load_photograph(name: str = "china") -> Photograph:
    """Load a colour photograph of 427 × 640 pixels (chapter 9, Figure 9.8).

    Parameters
    ----------
    name : {"china", "flower"}
        Buildings and trees with edges everywhere, or one sharp flower before a soft background.

    Returns
    -------
    Photograph
        ``pixels`` (427, 640, 3) uint8.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: Figure 9.8 shows a photograph that is not free; these two are.

    Examples
    --------
    >>> load_photograph()
    Photograph('china', 427 × 640 pixels)
    """
    if name not in PHOTOGRAPHS:
        close = get_close_matches(name, PHOTOGRAPHS, n=1) if isinstance(name, str) else []
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"name must be {' or '.join(map(repr, PHOTOGRAPHS))}; got {shown(name)}{hint}")
    try:
        pixels = import_module("sklearn.datasets").load_sample_image(f"{name}.jpg")
    except ImportError as error:
        raise ImportError(
            "load_photograph() reads a picture from the package scikit-learn, which needs Pillow: "
            f'pip install "fewidgets[lab]" ({error})'
        ) from error
    pixels = np.array(pixels)
    pixels.setflags(write=False)
    shows, author = PHOTOGRAPHS[name]
    return Photograph(
        name=name,
        pixels=pixels,
        description=shows,
        source=f"photograph by {author} on Flickr; copy in scikit-learn",
        license="CC BY 2.0",
    )
