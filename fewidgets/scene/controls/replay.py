"""*Replay* controls, which choose among frames. A control's name is its key in the state and the widget's trait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from numbers import Real
from typing import Any, ClassVar, TypeGuard

import numpy as np

from fewidgets.scene.text.legible import WHOLE, expect, legible, quoted_all
from fewidgets.scene.types import Ends, Located, Names, Position

#: Of a field that a browser with a kernel does not need.
UNSENT = {"sent": False}


@dataclass(frozen=True)
class Control:
    """Base class of all controls.

    Attributes
    ----------
    name : str
        The key in the scene's state, and the name of the widget's trait.
    label : str
        Text beside the control; also its accessible name.
    compute : bool
        Whether moving the control asks the kernel for a new trace.
    idle : bool
        Whether nothing on screen depends on the control now. It is then hidden, unless it chooses a file.
    rare : bool
        Whether the control is seldom needed. It is then folded away under *More*.
    tween : bool
        Whether marks move to their new places at a step. A slider, a number and whatever else is dragged never wait for that.
    carry : "nearest", "initial" or "untouched"
        The value in another scene: the nearest one, the initial one, or the initial one until somebody moves the control.
    """

    name: str
    label: str = field(default="", kw_only=True)
    compute: bool = field(default=False, kw_only=True)
    idle: bool = field(default=False, kw_only=True)
    rare: bool = field(default=False, kw_only=True)
    tween: bool = field(default=True, kw_only=True)
    carry: str = field(default="nearest", kw_only=True, metadata=UNSENT)
    kind: ClassVar[str] = "control"

    @property
    def states(self) -> Sequence[Any]:
        """The state of each frame over this control."""
        raise NotImplementedError

    @property
    def positions(self) -> int:
        """Number of positions: the length of the leading axis of frames over this control."""
        return len(self.states)

    @property
    def initial(self) -> Any:
        return self.states[0]

    @property
    def carried(self) -> Sequence[Any]:
        """Values of a compute control that a page without a kernel carries, the most telling first; none if it is open."""
        return self.states

    def locate(self, state: Any) -> Located:
        """Return the index of the frame at or below ``state``, and the fraction of the way to the next, in [0, 1)."""
        return self.states.index(state), 0.0

    def check(self, state: Any) -> Any:
        """Return ``state`` in its plain type; raise TypeError or ValueError if the control cannot have this state."""
        raise NotImplementedError

    def nearest(self, state: Any) -> Any:
        """Return the allowed state nearest to ``state``; by default, the initial state."""
        try:
            return self.check(state)
        except (TypeError, ValueError):
            return self.initial

    def describe(self, state: Any) -> str:
        """Describe a state in a few characters for a still picture, or return ""."""
        return str(state)


ControlsByName = Mapping[str, Control]


def is_integer(value: Any) -> TypeGuard[int]:
    """Whether a value is an integer; True and False are not."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is a real number, NaN included; True and False are not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)


def check_option(name: str, state: Any, allowed: Names) -> str:
    tries = (state, legible(state)) if isinstance(state, str) else ()
    found = [text for text in tries if text in allowed]
    expect(bool(found), name, f"one of {quoted_all(allowed)}", state)
    return found[0]


def check_number(name: str, state: Any, low: float, high: float, expected: str) -> float:
    expect(is_number(state), name, expected, state, TypeError)
    expect(low <= state <= high, name, expected, state)
    return float(state)


def clipped(state: Any, low: float, high: float) -> Any:
    """Move a number into a range; NaN and anything else stay as they are."""
    return min(max(state, low), high) if is_number(state) and state == state else state


def legible_options(name: str, options: Names) -> Names:
    """Make options legible; raise ValueError if two of them would look the same, or one is too long."""
    if any(len(option) > WHOLE for option in options):
        longest = max(map(len, options))
        raise ValueError(f"The options of {name} must have at most {WHOLE:,} characters each; got one with {longest:,}.")
    shown = [legible(option) for option in options]
    if len(set(shown)) < len(set(options)):
        raise ValueError(f"The options of {name} must differ in characters that can be shown; got {quoted_all(options)}.")
    return options if shown == list(options) else shown


