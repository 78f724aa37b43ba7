"""Nodes with links between them: a lattice, a tree, a chain of steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Mark, Style
from fewidgets.scene.numbers import format_number

MOST_NODES, MOST_LINKS = 500, 5_000


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
    tint : bool
        Whether larger values have a stronger tint. Otherwise only lit nodes are tinted.
    rows : bool
        Whether nodes with the same y are a row, whose height the renderers choose and which may take two or more lines.
    color : str or int
        Colour of nodes without a style.

    Examples
    --------
    >>> from fewidgets.scene import Graph
    >>> Graph([0, -1, 1, 0], [0, 1, 1, 2], ["∅", "{1}", "{2}", "{1,2}"], links=[(0, 1), (0, 2), (1, 3), (2, 3)]).labels
    ('∅', '{1}', '{2}', '{1,2}')
    """

    x: Any
    y: Any
    keys: Sequence[str]
    labels: Sequence[str] = ()
    links: Any = ()
    style: Any = None
    styles: Sequence[Style] = ()
    link_style: Any = None
    link_styles: Sequence[Style] = ()
    values: Any = None
    value_label: str = "value"
    digits: int = 3
    tint: bool = False
    rows: bool = False
    color: str | int = "primary"
    #: The smallest and the largest value in all frames, and the longest text of one.
    limits: tuple[float, float] | None = field(default=None, init=False)
    longest: str = field(default="", init=False)
    kind: ClassVar[str] = "graph"

    def __post_init__(self) -> None:
        links = np.asarray(self.links if len(self.links) else np.zeros((0, 2)))
        object.__setattr__(self, "links", links.astype(int) if links.dtype.kind in "biuf" else links)
        object.__setattr__(self, "labels", tuple(self.labels) or tuple(self.keys))
        if self.values is None:
            return
        values = np.asarray(self.values.every() if isinstance(self.values, Frames) else self.values)
        known = values[np.isfinite(values)] if values.dtype.kind in "iuf" else np.zeros(0)
        if known.size:
            object.__setattr__(self, "limits", (float(known.min()), float(known.max())))
            texts = {self.written(value) for value in np.unique(known)}
            object.__setattr__(self, "longest", max(sorted(texts), key=len))

    def written(self, value: float) -> str:
        return format_number(value, self.digits) if np.isfinite(value) else ""
