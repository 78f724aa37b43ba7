"""Leave out the points of lines that nobody could see, before a panel is sent to a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Line
from fewidgets.scene.marks.base import Side
from fewidgets.scene.panel import Panel

TOLERANCE = 0.25  # pixels by which a thinned line may differ
WIDTH = 1200.0  # pixels of a panel as wide as a wide view
FEW = 50  # lines with fewer points are sent as they are
MOST_LAYOUTS = 8  # of a panel whose scales or domains change; with more, its lines are sent as they are


def thinned(panel: Panel) -> Panel:
    """Leave out points of a panel's lines so that no line moves by more than a quarter of a pixel.

    This holds in a panel 1,200 pixels wide, on each scale that an axis may have. Lines that change with a control are left
    alone.
    """
    long = [place for place, mark in enumerate(panel.marks) if isinstance(mark, Line) and _may_be_thinned(mark)]
    if not long or panel.bars is not None:
        return panel
    across, up = _pixels(panel, "x", WIDTH), _pixels(panel, "y", float(panel.pixel_height))
    if len(across) * len(up) > MOST_LAYOUTS:
        return panel
    marks: list[Any] = list(panel.marks)
    lines = [np.array([marks[place].x, marks[place].y], dtype=float) for place in long]
    both = np.concatenate(lines, axis=1)
    ends = np.cumsum([line.shape[1] for line in lines])[:-1]
    layouts = np.array([[x(both[0]), y(both[1])] for x, y in product(across, up)])
    for place, line, kept in zip(long, lines, np.split(visible_points(layouts, ends.tolist()), ends), strict=True):
        marks[place] = replace(marks[place], x=line[0, kept], y=line[1, kept])
    return replace(panel, marks=marks)


def visible_points(
    layouts: NDArray[np.float64], starts: Sequence[int] = (), tolerance: float = TOLERANCE
) -> NDArray[np.bool_]:
    """Mark the points of lines, shape (L, 2, n) in L layouts, so that no other point is far from its line.

    This is the method of Ramer, Douglas and Peucker, for all lines at the same time.
    """
    n = layouts.shape[-1]
    known = np.asarray(np.isfinite(layouts).all(axis=(0, 1)))
    first = np.zeros(n, dtype=bool)
    first[[0, *starts]] = True
    last = np.append(first[1:], True)
    before, after = np.append(False, known[:-1]), np.append(known[1:], False)
    # One missing point is enough for a gap, and none is needed where a line begins.
    gaps = ~known & before & ~first
    kept = gaps | (known & (first | last | ~before | ~after))
    for start, stop in pairwise([0, *starts, n]):
        kept[start] |= not kept[start:stop].any()  # a line of which nothing is known keeps one point
    while True:
        places = np.flatnonzero(kept)
        piece = np.cumsum(kept) - 1
        open_points = np.flatnonzero(known & ~kept)
        if not len(open_points):
            return kept
        left, right = places[piece[open_points]], places[piece[open_points] + 1]
        far = _distances(layouts, open_points, left, right)
        worst = np.zeros(len(places))
        np.maximum.at(worst, piece[open_points], far)
        added = (far > tolerance) & (far >= worst[piece[open_points]])
        if not added.any():
            return kept
        kept[open_points[added]] = True


def _distances(
    layouts: NDArray[np.float64], points: NDArray[np.intp], left: NDArray[np.intp], right: NDArray[np.intp]
) -> NDArray[np.float64]:
    here, start = layouts[..., points], layouts[..., left]
    along, off = layouts[..., right] - start, here - start
    squares = (along**2).sum(axis=1)
    share = np.clip((along * off).sum(axis=1) / np.where(squares > 0, squares, 1.0), 0.0, 1.0)
    away: NDArray[np.float64] = np.hypot(*np.moveaxis(off - share[:, None] * along, 1, 0)).max(axis=0)
    return away


def _may_be_thinned(line: Line) -> bool:
    if (
        line.steps
        or line.upto is not None
        or line.reveal is not None
        or isinstance(line.x, Frames)
        or isinstance(line.y, Frames)
    ):
        return False
    if np.ndim(line.x) != 1 or np.shape(line.x) != np.shape(line.y) or np.size(line.x) <= FEW:
        return False
    return not np.isinf(np.array([line.x, line.y], dtype=float)).any()


def _pixels(panel: Panel, side: Side, length: float) -> list[Any]:
    """Return, for each scale and domain that an axis may have, the function from data units to pixels."""
    axis, domain = panel.axis(side), panel.domain(side)
    scales = sorted({str(each) for each in np.ravel(axis.scale.values if isinstance(axis.scale, Frames) else axis.scale)})
    domains = np.asarray(domain.values if isinstance(domain, Frames) else domain, dtype=float).reshape(-1, 2)
    return [
        _to_pixels(scale, (float(low), float(high)), axis.floor, length)
        for scale, (low, high) in product(scales, np.unique(domains, axis=0))
    ]


def _to_pixels(scale: str, domain: tuple[float, float], floor: float | None, length: float) -> Any:
    low, high = domain
    if scale != "log":
        span = (high - low) or 1.0
        return lambda values: (values - low) * (length / span)
    lowest = floor if floor is not None else low if low > 0 else high / 1000
    if not 0 < lowest < high:  # nothing can be drawn on such an axis
        return np.zeros_like
    size = length / np.log(high / lowest)
    return lambda values: np.log(np.maximum(values, lowest) / lowest) * size
