"""Frames, rows to draw and ends of axes for the panels of several explorables."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms._numerics.types import Array, Flags, Indices
from fewidgets.explorables.framework.aliases import Ends
from fewidgets.scene import Control, Frames, Stepper, Style
from fewidgets.scene.types import Keywords


def over(values: Any, *controls: Control | None, hold: bool = False) -> Any:
    """Make frames over controls. If the first control is missing, ``values`` have a single entry for it."""
    there = [control for control in controls if control is not None]
    shown = values if len(there) == len(controls) else values[0]
    return Frames(shown, *there, hold=hold) if there else shown


def xy(points: Any, *controls: Control | None, hold: bool = False) -> tuple[Any, Any]:
    """Make frames of the two coordinates on the last axis of points."""
    points = np.asarray(points)
    return over(points[..., 0], *controls, hold=hold), over(points[..., 1], *controls, hold=hold)


def sample(P: int, most: int, note: str = " ({} of {:,} examples)", *, nearest: bool = False) -> tuple[Indices, str]:
    """Choose evenly spread examples to draw, and say how many there are."""
    places = np.linspace(0, P - 1, min(P, most))
    rows = (places.round() if nearest else places).astype(np.intp)
    return rows, "" if len(rows) == P else note.format(len(rows), P)


def drawn_at_random(P: int, most: int, seed: int = 0) -> Indices:
    """Draw at most so many of P examples; return their numbers in ascending order."""
    return np.arange(P) if most >= P else np.sort(np.random.default_rng(seed).choice(P, most, replace=False))


def first_and_spread(first: Indices, count: int, most: int) -> Indices:
    """Choose at most ``most`` of ``count`` places: the first ones, and others spread evenly."""
    if count <= most:
        return np.arange(count)
    chosen, others = first[:most], np.setdiff1d(np.arange(count), first)
    return np.union1d(chosen, others[np.linspace(0, len(others) - 1, most - len(chosen)).astype(int)])


def held(history: ArrayLike, length: int) -> NDArray[Any]:
    """Repeat the last value of a history up to a length."""
    values = np.asarray(history)
    return values[np.minimum(np.arange(length), len(values) - 1)]


def padded(history: ArrayLike, length: int) -> Array:
    """Continue a history with NaN up to a length."""
    values = np.asarray(history, dtype=float)
    return np.pad(values, [(0, length - len(values))] + [(0, 0)] * (values.ndim - 1), constant_values=np.nan)


def at_start(text: str, control: Stepper) -> Frames:
    """Show a text in step 0 only."""
    return Frames([text] + [""] * (control.length - 1), control)


def widened(values: ArrayLike, share: float) -> Ends:
    """Return the ends of an axis that leaves room on both sides, as a share of the values' range."""
    low, high = float(np.min(values)), float(np.max(values))
    return low - share * (high - low), high + share * (high - low)


def nonzero_at(slider: Control, value: float, weights: Array) -> Flags:
    """Return which weights are not zero at a value of a slider, or at one of its frames beside it."""
    index, fraction = slider.locate(value)
    return (weights[index : index + (2 if fraction else 1)] != 0).any(axis=0)


def all_of(count: int, name: str, color: str | int, shape: str | None = None) -> Keywords:
    """Give the dots of a mark one meaning, which the legend names."""
    return {"style": np.zeros(count, dtype=int), "styles": [Style(name, color, shape=shape)]}
