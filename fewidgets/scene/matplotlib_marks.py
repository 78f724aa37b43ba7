"""Draw each mark into a panel's axes with Matplotlib: one function for each mark."""

from __future__ import annotations

from collections.abc import Callable
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
from fewidgets.scene.matplotlib_images import paint_blocks, paint_canvas, paint_image
from fewidgets.scene.matplotlib_plot import AxesPlot, linestyle, marker_of
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
from fewidgets.scene.touch import BlockGrid, Canvas, CountGrid, Handle, Handles


def paint(mark: Mark, plot: AxesPlot) -> None:
    _PAINTERS[type(mark)](mark, plot)


def _line(mark: Line, plot: AxesPlot) -> None:
    x, y = shown_points(mark, plot)
    plot.drawn.append(along(*plot.points(x, y), steps=mark.steps))
    width = mark.width + (LINE_EMPHASIS if plot.emphasised(mark.key) else 0.0)
    plot.ax.plot(
        plot.x.shown(x),
        plot.y.shown(y),
        color=plot.color(mark.color, mark.key),
        linewidth=width,
        linestyle=linestyle(dashes_of(mark.color, mark.dash), width),
        drawstyle="steps-post" if mark.steps else "default",
        solid_joinstyle="round",
        solid_capstyle="round",
        gid=mark.key or None,
        zorder=3.1 if plot.emphasised(mark.key) else 3,
    )


def _dots(mark: Dots, plot: AxesPlot) -> None:
    dots = shown_dots(mark, plot)
    background = palette(plot.theme)["background"]
    x, y = plot.x.shown(dots.x), plot.y.shown(dots.y)
    colors, shapes = np.array(dots.colors, dtype=object), np.array(dots.shapes, dtype=object)
    for shape in dict.fromkeys(dots.shapes):
        marker, scale = marker_of(shape)
        chosen = np.flatnonzero(shapes == shape)
        inks = colors[chosen].tolist()
        plot.ax.scatter(
            x[chosen],
            y[chosen],
            s=(mark.size * scale) ** 2,
            c=[background] * len(inks) if mark.hollow else inks,
            edgecolors=inks if mark.hollow else background,
            linewidths=1.5 if mark.hollow else 0.6,
            marker=marker,
            clip_on=False,
            zorder=4,
        )
    label_dots(dots, mark.size, plot)


def _bars(mark: Bars, plot: AxesPlot) -> None:
    thick, base = bar_thickness(mark, plot), float(plot.x.shown(mark.baseline))
    for bar in shown_bars(mark, plot):
        if bar.value is not None:
            reached = float(plot.x.shown(bar.value))
            plot.ax.barh(bar.row, reached - base, thick, left=base, color=bar.color, gid=bar.name, zorder=3)
    plot.ax.axvline(base, color=plot.color("muted"), linewidth=1.0, zorder=3.2)


def _area(mark: Area, plot: AxesPlot) -> None:
    x, low, high = shown_band(mark, plot)
    ends = plot.y.shown(low), plot.y.shown(high)
    plot.ax.fill_between(plot.x.shown(x), *ends, color=plot.color(mark.color), alpha=0.18, linewidth=0, zorder=2)


def _rule(mark: Rule, plot: AxesPlot) -> None:
    draw, extent = (plot.ax.axvline, plot.x) if mark.x is not None else (plot.ax.axhline, plot.y)
    for place, text in shown_rules(mark, plot):
        draw(
            float(extent.shown(place)),
            color=plot.color(mark.color),
            linewidth=mark.width,
            linestyle=linestyle(dashes_of(0, mark.dash), mark.width),
            zorder=2.5,
        )
        label_rule(place, text, mark, plot)


def _arrow(mark: Arrow, plot: AxesPlot) -> None:
    for x0, y0, x1, y1 in shown_arrows(mark, plot):
        plot.ax.annotate(
            "",
            (float(plot.x.shown(x1)), float(plot.y.shown(y1))),
            (float(plot.x.shown(x0)), float(plot.y.shown(y0))),
            arrowprops={
                "arrowstyle": "->,head_width=0.3,head_length=0.5",
                "color": plot.color(mark.color),
                "linewidth": mark.width,
                "shrinkA": 0,
                "shrinkB": 0,
            },
            zorder=5,
        )


def _path(mark: Path, plot: AxesPlot) -> None:
    x, y, colors = shown_path(mark, plot)
    for i in range(1, len(x)):
        ends = slice(i - 1, i + 1)
        plot.ax.plot(x[ends], y[ends], color=colors[i], linewidth=1.75, solid_capstyle="round", zorder=3.3)
    if not len(x):
        return
    plot.ax.scatter(x, y, s=mark.size**2, c=colors, linewidths=0, zorder=3.4)
    if mark.upto is not None:
        ring = {"facecolors": "none", "edgecolors": palette(plot.theme)["ink"], "linewidths": 2.0}
        plot.ax.scatter(x[-1:], y[-1:], s=(mark.size + 5.0) ** 2, zorder=3.5, **ring)
    number_steps(mark, x, y, plot)


def _contours(mark: Contours, plot: AxesPlot) -> None:
    for level in shown_levels(mark, plot):
        looks: dict[str, Any] = {"color": level.color, "linewidth": level.width, "alpha": level.opacity}
        plot.ax.plot(level.x, level.y, zorder=2.2, **looks)


def _handle(mark: Handle, plot: AxesPlot) -> None:
    x, y = plot.state[mark.point.name]
    color = plot.color(mark.color)
    looks = {"s": 14.0**2, "c": color, "edgecolors": palette(plot.theme)["background"], "linewidths": 2.0}
    plot.ax.scatter([x], [y], clip_on=False, zorder=4.5, **looks)
    label_handle(mark, plot)


def _handles(mark: Handles, plot: AxesPlot) -> None:
    for dots in dots_of(mark, plot):
        _dots(dots, plot)


def _unseen(mark: AudioPlayer, plot: AxesPlot) -> None:
    """Draw nothing: a sound has an entry in the legend only."""


_PAINTERS: dict[type, Callable[[Any, AxesPlot], None]] = {
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
