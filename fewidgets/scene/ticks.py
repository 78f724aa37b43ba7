"""Axes: convert data units to a fraction of an axis, and choose ticks. The rules are those of ``frontend/src/scales.js``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.scene.numbers import MINUS, format_number


@dataclass(frozen=True)
class Extent:
    """The range of an axis.

    Attributes
    ----------
    kind : "linear" or "log"
        On a log axis, values below ``low`` are drawn at ``low``.
    low, high : float
        Ends of the axis in data units.
    """

    kind: str
    low: float
    high: float

    @classmethod
    def of(cls, kind: str, domain: tuple[float, float], floor: float | None) -> Extent:
        """Make the extent of an axis. A log axis starts at ``floor``, or by default at a thousandth of its end."""
        low, high = domain
        if kind != "log":
            return cls("linear", low, high)
        if floor is None:
            floor = low if low > 0 else high / 1000.0
        return cls("log", floor, high if high > floor else floor * 10.0)

    def shown(self, values: object) -> np.ndarray:
        """Raise values to the low end of a log axis; NaN stays NaN."""
        numbers = np.asarray(values, dtype=float)
        return np.maximum(numbers, self.low) if self.kind == "log" else numbers

    def fraction(self, values: object) -> np.ndarray:
        """Compute positions along the axis: 0 at its low end, 1 at its high end."""
        numbers = self.shown(values)
        if self.kind == "log":
            return np.log(numbers / self.low) / math.log(self.high / self.low)
        return (numbers - self.low) / (self.high - self.low)

    def ticks(self, length: float, *, whole: bool = False) -> list[tuple[float, str]]:
        """Choose ticks and their labels for an axis of ``length`` pixels."""
        if self.kind == "log":
            return _log_ticks(self.low, self.high)
        count = max(2, round(length / 60))
        if whole:
            count = min(count, math.floor(self.high - self.low) + 1)
        values = [value for value in linear_ticks(self.low, self.high, count) if not whole or float(value).is_integer()]
        return list(zip(values, _texts(values), strict=True))


def linear_ticks(low: float, high: float, count: int) -> list[float]:
    """Choose about ``count`` round numbers within [low, high]: multiples of 1, 2 or 5 times a power of ten.

    Examples
    --------
    >>> linear_ticks(-0.3, 1.1, 4)
    [0.0, 0.5, 1.0]
    """
    step = (high - low) / max(1, count)
    power = math.floor(math.log10(step))
    error = step / 10.0**power
    factor = 10 if error >= math.sqrt(50) else 5 if error >= math.sqrt(10) else 2 if error >= math.sqrt(2) else 1
    if power < 0:
        inverse = 10.0**-power / factor
        return [i / inverse for i in range(math.ceil(low * inverse - 1e-9), math.floor(high * inverse + 1e-9) + 1)]
    size = factor * 10.0**power
    return [i * size for i in range(math.ceil(low / size - 1e-9), math.floor(high / size + 1e-9) + 1)]


def _log_ticks(low: float, high: float) -> list[tuple[float, str]]:
    first, last = math.log10(low), math.log10(high)
    powers = [10.0**k for k in range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)]
    if len(powers) > 10:
        powers = powers[:: math.ceil(len(powers) / 10)]
    if len(powers) < 2:
        within = [n * 10.0**k for k in range(math.floor(first), math.floor(last) + 1) for n in (1, 2, 5)]
        powers = [value for value in within if low <= value <= high]
    return [(value, _plain(value)) for value in powers]


def _texts(values: Sequence[float]) -> list[str]:
    if not values:
        return []
    gap = abs(values[1] - values[0]) if len(values) > 1 else 1.0
    decimals = max(0, -math.floor(math.log10(gap) + 1e-9))
    if max(map(abs, values)) >= 1e6:
        return [format_number(value, 2) for value in values]
    return [f"{value:.{decimals}f}".replace("-", MINUS) if value else f"{0:.{decimals}f}" for value in values]


def _plain(value: float) -> str:
    return f"{value:.3g}" if 1e-3 <= value < 1e3 else f"{value:.0f}" if 1e3 <= value < 1e5 else format_number(value, 1)
