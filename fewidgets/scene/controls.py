"""Controls: what a person moves. Each has a name, by which the state, the widget's trait and the frames know it.

These are *replay* controls: they only pick among frames that are already there, so they answer without a kernel. With
``compute=True`` each becomes a *compute* control, like those in `fewidgets.scene.inputs`: moving it asks the kernel for a new
trace, and no frames are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.legible import WHOLE, legible, legible_parts, quoted, quoted_all


@dataclass(frozen=True)
class Control:
    """What all controls share.

    Attributes
    ----------
    name : str
        The key in the scene's state, and the trait of the widget.
    label : str
        What a person reads, and the accessible name.
    compute : bool
        Whether moving it asks the kernel for a new trace. While no kernel is there it is shown disabled, with the reason.
    idle : bool
        Whether nothing that is shown now depends on it, such as which of some pictures while a drawing is shown: a still
        picture does not tell its state.
    """

    name: str
    label: str = field(default="", kw_only=True)
    compute: bool = field(default=False, kw_only=True)
    idle: bool = field(default=False, kw_only=True)
    kind: ClassVar[str] = "control"
    #: The attributes whose text a person reads, apart from options, which are checked when they are given.
    shown: ClassVar[tuple[str, ...]] = ("label",)
    text_fields: ClassVar[tuple[str, ...]] = ()

    @property
    def positions(self) -> int:
        """Number of positions, the length of the leading axis of frames over this control."""
        raise NotImplementedError

    @property
    def initial(self) -> Any:
        """The state before anybody moved anything."""
        raise NotImplementedError

    def locate(self, state: Any) -> tuple[int, float]:
        """Give the frame at or below ``state`` and how far it is on the way to the next, in [0, 1)."""
        raise NotImplementedError

    def check(self, state: Any) -> Any:
        """Return ``state`` in its plain type, or raise TypeError or ValueError saying what is wanted."""
        raise NotImplementedError

    def nearest(self, state: Any) -> Any:
        """Give the state that comes nearest to ``state``: itself if it can be, else by default the initial one."""
        try:
            return self.check(state)
        except (TypeError, ValueError):
            return self.initial

    def told(self, state: Any) -> str:
        """Say a state in a few characters, for a still picture; "" where that says nothing."""
        return str(state)


def check_option(name: str, state: Any, allowed: Sequence[str]) -> str:
    """Return the option that a text stands for, or raise ValueError naming the options."""
    if isinstance(state, str):
        for text in (state, legible(state)):
            if text in allowed:
                return text
    raise ValueError(f"{name} is {quoted(state)}, but wants one of {quoted_all(allowed)}")


def legible_options(name: str, options: Sequence[str]) -> Sequence[str]:
    """Make options legible; ValueError if two would look the same, or one is too long to be shown."""
    if any(len(option) > WHOLE for option in options):
        longest = max(map(len, options))
        raise ValueError(f"The options of {name} must have at most {WHOLE:,} characters each; got one with {longest:,}.")
    shown = legible_parts(options)
    if shown is not options and len(set(shown)) < len(set(options)):
        raise ValueError(f"The options of {name} must differ in characters that can be shown; got {quoted_all(options)}.")
    return shown


@dataclass(frozen=True)
class Slider(Control):
    """A real value, among or between frames.

    Attributes
    ----------
    values : array_like, shape (K,)
        The value of each frame, ascending, in the control's own unit.
    interpolate : bool
        Whether frames are blended between their values; otherwise the slider moves from frame to frame.
    scale : "linear", "log" or Frames of these
        How the track is divided. On a log track the left end is ``values[0]``, also when that is 0; the rest is logarithmic
        from ``floor`` on.
    floor : float, optional
        The smallest value a log track shows apart from its left end.
    stops : array_like, shape (S,)
        Values worth stopping at (PageUp and PageDown, and ticks on the track).
    start : float, optional
        The initial value; the lowest if not given.
    """

    values: Any = field(default=(0.0, 1.0))
    interpolate: bool = True
    scale: Any = "linear"
    floor: float | None = None
    stops: Any = ()
    start: float | None = None
    digits: int = 3
    kind: ClassVar[str] = "slider"

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=float)
        if values.ndim != 1 or values.size < 2 or not np.all(np.diff(values) > 0):
            raise ValueError(f"values of slider {self.name!r} must be at least two ascending numbers")
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "stops", np.asarray(self.stops, dtype=float))
        if self.floor is None:
            object.__setattr__(self, "floor", float(values[values > 0][0]) if values[-1] > 0 else 1.0)

    @property
    def positions(self) -> int:
        return len(self.values)

    @property
    def initial(self) -> float:
        return float(self.values[0] if self.start is None else self.start)

    def locate(self, state: float) -> tuple[int, float]:
        value = min(max(float(state), self.values[0]), self.values[-1])
        index = int(np.searchsorted(self.values, value, side="right")) - 1
        if index >= len(self.values) - 1:
            return len(self.values) - 1, 0.0
        fraction = (value - self.values[index]) / (self.values[index + 1] - self.values[index])
        if fraction >= 1:  # rounded up, right below the next value
            return index + 1, 0.0
        return (index, fraction) if self.interpolate else (index + round(fraction), 0.0)

    def check(self, state: Any) -> float:
        low, high = float(self.values[0]), float(self.values[-1])
        if isinstance(state, bool) or not isinstance(state, Real):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants a number from {low:g} to {high:g}")
        if not low <= state <= high:
            raise ValueError(f"{self.name} is {quoted(state)}, but wants a number from {low:g} to {high:g}")
        return float(state)

    def nearest(self, state: Any) -> float:
        low, high = float(self.values[0]), float(self.values[-1])
        if isinstance(state, bool) or not isinstance(state, Real) or state != state:
            return self.check(state)
        return float(min(max(state, low), high))


@dataclass(frozen=True)
class Question:
    """What a stepper asks before it shows the next step.

    Attributes
    ----------
    prompt : str
        The question.
    options : sequence of str
        All possible answers; an option that was right at an earlier step is not offered again.
    answers : sequence of int, length L - 1
        ``answers[k]`` is the right option for the move from step k to step k + 1.
    switch : str
        Name of the boolean state that turns asking on.
    record : str
        Name of the state that keeps what was answered: a list of L - 1 option numbers, -1 where not asked yet.
    """

    prompt: str
    options: Sequence[str]
    answers: Sequence[int]
    switch: str = "predict"
    record: str = "answers"

    def check(self, name: str, state: Any) -> Any:
        """Return the switch's or the record's state in its plain type, or raise TypeError or ValueError."""
        if name == self.switch:
            return Toggle(name).check(state)
        wanted = f"but wants a list of {len(self.answers)} numbers of options, -1 where not answered"
        if isinstance(state, str) or not isinstance(state, Sequence | np.ndarray):
            raise TypeError(f"{name} is {quoted(state)}, {wanted}")
        if any(isinstance(each, bool) or not isinstance(each, int | np.integer) for each in state):
            raise TypeError(f"{name} is {quoted(state)}, {wanted}")
        if len(state) != len(self.answers) or any(not -1 <= each < len(self.options) for each in state):
            raise ValueError(f"{name} is {quoted(state)}, {wanted}")
        return [int(each) for each in state]


@dataclass(frozen=True)
class Stepper(Control):
    """Steps 0 … length - 1, with play, pause, back and reset.

    Attributes
    ----------
    length : int
        Number of steps, the first included.
    seconds : float
        Time of a step while playing at speed 1.
    question : Question, optional
        Asked before each step forward, while its switch is on.
    tween : float
        Seconds in which a picture moves over from one step to the next; 0 jumps. Only numbers that are not held move.
    """

    length: int = 1
    label: str = field(default="Step", kw_only=True)
    seconds: float = 1.0
    question: Question | None = None
    tween: float = 0.0
    kind: ClassVar[str] = "stepper"
    shown: ClassVar[tuple[str, ...]] = ("label", "question")

    @property
    def positions(self) -> int:
        return self.length

    @property
    def initial(self) -> int:
        return 0

    def __iter__(self):
        return iter(range(self.length))

    def locate(self, state: int) -> tuple[int, float]:
        return min(max(int(state), 0), self.length - 1), 0.0

    def check(self, state: Any) -> int:
        if isinstance(state, bool) or not isinstance(state, int | np.integer):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants a whole number from 0 to {self.length - 1}")
        if not 0 <= state < self.length:
            raise ValueError(f"{self.name} is {quoted(state)}, but wants a whole number from 0 to {self.length - 1}")
        return int(state)

    def nearest(self, state: Any) -> int:
        if isinstance(state, bool) or not isinstance(state, Real) or state != state:
            return self.check(state)
        return int(min(max(state, 0), self.length - 1))


@dataclass(frozen=True)
class Choice(Control):
    """One of a few options, shown as buttons side by side, or as a list to choose from where there are many.

    Attributes
    ----------
    options : sequence of str
        What can be chosen, as a person reads it.
    start : str, optional
        The initial option; the first if not given.
    tween : float
        Seconds in which a picture moves over from one option's frame to another's; 0 jumps.
    """

    options: Sequence[str] = ()
    start: str | None = None
    tween: float = 0.0
    kind: ClassVar[str] = "choice"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", legible_options(self.name, self.options))

    @property
    def positions(self) -> int:
        return len(self.options)

    @property
    def initial(self) -> str:
        return self.options[0] if self.start is None else self.start

    def locate(self, state: str) -> tuple[int, float]:
        return list(self.options).index(state), 0.0

    def check(self, state: Any) -> str:
        return check_option(self.name, state, self.options)


@dataclass(frozen=True)
class Toggle(Control):
    """On or off; frames over it have two positions, off first. ``tween`` is as in `Choice`."""

    start: bool = False
    tween: float = 0.0
    kind: ClassVar[str] = "toggle"

    @property
    def positions(self) -> int:
        return 2

    @property
    def initial(self) -> bool:
        return self.start

    def locate(self, state: bool) -> tuple[int, float]:
        return int(bool(state)), 0.0

    def check(self, state: Any) -> bool:
        if not isinstance(state, bool | np.bool_):
            raise TypeError(f"{self.name} is {quoted(state)}, but wants True or False")
        return bool(state)

    def told(self, state: bool) -> str:
        return "on" if state else "off"


@dataclass(frozen=True)
class Pick(Control):
    """Follow one keyed thing through all panels, by pointing at it or by the keyboard.

    Marks whose key is picked are emphasised, all other keyed marks step back. The empty string is "nothing picked" and has
    position 0; ``options[i]`` has position i + 1.
    """

    options: Sequence[str] = ()
    kind: ClassVar[str] = "pick"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", legible_options(self.name, self.options))

    @property
    def positions(self) -> int:
        return len(self.options) + 1

    @property
    def initial(self) -> str:
        return ""

    def locate(self, state: str) -> tuple[int, float]:
        return (list(self.options).index(state) + 1 if state else 0), 0.0

    def check(self, state: Any) -> str:
        return check_option(self.name, state, ("", *self.options))


@dataclass(frozen=True)
class Block(Control):
    """One block of a grid of blocks, as (row, column); picked in a panel through a `BlockGrid`, by mouse or arrow keys.

    Frames over it have one leading axis of length rows × columns: block (r, c) has position ``r * columns + c``.

    Attributes
    ----------
    rows, columns : int
        Size of the grid; row 0 is the top.
    start : (int, int)
        The block picked first.
    """

    rows: int = 1
    columns: int = 1
    start: tuple[int, int] = (0, 0)
    kind: ClassVar[str] = "block"

    @property
    def positions(self) -> int:
        return self.rows * self.columns

    @property
    def initial(self) -> tuple[int, int]:
        return self.start

    def locate(self, state: tuple[int, int]) -> tuple[int, float]:
        row, column = self.nearest(state)
        return row * self.columns + column, 0.0

    def check(self, state: Any) -> tuple[int, int]:
        wanted = f"but wants a pair (row, column) from (0, 0) to ({self.rows - 1}, {self.columns - 1})"
        if isinstance(state, str) or not isinstance(state, Sequence | np.ndarray) or len(state) != 2:
            raise TypeError(f"{self.name} is {quoted(state)}, {wanted}")
        if any(isinstance(part, bool) or not isinstance(part, int | np.integer) for part in state):
            raise TypeError(f"{self.name} is {quoted(state)}, {wanted}")
        if not (0 <= state[0] < self.rows and 0 <= state[1] < self.columns):
            raise ValueError(f"{self.name} is {quoted(state)}, {wanted}")
        return int(state[0]), int(state[1])

    def nearest(self, state: Any) -> tuple[int, int]:
        pair = isinstance(state, Sequence | np.ndarray) and len(state) == 2
        if not pair or any(isinstance(part, bool) or not isinstance(part, int | np.integer) for part in state):
            return self.check(state)
        return min(max(int(state[0]), 0), self.rows - 1), min(max(int(state[1]), 0), self.columns - 1)

    def told(self, state: tuple[int, int]) -> str:
        return f"row {state[0]}, column {state[1]}"
