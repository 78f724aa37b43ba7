"""A panel's axes as Matplotlib's painters see them: where data units lie, what colours are, and where labels find room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from fewidgets.scene.controls import Control, Pick
from fewidgets.scene.frames import resolve
from fewidgets.scene.lettering import SMALL, Box, overlaps, width_of
from fewidgets.scene.palette import color_of, palette
from fewidgets.scene.panel import Panel
from fewidgets.scene.scene import Template
from fewidgets.scene.ticks import Extent

FADED, FADED_TEXT = 0.25, 0.5  # share of the full colour, the rest is background: unlike opacity, it hides the grid
LABEL_GAP = 12.5
VALUE_ROOM = 46.0  # points right of bars, where their values stand
BAR_THICKNESS = 22.0


@dataclass
class Plot:
    """A panel's axes, and all that painting a mark needs to know.

    Attributes
    ----------
    ax : Axes
        Of ``width`` by ``height`` points.
    x, y : Extent
        What the axes span.
    state : mapping
        The scene's complete state.
    picked : set of str
        Keys that are followed; all other keyed marks step back.
    names_room, right_room : float
        Points left of the axes, for bars' names, and right of them, for the labels of lines.
    taken : list of Box
        Where labels stand already, in points from the axes' lower left corner.
    drawn : list of array, shape (n, 2)
        Points along the lines, a few points from one another, which a label rather does not cover.
    """

    ax: Axes
    panel: Panel
    width: float
    height: float
    x: Extent
    y: Extent
    state: Mapping[str, Any]
    controls: Sequence[Control]
    theme: str
    names_room: float = 0.0
    right_room: float = 0.0
    taken: list[Box] = field(default_factory=list)
    drawn: list[np.ndarray] = field(default_factory=list)

    @property
    def picked(self) -> set[str]:
        return {self.state[control.name] for control in self.controls if isinstance(control, Pick)} - {""}

    def at(self, channel: Any) -> Any:
        """Give a channel's value in the state, with templates filled in."""
        value = resolve(channel, self.state)
        return value.at(self.state) if isinstance(value, Template) else value

    def numbers(self, channel: Any) -> np.ndarray:
        return np.atleast_1d(np.asarray(self.at(channel), dtype=float))

    def color(self, color: str | int, key: str = "", *, least: float = FADED) -> str:
        """Give a hex colour; what has a key steps back towards the background while another is picked, not below ``least``."""
        full = color_of(int(color) if isinstance(color, np.integer) else color, self.theme)
        if not key or not self.picked or key in self.picked:
            return full
        return mixed(full, palette(self.theme)["background"], least)

    def emphasised(self, key: str) -> bool:
        return bool(key) and key in self.picked

    def points(self, x: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        """Give where data units lie, in points from the axes' lower left corner."""
        return self.x.fraction(x) * self.width, self.y.fraction(y) * self.height

    def write(self, left: float, middle: float, text: str, *, color: str, anchor: str = "start", **looks: Any) -> None:
        """Write a line of text at a place in points, on a halo of the background, and keep others from it."""
        halo = [withStroke(linewidth=2.5, foreground=palette(self.theme)["background"])]
        looks = {"fontsize": SMALL, "zorder": 6, "va": "center_baseline", "path_effects": halo, **looks}
        self.ax.annotate(
            text,
            (left / self.width, middle / self.height),
            xycoords="axes fraction",
            color=color,
            ha={"start": "left", "middle": "center", "end": "right"}[anchor],
            annotation_clip=False,
            **looks,
        )
        self.taken.append(self.box(left, middle, text, anchor, looks["fontsize"], looks.get("fontweight") == "bold"))

    def box(self, left: float, middle: float, text: str, anchor: str, size: float, bold: bool = False) -> Box:
        width = width_of(text, size, bold=bold)
        start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        return start, middle - 0.62 * size, start + width, middle + 0.62 * size

    def write_near(self, places: Iterable[tuple[float, float, str]], text: str, **looks: Any) -> bool:
        """Write at the first of some places that is free, best where no line runs; say whether there was one."""
        free = []
        for place in places:
            box = self.box(*place[:2], text, place[2], looks.get("fontsize", SMALL))
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
            if inside and not any(overlaps(box, other) for other in self.taken):
                free.append((self._covers(box), place))
        if not free:
            return False
        _, (left, middle, anchor) = min(free, key=lambda each: each[0])
        self.write(left, middle, text, anchor=anchor, **looks)
        return True

    def _covers(self, box: Box) -> int:
        """Count the points of lines that a box would cover."""
        if not self.drawn:
            return 0
        x, y = np.concatenate(self.drawn).T
        return int(np.sum((box[0] <= x) & (x <= box[2]) & (box[1] <= y) & (y <= box[3])))


def mixed(color: str, background: str, share: float) -> str:
    """Give a hex colour of which ``share`` is ``color`` and the rest ``background``."""
    parts = [(int(color[i : i + 2], 16), int(background[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * front + (1 - share) * back):02x}" for front, back in parts)
