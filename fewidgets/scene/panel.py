"""Panels and their axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fewidgets.scene.controls import Control, Slider, Stepper
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Area, Arrow, Bars, Contours, Dots, Image, Line, Mark, Path, Rule, Table, Text, Tokens
from fewidgets.scene.touch import BlockGrid, Canvas, Handle


@dataclass(frozen=True)
class Axis:
    """One axis of a panel.

    Attributes
    ----------
    label : str
        With its unit where there is one.
    scale : "linear", "log" or Frames of these
        On a log axis, values below ``floor`` lie on its low edge.
    domain : (low, high), or Frames of these, optional
        Data units; by default all frames of all marks, a little widened, so that a picture never rescales while it moves.
    zero : bool
        Whether 0 must be in the domain.
    ticks : sequence of (value, text), optional
        Instead of computed ticks.
    side : "left" or "right"
        For y axes.
    floor : float, optional
        Smallest value of a log axis.
    whole : bool
        Ticks at whole numbers only.
    """

    label: str = ""
    scale: Any = "linear"
    domain: Any = None
    zero: bool = False
    ticks: Sequence[tuple[float, str]] | None = None
    side: str = "left"
    floor: float | None = None
    whole: bool = False


@dataclass(frozen=True)
class Panel:
    """A titled picture: marks between two axes.

    Attributes
    ----------
    title : str
        Says what is seen; also the accessible name.
    marks : sequence of Mark
        Painted in this order.
    x, y : Axis or str
        A text stands for ``Axis(label=text)``.
    row, column, row_span, column_span : int
        Place on the scene's grid. In a narrow place all panels stand below one another, in the order of the list.
    height : int, optional
        Pixels; by default from the number of bars.
    scrub : Control, optional
        Dragging along x in this panel moves this slider or stepper.
    aspect : float, optional
        How long a unit of y is, measured in units of x, on screen: 1 keeps circles round and pixels square. The plot is then
        as large as the panel's width and ``height`` allow.
    axes : bool
        False leaves out axes, ticks and grid, as for an image.
    """

    title: str
    marks: Sequence[Mark]
    x: Axis | str = field(default_factory=Axis)
    y: Axis | str = field(default_factory=Axis)
    row: int = 0
    column: int = 0
    row_span: int = 1
    column_span: int = 1
    height: int | None = None
    scrub: Control | None = None
    aspect: float | None = None
    axes: bool = True

    def __post_init__(self) -> None:
        for side in ("x", "y"):
            if isinstance(getattr(self, side), str):
                object.__setattr__(self, side, Axis(label=getattr(self, side)))

    @property
    def bars(self) -> Bars | None:
        """The panel's bars, which make its y axis a list of names."""
        return next((mark for mark in self.marks if isinstance(mark, Bars)), None)

    @property
    def pixel_height(self) -> int:
        """Height in pixels, as given or from the number of bars."""
        if self.height is not None:
            return self.height
        return 64 + 19 * len(self.bars.names) if self.bars else 260

    @property
    def filling(self) -> Mark | None:
        """The table or the text that fills the panel, instead of a plot with axes."""
        return next((mark for mark in self.marks if isinstance(mark, Table | Tokens)), None)

    def domain(self, side: str) -> Any:
        """Give the extent of axis ``side`` ("x" or "y") in data units: a pair (over all frames), or Frames of pairs."""
        axis: Axis = getattr(self, side)
        if isinstance(axis.domain, Frames):
            return axis.domain
        if axis.domain is not None:
            return float(axis.domain[0]), float(axis.domain[1])
        seen = [np.ravel(values) for mark in self.marks for values in _channels(mark, side)]
        finite = np.concatenate([np.asarray(values, dtype=float) for values in seen]) if seen else np.array([0.0, 1.0])
        finite = finite[np.isfinite(finite)]
        if finite.size == 0:
            return 0.0, 1.0
        low, high = float(finite.min()), float(finite.max())
        if all(isinstance(mark, Image | Canvas | BlockGrid) for mark in self.marks if _channels(mark, side)):
            return low, high
        grounded = axis.zero or (self.bars is not None and side == "x")
        if grounded:
            low, high = min(low, 0.0), max(high, 0.0)
        if low == high:
            low, high = low - 0.5, high + 0.5
        pad = 0.05 * (high - low)
        return (low if grounded and low == 0 else low - pad), (high if grounded and high == 0 else high + pad)


def _channels(mark: Mark, side: str) -> list[Any]:
    """List all values a mark may take along an axis."""
    names: dict[type, dict[str, tuple[str, ...]]] = {
        Line: {"x": ("x",), "y": ("y",)},
        Dots: {"x": ("x",), "y": ("y",)},
        Text: {"x": ("x",), "y": ("y",)},
        Rule: {"x": ("x",), "y": ("y",)},
        Area: {"x": ("x",), "y": ("low", "high")},
        Arrow: {"x": ("x0", "x1"), "y": ("y0", "y1")},
        Path: {"x": ("x",), "y": ("y",)},
        Contours: {"x": ("x",), "y": ("y",)},
        Bars: {"x": ("values",), "y": ()},
    }
    if isinstance(mark, Image | Canvas | BlockGrid):
        return [mark.extent[:2] if side == "x" else mark.extent[2:]]
    if isinstance(mark, Handle):
        return [getattr(mark.point, side)]
    found = []
    for name in names.get(type(mark), {}).get(side, ()):
        channel = getattr(mark, name)
        if isinstance(channel, Frames):
            found.append(channel.every())
        elif isinstance(channel, Slider):
            found.append(channel.values)
        elif isinstance(channel, Stepper):
            found.append(np.array([0, channel.length - 1]))
        elif channel is not None:
            found.append(np.asarray(channel))
    return found
