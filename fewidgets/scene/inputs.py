"""Inputs: *compute* controls, whose every move asks the kernel for a new trace.

A widget sends their newest value as soon as the answer to the one before is in; nothing is queued, and an old answer never
overwrites a newer picture. While no kernel is there, they are shown disabled, with the reason. Values that a person can type,
drop or draw are checked here as well as in the browser: a widget shows the message of a refusal, and keeps its last picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.controls import Control, legible_options
from fewidgets.scene.legible import QUOTED, label_of, legible, quoted, quoted_all
from fewidgets.scene.numbers import format_number


@dataclass(frozen=True)
class Input(Control):
    """What all inputs share: they compute, and have no positions that frames could lie over."""

    compute: bool = field(default=True, init=False)

    @property
    def positions(self) -> int:
        raise TypeError(f"{self.name!r} computes: there are no frames over it, the kernel makes a new scene instead")

    def locate(self, state: Any) -> tuple[int, float]:
        return 0, 0.0


def _number(name: str, value: Any, wanted: str) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise TypeError(f"{name} is {quoted(value)}, but wants {wanted}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} is {quoted(value)}, but wants {wanted}") from None
    if not isfinite(number):
        raise ValueError(f"{name} is {number!r}, but wants {wanted}")
    return number


def _as_array(name: str, state: Any, wanted: str) -> np.ndarray:
    try:
        return np.asarray(state)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise TypeError(f"{name} is {quoted(state)}, but wants {wanted}") from None


@dataclass(frozen=True)
class Number(Input):
    """A number, set by a slider or typed into the field beside it.

    Attributes
    ----------
    low, high : float
        The least and the greatest value, in the control's own unit.
    start : float, optional
        The initial value; ``low`` if not given.
    scale : "linear" or "log"
        How the track is divided; "log" wants ``low`` > 0.
    whole : bool
        Whole numbers only; the state is an int.
    digits : int
        Significant digits that are shown, and kept of what a slider gives.
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
            raise ValueError(f"number {self.name!r} goes from {self.low} to {self.high}, but wants low < high")
        if self.scale == "log" and not self.low > 0:
            raise ValueError(f"number {self.name!r} is on a log scale, but its low end is {self.low}")

    @property
    def initial(self) -> float | int:
        return self.check(self.low if self.start is None else self.start)

    def check(self, state: Any) -> float | int:
        wanted = f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"
        value = _number(self.name, state, wanted)
        if self.whole and not value.is_integer():
            raise TypeError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        if not self.low <= value <= self.high:
            raise ValueError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        return int(value) if self.whole else value

    def nearest(self, state: Any) -> float | int:
        if isinstance(state, bool) or not isinstance(state, Real) or state != state:
            return self.check(state)
        return self.check(min(max(state, self.low), self.high))

    def told(self, state: float) -> str:
        return format_number(state, self.digits)


@dataclass(frozen=True)
class TextArea(Input):
    """A text to type or paste.

    Attributes
    ----------
    start : str, or sequence of str
        The initial text; with ``lines`` the initial texts.
    lines : bool
        Each line is a text of its own: the state is a tuple of str, empty lines left out.
    rows : int
        Height of the field, in lines of text.
    limit : int
        Most characters that are taken; more are refused before they are sent.
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
                raise TypeError(f"{self.name} is a {type(state).__name__}, but wants a text")
            self._measure(len(state))
            return legible(state)
        if isinstance(state, str) or not isinstance(state, Sequence | np.ndarray):
            raise TypeError(f"{self.name} is a {type(state).__name__}, but wants a list of texts")
        for text in state:
            if not isinstance(text, str):
                raise TypeError(f"{self.name} holds {quoted(text)} ({type(text).__name__}), but wants texts")
        texts = tuple(" ".join(legible(text).split()) for text in state)
        self._measure(sum(len(text) + 1 for text in texts))
        return tuple(filter(None, texts))

    def _measure(self, length: int) -> None:
        if length > self.limit:
            raise ValueError(f"{self.name} has {length:,} characters, but wants at most {self.limit:,}")

    def told(self, state: Any) -> str:
        return ""


@dataclass(frozen=True)
class Button(Input):
    """A button; the state counts how often it was pressed, so it serves as a seed ("draw new data")."""

    kind: ClassVar[str] = "button"

    @property
    def initial(self) -> int:
        return 0

    def check(self, state: Any) -> int:
        if isinstance(state, bool) or not isinstance(state, int | np.integer):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants a whole number, 0 or more")
        if state < 0:
            raise ValueError(f"{self.name} is {quoted(state)}, but wants a whole number, 0 or more")
        return int(state)

    def told(self, state: int) -> str:
        return ""


@dataclass(frozen=True)
class Point(Input):
    """A point (x, y) in data units, dragged in a panel through a `Handle`, or moved by arrow keys (Shift: larger steps).

    Attributes
    ----------
    x, y : (low, high)
        Where it may be.
    start : (float, float), optional
        The initial place; the middle if not given.
    digits : int
        Significant digits in which its place is told.
    """

    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)
    start: tuple[float, float] | None = None
    digits: int = 3
    kind: ClassVar[str] = "point"

    @property
    def initial(self) -> tuple[float, float]:
        middle = (self.x[0] + self.x[1]) / 2, (self.y[0] + self.y[1]) / 2
        return self.check(middle if self.start is None else self.start)

    def check(self, state: Any) -> tuple[float, float]:
        wanted = f"a pair (x, y) from ({self.x[0]:g}, {self.y[0]:g}) to ({self.x[1]:g}, {self.y[1]:g})"
        if isinstance(state, str) or not isinstance(state, Sequence | np.ndarray) or len(state) != 2:
            raise TypeError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        x, y = (_number(self.name, part, wanted) for part in state)
        if not (self.x[0] <= x <= self.x[1] and self.y[0] <= y <= self.y[1]):
            raise ValueError(f"{self.name} is {(x, y)!r}, but wants {wanted}")
        return x, y

    def nearest(self, state: Any) -> tuple[float, float]:
        x, y = map(float, state)
        return min(max(x, self.x[0]), self.x[1]), min(max(y, self.y[0]), self.y[1])

    def told(self, state: tuple[float, float]) -> str:
        return f"({format_number(state[0], self.digits)}, {format_number(state[1], self.digits)})"


@dataclass(frozen=True)
class Drawing(Input):
    """A small grey image that is drawn by hand, through a `Canvas` in a panel.

    Attributes
    ----------
    height, width : int
        Pixels.
    start : array, shape (height, width), optional
        The initial image, 0 … 255; paper everywhere if not given.
    paper, ink : int
        Grey values, 0 … 255, of what is empty and of what the pen leaves.
    pen : float
        The pen's diameter in pixels.
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
        wanted = f"grey values 0 … 255 of shape ({self.height}, {self.width})"
        pixels = _as_array(self.name, state, wanted)
        if pixels.dtype.kind not in "buif":
            raise TypeError(f"{self.name} holds {pixels.dtype}, but wants {wanted}")
        if pixels.shape != (self.height, self.width):
            raise ValueError(f"{self.name} has shape {pixels.shape}, but wants {wanted}")
        if not (np.isfinite(pixels).all() and pixels.min() >= 0 and pixels.max() <= 255):
            raise ValueError(f"{self.name} has values beyond 0 … 255, but wants {wanted}")
        drawn = np.array(pixels, dtype=np.uint8)
        drawn.setflags(write=False)
        return drawn

    def told(self, state: np.ndarray) -> str:
        return ""


