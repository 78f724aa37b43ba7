"""Messages between the grader and a student's process: bounded frames of JSON and raw bytes.

A frame is four magic bytes, the length of its JSON, the length of its raw bytes, and both. Nothing is ever unpickled, and no
length, type or name is trusted. ``None``, truth values, texts and integers stand for themselves; everything else is an object
with one key: ``{"f": "0x1p+0"}`` a float, ``{"l": […]}`` a list, ``{"t": […]}`` a tuple, ``{"s": […]}`` a set, ``{"d": [[key,
value], …]}`` a dict, ``{"a": [dtype, shape, start]}`` an array whose bytes begin at ``start``, ``{"e": 1}`` the three dots,
``{"o": "a generator"}`` something that is not plain.
"""

from __future__ import annotations

import json
import math
import struct
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from fewidgets.grading import Json

_HEAD = struct.Struct("!4sIQ")
_MAGIC = b"few1"

#: Bounds of one frame.
MOST_JSON = 8_000_000
MOST_BYTES = 64_000_000
#: Bounds of one value.
MOST_NODES = 200_000
MOST_DEPTH = 20
MOST_DIMENSIONS = 8
#: Most bits of an integer, and most characters of a text that describes what is not plain.
MOST_BITS = 4096
MOST_SAID = 120

#: Kinds of dtypes that travel: truth values, integers, floats and texts.
KINDS = "biufU"


class ProtocolError(Exception):
    """A frame or a value breaks a rule of the protocol."""


@dataclass(frozen=True)
class Opaque:
    """Something that is not a plain value."""

    said: str


def frame(message: Json, raw: bytes = b"") -> bytes:
    text = json.dumps(message).encode("ascii")
    return _HEAD.pack(_MAGIC, len(text), len(raw)) + text + raw


def read_frame(stream: BinaryIO) -> tuple[Json, bytes] | None:
    parts = read_parts(stream)
    return None if parts is None else (parsed(parts[0]), parts[1])


def read_parts(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    """Read the two parts of one frame, without looking into them."""
    head = stream.read(_HEAD.size)
    if not head:
        return None
    if len(head) < _HEAD.size:
        raise ProtocolError("a frame was cut short")
    magic, length, raw_length = _HEAD.unpack(head)
    if magic != _MAGIC or length > MOST_JSON or raw_length > MOST_BYTES:
        raise ProtocolError("a frame has no valid head")
    text, raw = stream.read(length), stream.read(raw_length)
    if len(text) < length or len(raw) < raw_length:
        raise ProtocolError("a frame was cut short")
    return text, raw


def parsed(text: bytes) -> Json:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("a frame holds no JSON") from error
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise ProtocolError("a message has no kind")
    return message


class Reader:
    """Turn the trees of one frame into values, and trust none of them."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._nodes = 0
        self._copied = 0

    def value(self, tree: Any, depth: int = 0) -> Any:
        self._nodes += 1
        if self._nodes > MOST_NODES or depth > MOST_DEPTH:
            raise ProtocolError("a value is too large")
        if tree is None or type(tree) in (bool, str):
            return tree
        if type(tree) is int:
            if tree.bit_length() > MOST_BITS:
                raise ProtocolError("an integer is too long")
            return tree
        if type(tree) is not dict or len(tree) != 1:
            raise ProtocolError("a value has no known form")
        ((kind, content),) = tree.items()
        return self._tagged(kind, content, depth)

    def _tagged(self, kind: str, content: Any, depth: int) -> Any:
        if kind == "f":
            return _float(content)
        if kind == "o":
            return Opaque(said(content if isinstance(content, str) else ""))
        if kind == "e":
            return ...
        if not isinstance(content, list):
            raise ProtocolError("a value has no known form")
        if kind == "a":
            return self._array(content)
        if kind == "d":
            return self._dict(content, depth)
        items = [self.value(each, depth + 1) for each in content]
        if kind == "l":
            return items
        if kind == "t":
            return tuple(items)
        if kind == "s" and all(is_key(each) for each in items):
            return set(items)
        raise ProtocolError("a value has no known form")

    def _dict(self, content: list[Any], depth: int) -> dict[Any, Any]:
        found = {}
        for pair in content:
            if not isinstance(pair, list) or len(pair) != 2:
                raise ProtocolError("a dict has no known form")
            key = self.value(pair[0], depth + 1)
            if not is_key(key):
                raise ProtocolError("a dict has a key of no known form")
            found[key] = self.value(pair[1], depth + 1)
        return found

    def _array(self, content: list[Any]) -> np.ndarray[Any, Any]:
        if len(content) != 3 or type(content[0]) is not str or type(content[2]) is not int:
            raise ProtocolError("an array has no known form")
        name, shape, start = content
        try:
            dtype = np.dtype(name)
        except (TypeError, ValueError, SyntaxError) as error:
            raise ProtocolError("an array has no known dtype") from error
        if dtype.kind not in KINDS or dtype.itemsize == 0 or dtype.hasobject:
            raise ProtocolError("an array has no known dtype")
        if not isinstance(shape, list) or len(shape) > MOST_DIMENSIONS:
            raise ProtocolError("an array has no known shape")
        if not all(type(each) is int and 0 <= each <= MOST_BYTES for each in shape):
            raise ProtocolError("an array has no known shape")
        length = math.prod(shape) * dtype.itemsize
        self._copied += length
        # An array of no elements, or two arrays over the same bytes, must not ask for more than was sent.
        if start < 0 or start + length > len(self._raw) or self._copied > MOST_BYTES:
            raise ProtocolError("an array lies outside its frame")
        flat = np.frombuffer(self._raw, dtype=dtype, count=math.prod(shape), offset=start)
        if dtype.kind == "U" and not _are_characters(flat, dtype):
            raise ProtocolError("a text has no known characters")
        try:
            return flat.reshape(shape).astype(dtype.newbyteorder("="), copy=True)
        except (ValueError, MemoryError, UnicodeError) as error:
            raise ProtocolError("an array has no known shape") from error


def _are_characters(flat: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> bool:
    """Say whether an array of texts holds numbers of characters alone, and no half ones."""
    numbers = flat.view(np.dtype(np.uint32).newbyteorder(dtype.byteorder))
    return bool(((numbers < 0xD800) | ((numbers > 0xDFFF) & (numbers < 0x110000))).all())


def is_key(value: Any) -> bool:
    return type(value) in (bool, int, float, str) or (type(value) is tuple and all(is_key(each) for each in value))


def said(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:MOST_SAID])


def _float(content: Any) -> float:
    if type(content) is not str or len(content) > 40:
        raise ProtocolError("a number has no known form")
    try:
        return float.fromhex(content)
    except (ValueError, OverflowError) as error:
        raise ProtocolError("a number has no known form") from error
