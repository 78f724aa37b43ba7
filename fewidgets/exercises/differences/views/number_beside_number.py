"""Two numbers beside each other, with what explains them: the parts of a sum, or a curve on which both lie (section 9.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, Unpack

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.exercises.differences.views.digits_that_differ import digits_that_differ
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.shared.wording import listed
from fewidgets.scene import Axis, Bars, Dots, Line, Panel, Readout, Rule, Scene, Style, format_number
from fewidgets.scene.side_by_side.pair import on_common_axes
from fewidgets.scene.types import Curve, NameTuple, TwoTexts

NAMED = 3  # parts that the caption names
TITLES = ("Reference", "Yours")
STYLES = (Style("reference", "primary"), Style("yours", "accent", "✕"))


@dataclass(frozen=True, eq=False)
class TwoNumbers:
    """Two numbers, the right one first, with the parts of the right one or the points of a curve."""

    name: str
    numbers: tuple[float, float]
    parts: Mapping[str, float]
    curve: Curve | None
    axes: TwoTexts
    limit: tuple[float, str] | None
    note: str


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
    curve : (NDArray, NDArray), shape (K,) each, optional
        Points (x, y) of a curve, x ascending, on which the numbers are places x.
    axes : (str, str)
        What the curve shows along each axis.
    whole : bool
        Whether the places are whole numbers. Then the points of the curve are drawn, too.
    limit : (float, str), optional
        A height to mark on the curve, and its name.
    note : str
        A sentence on what kind of difference it is, for the caption.
    layout, panels, present : optional
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
        curve: tuple[Array, Array] | None = None,
        axes: tuple[str, str] = ("", ""),
        whole: bool = False,
        limit: tuple[float, str] | None = None,
        note: str = "",
        **common: Unpack[Common],
    ) -> None:
        data = TwoNumbers(name, (float(reference), float(found)), parts or {}, curve, axes, limit, note)
        self.open_with(data, {"whole": whole})

    @classmethod
    def example(cls) -> Self:
        x = np.linspace(-1, 3, 41)
        return cls(1.0, 2.0, name="the weight", curve=(x, (x - 1) ** 2), axes=("weight", "cost"))

    def scene_of(self, trace: TwoNumbers, names: Names, inputs: Inputs) -> Scene:
        panels = [_bars_of_both(trace) if trace.curve is None else _on_curve(trace, trace.curve, self.settings["whole"])]
        if trace.parts:
            made = list(trace.parts)
            bars = Bars(made, list(trace.parts.values()), keys=made, color=3)
            made_of = Panel("What the reference is made of", [bars], x=_axis(trace), column=1)
            panels = [*on_common_axes(panels[0], made_of)]
        one, other = digits_that_differ(*trace.numbers)
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
    def selected(self) -> NameTuple:
        one, other = self.data.numbers
        return () if one == other or (np.isnan(one) and np.isnan(other)) else (self.data.name,)


def _bars_of_both(trace: TwoNumbers) -> Panel:
    shown = np.where(np.isfinite(trace.numbers), trace.numbers, np.nan)
    bars = Bars(TITLES, shown, keys=TITLES, style=[0, 1], styles=[replace(each, label="") for each in STYLES])
    return Panel("Both", [bars], x=_axis(trace), main=True)


def _axis(trace: TwoNumbers) -> Axis:
    return Axis(trace.name.removeprefix("the "))


def _heights(trace: TwoNumbers, curve: Curve) -> Array:
    """Return the height of the curve at both numbers; NaN outside of it."""
    return np.interp(trace.numbers, *curve, left=np.nan, right=np.nan)


def _on_curve(trace: TwoNumbers, curve: Curve, whole: bool) -> Panel:
    x, y = curve
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
    marks.append(Dots(trace.numbers, _heights(trace, curve), size=11.0, keys=TITLES, style=[0, 1], styles=STYLES))
    return Panel(
        f"{trace.axes[1][:1].upper()}{trace.axes[1][1:]} over {trace.axes[0]}",
        marks,
        x=Axis(trace.axes[0], whole=whole),
        y=Axis(trace.axes[1]),
        main=True,
        height=300,
    )


def _in_words(trace: TwoNumbers) -> str:
    one, other = digits_that_differ(*trace.numbers)
    text = f"{trace.name[:1].upper()}{trace.name[1:]}: yours is {other} where the reference has {one}."
    if trace.curve is not None:
        low, high = digits_that_differ(*_heights(trace, trace.curve).tolist())
        if high == low != "NaN":
            text += f" The {trace.axes[1]} is {low} at both."
        elif high != "NaN":
            text += f" There, the {trace.axes[1]} is {high}; at the reference, it is {low}."
    if trace.parts:
        made = [f"{name} ({format_number(value)})" for name, value in trace.parts.items()]
        text += f" The reference is made of {listed(made) if len(made) <= NAMED else f'{len(made)} terms'}."
    return f"{text} {trace.note}".strip()
