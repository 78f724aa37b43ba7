"""Marks: what is drawn in a panel. Every channel is a constant or `Frames`; the documented shapes are those of one frame.

A colour is a name from the palette ("primary", "accent", "positive", "quiet", "ink") or a number in the palette's series.
Numbers beyond the last colour start again with the next dash pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.inputs import Cells
from fewidgets.scene.visited import Reveal


@dataclass(frozen=True)
class Style:
    """One meaning of a bar, a dot, a table cell or a piece of text, with its entry in the legend.

    Attributes
    ----------
    label : str
        Text for the legend and for screen readers; "" leaves the style out of both.
    color : str or int
        Palette name or series number.
    glyph : str
        A sign beside the mark, so that the meaning can be seen without colour.
    look : "", "lit", "struck" or "faint"
        How text looks: plain; highlighted and underlined; struck out; italic with a dotted underline.
    shape : "circle", "square", "triangle" or "diamond", optional
        Shape of a dot. By default, the k-th style has the k-th shape.
    """

    label: str
    color: str | int = "primary"
    glyph: str = ""
    look: str = ""
    shape: str | None = None


@dataclass(frozen=True)
class Mark:
    """Base class of all marks; ``kind`` is the name that the renderers use."""

    kind: ClassVar[str] = "mark"


@dataclass(frozen=True)
class Line(Mark):
    """A line through points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. NaN breaks the line.
    key : str
        The line's name for `Pick`.
    label : str
        Text at the line's first or last point ("start" or "end", see ``label_at``); with ``label_at`` "none", in the legend.
    upto : Control, optional
        Show only the points up to this control's position.
    steps : bool
        Draw as steps that hold each y until the next x.
    reveal : Reveal, optional
        Show only the part that a control has passed.
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
    reveal: Reveal | None = None
    kind: ClassVar[str] = "line"


@dataclass(frozen=True)
class Dots(Mark):
    """Dots at points.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. NaN hides a dot.
    keys, labels : sequence of str, length n
        Name of each dot for `Pick`, and text beside each dot.
    style : int array, shape (n,), with ``styles``
        Meaning of each dot.
    at, upto : Control, optional
        Show only the point at this control's position, or the points up to it.
    size : float
        Diameter in pixels.
    reveal : Reveal, optional
        Show only the points that a control has passed.
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
    reveal: Reveal | None = None
    kind: ClassVar[str] = "dots"


@dataclass(frozen=True)
class Bars(Mark):
    """Horizontal bars, one for each name, with the name on the left and the value on the right.

    For other marks in the same panel, y is the number of a bar from top to bottom. Of more than 24 bars, a panel shows the
    most important ones first, and the others after scrolling or searching.

    Attributes
    ----------
    names : sequence of str, length n
        Name of each bar, from top to bottom.
    values : array, shape (n,)
        Value at the end of each bar, which starts at ``baseline``. NaN leaves a bar out.
    keys : sequence of str, length n
        Name of each bar for `Pick`.
    color : str, int or sequence of int
        One colour for all bars, or one for each bar.
    style : int array, shape (n,), with ``styles``
        Meaning of each bar; overrides ``color``.
    whole : bool or Frames of bool, optional
        Whether values are written as integers. By default, if ``values`` has an integer type.
    importance : array, shape (n,), optional
        Which of more than 24 bars are shown first. By default, the largest distance from the baseline in any frame.
    """

    names: Sequence[str]
    values: Any
    keys: Sequence[str] = ()
    color: Any = "primary"
    style: Any = None
    styles: Sequence[Style] = ()
    baseline: float = 0.0
    whole: Any = None
    importance: Any = None
    kind: ClassVar[str] = "bars"


@dataclass(frozen=True)
class Area(Mark):
    """The band between two lines over the same x, shape (n,) each."""

    x: Any
    low: Any
    high: Any
    color: str | int = "primary"
    label: str = ""
    reveal: Reveal | None = None
    kind: ClassVar[str] = "area"


@dataclass(frozen=True)
class Rule(Mark):
    """Straight lines across the panel, at ``x`` (vertical) or at ``y`` (horizontal): one number, or an array of shape (n,)."""

    x: Any = None
    y: Any = None
    color: str | int = "quiet"
    dash: int = 0
    width: float = 1.5
    label: Any = ""
    reveal: Reveal | None = None
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
    """An image, or a matrix shown as an image: a heat map, a spectrogram, pixels with their numbers.

    Attributes
    ----------
    values : array, shape (H, W) or (H, W, 3)
        Pixels, with row 0 at the top. Without ``limits``, grey values or colours in 0 … 255. With ``limits``, any numbers; NaN
        is transparent.
    extent : (left, right, bottom, top)
        Positions of the edges in data units.
    limits : (low, high), optional
        The numbers that get the first and the last colour.
    colors : "grey", "ramp" or "diverging"
        Black to white; faint to strong; one colour through the background to another colour.
    digits : int, optional
        Write each number into its pixel, with this many decimals.
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
            raise ValueError(f"colors must be 'grey', 'ramp' or 'diverging'; got {self.colors!r}.")
        if self.limits is not None and not self.limits[0] < self.limits[1]:
            raise ValueError(f"limits must be two numbers, the lower one first; got {self.limits!r}.")


