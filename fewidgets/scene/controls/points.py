from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import Input, array_of, as_array, read_only
from fewidgets.scene.controls.replay import is_list, is_number
from fewidgets.scene.text.legible import expect, quoted
from fewidgets.scene.text.numbers import telling_digits
from fewidgets.scene.types import Array, Ends, Names, TwoTexts

MOST_POINTS = 500
MOVES = ("both", "x", "y")


@dataclass(frozen=True)
class Points(Input):
    """Points (x, y) in data units, each of which can be moved by itself through `Handles` in a panel.

    The state is a read-only float array, shape (n, 2), which can also be set as a whole. The number of points stays the same.

    Attributes
    ----------
    x, y : (low, high)
        Limits of each coordinate. An axis may show less: a point beyond it stands at its edge, with an arrow.
    start : array, shape (n, 2)
        The initial points, 1 to 500 of them.
    moves : "both", "x" or "y"
        Which coordinates can change.
    names : sequence of str, length n
        The name of each point in tables, tooltips and messages. By default, "point 1", "point 2", ….
    axes : (str, str)
        Names of the coordinates where a point is read out.
    digits : int
        Significant digits with which a position is written; more of them in a range far from zero.
    """

    x: Ends = (0.0, 1.0)
    y: Ends = (0.0, 1.0)
    start: Any = ((0.5, 0.5),)
    moves: str = "both"
    names: Names = ()
    axes: TwoTexts = ("x", "y")
    digits: int = 3
    kind = "points"

    def __post_init__(self) -> None:
        for side in ("x", "y"):
            object.__setattr__(self, side, _limits(self.name, side, getattr(self, side)))
        expect(self.moves in MOVES, f"moves of {self.name}", "'both', 'x' or 'y'", self.moves)
        expected = f"an array with shape (n, 2) of 1 to {MOST_POINTS} points"
        start = as_array(f"start of {self.name}", self.start, expected)
        if start.ndim != 2 or start.shape[1] != 2 or not 1 <= len(start) <= MOST_POINTS:
            raise ValueError(f"start of {self.name} must be {expected}; got shape {start.shape}.")
        names = tuple(self.names) or tuple(f"point {i}" for i in range(1, len(start) + 1))
        right = len(names) == len(start) and all(isinstance(name, str) for name in names)
        expect(right, f"names of {self.name}", f"{len(start)} texts, one for each point", list(names))
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "start", self._within(start, f"start of {self.name}"))
        object.__setattr__(self, "digits", max(self.digits, *(telling_digits(*ends) for ends in (self.x, self.y))))

    @property
    def initial(self) -> Any:
        return self.start

    def check(self, state: Any) -> Array:
        points = self._within(state, self.name)
        for side, held in enumerate(self.moves not in ("both", each) for each in ("x", "y")):
            moved = np.flatnonzero(points[:, side] != self.start[:, side]) if held else ()
            for row in moved[:1]:
                was, now = self.start[row, side], points[row, side]
                raise ValueError(
                    f"{self.name} must keep each {'xy'[side]}, because only {self.moves} moves; "
                    f"got {now:g} instead of {was:g} in row {row} ({quoted(self.names[row])})."
                )
        return points

    def _within(self, state: Any, name: str) -> Array:
        points = read_only(array_of(name, state, "numbers", (len(self.names), 2), "iuf"), float)
        for side, (low, high) in enumerate((self.x, self.y)):
            for row in np.flatnonzero(~((points[:, side] >= low) & (points[:, side] <= high)))[:1]:
                raise ValueError(
                    f"{name} must have {'xy'[side]} from {low:g} to {high:g} in each row; "
                    f"got {points[row, side]:g} in row {row} ({quoted(self.names[row])})."
                )
        return points

    def nearest(self, state: Any) -> Array:
        try:
            points = np.array(state, dtype=float)
        except (TypeError, ValueError, OverflowError):
            return self.initial
        if points.shape != self.start.shape or not np.isfinite(points).all():
            return self.initial
        low, high = np.transpose([self.x, self.y])
        held = [self.moves not in ("both", side) for side in ("x", "y")]
        return self.check(np.where(held, self.start, np.clip(points, low, high)))

    def describe(self, state: Array) -> str:
        moved = int((state != self.start).any(axis=1).sum())
        return f"{moved} of {len(self.start)} moved" if moved else ""


def _limits(name: str, side: str, limits: Any) -> Ends:
    expected = "two finite numbers, the lower one first"
    pair = is_list(limits) and len(limits) == 2 and all(is_number(end) and isfinite(end) for end in limits)
    expect(pair and limits[0] < limits[1], f"{side} of {name}", expected, limits)
    return float(limits[0]), float(limits[1])
