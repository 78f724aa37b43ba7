"""Nodes with links between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.marks.base import Mark, Style, check_style, frames_of
from fewidgets.scene.still.graph_layout import SIZE, Chips, place_chips
from fewidgets.scene.still.legend import Key, LegendEntry
from fewidgets.scene.still.plot import Lettering, Pen, Plot, mixed
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.text.lettering import BODY, SMALL, width_of
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import Names, State

MOST_NODES, MOST_LINKS = 500, 5_000
PAD = 4.0  # points left and right of the text in a node
LIT, FAINT, PLAIN = 2.6, 0.6, 1.2  # points of outlines and links; links that are lit are a little thicker
MORE = 0.6
DASHES = {"": ((), (7.0, 3.0), (2.0, 3.0)), "struck": ((4.0, 3.0), (1.5, 2.5), (7.0, 2.0, 1.5, 2.0))}
TINTED = 0.18  # share of the colour in a lit node


@dataclass(frozen=True)
class Graph(Mark):
    """Nodes with straight links between them: a lattice, a tree, a chain of steps.

    A node is a chip with its label and, if there is room, its value below. A click, a tap or Enter on a node sets a `Pick`
    that has its key. Panels with a graph usually have ``axes=False``.

    Attributes
    ----------
    x, y : array, shape (n,)
        Places of the nodes in data units, 1 to 500 of them. NaN hides a node and its links.
    keys : sequence of str, length n
        Name of each node, for `Pick`, screen readers, tables and tooltips. All differ.
    labels : sequence of str, length n
        Text in each node; "" leaves a node blank. By default, the keys.
    links : int array, shape (L, 2)
        The two nodes that each link joins. At most 5,000.
    style, link_style : int array, shape (n,) and (L,), with ``styles`` and ``link_styles``
        Meaning of each node and of each link. A link with -1 is not drawn.
    styles, link_styles : sequence of Style
        Their ``look`` is "" (plain), "lit" (bold), "struck" (quiet and dashed) or "faint" (thin).
    values : array, shape (n,), optional
        A number for each node, such as its cost. NaN leaves a node without one.
    value_label : str
        What the values are, with their unit if they have one.
    digits : int
        Significant digits of the values.

    Examples
    --------
    >>> from fewidgets.scene import Graph
    >>> Graph([0, -1, 1, 0], [0, 1, 1, 2], ["∅", "{1}", "{2}", "{1,2}"], links=[(0, 1), (0, 2), (1, 3), (2, 3)]).labels
    ('∅', '{1}', '{2}', '{1,2}')
    """

    x: Any
    y: Any
    keys: Names
    labels: Names = ()
    links: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    link_style: Any = None
    link_styles: Sequence[Style] = ()
    values: Any = None
    value_label: str = "value"
    digits: int = 3
    #: The longest text of a value, in all frames.
    longest: str = field(default="", init=False)
    kind = "graph"
    later = True
    each = ("keys", "x", "y", "labels")
    maybe = ("values", "style")

    def __post_init__(self) -> None:
        links = np.asarray(self.links if len(self.links) else np.zeros((0, 2)))
        object.__setattr__(self, "links", links.astype(int) if links.dtype.kind in "biuf" else links)
        object.__setattr__(self, "labels", tuple(self.labels) or tuple(self.keys))
        if self.values is None:
            return
        values = np.asarray(self.values.values if isinstance(self.values, Frames) else self.values)
        texts = {self.written(value) for value in np.unique(values)} if values.dtype.kind in "iuf" else ()
        object.__setattr__(self, "longest", max(sorted(texts), key=len, default=""))

    def written(self, value: float) -> str:
        return format_number(value, self.digits) if np.isfinite(value) else ""

    def check(self, place: str) -> None:
        count = self.count or 0
        if not 1 <= count <= MOST_NODES:
            raise ValueError(f"{place} must have 1 to {MOST_NODES} nodes; got {count}.")
        if not all(isinstance(text, str) for text in (*self.keys, *self.labels)) or len(set(self.keys)) < count:
            raise ValueError(must_be(f"keys of {place}", f"{count} texts that differ", list(self.keys)))
        links = self.links
        if links.ndim != 2 or links.shape[1] != 2 or len(links) > MOST_LINKS or links.dtype.kind != "i":
            raise ValueError(f"links of {place} must be at most {MOST_LINKS:,} pairs of nodes; got shape {links.shape}.")
        if links.size and not (links.min() >= 0 and links.max() < count and (links[:, 0] != links[:, 1]).all()):
            raise ValueError(must_be(f"links of {place}", f"pairs of two different numbers below {count}", links.tolist()))
        for style in self.link_styles:
            check_style(style, f"link_styles of {place}", place)
        most = len(self.link_styles)
        for frame in frames_of(self.link_style) if self.link_style is not None else ():
            numbers = np.asarray(frame)
            integers = numbers.shape == (len(links),) and numbers.dtype.kind in "iu"
            if not integers or not ((numbers >= -1) & (numbers < most)).all():
                raise ValueError(
                    f"link_style of {place} must contain {len(links)} integers from -1 to {most - 1}, one for each link; "
                    f"got shape {numbers.shape}."
                )

    def still(self, plot: Plot) -> None:
        chips = _chips(self, plot)
        _draw_links(self, chips, plot)
        for i in np.flatnonzero(np.isfinite(chips.x)):
            _draw_node(self, chips, int(i), plot)

    def legend(self, state: State) -> list[LegendEntry]:
        entries = []
        for kind, styles, meant in (("node", self.styles, self.style), ("line", self.link_styles, self.link_style)):
            used = set(range(len(styles))) if meant is None else {int(k) for k in np.ravel(resolve(meant, state))}
            for k, style in enumerate(styles):
                if k in used and style.label:
                    width, dashes = outline_of(styles, k, link=kind == "line")
                    key = Key(kind, thickness=width, dashes=dashes, look=style.look)
                    entries.append(LegendEntry(f"{style.glyph} {style.label}".strip(), style.color, key))
        return entries


def outline_of(styles: Sequence[Style], k: int, *, link: bool = False) -> tuple[float, tuple[float, ...]]:
    """Return the width and the dashes of the outline of the k-th style; equal looks have different dashes."""
    look = styles[k].look
    kinds = DASHES["struck" if look == "struck" else ""]
    place = sum(style.look == look for style in styles[:k])
    width = {"lit": LIT + MORE * link, "faint": FAINT}.get(look, PLAIN)
    return width, kinds[place % len(kinds)]


def _chips(mark: Graph, plot: Plot) -> Chips:
    sign = max((width_of(style.glyph, BODY) for style in mark.styles if style.glyph), default=0.0)
    wide = np.array([width_of(label, BODY, bold=True) + sign + 2 * PAD if label else SIZE for label in mark.labels])
    wider = None if not mark.longest else np.full(len(wide), width_of(mark.longest, SMALL) + 2 * PAD)
    lefts, middles = plot.points(*(plot.numbers(part) for part in (mark.x, mark.y)))
    return place_chips(lefts, plot.height - middles, (0.0, plot.width, 0.0, plot.height), wide, wider)


def _draw_links(mark: Graph, chips: Chips, plot: Plot) -> None:
    styles = mark.link_styles or [Style("", "quiet")]
    meant = plot.at(mark.link_style)
    kinds = np.zeros(len(mark.links), dtype=int) if meant is None else np.asarray(meant, dtype=int)
    places = np.stack([chips.x, plot.height - chips.y], axis=1)
    for k, style in enumerate(styles):
        width, dashes = outline_of(styles, k, link=True)
        for one, other in mark.links[kinds == k]:
            start, end = ((float(left), float(up)) for left, up in places[[one, other]])
            if np.isfinite([*start, *end]).all():
                plot.draw_segment(start, end, Pen(plot.color(style.color), width, dashes))


def _draw_node(mark: Graph, chips: Chips, i: int, plot: Plot) -> None:
    key, styles, background = mark.keys[i], mark.styles or [Style("")], plot.color("background")
    k = 0 if mark.style is None else int(plot.at(mark.style)[i])
    style, (thickness, dashes) = styles[k], outline_of(styles, k)
    value = np.nan if mark.values is None else float(plot.numbers(mark.values)[i])
    left, up, width, height = float(chips.x[i]), plot.height - float(chips.y[i]), float(chips.widths[i]), chips.height
    edge = plot.color(style.color)
    fill = mixed(edge, background, TINTED) if style.look == "lit" else background
    thickness += LIT if plot.emphasised(key) else 0.0
    radius = 6.0 if chips.labels else height / 2
    box = (left - width / 2, up - height / 2, width, height)
    plot.draw_chip(box, radius, fill, Pen(edge, thickness, dashes))
    ink = plot.color("muted" if style.look in ("struck", "faint") else "ink")
    said = f"{style.glyph}{mark.labels[i]}" if chips.labels else style.glyph
    written = mark.written(value) if chips.values else ""
    middle = up + (0.55 * BODY if written else 0.0)
    looks = Lettering(ink, "middle", BODY if chips.labels or height >= SIZE else SMALL, style.look == "lit")
    plot.draw_text(left, middle, said, looks)
    if style.look == "struck" and said:
        half = width_of(said, BODY) / 2
        plot.draw_segment((left - half, middle), (left + half, middle), Pen(ink, 0.9), above=True)
    if written:
        plot.draw_text(left, up - 0.75 * BODY, written, Lettering(ink, "middle"))
