from __future__ import annotations

import numpy as np

from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Ends, Names
from fewidgets.explorables.rescaling_viewer.rescaled import SCALINGS, Moved
from fewidgets.explorables.rescaling_viewer.words import NEW, written
from fewidgets.explorables.shared.layout import all_of, first_and_spread
from fewidgets.scene import (
    Axis,
    Bars,
    Choice,
    Dots,
    Frames,
    Handles,
    Panel,
    Points,
    Rule,
    Style,
    Table,
)

MOST_FEATURES, MOST_DOTS = 20, 60  # features and examples on the common axis
ROW, AROUND = 28, 70  # pixels of a feature or an example, and of the axis and the legend
UNITS = [
    "value, each feature in its own unit",
    "share of the feature's range",
    "standard deviations from the mean",
    "standard deviations from the mean",
]
REACH_SHOWN, REACH = 1.6, 9.0  # ranges above the largest value that the axis shows, and that a value can be moved


def points_of(values: Array, names: Names, feature: str) -> Points:
    """Return the input with which values of one feature are moved, the new example last."""
    low, high, span = _span(values)
    rows = np.arange(0.0, -len(values), -1.0)
    return Points(
        "values",
        x=(0.0 if low >= 0 else low - REACH * span, high + REACH * span),
        y=(float(rows[-1]) - 0.5, 0.5),
        start=np.stack([values, rows], axis=1),
        moves="x",
        names=[*names, NEW],
        axes=(feature, "row"),
        label="Values",
    )


def common_axis(moved: Moved, rows: Indices, names: Names, scaling: Choice) -> Panel:
    examples, now = moved.examples, moved.now
    drawn = _drawn_features(len(names), moved.feature)
    every = first_and_spread(rows, len(examples.X), MOST_DOTS)
    more = np.setdiff1d(every, rows)
    heights = np.arange(0.0, -len(drawn), -1.0)

    def over(values: Array) -> Frames:
        return Frames(values[:, :, drawn].reshape(len(SCALINGS), -1), scaling)

    others = Dots(over(now.tables[:, more]), np.tile(heights, len(more)), color="quiet", size=5.0)
    training = Dots(
        over(now.tables[:, rows]),
        np.tile(heights, len(rows)),
        keys=[examples.names[p] for p in rows for _ in drawn],
        size=9.0,
        **all_of(len(rows) * len(drawn), "training data", "primary"),
    )
    new = Dots(over(now.news[:, None]), heights, size=11.0, **all_of(len(drawn), "new example", "accent", "diamond"))
    ends = Rule(x=Frames([[np.nan] * 2, [0.0, 1.0], [0.0, np.nan], [0.0, np.nan]], scaling), dash=1)
    shown = np.concatenate([now.tables[:, every][:, :, drawn], now.news[:, None][:, :, drawn]], axis=1)
    some = f" ({len(drawn)} of {len(names)} features)" if len(drawn) < len(names) else ""
    return Panel(
        f"All features on one axis{some}",
        [ends, *([others] if len(more) else []), training, new],
        x=Axis(Frames(UNITS, scaling), domain=Frames([_ends(values) for values in shown], scaling)),
        y=Axis(domain=(heights[-1] - 0.6, 0.6), ticks=[(y, names[n]) for y, n in zip(heights.tolist(), drawn, strict=True)]),
        height=max(210, AROUND + ROW * len(drawn)),
        main=True,
    )


def drag_panel(moved: Moved, rows: Indices, name: str, points: Points, scaling: Choice) -> Panel:
    """Show the values of one feature in its own unit, each of which can be moved."""
    column = moved.examples.X[:, moved.feature]
    low, high, span = _span(points.start[:, 0])
    nothing = [np.nan] * 3
    ends = [column.min(), column.max(), np.nan]
    spreads = [[column.mean() + k * column.std(ddof=ddof) for k in (-1, 0, 1)] for ddof in (0, 1)]
    style = np.append(np.zeros(len(rows), dtype=int), 1)
    styles = [Style("", "primary"), Style("", "accent", shape="diamond")]
    labels = points.names
    some = f" ({len(rows)} of {len(column):,} examples)" if len(rows) < len(column) else ""
    return Panel(
        f"{name}: drag a value{some}",
        [
            Rule(x=Frames([nothing, ends, *spreads], scaling), dash=1),
            Handles(points, style=style, styles=styles),
        ],
        x=Axis(name, domain=(max(low - 0.3 * span, points.x[0] - 0.1 * span), high + REACH_SHOWN * span)),
        y=Axis(
            domain=(points.y[0] - 0.1, points.y[1] + 0.1),
            ticks=[(float(y), label) for y, label in zip(points.start[:, 1], labels, strict=True)],
        ),
        column=1,
        height=max(210, AROUND + ROW * len(labels)),
    )


def distance_panel(moved: Moved, rows: Indices, scaling: Choice) -> Panel:
    drawn = np.union1d(rows, moved.now.nearest)
    names = [moved.examples.names[p] for p in drawn]
    nearest = (moved.now.nearest[:, None] == drawn).astype(int)
    distances = moved.now.distances[:, drawn]
    return Panel(
        "Distance from the new example",
        [
            Bars(
                names,
                Frames(distances, scaling),
                keys=names,
                style=Frames(nearest, scaling),
                styles=[Style("", "primary"), Style("nearest", "positive", glyph="◂")],
                importance=-distances.min(axis=0),
            )
        ],
        x=Axis(
            "Euclidean distance over all features",
            domain=Frames([(0.0, 1.15 * float(each.max()) or 1.0) for each in distances], scaling),
        ),
        row=1,
    )


def number_panel(moved: Moved, rows: Indices, name: str, scaling: Choice) -> Panel:
    n, digits = moved.feature, 6 if moved.examples.X.shape[1] == 1 else 3
    tables = []
    for s in range(len(SCALINGS)):
        values = [*moved.now.tables[s, rows, n], moved.now.news[s, n]]
        raws = [*moved.examples.X[rows, n], moved.examples.new[n]]
        labels = [*(moved.examples.names[p] for p in rows), NEW]
        scaled = ["–" if s == 0 else f"{value:.{digits}f}".replace("-", "−") for value in values]
        tables.append([[label, written(moved, raw), text] for label, raw, text in zip(labels, raws, scaled, strict=True)])
    return Panel(
        f"{name} in numbers",
        [Table(["example", name, "scaled"], Frames(tables, scaling))],
        row=1,
        column=1,
        height=60 + 25 * (len(rows) + 1),
    )


def _drawn_features(N: int, feature: int) -> Indices:
    """Choose the features on the common axis: all, or the first ones and the chosen one."""
    first = np.arange(min(N, MOST_FEATURES))
    if feature not in first:
        first[-1] = feature
    return first


def _span(values: Array) -> tuple[float, float, float]:
    """Return the lowest and the highest value and their distance, or a distance of their size."""
    low, high = float(values.min()), float(values.max())
    return low, high, (high - low) or abs(high) or 1.0


def _ends(values: Array) -> Ends:
    low, high, span = _span(values)
    return low - 0.06 * span, high + 0.06 * span
