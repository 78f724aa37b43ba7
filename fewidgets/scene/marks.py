"""Marks: what is painted in a panel. Every channel is a constant or `Frames`; shapes are per frame.

Colour is a name from the palette ("primary", "accent", "positive", "quiet", "ink") or a whole number, an entry of the
palette's series: numbers beyond its length go round again with the next dash pattern, so colour never speaks alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fewidgets.scene.controls import Control


@dataclass(frozen=True)
class Style:
    """One meaning a bar or a dot can have, as its legend tells it.

    Attributes
    ----------
    label : str
        For the legend and for screen readers.
    color : str or int
        Palette name or series number.
    glyph : str
        A sign beside the mark, so that the meaning does not hang on colour.
    """

    label: str
    color: str | int = "primary"
    glyph: str = ""


@dataclass(frozen=True)
class Mark:
    """What all marks share: the kind's name, as the renderers know it."""

    kind: ClassVar[str] = "mark"


@dataclass(frozen=True)
class Line(Mark):
    """A line through points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units; NaN breaks the line.
    key : str
        What `Pick` knows it by.
    label : str
        Written at the line's first or last point (``label_at``), moved apart from its neighbours.
    upto : Control, optional
        Show only the points up to this control's position: a trail.
    steps : bool
        Draw as steps, holding each y until the next x.
    """

    x: Any
    y: Any
    color: str | int = "primary"
    dash: int | None = None
    width: float = 2.0
    key: str = ""
    label: str = ""
    label_at: str = "end"
    upto: Control | None = None
    steps: bool = False
    kind: ClassVar[str] = "line"


@dataclass(frozen=True)
class Dots(Mark):
    """Dots at points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units; NaN hides a dot.
    keys, labels : sequence of str, length n
        What `Pick` knows each dot by; what is written beside it.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot.
    at : Control, optional
        Show only the point at this control's position.
    upto : Control, optional
        Show only the points up to this control's position.
    size : float
        Diameter in pixels.
    """

    x: Any
    y: Any
    color: str | int = "primary"
    size: float = 6.0
    keys: Sequence[str] = ()
    labels: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    at: Control | None = None
    upto: Control | None = None
    hollow: bool = False
    kind: ClassVar[str] = "dots"


@dataclass(frozen=True)
class Bars(Mark):
    """Horizontal bars, one a name, with the name on the left and the value told to screen readers and on hover.

    Attributes
    ----------
    names : sequence of str, length n
        Category of each bar, from top to bottom.
    values : array, shape (n,)
        Length of each bar from ``baseline``; NaN leaves a bar out.
    keys : sequence of str, length n
        What `Pick` knows each bar by.
    color : str, int or sequence of int
        One colour, or one a bar.
    style : int array, shape (n,), with ``styles``
        Meaning of each bar; overrides ``color``.
    """

    names: Sequence[str]
    values: Any
    keys: Sequence[str] = ()
    color: Any = "primary"
    style: Any = None
    styles: Sequence[Style] = ()
    baseline: float = 0.0
    kind: ClassVar[str] = "bars"


@dataclass(frozen=True)
class Area(Mark):
    """The band between two lines over the same x, shape (n,) each."""

    x: Any
    low: Any
    high: Any
    color: str | int = "primary"
    label: str = ""
    kind: ClassVar[str] = "area"


@dataclass(frozen=True)
class Rule(Mark):
    """Straight lines across the panel, at ``x`` or at ``y``: one number, or an array of shape (n,)."""

    x: Any = None
    y: Any = None
    color: str | int = "quiet"
    dash: int = 0
    width: float = 1.5
    label: Any = ""
    kind: ClassVar[str] = "rule"


@dataclass(frozen=True)
class Arrow(Mark):
    """Arrows from (x0, y0) to (x1, y1): numbers, or arrays of shape (n,)."""

    x0: Any
    y0: Any
    x1: Any
    y1: Any
    color: str | int = "ink"
    width: float = 1.5
    kind: ClassVar[str] = "arrow"


@dataclass(frozen=True)
class Image(Mark):
    """An image.

    Attributes
    ----------
    values : array, shape (H, W) or (H, W, 3)
        Grey values or colours in 0 … 255 (uint8); row 0 is the top.
    extent : (left, right, bottom, top)
        Where its edges lie, in data units.
    """

    values: Any
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    label: str = ""
    kind: ClassVar[str] = "image"


@dataclass(frozen=True)
class Text(Mark):
    """Text at (x, y) in data units; ``anchor`` is "start", "middle" or "end"."""

    x: Any
    y: Any
    text: Any
    color: str | int = "ink"
    anchor: str = "middle"
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Table(Mark):
    """A table that fills its panel.

    Attributes
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequences, or Frames of such
        Cells: text or numbers.
    """

    columns: Sequence[str]
    rows: Any
    kind: ClassVar[str] = "table"
