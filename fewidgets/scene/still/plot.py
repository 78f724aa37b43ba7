"""One panel of a still picture, with what drawing a mark needs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fewidgets.scene.controls.replay import Control, Pick
from fewidgets.scene.frames import resolve
from fewidgets.scene.palette import color_of, dash_of
from fewidgets.scene.template import Template
from fewidgets.scene.text.lettering import SMALL, Box, overlaps, width_of
from fewidgets.scene.ticks import Extent
from fewidgets.scene.types import Array, Bounds, Color, Curve, Ends, Names, Place, State

if TYPE_CHECKING:
    from fewidgets.scene.panel import Panel

# Share of the full colour in what is faded; the rest is background. Unlike opacity, this hides the grid.
FADED, FADED_TEXT = 0.25, 0.5
LABEL_GAP = 12.5  # least distance of two labels, in points
VALUE_ROOM = 46.0  # points right of bars for their values
BAR_THICKNESS = 22.0  # most points


@dataclass(frozen=True)
class Lettering:
    color: str
    anchor: str = "start"
    size: float = SMALL
    bold: bool = False
    halo: bool = False
    tilt: int = 0


class Pen(NamedTuple):
    """How a line looks: its colour, its width and dashes in points, and its opacity."""

    color: str
    width: float
    dashes: Sequence[float] = ()
    opacity: float | None = None


class DotLook(NamedTuple):
    """How dots look: diameter, inner and outer colours (one, or one for each dot), outline and shapes.

    Lengths are in points. Without shapes, all dots are circles.
    """

    size: float
    fill: str | Names
    edge: str | Names = "none"
    thickness: float = 0.0
    shapes: Names = ()

    def each(self, count: int) -> tuple[list[str], list[str]]:
        fill, edge = ([color] * count if isinstance(color, str) else list(color) for color in (self.fill, self.edge))
        return fill, edge


@dataclass
class Plot(ABC):
    """One panel, with what drawing a mark needs. Positions are in points from the lower left corner of the axes.

    ``names_room`` and ``right_room`` are free beside the axes, for names of bars and labels of lines; ``taken`` are the boxes
    of labels that are already placed; ``drawn`` are positions along the lines, which labels should avoid.
    """

    panel: Panel
    width: float
    height: float
    x: Extent
    y: Extent
    state: State
    controls: Sequence[Control]
    theme: str
    names_room: float = 0.0
    right_room: float = 0.0
    taken: list[Box] = field(default_factory=list)
    drawn: list[Array] = field(default_factory=list)

    @property
    def picked(self) -> set[str]:
        return {self.state[control.name] for control in self.controls if isinstance(control, Pick)} - {""}

    @property
    def pickable(self) -> set[str]:
        """Keys that can be picked."""
        return {option for control in self.controls if isinstance(control, Pick) for option in control.options}

    def at(self, channel: Any) -> Any:
        value = resolve(channel, self.state)
        return value.at(self.state) if isinstance(value, Template) else value

    def numbers(self, channel: Any) -> Array:
        return np.atleast_1d(np.asarray(self.at(channel), dtype=float))

    def color(self, color: Color, key: str = "", *, least: float = FADED) -> str:
        """Return a hex colour, faded to the share ``least`` while another key is picked."""
        full = color_of(int(color) if isinstance(color, np.integer) else color, self.theme)
        if not key or not self.picked or key in self.picked or key not in self.pickable:
            return full
        return mixed(full, color_of("background", self.theme), least)

    def emphasised(self, key: str) -> bool:
        return bool(key) and key in self.picked

    def points(self, x: Any, y: Any) -> Curve:
        return self.x.fraction(x) * self.width, self.y.fraction(y) * self.height

    # Shapes in data units. Those of a higher order are nearer to the front.

    @abstractmethod
    def draw_line(self, x: Array, y: Array, pen: Pen, *, order: float, steps: bool = False) -> None:
        """Draw a line through points, interrupted at NaN; with ``steps``, each y holds until the next x."""

    def draw_steps(self, x: Array, y: Array, colors: Names, width: float) -> None:
        """Draw a line to each point but the first, in the colour of the point."""
        for i in range(1, len(x)):
            self.draw_line(x[i - 1 : i + 1], y[i - 1 : i + 1], Pen(colors[i], width), order=3.3)

    @abstractmethod
    def draw_across(self, places: Sequence[float], side: str, pen: Pen, *, order: float) -> None:
        """Draw lines across the panel, at places on one of its axes."""

    @abstractmethod
    def draw_dots(self, x: Array, y: Array, look: DotLook, *, order: float, clipped: bool = True) -> bool:
        """Draw dots; return whether any can be seen."""

    @abstractmethod
    def draw_bar(self, ends: Ends, row: int, rows: int, thick: float, color: str) -> None:
        """Draw one of ``rows`` level bars; ``thick`` is a share of the distance of two bars."""

    @abstractmethod
    def draw_band(self, x: Array, low: Array, high: Array, color: str) -> None:
        """Draw the translucent band between two lines."""

    @abstractmethod
    def draw_arrows(self, arrows: Sequence[Sequence[float]], pen: Pen) -> None:
        """Draw arrows (x0, y0, x1, y1)."""

    @abstractmethod
    def draw_image(self, pixels: Array, extent: Bounds) -> None:
        """Draw an image of red, green, blue and opacity."""

    @abstractmethod
    def draw_frame(self, extent: Bounds, pen: Pen, *, order: float) -> None:
        """Draw the outline of a rectangle."""

    # Shapes in points from the lower left corner of the axes

    @abstractmethod
    def draw_text(self, left: float, middle: float, text: str, looks: Lettering) -> None:
        """Draw a line of text."""

    @abstractmethod
    def draw_box(self, left: float, bottom: float, width: float, height: float, color: str) -> None:
        """Draw a filled rectangle below the texts."""

    @abstractmethod
    def draw_chip(self, box: Bounds, radius: float, fill: str, edge: Pen) -> None:
        """Draw a box (left, bottom, width, height) with round corners, above lines and below texts."""

    @abstractmethod
    def draw_segment(self, start: Place, end: Place, pen: Pen, *, above: bool = False) -> None:
        """Draw a straight line that may leave the axes, below the texts or above them."""

    def write(
        self,
        left: float,
        middle: float,
        text: str,
        *,
        color: str,
        anchor: str = "start",
        size: float = SMALL,
        bold: bool = False,
        halo: bool = True,
    ) -> None:
        """Write a line of text, by default with a halo, and reserve its room."""
        self.draw_text(left, middle, text, Lettering(color, anchor, size, bold, halo))
        self.taken.append(self.box(left, middle, text, anchor, size, bold))

    def box(self, left: float, middle: float, text: str, anchor: str, size: float, bold: bool = False) -> Box:
        width = width_of(text, size, bold=bold)
        start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        return start, middle - 0.62 * size, start + width, middle + 0.62 * size

    def write_near(self, places: Iterable[tuple[float, float, str]], text: str, *, color: str) -> bool:
        """Write at the free place that covers the least of the lines; say whether there was one."""
        free = []
        for place in places:
            box = self.box(*place[:2], text, place[2], SMALL)
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
            if inside and not any(overlaps(box, other) for other in self.taken):
                free.append((self._covers(box), place))
        if not free:
            return False
        _, (left, middle, anchor) = min(free, key=lambda each: each[0])
        self.write(left, middle, text, color=color, anchor=anchor)
        return True

    def _covers(self, box: Box) -> int:
        if not self.drawn:
            return 0
        x, y = np.concatenate(self.drawn).T
        return int(np.sum((box[0] <= x) & (x <= box[2]) & (box[1] <= y) & (y <= box[3])))


def mixed(color: str, background: str, share: float) -> str:
    parts = [(int(color[i : i + 2], 16), int(background[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * front + (1 - share) * back):02x}" for front, back in parts)


def dashes_of(color: Color, dash: int | None) -> list[float]:
    return [float(part) for part in dash_of(color, dash).split()]
