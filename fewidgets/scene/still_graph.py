"""Graphs in still pictures, for both renderers: links, and chips with labels and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.scene.graph import Graph
from fewidgets.scene.graph_layout import SIZE, Chips, place_chips
from fewidgets.scene.lettering import BODY, SMALL, width_of
from fewidgets.scene.marks import Style
from fewidgets.scene.palette import palette
from fewidgets.scene.still_plot import Lettering, Plot, mixed

PAD = 4.0  # points left and right of the text in a node
LIT, FAINT, PLAIN = 2.6, 0.6, 1.2  # points of outlines and links; links that are lit are a little thicker
MORE = 0.6
DASHES = {"": ((), (7.0, 3.0), (2.0, 3.0)), "struck": ((4.0, 3.0), (1.5, 2.5), (7.0, 2.0, 1.5, 2.0))}
TINTED = 0.18  # share of the colour in a lit node
WEAKEST, STRONGEST = 0.04, 0.4  # shares of the colour for the smallest and the largest value


@dataclass(frozen=True)
class Outline:
    width: float
    dashes: Sequence[float]


def outline_of(styles: Sequence[Style], k: int) -> Outline:
    """Return the look of a line with the k-th style of a mark; styles with the same look have different dashes."""
    look = styles[k].look
    kinds = DASHES["struck" if look == "struck" else ""]
    place = sum(style.look == look for style in styles[:k])
    return Outline({"lit": LIT, "faint": FAINT}.get(look, PLAIN), kinds[place % len(kinds)])


def paint_graph(mark: Graph, plot: Plot) -> None:
    chips = _chips(mark, plot)
    _draw_links(mark, chips, plot)
    for i in np.flatnonzero(np.isfinite(chips.x)):
        _draw_node(mark, chips, int(i), plot)


def _styles(mark: Graph) -> Sequence[Style]:
    return mark.styles or [Style("", mark.color)]


def _chips(mark: Graph, plot: Plot) -> Chips:
    sign = max((width_of(style.glyph, BODY) for style in _styles(mark) if style.glyph), default=0.0)
    wide = np.array([width_of(label, BODY, bold=True) + sign + 2 * PAD if label else SIZE for label in mark.labels])
    wider = None if not mark.longest else np.full(len(wide), width_of(mark.longest, SMALL) + 2 * PAD)
    lefts, middles = plot.points(*(plot.numbers(part) for part in (mark.x, mark.y)))
    return place_chips(lefts, plot.height - middles, (0.0, plot.width, 0.0, plot.height), wide, wider, rows=mark.rows)


def _draw_links(mark: Graph, chips: Chips, plot: Plot) -> None:
    styles = mark.link_styles or [Style("", "quiet")]
    kinds = (
        np.zeros(len(mark.links), dtype=int) if mark.link_style is None else np.asarray(plot.at(mark.link_style), dtype=int)
    )
    places = np.stack([chips.x, plot.height - chips.y], axis=1)
    for k, style in enumerate(styles):
        line = outline_of(styles, k)
        width = line.width + (MORE if style.look == "lit" else 0.0)
        for one, other in mark.links[kinds == k]:
            start, end = ((float(left), float(up)) for left, up in places[[one, other]])
            if np.isfinite([*start, *end]).all():
                plot.draw_segment(start, end, plot.color(style.color), width, dashes=line.dashes)


def _draw_node(mark: Graph, chips: Chips, i: int, plot: Plot) -> None:
    key, styles, colors = mark.keys[i], _styles(mark), palette(plot.theme)
    k = 0 if mark.style is None else int(plot.at(mark.style)[i])
    style, line = styles[k], outline_of(styles, k)
    value = np.nan if mark.values is None else float(plot.numbers(mark.values)[i])
    left, up, width, height = float(chips.x[i]), plot.height - float(chips.y[i]), float(chips.widths[i]), chips.height
    edge = plot.color(style.color)
    fill = colors["background"]
    if mark.tint and mark.limits and np.isfinite(value):
        low, high = mark.limits
        fill = mixed(colors["primary"], fill, WEAKEST + (STRONGEST - WEAKEST) * ((value - low) / (high - low or 1.0)))
    elif style.look == "lit":
        fill = mixed(edge, fill, TINTED)
    thickness = line.width + (LIT if plot.emphasised(key) else 0.0)
    radius = 6.0 if chips.labels else height / 2
    box = (left - width / 2, up - height / 2, width, height)
    plot.draw_chip(box, radius, fill, edge, thickness, line.dashes)
    quiet = style.look in ("struck", "faint") and not mark.tint
    ink = plot.color("muted" if quiet else "ink")
    said = f"{style.glyph}{mark.labels[i]}" if chips.labels else style.glyph
    written = mark.written(value) if chips.values else ""
    middle = up + (0.55 * BODY if written else 0.0)
    looks = Lettering(ink, "middle", BODY if chips.labels or height >= SIZE else SMALL, style.look == "lit", halo=False)
    plot.draw_text(left, middle, said, looks)
    if style.look == "struck" and said:
        half = width_of(said, BODY) / 2
        plot.draw_segment((left - half, middle), (left + half, middle), ink, 0.9, above=True)
    if written:
        plot.draw_text(left, up - 0.75 * BODY, written, Lettering(ink, "middle", SMALL, bold=False, halo=False))