@dataclass(frozen=True)
class Path(Mark):
    """A path through the steps of an algorithm, coloured from the first to the last step, with the numbers of the steps.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points in data units. The path ends before the first point that is not finite.
    upto : Control, optional
        Show only the points up to this control's position, and emphasise the last one.
    numbers : bool
        Whether to write the number of each step beside its dot, where there is room.
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
    """Contour lines, with bolder lines for lower levels; `contour_lines` computes them.

    Attributes
    ----------
    x, y : array, shape (n,)
        Points of all lines in data units, level after level, with NaN between two lines.
    sizes : sequence of int
        Number of points of each level, from the lowest level to the highest.
    color : str or int
        Palette name or series number; "ramp" gives each level its own colour.
    label : str
        Text for the legend.
    """

    x: Any
    y: Any
    sizes: Sequence[int]
    color: str | int = "quiet"
    label: str = ""
    kind: ClassVar[str] = "contours"


@dataclass(frozen=True)
class Text(Mark):
    """Text at (x, y) in data units: one text, or n texts at n points; ``anchor`` is "start", "middle" or "end"."""

    x: Any
    y: Any
    text: Any
    color: str | int = "ink"
    anchor: str = "middle"
    reveal: Reveal | None = None
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Table(Mark):
    """A table that fills its panel.

    Attributes
    ----------
    columns : sequence of str
        Headings.
    rows : sequence of sequences, or Frames of such
        Cells, each a text or a number.
    style : int array, shape (number of rows, number of columns), with ``styles``
        Meaning of each cell.
    cells : Cells, optional
        Control that makes the cells of the last columns switches.
    digits : int
        Significant digits of numbers that are not integers.
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
    """Flowing text that fills its panel, in runs with a style each: words highlighted, struck out, or pale.

    Attributes
    ----------
    runs : sequence of (text, style) or (text, style, key), or Frames of such
        Written one after another, with the spaces and line breaks that they contain. ``key`` is the run's name for `Pick`.
    styles : sequence of Style
        The styles; their ``look`` says how the text is shown.
    """

    runs: Any
    styles: Sequence[Style] = (Style(""),)
    kind: ClassVar[str] = "tokens"


#: Largest number of samples of an `AudioPlayer`: they are part of a widget's state and of a saved page.
MOST_SAMPLES = 400_000


@dataclass(frozen=True)
class AudioPlayer(Mark):
    """A sound, with a button in the panel's heading that plays and stops it.

    Attributes
    ----------
    samples : array, shape (n,), or Frames of such
        Floats, clipped to -1 … 1, or int16. They are sent to the browser as int16.
    rate : int
        Samples per second, 3,000 … 96,000.
    label : str
        Name of the sound.
    cursor : bool
        Whether to show the current time in the panel, whose x axis must be in seconds.
    start : float
        Where the sound begins on that axis, in seconds.
    """

    samples: Any
    rate: int
    label: str = "sound"
    cursor: bool = False
    start: float = 0.0
    kind: ClassVar[str] = "audioplayer"

    def __post_init__(self) -> None:
        if not 3_000 <= self.rate <= 96_000:
            raise ValueError(f"rate must be 3,000 to 96,000 samples per second; got {self.rate!r}.")
        frames = self.samples if isinstance(self.samples, Frames) else None
        samples = np.asarray(frames.values if frames else self.samples)
        if samples.size > MOST_SAMPLES:
            raise ValueError(
                f"samples must have at most {MOST_SAMPLES:,} numbers; got {samples.size:,}. Shorten the sound, or lower rate."
            )
        if samples.dtype != np.int16:
            finite = np.nan_to_num(np.asarray(samples, dtype=float))
            samples = np.round(np.clip(finite, -1.0, 1.0) * np.iinfo(np.int16).max).astype(np.int16)
        object.__setattr__(self, "samples", Frames(samples, *frames.controls, hold=True) if frames else samples)
