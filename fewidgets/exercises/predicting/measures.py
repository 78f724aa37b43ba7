"""Measures of sketched curves, as plain data that a page without a kernel can evaluate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal

import numpy as np

from fewidgets.exercises.predicting.kind import Plain, text_of
from fewidgets.scene.controls.replay import is_number
from fewidgets.scene.text.legible import must_be, quoted, quoted_all
from fewidgets.scene.types import Names

#: Stands for each curve in turn, inside `CurveWith`.
EACH = "*"

Array = np.ndarray[Any, np.dtype[np.float64]]
Curves = Mapping[str, Array]
Measured = float | str | None
RELATIONS = ("differs", "larger", "smaller", "sign")


@dataclass(frozen=True)
class Measure:
    """What is read off curves: a number, the name of a curve, or None if there is nothing to measure."""

    kind: ClassVar[str] = "measure"
    #: Whether the measure is a place on the x axis, and is written as one.
    place: ClassVar[bool] = False

    def of(self, x: Array, curves: Curves) -> Measured:
        """Return the measure of ``curves``, by name, at the ascending places ``x``."""
        raise NotImplementedError

    def plain(self) -> Plain:
        return {"kind": self.kind, **{each.name: getattr(self, each.name) for each in fields(self)}}


@dataclass(frozen=True)
class At(Measure):
    """The value of a curve at a place."""

    curve: str
    x: float
    kind: ClassVar[str] = "at"

    def of(self, x: Array, curves: Curves) -> float:
        return float(np.interp(self.x, x, curves[self.curve]))


@dataclass(frozen=True)
class Change(Measure):
    """How much a curve rises between two places; negative if it falls."""

    curve: str
    start: float
    end: float
    kind: ClassVar[str] = "change"

    def of(self, x: Array, curves: Curves) -> float:
        start, end = np.interp([self.start, self.end], x, curves[self.curve])
        return float(end - start)


@dataclass(frozen=True)
class Highest(Measure):
    """The place of a curve's largest value; the first one if there are several. With bars, the highest bar."""

    curve: str
    kind: ClassVar[str] = "highest"
    place: ClassVar[bool] = True

    def of(self, x: Array, curves: Curves) -> float:
        return float(x[np.argmax(curves[self.curve])])


@dataclass(frozen=True)
class LastAbove(Measure):
    """The last place where |y| exceeds a limit: where a weight goes to zero. None if it never does."""

    curve: str
    limit: float
    kind: ClassVar[str] = "last"
    place: ClassVar[bool] = True

    def of(self, x: Array, curves: Curves) -> float | None:
        found = x[np.abs(curves[self.curve]) > self.limit]
        return float(found[-1]) if found.size else None


@dataclass(frozen=True)
class CurveWith(Measure):
    """The curve whose measure is the "largest" or the "smallest"; `EACH` stands for its name."""

    extreme: Literal["largest", "smallest"]
    measure: Measure
    kind: ClassVar[str] = "curve"

    def __post_init__(self) -> None:
        if self.extreme not in ("largest", "smallest"):
            raise ValueError(must_be("extreme", "'largest' or 'smallest'", self.extreme))
        if not isinstance(self.measure, Measure) or getattr(self.measure, "curve", None) != EACH:
            raise TypeError(must_be("measure", "a measure of one curve, such as LastAbove(EACH, 0.1)", self.measure))

    def of(self, x: Array, curves: Curves) -> str:
        found = {name: replace(self.measure, **{"curve": name}).of(x, curves) for name in curves}
        numbers = {name: -math.inf if value is None else float(value) for name, value in found.items()}
        choose = max if self.extreme == "largest" else min
        return choose(numbers, key=numbers.__getitem__)  # the first one of several

    def plain(self) -> Plain:
        return {"kind": self.kind, "extreme": self.extreme, "measure": self.measure.plain()}


@dataclass(frozen=True)
class Difference:
    """A way in which a sketch can differ from the truth, and the sentence that names it.

    Parameters
    ----------
    measure : Measure
        `At`, `Change`, `Highest`, `LastAbove` or `CurveWith`.
    sentence : str
        What the student reads. ``{yours}`` and ``{truth}`` stand for the two measures.
    when : str
        How the sketch's measure must relate to that of the truth: "differs", "larger" or "smaller" (by more than ``by``),
        or "sign" (one exceeds ``by``, the other is below −``by``).
    by : float
        Tolerance, in the unit of the measure.
    yours : str, optional
        The sentence applies only if the sketch's measure is this curve.

    Examples
    --------
    >>> goes_first = CurveWith("smallest", LastAbove(EACH, 0.1))
    >>> Difference(goes_first, "You let {yours} go first. {truth} goes first.").named("RM", "LSTAT")
    'You let RM go first. LSTAT goes first.'
    """

    measure: Measure
    sentence: str
    when: Literal["differs", "larger", "smaller", "sign"] = "differs"
    by: float = 0.0
    yours: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.measure, Measure):
            raise TypeError(must_be("measure", "a measure such as At('cost', 10)", self.measure))
        object.__setattr__(self, "sentence", text_of("sentence", self.sentence, "the sentence that names the difference"))
        if self.when not in RELATIONS:
            raise ValueError(must_be("when", f"one of {quoted_all(RELATIONS)}", self.when))
        if not is_number(self.by) or self.by < 0:
            raise ValueError(must_be("by", "a number of at least 0", self.by))

    def applies(self, yours: Measured, truth: Measured) -> bool:
        """Return whether the measures of a sketch and of the truth stand in the declared relation."""
        if self.yours is not None and yours != self.yours:
            return False
        if isinstance(yours, str | None) or isinstance(truth, str | None):
            return self.when == "differs" and yours != truth
        gap = yours - truth
        return {
            "differs": abs(gap) > self.by,
            "larger": gap > self.by,
            "smaller": -gap > self.by,
            "sign": yours * truth < 0 and min(abs(yours), abs(truth)) > self.by,
        }[self.when]

    def named(self, yours: str, truth: str) -> str:
        """Return the sentence with the two measures in words."""
        return self.sentence.replace("{yours}", yours).replace("{truth}", truth)

    def plain(self) -> Plain:
        return {
            "measure": self.measure.plain(),
            "sentence": self.sentence,
            "when": self.when,
            "by": self.by,
            "yours": self.yours,
            "place": self.measure.place,
        }


def check_differences(differences: Sequence[Any], curves: Names) -> tuple[Difference, ...]:
    """Return differences as a tuple; refuse one that reads a curve that does not exist."""
    for each in differences:
        if not isinstance(each, Difference):
            raise TypeError(must_be("differences", "a sequence of Difference(measure, sentence)", each))
        for name in (getattr(each.measure, "curve", None), each.yours):
            if name is not None and name not in curves:
                raise ValueError(f"differences must measure one of the curves {quoted_all(list(curves))}; got {quoted(name)}.")
    return tuple(differences)
