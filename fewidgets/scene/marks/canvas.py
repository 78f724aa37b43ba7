"""A sheet to draw on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import Drawing
from fewidgets.scene.marks.base import Mark
from fewidgets.scene.marks.image import Image
from fewidgets.scene.still.plot import Pen, Plot
from fewidgets.scene.types import Bounds

INK = 255  # of a pixel that is drawn; a grey level of 0 is black


@dataclass(frozen=True)
class Canvas(Mark):
    """A sheet to draw on, with Eraser and Clear buttons; on the keyboard, arrows move a cursor and Space draws.

    Two fingers scroll and zoom the page, and take back what the first of them has drawn.
    """

    drawing: Drawing
    extent: Bounds = (0.0, 1.0, 0.0, 1.0)
    kind = "canvas"
    later = True
    moves = ("drawing", Drawing)

    def still(self, plot: Plot) -> None:
        drawn = np.asarray(plot.state[self.drawing.name])
        plot.draw_image(Image(drawn).pixels(drawn, plot.theme), self.extent)
        plot.draw_frame(self.extent, Pen(plot.color("quiet"), 1.0), order=2.0)

    def stopped(self, value: Any) -> Image:
        return Image(INK - np.asarray(value, dtype=float), extent=self.extent)
