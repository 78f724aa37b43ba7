"""Panels and their axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Bars, Mark
from fewidgets.scene.marks.base import Side
from fewidgets.scene.template import text_at
from fewidgets.scene.types import State, Tick

LEAST = 1e-300  # least spread of an axis: numbers of ticks in smaller units leave double precision
SAME = 1e-13  # values that differ by a smaller share of their size cannot be told apart on an axis
PADDING = 0.05  # room beyond the outermost values, as a share of the domain
HEIGHT = 260  # pixels of a panel without bars


@dataclass(frozen=True)
class Axis:
    """An axis of a panel.

    Attributes
    ----------
    label : str or Frames of str
        Name of the quantity, with its unit if it has one.
    scale : "linear", "log" or Frames of these
        On a log axis, values below ``floor`` are drawn at its low end.
    domain : (low, high), or Frames of these, optional
        Ends of the axis in data units. By default, a little more than the range of all marks in all frames.
    zero : bool
        Whether the domain must include 0.
    ticks : sequence of (value, text), optional
        Ticks to show instead of computed ones.
    side : "left" or "right"
        Side of a y axis.
    floor : float, optional
        Smallest value of a log axis.
    whole : bool
        Whether to show ticks at integers only.
    """

    label: Any = ""
    scale: Any = "linear"
    domain: Any = None
    zero: bool = False
    ticks: Sequence[Tick] | None = None
    side: str = "left"
    floor: float | None = None
    whole: bool = False


@dataclass(frozen=True)
class Panel:
    """A picture with a title: marks between two axes.

    Attributes
    ----------
    title : str
        What the panel shows; also its accessible name.
    says : str, Frames of str, or Template
        What to see in the panel in the present state, in one line that stands in place of the title; "" shows the title.
    marks : sequence of Mark
        The marks, drawn in this order.
    x, y : Axis or str
        The axes. A string stands for ``Axis(label=...)``.
    row, column, row_span, column_span : int
        Place on the scene's grid; a narrow view has fewer columns, and the main panel comes first there.
    height : int, optional
        Height in pixels. A panel with bars is at least as high as its bars need.
    scrub : Control, optional
        Slider or stepper that follows when a person drags along x in this panel.
    aspect : float, optional
        Length of a unit of y on screen, relative to a unit of x. With 1, circles are round and pixels are square.
    axes : bool
        Whether to show axes, ticks and grid; False for an image.
    main : bool
        Whether this is the panel to look at while a control moves. By default it is the first.
    empty : str, Frames of str, or Template
        What will appear, in states in which there is nothing to see yet; "" in all others.
    legend : bool
        Whether it has a legend; False if its signs say what they mean. Screen readers read the labels of styles anyway.
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
    main: bool = False
    empty: Any = ""
    says: Any = ""
    legend: bool = True

    def __post_init__(self) -> None:
        for side in ("x", "y"):
            if isinstance(getattr(self, side), str):
                object.__setattr__(self, side, Axis(label=getattr(self, side)))

    def axis(self, side: Side) -> Axis:
        """Return the x or the y axis."""
        axis = self.x if side == "x" else self.y
        return Axis(label=axis) if isinstance(axis, str) else axis

    def nothing(self, state: State) -> str:
        """Return what will appear, if there is nothing to see in a state; else ""."""
        return text_at(self.empty, state)

    def heading(self, state: State) -> str:
        """Return what stands over the panel in a state."""
        return text_at(self.says, state) or self.title

    @property
    def last_row(self) -> int:
        return self.row + self.row_span - 1

    @property
    def end_column(self) -> int:
        return self.column + self.column_span

    @property
    def bars(self) -> Bars | None:
        """The panel's bars, whose names replace the ticks of the y axis."""
        return next((mark for mark in self.marks if isinstance(mark, Bars)), None)

    @property
    def pixel_height(self) -> int:
        """Height in pixels, large enough for a finger to touch each bar or cell."""
        return max(self.height or 0, *(mark.least_height for mark in self.marks), 0) or HEIGHT

    @property
    def filling(self) -> Mark | None:
        """The table or the text that fills the panel, if there is one."""
        return next((mark for mark in self.marks if mark.fills), None)

    def domain(self, side: Side) -> Any:
        """Compute the domain of an axis: one pair (low, high), or Frames of pairs."""
        axis = self.axis(side)
        if isinstance(axis.domain, Frames):
            return axis.domain
        if axis.domain is not None:
            return float(axis.domain[0]), float(axis.domain[1])
        if side == "y" and self.bars:
            return len(self.bars.names) - 0.5, -0.5
        values = [np.ravel(np.asarray(part, dtype=float)) for mark in self.marks for part in mark.values_along(side)]
        finite = np.concatenate(values) if values else np.array([0.0, 1.0])
        finite = finite[np.isfinite(finite)]
        if finite.size == 0:
            return 0.0, 1.0
        low, high = float(finite.min()), float(finite.max())
        if all(mark.snug for mark in self.marks if mark.values_along(side)):
            return low, high
        grounded = axis.zero or (self.bars is not None and side == "x")
        if grounded:
            low, high = min(low, 0.0), max(high, 0.0)
        if high - low <= SAME * max(abs(low), abs(high)) + LEAST:
            half = max(0.5, SAME * max(abs(low), abs(high)))
            low, high = (low + high) / 2 - half, (low + high) / 2 + half
        pad = PADDING * (high - low)
        return (low if grounded and low == 0 else low - pad), (high if grounded and high == 0 else high + pad)
