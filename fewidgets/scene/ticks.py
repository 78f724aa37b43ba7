"""Convert data units to a fraction of an axis, and choose ticks, as in ``frontend/src/scales.js`` and ``ticks.js``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.scene.text.numbers import MINUS, format_number, grouped, superscript, with_power
from fewidgets.scene.types import Array, Ends, Tick

PLAIN = 1e-3, 1e6  # ticks from here to there are written in full
LOG = 44  # least distance of two powers of ten in pixels
MOST_DIGITS = 6  # most digits of a tick, from its first to the one that differs from the next tick's


@dataclass(frozen=True)
class Extent:
    """The range of an axis; on a log axis, values below ``low`` are drawn at ``low``."""

    kind: str
    low: float
    high: float

    @classmethod
    def of(cls, kind: str, domain: Ends, floor: float | None) -> Extent:
        """Make the extent of an axis."""
        low, high = domain
        if kind != "log":
            return cls("linear", low, high)
        if floor is None:
            floor = low if low > 0 else high / 1000.0
        return cls("log", floor, high if high > floor else floor * 10.0)

    def shown(self, values: object) -> Array:
        """Raise values to the low end of a log axis; NaN stays NaN."""
        numbers = np.asarray(values, dtype=float)
        return np.maximum(numbers, self.low) if self.kind == "log" else numbers

    def fraction(self, values: object) -> Array:
        """Compute positions along the axis: 0 at its low end, 1 at its high end."""
        numbers = self.shown(values)
        if self.kind == "log":
            return np.log(numbers / self.low) / math.log(self.high / self.low)
        return (numbers - self.low) / (self.high - self.low)

    def labelled(self, length: float, label: str, *, whole: bool) -> tuple[list[Tick], str]:
        """Choose ticks, their texts and the axis' label for an axis of ``length`` pixels.

        Numbers too long to write at each tick are written with an offset or a power of ten, which is added to the label.
        """
        if self.kind == "log":
            ticks = _log_ticks(self.low, self.high, length)
            if len(ticks) > 1:
                return ticks, label
        count = max(2, round(length / 60))
        if whole:
            count = min(count, math.floor(self.high - self.low) + 1)
        values = [value for value in linear_ticks(self.low, self.high, count) if not whole or float(value).is_integer()]
        texts, more = _texts(values, self.low, self.high, bool(label))
        return list(zip(values, texts, strict=True)), label + more


def linear_ticks(low: float, high: float, count: int) -> list[float]:
    """Choose about ``count`` round numbers in [low, high]: multiples of 1, 2 or 5 times a power of ten."""
    if not 1e-300 < high - low < math.inf:  # beyond, steps and powers of ten leave double precision
        unit = 1e-300 if high - low < 1 else 1e10
        return [value * unit for value in linear_ticks(low / unit, high / unit, count)]
    step = (high - low) / max(1, count)
    power = math.floor(math.log10(step))
    error = step / 10.0**power
    factor = 10 if error >= math.sqrt(50) else 5 if error >= math.sqrt(10) else 2 if error >= math.sqrt(2) else 1
    if power < 0:
        inverse = 10.0**-power / factor
        return [i / inverse for i in range(math.ceil(low * inverse - 1e-9), math.floor(high * inverse + 1e-9) + 1)]
    size = factor * 10.0**power
    return [i * size for i in range(math.ceil(low / size - 1e-9), math.floor(high / size + 1e-9) + 1)]


def _log_ticks(low: float, high: float, length: float) -> list[Tick]:
    first, last = math.log10(low), math.log10(high)
    stride = max(1, math.ceil((last - math.floor(first)) * LOG / length))
    start = math.ceil(math.ceil(first - 1e-9) / stride) * stride
    powers = [10.0**k for k in range(start, math.floor(last + 1e-9) + 1, stride)]
    if len(powers) < 2:
        within = [n * 10.0**k for k in range(math.floor(first), math.floor(last) + 1) for n in (1, 2, 5)]
        powers = [value for value in within if low <= value <= high]
    return [(value, _plain(value)) for value in powers]


def _texts(values: Sequence[float], low: float, high: float, labelled: bool) -> tuple[list[str], str]:
    gap = abs(values[1] - values[0]) if len(values) > 1 else 10.0 ** math.floor(math.log10(high - low))
    largest = max(map(abs, values), default=1.0) or 1.0
    fine, coarse = _power(gap), _power(largest)
    if not labelled:
        if largest >= PLAIN[1] or largest < PLAIN[0]:
            return [format_number(value, max(2, coarse - fine + 1)) for value in values], ""
        return [_fixed(value, max(0, -fine)) for value in values], ""
    offset, more = 0.0, ""
    if coarse - fine >= MOST_DIGITS:
        size = 10.0 ** (_power(high - low) + 2)
        offset = _half_up((low + high) / 2 / size) * size
        more = f" {'+' if offset < 0 else MINUS} {_grouped(abs(offset), max(0, -_power(size)))}"
        largest = max(abs(value - offset) for value in values) or gap
        coarse = _power(largest)
    power = 0 if PLAIN[0] <= largest < PLAIN[1] else 3 * math.floor(coarse / 3)
    if power:
        more += f", in 10{superscript(power)}"
    decimals = max(0, power - fine)
    return [_fixed((value - offset) / 10.0**power, decimals) for value in values], more


def _power(value: float) -> int:
    return math.floor(math.log10(value) + 1e-9)


def _half_up(value: float) -> float:
    return math.floor(value + 0.5)


def _grouped(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}" if value < 1e21 else format_number(value, 15)
    return text.rstrip("0").rstrip(".") if "." in text and "×" not in text else text


def _fixed(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return grouped(text) if text.strip("-0.") else text.removeprefix("-")


def _plain(value: float) -> str:
    if not 1e-3 <= value < 1e5:
        return with_power(value, 0)
    return f"{value:.3g}" if value < 1e3 else grouped(f"{value:.0f}")
