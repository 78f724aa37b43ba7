"""Join the controls of two scenes by name, and let frames follow the joined ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from fewidgets.scene.controls import Block, Choice, Control, Pick, Slider, Stepper, Toggle
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Dots, Line, Mark, Path
from fewidgets.scene.rewrite import reindexed, rewritten
from fewidgets.scene.visited import Reveal

JOINED = (Slider, Stepper, Choice, Toggle, Pick, Block)  # the kinds that can be joined


class Places(NamedTuple):
    """For each position of a joined control, the position of the old one."""

    indices: list[int]
    fractions: list[float]


def joined(one: Control, other: Control) -> Control | None:
    """Return the control that has all positions of two; None if they are of different kinds."""
    if type(one) is not type(other) or not isinstance(one, JOINED):
        return None
    if isinstance(one, Stepper) and isinstance(other, Stepper):
        return replace(one, length=max(one.length, other.length), question=None, visited=one.visited or other.visited)
    if isinstance(one, Slider) and isinstance(other, Slider):
        if np.array_equal(one.values, other.values):
            return replace(one, stops=np.union1d(one.stops, other.stops), visited=one.visited or other.visited)
        values = np.union1d(one.values, other.values)
        return replace(
            one,
            values=values,
            stops=np.union1d(one.stops, other.stops),
            floor=min(each.floor for each in (one, other) if each.floor is not None),
            interpolate=one.interpolate and other.interpolate,
            snap=one.snap or other.snap,
            visited=one.visited or other.visited,
        )
    if isinstance(one, Choice | Pick) and isinstance(other, Choice | Pick):
        return replace(one, options=list(dict.fromkeys([*one.options, *other.options])))
    if isinstance(one, Block) and isinstance(other, Block):
        return replace(one, rows=max(one.rows, other.rows), columns=max(one.columns, other.columns))
    return one


def places(old: Control, new: Control) -> Places:
    """Return where each position of a joined control is in the old one."""
    indices = list(range(new.positions))
    if isinstance(old, Slider) and isinstance(new, Slider):
        found = [old.locate(value) for value in new.values]
        return Places([index for index, _ in found], [fraction for _, fraction in found])
    if isinstance(old, Stepper):
        indices = [min(k, old.length - 1) for k in indices]
    elif isinstance(old, Choice) and isinstance(new, Choice):
        indices = [list(old.options).index(option) if option in old.options else 0 for option in new.options]
    elif isinstance(old, Pick) and isinstance(new, Pick):
        indices = [0, *(list(old.options).index(option) + 1 if option in old.options else 0 for option in new.options)]
    elif isinstance(old, Block) and isinstance(new, Block):
        grid = [(min(r, old.rows - 1), min(c, old.columns - 1)) for r in range(new.rows) for c in range(new.columns)]
        indices = [r * old.columns + c for r, c in grid]
    return Places(indices, [0.0] * len(indices))


def following(part: Any, old: Mapping[str, Control], new: Mapping[str, Control]) -> Any:
    """Return a part of a scene whose channels follow joined controls in place of the old ones of the same names."""
    moved = {
        name: found
        for name, control in new.items()
        if name in old
        and (found := places(old[name], control)) != Places(list(range(old[name].positions)), [0.0] * control.positions)
    }

    def change(channel: Any) -> Any:
        if isinstance(channel, Frames):
            return _frames(channel, moved, new, change)
        if isinstance(channel, Reveal):
            control = new[channel.control.name]
            assert isinstance(control, Slider | Stepper)
            return Reveal(control, at=channel.places if channel.control.name in moved else channel.at)
        return new.get(channel.name, channel)

    if hasattr(part, "marks"):
        marks = [rewritten(_at_places(mark, moved), change) for mark in part.marks]
        return replace(rewritten(replace(part, marks=[]), change), marks=marks)
    return rewritten(part, change)


def _frames(frames: Frames, moved: Mapping[str, Places], new: Mapping[str, Control], change: Any) -> Frames:
    controls = [new.get(control.name, control) for control in frames.controls]
    values = frames.values if isinstance(frames.values, np.ndarray) else rewritten(frames.values, change)
    between = frames.between
    for axis, control in enumerate(frames.controls):
        if control.name in moved:
            where = moved[control.name]
            values = reindexed(values, axis, where.indices, None if frames.hold else where.fractions)
    if between is not None and frames.controls[0].name in moved:
        slider = controls[0]
        assert isinstance(slider, Slider)
        middles = (slider.values[1:] + slider.values[:-1]) / 2
        found = [frames.at({slider.name: middle}) for middle in middles]
        between = np.array(found) if isinstance(frames.between, np.ndarray) else found
    return Frames(values, *controls, hold=frames.hold, between=between)


def _at_places(mark: Mark, moved: Mapping[str, Places]) -> Mark:
    """Give a mark whose points belong to positions of a control one point for each new position."""
    if not isinstance(mark, Line | Dots | Path):
        return mark
    at = getattr(mark, "at", None)
    by = at if at is not None else mark.upto
    if by is None or by.name not in moved or (at is None and isinstance(by, Stepper)):
        return mark  # a stepper that goes on shows all points of a mark
    indices = moved[by.name].indices
    changes: dict[str, Any] = {}
    for name in ("x", "y", "keys", "labels", "style"):
        channel = getattr(mark, name, None)
        if isinstance(channel, Frames):
            values = reindexed(channel.values, len(channel.controls), indices)
            changes[name] = Frames(values, *channel.controls, hold=channel.hold)
        elif channel is not None and not isinstance(channel, Control) and np.ndim(channel) and len(channel):
            changes[name] = reindexed(channel if isinstance(channel, np.ndarray) else list(channel), 0, indices)
    return replace(mark, **changes)
