"""Check a scene when it is made, so that a mistake is reported where it was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from fewidgets.scene.controls.compute import Input
from fewidgets.scene.controls.replay import Control, ControlsByName, Slider, Stepper
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import AudioPlayer, CountGrid, Mark
from fewidgets.scene.marks.base import Side, check_mark, frames_of, lengths_of
from fewidgets.scene.panel import Axis, Panel
from fewidgets.scene.rewrite import controls_in, parts_in
from fewidgets.scene.template import FIELD, Template
from fewidgets.scene.text.legible import expect, quoted, quoted_all

if TYPE_CHECKING:
    from fewidgets.scene.scene import Readout

SCALES = ("linear", "log")


def check_scene(
    panels: Sequence[Panel],
    controls: Sequence[Control],
    readouts: Sequence[Readout],
    caption: Any,
    column_weights: Sequence[float],
) -> None:
    listed = _check_controls(controls)
    for control in controls:
        if isinstance(control, Slider):
            _check_channel(control.scale, listed, f"the scale of slider {control.name!r}")
            _check_scale(control.scale, f"the scale of slider {control.name!r}")
    for panel in panels:
        expect(isinstance(panel, Panel), "panels", "a list of Panel", panel, TypeError)
        _check_panel(panel, listed)
    _check_grid(panels, column_weights)
    for readout in readouts:
        place = f"readout {readout.label!r}"
        _check_channel(readout.value, listed, place)
        expect(lengths_of(readout.value) == {None}, f"the value of {place}", "a single number or text", readout.value)
    known = isinstance(caption, str | Frames | Template)
    expect(known, "caption", "a string, Frames or a Template", caption, TypeError)
    _check_channel(caption, listed, "the caption")


# Controls


def _check_controls(controls: Sequence[Control]) -> dict[str, Control]:
    listed: dict[str, Control] = {}
    names: list[str] = []
    for control in controls:
        expect(isinstance(control, Control), "controls", "a list of controls", control, TypeError)
        try:
            control.check(control.initial)
        except (TypeError, ValueError, IndexError) as error:
            raise ValueError(f"Control {control.name!r} must be able to start in its initial state: {error}") from None
        listed[control.name] = control
        names.append(control.name)
        if isinstance(control, Stepper) and control.question is not None:
            names += [control.question.switch, control.question.record]
            _check_question(control)
        if isinstance(control, Slider | Stepper) and control.visited:
            names.append(control.visited)
    if len(set(names)) < len(names):
        raise ValueError(f"Names of controls must differ; got {quoted_all(names)}.")
    return listed


def _check_question(stepper: Stepper) -> None:
    question = stepper.question
    assert question is not None
    if len(question.answers) != stepper.length - 1:
        raise ValueError(
            f"The question of {stepper.name!r} must have {stepper.length - 1} answers, one for each step forward; "
            f"got {len(question.answers)}."
        )
    question.check(question.record, list(question.answers))


def _check_channel(channel: Any, listed: ControlsByName, place: str) -> None:
    for control in controls_in(channel):
        known = listed.get(control.name)
        if known is None:
            raise ValueError(
                f"The scene must list the control {control.name!r}, which {place} uses; "
                f"it lists {quoted_all(list(listed)) or 'none'}."
            )
        if known is not control and not _alike(known, control):
            raise ValueError(f"{place} must use the control {control.name!r} that the scene lists; got one that differs.")
    for template in parts_in(channel):
        for text in frames_of(template.text) if isinstance(template, Template) else ():
            missing = set(FIELD.findall(text if isinstance(text, str) else "")) - set(template.fields)
            if missing:
                raise ValueError(
                    f"{place} must have a value for each field of {quoted(text)}; {quoted_all(sorted(missing))} is missing."
                )


def _alike(one: Control, other: Control) -> bool:
    """Whether frames over two controls of the same name agree."""
    return type(one) is type(other) and (isinstance(one, Input) or one.positions == other.positions)


# Panels


def _check_panel(panel: Panel, listed: ControlsByName) -> None:
    place = f"panel {panel.title!r}"
    for i, mark in enumerate(panel.marks):
        where = f"mark {i} ({type(mark).__name__}) of {place}"
        if isinstance(mark, Mark):
            for entry in fields(mark):
                _check_channel(getattr(mark, entry.name), listed, f"{entry.name} of {where}")
        check_mark(mark, where)
        if panel.filling is not None and mark is not panel.filling and not isinstance(mark, AudioPlayer):
            raise ValueError(f"{place} must contain no other mark beside its {type(panel.filling).__name__}; got {where}.")
        if isinstance(mark, CountGrid) and (panel.axes or len(panel.marks) > 1):
            raise ValueError(f"{place} must have axes=False and no other mark beside its CountGrid.")
    for name in ("empty", "says"):
        text = getattr(panel, name)
        _check_channel(text, listed, f"{name} of {place}")
        expect(lengths_of(text) == {None}, f"{name} of {place}", "a single text", text)
    sides: tuple[Side, Side] = ("x", "y")
    for side in sides:
        _check_axis(panel.axis(side), listed, f"the {side} axis of {place}")
    if panel.scrub is not None:
        _check_channel(panel.scrub, listed, f"scrub of {place}")
        moves = isinstance(panel.scrub, Slider | Stepper)
        expect(moves, f"scrub of {place}", "a Slider or a Stepper", panel.scrub, TypeError)
    for name, least in (("row", 0), ("column", 0), ("row_span", 1), ("column_span", 1)):
        number = getattr(panel, name)
        expect(number >= least, f"{name} of {place}", f"an integer of at least {least}", number)
    for name in ("height", "aspect"):
        size = getattr(panel, name)
        expect(size is None or size > 0, f"{name} of {place}", "a positive number", size)


def _check_axis(axis: Axis, listed: ControlsByName, place: str) -> None:
    for channel in (axis.label, axis.scale, axis.domain):
        _check_channel(channel, listed, place)
    _check_scale(axis.scale, f"the scale of {place}")
    expect(axis.side in ("left", "right"), f"the side of {place}", "'left' or 'right'", axis.side)
    if axis.domain is None:
        return
    ends = np.asarray(axis.domain.values if isinstance(axis.domain, Frames) else axis.domain, dtype=float)
    right = ends.shape[-1:] == (2,) and np.isfinite(ends).all() and (ends[..., 0] != ends[..., 1]).all()
    expect(bool(right), f"the domain of {place}", "two finite numbers that differ", axis.domain)


def _check_scale(scale: Any, place: str) -> None:
    for kind in frames_of(scale):
        expect(kind in SCALES, place, "'linear' or 'log'", kind)


def _check_grid(panels: Sequence[Panel], column_weights: Sequence[float]) -> None:
    main = [panel.title for panel in panels if panel.main]
    if len(main) > 1:
        raise ValueError(f"main must be True for one panel at most; got it for {quoted_all(main)}.")
    expect(all(weight > 0 for weight in column_weights), "column_weights", "positive numbers", list(column_weights))
    columns = max((panel.end_column for panel in panels), default=1)
    if 1 < len(column_weights) < columns:
        raise ValueError(f"column_weights must have {columns} numbers, one for each column; got {len(column_weights)}.")
