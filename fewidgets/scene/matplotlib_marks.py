"""How Matplotlib paints each mark into a panel's axes: one function a mark, with the frames' data handed on as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from fewidgets.scene.controls import Control, Pick
from fewidgets.scene.frames import resolve
from fewidgets.scene.lettering import BODY, SMALL, Box, cut, overlaps, spread, width_of
from fewidgets.scene.marks import Area, Arrow, Bars, Dots, Image, Line, Mark, Rule, Style, Table, Text
from fewidgets.scene.numbers import format_number
from fewidgets.scene.palette import color_of, dash_of, palette
from fewidgets.scene.panel import Panel
from fewidgets.scene.scene import Template
from fewidgets.scene.ticks import Extent

FADED, FADED_TEXT = 0.25, 0.5  # share of the full colour, the rest is background: unlike opacity, it hides the grid
LABEL_GAP = 12.5
VALUE_ROOM = 46.0  # points right of bars, where their values stand
BAR_THICKNESS = 22.0


@dataclass
class Plot:
    """A panel's axes, and all that painting a mark needs to know.

    Attributes
    ----------
    ax : Axes
        Of ``width`` by ``height`` points.
    x, y : Extent
        What the axes span.
    state : mapping
        The scene's complete state.
    picked : set of str
        Keys that are followed; all other keyed marks step back.
    names_room : float
        Points left of the axes, for bars' names.
    taken : list of Box
        Where labels stand already, in points from the axes' lower left corner.
    drawn : list of array, shape (n, 2)
        Points along the lines, a few points from one another, which a label rather does not cover.
    """

    ax: Axes
    panel: Panel
    width: float
    height: float
    x: Extent
    y: Extent
    state: Mapping[str, Any]
    controls: Sequence[Control]
    theme: str
    names_room: float = 0.0
    taken: list[Box] = field(default_factory=list)
    drawn: list[np.ndarray] = field(default_factory=list)

    @property
    def picked(self) -> set[str]:
        return {self.state[control.name] for control in self.controls if isinstance(control, Pick)} - {""}

    def at(self, channel: Any) -> Any:
        """Give a channel's value in the state, with templates filled in."""
        value = resolve(channel, self.state)
        return value.at(self.state) if isinstance(value, Template) else value

    def numbers(self, channel: Any) -> np.ndarray:
        return np.atleast_1d(np.asarray(self.at(channel), dtype=float))

    def color(self, color: str | int, key: str = "", *, least: float = FADED) -> str:
        """Give a hex colour; what has a key steps back towards the background while another is picked, not below ``least``."""
        full = color_of(int(color) if isinstance(color, np.integer) else color, self.theme)
        if not key or not self.picked or key in self.picked:
            return full
        return _mixed(full, palette(self.theme)["background"], least)

    def emphasised(self, key: str) -> bool:
        return bool(key) and key in self.picked

    def points(self, x: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        """Give where data units lie, in points from the axes' lower left corner."""
        return self.x.fraction(x) * self.width, self.y.fraction(y) * self.height

    def write(self, left: float, middle: float, text: str, *, color: str, anchor: str = "start", **looks: Any) -> None:
        """Write a line of text at a place in points, on a halo of the background, and keep others from it."""
        looks = {"fontsize": SMALL, "zorder": 6, "va": "center_baseline", **looks}
        self.ax.annotate(
            text,
            (left / self.width, middle / self.height),
            xycoords="axes fraction",
            color=color,
            ha={"start": "left", "middle": "center", "end": "right"}[anchor],
            annotation_clip=False,
            path_effects=[withStroke(linewidth=2.5, foreground=palette(self.theme)["background"])],
            **looks,
        )
        self.taken.append(self.box(left, middle, text, anchor, looks["fontsize"], looks.get("fontweight") == "bold"))

    def box(self, left: float, middle: float, text: str, anchor: str, size: float, bold: bool = False) -> Box:
        width = width_of(text, size, bold=bold)
        start = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        return start, middle - 0.62 * size, start + width, middle + 0.62 * size

    def write_near(self, places: Iterable[tuple[float, float, str]], text: str, **looks: Any) -> bool:
        """Write at the first of some places that is free, best where no line runs; say whether there was one."""
        free = []
        for place in places:
            box = self.box(*place[:2], text, place[2], looks.get("fontsize", SMALL))
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
            if inside and not any(overlaps(box, other) for other in self.taken):
                free.append((self._covers(box), place))
        if not free:
            return False
        _, (left, middle, anchor) = min(free, key=lambda each: each[0])
        self.write(left, middle, text, anchor=anchor, **looks)
        return True

    def _covers(self, box: Box) -> int:
        """Count the points of lines that a box would cover."""
        if not self.drawn:
            return 0
        x, y = np.concatenate(self.drawn).T
        return int(np.sum((box[0] <= x) & (x <= box[2]) & (box[1] <= y) & (y <= box[3])))


def paint(mark: Mark, plot: Plot) -> None:
    """Paint one mark."""
    _PAINTERS[type(mark)](mark, plot)


def _mixed(color: str, background: str, share: float) -> str:
    parts = [(int(color[i : i + 2], 16), int(background[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * front + (1 - share) * back):02x}" for front, back in parts)


def _dashes(color: str | int, dash: int | None, width: float) -> Any:
    pattern = dash_of(color, dash)
    return (0, [float(part) / width for part in pattern.split()]) if pattern else "solid"


def _shown(mark: Line | Dots, plot: Plot) -> tuple[np.ndarray, np.ndarray]:
    """Give a mark's points as far as its trail goes."""
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
    """Give points along a line, about 3 points from one another."""
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
    """Write the labels of all lines at their ends, moved apart; where there is no room for all, the outermost keep theirs."""
    for side in ("start", "end"):
        ends = []
        for mark in lines:
            x, y = _shown(mark, plot)
            seen = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
            if mark.label and mark.label_at == side and seen.size:
                last = seen[0 if side == "start" else -1]
                left, middle = plot.points(x[last], y[last])
                ends.append(
                    (mark, float(left), float(middle), abs(float(y[last])) + (1e9 if plot.emphasised(mark.key) else 0))
                )
        ends.sort(key=lambda end: -end[3])
        ends = ends[: int(plot.height // LABEL_GAP) + 1]
        places = spread([middle for _, _, middle, _ in ends], LABEL_GAP, 2.0, plot.height - 2.0)
        # With the numbers on this side, the labels stand inside the plot.
        outside = (plot.panel.y.side == "right") == (side == "start")
        away = -1.0 if (side == "start") == outside else 1.0
        for (mark, left, middle, _), place in zip(ends, places, strict=True):
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
                mark.label,
                color=plot.color(mark.color, mark.key, least=FADED_TEXT),
                anchor="end" if away < 0 else "start",
                fontweight="bold" if plot.emphasised(mark.key) else "normal",
            )


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
    told = [_style_of(mark.styles, style, i) for i in chosen]
    known_by = [keys[i] if len(keys) else "" for i in chosen]
    colors = [plot.color(known.color if known else mark.color, key) for known, key in zip(told, known_by, strict=True)]
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
    for i, left, middle, known, color in zip(chosen, lefts, middles, told, colors, strict=True):
        text = " ".join(filter(None, [known.glyph if known else "", labels[i] if len(labels) else ""]))
        if text:
            up, down = middle + away + 4, middle - away - 4
            places = ((left, up, "middle"), (left + away, middle, "start"), (left + away / 2, up, "start"))
            places += ((left, down, "middle"), (left - away, middle, "end"))
            places += ((left - away / 2, up, "end"), (left - away / 2, down, "end"), (left + away / 2, down, "start"))
            plot.write_near(places, text, color=color)


def _bars(mark: Bars, plot: Plot) -> None:
    values, style, color = plot.numbers(mark.values), plot.at(mark.style), plot.at(mark.color)
    keys = mark.keys or mark.names
    whole = np.asarray(plot.at(mark.values)).dtype.kind in "iu"
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


def _image(mark: Image, plot: Plot) -> None:
    values = np.asarray(plot.at(mark.values))
    left, right, bottom, top = mark.extent
    limits = plot.ax.get_xlim(), plot.ax.get_ylim()
    plot.ax.imshow(
        values.astype(np.uint8),
        cmap="gray",
        vmin=0,
        vmax=255,
        extent=(left, right, bottom, top),
        aspect="auto",
        interpolation="nearest",
        zorder=1.5,
    )
    plot.ax.set(xlim=limits[0], ylim=limits[1])


def _text(mark: Text, plot: Plot) -> None:
    words = plot.at(mark.text)
    x, y = np.broadcast_arrays(plot.numbers(mark.x), plot.numbers(mark.y))
    for i, (left, middle) in enumerate(zip(*plot.points(x, y), strict=True)):
        if np.isfinite(left) and np.isfinite(middle):
            text = words if isinstance(words, str) else words[i]
            plot.write(float(left), float(middle), text, color=plot.color(mark.color), anchor=mark.anchor, fontsize=BODY)


def _table(mark: Table, plot: Plot) -> None:
    colors, line = palette(plot.theme), 18.0
    rows = [[_cell(cell) for cell in row] for row in plot.at(mark.rows)]
    room = int((plot.height - line) // line)
    if len(rows) > room:
        rows = [*rows[: room - 1], [f"… {len(rows) - room + 1} more"] + [""] * (len(mark.columns) - 1)]
    raw = list(plot.at(mark.rows))
    numeric = [all(not isinstance(row[c], str) for row in raw) for c in range(len(mark.columns))]
    widths = [
        max([width_of(name, BODY, bold=True), *(width_of(row[c], BODY) for row in rows)])
        for c, name in enumerate(mark.columns)
    ]
    spare = max(0.0, plot.width - sum(widths))
    gap = min(spare / max(1, len(widths) - 1), 28.0) if len(widths) > 1 else 0.0
    shrink = min(1.0, plot.width / max(1.0, sum(widths)))
    left = 0.0
    for c, name in enumerate(mark.columns):
        width = widths[c] * shrink
        edge, anchor = (left + width, "end") if numeric[c] else (left, "start")
        top = plot.height - line / 2
        plot.write(
            edge, top, cut(name, width, BODY * 1.12), color=colors["ink"], anchor=anchor, fontsize=BODY, fontweight="bold"
        )
        for r, row in enumerate(rows):
            plot.write(edge, top - line * (r + 1), cut(row[c], width, BODY), color=colors["ink"], anchor=anchor, fontsize=BODY)
        left += width + gap
    total = min(left - gap, plot.width) / plot.width
    for r in range(len(rows) + 1):
        height = 1 - line * (r + 1) / plot.height
        plot.ax.plot(
            [0, total],
            [height, height],
            transform=plot.ax.transAxes,
            color=colors["muted" if r == 0 else "grid"],
            linewidth=0.8,
            clip_on=False,
        )


def _cell(cell: Any) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    number = float(cell)
    return format_number(int(number) if number.is_integer() else number)


_PAINTERS: dict[type, Callable[[Any, Plot], None]] = {
    Line: _line,
    Dots: _dots,
    Bars: _bars,
    Area: _area,
    Rule: _rule,
    Arrow: _arrow,
    Image: _image,
    Text: _text,
    Table: _table,
}
