"""What the renderers of still pictures share for each mark: what is shown in a state, and where its texts stand.

All positions are in points from the lower left corner of the axes, all other numbers in data units.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.lettering import BODY, SMALL, cut, cut_all, spread, width_of
from fewidgets.scene.looks import shape_of
from fewidgets.scene.marks import Area, Arrow, Bars, Contours, Dots, Line, Path, Rule, Style, Text
from fewidgets.scene.numbers import format_number
from fewidgets.scene.palette import dash_of, palette, ramp_color
from fewidgets.scene.still_plot import BAR_THICKNESS, FADED_TEXT, LABEL_GAP, VALUE_ROOM, Lettering, Plot
from fewidgets.scene.touch import Handle
from fewidgets.scene.visited import passed

NUMBER_ROOM, MOST_NUMBERS = 17.0, 30  # for the steps of a path: least distance of two numbers in points, and most numbers
LEAST_TEXT = 60.0  # points that one of several texts may have
MOST_LEVEL, TILT, BESIDE = 6, 35, 30.0  # for labels of dots: most that are level, degrees of others, points beside the axes
LINE_EMPHASIS = 1.2  # points that a picked line is wider


def dashes_of(color: str | int, dash: int | None) -> list[float]:
    return [float(part) for part in dash_of(color, dash).split()]


def shown_points(mark: Line | Dots | Path, plot: Plot) -> tuple[np.ndarray, np.ndarray]:
    """Return a mark's points up to the position of its ``upto`` control, and NaN where its ``reveal`` shows nothing yet."""
    x, y = plot.numbers(mark.x), plot.numbers(mark.y)
    if isinstance(mark, Line | Dots) and mark.reveal is not None:
        x = passed(x, mark.reveal, plot.state, blend=isinstance(mark, Line))
        y = passed(y, mark.reveal, plot.state, blend=isinstance(mark, Line), hold=isinstance(mark, Line) and mark.steps)
    if mark.upto is not None:
        count = mark.upto.locate(plot.state[mark.upto.name])[0] + 1
        x, y = x[:count], y[:count]
    return x, y


