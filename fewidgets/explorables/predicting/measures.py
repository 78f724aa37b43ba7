"""Measures of sketched curves: plain data, so that a page without a kernel can evaluate them too."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from fewidgets.explorables.predicting.kind import text_of
from fewidgets.scene.controls import is_number
from fewidgets.scene.legible import must_be, quoted, quoted_all

#: Stands for each curve in turn, inside `CurveWith`.
EACH = "*"

Measured = float | str | None
Relation = Literal["differs", "larger", "smaller", "sign", "missing", "extra"]
RELATIONS = ("differs", "larger", "smaller", "sign", "missing", "extra")


@dataclass(frozen=True)
class Measure:
    """What is read of curves (broken lines): a number, the name of a curve, or None if there is nothing to measure."""

    kind: ClassVar[str] = "measure"
    #: What None counts as where `CurveWith` compares curves.
    absent: ClassVar[float] = -math.inf
    #: Whether the measure is a place on the x axis, and is written as one.
    place: ClassVar[bool] = False

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> Measured:
        """Return the measure of ``curves``, by name, at the ascending places ``x``."""
        raise NotImplementedError

    def named(self) -> tuple[str, ...]:
        return tuple(getattr(self, each.name) for each in fields(self) if each.name in ("curve", "other"))

    def plain(self) -> dict[str, Any]:
        return {"kind": self.kind, **{each.name: getattr(self, each.name) for each in fields(self)}}


@dataclass(frozen=True)
class At(Measure):
    """The value of a curve at a place."""

    curve: str
    x: float
    kind: ClassVar[str] = "at"

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float:
        return float(np.interp(self.x, x, curves[self.curve]))


@dataclass(frozen=True)
class Change(Measure):
    """How much a curve rises between two places; negative if it falls."""

    curve: str
    start: float
    end: float
    kind: ClassVar[str] = "change"

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float:
        y = curves[self.curve]
        return float(np.interp(self.end, x, y) - np.interp(self.start, x, y))


@dataclass(frozen=True)
class Highest(Measure):
    """The place of a curve's largest value; the first one if there are several. With bars, the highest bar."""

    curve: str
    kind: ClassVar[str] = "highest"
    place: ClassVar[bool] = True

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float:
        return float(x[np.argmax(curves[self.curve])])


@dataclass(frozen=True)
class Lowest(Measure):
    """The place of a curve's smallest value; the first one if there are several."""

    curve: str
    kind: ClassVar[str] = "lowest"
    place: ClassVar[bool] = True

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float:
        return float(x[np.argmin(curves[self.curve])])


@dataclass(frozen=True)
class LastAbove(Measure):
    """The last place where |y| exceeds a limit: where a weight goes to zero. None if it never does."""

    curve: str
    limit: float
    kind: ClassVar[str] = "last"
    place: ClassVar[bool] = True

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float | None:
        found = np.flatnonzero(np.abs(curves[self.curve]) > self.limit)
        return float(x[found[-1]]) if found.size else None


@dataclass(frozen=True)
class FirstAbove(Measure):
    """The first place where |y| exceeds a limit: where a weight enters. None if it never does."""

    curve: str
    limit: float
    kind: ClassVar[str] = "first"
    absent: ClassVar[float] = math.inf
    place: ClassVar[bool] = True

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float | None:
        found = np.flatnonzero(np.abs(curves[self.curve]) > self.limit)
        return float(x[found[0]]) if found.size else None


@dataclass(frozen=True)
class Crossing(Measure):
    """The first place where one curve changes from above another to below it, or the reverse. None if it never does."""

    curve: str
    other: str
    kind: ClassVar[str] = "crossing"
    place: ClassVar[bool] = True

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> float | None:
        gap = curves[self.curve] - curves[self.other]
        before = None
        for i in np.flatnonzero(gap):
            if before is not None and gap[i] * gap[before] < 0:
                return float(x[before] + (x[i] - x[before]) * gap[before] / (gap[before] - gap[i]))
            before = i
        return None


@dataclass(frozen=True)
class CurveWith(Measure):
    """The name of the curve whose measure is the "largest" or the "smallest"; `EACH` stands for its name in the measure."""

    extreme: Literal["largest", "smallest"]
    measure: Measure
    kind: ClassVar[str] = "curve"

    def __post_init__(self) -> None:
        if self.extreme not in ("largest", "smallest"):
            raise ValueError(must_be("extreme", "'largest' or 'smallest'", self.extreme))
        if not isinstance(self.measure, Measure) or self.measure.named() != (EACH,):
            raise TypeError(must_be("measure", "a measure of one curve, such as LastAbove(EACH, 0.1)", self.measure))

    def of(self, x: NDArray[np.float64], curves: Mapping[str, NDArray[np.float64]]) -> str:
        sign = 1 if self.extreme == "largest" else -1
        best, most = "", -math.inf
        for name in curves:
            value = replace(self.measure, **{"curve": name}).of(x, curves)
            number = sign * (self.measure.absent if value is None else float(value))
            if not best or number > most:
                best, most = name, number
        return best

    def named(self) -> tuple[str, ...]:
        return ()

    def plain(self) -> dict[str, Any]:
        return {"kind": self.kind, "extreme": self.extreme, "measure": self.measure.plain(), "absent": self.measure.absent > 0}


@dataclass(frozen=True)
class Difference:
    """A way in which a sketch can differ from the truth, and the sentence that names it.

    Parameters
    ----------
    measure : Measure
        `At`, `Change`, `Highest`, `Lowest`, `LastAbove`, `FirstAbove`, `Crossing` or `CurveWith`.
    sentence : str
        What the student reads. ``{yours}`` and ``{truth}`` stand for the two measures.
    when : str
        How the sketch's measure must relate to that of the truth: "differs", "larger" or "smaller" (by more than ``by``),
        "sign" (one exceeds ``by``, the other is below −``by``), "missing" (only the truth has it) or "extra".
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
    when: Relation = "differs"
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
        if yours is None or truth is None:
            return {"missing": yours is None, "extra": truth is None, "differs": True}.get(self.when, False) and yours != truth
        if isinstance(yours, str) or isinstance(truth, str):
            return self.when == "differs" and yours != truth
        gap = yours - truth
        found = {
            "differs": abs(gap) > self.by,
            "larger": gap > self.by,
            "smaller": -gap > self.by,
            "sign": yours * truth < 0 and min(abs(yours), abs(truth)) > self.by,
        }
        return found.get(self.when, False)

    def named(self, yours: str, truth: str) -> str:
        """Return the sentence with the two measures in words."""
        return self.sentence.replace("{yours}", yours).replace("{truth}", truth)

    def plain(self) -> dict[str, Any]:
        return {
            "measure": self.measure.plain(),
            "sentence": self.sentence,
            "when": self.when,
            "by": self.by,
            "yours": self.yours,
            "place": self.measure.place,
        }


def check_differences(differences: Sequence[Any], curves: Sequence[str]) -> tuple[Difference, ...]:
    """Return differences as a tuple; raise TypeError or ValueError if one is none, or reads a curve that does not exist."""
    for each in differences:
        if not isinstance(each, Difference):
            raise TypeError(must_be("differences", "a sequence of Difference(measure, sentence)", each))
        for name in (*each.measure.named(), *([each.yours] if each.yours else [])):
            if name not in curves:
                raise ValueError(f"differences must measure one of the curves {quoted_all(list(curves))}; got {quoted(name)}.")
    return tuple(differences)
