"""The legend of a panel in a still picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.frames import resolve
from fewidgets.scene.graph import Graph
from fewidgets.scene.lettering import width_of
from fewidgets.scene.looks import shape_of, underline_of
from fewidgets.scene.marks import Area, AudioPlayer, Contours, Dots, Line, Mark
from fewidgets.scene.panel import Panel
from fewidgets.scene.still_graph import MORE, outline_of
from fewidgets.scene.still_marks import dashes_of
from fewidgets.scene.touch import CountGrid, Handles

KEY, LONG_KEY, KEY_GAP = 9.0, 18.0, 5.0  # widths in points of a bar or a dot, of a line or an area; and before the text
THIN = 1.5  # points


@dataclass(frozen=True)
class Key:
    """A small picture of a mark: a "bar", a "dot", a "line", an "area" or a "node" of a graph, which may be lit or struck."""

    kind: str
    shape: str = "circle"
    hollow: bool = False
    thickness: float = THIN
    dashes: tuple[float, ...] = ()
    look: str = ""

    @property
    def width(self) -> float:
        return LONG_KEY if self.kind in ("line", "area", "node") else KEY


@dataclass(frozen=True)
class LegendEntry:
    """An entry of a legend: its text and colour, and either its key or how its text looks, with the kind of line under it."""

    text: str
    color: Any
    key: Key | None = None
    look: str = ""
    line: str = "solid"

    @property
    def width(self) -> float:
        return width_of(self.text) + (self.key.width + KEY_GAP if self.key else 0.0)


def legend_of(panel: Panel, state: Mapping[str, Any]) -> list[LegendEntry]:
    entries: list[LegendEntry] = []
    for mark in panel.marks:
        entries += _styles(mark, state)
        unlabelled = isinstance(mark, Area | Contours) or (isinstance(mark, Line) and mark.label_at == "none")
        nowhere = isinstance(mark, Line) and not np.isfinite(np.asarray(resolve(mark.y, state), dtype=float)).any()
        if isinstance(mark, Area | Contours | Line) and unlabelled and mark.label and not nowhere:
            entries.append(LegendEntry(mark.label, mark.color if mark.color != "ramp" else "quiet", _key(mark)))
        if isinstance(mark, CountGrid) and mark.label and mark.digits is not None:
            entries.append(LegendEntry(f"colours and small numbers: {mark.label}", "quiet"))
        if isinstance(mark, AudioPlayer):
            seconds = np.shape(resolve(mark.samples, state))[-1] / mark.rate
            entries.append(LegendEntry(f"♪ {mark.label}, {seconds:.2g} s", "quiet"))
    return list(dict.fromkeys(entries))


def _styles(mark: Mark, state: Mapping[str, Any]) -> list[LegendEntry]:
    if isinstance(mark, Graph):
        return _graph_styles(mark, state)
    styles = getattr(mark, "styles", ())
    entries = []
    for k, style in enumerate(styles):
        if style.label:
            text = f"{style.glyph} {style.label}".strip()
            if style.look:
                entries.append(LegendEntry(text, style.color, None, style.look, underline_of(styles, k)))
            else:
                entries.append(LegendEntry(text, style.color, _key(mark, shape_of(styles, k))))
    return entries


def _graph_styles(mark: Graph, state: Mapping[str, Any]) -> list[LegendEntry]:
    entries = []
    for kind, styles, meant in (("node", mark.styles, mark.style), ("line", mark.link_styles, mark.link_style)):
        used = set(range(len(styles))) if meant is None else {int(k) for k in np.ravel(resolve(meant, state))}
        for k, style in enumerate(styles):
            if k not in used:
                continue
            line = outline_of(styles, k)
            width = line.width + (MORE if kind == "line" and style.look == "lit" else 0.0)
            key = Key(kind, thickness=width, dashes=tuple(line.dashes), look=style.look)
            if style.label:
                entries.append(LegendEntry(f"{style.glyph} {style.label}".strip(), style.color, key))
    return entries


def _key(mark: Mark, shape: str = "circle") -> Key:
    match mark:
        case Dots():
            return Key("dot", shape, mark.hollow)
        case Handles():
            return Key("dot", shape)
        case Line():
            return Key("line", thickness=mark.width, dashes=tuple(dashes_of(mark.color, mark.dash)))
        case Contours():
            return Key("line")
        case Area():
            return Key("area")
    return Key("bar")
