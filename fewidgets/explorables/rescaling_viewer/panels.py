from __future__ import annotations

import numpy as np

from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Ends, Names
from fewidgets.explorables.rescaling_viewer.rescaled import SCALINGS, Moved
from fewidgets.explorables.rescaling_viewer.words import NEW, other_values, written
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
from fewidgets.scene.types import Keywords

MOST_MOVED = 12  # examples whose values can be moved
MOST_FEATURES, MOST_DOTS = 20, 60  # features and examples on the common axis
ROW, AROUND = 28, 70  # pixels of a feature or an example, and of the axis and the legend
LARGE, SMALL = 9.0, 6.0  # pixels of a dot on the common axis, for examples that can all be moved, and for more
ACROSS, STACK, HIGHEST = (
    500,
    0.2,
    0.4,
)  # pixels of the common axis; of a row, a dot's distance above the other, and the most of all
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
    every = np.union1d(first_and_spread(rows, len(examples.X), MOST_DOTS), now.nearest)
    size = LARGE if len(every) <= MOST_MOVED else SMALL
    shown = np.concatenate([now.news[:, None, drawn], now.tables[:, every][:, :, drawn]], axis=1)
    ends = [_ends(values) for values in shown]
    heights = np.arange(0.0, -len(drawn), -1.0)
    raised = heights + [_raised(values, size * (high - low) / ACROSS) for values, (low, high) in zip(shown, ends, strict=True)]

    def dots(which: slice) -> Keywords:
        x, y = (Frames(each[:, which].reshape(len(SCALINGS), -1), scaling) for each in (shown, raised))
        return {"x": x, "y": y}

    nearest = (now.nearest[:, None] == every).astype(int).repeat(len(drawn), axis=1)
    training = Dots(
        **dots(slice(1, None)),
        keys=[examples.names[p] for p in every for _ in drawn],
        size=size,
        style=Frames(nearest, scaling),
        styles=[Style("training data", "quiet"), Style("nearest", "primary")],
    )
    new = Dots(**dots(slice(1)), size=11.0, **all_of(len(drawn), "new example", "accent", "diamond"))
    lines = Rule(x=Frames([[np.nan] * 2, [0.0, 1.0], [0.0, np.nan], [0.0, np.nan]], scaling), dash=1)
    some = f" ({len(drawn)} of {len(names)} features)" if len(drawn) < len(names) else ""
    others = [other_values(moved, s) for s in range(len(SCALINGS))]
    return Panel(
        f"All features on one axis{some}",
        [lines, training, new],
        x=Axis(Frames(UNITS, scaling), domain=Frames(ends, scaling)),
        y=Axis(domain=(heights[-1] - 0.6, 0.6), ticks=[(y, names[n]) for y, n in zip(heights.tolist(), drawn, strict=True)]),
        column_span=2,
        height=max(210, AROUND + ROW * len(drawn)),
        main=True,
        says=Frames([each and f"The other values of {names[moved.feature]}: {each}" for each in others], scaling),
    )


def _raised(values: Array, width: float) -> Array:
    """Compute how far each dot is above or below its row, so that none hides another; the first ones stay on the row."""
    levels = np.zeros(values.shape)
    for n, column in enumerate(values.T.tolist()):
        taken: list[int] = []
        for i, value in enumerate(column):
            near = {level for other, level in zip(column[:i], taken, strict=True) if abs(other - value) < width}
            taken.append(next(level for k in range(i + 1) if (level := (k + 1) // 2 * (-1) ** k) not in near))
        levels[:, n] = taken
    return levels * np.minimum(STACK, HIGHEST / np.maximum(1, np.abs(levels).max(axis=0)))


def drag_panel(moved: Moved, rows: Indices, name: str, points: Points, scaling: Choice) -> Panel:
    """Show the values of one feature in its own unit, each of which can be moved."""
    column = moved.examples.X[:, moved.feature]
    low, high, span = _span(points.start[:, 0])
    sides = max(low - 0.3 * span, points.x[0] - 0.1 * span), high + REACH_SHOWN * span
    ends = [column.min(), column.max(), np.nan]
    spreads = [[column.mean() + k * column.std(ddof=ddof) for k in (-1, 0, 1)] for ddof in (0, 1)]
    lines = np.array([[np.nan] * 3, ends, *spreads])
    lines[(lines < sides[0]) | (lines > sides[1])] = np.nan
    means = [["", "", ""], ["min", "max", ""], *[["", "mean", ""]] * 2]
    style = [[*(int(p == nearest) for p in rows), 2] for nearest in moved.now.nearest]
    styles = [Style("", "quiet"), Style("", "primary"), Style("", "accent", shape="diamond")]
    labels = points.names
    some = f" ({len(rows)} of {len(column):,} examples)" if len(rows) < len(column) else ""
    return Panel(
        f"Drag a value{some}",
        [
            Rule(x=Frames(lines, scaling), dash=1, label=Frames(means, scaling)),
            Handles(points, style=Frames(style, scaling), styles=styles),
        ],
        x=Axis(name, domain=sides),
        y=Axis(
            domain=(points.y[0] - 0.1, points.y[1] + 0.8),  # the names of the lines are above the values
            ticks=[(float(y), label) for y, label in zip(points.start[:, 1], labels, strict=True)],
        ),
        column=2,
        height=max(210, AROUND + ROW * len(labels)),
    )


def distance_panel(moved: Moved, rows: Indices, scaling: Choice) -> Panel:
    drawn = np.union1d(rows, moved.now.nearest)
    names = [moved.examples.names[p] for p in drawn]
    nearest = (moved.now.nearest[:, None] == drawn).astype(int)
    distances = moved.now.distances[:, drawn]
    return Panel(
        "Nearest to the new example",
        [
            Bars(
                names,
                Frames(distances, scaling),
                keys=names,
                style=Frames(nearest, scaling),
                styles=[Style("", "quiet"), Style("", "primary", glyph="◂")],
                importance=-distances.min(axis=0),
            )
        ],
        x=Axis(
            "Euclidean distance over all features",
            domain=Frames([(0.0, 1.15 * float(each.max()) or 1.0) for each in distances], scaling),
        ),
        row=1,
        column_span=2,
        says=Frames([f"Nearest to the new example: {moved.examples.names[p]}" for p in moved.now.nearest], scaling),
    )


def number_panel(moved: Moved, rows: Indices, name: str, scaling: Choice) -> Panel:
    n, digits = moved.feature, 6 if moved.examples.X.shape[1] == 1 else 3
    tables = []
    for s in range(len(SCALINGS)):
        values = [*moved.now.tables[s, rows, n], moved.now.news[s, n]]
        raws = [*moved.examples.X[rows, n], moved.examples.new[n]]
        labels = [*(moved.examples.names[p] for p in rows), NEW]
        scaled = ["" if s == 0 else f"{value:.{digits}f}".replace("-", "−") for value in values]
        tables.append([[label, written(moved, raw), text] for label, raw, text in zip(labels, raws, scaled, strict=True)])
    return Panel(
        f"{name} in numbers",
        [Table(["example", name, "scaled"], Frames(tables, scaling))],
        row=1,
        column=2,
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
