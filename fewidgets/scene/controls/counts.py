from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.controls.compute import Input, array_of, read_only
from fewidgets.scene.controls.replay import is_integer
from fewidgets.scene.text.legible import expect
from fewidgets.scene.types import Array

MOST_LINES = 12  # rows or columns; more would be too small to touch
MOST_COUNTED = 1_000_000


@dataclass(frozen=True)
class Counts(Input):
    """A table of counts, such as how many examples have each value and each label, moved through a `CountGrid` in a panel.

    Examples are moved from cell to cell, so the total stays the same. The state is a read-only int array, shape (rows,
    columns).

    Attributes
    ----------
    rows, columns : int
        Size of the table, 1 to 12 each, at least two cells.
    start : int array, shape (rows, columns)
        The initial counts, together 1 to 1,000,000. By default, one in each cell.
    steps : tuple of int
        How many examples can be moved at once; a cell that has fewer gives all it has.
    """

    rows: int = 2
    columns: int = 2
    start: Any = None
    steps: tuple[int, ...] = (1, 5, 20)
    kind = "counts"

    def __post_init__(self) -> None:
        for side in ("rows", "columns"):
            length = getattr(self, side)
            right = is_integer(length) and 1 <= length <= MOST_LINES
            expect(right, f"{side} of {self.name}", f"an integer from 1 to {MOST_LINES}", length)
        shape = (self.rows, self.columns)
        expect(shape != (1, 1), self.name, "a table with at least two cells", shape)
        steps = tuple(self.steps)
        whole = bool(steps) and all(is_integer(step) and step >= 1 for step in steps)
        expect(whole, f"steps of {self.name}", "integers of at least 1", self.steps)
        object.__setattr__(self, "steps", tuple(map(int, steps)))
        start = np.ones(shape, dtype=int) if self.start is None else self.start
        counts = self._counts(start, f"start of {self.name}")
        if not 1 <= counts.sum() <= MOST_COUNTED:
            raise ValueError(f"start of {self.name} must add up to a number from 1 to {MOST_COUNTED:,}; got {counts.sum():,}.")
        object.__setattr__(self, "start", counts)

    @property
    def total(self) -> int:
        return int(self.start.sum())

    @property
    def initial(self) -> Any:
        return self.start

    def check(self, state: Any) -> Array:
        counts = self._counts(state, self.name)
        if counts.sum() != self.total:
            why = "because examples are moved and none is added"
            raise ValueError(f"{self.name} must add up to {self.total:,}, {why}; got {counts.sum():,}.")
        return counts

    def _counts(self, state: Any, name: str) -> Array:
        given = array_of(name, state, "counts", (self.rows, self.columns), "iuf")
        right = (given >= 0) & (given <= MOST_COUNTED) & (given == np.floor(given))  # NaN is not
        for row, column in np.argwhere(~right)[:1]:
            got = f"{given[row, column]:g} in row {row}, column {column}"
            raise ValueError(f"{name} must contain only whole numbers from 0 to {MOST_COUNTED:,}; got {got}.")
        return read_only(given, np.int64)

    def describe(self, state: Array) -> str:
        moved = int(np.maximum(state - self.start, 0).sum())
        return f"{moved:,} of {self.total:,} moved" if moved else ""
