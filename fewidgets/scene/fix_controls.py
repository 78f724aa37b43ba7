from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.panel import Panel
from fewidgets.scene.reveal import Reveal
from fewidgets.scene.rewrite import reindexed, rewritten
from fewidgets.scene.scene import Scene
from fewidgets.scene.template import Template
from fewidgets.scene.types import State


def with_fixed_controls(scene: Scene, names: Collection[str], state: State) -> Scene:
    """Return a scene as it looks in a state of some controls, without them."""

    def change(channel: Any) -> Any:
        if isinstance(channel, Frames):
            return _without(channel, names, state)
        if isinstance(channel, Reveal):
            return None if channel.control.name in names else channel
        return state[channel.name] if channel.name in names else channel

    def kept(panel: Panel) -> Panel:
        marks = [found for mark in panel.marks if (found := mark.without(names, state)) is not None]
        scrub = None if panel.scrub is not None and panel.scrub.name in names else panel.scrub
        return replace(rewritten(replace(panel, marks=marks, scrub=None), change), scrub=scrub)

    caption = rewritten(scene.caption, change)
    return replace(
        scene,
        panels=[kept(panel) for panel in scene.panels],
        controls=[_control(control, change) for control in scene.controls if control.name not in names],
        readouts=[rewritten(readout, change) for readout in scene.readouts],
        caption=caption if isinstance(caption, str | Frames | Template) else str(caption),
    )


def _control(control: Control, change: Any) -> Control:
    """Fix the channels of a control, such as the scale of a slider."""
    scale = getattr(control, "scale", None)
    return replace(control, scale=change(scale)) if isinstance(scale, Frames) else control  # type: ignore[call-arg]


def _without(frames: Frames, names: Collection[str], state: State) -> Any:
    left = [control for control in frames.controls if control.name not in names]
    if len(left) == len(frames.controls):
        return frames
    if not left:
        return frames.at(state)
    values: Any = frames.values
    for axis, control in reversed(list(enumerate(frames.controls))):
        if control.name in names:
            index, fraction = control.locate(state[control.name])
            values = _first(reindexed(values, axis, [index if frames.hold else index + fraction]), axis)
    return Frames(values, *left, hold=frames.hold)


def _first(values: Any, axis: int) -> Any:
    if isinstance(values, np.ndarray):
        return np.take(values, 0, axis=axis)
    return [_first(part, axis - 1) for part in values] if axis else values[0]
