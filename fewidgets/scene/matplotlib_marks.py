"""Draw each mark into a panel's axes with Matplotlib: one function for each mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fewidgets.scene.lettering import BODY, cut, spread
from fewidgets.scene.marks import (
    Area,
    Arrow,
    AudioPlayer,
    Bars,
    Contours,
    Dots,
    Image,
    Line,
    Mark,
    Path,
    Rule,
    Style,
    Table,
    Text,
    Tokens,
)
from fewidgets.scene.matplotlib_images import paint_blocks, paint_canvas, paint_image
from fewidgets.scene.matplotlib_plot import BAR_THICKNESS, FADED_TEXT, LABEL_GAP, VALUE_ROOM, Plot
from fewidgets.scene.matplotlib_texts import paint_table, paint_tokens
from fewidgets.scene.numbers import format_number
from fewidgets.scene.palette import dash_of, palette, ramp_color
from fewidgets.scene.touch import BlockGrid, Canvas, Handle

NUMBER_ROOM, MOST_NUMBERS = 17.0, 30  # for the steps of a path: least distance of two numbers in points, and most numbers


def paint(mark: Mark, plot: Plot) -> None:
    """Draw one mark."""
    _PAINTERS[type(mark)](mark, plot)


def _dashes(color: str | int, dash: int | None, width: float) -> Any:
    pattern = dash_of(color, dash)
    return (0, [float(part) / width for part in pattern.split()]) if pattern else "solid"


def _shown(mark: Line | Dots | Path, plot: Plot) -> tuple[np.ndarray, np.ndarray]:
    """Return a mark's points up to the position of its ``upto`` control."""
    x, y = plot.numbers(mark.x), plot.numbers(mark.y)
    if mark.upto is not None:
        count = mark.upto.locate(plot.state[mark.upto.name])[0] + 1
        x, y = x[:count], y[:count]
    return x, y


def _line(mark: Line, plot: Plot) -> None:
    x, y = _shown(mark, plot)
    plot.drawn.append(_along(*plot.points(x, y), steps=mark.steps))
    width = mark.width + (1.2 if plot.emphasised(mark.key) else 0.0)
    plot.ax.plot(
        plot.x.shown(x),
        plot.y.shown(y),
        color=plot.color(mark.color, mark.key),
        linewidth=width,
        linestyle=_dashes(mark.color, mark.dash, width),
        drawstyle="steps-post" if mark.steps else "default",
        solid_joinstyle="round",
        solid_capstyle="round",
        gid=mark.key or None,
        zorder=3.1 if plot.emphasised(mark.key) else 3,
    )


def _along(x: np.ndarray, y: np.ndarray, *, steps: bool) -> np.ndarray:
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
                plot.ax.plot(
                    np.array([left, left + 6 * away]) / plot.width,
                    np.array([middle, place]) / plot.height,
                    transform=plot.ax.transAxes,
                    color=plot.color(mark.color, mark.key),
                    linewidth=0.7,
                    clip_on=False,
                    gid="leader",
                )
            plot.write(
                left + 8 * away,
                place,
                cut(mark.label, room, bold=plot.emphasised(mark.key)),
                color=plot.color(mark.color, mark.key, least=FADED_TEXT),
                anchor="end" if away < 0 else "start",
                fontweight="bold" if plot.emphasised(mark.key) else "normal",
            )


def _line_ends(lines: Sequence[Line], side: str, plot: Plot) -> list[tuple[Line, float, float, float]]:
    """List the lines with a label on a side: each with the position of that end in points, and its priority."""
    ends = []
    for mark in lines:
        x, y = _shown(mark, plot)
        seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if mark.label and mark.label_at == side and seen.size:
            last = seen[0 if side == "start" else -1]
            left, middle = (float(part) for part in plot.points(x[last], y[last]))
            ends.append((mark, left, middle, abs(float(y[last])) + (1e9 if plot.emphasised(mark.key) else 0)))
    return ends


def _style_of(styles: Sequence[Style], style: Any, i: int) -> Style | None:
    return None if style is None or not len(styles) else styles[int(style[i])]


def _dots(mark: Dots, plot: Plot) -> None:
    x, y = _shown(mark, plot)
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
    background = palette(plot.theme)["background"]
    plot.ax.scatter(
        plot.x.shown(x),
        plot.y.shown(y),
        s=mark.size**2,
        c=[background] * len(colors) if mark.hollow else colors,
        edgecolors=colors if mark.hollow else background,
        linewidths=1.5 if mark.hollow else 0.6,
        clip_on=False,
        zorder=4,
    )
    lefts, middles = plot.points(x, y)
    away = mark.size / 2 + 4
    for i, left, middle, known, color in zip(chosen, lefts, middles, meanings, colors, strict=True):
        text = " ".join(filter(None, [known.glyph if known else "", labels[i] if len(labels) else ""]))
        if text:
            up, down = middle + away + 4, middle - away - 4
            places = [(left, up, "middle"), (left + away, middle, "start"), (left + away / 2, up, "start")]
            places += [(left, down, "middle"), (left - away, middle, "end")]
            places += [(left - away / 2, up, "end"), (left - away / 2, down, "end"), (left + away / 2, down, "start")]
            plot.write_near(places, text, color=color)