@dataclass(frozen=True)
class Slider(Control):
    """A real number, at a frame or between two frames.

    Attributes
    ----------
    values : array_like, shape (K,)
        The value of each frame, in ascending order, in the control's own unit.
    interpolate : bool
        Whether frames are blended between their values. Otherwise the slider jumps from frame to frame.
    snap : bool
        For a slider that jumps: whether a state between two frames becomes the value of the nearer one.
    scale : "linear", "log" or Frames of these
        Scale of the track. The left end of a log track is ``values[0]``, even if that is 0; the rest starts at ``floor``.
    floor : float, optional
        The smallest value above the left end of a log track.
    stops : array_like, shape (S,)
        Values that PageUp and PageDown jump to, shown as ticks.
    start : float, optional
        The initial value. By default, the lowest value.
    visited : str
        Name of the state that keeps the lowest and the highest value so far; "" keeps nothing.
    """

    values: Any = field(default=(0.0, 1.0))
    interpolate: bool = True
    snap: bool = False
    scale: Any = "linear"
    floor: float | None = None
    stops: Any = ()
    start: float | None = None
    digits: int = 3
    visited: str = ""
    kind = "slider"

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=float)
        if values.ndim != 1 or values.size < 2 or not np.all(np.diff(values) > 0):
            raise ValueError(f"values of slider {self.name!r} must be at least two ascending numbers")
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "stops", np.asarray(self.stops, dtype=float))
        if self.floor is None:
            object.__setattr__(self, "floor", float(values[values > 0][0]) if values[-1] > 0 else 1.0)

    @property
    def ends(self) -> Ends:
        return float(self.values[0]), float(self.values[-1])

    @property
    def states(self) -> Any:
        return self.values

    @property
    def initial(self) -> float:
        return float(self.values[0] if self.start is None else self.start)

    def locate(self, state: float) -> Located:
        value = min(max(float(state), self.values[0]), self.values[-1])
        index = int(np.searchsorted(self.values, value, side="right")) - 1
        if index >= len(self.values) - 1:
            return len(self.values) - 1, 0.0
        fraction = (value - self.values[index]) / (self.values[index + 1] - self.values[index])
        if fraction >= 1:  # the division rounded up, just below the next value
            return index + 1, 0.0
        return (index, fraction) if self.interpolate else (index + round(fraction), 0.0)

    def check(self, state: Any) -> float:
        low, high = self.ends
        value = check_number(self.name, state, low, high, f"a number from {low:g} to {high:g}")
        return float(self.values[self.locate(value)[0]]) if self.snap and not self.interpolate else value

    def nearest(self, state: Any) -> float:
        return self.check(clipped(state, *self.ends))


@dataclass(frozen=True)
class Question:
    """What a stepper asks before it shows the next step.

    Attributes
    ----------
    prompt : str
        The question.
    options : sequence of str
        All possible answers.
    answers : sequence of int, length L - 1
        ``answers[k]`` is the right option for the move from step k to step k + 1.
    switch : str
        Name of the boolean state that turns questions on.
    record : str
        Name of the state with the answers: L - 1 option numbers, -1 for questions not asked yet.
    repeats : bool
        Whether an option that was right at an earlier step is offered again.
    """

    prompt: str
    options: Names
    answers: Sequence[int]
    switch: str = "predict"
    record: str = "answers"
    repeats: bool = False

    def check(self, name: str, state: Any) -> Any:
        """Return the state of the switch or the record in its plain type."""
        if name == self.switch:
            return Toggle(name).check(state)
        expected = f"a list of {len(self.answers)} option numbers, with -1 where not answered"
        expect(is_list(state) and all(map(is_integer, state)), name, expected, state, TypeError)
        known = all(-1 <= each < len(self.options) for each in state)
        expect(known and len(state) == len(self.answers), name, expected, state)
        return [int(each) for each in state]


