from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.bag_of_words_viewer.bags import FATES, ShownDocuments
from fewidgets.explorables.framework.aliases import Marks
from fewidgets.scene import (
    Axis,
    Bars,
    Block,
    BlockGrid,
    Control,
    Frames,
    Image,
    Panel,
    Style,
    Toggle,
    Tokens,
    format_number,
)

MOST_NUMBERED = 10  # most documents whose correlations are written as numbers
SHARED = (Style("in one of the two", "primary"), Style("in both", "accent", "◆"))


@dataclass(frozen=True)
class Pairs:
    """The pairs of documents in a scene: all of them, or only the one that is picked."""

    block: Block  # The control that picks a pair
    shown: Sequence[tuple[int, int]]  # The pairs, in the order of the positions of ``block``
    all_sent: bool  # Whether these are all pairs

    def framed(self, values: Sequence[Any], *controls: Control) -> Any:
        """Make frames over the pairs and further controls; ``values`` has an entry for each pair."""
        if self.all_sent:
            return Frames(values, self.block, *controls, hold=True)
        return Frames(values[0], *controls, hold=True) if controls else values[0]


def document_panels(shown: ShownDocuments, pairs: Pairs, normalize: Toggle, reverse: Toggle) -> list[Panel]:
    """Show words and histogram of the two picked documents."""
    terms, runs, histograms = shown.terms, shown.runs(), shown.histograms()
    in_both = [shown.counts(i, j)[:, shown.rows].all(axis=0).astype(int) for i, j in pairs.shown]
    highest = [max(1.0, *(float(each[k].max(initial=0.0)) for each in histograms.values())) for k in (0, 1)]
    domain = Frames([[0.0, 1.06 * each] for each in highest], normalize, hold=True)
    panels = []
    for column, side in enumerate(("row", "column")):
        picked = [pair[column] for pair in pairs.shown]
        bars = Bars(
            terms,
            pairs.framed([histograms[i] for i in picked], normalize, reverse),
            keys=terms,
            style=pairs.framed(in_both),
            styles=SHARED,
            whole=Frames([True, False], normalize),
        )
        title = f"The {side}'s document: histogram"
        if len(terms) < len(shown.bag.vocabulary):
            title += f" ({len(terms)} of {len(shown.bag.vocabulary):,} terms)"
        panels += [
            Panel(
                f"The {side}'s document: words",
                [Tokens(pairs.framed([runs[i] for i in picked], reverse), FATES)],
                column=column,
                height=118,
            ),
            Panel(
                title,
                [bars] if terms else [],
                x=Axis("entry of the vector", zero=True, domain=domain),
                row=1,
                column=column,
                height=96 + 22 * max(len(terms), 4),
            ),
        ]
    return panels


def matrix_panel(correlations: Array, products: Array | None, normalize: Toggle, pairs: Pairs) -> Panel:
    """Draw the inner products of all pairs; for many documents, only their correlations."""
    P = len(correlations)
    extent = (0, P, 0, P)
    if products is not None:
        none = np.full_like(correlations, np.nan)
        highest = max(float(products.max()), 1.0)
        title = "Pick a pair: inner product of the two vectors"
        images: Marks = [
            Image(Frames([none, correlations], normalize, hold=True), extent, "", (0.0, 1.0), "ramp", 2),
            Image(Frames([products, none], normalize, hold=True), extent, "", (0.0, highest), "ramp", 0),
        ]
    else:
        title = "Pick a pair: correlation of the two vectors"
        images = [Image(correlations, extent, "", (0.0, 1.0), "ramp")]
    described = [f"documents {i + 1} and {j + 1}, correlation {format_number(correlations[i, j])}" for i, j in pairs.shown]
    step = 1 if P <= MOST_NUMBERED else 10 if P <= 50 else 50
    ticks = [(k + 0.5, str(k + 1)) for k in range(P) if k == 0 or (k + 1) % step == 0]
    grid = BlockGrid(pairs.block, extent, description=pairs.framed(described), lines=P <= MOST_NUMBERED)
    return Panel(
        title,
        [*images, grid],
        x=Axis("document", ticks=ticks),
        y=Axis("document", ticks=[(P - place, text) for place, text in ticks]),
        column=2,
        row_span=2,
        height=400,
        aspect=1,
    )
