"""How far a slider or a stepper has been moved, and which points of a mark that reveals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control, Slider, Stepper, is_list
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Array, Keywords, State

Span = tuple[float, float]


@dataclass(frozen=True)
class Reveal:
    """Which points of a mark are shown: those that a control has passed.

    Attributes
    ----------
    control : Slider or Stepper
        A control that keeps what it has ``visited``.
    at : array_like, shape (n,), optional
        The value of the control that reveals each point, in ascending order. By default, point k belongs to frame k.
    """

    control: Slider | Stepper
    at: Any = None

    @property
    def places(self) -> Array:
        if self.at is not None:
            return np.asarray(self.at, dtype=float)
        control = self.control
        return np.asarray(control.values if isinstance(control, Slider) else np.arange(control.length), dtype=float)


def keepers(controls: Iterable[Control]) -> dict[str, Slider | Stepper]:
    return {each.visited: each for each in controls if isinstance(each, Slider | Stepper) and each.visited}


def check_span(name: str, control: Control, value: Any) -> Span:
    if not is_list(value) or len(value) != 2:
        raise TypeError(must_be(name, f"the lowest and the highest value of {control.name}", value))
    low, high = (control.check(each) for each in value)
    if low > high:
        raise ValueError(must_be(name, f"the lowest and the highest value of {control.name}", value))
    return low, high


def widened(controls: Iterable[Control], state: State) -> Keywords:
    found = {}
    for name, control in keepers(controls).items():
        low, high = state[name]
        now = state[control.name]
        found[name] = (min(low, now), max(high, now))
    return found


def passed(values: Any, reveal: Reveal | None, state: State, *, blend: bool = False, hold: bool = False) -> Array:
    """Return a channel's values at the points that a control has passed, and NaN elsewhere.

    With ``blend``, the points just outside move to the ends of the visited part, so that a line reaches them: to the mean of
    two values or, with ``hold``, to the first of them.
    """
    all_values = np.atleast_1d(np.asarray(values, dtype=float))
    if reveal is None:
        return all_values
    low, high = state[reveal.control.visited]
    places = reveal.places[: len(all_values)]
    ends = np.clip(places, low, high)
    numbers = np.arange(len(places))
    after = np.clip(numbers + np.where(ends > places, 1, -1), 0, len(places) - 1)
    apart = places[after] - places
    with np.errstate(over="ignore"):  # of places that are hardly apart
        share = np.divide(ends - places, apart, out=np.ones_like(places), where=apart != 0)
    found = np.where(ends == places, all_values, np.nan)
    moved = (ends != places) & (share > 0) & (share < 1) & blend
    between = all_values[np.minimum(numbers, after)] if hold else all_values + share * (all_values[after] - all_values)
    return np.where(moved, between, found)
