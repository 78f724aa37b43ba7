"""Leave the largest bars in a still picture, which cannot be scrolled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Bars, Mark
from fewidgets.scene.marks.bars import MOST_BARS, bar_order
from fewidgets.scene.panel import Panel
from fewidgets.scene.types import Array


def fewer_bars(panel: Panel) -> Panel:
    """Return a panel with its largest bars and what belongs to them; its title says how many there are."""
    bars = panel.bars
    order = None if bars is None else bar_order(bars)
    if bars is None or order is None:
        return panel
    kept = order[:MOST_BARS]
    return replace(
        panel,
        says="",
        title=f"{panel.title} (the {MOST_BARS} largest of {len(bars.names)})",
        marks=[_some(mark, kept) if isinstance(mark, Bars) else _moved(mark, kept, len(bars.names)) for mark in panel.marks],
    )


def _some(bars: Bars, kept: Array) -> Bars:
    def part(channel: Any) -> Any:
        if channel is None or isinstance(channel, str | int):
            return channel
        return _mapped(channel, lambda values: values[..., kept])

    return replace(
        bars,
        names=[bars.names[i] for i in kept],
        keys=[bars.keys[i] for i in kept] if len(bars.keys) else (),
        values=part(bars.values),
        color=part(bars.color),
        style=part(bars.style),
        importance=part(bars.importance),
    )


def _moved(mark: Mark, kept: Array, n: int) -> Mark:
    """Move a mark with the bar that it belongs to; without the bar it is hidden."""
    places = np.full(n, np.nan)
    places[kept] = np.arange(len(kept))

    def move(values: Array) -> Array:
        numbers = values.astype(float)
        row = np.where(np.isnan(numbers), -1, np.round(numbers)).astype(int)
        inside = (row >= 0) & (row < n)
        return np.where(inside, places[np.where(inside, row, 0)] + numbers - row, np.nan)

    channels = {name: getattr(mark, name) for name in mark.along("y") if getattr(mark, name) is not None}
    return replace(mark, **{name: _mapped(channel, move) for name, channel in channels.items()}) if channels else mark


def _mapped(channel: Any, change: Any) -> Any:
    if isinstance(channel, Frames):
        between = None if channel.between is None else change(np.asarray(channel.between))
        return Frames(change(np.asarray(channel.values)), *channel.controls, hold=channel.hold, between=between)
    return change(np.asarray(channel))
