"""Marks: what is painted in a panel. Every channel is a constant or `Frames`; shapes are per frame.

Colour is a name from the palette ("primary", "accent", "positive", "quiet", "ink") or a whole number, an entry of the
palette's series: numbers beyond its length go round again with the next dash pattern, so colour never speaks alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.inputs import Cells


@dataclass(frozen=True)
class Style:
    """One meaning that a bar, a dot, a table's cell or a piece of text can have, as the legend tells it.

    Attributes
    ----------
    label : str
        For the legend and for screen readers; "" is not told (what is plain needs no legend).
    color : str or int
        Palette name or series number.
    glyph : str
        A sign beside the mark, so that the meaning does not hang on colour.
    look : "", "lit", "struck" or "faint"
        How text looks (`Tokens`, cells of a `Table`): on a tint of the colour and underlined; struck out; pale.
    """

    label: str
    color: str | int = "primary"
    glyph: str = ""
    look: str = ""


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

    What else is in the panel lies at the bars' numbers: y is 0 in the first row; the y axis' domain is (n - 0.5, -0.5).

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
    whole : bool, optional
        Whether values are written as whole numbers; if not given, they are if ``values`` are of an integer type. Frames of
        both kinds are floating point in one array: here frames say which are counts.
    """

    names: Sequence[str]
    values: Any
    keys: Sequence[str] = ()
    color: Any = "primary"
    style: Any = None
    styles: Sequence[Style] = ()
    baseline: float = 0.0
    whole: Any = None
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
    """An image, or a matrix as one: a heat map, a spectrogram, pixels with their numbers.

    Attributes
    ----------
    values : array, shape (H, W) or (H, W, 3)
        Row 0 is the top. Without ``limits``: grey values or colours in 0 … 255. With them: any numbers; NaN is left out.
    extent : (left, right, bottom, top)
        Where its edges lie, in data units.
    limits : (low, high), optional
        Which numbers have the colours' two ends.
    colors : "grey", "ramp" or "diverging"
        From dark to light; from faint to strong; from one colour over the background to another.
    digits : int, optional
        Write each number into its pixel, with so many decimals; for at most a few hundred pixels.
    """

    values: Any
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    label: str = ""
    limits: tuple[float, float] | None = None
    colors: str = "grey"
    digits: int | None = None
    kind: ClassVar[str] = "image"

    def __post_init__(self) -> None:
        if self.colors not in ("grey", "ramp", "diverging"):
            raise ValueError(f"colors is {self.colors!r}, but wants 'grey', 'ramp' or 'diverging'")
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise ValueError(f"limits are {self.limits!r}, but want two numbers, the lower first")


@dataclass(frozen=True)
class Path(Mark):
    """A path drawn in order of its steps: coloured from first to last by the palette's ramp, with the steps' numbers.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units; what follows a point that is not finite is left out.
    upto : Control, optional
        Show only the points up to this control's position, and emphasise the one there.
    numbers : bool
        Write the number of a step beside its dot, wherever there is room.
    size : float
        Diameter of the dots in pixels.
    """

    x: Any
    y: Any
    upto: Control | None = None
    numbers: bool = True
    size: float = 5.0
    kind: ClassVar[str] = "path"


@dataclass(frozen=True)
class Contours(Mark):
    """Level lines, lower levels bolder; `contour_lines` finds them.

    Attributes
    ----------
    x, y : array, shape (n,)
        The points of all lines in data units, one level after the other; NaN between two lines.
    sizes : sequence of int
        Number of points of each level, from the lowest level up.
    color : str or int
        Palette name or series number; "ramp" colours the levels.
    label : str
        For the legend.
    """

    x: Any
    y: Any
    sizes: Sequence[int]
    color: str | int = "quiet"
    label: str = ""
    kind: ClassVar[str] = "contours"


@dataclass(frozen=True)
class Text(Mark):
    """Text at (x, y) in data units: one, or an array of shape (n,) of each; ``anchor`` is "start", "middle" or "end"."""

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
    style : int array, shape (number of rows, number of columns), with ``styles``
        Meaning of each cell.
    cells : Cells, optional
        Makes its last columns switches.
    digits : int
        Significant digits of numbers that are not whole.
    """

    columns: Sequence[str]
    rows: Any
    style: Any = None
    styles: Sequence[Style] = ()
    cells: Cells | None = None
    digits: int = 3
    kind: ClassVar[str] = "table"


@dataclass(frozen=True)
class Tokens(Mark):
    """Flowing text that fills its panel, in runs that each have a meaning: words struck out, cut to stems, lit.

    Attributes
    ----------
    runs : sequence of (text, style) or (text, style, key), or Frames of such
        Written one after the other, as they are: spaces and line breaks belong to a run. ``style`` is a number, an entry of
        ``styles``; ``key`` is what `Pick` knows the run by.
    styles : sequence of Style
        Their ``look`` says how.
    """

    runs: Any
    styles: Sequence[Style] = (Style(""),)
    kind: ClassVar[str] = "tokens"


#: Most samples of a `Sound`: they are part of a widget's state and of a saved page.
MOST_SAMPLES = 400_000


@dataclass(frozen=True)
class Sound(Mark):
    """A sound with a button to play and to stop it, in the heading of its panel. Only one sounds at a time.

    Attributes
    ----------
    samples : array, shape (n,), or Frames of such
        Floats in -1 … 1 (what lies beyond is cut off), or int16. They cross as int16: 2 bytes a sample.
    rate : int
        Samples a second, 3,000 … 96,000.
    label : str
        What is heard; also the button's accessible name: "Play" and the label.
    cursor : bool
        Show in the panel, whose x axis is in seconds, how far it has come.
    """

    samples: Any
    rate: int
    label: str = "sound"
    cursor: bool = False
    kind: ClassVar[str] = "sound"

    def __post_init__(self) -> None:
        if not 3_000 <= self.rate <= 96_000:
            raise ValueError(f"rate is {self.rate!r}, but wants samples a second, 3,000 to 96,000")
        frames = self.samples if isinstance(self.samples, Frames) else None
        samples = np.asarray(frames.values if frames else self.samples)
        if samples.size > MOST_SAMPLES:
            raise ValueError(
                f"samples has {samples.size:,} numbers, but wants at most {MOST_SAMPLES:,}: cut them, or lower rate"
            )
        if samples.dtype != np.int16:
            finite = np.nan_to_num(np.asarray(samples, dtype=float))
            samples = np.round(np.clip(finite, -1.0, 1.0) * np.iinfo(np.int16).max).astype(np.int16)
        object.__setattr__(self, "samples", Frames(samples, *frames.controls, hold=True) if frames else samples)
