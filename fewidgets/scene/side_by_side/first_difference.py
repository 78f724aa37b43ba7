"""Find the first state in which two scenes with the same controls show different things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control, Slider, Stepper
from fewidgets.scene.frames import resolve
from fewidgets.scene.marks import Dots, Mark
from fewidgets.scene.marks.base import lengths_of
from fewidgets.scene.panel import Panel
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.rewrite import controls_in
from fewidgets.scene.template import Template
from fewidgets.scene.types import Array, State

SAME = 1e-6  # of the largest number: what differs by less is a rounding error
_POINTS = ("x", "y", "low", "high", "keys", "labels", "style")


def state_of_first_difference(
    pairs: Sequence[tuple[Panel, Panel]], control: Slider | Stepper, state: State
) -> float | int | None:
    """Return the first value of a control at which two pictures differ; None if they never do."""
    values: Sequence[float | int] = np.asarray(control.states).tolist()
    moving = []
    for one, other in pairs:
        if len(one.marks) == len(other.marks):
            both = zip(one.marks, other.marks, strict=True)
            marks = [pair for pair in both if any(_moves(mark, control) for mark in pair)]
            one, other = (replace(panel, marks=[pair[i] for pair in marks]) for i, panel in enumerate((one, other)))
        moving.append((one, other))

    def part_at(value: float | int, shown: Sequence[tuple[Panel, Panel]]) -> bool:
        return not all(look_the_same(one, other, {**state, control.name: value}) for one, other in shown)

    found = next((value for value in values if part_at(value, moving)), None)
    # What does not depend on the control may show later steps too, such as whole paths. It counts if nothing else differs.
    return values[0] if found is None and part_at(values[0], pairs) else found


def _moves(mark: Mark, control: Control) -> bool:
    """Return whether what a mark shows can depend on a control."""
    return any(each.name == control.name for entry in fields(mark) for each in controls_in(getattr(mark, entry.name)))


def look_the_same(one: Panel, other: Panel, state: State) -> bool:
    """Return whether two panels show the same marks in a state."""
    if one.nothing(state) and other.nothing(state):
        return one.nothing(state) == other.nothing(state)
    return len(one.marks) == len(other.marks) and all(
        _marks_look_the_same(left, right, state) for left, right in zip(one.marks, other.marks, strict=True)
    )


def _marks_look_the_same(one: Mark, other: Mark, state: State) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, Dots) and isinstance(other, Dots) and _samples(one, other):
        return True
    return all(
        _equal(_seen(one, entry.name, state), _seen(other, entry.name, state))
        for entry in fields(one)
        if entry.name not in ("at", "upto", "reveal", "importance")
    )


def _samples(one: Dots, other: Dots) -> bool:
    """Whether these are clouds of nameless dots of different sizes: samples of examples, which cannot be compared."""
    clouds = not (len(one.keys) or len(other.keys) or one.at or other.at or one.upto or other.upto)
    return clouds and lengths_of(one.x) != lengths_of(other.x)


def _seen(mark: Any, name: str, state: State) -> Any:
    """Return what a mark's channel shows in a state: points beyond its control's position are not seen."""
    value = resolve(getattr(mark, name), state)
    if isinstance(value, Template):
        return value.at(state)
    if name not in _POINTS or np.ndim(value) == 0 or not len(value):
        return value
    at, upto = getattr(mark, "at", None), getattr(mark, "upto", None)
    if at is not None:
        return value[at.locate(state[at.name])[0]]
    if upto is not None:
        return value[: upto.locate(state[upto.name])[0] + 1]
    reveal = getattr(mark, "reveal", None)
    if isinstance(reveal, Reveal):
        inside = reveal.places[: len(value)] <= state[reveal.control.name]
        return [part for part, seen in zip(value, inside, strict=False) if seen]
    return value


def _equal(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, Control) or isinstance(other, Control):
        return isinstance(one, Control) and isinstance(other, Control) and one.name == other.name
    left, right = _numbers(one), _numbers(other)
    if left is not None and right is not None:
        finite = np.abs(left[np.isfinite(left)])
        return left.shape == right.shape and bool(
            np.isclose(left, right, rtol=SAME, atol=SAME * float(finite.max(initial=0.0)), equal_nan=True).all()
        )
    try:
        return bool(np.array_equal(np.asarray(one, dtype=object), np.asarray(other, dtype=object)))
    except ValueError:  # rows of different lengths
        return bool(one == other)


def _numbers(value: Any) -> Array | None:
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array.astype(float) if array.dtype.kind in "biuf" else None
