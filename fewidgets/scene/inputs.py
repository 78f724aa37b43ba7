"""Inputs: *compute* controls, which ask the kernel for a new trace whenever they change.

What a person types, drops or draws is checked here as well as in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control, is_integer, is_list, is_number, legible_options
from fewidgets.scene.legible import QUOTED, label_of, legible, must_be, quoted, quoted_all
from fewidgets.scene.numbers import format_number, telling_digits

MOST_SENT = 8_000_000  # bytes of a file that a browser sends; JupyterLab's connection closes at 10 MB


@dataclass(frozen=True)
class Input(Control):
    """Base class of all inputs: they compute, and frames cannot depend on them."""

    compute: bool = field(default=True, init=False)

    @property
    def positions(self) -> int:
        raise TypeError(f"There can be no frames over {self.name!r}: it asks the kernel for a new scene instead.")

    def locate(self, state: Any) -> tuple[int, float]:
        return 0, 0.0


def _number(name: str, value: Any, expected: str) -> float:
    if isinstance(value, np.bool_) or not is_number(value):
        raise TypeError(must_be(name, expected, value))
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(must_be(name, expected, value)) from None
    if not isfinite(number):
        raise ValueError(must_be(name, expected, number))
    return number


def as_array(name: str, state: Any, expected: str) -> np.ndarray:
    try:
        return np.asarray(state)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise TypeError(must_be(name, expected, state)) from None


@dataclass(frozen=True)
class Number(Input):
    """A number, set with a slider or typed into the field beside it.

    Attributes
    ----------
    low, high : float
        The smallest and the largest value, in the control's own unit.
    start : float, optional
        The initial value. By default, ``low``.
    scale : "linear" or "log"
        Scale of the track; "log" needs ``low`` > 0.
    whole : bool
        Whether only integers are allowed.
    digits : int
        Significant digits that are shown, and to which values from the slider are rounded.
    """

    low: float = 0.0
    high: float = 1.0
    start: float | None = None
    scale: str = "linear"
    whole: bool = False
    digits: int = 3
    kind: ClassVar[str] = "number"

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"low of number {self.name!r} must be below high; got {self.low} and {self.high}.")
        if self.scale == "log" and not self.low > 0:
            raise ValueError(f"low of number {self.name!r} must be positive on a log scale; got {self.low}.")

    @property
    def initial(self) -> float | int:
        return self.check(self.low if self.start is None else self.start)

    def check(self, state: Any) -> float | int:
        expected = f"{'an integer' if self.whole else 'a number'} from {self.low:g} to {self.high:g}"
        value = _number(self.name, state, expected)
        if self.whole and not value.is_integer():
            raise TypeError(must_be(self.name, expected, state))
        if not self.low <= value <= self.high:
            raise ValueError(must_be(self.name, expected, state))
        return int(value) if self.whole else value

    def nearest(self, state: Any) -> float | int:
        if not is_number(state) or state != state:
            return self.check(state)
        return self.check(min(max(state, self.low), self.high))

    def describe(self, state: float) -> str:
        return format_number(state, self.digits)


@dataclass(frozen=True)
class TextArea(Input):
    """A field to type or paste text into.

    Attributes
    ----------
    start : str, or sequence of str
        The initial text; with ``lines``, the initial list of texts.
    lines : bool
        Whether each line is a separate text. The state is then a tuple of str without empty lines.
    rows : int
        Height of the field in lines of text.
    limit : int
        Largest number of characters.
    """

    start: Any = ""
    lines: bool = False
    rows: int = 5
    limit: int = 1_000_000
    kind: ClassVar[str] = "textarea"

    @property
    def initial(self) -> Any:
        return self.check(self.start)

    def check(self, state: Any) -> Any:
        if not self.lines:
            if not isinstance(state, str):
                raise TypeError(f"{self.name} must be a string; got {type(state).__name__}.")
            self._check_length(len(state))
            return legible(state)
        if not is_list(state):
            raise TypeError(f"{self.name} must be a list of strings; got {type(state).__name__}.")
        for text in state:
            if not isinstance(text, str):
                raise TypeError(f"{self.name} must contain only strings; got {quoted(text)} ({type(text).__name__}).")
        texts = tuple(" ".join(legible(text).split()) for text in state)
        self._check_length(sum(len(text) + 1 for text in texts))
        return tuple(filter(None, texts))

    def _check_length(self, length: int) -> None:
        if length > self.limit:
            raise ValueError(f"{self.name} must have at most {self.limit:,} characters; got {length:,}.")

    def describe(self, state: Any) -> str:
        return ""


@dataclass(frozen=True)
class Button(Input):
    """A button."""

    kind: ClassVar[str] = "button"

    @property
    def initial(self) -> int:
        return 0

    def check(self, state: Any) -> int:
        expected = "an integer of at least 0"
        if not is_integer(state):
            raise TypeError(must_be(self.name, expected, state))
        if state < 0:
            raise ValueError(must_be(self.name, expected, state))
        return int(state)

    def describe(self, state: int) -> str:
        return ""


@dataclass(frozen=True)
class Point(Input):
    """A point (x, y) in data units: a `Handle` in a panel, and two fields to type into.

    Attributes
    ----------
    x, y : (low, high)
        Range of each coordinate.
    start : (float, float), optional
        The initial position. By default, the middle of both ranges.
    axes : (str, str)
        Names of the coordinates beside their fields.
    digits : int
        Significant digits with which the position is written; more of them in a range far from zero.
    """

    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)
    start: tuple[float, float] | None = None
    axes: tuple[str, str] = ("x", "y")
    digits: int = 3
    kind: ClassVar[str] = "point"
    shown: ClassVar[tuple[str, ...]] = ("label", "axes")

    def __post_init__(self) -> None:
        object.__setattr__(self, "digits", max(self.digits, *(telling_digits(*ends) for ends in (self.x, self.y))))

    @property
    def initial(self) -> tuple[float, float]:
        middle = (self.x[0] + self.x[1]) / 2, (self.y[0] + self.y[1]) / 2
        return self.check(middle if self.start is None else self.start)

    def check(self, state: Any) -> tuple[float, float]:
        expected = f"a pair (x, y) from ({self.x[0]:g}, {self.y[0]:g}) to ({self.x[1]:g}, {self.y[1]:g})"
        if not is_list(state) or len(state) != 2:
            raise TypeError(must_be(self.name, expected, state))
        x, y = (_number(self.name, part, expected) for part in state)
        if not (self.x[0] <= x <= self.x[1] and self.y[0] <= y <= self.y[1]):
            raise ValueError(must_be(self.name, expected, (x, y)))
        return x, y

    def nearest(self, state: Any) -> tuple[float, float]:
        x, y = map(float, state)
        return min(max(x, self.x[0]), self.x[1]), min(max(y, self.y[0]), self.y[1])

    def describe(self, state: tuple[float, float]) -> str:
        return f"({format_number(state[0], self.digits)}, {format_number(state[1], self.digits)})"


@dataclass(frozen=True)
class Drawing(Input):
    """A small greyscale image drawn by hand, through a `Canvas` in a panel.

    Attributes
    ----------
    height, width : int
        Size in pixels.
    start : array, shape (height, width), optional
        The initial image, 0 … 255. By default, an empty sheet.
    paper, ink : int
        Grey values, 0 … 255, of the empty sheet and of the pen.
    pen : float
        Diameter of the pen in pixels.
    """

    height: int = 28
    width: int = 28
    start: Any = None
    paper: int = 0
    ink: int = 255
    pen: float = 2.5
    kind: ClassVar[str] = "drawing"

    @property
    def initial(self) -> np.ndarray:
        blank = np.full((self.height, self.width), self.paper)
        return self.check(blank if self.start is None else self.start)

    def check(self, state: Any) -> np.ndarray:
        expected = f"an array of grey values 0 … 255 with shape ({self.height}, {self.width})"
        pixels = as_array(self.name, state, expected)
        if pixels.dtype.kind not in "buif":
            raise TypeError(f"{self.name} must be {expected}; got dtype {pixels.dtype}.")
        if pixels.shape != (self.height, self.width):
            raise ValueError(f"{self.name} must be {expected}; got shape {pixels.shape}.")
        if not (np.isfinite(pixels).all() and pixels.min() >= 0 and pixels.max() <= 255):
            raise ValueError(f"{self.name} must be {expected}; got values outside 0 … 255.")
        drawn = np.array(pixels, dtype=np.uint8)
        drawn.setflags(write=False)
        return drawn

    def describe(self, state: np.ndarray) -> str:
        return ""


@dataclass(frozen=True)
class Cells(Input):
    """Table cells that can be switched on and off, in the last columns of a `Table` that refers to them (``cells=``).

    Attributes
    ----------
    rows, columns : int
        Size of the part of the table that can be switched.
    start : bool array, shape (rows, columns), optional
        By default, all cells are off.
    on, off : str
        What a screen reader says for each state of a cell, such as "removed" and "present".
    """

    rows: int = 1
    columns: int = 1
    start: Any = None
    on: str = "on"
    off: str = "off"
    kind: ClassVar[str] = "cells"
    shown: ClassVar[tuple[str, ...]] = ("label", "on", "off")

    @property
    def initial(self) -> np.ndarray:
        return self.check(np.zeros((self.rows, self.columns), dtype=bool) if self.start is None else self.start)

    def check(self, state: Any) -> np.ndarray:
        expected = f"an array of True and False with shape ({self.rows}, {self.columns})"
        switched = as_array(self.name, state, expected)
        if switched.dtype.kind not in "bui":
            raise TypeError(f"{self.name} must be {expected}; got dtype {switched.dtype}.")
        if switched.shape != (self.rows, self.columns):
            raise ValueError(f"{self.name} must be {expected}; got shape {switched.shape}.")
        if not np.isin(switched, (0, 1)).all():
            raise ValueError(f"{self.name} must be {expected}; got values other than 0 and 1.")
        switched = np.array(switched, dtype=bool)
        switched.setflags(write=False)
        return switched

    def describe(self, state: np.ndarray) -> str:
        return f"{int(state.sum())} of {state.size} {self.on}"


@dataclass(frozen=True)
class Order(Input):
    """Distinct items that can be reordered with buttons. The state is a tuple of all items."""

    items: Sequence[str] = ()
    kind: ClassVar[str] = "order"

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", legible_options(self.name, self.items))

    @property
    def initial(self) -> tuple[str, ...]:
        return tuple(self.items)

    def check(self, state: Any) -> tuple[str, ...]:
        expected = f"all of {quoted_all(self.items)}, in any order"
        if not is_list(state) or not all(isinstance(item, str) for item in state):
            raise TypeError(must_be(self.name, expected, state))
        ordered = tuple(map(legible, state))
        if sorted(ordered) != sorted(self.items):
            raise ValueError(must_be(self.name, expected, state))
        return ordered

    def describe(self, state: tuple[str, ...]) -> str:
        return ", ".join(state)


@dataclass(frozen=True, eq=False)
class Upload:
    """A file that a person chose or dropped.

    Attributes
    ----------
    name : str
        Name of the file, without its folder.
    data : bytes
        Content of the file, or its beginning, or a smaller picture made of it.
    size : int, optional
        Size in bytes of the whole file.
    pixels : (int, int), optional
        Rows and columns of the picture of which ``data`` is a smaller one.
    channels : int, optional
        Number of channels of the sound of which ``data`` is the mean.
    """

    name: str
    data: bytes = field(repr=False)
    size: int | None = field(default=None, repr=False)
    pixels: tuple[int, int] | None = field(default=None, repr=False)
    channels: int | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", label_of(self.name, most=QUOTED))
        if self.size is None:
            object.__setattr__(self, "size", len(self.data))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class File(Input):
    """A file to choose or drop. The state is an `Upload`, or None before there is one.

    Attributes
    ----------
    accept : str
        File extensions or media types, as in HTML (".wav", "image/*").
    limit : int
        Largest size in bytes; larger files are refused.
    beginning : bool
        Whether a browser sends the first 8 MB of a larger file; of a WAV file, the mean of all channels with 16 bits.
    side : int, optional
        Longest side in pixels to which a browser reduces pictures before it sends them.
    """

    accept: str = ""
    limit: int = MOST_SENT
    beginning: bool = False
    side: int | None = None
    most: int = field(default=MOST_SENT, init=False)
    kind: ClassVar[str] = "file"

    @property
    def initial(self) -> None:
        return None

    def check(self, state: Any) -> Upload | None:
        if state is None:
            return None
        if not isinstance(state, Upload):
            raise TypeError(f"{self.name} must be an Upload(name, data) or None; got {type(state).__name__}.")
        if len(state.data) > self.limit:
            raise ValueError(f"{self.name} must have at most {self.limit:,} bytes; {state.name} has {len(state.data):,}.")
        return state

    def describe(self, state: Upload | None) -> str:
        return "" if state is None else state.name
