"""Write numbers, texts, elements and paths of an SVG in few characters."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, starmap

import numpy as np

from fewidgets.scene.still.looks import corners_of
from fewidgets.scene.text.legible import legible
from fewidgets.scene.types import Array, Curve, Place

Attributes = dict[str, str | float | None]

#: Tenths of a point: no display shows more, and one decimal keeps the file small.
TENTHS = 10.0
FAR = 100_000.0  # points; positions beyond are drawn here, where nobody can see them
FEW = 1_000  # most points of a line that are written one by one
WANDER = 0.6  # tenths of a point by which a line may change when a point is left out
PASSES = 8


def escape(text: str) -> str:
    return html.escape(legible(text), quote=True)


def number(value: float) -> str:
    return _tenths(round(max(-FAR, min(FAR, float(value))) * TENTHS))


@lru_cache(maxsize=4096)
def _tenths(count: int) -> str:
    whole, rest = divmod(abs(count), 10)
    digits = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{digits}" if count < 0 else digits


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    shown = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{shown}>{content}</{name}>" if content else f"<{name}{shown}/>"


def rectangle(left: float, top: float, width: float, height: float) -> str:
    return f"M{number(left)} {number(top)}h{number(width)}v{number(height)}h{number(-width)}z"


def apart(x: Array, y: Array, least: float) -> Curve:
    """Of points less than about ``least`` from each other, keep one: the others could not be seen."""
    seen = np.isfinite(x) & np.isfinite(y)
    _, first = np.unique(np.rint(np.stack([x[seen], y[seen]]) / least), axis=1, return_index=True)
    chosen = np.sort(first)
    return x[seen][chosen], y[seen][chosen]


def dots_path(x: Array, y: Array) -> str:
    """Write a path that is a round dot at each point when stroked with round ends."""
    return "".join(f"M{number(left)} {number(top)}h0" for left, top in zip(x, y, strict=True))


def shapes_path(shape: str, radius: float, x: Iterable[float], y: Iterable[float]) -> str:
    corners = corners_of(shape, radius)
    if corners is None:
        first = (-radius, 0.0)
        arc = f"a{number(radius)} {number(radius)} 0 1 "
        outline = f"{arc}0 {number(2 * radius)} 0{arc}0 {number(-2 * radius)} 0"
    else:
        first, outline = corners[0], "".join(starmap(_step, pairwise(corners))) + "z"
    return "".join(f"M{number(left + first[0])} {number(top + first[1])}{outline}" for left, top in zip(x, y, strict=True))


def _step(start: Place, end: Place) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    if not down:
        return f"h{number(across)}"
    return f"l{number(across)} {number(down)}" if across else f"v{number(down)}"


def dashed(dashes: Sequence[float]) -> Attributes:
    """Return the attributes of a line with dashes, whose square ends keep its length exact."""
    return {"stroke_dasharray": " ".join(map(number, dashes)) or None, "stroke_linecap": "butt"}


def line_path(x: Array, y: Array, *, closed: bool = False) -> str:
    """Write the path through points, interrupted where a point is not finite."""
    parts = []
    for places in _pieces(x, y):
        start, steps = places[0], np.diff(places, axis=0)
        text = f"M{_tenths(int(start[0]))} {_tenths(int(start[1]))}"
        if len(steps):
            text += "l" + _joined([_tenths(int(step)) for step in steps.ravel()])
        parts.append(f"{text}z" if closed else text)
    return "".join(parts)


def _joined(numbers: list[str]) -> str:
    return "".join(each if each[0] == "-" or not i else f" {each}" for i, each in enumerate(numbers))


def _pieces(x: Array, y: Array) -> Iterator[Array]:
    """Split a line where a point is not finite; give the points of each piece in tenths of a point."""
    seen = np.isfinite(x) & np.isfinite(y)
    borders = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(np.int8)))
    for start, stop in zip(borders[::2], borders[1::2], strict=True):
        places = np.clip(np.stack([x[start:stop], y[start:stop]], axis=1), -FAR, FAR) * TENTHS
        yield _thinned(np.rint(places))


def _thinned(places: Array) -> Array:
    if len(places) > FEW and (np.diff(places[:, 0]) >= 0).all():
        places = _highest_and_lowest(places)
    moved = np.concatenate([[True], (np.diff(places, axis=0) != 0).any(axis=1)])
    places = places[moved]
    for _ in range(PASSES):
        before = len(places)
        for parity in (1, 2):
            places = _without_straight(places, parity)
        if len(places) == before:
            break
    return places


def _highest_and_lowest(places: Array) -> Array:
    """Keep the first, the last, the highest and the lowest point in each point of width."""
    column = np.floor(places[:, 0] / TENTHS)
    starts = np.flatnonzero(np.concatenate([[True], np.diff(column) != 0]))
    stops = np.append(starts[1:], len(places))
    kept = {int(i) for i in starts} | {int(i) - 1 for i in stops}
    for start, stop in zip(starts, stops, strict=True):
        part = places[start:stop, 1]
        kept |= {int(start + part.argmin()), int(start + part.argmax())}
    return places[sorted(kept)]


def _without_straight(places: Array, parity: int) -> Array:
    middle = np.arange(parity, len(places) - 1, 2)
    if not len(middle):
        return places
    before, at, after = places[middle - 1], places[middle], places[middle + 1]
    along, from_before = after - before, at - before
    length = np.hypot(along[:, 0], along[:, 1])
    across = np.abs(along[:, 0] * from_before[:, 1] - along[:, 1] * from_before[:, 0])
    ahead = (from_before * along).sum(axis=1)
    between = (ahead >= 0) & (ahead <= length**2)
    keep = np.ones(len(places), dtype=bool)
    keep[middle[(across <= WANDER * length) & between & (length > 0)]] = False
    return places[keep]
