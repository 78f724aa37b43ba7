"""The part of the picture of a cost in which given descents lie (section 9.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Ends
from fewidgets.explorables.shared.cost_surface import Box, box_around, level_lines
from fewidgets.scene.types import Isolines

GRID = 81  # points per side at which the cost is evaluated
NEAR = 20.0  # times the start's distance from the lowest point: what is farther away is not near it
FAR = 20.0  # sides of the panel: points farther from its middle are drawn there, in the same direction
SHARE = 1e-5  # of the highest cost: the bottom of the cost axis, if the lowest cost is lower


Cost = Callable[[Array], Array]  # takes weights, shape (..., 2), and returns their costs, shape (...)


@dataclass(frozen=True, eq=False)
class Frame:
    lowest: Array  # (2,): The weights with the lowest cost
    box: Box  # The ends of both axes
    contours: Isolines  # x, y and sizes, as a `Contours` mark takes them
    costs: Ends  # The ends of the axis of costs, which is logarithmic

    def within(self, path: Array) -> Array:
        """Move points that are too far for a screen nearer to the middle of the box."""
        middle = np.array([(low + high) / 2 for low, high in self.box])
        far = FAR * max(high - low for low, high in self.box)
        away = path / far - middle / far  # in this order, because the difference of two huge numbers overflows
        largest = np.abs(away).max(axis=1, keepdims=True)
        return np.where(largest > 1, middle + far * away / np.maximum(largest, 1.0), path)


def costs_at(cost: Cost, points: Array) -> Array:
    """Return the cost at each point; infinite where it is too large for a number."""
    with np.errstate(all="ignore"):
        costs = np.asarray(cost(points), dtype=np.float64)
    return np.where(np.isnan(costs), np.inf, costs)


def frame_around(cost: Cost, lowest: Array, path: Array, other: Array | None = None) -> Frame:
    """Choose what to show: all of one descent, and what of another one is near it."""
    start = path[0]
    reach = NEAR * max(float(np.abs(start - lowest).max()), 1e-3 * float(np.abs(lowest).max()), 1e-9)
    near = path[np.abs(path - lowest).max(axis=1) <= reach]
    box = box_around([start, lowest, *near], path[:0] if other is None else other)
    floor = float(costs_at(cost, lowest))
    lines, highest = level_lines(lambda points: costs_at(cost, points), box, GRID, floor)
    highest = max(highest, float(costs_at(cost, start)))
    return Frame(lowest, box, lines, (0.8 * max(floor, SHARE * highest), 1.6 * highest))
