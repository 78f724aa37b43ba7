"""Parts of a state as a code holds them: options by their hash, sliders by their places, arrays by what has changed."""

from __future__ import annotations

from typing import Any

import numpy as np

from fewidgets.codes.packing import OPTION, Changes, Chosen, Order, Stop, Writer, deflated, inflated, mark_of
from fewidgets.scene import Choice, Pick, Slider
from fewidgets.scene import Order as OrderControl
from fewidgets.scene.controls import Control

_SHORT = 4  # digits of a number that is written as such and not as a place on its slider


def packed(value: Any, control: Control | None, initial: Any) -> Any:
    """Return a part of the state in the form in which a code holds it.

    Parameters
    ----------
    value : any
        The value, as the control returns it.
    control : Control or None
        Its control, or the one that keeps it as what it has visited.
    initial : any
        The value at the start. Arrays are written as changes of it.
    """
    if isinstance(value, np.ndarray):
        return _array(value, np.asarray(initial))
    if isinstance(control, Slider):
        return tuple(_stop(each, control) for each in value) if isinstance(value, tuple) else _stop(value, control)
    if isinstance(control, Choice | Pick) and value:
        marks = [mark_of(option, OPTION) for option in control.options]
        mark = mark_of(value, OPTION)
        return Chosen(mark) if marks.count(mark) == 1 else value
    if isinstance(control, OrderControl):
        items = list(control.items)
        return Order(tuple(items.index(each) for each in value), mark_of("\n".join(items)))
    return tuple(value) if isinstance(value, list) else value


def unpacked(value: Any, control: Control | None, initial: Any) -> Any:
    """Undo `packed`.

    Raises
    ------
    LookupError
        If the control does not have what the code names. It may have it later, when others are set.
    CodeError
        If the code cannot be read.
    """
    if isinstance(value, tuple) and isinstance(control, Slider):
        return tuple(unpacked(each, control, initial) for each in value)
    if isinstance(initial, np.ndarray):
        return _changed(value, initial)
    if isinstance(value, Chosen):
        found = [option for option in getattr(control, "options", ()) if mark_of(option, OPTION) == value.mark]
        return _only(found)
    if isinstance(value, Stop):
        values = control.values if isinstance(control, Slider) else ()
        return _only([float(values[value.place])] if value.place < len(values) and len(values) % 32 == value.check else [])
    if isinstance(value, Order):
        items = list(control.items) if isinstance(control, OrderControl) else []
        fits = len(items) == len(value.places) and mark_of("\n".join(items)) == value.check
        return tuple(items[place] for place in value.places) if fits else _only([])
    return list(value) if isinstance(value, tuple) and isinstance(initial, list) else value


def _only(found: list[Any]) -> Any:
    if len(found) != 1:
        raise LookupError
    return found[0]


def _stop(value: float, slider: Slider) -> Any:
    """Return a short number as it is, and another one as its place among the values of the slider, if it is one of them."""
    places = np.flatnonzero(np.asarray(slider.values) == value)
    if len(f"{value:.15g}".strip("-0.").replace(".", "")) <= _SHORT or not len(places):
        return float(value)
    return Stop(int(places[0]), len(slider.values) % 32)


def _array(value: np.ndarray, initial: np.ndarray) -> Any:
    """Return in what an array differs from the one at the start: the numbers that are others, or all bytes, compressed."""
    plain, was = np.ascontiguousarray(value), np.ascontiguousarray(initial.astype(value.dtype))
    packed = Changes(deflated((plain.view(np.uint8) ^ was.view(np.uint8)).tobytes()))
    if value.dtype.kind != "f":
        return packed
    moved = np.flatnonzero(plain.ravel() != was.ravel())
    numbers: tuple[Any, ...] = ()
    for before, place in zip([-1, *moved], moved, strict=False):
        numbers += (int(place - before - 1), float(plain.ravel()[place]))
    return min((numbers, packed), key=_length)


def _length(value: Any) -> int:
    writer = Writer()
    writer.value(value)
    return len(writer)


def _changed(value: Any, initial: np.ndarray) -> np.ndarray:
    was = np.ascontiguousarray(initial)
    if isinstance(value, Changes):
        difference = np.frombuffer(inflated(value.content), np.uint8)
        if difference.size != was.nbytes:
            raise LookupError
        return (was.view(np.uint8).ravel() ^ difference).view(was.dtype).reshape(was.shape)
    if not isinstance(value, tuple) or len(value) % 2 or not all(isinstance(each, int | float) for each in value):
        raise LookupError
    places = np.cumsum([int(gap) + 1 for gap in value[::2]], dtype=int) - 1
    if len(places) and not 0 <= places[-1] < was.size:
        raise LookupError
    found = was.ravel().copy()
    found[places] = value[1::2]
    return found.reshape(was.shape)
