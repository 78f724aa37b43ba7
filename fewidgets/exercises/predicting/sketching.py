from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.exercises.predicting.kind import Bar, Kind, Plain, Verdict, text_of
from fewidgets.exercises.predicting.measures import Array, Difference, Measured, check_differences
from fewidgets.exercises.predicting.tex import readable
from fewidgets.scene import Axis, Bars, Dots, Line, Panel, Scene, format_number
from fewidgets.scene.controls.replay import is_list, is_number
from fewidgets.scene.page.encode import encode
from fewidgets.scene.text.legible import must_be, quoted_all
from fewidgets.scene.types import Names

MOST_CURVES, MOST_PLACES = 4, 200
MOST_LINES = 120  # sketches of a class that are drawn
HEIGHT = 250  # pixels of a panel to draw on: with the question and the buttons, it fits into a small screen
CODED = 1000  # units of the y axis in a code


def share_in_words(share: float) -> str:
    """Return a share in percent, without decimals."""
    return f"{math.floor(100 * share + 0.5)} %" if share >= 0.005 else "less than 1 %"


@dataclass(frozen=True, eq=False)
class Sketch(Kind):
    """One to four curves, or one row of bars, drawn by hand on empty axes.

    The first declared difference from the truth that applies is named; without one, the sketch is right.

    Parameters
    ----------
    x, y : Axis
        The axes with their ``domain``. A text stands for an axis with a label; x then spans the places.
    places : array-like of M floats, or sequence of M str for bars
        Where curves are compared, ascending; or the names of the bars.
    curves : sequence of K str
        The names of the curves; one for a row of bars.
    right : array-like, shape (K, M), or callable
        The true values, or a function that computes them.
    bars : bool
        Whether there are bars instead of curves.
    because : str
        Why the truth looks as it does.
    differences : sequence of Difference
        What may differ, the most important one first.
    near, otherwise : float, str
        If given, a sketch farther away than this mean share of the y axis is wrong too, for the reason ``otherwise``.

    Examples
    --------
    >>> from fewidgets.exercises.predicting import EACH, CurveWith, LastAbove
    >>> kind = Sketch(Axis("λ", domain=(0, 4)), Axis("weight", domain=(-1, 2)), places=[0, 1, 2, 3, 4], curves=["RM", "LSTAT"],
    ...               right=[[2, 1, 0, 0, 0], [2, 2, 2, 1, 0]], because="RM can be replaced by LSTAT.",
    ...               differences=[Difference(CurveWith("smallest", LastAbove(EACH, 0.1)), "You let {yours} go first.")])
    >>> kind.grade({"RM": [2, 2, 2, 2, 1], "LSTAT": [(0, 2), (2, 0)]}).reason
    'You let LSTAT go first.'
    """

    x: Any  # an Axis, or its label
    y: Any
    places: Any
    curves: Names
    right: ArrayLike | Callable[[], ArrayLike]
    bars: bool = field(default=False, kw_only=True)
    because: str = field(kw_only=True)
    differences: Sequence[Difference] = field(default=(), kw_only=True)
    near: float | None = field(default=None, kw_only=True)
    otherwise: str = field(default="", kw_only=True)
    kind: ClassVar[str] = "sketch"
    drawn: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            axis = getattr(self, name)
            if not isinstance(axis, str | Axis):
                raise TypeError(must_be(name, "an Axis or its label", axis))
            object.__setattr__(self, name, Axis(axis) if isinstance(axis, str) else axis)
        if not is_list(self.curves) or not all(isinstance(each, str) and each for each in self.curves):
            raise TypeError(must_be("curves", "a sequence of names", self.curves))
        if not 1 <= len(self.curves) <= (1 if self.bars else MOST_CURVES) or len(set(self.curves)) < len(self.curves):
            raise ValueError(must_be("curves", f"1 to {1 if self.bars else MOST_CURVES} different names", list(self.curves)))
        object.__setattr__(self, "curves", tuple(self.curves))
        self._check_places()
        if self.y.domain is None:
            raise ValueError(
                "y must be an Axis with a domain (low, high): the empty axes are drawn before the truth is known."
            )
        object.__setattr__(self, "because", text_of("because", self.because, "the reason why the truth looks as it does"))
        object.__setattr__(self, "differences", check_differences(self.differences, self.curves))
        if self.near is not None:
            if not is_number(self.near) or not 0 < self.near <= 1:
                raise ValueError(must_be("near", "a share of the y axis above 0 and up to 1, or None", self.near))
            text_of("otherwise", self.otherwise, "an explanation of sketches that are farther from the truth than `near`")
        elif not self.differences:
            raise ValueError("differences must name at least one way to be wrong, or give near= and otherwise=.")

    def _check_places(self) -> None:
        if not is_list(self.places) or not 2 <= len(self.places) <= MOST_PLACES:
            raise ValueError(must_be("places", f"2 to {MOST_PLACES} places or names of bars", self.places))
        fits = all(isinstance(each, str) for each in self.places) if self.bars else all(map(is_number, self.places))
        if not fits:
            expected = "the names of the bars" if self.bars else "ascending numbers"
            raise TypeError(must_be("places", expected, list(self.places)))
        if not self.bars and not np.all(np.diff(np.asarray(self.places, dtype=float)) > 0):
            raise ValueError(must_be("places", "ascending numbers", list(self.places)))
        object.__setattr__(self, "places", tuple(each if isinstance(each, str) else float(each) for each in self.places))

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the y axis, the lower one first."""
        low, high = sorted(map(float, self.y.domain))
        return low, high

    @property
    def grid(self) -> Array:
        """The places as numbers, shape (M,); bars are numbered from 0."""
        return np.arange(len(self.places), dtype=float) if self.bars else np.asarray(self.places, dtype=float)

    def check(self, answer: Any, name: str = "answer") -> Array:
        values = self._stacked(answer, name)
        if values.shape != (len(self.curves), len(self.places)):
            expected = f"an array of shape ({len(self.curves)}, {len(self.places)})"
            raise ValueError(f"{name} must be {expected}; got shape {values.shape}.")
        if not np.all(np.isfinite(values)):
            raise ValueError(f"{name} must hold finite numbers only.")
        if name != "right":
            low, high = self.ends
            room = 1e-9 * (high - low)
            if values.min() < low - room or values.max() > high + room:
                raise ValueError(f"{name} must stay on the y axis, from {low:g} to {high:g}.")
            values = np.clip(values, low, high)
        values.setflags(write=False)
        return values

    def grade(self, answer: Any) -> Verdict:
        drawn, truth = self.check(answer), self.truth
        low, high = self.ends
        distance = float(np.mean(np.abs(drawn - truth)) / (high - low))
        told = f"{share_in_words(distance)} of the axis away on average"
        for difference in self.differences:
            yours, true = self.measured(difference, drawn), self.measured(difference, truth)
            if difference.applies(yours, true):
                words = [self.measure_in_words(difference, measured) for measured in (yours, true)]
                return Verdict(False, difference.named(*words), distance, told)
        if self.near is not None and distance > self.near:
            return Verdict(False, self.otherwise, distance, told)
        return Verdict(True, self.because, distance, told)

    def measured(self, difference: Difference, values: Array) -> Measured:
        """Return the measure of a difference for curves of shape (K, M)."""
        return difference.measure.of(self.grid, dict(zip(self.curves, values, strict=True)))

    def measure_in_words(self, difference: Difference, value: Measured) -> str:
        """Return a measure in words: the name of a curve or a bar, or a number."""
        if value is None:
            return "nowhere"
        if isinstance(value, str):
            return value
        return str(self.places[round(value)]) if self.bars and difference.measure.place else format_number(value)

    def in_words(self, answer: Array) -> str:
        parts = []
        for name, values in zip(self.curves, answer, strict=True):
            middle = values[len(values) // 2]
            numbers = values if self.bars else (values[0], middle, values[-1])
            parts.append(f"{name}: {', '.join(format_number(each) for each in numbers)}")
        return "; ".join(parts)

    def plain(self, answer: Array) -> tuple[tuple[float, ...], ...]:
        low, high = self.ends
        decimals = 4 - math.floor(math.log10(high - low))  # finer than any screen
        rounded = np.clip(np.round(answer, decimals), low, high).tolist()
        return tuple(map(tuple, rounded))

    def yours(self, answer: Any, verdict: Verdict) -> str:
        return f"Your sketch is {verdict.told}."

    def true_in_words(self) -> str:
        return ""

    def why(self) -> str:
        return self.because

    def choices(self) -> list[Any]:
        return [self.curves, self.places, self.y.domain, self.bars]

    def coded(self, answer: Array) -> list[int]:
        low, high = self.ends
        heights: list[int] = np.round(CODED * (answer - low) / (high - low)).astype(int).ravel().tolist()
        return heights

    def decoded(self, coded: Any) -> Array:
        low, high = self.ends
        heights = np.array(coded, dtype=float).reshape(len(self.curves), len(self.places))
        return np.clip(low + heights / CODED * (high - low), low, high)

    def form(self) -> Plain:
        low, high = self.ends
        names = [readable(str(place)) for place in self.places] if self.bars else None
        curves = [[curve, readable(curve)] for curve in self.curves]
        return {"curves": curves, "places": self.grid.tolist(), "names": names, "low": low, "high": high}

    def rules(self) -> Plain:
        middle = np.full((len(self.curves), len(self.places)), sum(self.ends) / 2)  # the page puts the sketch in its place
        panels = {"panel": self.panel(middle, self.truth), "shown": self.panel(None, self.truth)}
        return {
            "values": self.truth.tolist(),
            "differences": [each.plain() | {"sentence": readable(each.sentence)} for each in self.differences],
            "near": self.near,
            "otherwise": readable(self.otherwise),
            "because": readable(self.because),
            **{name: encode(Scene("", [panel]))["panels"][0] for name, panel in panels.items()},
        }

    def panel(self, answer: Any, truth: Any) -> Panel:
        """Return the axes, with the truth and the answer over each other if there is a truth."""
        solid, dashed = ("Bars", "Circles") if self.bars else ("Solid", "Dashed")
        x, y = (replace(axis, label=readable(axis.label)) for axis in (self.x, self.y))
        if truth is None:
            title = f"Draw here: {y.label}"
        else:
            title = f"{solid}: the truth" if answer is None else f"{solid}: the truth. {dashed}: your sketch"
        if self.bars:
            return Panel(title, self._bars(answer, truth), x=y, y=Axis(), height=HEIGHT)
        marks, alone = [], len(self.curves) == 1
        for k, curve in enumerate(self.curves if truth is not None else ()):
            label = "truth" if alone else readable(curve)
            marks.append(Line(self.grid, truth[k], color=k, width=3.0, label=label))
            if answer is not None:
                label = "yours" if alone else ""
                marks.append(Line(self.grid, answer[k], color=1 if alone else k, dash=1, width=2.0, label=label))
        x = replace(x, domain=x.domain or (self.places[0], self.places[-1]))
        return Panel(title, marks, x=x, y=y, height=HEIGHT)

    def _bars(self, answer: Any, truth: Any) -> list[Any]:
        """Return horizontal bars; the sketch is marked by dots at their ends."""
        names = [readable(str(place)) for place in self.places]
        bars = Bars(names, [math.nan] * len(names) if truth is None else truth[0], color="primary")
        if truth is None or answer is None:
            return [bars]
        return [bars, Dots(answer[0], self.grid, color="accent", size=11.0, hollow=True)]

    def distribution(self, answers: Sequence[Any], reveal: bool = False) -> list[Bar]:
        return [Bar("sketches", len(answers))]

    def class_panel(self, answers: Sequence[Any], reveal: bool) -> Panel:
        """Draw all sketches over each other, and the truth over them when it is revealed."""
        marks: list[Any] = []
        alone, domain = len(self.curves) == 1, (float(self.grid[0]), float(self.grid[-1]))
        for k, curve in enumerate(self.curves):
            color = "quiet" if alone else k
            for answer in answers[-MOST_LINES:]:
                heights = np.asarray(answer, dtype=float)[k]
                dots = Dots(self.grid, heights, color=color, size=6.0)
                marks.append(dots if self.bars else Line(self.grid, heights, color=color, width=1.0))
            if reveal and self.bars:
                marks.append(Dots(self.grid, self.truth[k], color="accent", size=13.0))
            elif reveal:
                label, color = ("truth", "accent") if alone else (readable(curve), k)
                marks.append(Line(self.grid, self.truth[k], color=color, width=3.5, label=label))
        along = Axis(readable(self.x.label), domain=domain)
        if self.bars:
            names = [(float(place), readable(str(name))) for place, name in zip(self.grid, self.places, strict=True)]
            along = Axis("", domain=(domain[0] - 0.5, domain[1] + 0.5), ticks=names)
        truth_words = ", and the truth as large dots" if self.bars else ", and the truth"
        title = f"All sketches of the class{truth_words if reveal else ''}"
        height = Axis(readable(self.y.label), domain=self.y.domain)
        return Panel(title, marks, x=along, y=height, height=400)

    def class_form(self) -> Plain:
        ends = [place if isinstance(place, str) else f"{place:g}" for place in (self.places[0], self.places[-1])]
        return {
            "range": [0, CODED],
            "size": len(self.curves) * len(self.places),
            "curves": len(self.curves),
            "names": [readable(curve) for curve in self.curves] if len(self.curves) > 1 else [],
            "xs": self.grid.tolist(),
            "ends": [readable(end) for end in ends],
            "label": readable(self.y.label),
        }

    def _stacked(self, answer: Any, name: str) -> Array:
        """Return values of shape (K, M) for whatever form an answer may have."""
        if isinstance(answer, Mapping):
            missing = [curve for curve in self.curves if curve not in answer]
            if missing or len(answer) > len(self.curves):
                raise ValueError(must_be(name, f"a curve for each of {quoted_all(list(self.curves))}", list(answer)))
            return np.stack([self._values(answer[curve], f"{name}[{curve!r}]") for curve in self.curves])
        try:
            values = np.array(answer, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(must_be(name, "a mapping from curves to values, or an array", answer)) from None
        return values[None] if values.ndim == 1 and len(self.curves) == 1 else values

    def _values(self, drawn: Any, name: str) -> Array:
        """Return the values of one curve at all places; pairs (x, y) are knots with straight lines between them."""
        try:
            values = np.array(drawn, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(must_be(name, f"{len(self.places)} values or a list of (x, y) pairs", drawn)) from None
        if values.ndim == 2 and values.shape[1] == 2 and len(values):
            knots = values[np.argsort(values[:, 0], kind="stable")]
            return np.interp(self.grid, knots[:, 0], knots[:, 1])
        if values.shape != (len(self.places),):
            raise ValueError(must_be(name, f"{len(self.places)} values or a list of (x, y) pairs", drawn))
        return values
