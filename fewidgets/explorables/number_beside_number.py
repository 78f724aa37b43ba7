"""Two numbers beside each other, with what explains them: the parts of a sum, or a curve on which both lie (section 9.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.told_apart import told_apart
from fewidgets.scene import Axis, Bars, Dots, Line, Panel, Readout, Rule, Scene, Style, format_number
from fewidgets.scene.beside import on_common_axes
from fewidgets.scene.legible import label_of, must_be

Array = NDArray[np.float64]

NAMED = 3  # parts that the caption names
TITLES = ("Reference", "Yours")
STYLES = (Style("reference", "primary"), Style("yours", "accent", "✕"))


@dataclass(frozen=True, eq=False)
class TwoNumbers:
    """Two numbers (the right one first), and what explains them: the parts of the right one, or points of a curve."""

    name: str
    numbers: tuple[float, float]
    parts: Mapping[str, float]
    curve: tuple[Array, Array] | None
    axes: tuple[str, str]
    limit: tuple[float, str] | None
    note: str

    @property
    def heights(self) -> tuple[float, float]:
        """The height of the curve at both numbers; NaN outside of it."""
        assert self.curve is not None
        return tuple(float(np.interp(each, *self.curve, left=np.nan, right=np.nan)) for each in self.numbers)  # type: ignore[return-value]


class NumberBesideNumber(Explorable):
    """Show two numbers beside each other, with the parts of the right one, or on a curve (section 9.9).

    Parameters
    ----------
    reference, found : float
        The right number, and the one to compare with it. One that is not finite is not drawn.
    name : str
        What they are, such as "the cost".
    parts : mapping of str to float, optional
        What the right number is made of, such as the terms of a sum.
    curve : (array-like, array-like), optional
        Points (x, y) of a curve, x ascending, on which the numbers are places x.
    axes : (str, str)
        What the curve shows along each axis.
    whole : bool
        Whether the places are whole numbers. Then the points of the curve are drawn, too.
    limit : (float, str), optional
        A height to mark on the curve, and its name.
    note : str
        A sentence on what kind of difference it is, for the caption.
    layout, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : TwoNumbers
    selected : tuple of str
        The name, if the numbers differ.

    Examples
    --------
    >>> NumberBesideNumber(3.0, 2.5, name="the cost", parts={"the error": 2.5, "the penalty": 0.5}).caption
    'The cost: yours is 2.50 where the reference has 3.00. The reference is made of the error (2.50) and the penalty (0.500).'
    """

    beyond_codes = "two numbers"

    data: TwoNumbers

    def __init__(
        self,
        reference: float,
        found: float,
        *,
        name: str = "the number",
        parts: Mapping[str, float] | None = None,
        curve: tuple[ArrayLike, ArrayLike] | None = None,
        axes: tuple[str, str] = ("", ""),
        whole: bool = False,
        limit: tuple[float, str] | None = None,
        note: str = "",
        **common: Unpack[Common],
    ) -> None:
        for what, each in (("name", name), ("note", note)):
            if not isinstance(each, str):
                raise TypeError(must_be(what, "a text", each))
        numbers = _number(reference, "reference"), _number(found, "found")
        made = {label_of(key): _number(each, f"parts[{key!r}]") for key, each in (parts or {}).items()}
        points = None if curve is None else _points(curve)
        data = TwoNumbers(name, numbers, made, points, axes, limit, note)
        self.open_with(data, {"whole": bool(whole)})

    @classmethod
    def example(cls) -> Self:
        x = np.linspace(-1, 3, 41)
        return cls(1.0, 2.0, name="the weight", curve=(x, (x - 1) ** 2), axes=("weight", "cost"))

    def scene_of(self, trace: TwoNumbers, names: Sequence[str], inputs: Inputs) -> Scene:
        panels = [_bars_of_both(trace) if trace.curve is None else _on_curve(trace, self.settings["whole"])]
        if trace.parts:
            made = list(trace.parts)
            values = np.array(list(trace.parts.values()))
            made_of = Panel(
                "What the reference is made of", [Bars(made, values, keys=made, color=3)], x=_axis(trace), column=1
            )
            panels = [*on_common_axes(panels[0], made_of)]
        one, other = told_apart(*trace.numbers)
        readouts = [Readout("First difference", trace.name if self.selected else "none")]
        readouts += [Readout(title, text) for title, text in zip(TITLES, (one, other), strict=True)]
        return Scene(
            title=f"{TITLES[0]} and {TITLES[1].lower()}",
            panels=panels,
            controls=[],
            readouts=readouts,
            caption=_in_words(trace),
            column_weights=(1.0, 1.0) if trace.parts else (1.0,),
        )

    def describe_size(self) -> str:
        return self.data.name

    @property
    def selected(self) -> tuple[str, ...]:
        one, other = self.data.numbers
        return () if one == other or (np.isnan(one) and np.isnan(other)) else (self.data.name,)


def _number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(must_be(name, "a number", value)) from None


def _points(curve: Any) -> tuple[Array, Array]:
    try:
        x, y = (np.array(each, dtype=np.float64) for each in curve)
    except (TypeError, ValueError):
        raise TypeError(must_be("curve", "two arrays of numbers", curve)) from None
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2 or not np.isfinite(x).all() or (np.diff(x) <= 0).any():
        raise ValueError(f"curve must be (x, y), both of shape (K,), with x ascending; got {x.shape} and {y.shape}")
    return x, y


def _bars_of_both(trace: TwoNumbers) -> Panel:
    shown = np.where(np.isfinite(trace.numbers), trace.numbers, np.nan)
    bars = Bars(TITLES, shown, keys=TITLES, style=[0, 1], styles=[replace(each, label="") for each in STYLES])
    return Panel("Both", [bars], x=_axis(trace), main=True)


def _axis(trace: TwoNumbers) -> Axis:
    return Axis(trace.name.removeprefix("the "))


def _on_curve(trace: TwoNumbers, whole: bool) -> Panel:
    assert trace.curve is not None
    x, y = trace.curve
    heights = np.array(trace.heights)
    marks: list[Any] = [Line(x, y, color="quiet")]
    if whole:
        marks.append(Dots(x, y, color="quiet", size=6.0))
    if trace.limit is not None:
        marks.append(Rule(y=trace.limit[0], label=trace.limit[1]))
    marks += [
        Rule(x=number, color=style.color, dash=k)
        for k, (number, style) in enumerate(zip(trace.numbers, STYLES, strict=True))
        if np.isfinite(number) and x[0] <= number <= x[-1]
    ]
    marks.append(Dots(np.array(trace.numbers), heights, size=11.0, keys=TITLES, style=[0, 1], styles=STYLES))
    return Panel(
        f"{trace.axes[1][:1].upper()}{trace.axes[1][1:]} over {trace.axes[0]}",
        marks,
        x=Axis(trace.axes[0], whole=whole),
        y=Axis(trace.axes[1]),
        main=True,
        height=300,
    )


def _in_words(trace: TwoNumbers) -> str:
    one, other = told_apart(*trace.numbers)
    text = f"{trace.name[:1].upper()}{trace.name[1:]}: yours is {other} where the reference has {one}."
    if trace.curve is not None:
        low, high = told_apart(*trace.heights)
        if high == low != "NaN":
            text += f" The {trace.axes[1]} is {low} at both."
        elif high != "NaN":
            text += f" There, the {trace.axes[1]} is {high}; at the reference, it is {low}."
    if trace.parts:
        made = [f"{name} ({format_number(value)})" for name, value in trace.parts.items()]
        listed = f"{', '.join(made[:-1])}{' and ' if made[1:] else ''}{made[-1]}"
        text += f" The reference is made of {listed if len(made) <= NAMED else f'{len(made)} terms'}."
    return f"{text} {trace.note}".strip()
