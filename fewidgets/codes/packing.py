"""Values as bits: whole numbers, short decimals, texts and lists take few of them.

A value describes itself by its first four bits (`Tag`), so that it is read without knowing what it stands for. Three kinds
need a control to be understood, and are read as what they say: `Chosen`, `Stop` and `Changes`.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from typing import Any

from fewidgets.codes.letters import CodeError

#: Words of settings that are written as their number in this list. Add new ones at the end only.
WORDS = (
    *("least_squares", "softmax", "mean", "sum", "half_sum", "inputs", "visited", "all", "linear", "log", "standardized"),
    *("sphered", "raw", "length", "squared", "raw powers", "rescaled powers", "orthogonal", "english", "appearance", "none"),
    *("training", "held out", "hard", "soft", "central", "sobel", "hann", "rectangular", "error", "own", "open", "committed"),
    *("shown", "rbf", "polynomial", "mass", "gaps", "value"),
)
CLASS, NAMED, OPTION = 15, 10, 15  # bits of the hash of a class, of a keyword, and of an option
LONGEST = 8_000  # bits of a value; a code that is longer is of no use
MOST_DIGITS = 6  # of a decimal; other numbers are kept with all their bits


class Tag(IntEnum):
    """What a value is."""

    NONE = 0
    FALSE = 1
    TRUE = 2
    WHOLE = 3
    NEGATIVE = 4
    DECIMAL = 5
    FLOAT = 6
    TEXT = 7
    LIST = 8
    WORD = 9
    CHOSEN = 10
    STOP = 11
    CHANGES = 12
    ORDER = 13
    LOADED = 14
    OWN = 15


@dataclass(frozen=True)
class Chosen:
    """An option, known by a hash of its text."""

    mark: int


@dataclass(frozen=True)
class Stop:
    """A value of a slider, known by its place; `check` is what is left of their number."""

    place: int
    check: int


@dataclass(frozen=True)
class Changes:
    """The bytes in which an array differs from the one at the start, compressed."""

    content: bytes


@dataclass(frozen=True)
class Order:
    """Items in another order; `check` is a hash of their texts in the first order."""

    places: tuple[int, ...]
    check: int


@dataclass(frozen=True)
class Loaded:
    """A public name of `fewidgets.data`, known by its hash."""

    mark: int


class Own:
    """What a code does not hold: the caller passes it."""


def mark_of(text: str, bits: int = NAMED) -> int:
    """Return the first bits of a text's hash."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big") >> (64 - bits)


class Writer:
    """Bits that are written one after another."""

    def __init__(self) -> None:
        self._bits: list[int] = []

    def __len__(self) -> int:
        return len(self._bits)

    def bits(self, number: int, count: int) -> None:
        """Write a number with as many bits."""
        self._bits += [number >> place & 1 for place in reversed(range(count))]

    def count(self, number: int) -> None:
        """Write a number of at least 0, in groups of four bits."""
        groups = [number & 15]
        while number := number >> 4:
            groups.append(number & 15)
        for place, group in enumerate(reversed(groups)):
            self.bits(int(place < len(groups) - 1), 1)
            self.bits(group, 4)

    def data(self, content: bytes) -> None:
        """Write bytes, with their number first."""
        self.count(len(content))
        for byte in content:
            self.bits(byte, 8)

    def symbols(self) -> list[int]:
        """Return everything as numbers from 0 to 31."""
        padded = self._bits + [0] * (-len(self._bits) % 5)
        return [int("".join(map(str, padded[at : at + 5])), 2) for at in range(0, len(padded), 5)]

    def value(self, value: Any) -> None:
        """Write a value with its tag.

        Raises
        ------
        TypeError
            If it is of a kind that a code cannot hold.
        """
        if value is None or value is True or value is False:
            self.bits({None: Tag.NONE, False: Tag.FALSE, True: Tag.TRUE}[value], 4)
        elif isinstance(value, int):
            self.bits(Tag.WHOLE if value >= 0 else Tag.NEGATIVE, 4)
            self.count(abs(value))
        elif isinstance(value, float):
            self._number(value)
        elif isinstance(value, str):
            self._text(value)
        elif isinstance(value, list | tuple):
            self.bits(Tag.LIST, 4)
            self.count(len(value))
            for each in value:
                self.value(each)
        else:
            self._reference(value)

    def _number(self, value: float) -> None:
        sign, digits, exponent = Decimal(repr(value)).as_tuple()
        number = int("".join(map(str, digits)))
        if not isinstance(exponent, int) or len(str(number)) > MOST_DIGITS or (number == 0 and sign):
            self.bits(Tag.FLOAT, 4)
            self.bits(int.from_bytes(struct.pack(">d", value), "big"), 64)
            return
        while number and number % 10 == 0:
            number, exponent = number // 10, exponent + 1
        self.bits(Tag.DECIMAL, 4)
        self.bits(sign, 1)
        self.bits(int(exponent > 0), 1)
        self.count(abs(exponent) if number else 0)
        self.count(number)

    def _text(self, value: str) -> None:
        if value in WORDS:
            self.bits(Tag.WORD, 4)
            self.count(WORDS.index(value))
            return
        plain = value.encode("utf-8", "surrogatepass")
        packed = deflated(plain)
        self.bits(Tag.TEXT, 4)
        self.bits(int(len(packed) < len(plain)), 1)
        self.data(min(packed, plain, key=len))

    def _reference(self, value: Any) -> None:
        match value:
            case Chosen():
                self.bits(Tag.CHOSEN, 4)
                self.bits(value.mark, OPTION)
            case Stop():
                self.bits(Tag.STOP, 4)
                self.count(value.place)
                self.bits(value.check, 5)
            case Changes():
                self.bits(Tag.CHANGES, 4)
                self.data(value.content)
            case Order():
                self.bits(Tag.ORDER, 4)
                self.count(len(value.places))
                self.bits(value.check, NAMED)
                for place in value.places:
                    self.bits(place, len(value.places).bit_length())
            case Loaded():
                self.bits(Tag.LOADED, 4)
                self.bits(value.mark, NAMED)
            case Own():
                self.bits(Tag.OWN, 4)
            case _:
                raise TypeError(f"A code cannot hold a {type(value).__name__}.")


