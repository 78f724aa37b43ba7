"""Show only some panels of a scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from fewidgets.scene.controls.replay import Pick
from fewidgets.scene.panel import Panel
from fewidgets.scene.rewrite import controls_in
from fewidgets.scene.scene import Scene
from fewidgets.scene.text.legible import quoted, quoted_all
from fewidgets.scene.types import Names


def with_panels(scene: Scene, titles: Names) -> Scene:
    """Return a scene with the panels whose titles are given, as a whole or in part, and with the controls that these need.

    The remaining panels move together. Raises ValueError if a title belongs to no panel, or to several.
    """
    chosen = [_find(scene.panels, title) for title in titles]
    if not chosen:
        raise ValueError(f"panels must name at least one of {quoted_all([panel.title for panel in scene.panels])}.")
    kept = [panel for panel in scene.panels if any(panel is each for each in chosen)]
    columns = sorted({panel.column for panel in kept})
    weights = [scene.column_weights[column] for column in columns] if len(scene.column_weights) > 1 else [1.0]
    placed = _moved_together(kept, columns)
    shown = [scene.caption, *(readout.value for readout in scene.readouts), *_channels(placed)]
    used = {control.name for channel in shown for control in controls_in(channel)}
    controls = [
        control if control.compute or isinstance(control, Pick) or control.name in used else replace(control, idle=True)
        for control in scene.controls
    ]
    return replace(scene, panels=placed, controls=controls, column_weights=weights)


def _moved_together(panels: Sequence[Panel], columns: Sequence[int]) -> list[Panel]:
    """Move panels up and to the left where others are missing; a panel alone in its rows takes the whole width."""
    filled = dict.fromkeys(columns, 0)
    starts: list[int] = []
    panels = sorted(panels, key=lambda panel: panel.row)
    for panel in panels:
        own = [column for column in columns if panel.column <= column < panel.end_column]
        starts.append(max(filled[column] for column in own))
        filled.update(dict.fromkeys(own, starts[-1] + panel.row_span))
    rows = sorted(set(starts))
    placed = []
    for panel, start in zip(panels, starts, strict=True):
        span = sum(start <= row < start + panel.row_span for row in rows)
        width = sum(panel.column <= column < panel.end_column for column in columns)
        row, column = rows.index(start), columns.index(panel.column)
        placed.append(replace(panel, row=row, column=column, row_span=span, column_span=width))
    return [
        panel
        if any(one is not panel and one.row <= panel.last_row and panel.row <= one.last_row for one in placed)
        else replace(panel, column=0, column_span=len(columns))
        for panel in placed
    ]


def _find(panels: Sequence[Panel], title: str) -> Panel:
    known = [panel.title for panel in panels]
    exact = [panel for panel in panels if panel.title == title]
    found = exact or [panel for panel in panels if title.casefold() in panel.title.casefold()]
    if len(found) != 1:
        raise ValueError(
            f"panels must name each panel by its title, or by a part that only this title has; got {quoted(title)}. "
            f"The titles are {quoted_all(known)}."
        )
    return found[0]


def _channels(panels: Sequence[Panel]) -> list[Any]:
    parts: list[Any] = [part for panel in panels for part in (panel, panel.axis("x"), panel.axis("y"), *panel.marks)]
    return [getattr(part, entry.name) for part in parts for entry in fields(part)]
