"""What a browser needs to take an answer: the form of each kind, without a word about what is right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fewidgets.explorables.predicting.choosing import OneOf, SeveralOf
from fewidgets.explorables.predicting.estimating import Estimate
from fewidgets.explorables.predicting.kind import Kind
from fewidgets.explorables.predicting.ordering import Ordering
from fewidgets.explorables.predicting.sketching import Sketch
from fewidgets.explorables.predicting.tex import readable
from fewidgets.scene import Axis, Bars, Dots, Line, Panel

#: Pixels of a panel to draw on: with the question and the buttons, it fits into a small screen.
HEIGHT = 250


def form_of(kind: Kind) -> dict[str, Any]:
    """Return what may be answered, as plain data for a browser."""
    form: dict[str, Any] = {"type": kind.kind}
    if isinstance(kind, OneOf | SeveralOf):
        form["options"] = [[option, readable(option)] for option in kind.options]
    elif isinstance(kind, Estimate):
        form |= {name: getattr(kind, name) for name in ("low", "high", "step", "scale")}
        form["unit"] = readable(kind.unit)
    elif isinstance(kind, Ordering):
        form["items"] = [[item, readable(item)] for item in kind.items]
        form |= {"first": readable(kind.first), "last": readable(kind.last)}
    elif isinstance(kind, Sketch):
        low, high = sorted(map(float, kind.y_axis.domain))
        form |= {"curves": [[curve, readable(curve)] for curve in kind.curves], "places": kind.grid.tolist()}
        form |= {"names": [readable(str(place)) for place in kind.places] if kind.bars else None, "low": low, "high": high}
    return form


def panel_of(kind: Sketch, *, answer: Any = None, truth: Any = None) -> Panel:
    """Return the axes of a sketch, empty, or with the truth and the answer over each other."""
    if kind.bars:
        return _bars(kind, answer, truth)
    x, y = kind.x_axis, kind.y_axis
    domain = (kind.places[0], kind.places[-1]) if x.domain is None else x.domain
    marks: list[Line] = []
    alone = len(kind.curves) == 1
    for k, curve in enumerate(kind.curves):
        if truth is not None:
            label = "truth" if alone else readable(curve)
            marks.append(Line(kind.grid, truth[k], color=k, width=3.0, label=label))
        if answer is not None:
            label = "yours" if alone else ""
            marks.append(Line(kind.grid, answer[k], color=1 if alone else k, dash=1, width=2.0, label=label))
    title = "Solid: the truth" if answer is None else "Solid: the truth. Dashed: your sketch"
    title = f"Draw here: {readable(y.label)}" if truth is None else title
    return Panel(title, marks, x=_readable(x, domain), y=_readable(y, y.domain), height=HEIGHT)


def _bars(kind: Sketch, answer: Any, truth: Any) -> Panel:
    """Return horizontal bars; the sketch is marked by dots at their ends."""
    names = [readable(str(place)) for place in kind.places]
    empty = [float("nan")] * len(names)
    marks: list[Any] = [Bars(names, empty if truth is None else truth[0], color="primary")]
    if answer is not None:
        marks.append(Dots(answer[0], kind.grid, color="accent", size=11.0, hollow=True))
    title = "Bars: the truth" if answer is None else "Bars: the truth. Circles: your sketch"
    title = f"Draw here: {readable(kind.y_axis.label)}" if truth is None else title
    return Panel(title, marks, x=_readable(kind.y_axis, kind.y_axis.domain), y=Axis(), height=HEIGHT)


def _readable(axis: Axis, domain: Any) -> Axis:
    return replace(axis, label=readable(axis.label), domain=domain)
