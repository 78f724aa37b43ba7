"""Join the controls of two scenes by name, and let frames follow the joined ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Block, Choice, Control, ControlsByName, Pick, Slider, Stepper, Toggle
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Mark
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.rewrite import reindexed, rewritten
from fewidgets.scene.types import Keywords

JOINED = (Slider, Stepper, Choice, Toggle, Pick, Block)  # the kinds that can be joined
Moved = Mapping[str, Sequence[float]]  # by the name of a joined control: where each of its positions is in the old one


def shared_control(one: Control, other: Control) -> Control | None:
    """Return the control that has all positions of two; None if they are of different kinds."""
    if type(one) is not type(other) or not isinstance(one, JOINED):
        return None
    changes: Keywords = {}
    if isinstance(one, Slider | Stepper) and isinstance(other, Slider | Stepper):
        changes["visited"] = one.visited or other.visited
    if isinstance(one, Stepper) and isinstance(other, Stepper):
        changes |= {"length": max(one.length, other.length), "question": None}
    elif isinstance(one, Slider) and isinstance(other, Slider):
        changes |= {name: np.union1d(getattr(one, name), getattr(other, name)) for name in ("values", "stops")}
        changes["floor"] = min(each.floor for each in (one, other) if each.floor is not None)
        changes |= {"interpolate": one.interpolate and other.interpolate, "snap": one.snap or other.snap}
    elif isinstance(one, Choice | Pick) and isinstance(other, Choice | Pick):
        changes["options"] = list(dict.fromkeys([*one.options, *other.options]))
    elif isinstance(one, Block) and isinstance(other, Block):
        changes |= {"rows": max(one.rows, other.rows), "columns": max(one.columns, other.columns)}
    return replace(one, **changes)


def following(part: Any, old: ControlsByName, new: ControlsByName) -> Any:
    """Return a part of a scene whose channels follow joined controls."""
    moved = {}
    for name in old.keys() & new.keys():
        places = [sum(old[name].locate(old[name].nearest(state))) for state in new[name].states]
        if places != list(range(old[name].positions)):
            moved[name] = places

    def change(channel: Any) -> Any:
        if isinstance(channel, Frames):
            return _frames(channel, moved, new, change)
        if isinstance(channel, Reveal):
            at = channel.places if channel.control.name in moved else channel.at
            return Reveal(new[channel.control.name], at=at)  # type: ignore[arg-type]
        return new.get(channel.name, channel)

    if hasattr(part, "marks"):
        marks = [rewritten(_at_places(mark, moved), change) for mark in part.marks]
        return replace(rewritten(replace(part, marks=[]), change), marks=marks)
    return rewritten(part, change)


def _frames(frames: Frames, moved: Moved, new: ControlsByName, change: Any) -> Frames:
    controls = [new.get(control.name, control) for control in frames.controls]
    values = frames.values if isinstance(frames.values, np.ndarray) else rewritten(frames.values, change)
    between = frames.between
    for axis, control in enumerate(frames.controls):
        if control.name in moved:
            places = moved[control.name]
            values = reindexed(values, axis, np.floor(places) if frames.hold else places)
    if between is not None and frames.controls[0].name in moved:
        found = [frames.at({controls[0].name: (low + high) / 2}) for low, high in pairwise(controls[0].states)]
        between = np.array(found) if isinstance(between, np.ndarray) else found
    return Frames(values, *controls, hold=frames.hold, between=between)


def _at_places(mark: Mark, moved: Moved) -> Mark:
    """Give a mark whose points belong to positions of a control one point for each new position."""
    at, upto = getattr(mark, "at", None), getattr(mark, "upto", None)
    by = at or upto
    if by is None or by.name not in moved or (at is None and isinstance(by, Stepper)):
        return mark  # a stepper that goes on shows all points of a mark
    places = np.floor(moved[by.name])
    changes: Keywords = {}
    for name in (*mark.each, *mark.maybe):
        channel = getattr(mark, name)
        if isinstance(channel, Frames):
            values = reindexed(channel.values, len(channel.controls), places)
            changes[name] = Frames(values, *channel.controls, hold=channel.hold)
        elif channel is not None and not isinstance(channel, Control) and np.ndim(channel) and len(channel):
            changes[name] = reindexed(channel if isinstance(channel, np.ndarray) else list(channel), 0, places)
    return replace(mark, **changes)
