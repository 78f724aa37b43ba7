"""Texts that every screen, page and file can hold: what cannot be shown is replaced, and what is long gets a short label."""

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

LABEL = 80  # characters of a name in panels, captions and lists
WHOLE = 1_000  # characters of a name where it is shown in full; browsers cut a tooltip at 1,024
QUOTED = 200  # characters of a wrong value that a message repeats
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_TEXTLESS = frozenset({float, int, bool, type(None), np.float64, np.float32, np.int64, np.bool_})
_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85]")
# Control characters and noncharacters are forbidden in XML, lone surrogates in UTF-8. Embeddings, overrides and isolates would
# turn the direction of the text around a name.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]")


def legible(text: str) -> str:
    r"""Replace each character that cannot be shown by U+FFFD, and each kind of line break by a newline.

    Examples
    --------
    >>> legible("caf\udce9"), legible("a\x00b"), legible("a\r\nb"), legible("tab\tλ")
    ('caf�', 'a�b', 'a\nb', 'tab\tλ')
    """
    if text.isprintable():
        return text
    return _UNSEEN.sub(REPLACEMENT, _BREAKS.sub("\n", text))


def label_of(name: str, most: int = LABEL) -> str:
    """Give a name as one legible line of at most ``most`` characters; a longer one keeps its beginning and its end.

    Only the two ends are read, so the time does not depend on the length.

    Examples
    --------
    >>> label_of("price (USD)"), label_of("How satisfied are you with question 17", most=20)
    ('price (USD)', 'How satisfied…ion 17')
    """
    ends = name if len(name) <= 8 * most else f"{name[: 4 * most]}…{name[-4 * most :]}"
    line = " ".join(legible(ends).split())
    if len(line) <= most:
        return line
    tail = most // 3
    return f"{line[: most - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    r"""Give each name a label of its own: itself if it is short and legible; equal labels get a number.

    Examples
    --------
    >>> labels_of(["age", "caf\udce9", "caf\udcea"])
    ('age', 'caf�', 'caf� (2)')
    """
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
    """A repr that neither recurses deeply nor grows with what it writes."""

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
    """Write a value as its repr, in at most 200 characters: for messages that repeat what somebody passed.

    Examples
    --------
    >>> quoted("ab"), quoted([1, 2.5, None]), len(quoted("x" * 10**6)), quoted(10**5000)
    ("'ab'", '[1, 2.5, None]', 200, 'an integer of about 5,001 digits')
    """
    text = legible(_QUOTING.repr(value))
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def quoted_all(values: Sequence[Any], most: int = 2 * QUOTED) -> str:
    """List values for a message; of many, the first and how many more there are.

    Examples
    --------
    >>> quoted_all(["a", "b"]), quoted_all(["a", "b", "c"], most=8)
    ("'a', 'b'", "'a', … (2 more)")
    """
    told: list[str] = []
    room = most
    for value in values:
        text = quoted(value)
        room -= len(text) + 2
        if room < 0 and told:
            return f"{', '.join(told)}, … ({len(values) - len(told)} more)"
        told.append(text)
    return ", ".join(told)


def legible_parts(value: Any) -> Any:
    """Make all texts in a part of a scene legible; what is legible already stays the same object."""
    kind = type(value)
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
    """Make the texts in some attributes of an object legible; an object that needs no change stays the same."""
    fresh = {}
    for name in names:
        part = getattr(value, name)
        if type(part) not in _TEXTLESS and (new := legible_parts(part)) is not part:
            fresh[name] = new
    if not fresh:
        return value
    if is_dataclass(value):
        return replace(value, **fresh)
    other = copy.copy(value)
    other.__dict__.update(fresh)
    return other


@cache
def _text_fields(kind: type) -> tuple[str, ...]:
    """List where an object of a scene may hold text: the fields of a dataclass, or what its class lists as ``text_fields``."""
    if not kind.__module__.startswith("fewidgets."):
        return ()
    named = getattr(kind, "text_fields", None)
    if named is not None:
        return named
    return tuple(entry.name for entry in fields(kind)) if is_dataclass(kind) else ()