class Reader:
    """Bits that are read in the order in which they were written; CodeError if they end too early."""

    def __init__(self, symbols: Sequence[int]) -> None:
        self._bits = "".join(f"{symbol:05b}" for symbol in symbols)
        self._at = 0

    def bits(self, count: int) -> int:
        """Read a number of as many bits."""
        part = self._bits[self._at : self._at + count]
        if len(part) < count:
            raise CodeError("code ends too early: this version of fewidgets cannot read it.")
        self._at += count
        return int(part, 2) if part else 0

    def count(self) -> int:
        """Read a number of at least 0."""
        number, more = 0, 1
        while more:
            more = self.bits(1)
            number = number << 4 | self.bits(4)
        return number

    def data(self) -> bytes:
        """Read bytes."""
        return bytes(self.bits(8) for _ in range(self.count()))

    def value(self) -> Any:
        """Read a value."""
        tag = Tag(self.bits(4))
        if tag in (Tag.NONE, Tag.FALSE, Tag.TRUE):
            return {Tag.NONE: None, Tag.FALSE: False, Tag.TRUE: True}[tag]
        reading = {
            Tag.WHOLE: self.count,
            Tag.NEGATIVE: lambda: -self.count(),
            Tag.DECIMAL: self._decimal,
            Tag.FLOAT: lambda: struct.unpack(">d", self.bits(64).to_bytes(8, "big"))[0],
            Tag.TEXT: self._text,
            Tag.LIST: lambda: tuple(self.value() for _ in range(self.count())),
            Tag.WORD: self._word,
            Tag.CHOSEN: lambda: Chosen(self.bits(OPTION)),
            Tag.STOP: lambda: Stop(self.count(), self.bits(5)),
            Tag.CHANGES: lambda: Changes(self.data()),
            Tag.ORDER: self._order,
            Tag.LOADED: lambda: Loaded(self.bits(NAMED)),
            Tag.OWN: Own,
        }
        return reading[tag]()

    def _decimal(self) -> float:
        sign, positive = self.bits(1), self.bits(1)
        exponent = self.count()
        return float(f"{'-' if sign else ''}{self.count()}e{exponent if positive else -exponent}")

    def _text(self) -> str:
        packed = self.bits(1)
        content = self.data()
        return (inflated(content) if packed else content).decode("utf-8", "surrogatepass")

    def _word(self) -> str:
        number = self.count()
        if number >= len(WORDS):
            raise CodeError("code uses a setting that this version of fewidgets does not have. Upgrade fewidgets.")
        return WORDS[number]

    def _order(self) -> Order:
        length, check = self.count(), self.bits(NAMED)
        return Order(tuple(self.bits(length.bit_length()) for _ in range(length)), check)


def deflated(content: bytes) -> bytes:
    """Compress bytes without a header."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


def inflated(content: bytes, most: int = 4_000_000) -> bytes:
    """Undo `deflated`; raise CodeError if that is impossible, or gives more than ``most`` bytes."""
    unpacker = zlib.decompressobj(-15)
    try:
        found = unpacker.decompress(content, most)
    except zlib.error:
        raise CodeError("code holds a part that cannot be read.") from None
    if unpacker.unconsumed_tail:
        raise CodeError("code holds a part that is too long.")
    return found