@dataclass(frozen=True)
class Stepper(Control):
    """Steps 0 … length - 1, with buttons for play, pause, back and reset.

    Attributes
    ----------
    length : int
        Number of steps, including step 0.
    seconds : float
        Duration of a step while playing at speed 1.
    question : Question, optional
        Asked before each step forward, while its switch is on.
    visited : str
        Name of the state that keeps the first and the last step so far; "" keeps nothing.
    restarts : bool
        Whether in another scene all steps up to the present one count as visited, and no others.
    """

    length: int = 1
    label: str = field(default="Step", kw_only=True)
    seconds: float = 1.0
    question: Question | None = None
    visited: str = ""
    restarts: bool = field(default=False, metadata=UNSENT)
    kind = "stepper"

    @property
    def states(self) -> range:
        return range(self.length)

    def __iter__(self) -> Iterator[int]:
        return iter(self.states)

    def locate(self, state: int) -> Located:
        return clipped(int(state), 0, self.length - 1), 0.0

    def check(self, state: Any) -> int:
        expected = f"an integer from 0 to {self.length - 1}"
        expect(is_integer(state), self.name, expected, state, TypeError)
        expect(0 <= state < self.length, self.name, expected, state)
        return int(state)

    def nearest(self, state: Any) -> int:
        near = clipped(state, 0, self.length - 1)
        return self.check(int(near) if is_number(near) and near == near else near)


@dataclass(frozen=True)
class Choice(Control):
    """One of several options, shown as a row of buttons.

    Attributes
    ----------
    options : sequence of str
        The options, as a person reads them.
    start : str, optional
        The initial option. By default, the first one.
    """

    options: Names = ()
    start: str | None = None
    kind = "choice"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", legible_options(self.name, self.options))

    @property
    def states(self) -> Names:
        return list(self.options)

    @property
    def initial(self) -> str:
        return self.options[0] if self.start is None else self.start

    def check(self, state: Any) -> str:
        return check_option(self.name, state, self.options)


@dataclass(frozen=True)
class Toggle(Control):
    """On or off."""

    start: bool = False
    kind = "toggle"

    states = (False, True)

    @property
    def initial(self) -> bool:
        return self.start

    def check(self, state: Any) -> bool:
        expect(isinstance(state, bool | np.bool_), self.name, "True or False", state, TypeError)
        return bool(state)

    def describe(self, state: bool) -> str:
        return "on" if state else "off"


@dataclass(frozen=True)
class Pick(Control):
    """Highlight everything that belongs to one key, in all panels; marks with other keys fade.

    "" means that nothing is picked and has position 0; ``options[i]`` has position i + 1.

    Attributes
    ----------
    options : sequence of str
        The keys.
    follows : str
        Name of a compute control. An option that is chosen there is picked, so that it can be found among the others.
    """

    options: Names = ()
    follows: str = field(default="", metadata=UNSENT)
    kind = "pick"

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", legible_options(self.name, self.options))

    @property
    def states(self) -> Names:
        return ["", *self.options]

    def check(self, state: Any) -> str:
        return check_option(self.name, state, self.states)


@dataclass(frozen=True)
class Block(Control):
    """One block of a grid, as (row, column); picked through a `BlockGrid` in a panel.

    Frames over it have one leading axis: block (r, c) has position ``r * columns + c``, with row 0 at the top.
    """

    rows: int = 1
    columns: int = 1
    start: Position = (0, 0)
    kind = "block"

    @property
    def states(self) -> Sequence[Position]:
        return list(product(range(self.rows), range(self.columns)))

    @property
    def initial(self) -> Position:
        return self.start

    def locate(self, state: Position) -> Located:
        return super().locate(self.nearest(state))

    def check(self, state: Any) -> Position:
        row, column = self.nearest(state)
        expect((row, column) == tuple(state), self.name, self._expected, state)
        return row, column

    def nearest(self, state: Any) -> Position:
        pair = is_list(state) and len(state) == 2 and all(map(is_integer, state))
        expect(pair, self.name, self._expected, state, TypeError)
        return clipped(int(state[0]), 0, self.rows - 1), clipped(int(state[1]), 0, self.columns - 1)

    @property
    def _expected(self) -> str:
        return f"a pair (row, column) from (0, 0) to ({self.rows - 1}, {self.columns - 1})"

    def describe(self, state: Position) -> str:
        return f"row {state[0]}, column {state[1]}"
