from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.mutual_information_viewer.information import BAND, BinCurve, InformationTrace
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN
from fewidgets.explorables.shared.layout import all_of
from fewidgets.scene import (
    Area,
    Axis,
    Bars,
    Choice,
    CountGrid,
    Counts,
    Dots,
    Frames,
    Line,
    Panel,
    Rule,
    Style,
    Text,
)
from fewidgets.scene.types import Keywords

UNITS = {"bits": 1 / np.log(2), "nats": 1.0}
SLICES = 24  # bars of the histogram of shuffles
HEIGHT = 230


def in_units(nats: Any, unit: Choice) -> Frames:
    """Make frames of a number or an array of nats in each of the units."""
    return Frames(np.stack([np.asarray(nats, dtype=float) * factor for factor in UNITS.values()]), unit)


def axis_of_information(unit: Choice) -> Frames:
    return Frames([f"information Î ({each})" for each in UNITS], unit)


def table_panel(
    trace: InformationTrace, counts: Counts | None, unit: Choice, classes: Names, row_label: str, target: str
) -> Panel:
    if counts is None:
        text = f"{len(trace.row_names)} combinations are too many rows for a table. Use fewer bins, or another feature."
        return Panel("Joint table", [Text(0.5, 0.5, "")], axes=False, main=True, height=HEIGHT, empty=text)
    values = in_units(trace.table.contributions, unit)
    largest = float(np.abs(values.values).max()) or 1.0
    limits = -largest, largest
    grid = CountGrid(counts, trace.row_names, list(classes), values=values, label="adds to Î", limits=limits)
    return Panel(
        "Joint table: drag examples from cell to cell",
        [grid],
        x=Axis(target),
        y=Axis(row_label),
        axes=False,
        main=True,
    )


def chance_panel(trace: InformationTrace, unit: Choice) -> Panel:
    shuffled = trace.shuffled
    top = _round_above(1.08 * max(trace.table.score, float(shuffled[-1]), 2 * trace.table.chance, 1e-6))
    share, edges = np.histogram(shuffled, SLICES, (0.0, top))
    heights = np.repeat(100 * share / len(shuffled), 2)
    high = 1.06 * float(heights.max())
    corners = in_units(np.repeat(edges, 2)[1:-1], unit)

    return Panel(
        f"Could it be chance? Labels shuffled {len(shuffled):,} times",
        [
            Area(corners, np.zeros(2 * SLICES), heights, color="quiet"),
            Line(corners, heights, color="quiet", width=1.5, dash=0),
            Line(
                in_units([trace.table.chance] * 2, unit),
                [0.0, high],
                color="quiet",
                dash=1,
                label="expected by chance",
                label_at="none",
            ),
            Rule(x=in_units(trace.table.score, unit), color="accent", width=2.5, label="this table"),
        ],
        x=Axis(axis_of_information(unit), domain=in_units([0.0, top], unit)),
        y=Axis("% of shuffles", domain=(0.0, high)),
        column=1,
        height=HEIGHT,
    )


def ranking_panel(trace: InformationTrace, unit: Choice, names: Names, shown: Sequence[int], partner: int | None) -> Panel:
    scores = trace.scores
    order = [int(n) for n in scores.ranking.order]
    drawn = order[:MOST_DRAWN]
    drawn += [n for n in shown if n not in drawn]
    several = f" ({len(drawn)} of {len(order):,})" if len(drawn) < len(order) else ""
    title = "Which feature tells most?" if partner is None else f"Each feature together with {names[partner]}"
    bars = Bars(
        [names[n] for n in drawn],
        in_units(scores.values[drawn], unit),
        style=np.array([int(n in shown) for n in drawn]),
        styles=[Style("", "primary"), Style("in the table", "accent", glyph="●")],
        importance=-np.arange(len(drawn), dtype=float),
    )
    chance = Dots(
        in_units(scores.chance[drawn], unit),
        np.arange(len(drawn), dtype=float),
        size=7,
        **all_of(len(drawn), "expected by chance", "ink", "diamond"),
    )
    alone = [] if partner is None else [Rule(x=in_units(trace.alone[-1], unit), dash=1, label="alone")]
    return Panel(f"{title}{several}", [bars, *alone, chance], x=Axis(axis_of_information(unit), zero=True), row=1)


def bins_panel(curve: BinCurve | None, unit: Choice, bins: int, name: str) -> Panel:
    axes: Keywords = {
        "x": Axis("bins", whole=True),
        "y": Axis(axis_of_information(unit), zero=True),
        "row": 1,
        "column": 1,
        "height": HEIGHT,
    }
    title = "What do more bins do?"
    if curve is None:
        return Panel(title, [Line([2.0, 10.0], [0.0, 1.0])], empty=f"{name} has few values, so it needs no bins.", **axes)
    here = curve.bins == bins
    return Panel(
        title,
        [
            Area(
                curve.bins,
                in_units(curve.low, unit),
                in_units(curve.high, unit),
                color="quiet",
                label=f"{round(100 * (BAND[1] - BAND[0]))} % of shuffles",
            ),
            Line(curve.bins, in_units(curve.chance, unit), color="quiet", dash=1, label="expected"),
            Line(curve.bins, in_units(curve.scores, unit), color="primary", dash=0, label="data"),
            Dots(curve.bins[here], in_units(curve.scores[here], unit), color="accent", size=10),
        ],
        **axes,
    )


def _round_above(value: float) -> float:
    """Return the next larger 1, 1.5, 2, 3, 5 or 7 times a power of ten, so that an axis seldom changes."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(next(step * power for step in (1, 1.5, 2, 3, 5, 7, 10) if step * power >= value))
