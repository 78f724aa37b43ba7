"""Encode a scene for the browser: plain values, with arrays as typed buffers."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import File, Input, Upload
from fewidgets.scene.controls.replay import Control, Stepper
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Line, Mark
from fewidgets.scene.marks.base import Side
from fewidgets.scene.page.modules import modules_in
from fewidgets.scene.panel import Panel
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.scene import Readout, Scene
from fewidgets.scene.template import Template
from fewidgets.scene.text.legible import expect, legible, quoted, quoted_all
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import Array, Encoded, NameTuple, State

VERSION = 2
DTYPES = ("uint8", "int8", "int16", "int32", "float32", "float64")  # dtypes that Python and a browser exchange
MOST_AXES = 8  # most axes of an array that a browser sends
FAR = 300  # lengths of an axis that it may lie from zero, so that 32-bit floats are exact to a hundredth of a pixel
SINGLE = 1e-30, 1e30  # what 32-bit floats hold with all their digits, with room for squares of pixels


def encode(scene: Scene) -> Encoded:
    """Encode a scene as nested dicts and lists, in which each array is ``{"dtype", "shape", "data": memoryview}``.

    Numbers take the smallest type that holds them. Coordinates far from zero for the length of their axis, such as Unix
    times, and values of a slider stay 64-bit floats.
    """
    encoded = {
        "version": VERSION,
        "title": legible(scene.title),
        "columns": [float(weight) for weight in scene.column_weights],
        "controls": [_control(control) for control in scene.controls],
        "readouts": [_readout(readout) for readout in scene.readouts],
        "panels": [_panel(panel) for panel in scene.panels],
        "caption": _plain(scene.caption),
        **({"whole": {legible(label): legible(name) for label, name in scene.whole.items()}} if scene.whole else {}),
        **({"paired": True} if scene.paired else {}),
    }
    modules = modules_in(encoded)
    return {**encoded, "modules": modules} if modules else encoded


def encode_array(values: Array, *, exact: bool = False) -> Encoded:
    """Encode an array as dtype, shape and buffer, in the smallest suitable type; ``exact`` keeps 64-bit floats."""
    array = np.ascontiguousarray(values)
    if array.dtype.kind == "b":
        array = array.astype(np.uint8)
    elif array.dtype.kind in "iu":
        low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
        for candidate in (np.uint8, np.int8, np.int16, np.int32):
            if np.iinfo(candidate).min <= low and high <= np.iinfo(candidate).max:
                array = array.astype(candidate)
                break
        else:
            array = array.astype(np.float64)
    elif array.dtype.kind == "f" and not exact:
        largest = np.finfo(np.float32).max  # clip instead of overflowing to infinity; true infinities are kept
        array = np.where(np.isfinite(array), np.clip(array, -largest, largest), array).astype(np.float32)
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("<"))
    return {
        "dtype": array.dtype.name,
        "shape": list(np.shape(values)),
        "data": array.reshape(-1).data.cast("B"),
    }


def encode_state(value: Any) -> Any:
    """Encode one part of the state: an array as a typed buffer, a file by its name and size only."""
    if isinstance(value, np.ndarray):
        return encode_array(value, exact=True)
    if isinstance(value, Upload):
        return {"name": value.name, "size": value.size}
    return list(value) if isinstance(value, tuple) else value


def decode_state(value: Any, buffers: Sequence[Any] = ()) -> Any:
    """Decode one part of the state that a browser sent, with large data in ``buffers``."""
    if not isinstance(value, Mapping) or not ("dtype" in value or "name" in value):
        return value  # the control checks it
    raw = value.get("data")
    if "buffer" in value:
        number = value["buffer"]
        known = type(number) is int and 0 <= number < len(buffers)
        expect(known, "buffer", f"the number of one of {len(buffers)} buffers", number)
        raw = buffers[number]
    expect(raw is None or isinstance(raw, bytes | bytearray | memoryview), "data", "bytes", raw, TypeError)
    if "dtype" in value:
        return _decode_array(value["dtype"], value.get("shape"), raw)
    expect(isinstance(value["name"], str), "The name of the file", "a string", value["name"], TypeError)
    return None if raw is None else _decode_upload(value, bytes(raw))


def _decode_upload(value: State, data: bytes) -> Upload:
    """Decode a file, its beginning, or what a browser made of it."""
    size, pixels, channels = (value.get(part) for part in ("size", "pixels", "channels"))
    if pixels is not None:
        pair = isinstance(pixels, list) and len(pixels) == 2 and all(type(n) is int and 0 < n < 2**31 for n in pixels)
        expect(pair, "pixels", "the rows and columns of a picture", pixels)
        return Upload(value["name"], data, pixels=(pixels[0], pixels[1]))
    if size is not None:
        right = type(size) is int and len(data) <= size < 2**53
        expect(right, "size", f"an integer of at least {len(data):,}, the number of bytes sent", size)
    if channels is not None:
        expect(type(channels) is int and 0 < channels < 2**16, "channels", "an integer between 1 and 65535", channels)
    return Upload(value["name"], data, size, channels=channels)


def _decode_array(dtype: Any, shape: Any, raw: Any) -> Array:
    expect(isinstance(dtype, str) and dtype in DTYPES, "dtype", f"one of {quoted_all(DTYPES)}", dtype)
    right = isinstance(shape, list | tuple) and len(shape) <= MOST_AXES and all(type(n) is int and n >= 0 for n in shape)
    expect(right, "shape", f"a list of at most {MOST_AXES} lengths", shape, TypeError)
    expected, got = math.prod(shape) * np.dtype(dtype).itemsize, 0 if raw is None else memoryview(raw).nbytes
    if expected != got:
        raise ValueError(f"data must have {quoted(expected)} bytes for an array of this shape and dtype; got {got:,}.")
    return np.frombuffer(raw, dtype=dtype).reshape(shape) if got else np.empty(shape, dtype)


def as_json(value: Any) -> Any:
    if isinstance(value, memoryview):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, Mapping):
        return {key: as_json(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_json(part) for part in value]
    return value


def _plain(value: Any) -> Any:
    kind: Any = type(value)
    return _encoder(kind)(value)


@cache
def _encoder(kind: type) -> Callable[[Any], Any]:
    """Find the encoder of a type."""
    for known, encoder in _ENCODERS:
        if issubclass(kind, known):
            return encoder
    return _record if is_dataclass(kind) else lambda value: value


def _frames(frames: Frames, *, exact: bool = False) -> Encoded:
    over = [control.name for control in frames.controls]
    part = _exactly if exact else _plain
    encoded = {"frames": part(frames.values), "over": over, "hold": frames.hold}
    return encoded if frames.between is None else {**encoded, "between": part(frames.between)}


def _exactly(value: Any) -> Any:
    if isinstance(value, Frames):
        return _frames(value, exact=True)
    if isinstance(value, np.ndarray) and value.dtype.kind not in "UO":
        return encode_array(value, exact=True)
    return _plain(value)


def _template(template: Template) -> Encoded:
    named = {name: _field(part, template.digits) for name, part in template.fields.items()}
    return {"template": _plain(template.text), "fields": named, "digits": template.digits}


def _array(array: Array) -> Any:
    return _plain(array.tolist()) if array.dtype.kind in "UO" else encode_array(array)


def _mark(mark: Mark) -> Encoded:
    return _record(mark, **mark.sent())


_ENCODERS: Sequence[tuple[type, Callable[[Any], Any]]] = (
    (str, legible),
    *((kind, lambda value: value) for kind in (int, type(None))),
    (np.generic, lambda value: _plain(value.item())),
    (float, lambda value: value if isfinite(value) else None),
    (np.ndarray, _array),
    (Frames, _frames),
    (Template, _template),
    (Reveal, lambda reveal: {"reveal": reveal.control.name, "at": None if reveal.at is None else _places(reveal)}),
    (Control, lambda control: {"control": control.name, "whole": isinstance(control, Stepper)}),
    (Mark, _mark),
    (Mapping, lambda mapping: {key: _plain(part) for key, part in mapping.items()}),
    (Sequence, lambda parts: [_plain(part) for part in parts]),
)


def _places(reveal: Reveal) -> Encoded:
    """Encode the places of a mark's points; steps, which are integers, take an eighth of the room."""
    places = reveal.places
    whole = isinstance(reveal.control, Stepper) and np.array_equal(places, np.round(places))
    return encode_array(places.astype(int) if whole else places, exact=True)