@dataclass(frozen=True)
class Cells(Input):
    """Cells of a table, each on or off; switched by click or keyboard in a `Table` that names it (``cells=``).

    The state is a boolean array of shape (rows, columns), True where a cell is switched on. Where the table has more columns,
    these are its last ones.

    Attributes
    ----------
    rows, columns : int
        Size of the part of the table that can be switched.
    start : bool array, shape (rows, columns), optional
        All off if not given.
    on, off : str
        What a screen reader says of a cell in either state, such as "removed" and "present".
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
        wanted = f"True or False in shape ({self.rows}, {self.columns})"
        switched = _as_array(self.name, state, wanted)
        if switched.dtype.kind not in "bui":
            raise TypeError(f"{self.name} holds {switched.dtype}, but wants {wanted}")
        if switched.shape != (self.rows, self.columns):
            raise ValueError(f"{self.name} has shape {switched.shape}, but wants {wanted}")
        if not np.isin(switched, (0, 1)).all():
            raise ValueError(f"{self.name} holds other values than 0 and 1, but wants {wanted}")
        switched = np.array(switched, dtype=bool)
        switched.setflags(write=False)
        return switched

    def told(self, state: np.ndarray) -> str:
        return f"{int(state.sum())} of {state.size} {self.on}"


@dataclass(frozen=True)
class Order(Input):
    """Items in an order that can be changed, by dragging them or by buttons; the state is a tuple of all items.

    Attributes
    ----------
    items : sequence of str
        Distinct; their initial order.
    """

    items: Sequence[str] = ()
    kind: ClassVar[str] = "order"

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", legible_options(self.name, self.items))

    @property
    def initial(self) -> tuple[str, ...]:
        return tuple(self.items)

    def check(self, state: Any) -> tuple[str, ...]:
        wanted = f"all of {quoted_all(self.items)}, in any order"
        if isinstance(state, str) or not isinstance(state, Sequence | np.ndarray):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        if not all(isinstance(item, str) for item in state):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        ordered = tuple(map(legible, state))
        if sorted(ordered) != sorted(self.items):
            raise ValueError(f"{self.name} is {quoted(state)}, but wants {wanted}")
        return ordered

    def told(self, state: tuple[str, ...]) -> str:
        return ", ".join(state)


@dataclass(frozen=True, eq=False)
class Upload:
    """A file that a person handed over.

    Attributes
    ----------
    name : str
        The file's name, without its folder.
    data : bytes
        All that is in it.
    """

    name: str
    data: bytes = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", label_of(self.name, most=QUOTED))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class File(Input):
    """A file to choose or to drop; the state is an `Upload`, or None before there is one.

    Attributes
    ----------
    accept : str
        What the file dialog offers: endings or media types, as in HTML (".wav", "image/*").
    limit : int
        Most bytes that are taken; larger files are refused before they are sent. JupyterLab's connection ends at 10 MB.
    """

    accept: str = ""
    limit: int = 8_000_000
    kind: ClassVar[str] = "file"

    @property
    def initial(self) -> None:
        return None

    def check(self, state: Any) -> Upload | None:
        if state is None or isinstance(state, Upload):
            if state is not None and len(state.data) > self.limit:
                raise ValueError(f"{state.name} has {len(state.data):,} bytes, but {self.name} takes at most {self.limit:,}")
            return state
        raise TypeError(f"{self.name} is a {type(state).__name__}, but wants an Upload(name, data), or None")

    def told(self, state: Upload | None) -> str:
        return "" if state is None else state.name
