"""Make texts safe to show: replace characters, shorten names, and quote values in messages."""

from __future__ import annotations

import re
import reprlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

LABEL = 80  # longest name in panels, captions and lists, in characters
WHOLE = 1_000  # longest name shown in full; browsers cut a tooltip at 1,024 characters
QUOTED = 200  # most characters of a wrong value that a message repeats
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

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
    """Shorten a name to one legible line of at most ``most`` characters, from its beginning and end."""
    ends = name if len(name) <= 8 * most else f"{name[: 4 * most]}…{name[-4 * most :]}"
    line = " ".join(legible(ends).split())
    if len(line) <= most:
        return line
    tail = most // 3
    return f"{line[: most - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def labels_of(names: Sequence[str]) -> tuple[str, ...]:
    """Give each name a unique label: the name if it is short and legible, or a short form."""
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
        for kind in ("list", "tuple", "set", "frozenset", "deque", "array", "dict"):
            setattr(self, f"max{kind}", QUOTED // 2)
        self.maxstring = self.maxlong = self.maxother = QUOTED

    def repr_int(self, x: int, level: int) -> str:
        digits = int(abs(x).bit_length() * 0.30103) + 1
        return f"an integer of about {digits:,} digits" if digits > QUOTED else repr(x)


_QUOTING = _Quoting()


def quoted(value: Any) -> str:
    """Return the repr of a value, cut to 200 characters, for error messages that repeat an argument."""
    text = legible(_QUOTING.repr(value))
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def quoted_all(values: Sequence[Any]) -> str:
    """List values for a message; a long list is cut, with the number of omitted values."""
    listed: list[str] = []
    room = 2 * QUOTED
    for value in values:
        text = quoted(value)
        room -= len(text) + 2
        if room < 0 and listed:
            return f"{', '.join(listed)}, … ({len(values) - len(listed)} more)"
        listed.append(text)
    return ", ".join(listed)


def must_be(name: str, expected: str, got: Any) -> str:
    """Write the message for a refused value: what it must be, and what was passed."""
    return f"{name} must be {expected}; got {quoted(got)}."


def expect(holds: bool, name: str, expected: str, got: Any, error: type[Exception] = ValueError) -> None:
    """Refuse a value, unless something holds."""
    if not holds:
        raise error(must_be(name, expected, got))