def _field(value: Any, digits: int) -> Any:
    """Encode the value of a template's field."""
    if isinstance(value, Frames | Control | Template | str):
        return _plain(value)
    return format_number(np.asarray(value).item(), digits)


@cache
def _names(kind: type) -> NameTuple:
    return tuple(entry.name for entry in fields(kind) if entry.metadata.get("sent", True))


def _record(value: Any, **changes: Any) -> Encoded:
    kind: Any = type(value)
    parts = {name: changes.get(name, getattr(value, name)) for name in _names(kind)} | changes
    if hasattr(value, "kind"):
        parts["kind"] = value.kind
    return {name: _plain(part) for name, part in parts.items() if part is not None}


def _control(control: Control) -> Encoded:
    encoded = _record(control)
    encoded.pop("start", None)  # the state is sent separately
    if not control.idle or isinstance(control, File):  # a file can be chosen at any time
        encoded.pop("idle")
    if control.tween:
        del encoded["tween"]
    for name in ("visited", "rare"):
        if not encoded.get(name):
            encoded.pop(name, None)
    encoded["label"] = legible(control.label or control.name)
    for name in ("values", "stops"):
        if name in encoded:
            encoded[name] = encode_array(getattr(control, name), exact=True)
    if isinstance(control, Input):
        return encoded
    return {**encoded, "positions": control.positions, "initial": encode_state(control.initial)}


