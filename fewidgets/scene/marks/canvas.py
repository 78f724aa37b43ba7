"""A sheet to draw on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.inputs import Drawing
from fewidgets.scene.marks.base import Mark, Side, check_extent, check_type
from fewidgets.scene.marks.image import Image, extent_along
from fewidgets.scene.still_plot import Pen, Plot

INK = 255  # of a pixel that is drawn; a grey level of 0 is black


@dataclass(frozen=True)
class Canvas(Mark):
    """A sheet to draw on, with Eraser and Clear buttons; on the keyboard, arrows move a cursor and Space draws.

    Two fingers scroll and zoom the page, and take back what the first of them has drawn.
    """

    drawing: Drawing
    extent: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 1.0)
    kind: ClassVar[str] = "canvas"
    snug: ClassVar[bool] = True

    def check(self, place: str) -> None:
        check_type(self.drawing, Drawing, "drawing", place)
        check_extent(self, place)

    def values_along(self, side: Side) -> list[Any]:
        return extent_along(self.extent, side)

    def still(self, plot: Plot) -> None:
        drawn = np.asarray(plot.state[self.drawing.name])
        plot.draw_image(Image(drawn).pixels(drawn, plot.theme), self.extent)
        plot.draw_frame(self.extent, Pen(plot.color("quiet"), 1.0), order=2.0)

    def without(self, names: Collection[str], state: Mapping[str, Any]) -> Mark | None:
        if self.drawing.name not in names:
            return self
        return Image(INK - np.asarray(state[self.drawing.name], dtype=float), extent=self.extent)