def _bars(mark: Bars, plot: Plot) -> None:
    values, style, color = plot.numbers(mark.values), plot.at(mark.style), plot.at(mark.color)
    keys = mark.keys or mark.names
    whole = np.asarray(plot.at(mark.values)).dtype.kind in "iu" if mark.whole is None else plot.at(mark.whole)
    thick = min(0.72, BAR_THICKNESS * len(mark.names) / plot.height)
    base = float(plot.x.shown(mark.baseline))
    for i, (name, value) in enumerate(zip(mark.names, values, strict=True)):
        known = _style_of(mark.styles, style, i)
        each = color if isinstance(color, str | int) else color[i]
        fill = plot.color(known.color if known else each, keys[i])
        middle = plot.height * (1 - (i + 0.5) / len(mark.names))
        weight = "bold" if plot.emphasised(keys[i]) else "normal"
        end = float(plot.x.fraction(mark.baseline)) * plot.width
        leftward = False
        if np.isfinite(value):
            reached = float(plot.x.shown(value))
            plot.ax.barh(i, reached - base, thick, left=base, color=fill, gid=name, zorder=3)
            leftward, end = reached < base, float(plot.x.fraction(value)) * plot.width
            text = format_number(int(value) if whole else value)
            plot.write(plot.width + VALUE_ROOM - 4, middle, text, color=plot.color("muted", keys[i], least=0.7), anchor="end")
        if known and known.glyph:
            plot.write(
                end + (-5 if leftward else 5),
                middle,
                known.glyph,
                color=fill,
                anchor="end" if leftward else "start",
                fontsize=BODY,
            )
        shown, ink = cut(name, plot.names_room - 8, BODY), plot.color("ink", keys[i], least=FADED_TEXT)
        plot.write(-8, middle, shown, color=ink, anchor="end", fontsize=BODY, fontweight=weight)
    plot.ax.axvline(base, color=plot.color("muted"), linewidth=1.0, zorder=3.2)


def _area(mark: Area, plot: Plot) -> None:
    low, high = plot.y.shown(plot.numbers(mark.low)), plot.y.shown(plot.numbers(mark.high))
    plot.ax.fill_between(
        plot.x.shown(plot.numbers(mark.x)), low, high, color=plot.color(mark.color), alpha=0.18, linewidth=0, zorder=2
    )


def _rule(mark: Rule, plot: Plot) -> None:
    upright = mark.x is not None
    labels = plot.at(mark.label)
    for i, place in enumerate(plot.numbers(mark.x if upright else mark.y)):
        draw, extent = (plot.ax.axvline, plot.x) if upright else (plot.ax.axhline, plot.y)
        if not np.isfinite(place):
            continue
        draw(
            float(extent.shown(place)),
            color=plot.color(mark.color),
            linewidth=mark.width,
            linestyle=_dashes(0, mark.dash, mark.width),
            zorder=2.5,
        )
        text = labels if isinstance(labels, str) else labels[i]
        along = float(extent.fraction(place))
        if not text or not -1e-9 <= along <= 1 + 1e-9:
            continue
        if upright:
            left = along * plot.width
            lines = [plot.height - 8 - 13 * k for k in range(6)]
            places = [(left + shift, line, anchor) for shift, anchor in ((5, "start"), (-5, "end")) for line in lines]
        else:
            levels = (along * plot.height + 8, along * plot.height - 8)
            places = [(left, y, anchor) for left, anchor in ((plot.width - 4, "end"), (4, "start")) for y in levels]
        plot.write_near(places, text, color=plot.color(mark.color if mark.color != "quiet" else "muted"))


def _arrow(mark: Arrow, plot: Plot) -> None:
    ends = np.broadcast_arrays(*(plot.numbers(end) for end in (mark.x0, mark.y0, mark.x1, mark.y1)))
    for x0, y0, x1, y1 in zip(*ends, strict=True):
        if np.isfinite([x0, y0, x1, y1]).all():
            plot.ax.annotate(
                "",
                (plot.x.shown(x1), plot.y.shown(y1)),
                (plot.x.shown(x0), plot.y.shown(y0)),
                arrowprops={
                    "arrowstyle": "->,head_width=0.3,head_length=0.5",
                    "color": plot.color(mark.color),
                    "linewidth": mark.width,
                    "shrinkA": 0,
                    "shrinkB": 0,
                },
                zorder=5,
            )


