"""Where the nodes of a graph stand, and what is written in them, as in ``frontend/src/marks/graphlayout.js``.

All lengths are pixels or points; y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.scene.text.lettering import Box
from fewidgets.scene.types import Array

SIZE, TALL = 24.0, 36.0  # height of a node, and of one with its value below its label
SMALLER = (SIZE, 20.0, 16.0, 12.0, 9.0)  # nodes without labels
BESIDE, BETWEEN = 4.0, 4.0  # least room beside a node, and below it


@dataclass(frozen=True)
class Chips:
    """The places of nodes, their size, and whether labels and values fit; NaN for unseen nodes."""

    x: Array
    y: Array
    widths: Array
    height: float
    labels: bool
    values: bool

    @property
    def touch(self) -> bool:
        """Whether two nodes touch."""
        near = np.abs(self.x[:, None] - self.x) < (self.widths[:, None] + self.widths) / 2 + BESIDE
        near &= np.abs(self.y[:, None] - self.y) < self.height + BETWEEN
        return bool(np.triu(near, 1).any())


def place_chips(x: Array, y: Array, box: Box, wide: Array, wider: Array | None) -> Chips:
    """Keep nodes at their places inside a box (left, right, top, bottom), with as much text as fits.

    ``wide`` and ``wider`` are the widths of nodes with a label, and with a value below it.
    """
    left, right, top, bottom = box
    tries = [(wide, SIZE, True, False), *((np.full(len(x), size), size, False, False) for size in SMALLER)]
    if wider is not None:
        tries.insert(0, (np.maximum(wide, wider), TALL, True, True))
    for widths, height, labels, values in tries:
        widths = np.maximum(widths, SIZE) if labels else widths
        across = np.minimum(np.maximum(x, left + widths / 2), right - widths / 2)
        down = np.minimum(np.maximum(y, top + height / 2), bottom - height / 2)
        chips = Chips(across, down, widths, height, labels, values)
        if not chips.touch:
            break
    return chips