def shown_band(mark: Area, plot: Plot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, low, high = (plot.numbers(part) for part in (mark.x, mark.low, mark.high))
    x, low, high = (passed(part, mark.reveal, plot.state, blend=True) for part in np.broadcast_arrays(x, low, high))
    return x, low, high


def along(x: np.ndarray, y: np.ndarray, *, steps: bool) -> np.ndarray:
    """Compute positions along a line, about 3 points apart."""
    if steps and len(x) > 1:
        x, y = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
    seen = np.isfinite(x) & np.isfinite(y)
    x, y = x[seen], y[seen]
    if len(x) < 2:
        return np.stack([x, y], axis=1)
    length = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    dense = np.linspace(0.0, length[-1], int(length[-1] // 3) + 2)
    return np.stack([np.interp(dense, length, x), np.interp(dense, length, y)], axis=1)


def label_lines(lines: Sequence[Line], plot: Plot) -> None:
    """Write the labels of all lines at their ends, moved apart; if there is no room for all, the outermost are kept."""
    for side in ("start", "end"):
        ends = sorted(_line_ends(lines, side, plot), key=lambda end: -end[3])[: int(plot.height // LABEL_GAP) + 1]
        places = spread([middle for _, _, middle, _ in ends], LABEL_GAP, 2.0, plot.height - 2.0)
        # If the numbers of the y axis are on this side, the labels are inside the plot.
        outside = (plot.panel.axis("y").side == "right") == (side == "start")
        away = -1.0 if (side == "start") == outside else 1.0
        for (mark, left, middle, _), place in zip(ends, places, strict=True):
            room = (plot.names_room + left if away < 0 else plot.width + plot.right_room - left) - 8.0
            if abs(place - middle) > 2.0:
                ink = plot.color(mark.color, mark.key)
                plot.draw_segment((left, middle), (left + 6 * away, place), ink, 0.7, "leader")
            plot.write(
                left + 8 * away,
                place,
                cut(mark.label, room, bold=plot.emphasised(mark.key)),
                color=plot.color(mark.color, mark.key, least=FADED_TEXT),
                anchor="end" if away < 0 else "start",
                bold=plot.emphasised(mark.key),
            )


def _line_ends(lines: Sequence[Line], side: str, plot: Plot) -> list[tuple[Line, float, float, float]]:
    """List the lines with a label on a side: each with the position of that end in points, and its priority."""
    ends = []
    for mark in lines:
        x, y = shown_points(mark, plot)
        seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if mark.label and mark.label_at == side and seen.size:
            last = seen[0 if side == "start" else -1]
            left, middle = (float(part) for part in plot.points(x[last], y[last]))
            ends.append((mark, left, middle, abs(float(y[last])) + (1e9 if plot.emphasised(mark.key) else 0)))
    return ends


def _style_of(styles: Sequence[Style], style: Any, i: int) -> Style | None:
    return None if style is None or not len(styles) else styles[int(style[i])]


@dataclass(frozen=True)
class ShownDots:
    x: np.ndarray
    y: np.ndarray
    colors: list[str]
    shapes: list[str]
    texts: list[str]

    def alike(self, shown: np.ndarray) -> Iterator[tuple[str, str, np.ndarray]]:
        groups: dict[tuple[str, str], list[int]] = {}
        for i in np.flatnonzero(shown):
            groups.setdefault((self.colors[i], self.shapes[i]), []).append(int(i))
        for (color, shape), members in groups.items():
            yield color, shape, np.array(members)


def shown_dots(mark: Dots, plot: Plot) -> ShownDots:
    x, y = shown_points(mark, plot)
    style, labels, keys = plot.at(mark.style), plot.at(mark.labels), mark.keys
    chosen = np.arange(len(x))
    if mark.at is not None:
        index, fraction = mark.at.locate(plot.state[mark.at.name])
        after = min(index + 1, len(x) - 1)
        x = x[[index]] * (1 - fraction) + x[[after]] * fraction
        y = y[[index]] * (1 - fraction) + y[[after]] * fraction
        chosen = np.array([index])
    seen = np.isfinite(x) & np.isfinite(y)
    x, y, chosen = x[seen], y[seen], chosen[seen]
    meanings = [_style_of(mark.styles, style, i) for i in chosen]
    names = [keys[i] if len(keys) else "" for i in chosen]
    colors = [plot.color(known.color if known else mark.color, key) for known, key in zip(meanings, names, strict=True)]
    texts = [
        " ".join(filter(None, [known.glyph if known else "", labels[i] if len(labels) else ""]))
        for i, known in zip(chosen, meanings, strict=True)
    ]
    named = style is not None and len(mark.styles) > 0
    shapes = [shape_of(mark.styles, int(style[i])) if named else "circle" for i in chosen]
    return ShownDots(x, y, colors, shapes, texts)


def label_dots(dots: ShownDots, size: float, plot: Plot) -> None:
    """Write the texts of dots beside them, where there is room; many or long ones tilted."""
    texts = [text for text in dots.texts if text]
    if len(texts) > 1 and (len(texts) > MOST_LEVEL or sum(width_of(text) + 8 for text in texts) > plot.width):
        _tilt_labels(dots, size, plot)
        return
    away = size / 2 + 4
    for left, middle, text, color in zip(*plot.points(dots.x, dots.y), dots.texts, dots.colors, strict=True):
        if text:
            up, down = middle + away + 4, middle - away - 4
            places = [(left, up, "middle"), (left + away, middle, "start"), (left + away / 2, up, "start")]
            places += [(left, down, "middle"), (left - away, middle, "end")]
            places += [(left - away / 2, up, "end"), (left - away / 2, down, "end"), (left + away / 2, down, "start")]
            plot.write_near(places, text, color=color)


@dataclass(frozen=True)
class ShownBar:
    row: int
    name: str
    value: float | None
    color: str


def _tilt_labels(dots: ShownDots, size: float, plot: Plot) -> None:
    """Write texts upwards from their dots."""
    sine, cosine = math.sin(math.radians(TILT)), math.cos(math.radians(TILT))
    lefts, middles = plot.points(dots.x, dots.y)
    order = [i for i, text in enumerate(dots.texts) if text and np.isfinite(lefts[i] + middles[i])]
    taken: list[tuple[float, float, float]] = []
    for i in [*order[-1:], *order[:-1]]:
        left, middle = float(lefts[i]) + 1, float(middles[i]) + size / 2 + 4
        room = min((plot.height - middle) / sine, (plot.width + BESIDE - left) / cosine)
        text = cut(dots.texts[i], max(LEAST_TEXT, room))
        start, level = left * cosine + middle * sine, middle * cosine - left * sine
        end = start + width_of(text)
        if not any(other < end and start < stop and abs(line - level) < 1.2 * SMALL for other, stop, line in taken):
            taken.append((start, end, level))
            plot.draw_text(left, middle, text, Lettering(dots.colors[i], "start", SMALL, bold=False, halo=True, tilt=TILT))


def bar_thickness(mark: Bars, plot: Plot) -> float:
    return min(0.72, BAR_THICKNESS * len(mark.names) / plot.height)


def shown_bars(mark: Bars, plot: Plot) -> Iterator[ShownBar]:
    """Give each bar in the state of a plot, after writing its name, its value and its glyph."""
    values, style, color = plot.numbers(mark.values), plot.at(mark.style), plot.at(mark.color)
    keys = mark.keys or mark.names
    whole = np.asarray(plot.at(mark.values)).dtype.kind in "iu" if mark.whole is None else plot.at(mark.whole)
    base = float(plot.x.shown(mark.baseline))
    shown = cut_all(mark.names, plot.names_room - 8, BODY)
    for i, (name, value) in enumerate(zip(mark.names, values, strict=True)):
        known = _style_of(mark.styles, style, i)
        each = color if isinstance(color, str | int) else color[i]
        fill = plot.color(known.color if known else each, keys[i])
        middle = plot.height * (1 - (i + 0.5) / len(mark.names))
        end = float(plot.x.fraction(mark.baseline)) * plot.width
        leftward = False
        if np.isfinite(value):
            leftward, end = float(plot.x.shown(value)) < base, float(plot.x.fraction(value)) * plot.width
            text = format_number(int(value) if whole else value)
            plot.write(plot.width + VALUE_ROOM - 4, middle, text, color=plot.color("muted", keys[i], least=0.7), anchor="end")
        if known and known.glyph:
            place, anchor = (end - 5, "end") if leftward else (end + 5, "start")
            plot.write(place, middle, known.glyph, color=fill, anchor=anchor, size=BODY)
        ink = plot.color("ink", keys[i], least=FADED_TEXT)
        plot.write(-8, middle, shown[i], color=ink, anchor="end", size=BODY, bold=plot.emphasised(keys[i]))
        yield ShownBar(i, name, float(value) if np.isfinite(value) else None, fill)


def label_rule(place: float, text: str, mark: Rule, plot: Plot) -> None:
    upright = mark.x is not None
    share = float((plot.x if upright else plot.y).fraction(place))
    if not text or not -1e-9 <= share <= 1 + 1e-9:
        return
    if upright:
        left = share * plot.width
        lines = [plot.height - 8 - 13 * k for k in range(6)]
        places = [(left + shift, line, anchor) for shift, anchor in ((5, "start"), (-5, "end")) for line in lines]
    else:
        levels = (share * plot.height + 8, share * plot.height - 8)
        places = [(left, y, anchor) for left, anchor in ((plot.width - 4, "end"), (4, "start")) for y in levels]
    plot.write_near(places, text, color=plot.color(mark.color if mark.color != "quiet" else "muted"))


def shown_rules(mark: Rule, plot: Plot) -> Iterator[tuple[float, str]]:
    labels = plot.at(mark.label)
    for i, place in enumerate(passed(plot.numbers(mark.x if mark.x is not None else mark.y), mark.reveal, plot.state)):
        if np.isfinite(place):
            yield float(place), labels if isinstance(labels, str) else labels[i]


def shown_arrows(mark: Arrow, plot: Plot) -> Iterator[tuple[float, float, float, float]]:
    ends = np.broadcast_arrays(*(plot.numbers(end) for end in (mark.x0, mark.y0, mark.x1, mark.y1)))
    for arrow in zip(*ends, strict=True):
        if np.isfinite(arrow).all():
            x0, y0, x1, y1 = map(float, arrow)
            yield x0, y0, x1, y1


def write_texts(mark: Text, plot: Plot) -> None:
    words = plot.at(mark.text)
    count = 1 if isinstance(words, str) else len(words)
    x, y, _ = np.broadcast_arrays(plot.numbers(mark.x), plot.numbers(mark.y), np.empty(count))
    lefts, middles = plot.points(*(passed(each, mark.reveal, plot.state) for each in (x, y)))
    shown = [words] if isinstance(words, str) else _within(list(words), lefts, mark.anchor, plot.width)
    for left, middle, text in zip(lefts, middles, shown, strict=True):
        if np.isfinite(left) and np.isfinite(middle):
            plot.write(float(left), float(middle), text, color=plot.color(mark.color), anchor=mark.anchor, size=BODY)


def _within(texts: list[str], lefts: np.ndarray, anchor: str, width: float) -> list[str]:
    """Shorten texts to what fits between their places and the edge of the plot."""
    if anchor == "middle":
        return texts
    rooms = np.maximum(LEAST_TEXT, np.nan_to_num(lefts if anchor == "end" else width - lefts))
    shown = list(texts)
    for room in np.unique(rooms):
        group = np.flatnonzero(rooms == room)
        for i, text in zip(group, cut_all([texts[i] for i in group], float(room), BODY), strict=True):
            shown[i] = text
    return shown


def numbered(x: np.ndarray, y: np.ndarray, room: float = NUMBER_ROOM) -> list[int]:
    """Choose the points that get a number: the first, the last, and others that are far enough from these."""
    chosen: list[int] = []
    for i in (0, len(x) - 1, *range(len(x))):
        if not 0 <= i < len(x) or i in chosen or np.isnan(x[i] + y[i]):
            continue
        if all(np.hypot(x[i] - x[j], y[i] - y[j]) >= room for j in chosen):
            chosen.append(i)
        if len(chosen) > MOST_NUMBERS:
            break
    return sorted(chosen)


def shown_path(mark: Path, plot: Plot) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Return the points of a path and their colours, up to the first point that is not finite."""
    x, y = shown_points(mark, plot)
    total = max(1, len(plot.numbers(mark.x)) - 1)
    lost = np.flatnonzero(~np.isfinite(x + y))
    if lost.size:
        x, y = x[: lost[0]], y[: lost[0]]
    return x, y, [ramp_color(i / total, plot.theme) for i in range(len(x))]


def number_steps(mark: Path, x: np.ndarray, y: np.ndarray, plot: Plot) -> None:
    if not mark.numbers:
        return
    lefts, middles = plot.points(x, y)
    for i in numbered(lefts, middles):
        place = lefts[i] + mark.size / 2 + 3, middles[i] + mark.size / 2 + 4
        if 0 <= lefts[i] <= plot.width and 0 <= middles[i] <= plot.height:
            plot.write(*place, str(i), color=palette(plot.theme)["ink"])


@dataclass(frozen=True)
class Level:
    x: np.ndarray
    y: np.ndarray
    color: str
    width: float
    opacity: float


def shown_levels(mark: Contours, plot: Plot) -> Iterator[Level]:
    x, y = plot.numbers(mark.x), plot.numbers(mark.y)
    last, start = max(1, len(mark.sizes) - 1), 0
    for level, size in enumerate(mark.sizes):
        color = ramp_color(1 - level / last, plot.theme) if mark.color == "ramp" else plot.color(mark.color)
        part = slice(start, start + size)
        yield Level(x[part], y[part], color, 1.5 - level / last, 1 - 0.45 * level / last)
        start += size


def label_handle(mark: Handle, plot: Plot) -> None:
    if mark.label:
        x, y = plot.state[mark.point.name]
        left, middle = (float(part[()]) for part in plot.points(x, y))
        inward = left > plot.width - 70
        place = left + (-11 if inward else 11), middle + 10
        plot.write(*place, mark.label, color=palette(plot.theme)["ink"], anchor="end" if inward else "start", bold=True)
