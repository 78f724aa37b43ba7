from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.scene.controls import Control
from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Dots, Image, Mark, Table
from fewidgets.scene.panel import Panel
from fewidgets.scene.rewrite import reindexed, rewritten
from fewidgets.scene.scene import Scene
from fewidgets.scene.template import Template
from fewidgets.scene.touch import BlockGrid, Canvas, CountGrid, Handle, Handles
from fewidgets.scene.visited import Reveal

INK = 255  # of a pixel that is drawn; a grey level of 0 is black


def fixed(scene: Scene, names: Collection[str], state: Mapping[str, Any]) -> Scene:
    """Return a scene without some of its controls, as it looks in a state of them.

    Marks that move such a control become marks that are only looked at.
    """

    def change(channel: Any) -> Any:
        if isinstance(channel, Frames):
            return _without(channel, names, state)
        if isinstance(channel, Reveal):
            return None if channel.control.name in names else channel
        if isinstance(channel, Control) and channel.name in names:
            return state[channel.name]
        return channel

    def kept(panel: Panel) -> Panel:
        marks = [found for mark in panel.marks if (found := _still(mark, names, state)) is not None]
        scrub = None if panel.scrub is not None and panel.scrub.name in names else panel.scrub
        shown: Panel = rewritten(replace(panel, marks=marks, scrub=None), change)
        return replace(shown, scrub=scrub)

    caption = rewritten(scene.caption, change)
    return replace(
        scene,
        panels=[kept(panel) for panel in scene.panels],
        controls=[_control(control, change) for control in scene.controls if control.name not in names],
        readouts=[rewritten(readout, change) for readout in scene.readouts],
        caption=caption if isinstance(caption, str | Frames | Template) else str(caption),
    )


def _control(control: Control, change: Any) -> Control:
    """Fix the channels of a control, such as the scale of a slider, and not the control itself."""
    scale = getattr(control, "scale", None)
    return replace(control, scale=change(scale)) if isinstance(scale, Frames) else control  # type: ignore[call-arg]


def _without(frames: Frames, names: Collection[str], state: Mapping[str, Any]) -> Any:
    if frames.between is not None and frames.controls[0].name in names:
        return frames.at(state)
    values: Any = frames.values
    for axis in reversed(range(len(frames.controls))):
        control = frames.controls[axis]
        if control.name in names:
            index, fraction = control.locate(state[control.name])
            values = _first(reindexed(values, axis, [index], None if frames.hold else [fraction]), axis)
    left = [control for control in frames.controls if control.name not in names]
    if len(left) == len(frames.controls):
        return frames
    return Frames(values, *left, hold=frames.hold) if left else values


def _first(values: Any, axis: int) -> Any:
    if isinstance(values, np.ndarray):
        return np.take(values, 0, axis=axis)
    return [_first(part, axis - 1) for part in values] if axis else values[0]


def _still(mark: Mark, names: Collection[str], state: Mapping[str, Any]) -> Mark | None:
    """Return what stands for a mark that moves a fixed control; None for one that would show nothing."""
    if isinstance(mark, Table) and mark.cells is not None and mark.cells.name in names:
        return replace(mark, cells=None)
    if isinstance(mark, BlockGrid):
        return None if mark.block.name in names else mark
    if isinstance(mark, Handle) and mark.point.name in names:
        x, y = state[mark.point.name]
        return Dots([x], [y], color=mark.color, size=9.0, labels=[mark.label] if mark.label else ())
    if isinstance(mark, Handles) and mark.points.name in names:
        points = np.asarray(state[mark.points.name], dtype=float)
        return Dots(
            points[:, 0],
            points[:, 1],
            color=mark.color,
            size=mark.size,
            labels=mark.labels,
            style=mark.style,
            styles=mark.styles,
        )
    if isinstance(mark, Canvas) and mark.drawing.name in names:
        return Image(INK - np.asarray(state[mark.drawing.name], dtype=float), extent=mark.extent)
    if isinstance(mark, CountGrid) and mark.counts.name in names:
        counts = np.asarray(state[mark.counts.name]).tolist()
        rows = [[name, *row] for name, row in zip(mark.row_names, counts, strict=True)]
        return Table(["", *mark.column_names], rows)
    return mark
