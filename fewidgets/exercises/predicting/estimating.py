from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal

import numpy as np

from fewidgets.exercises.predicting.kind import Kind, Plain, Verdict, answer_table, text_of
from fewidgets.exercises.predicting.tex import readable
from fewidgets.scene import Panel, format_number
from fewidgets.scene.controls.replay import is_number
from fewidgets.scene.text.legible import must_be

GRID = 10_000  # most steps of a slider whose explanations are checked one by one
BINS = 10  # bars of a class, unless the number has fewer values


@dataclass(frozen=True)
class Band:
    """A range of wrong numbers, ends included, with a common cause; None stands for the end of the question's own range."""

    low: float | None
    high: float | None
    explanation: str

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            value = getattr(self, name)
            if value is not None and not is_number(value):
                raise TypeError(must_be(name, "a number or None", value))
        if self.low is not None and self.high is not None and not self.low <= self.high:
            raise ValueError(f"low must be at most high; got {self.low:g} and {self.high:g}.")
        object.__setattr__(self, "explanation", text_of("explanation", self.explanation))

    def holds(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


@dataclass(frozen=True, eq=False)
class Estimate(Kind):
    """A number between two ends.

    Every wrong number needs an explanation: the first band that holds it, or ``below`` or ``above``.

    Parameters
    ----------
    right : float or callable
        The right number, or a function that computes it.
    low, high : float
        The ends of the range that may be answered.
    unit : str
        Shown after the number, such as "%".
    step : float, optional
        The answer is rounded to ``low`` plus a multiple of this; 1 for counts.
    near : float
        How far from the right number an answer is still right; on a log scale, a factor.
    bands : sequence of Band
        Ranges that name misconceptions.
    below, above : str
        Explanation of any other answer that is too small, or too large.
    because : str
        Why the right number is right.
    scale : "linear" or "log"
        Scale of the slider. On a log scale, distances are told as factors.

    Examples
    --------
    >>> kind = Estimate(13, 0, 20, step=1, near=0, because="There is one round a feature.", below="Count again.",
    ...                 bands=[Band(14, None, "No feature can be chosen twice.")])
    >>> kind.grade(15)
    Verdict(right=False, reason='No feature can be chosen twice.', distance=2.0, told='2 too high')
    """

    right: float | Callable[[], float]
    low: float
    high: float
    unit: str = ""
    step: float | None = None
    near: float | None = None
    bands: Sequence[Band] = ()
    below: str = ""
    above: str = ""
    because: str = ""
    scale: Literal["linear", "log"] = "linear"
    kind: ClassVar[str] = "number"

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            if not is_number(getattr(self, name)) or not math.isfinite(getattr(self, name)):
                raise TypeError(must_be(name, "a finite number", getattr(self, name)))
        if not self.low < self.high:
            raise ValueError(f"low must be less than high; got {self.low:g} and {self.high:g}.")
        if self.scale not in ("linear", "log"):
            raise ValueError(must_be("scale", "'linear' or 'log'", self.scale))
        if self.scale == "log" and self.low <= 0:
            raise ValueError(must_be("low", "positive on a log scale", self.low))
        least = 1 if self.scale == "log" else 0
        if not is_number(self.near) or not self.near >= least:
            expected = "a factor of at least 1" if least else "a distance of at least 0"
            raise ValueError(must_be("near", f"{expected} within which an answer is right", self.near))
        if self.step is not None and (not is_number(self.step) or not 0 < self.step <= self.high - self.low):
            raise ValueError(must_be("step", "a positive number within the range, or None", self.step))
        for band in self.bands:
            if not isinstance(band, Band):
                raise TypeError(must_be("bands", "a sequence of Band(low, high, explanation)", band))
        object.__setattr__(self, "bands", tuple(self.bands))
        object.__setattr__(self, "because", text_of("because", self.because, "the reason why the number is right"))

    def check(self, answer: Any, name: str = "answer") -> float:
        expected = f"a number from {self.low:g} to {self.high:g}"
        if not is_number(answer):
            raise TypeError(must_be(name, expected, answer))
        value = float(answer)
        if not math.isfinite(value):
            raise ValueError(must_be(name, expected, answer))
        if self.step is not None and name != "right":
            value = self.low + round((value - self.low) / self.step) * self.step
            value = round(value, 12)
        if not self.low <= value <= self.high:
            raise ValueError(must_be(name, expected, answer))
        return value

    def check_truth(self, truth: float) -> float:
        for value in self._critical(truth):
            if not self._near(value, truth) and not self._explanation(value, truth):
                raise ValueError(
                    f"bands must explain every wrong number from {self.low:g} to {self.high:g}; {value:g} has no explanation. "
                    "Add a Band, or below= and above=."
                )
        return truth

    def grade(self, answer: Any) -> Verdict:
        value, truth = self.check(answer), self.truth
        distance = self._distance(value, truth)
        far = f"{format_number(distance)} times" if self.scale == "log" else self._number(distance, between=True)
        told = "exactly right" if value == truth else f"{far} too {'high' if value > truth else 'low'}"
        right = self._near(value, truth)
        return Verdict(right, self.because if right else self._explanation(value, truth), distance, told)

    def is_exact(self, verdict: Verdict) -> bool:
        return verdict.distance == (1 if self.scale == "log" else 0)

    def yours(self, answer: float, verdict: Verdict) -> str:
        far = "" if self.is_exact(verdict) else f", {verdict.told}"
        return f"You predicted {self.in_words(answer).rstrip('.')}{far}."

    def in_words(self, answer: float) -> str:
        return self._number(answer)

    def true_in_words(self) -> str:
        return f"The answer is {self._number(self.truth)}."

    def why(self) -> str:
        return self.because

    def choices(self) -> list[Any]:
        return [self.low, self.high, self.unit, self.step, self.scale]

    def form(self) -> Plain:
        return {name: getattr(self, name) for name in ("low", "high", "step", "scale")} | {"unit": readable(self.unit)}

    def rules(self) -> Plain:
        texts = {"truth": self.true_in_words(), "because": self.because, "below": self.below, "above": self.above}
        bands = [[band.low, band.high, readable(band.explanation)] for band in self.bands]
        return {name: readable(text) for name, text in texts.items()} | {
            "near": self.near,
            "bands": bands,
            "mark": self.truth,
        }

    def panel(self, answer: Any, truth: Any) -> Panel:
        numbers = ["" if value is None else readable(self.in_words(value)) for value in (answer, truth)]
        limits = f"from {self.in_words(self.low)} to {self.in_words(self.high)}"
        return answer_table("Range", [(readable(limits), *numbers)])

    @property
    def ends(self) -> list[float]:
        """The ends of the bars of a class, ascending; for few values, one bar each."""
        if self.step is not None and (self.high - self.low) / self.step <= 1.5 * BINS:
            return [round(self.low + k * self.step, 12) for k in range(self._steps() + 1)]
        if self.scale == "log":
            return [float(f"{value:.3g}") for value in np.geomspace(self.low, self.high, BINS + 1)]
        return [round(float(value), 12) for value in np.linspace(self.low, self.high, BINS + 1)]

    def bar_labels(self) -> list[str]:
        ends = [readable(self.in_words(end)) for end in self.ends]
        if self._has_single_bars():
            return ends
        unit = f" {readable(self.unit)}"
        return [f"{one.removesuffix(unit)} to {other}" for one, other in pairwise(ends)]

    def bars_of(self, answer: float) -> list[int]:
        """Return the bar of a number; the last one includes its end."""
        place = int(np.searchsorted(self.ends, answer + 1e-9 * (self.high - self.low), side="right")) - 1
        return [min(max(place, 0), len(self.bar_labels()) - 1)]

    def class_form(self) -> Plain:
        return {"range": [self.low, self.high], "labels": self.bar_labels(), "ends": self.ends}

    def _has_single_bars(self) -> bool:
        """Whether each value has a bar of its own."""
        return len(self.ends) != BINS + 1 or self.step == (self.high - self.low) / BINS

    def _steps(self) -> int:
        assert self.step is not None
        return math.floor((self.high - self.low) / self.step + 1e-9)

    def _number(self, value: float, *, between: bool = False) -> str:
        """Write a number with its unit, such as "1 step" for the unit "steps"."""
        whole = self.step is not None and float(self.step).is_integer() and float(value).is_integer()
        text = format_number(int(value) if whole else value)
        # "34.9 % too high" would be a share of the right number.
        unit = "percentage points" if between and self.unit == "%" else self.unit
        if text == "1" and re.fullmatch("(percentage )?[a-z]{3,}s", unit):
            unit = unit[:-1]
        return f"{text} {unit}" if unit else text

    def _distance(self, value: float, truth: float) -> float:
        """Return how far two numbers are apart; on a log scale, a factor."""
        return max(value / truth, truth / value) if self.scale == "log" else abs(value - truth)

    def _near(self, value: float, truth: float) -> bool:
        assert self.near is not None
        room = self.near * 1e-12 if self.scale == "log" else 1e-12 * (self.high - self.low)
        return bool(self._distance(value, truth) <= self.near + room)

    def _explanation(self, value: float, truth: float) -> str:
        found = next((band.explanation for band in self.bands if band.holds(value)), None)
        return found or (self.below if value < truth else self.above)

    def _critical(self, truth: float) -> list[float]:
        """Return numbers that can be given, so that one of them lacks an explanation if any does."""
        if self.step is not None and (self.high - self.low) / self.step <= GRID:
            return [self.check(self.low + k * self.step) for k in range(self._steps() + 1)]
        near = self.near or 0
        edges = [truth / near, truth * near] if self.scale == "log" else [truth - near, truth + near]
        edges += [end for band in self.bands for end in (band.low, band.high) if end is not None]
        inside = sorted({self.low, self.high, *(edge for edge in edges if self.low < edge < self.high)})
        # Between two edges nothing changes, so one number there stands for all.
        return inside + [(one + other) / 2 for one, other in pairwise(inside)]
