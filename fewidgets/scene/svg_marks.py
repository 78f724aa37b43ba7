"""Write each mark of a panel as SVG: one function for each mark."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, hypot, sin
from typing import Any

import numpy as np

from fewidgets.scene.graph import Graph
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
    Table,
    Text,
    Tokens,
)
from fewidgets.scene.palette import palette
from fewidgets.scene.still_graph import paint_graph
from fewidgets.scene.still_marks import (
    LINE_EMPHASIS,
    along,
    bar_thickness,
    dashes_of,
    label_dots,
    label_handle,
    label_rule,
    number_steps,
    shown_arrows,
    shown_band,
    shown_bars,
    shown_dots,
    shown_levels,
    shown_path,
    shown_points,
    shown_rules,
    write_texts,
)
from fewidgets.scene.still_texts import paint_table, paint_tokens
from fewidgets.scene.still_touch import dots_of, paint_counts
from fewidgets.scene.svg_images import paint_blocks, paint_canvas, paint_image
from fewidgets.scene.svg_plot import SvgPlot
from fewidgets.scene.svg_text import apart, dots_path, element, line_path, number, rectangle, shapes_path
from fewidgets.scene.touch import BlockGrid, Canvas, CountGrid, Handle, Handles

MANY_DOTS = 300  # more dots than this get no outline each
HEAD = 8.0  # points of an arrow's head


def paint(mark: Mark, plot: SvgPlot) -> None:
    _PAINTERS[type(mark)](mark, plot)


def _dashes(color: str | int, dash: int | None) -> str | None:
    return " ".join(map(number, dashes_of(color, dash))) or None


def _line(mark: Line, plot: SvgPlot) -> None:
    x, y = shown_points(mark, plot)
    plot.drawn.append(along(*plot.points(x, y), steps=mark.steps))
    lefts, tops = plot.places(x, y)
    if mark.steps and len(lefts) > 1:
        lefts, tops = np.repeat(lefts, 2)[1:], np.repeat(tops, 2)[:-1]
    picked = plot.emphasised(mark.key)
    path = element(
        "path",
        stroke=plot.color(mark.color, mark.key),
        stroke_width=mark.width + (LINE_EMPHASIS if picked else 0.0),
        stroke_dasharray=_dashes(mark.color, mark.dash),
        stroke_linecap="butt" if dashes_of(mark.color, mark.dash) else None,
        d=line_path(lefts, tops),
    )
    plot.add(3.1 if picked else 3.0, path)


def _dots(mark: Dots, plot: SvgPlot) -> None:
    dots = shown_dots(mark, plot)
    lefts, tops = plot.places(dots.x, dots.y)
    inside = plot.within(lefts, tops)
    background = palette(plot.theme)["background"]
    many = len(lefts) > MANY_DOTS and not mark.hollow
    for color, shape, chosen in dots.alike(inside):
        x, y = lefts[chosen], tops[chosen]
        if many:
            x, y = apart(x, y, mark.size / 6)
        looks: dict[str, Any] = {"fill": color, "stroke": background, "stroke_width": 0.6}
        if mark.hollow:
            looks = {"fill": background, "stroke": color, "stroke_width": 1.5}
        if many:
            looks = {"fill": color}
        if shape != "circle":
            plot.add(4, element("path", d=shapes_path(shape, mark.size / 2, x, y), **looks), clipped=False)
        elif many:
            plot.add(4, element("path", d=dots_path(x, y), stroke=color, stroke_width=mark.size), clipped=False)
        else:
            circles = "".join(element("circle", cx=left, cy=top, r=mark.size / 2) for left, top in zip(x, y, strict=True))
            plot.add(4, element("g", circles, **looks), clipped=False)
    label_dots(dots, mark.size, plot)


def _bars(mark: Bars, plot: SvgPlot) -> None:
    row = plot.height / len(mark.names)
    thick = row * bar_thickness(mark, plot)
    base = float(plot.x.fraction(mark.baseline)) * plot.width
    paths: dict[str, str] = {}
    for bar in shown_bars(mark, plot):
        if bar.value is not None:
            end = float(plot.x.fraction(bar.value)) * plot.width
            shape = rectangle(min(base, end), row * (bar.row + 0.5) - thick / 2, abs(end - base), thick)
            paths[bar.color] = paths.get(bar.color, "") + shape
    for color, path in paths.items():
        plot.add(3, element("path", fill=color, d=path))
    axis = f"M{number(base)} 0v{number(plot.height)}"
    plot.add(3.2, element("path", stroke=plot.color("muted"), stroke_width=1.0, d=axis))


def _area(mark: Area, plot: SvgPlot) -> None:
    x, low, high = shown_band(mark, plot)
    lefts, lows = plot.places(x, low)
    _, highs = plot.places(x, high)
    seen = np.isfinite(lefts) & np.isfinite(lows) & np.isfinite(highs)
    borders = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(np.int8)))
    path = ""
    for start, stop in zip(borders[::2], borders[1::2], strict=True):
        across = np.concatenate([lefts[start:stop], lefts[start:stop][::-1]])
        path += line_path(across, np.concatenate([highs[start:stop], lows[start:stop][::-1]]), closed=True)
    if path:
        plot.add(2, element("path", fill=plot.color(mark.color), fill_opacity=".18", d=path))


def _rule(mark: Rule, plot: SvgPlot) -> None:
    path = ""
    for place, text in shown_rules(mark, plot):
        if mark.x is not None:
            path += f"M{number(float(plot.x.fraction(place)) * plot.width)} 0v{number(plot.height)}"
        else:
            path += f"M0 {number(plot.down(float(plot.y.fraction(place)) * plot.height))}h{number(plot.width)}"
        label_rule(place, text, mark, plot)
    looks: dict[str, Any] = {"stroke": plot.color(mark.color), "stroke_width": mark.width}
    if path:
        plot.add(2.5, element("path", stroke_dasharray=_dashes(0, mark.dash), stroke_linecap="butt", d=path, **looks))


def _arrow(mark: Arrow, plot: SvgPlot) -> None:
    path = ""
    for x0, y0, x1, y1 in shown_arrows(mark, plot):
        lefts, tops = plot.places(np.array([x0, x1]), np.array([y0, y1]))
        (start, end), (first, last) = lefts.tolist(), tops.tolist()
        direction = atan2(last - first, end - start)
        size = min(HEAD, hypot(end - start, last - first) / 2)
        tip = f"{number(end)} {number(last)}"
        path += f"M{number(start)} {number(first)}L{tip}"
        for turn in (0.45, -0.45):
            left, top = end - size * cos(direction + turn), last - size * sin(direction + turn)
            path += f"M{tip}L{number(left)} {number(top)}"
    if path:
        plot.add(5, element("path", stroke=plot.color(mark.color), stroke_width=mark.width, d=path))


def _path(mark: Path, plot: SvgPlot) -> None:
    x, y, colors = shown_path(mark, plot)
    lefts, tops = plot.places(x, y)
    ends = list(zip(map(number, lefts), map(number, tops), strict=True))
    steps: dict[str, str] = {}
    dots: dict[str, str] = {}
    for i, (left, top) in enumerate(ends):
        if i and ends[i - 1] != ends[i]:
            steps[colors[i]] = steps.get(colors[i], "") + f"M{' '.join(ends[i - 1])}L{left} {top}"
        dots[colors[i]] = dots.get(colors[i], "") + f"M{left} {top}h0"
    for order, width, paths in ((3.3, 1.75, steps), (3.4, mark.size, dots)):
        content = "".join(element("path", stroke=color, d=path) for color, path in paths.items())
        if content:
            plot.add(order, element("g", content, stroke_width=width))
    if not ends:
        return
    if mark.upto is not None:
        ring: dict[str, Any] = {"stroke": palette(plot.theme)["ink"], "stroke_width": 2.0}
        plot.add(3.5, element("circle", cx=float(lefts[-1]), cy=float(tops[-1]), r=(mark.size + 5.0) / 2, **ring))
    number_steps(mark, x, y, plot)


def _contours(mark: Contours, plot: SvgPlot) -> None:
    for level in shown_levels(mark, plot):
        looks: dict[str, Any] = {"stroke": level.color, "stroke_width": level.width}
        path = line_path(*plot.places(level.x, level.y))
        if path:
            plot.add(2.2, element("path", stroke_opacity=f"{level.opacity:.2f}", d=path, **looks))


def _handle(mark: Handle, plot: SvgPlot) -> None:
    lefts, tops = plot.places(*(np.array([part]) for part in plot.state[mark.point.name]))
    if plot.within(lefts, tops).all():
        colors: dict[str, Any] = {"fill": plot.color(mark.color), "stroke": palette(plot.theme)["background"]}
        circle = element("circle", cx=float(lefts[0]), cy=float(tops[0]), r=7, stroke_width=2.0, **colors)
        plot.add(4.5, circle, clipped=False)
        label_handle(mark, plot)


def _handles(mark: Handles, plot: SvgPlot) -> None:
    for dots in dots_of(mark, plot):
        _dots(dots, plot)


def _unseen(mark: AudioPlayer, plot: SvgPlot) -> None:
    """Draw nothing: a sound has an entry in the legend only."""


_PAINTERS: dict[type, Callable[[Any, SvgPlot], None]] = {
    Line: _line,
    Dots: _dots,
    Bars: _bars,
    Area: _area,
    Rule: _rule,
    Arrow: _arrow,
    Text: write_texts,
    Path: _path,
    Contours: _contours,
    Handle: _handle,
    AudioPlayer: _unseen,
    Image: paint_image,
    Canvas: paint_canvas,
    BlockGrid: paint_blocks,
    Handles: _handles,
    CountGrid: paint_counts,
    Graph: paint_graph,
    Table: paint_table,
    Tokens: paint_tokens,
}
