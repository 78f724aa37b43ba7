"""Make texts safe to show: replace characters that cannot be displayed, shorten long names, and quote values in messages."""

from __future__ import annotations

import copy
import re
import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice
from operator import is_
from typing import Any

import numpy as np

LABEL = 80  # longest name in panels, captions and lists, in characters
WHOLE = 1_000  # longest name shown in full; browsers cut a tooltip at 1,024 characters
QUOTED = 200  # most characters of a wrong value that a message repeats
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_TEXTLESS = frozenset({float, int, bool, type(None), np.float64, np.float32, np.int64, np.bool_})
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85]")
# XML forbids control characters and noncharacters, and UTF-8 forbids lone surrogates. Embeddings, overrides and isolates would
# change the direction of the text around a name.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]")


def legible(text: str) -> str:
    """Replace each character that cannot be shown by U+FFFD, and every kind of line break by a newline."""
    if text.isprintable():
        return text
    return _UNSEEN.sub(REPLACEMENT, _BREAKS.sub("\n", text))


def label_of(name: str, most: int = LABEL) -> str:
    """Shorten a name to one legible line of at most ``most`` characters; a long name keeps its beginning and its end."""
    ends = name if len(name) <= 8 * most else f"{name[: 4 * most]}…{name[-4 * most :]}"
    line = " ".join(legible(ends).split())
    if len(line) <= most:
        return line
    tail = most // 3
    return f"{line[: most - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    """Give each name a unique label: the name itself if it is short and legible, otherwise a short form."""
    labels = [label_of(name) for name in names]
    taken = {label for name, label in zip(names, labels, strict=True) if name == label}
    count: Counter[str] = Counter()
    for i, (name, label) in enumerate(zip(names, labels, strict=True)):
        if name == label:
            continue
        while labels[i] in taken:
            count[label] += 1
            labels[i] = f"{label} ({count[label] + 1})"
        taken.add(labels[i])
    return tuple(labels)


class _Quoting(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        for kind in ("list", "tuple", "set", "frozenset", "deque", "array"):
            setattr(self, f"max{kind}", QUOTED // 2)
        self.maxstring = self.maxlong = self.maxother = QUOTED

    def repr_int(self, x: int, level: int) -> str:
        digits = int(abs(x).bit_length() * 0.30103) + 1
        return f"an integer of about {digits:,} digits" if digits > QUOTED else repr(x)

    def repr_bytes(self, x: bytes, level: int) -> str:
        return repr(bytes(x[:QUOTED]))

    repr_bytearray = repr_memoryview = repr_bytes

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0:
            return "{...}"
        some = islice(x.items(), QUOTED)
        return f"{{{', '.join(f'{self.repr1(key, level - 1)}: {self.repr1(each, level - 1)}' for key, each in some)}}}"


_QUOTING = _Quoting()


def quoted(value: Any) -> str:
    """Return the repr of a value, cut to 200 characters, for error messages that repeat an argument."""
    text = legible(_QUOTING.repr(value))
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def quoted_all(values: Sequence[Any], most: int = 2 * QUOTED) -> str:
    """List values for a message; a long list is cut, and the number of omitted values is added."""
    listed: list[str] = []
    room = most
    for value in values:
        text = quoted(value)
        room -= len(text) + 2
        if room < 0 and listed:
            return f"{', '.join(listed)}, … ({len(values) - len(listed)} more)"
        listed.append(text)
    return ", ".join(listed)


def must_be(name: str, expected: str, got: Any) -> str:
    """Write the message for a value that is refused: what it must be, and what was passed instead."""
    return f"{name} must be {expected}; got {quoted(got)}."


def legible_parts(value: Any) -> Any:
    """Make all texts in a part of a scene legible; a part that needs no change is returned as the same object."""
    kind: Any = type(value)
    if kind in _TEXTLESS:
        return value
    if kind is str:
        return value if value.isprintable() else legible(value)
    if kind is list or kind is tuple:
        parts = [part if type(part) in _TEXTLESS else legible_parts(part) for part in value]
        return value if all(map(is_, parts, value)) else kind(parts)
    if kind is np.ndarray:
        return _legible_array(value) if value.dtype.kind in "UO" else value
    names = _text_fields(kind)
    if names:
        return legible_fields(value, names)
    if isinstance(value, str):
        return legible(str(value))
    if isinstance(value, Mapping):
        mapped = {key: legible_parts(part) for key, part in value.items()}
        return value if all(mapped[key] is part for key, part in value.items()) else mapped
    return value


def _legible_array(array: np.ndarray) -> np.ndarray:
    parts = array.ravel().tolist()
    fresh = [legible_parts(part) for part in parts]
    if all(map(is_, fresh, parts)):
        return array
    changed = np.empty(array.size, dtype=object)
    changed[:] = fresh
    return changed.reshape(array.shape)


def legible_fields(value: Any, names: Sequence[str]) -> Any:
    """Make the texts in some attributes of an object legible; an object that needs no change is returned as it is."""
    fresh: dict[str, Any] = {}
    for name in names:
        part = getattr(value, name)
        if type(part) not in _TEXTLESS and (new := legible_parts(part)) is not part:
            fresh[name] = new
    if not fresh:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **fresh)
    other = copy.copy(value)
    other.__dict__.update(fresh)
    return other


@cache
def _text_fields(kind: type) -> tuple[str, ...]:
    """List the attributes of an object that may hold text: all fields of a dataclass, or the ``text_fields`` of its class."""
    if not kind.__module__.startswith("fewidgets."):
        return ()
    named = getattr(kind, "text_fields", None)
    if named is not None:
        return named
    return tuple(entry.name for entry in fields(kind)) if is_dataclass(kind) else ()
