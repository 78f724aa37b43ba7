"""The legend of a panel in a still picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fewidgets.scene.text.lettering import width_of
from fewidgets.scene.types import State

if TYPE_CHECKING:
    from fewidgets.scene.panel import Panel

KEY, LONG_KEY, KEY_GAP = 9.0, 18.0, 5.0  # widths in points of a bar or a dot, of a line or an area; and before the text
THIN = 1.5  # points


@dataclass(frozen=True)
class Key:
    """A small picture of a mark: "bar", "dot", "line", "area" or "node", which may be lit or struck."""

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
    """An entry of a legend: its text and colour, and its key or how its text looks."""

    text: str
    color: Any
    key: Key | None = None
    look: str = ""
    line: str = "solid"

    @property
    def width(self) -> float:
        return width_of(self.text) + (self.key.width + KEY_GAP if self.key else 0.0)


def legend_of(panel: Panel, state: State) -> list[LegendEntry]:
    return list(dict.fromkeys(entry for mark in panel.marks if panel.legend for entry in mark.legend(state)))