def _text(mark: Text, plot: Plot) -> None:
    words = plot.at(mark.text)
    count = 1 if isinstance(words, str) else len(words)
    x, y, _ = np.broadcast_arrays(plot.numbers(mark.x), plot.numbers(mark.y), np.empty(count))
    for i, (left, middle) in enumerate(zip(*plot.points(x, y), strict=True)):
        if np.isfinite(left) and np.isfinite(middle):
            text = words if isinstance(words, str) else words[i]
            plot.write(float(left), float(middle), text, color=plot.color(mark.color), anchor=mark.anchor, fontsize=BODY)


def numbered(x: np.ndarray, y: np.ndarray, room: float = NUMBER_ROOM) -> list[int]:
    """Choose the points that get a number: the first, the last, and others that are far enough from these.

    Examples
    --------
    >>> numbered(np.array([0.0, 10.0, 20.0, 40.0]), np.zeros(4))
    [0, 2, 3]
    """
    chosen: list[int] = []
    for i in (0, len(x) - 1, *range(len(x))):
        if not 0 <= i < len(x) or i in chosen or np.isnan(x[i] + y[i]):
            continue
        if all(np.hypot(x[i] - x[j], y[i] - y[j]) >= room for j in chosen):
            chosen.append(i)
        if len(chosen) > MOST_NUMBERS:
            break
    return sorted(chosen)


def _path(mark: Path, plot: Plot) -> None:
    x, y = _shown(mark, plot)
    total = max(1, len(plot.numbers(mark.x)) - 1)
    lost = np.flatnonzero(~np.isfinite(x + y))
    if lost.size:
        x, y = x[: lost[0]], y[: lost[0]]
    colors = [ramp_color(i / total, plot.theme) for i in range(len(x))]
    for i in range(1, len(x)):
        ends = slice(i - 1, i + 1)
        plot.ax.plot(x[ends], y[ends], color=colors[i], linewidth=1.75, solid_capstyle="round", zorder=3.3)
    if not len(x):
        return
    plot.ax.scatter(x, y, s=mark.size**2, c=colors, linewidths=0, zorder=3.4)
    if mark.upto is not None:
        ring = {"facecolors": "none", "edgecolors": palette(plot.theme)["ink"], "linewidths": 2.0}
        plot.ax.scatter(x[-1:], y[-1:], s=(mark.size + 5.0) ** 2, zorder=3.5, **ring)
    if not mark.numbers:
        return
    lefts, middles = plot.points(x, y)
    for i in numbered(lefts, middles):
        place = lefts[i] + mark.size / 2 + 3, middles[i] + mark.size / 2 + 4
        if 0 <= lefts[i] <= plot.width and 0 <= middles[i] <= plot.height:
            plot.write(*place, str(i), color=palette(plot.theme)["ink"])


def _contours(mark: Contours, plot: Plot) -> None:
    x, y = plot.numbers(mark.x), plot.numbers(mark.y)
    last, start = max(1, len(mark.sizes) - 1), 0
    for level, size in enumerate(mark.sizes):
        color = ramp_color(1 - level / last, plot.theme) if mark.color == "ramp" else plot.color(mark.color)
        part = slice(start, start + size)
        width, alpha = 1.5 - level / last, 1 - 0.45 * level / last
        plot.ax.plot(x[part], y[part], color=color, zorder=2.2, linewidth=width, alpha=alpha)
        start += size


def _handle(mark: Handle, plot: Plot) -> None:
    x, y = plot.state[mark.point.name]
    color = plot.color(mark.color)
    looks = {"s": 14.0**2, "c": color, "edgecolors": palette(plot.theme)["background"], "linewidths": 2.0}
    plot.ax.scatter([x], [y], clip_on=False, zorder=4.5, **looks)
    if mark.label:
        left, middle = (float(part[()]) for part in plot.points(x, y))
        inward = left > plot.width - 70
        place = left + (-11 if inward else 11), middle + 10
        plot.write(
            *place, mark.label, color=palette(plot.theme)["ink"], anchor="end" if inward else "start", fontweight="bold"
        )


def _unseen(mark: AudioPlayer, plot: Plot) -> None:
    """Draw nothing: a sound has an entry in the legend only."""


_PAINTERS: dict[type, Callable[[Any, Plot], None]] = {
    Line: _line,
    Dots: _dots,
    Bars: _bars,
    Area: _area,
    Rule: _rule,
    Arrow: _arrow,
    Text: _text,
    Path: _path,
    Contours: _contours,
    Handle: _handle,
    AudioPlayer: _unseen,
    Image: paint_image,
    Canvas: paint_canvas,
    BlockGrid: paint_blocks,
    Table: paint_table,
    Tokens: paint_tokens,
}
