"""Where the nodes of a graph stand, and how much is written in them, as in ``frontend/src/marks/graphlayout.js``.

All lengths are pixels or points; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf

import numpy as np
from numpy.typing import NDArray

SIZE, TALL = 24.0, 36.0  # height of a node, and of one with its value below its label
SMALLER = (SIZE, 20.0, 16.0, 12.0, 9.0)  # nodes without labels
BESIDE, BETWEEN, APART = 4.0, 4.0, 14.0  # least room beside a node, between two lines of a row, and between two rows
MOST_LINES = 4  # of nodes in a row

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Chips:
    """Where nodes stand, their size, and whether labels and values are written; NaN for a node that is not seen."""

    x: Numbers
    y: Numbers
    widths: Numbers
    height: float
    labels: bool
    values: bool


def place_chips(
    x: Numbers, y: Numbers, box: tuple[float, float, float, float], wide: Numbers, wider: Numbers | None, *, rows: bool
) -> Chips:
    """Place nodes in a box (left, right, top, bottom) with as much text as there is room for: labels and values, labels, or
    neither.

    ``wide`` and ``wider`` are the widths of nodes with a label, and with a value below it.
    """
    bare = np.full(len(x), SIZE)
    tries = [(np.maximum(wide, SIZE), SIZE, True, False)] + [(bare / SIZE * size, size, False, False) for size in SMALLER]
    if wider is not None:
        tries.insert(0, (np.maximum(np.maximum(wide, wider), SIZE), TALL, True, True))
    place = _in_rows if rows else _as_they_are
    for i, (widths, height, labels, values) in enumerate(tries):
        found = place(x, y, box, widths, height, i == len(tries) - 1)
        if found is not None:
            return Chips(*found, widths, height, labels, values)
    raise AssertionError("the last of them is always placed")


def _as_they_are(
    x: Numbers, y: Numbers, box: tuple[float, float, float, float], widths: Numbers, height: float, anyway: bool
) -> tuple[Numbers, Numbers] | None:
    """Keep nodes at their places, moved inside the box; None if two of them would touch."""
    left, right, top, bottom = box
    across = np.minimum(np.maximum(x, left + widths / 2), right - widths / 2)
    down = np.minimum(np.maximum(y, top + height / 2), bottom - height / 2)
    if anyway:
        return across, down
    near = np.abs(across[:, None] - across) < (widths[:, None] + widths) / 2 + BESIDE
    near &= np.abs(down[:, None] - down) < height + BETWEEN
    return None if np.triu(near, 1).any() else (across, down)


def _in_rows(
    x: Numbers, y: Numbers, box: tuple[float, float, float, float], widths: Numbers, height: float, anyway: bool
) -> tuple[Numbers, Numbers] | None:
    """Place nodes in rows; None if there is no room for them."""
    left, right, top, bottom = box
    across, down = np.full(len(x), np.nan), np.full(len(x), np.nan)
    lines: list[list[Sequence[int]]] = []
    for row in _rows_of(x, y):
        widest = float(widths[row].max())
        share = max(0.0, right - left - widest) / (right - left)
        across[row] = left + widest / 2 + (x[row] - left) * share
        gap = float(np.diff(across[row]).min(initial=inf))
        count = min(len(row), max(1, ceil((widest + BESIDE) / gap))) if gap > 0 else len(row)
        lines.append([row[i::count] for i in range(count)])
    total = sum(len(row) * height + (len(row) - 1) * BETWEEN for row in lines)
    apart = (bottom - top - total) / (len(lines) - 1) if len(lines) > 1 else 0.0
    crowded = apart < APART if len(lines) > 1 else total > bottom - top
    if not anyway and (crowded or max(map(len, lines), default=0) > MOST_LINES):
        return None
    between = BETWEEN
    if total > bottom - top:  # lines lie on each other
        apart = between = (bottom - top - height) / max(1, sum(map(len, lines)) - 1) - height
    middle = top + height / 2 if len(lines) > 1 else (top + bottom - total + height) / 2
    for crossed in lines:
        for line in crossed:
            down[line] = middle
            middle += height + between
        middle += apart - between
    return across, down


def _rows_of(x: Numbers, y: Numbers) -> Iterator[list[int]]:
    seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    for height in np.unique(y[seen]):
        row = seen[y[seen] == height]
        yield [int(i) for i in row[np.argsort(x[row], kind="stable")]]
