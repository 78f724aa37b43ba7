from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    TextArea,
    Toggle,
    Tokens,
    format_number,
)

MOST_NUMBERED = 10  # most documents whose correlations are written as numbers
SHARED = (Style("", "quiet"), Style("in both", "accent", "◆"))


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
    """Show the histograms of the two picked documents, each under its document."""
    terms, headings, histograms = shown.terms, shown.headings(), shown.histograms()
    in_both = [shown.counts(i, j)[:, shown.rows].all(axis=0).astype(int) for i, j in pairs.shown]
    highest = [max(1.0, *(float(each[k].max(initial=0.0)) for each in histograms.values())) for k in (0, 1)]
    domain = Frames([[0.0, 1.06 * each] for each in highest], normalize, hold=True)
    some = "" if len(terms) == len(shown.bag.vocabulary) else f" ({len(terms)} of {len(shown.bag.vocabulary):,} terms)"
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
        panels.append(
            Panel(
                f"The {side}'s document",
                [bars] if terms else [],
                x=Axis(Frames([f"count{some}", f"scaled count{some}"], normalize), zero=True, domain=domain),
                column=1 + column,
                height=96 + 22 * max(len(terms), 4),
                says=pairs.framed([headings[i] for i in picked], reverse),
            )
        )
    return panels


def text_panel(shown: ShownDocuments, field: TextArea) -> Panel:
    """Show what happens to the words of all documents, where they are typed."""
    lines = min(max(len(field.initial), 4), 8)
    runs = shown.runs()
    used = {style for _, style, _ in runs}
    fates = [fate if k in used else replace(fate, label="") for k, fate in enumerate(FATES)]  # the legend lists these
    return Panel(field.label, [Tokens(runs, fates, field)], row=1, column_span=3, height=64 + 23 * lines)


def matrix_panel(correlations: Array, products: Array | None, normalize: Toggle, pairs: Pairs) -> Panel:
    """Draw the inner products of all pairs; for many documents, only their correlations."""
    P = len(correlations)
    extent = (0, P, 0, P)
    if products is not None:
        none = np.full_like(correlations, np.nan)
        highest = max(float(products.max()), 1.0)
        says: Any = Frames(["Pick a pair: inner product", "Pick a pair: correlation"], normalize)
        images: Marks = [
            Image(Frames([none, correlations], normalize, hold=True), extent, "", (0.0, 1.0), "ramp", 2),
            Image(Frames([products, none], normalize, hold=True), extent, "", (0.0, highest), "ramp", 0),
        ]
    else:
        says = "Pick a pair: correlation"
        images = [Image(correlations, extent, "", (0.0, 1.0), "ramp")]
    described = [f"documents {i + 1} and {j + 1}, correlation {format_number(correlations[i, j])}" for i, j in pairs.shown]
    step = 1 if P <= MOST_NUMBERED else 10 if P <= 50 else 50
    ticks = [(k + 0.5, str(k + 1)) for k in range(P) if k == 0 or (k + 1) % step == 0]
    grid = BlockGrid(pairs.block, extent, description=pairs.framed(described), lines=P <= MOST_NUMBERED)
    return Panel(
        "Pick a pair",
        [*images, grid],
        x=Axis("document", ticks=ticks),
        y=Axis("document", ticks=[(P - place, text) for place, text in ticks]),
        height=340,
        aspect=1,
        says=says,
    )