def _readout(readout: Readout) -> Encoded:
    return {"label": legible(readout.label), "text": _plain(readout.template)}


def _panel(panel: Panel) -> Encoded:
    encoded = _record(panel)
    marks = list(zip(panel.marks, encoded["marks"], strict=True))
    sides: tuple[Side, Side] = ("x", "y")
    for side in sides:
        domain = panel.domain(side)
        encoded[side]["domain"] = _exactly(domain) if isinstance(domain, Frames) else list(domain)
        for mark, part in () if _fits_single(domain) else marks:
            part |= {name: _exactly(getattr(mark, name)) for name in mark.along(side) if name in part}
    for mark, part in marks:
        if "reveal" in part:
            _reveal(mark, part)
    if panel.scrub is not None:
        encoded["scrub"] = panel.scrub.name
    encoded["height"] = panel.pixel_height
    if not panel.main:
        del encoded["main"]
    if panel.legend:
        del encoded["legend"]
    for name in ("empty", "says"):
        if encoded[name] == "":
            del encoded[name]
    return encoded


def _reveal(mark: Mark, part: Encoded) -> None:
    steps = isinstance(mark, Line) and mark.steps
    reveal = part.pop("reveal")
    for name in {*mark.along("x"), *mark.along("y")} & part.keys():
        part[name] = {"of": part[name], **reveal, "blend": mark.blends, "hold": steps and name == "y"}


def _fits_single(domain: Any) -> bool:
    """Say whether rounding to 32-bit floats is far below a pixel on an axis."""
    ends = np.asarray(domain.values if isinstance(domain, Frames) else domain, dtype=float).reshape(-1, 2)
    shortest, farthest = np.min(np.abs(ends[:, 1] - ends[:, 0])), np.max(np.abs(ends))
    low, high = SINGLE
    return bool(shortest * FAR >= farthest and shortest >= low and farthest <= high)
