"""*Compute* controls, which ask the kernel for a new trace whenever they change.

Their values are checked here as well as in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from fewidgets.scene.controls.grids import MOST_INTEGERS, MOST_ORDERED, NUMBERS, PLACES, PRESSES, coarse_to_fine, round_numbers
from fewidgets.scene.controls.replay import (
    UNSENT,
    Control,
    check_number,
    clipped,
    is_integer,
    is_list,
    is_number,
    legible_options,
)
from fewidgets.scene.text.legible import QUOTED, expect, label_of, legible, must_be, quoted, quoted_all
from fewidgets.scene.text.numbers import format_number, telling_digits
from fewidgets.scene.types import Array, Ends, Located, Names, NameTuple, Place, TwoTexts

MOST_SENT = 8_000_000  # bytes of a file that a browser sends; JupyterLab's connection closes at 10 MB


@dataclass(frozen=True)
class Input(Control):
    """Base class of all inputs: they compute, and frames cannot depend on them.

    Attributes
    ----------
    examples : mapping from str to value
        States that a page without a kernel offers in a menu, by the text of each option.
    """

    compute: bool = field(default=True, init=False)
    examples: Mapping[str, Any] = field(default_factory=dict, kw_only=True, metadata=UNSENT)

    @property
    def carried(self) -> Sequence[Any]:
        return ()

    @property
    def positions(self) -> int:
        raise TypeError(f"There can be no frames over {self.name!r}: it asks the kernel for a new scene instead.")

    def locate(self, state: Any) -> Located:
        return 0, 0.0

    def describe(self, state: Any) -> str:
        return ""


def as_array(name: str, state: Any, expected: str) -> Array:
    try:
        return np.asarray(state)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise TypeError(must_be(name, expected, state)) from None


def array_of(name: str, state: Any, what: str, shape: tuple[int, int], kinds: str) -> Array:
    """Return an array of a shape and of some kinds of dtype, or refuse it."""
    expected = f"an array of {what} with shape {shape}"
    given = as_array(name, state, expected)
    if given.dtype.kind not in kinds:
        raise TypeError(f"{name} must be {expected}; got dtype {given.dtype}.")
    if given.shape != shape:
        raise ValueError(f"{name} must be {expected}; got shape {given.shape}.")
    return given


def read_only(values: Array, dtype: Any) -> Array:
    copied = np.array(values, dtype=dtype)
    copied.setflags(write=False)
    return copied


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
    kind = "number"

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"low of number {self.name!r} must be below high; got {self.low} and {self.high}.")
        if self.scale == "log" and not self.low > 0:
            raise ValueError(f"low of number {self.name!r} must be positive on a log scale; got {self.low}.")

    @property
    def initial(self) -> float | int:
        return self.check(self.low if self.start is None else self.start)

    @property
    def carried(self) -> Sequence[float | int]:
        if self.scale == "log":
            return [self.nearest(value) for value in round_numbers(self.low, self.high)]
        count = int(self.high) - int(self.low) + 1 if self.whole else NUMBERS
        places = np.linspace(self.low, self.high, count if count <= MOST_INTEGERS else NUMBERS)
        values = places[coarse_to_fine(len(places))]
        return [self.nearest(round(value) if self.whole else float(f"{value:.{self.digits}g}")) for value in values]

    def check(self, state: Any) -> float | int:
        expected = f"{'an integer' if self.whole else 'a number'} from {self.low:g} to {self.high:g}"
        value = check_number(self.name, state, self.low, self.high, expected)
        expect(value.is_integer() or not self.whole, self.name, expected, state, TypeError)
        return int(value) if self.whole else value

    def nearest(self, state: Any) -> float | int:
        return self.check(clipped(state, self.low, self.high))

    def describe(self, state: float) -> str:
        return format_number(state, self.digits)


@dataclass(frozen=True)
class TextArea(Input):
    """A field to type or paste text into, among the controls or in a panel with `Tokens` of its text.

    Attributes
    ----------
    start : str, or sequence of str
        The initial text; with ``lines``, the initial list of texts.
    lines : bool
        Whether each line is a separate text. The state is then a tuple of str without empty lines.
    rows : int
        Height of the field in lines of text, among the controls.
    limit : int
        Largest number of characters.
    """

    start: Any = ""
    lines: bool = False
    rows: int = 5
    limit: int = 1_000_000
    kind = "textarea"
    later = True

    @property
    def initial(self) -> Any:
        return self.check(self.start)

    def check(self, state: Any) -> Any:
        if not (is_list(state) if self.lines else isinstance(state, str)):
            expected = "a list of strings" if self.lines else "a string"
            raise TypeError(f"{self.name} must be {expected}; got {type(state).__name__}.")
        if isinstance(state, str):
            self._check_length(len(state))
            return legible(state)
        for text in state:
            if not isinstance(text, str):
                raise TypeError(f"{self.name} must contain only strings; got {quoted(text)} ({type(text).__name__}).")
        texts = tuple(" ".join(legible(text).split()) for text in state)
        self._check_length(sum(len(text) + 1 for text in texts))
        return tuple(filter(None, texts))

    def _check_length(self, length: int) -> None:
        if length > self.limit:
            raise ValueError(f"{self.name} must have at most {self.limit:,} characters; got {length:,}.")


@dataclass(frozen=True)
class Button(Input):
    """A button. The state is the number of presses.

    Attributes
    ----------
    repeats : bool
        Whether every press does the same, so that their number does not matter.
    """

    repeats: bool = field(default=False, metadata=UNSENT)
    kind = "button"

    @property
    def carried(self) -> Sequence[int]:
        return range(1, 2 if self.repeats else PRESSES + 1)

    @property
    def initial(self) -> int:
        return 0

    def check(self, state: Any) -> int:
        expected = "an integer of at least 0"
        expect(is_integer(state), self.name, expected, state, TypeError)
        expect(state >= 0, self.name, expected, state)
        return int(state)


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

    x: Ends = (0.0, 1.0)
    y: Ends = (0.0, 1.0)
    start: Place | None = None
    axes: TwoTexts = ("x", "y")
    digits: int = 3
    kind = "point"

    def __post_init__(self) -> None:
        object.__setattr__(self, "digits", max(self.digits, *(telling_digits(*ends) for ends in (self.x, self.y))))

    @property
    def carried(self) -> Sequence[Place]:
        order = coarse_to_fine(PLACES)
        ranks = sorted(((i, j) for i in range(PLACES) for j in range(PLACES)), key=max)
        xs, ys = (np.linspace(*ends, PLACES)[order] for ends in (self.x, self.y))
        rounded = [tuple(float(f"{each:.{self.digits}g}") for each in (xs[i], ys[j])) for i, j in ranks]
        return [self.nearest(place) for place in rounded]

    @property
    def initial(self) -> Place:
        middle = (self.x[0] + self.x[1]) / 2, (self.y[0] + self.y[1]) / 2
        return self.check(middle if self.start is None else self.start)

    def check(self, state: Any) -> Place:
        expected = f"a pair (x, y) from ({self.x[0]:g}, {self.y[0]:g}) to ({self.x[1]:g}, {self.y[1]:g})"
        expect(is_list(state) and len(state) == 2 and all(map(is_number, state)), self.name, expected, state, TypeError)
        x, y = map(float, state)
        expect(self.x[0] <= x <= self.x[1] and self.y[0] <= y <= self.y[1], self.name, expected, (x, y))
        return x, y

    def nearest(self, state: Any) -> Place:
        x, y = map(float, state)
        return clipped(x, *self.x), clipped(y, *self.y)

    def describe(self, state: Place) -> str:
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
    """

    height: int = 28
    width: int = 28
    start: Any = None
    kind = "drawing"

    @property
    def initial(self) -> Array:
        blank = np.zeros((self.height, self.width))
        return self.check(blank if self.start is None else self.start)

    def check(self, state: Any) -> Array:
        pixels = array_of(self.name, state, "grey values 0 … 255", (self.height, self.width), "buif")
        if not (pixels.min() >= 0 and pixels.max() <= 255):  # NaN is not
            raise ValueError(f"{self.name} must be an array of grey values 0 … 255; got values outside this range.")
        return read_only(pixels, np.uint8)


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
    kind = "cells"

    @property
    def initial(self) -> Array:
        return self.check(np.zeros((self.rows, self.columns), dtype=bool) if self.start is None else self.start)

    def check(self, state: Any) -> Array:
        switched = array_of(self.name, state, "True and False", (self.rows, self.columns), "bui")
        if not np.isin(switched, (0, 1)).all():
            raise ValueError(f"{self.name} must be an array of True and False; got values other than 0 and 1.")
        return read_only(switched, bool)

    def describe(self, state: Array) -> str:
        return f"{int(state.sum())} of {state.size} {self.on}"


@dataclass(frozen=True)
class Order(Input):
    """Distinct items that can be reordered with buttons. The state is a tuple of all items."""

    items: Names = ()
    kind = "order"
    later = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", legible_options(self.name, self.items))

    @property
    def carried(self) -> Sequence[NameTuple]:
        return list(permutations(self.items)) if len(self.items) <= MOST_ORDERED else ()

    @property
    def initial(self) -> NameTuple:
        return tuple(self.items)

    def check(self, state: Any) -> NameTuple:
        expected = f"all of {quoted_all(self.items)}, in any order"
        expect(is_list(state) and all(isinstance(item, str) for item in state), self.name, expected, state, TypeError)
        ordered = tuple(map(legible, state))
        expect(sorted(ordered) == sorted(self.items), self.name, expected, state)
        return ordered

    def describe(self, state: NameTuple) -> str:
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
        File extensions or media types, as in HTML (".wav", ``"image/*"``).
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
    kind = "file"
    later = True

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
