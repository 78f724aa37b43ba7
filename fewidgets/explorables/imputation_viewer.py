"""Values removed and replaced by means, and the effect on variance and normalization (section 9.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import Imputation, StandardNormalizer, mean_impute
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.algorithms._numerics.types import Array, Flags, Indices
from fewidgets.explorables.framework.aliases import Controls, Ends, Marks, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import take_in_with_gaps
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.layout import first_and_spread, xy
from fewidgets.scene import (
    Area,
    Axis,
    Bars,
    Button,
    Cells,
    Choice,
    Dots,
    Frames,
    Line,
    Number,
    Panel,
    Rule,
    Scene,
    Style,
    Table,
    format_number,
)
from fewidgets.scene.text.numbers import among
from fewidgets.scene.types import Keywords, NameTuple, Rows

STAGES = ("gaps", "imputed", "normalized")
MOST_NARROW = 5  # features of a table that has room in half of the width
MOST_ROWS, MOST_COLUMNS = 10, 100  # size of the table
MOST_DOTS, BINS = 300, 24
MOST_REMOVED = 0.9  # as a share
EDGE = 0.12  # share of the plot's range by which points with a missing value stand outside
PLAIN, MISSING, BY_HAND, AT_RANDOM, FILLED = range(5)


class TableWithGaps(NamedTuple):
    """A table, NaN where a value is missing, the examples and features that are shown, and the one with the most gaps
    (``up``).
    """

    X: Array
    feature_names: NameTuple
    rows: Indices
    columns: Indices
    up: int


class ImputationSteps(NamedTuple):
    """A table with gaps, after imputation, and after standard normalization (0 in features that imputation made constant)."""

    X: Array
    imputation: Imputation
    normalized: Array
    removed_at_random: Flags


class ImputationViewer(Explorable):
    """Remove values, replace them by their feature's mean, and normalize (section 9.4; Figure 9.17).

    No example is dropped, as `fewidgets.algorithms.mean_impute` does with many missing values. A larger share removes the same
    values as a smaller one, and more. At most 300 examples are plotted; those with gaps are preferred.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows, with at least two features. Missing values are NaN, NA or masked entries.
    across, up : str, optional
        The features on the horizontal and on the vertical axis. The default for ``up`` has the most gaps.
    removed_share : float
        Share of the known values that are removed at random, 0 to 0.9.
    draw : int
        Seed that decides which values are removed. The button raises it by one.
    removed : array-like of bool, shape (R, C), optional
        Values of the displayed table that are removed by hand.
    stage : {"gaps", "imputed", "normalized"}
        What is shown: the table with gaps, after imputation, or after imputation and normalization.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : ImputationSteps
        The table at all three stages.
    rows, columns : NDArray, shape (R,) and (C,), int
        Examples and features in the displayed table: up to 10 and 100, those with gaps first.
    selected : tuple of str
        The features with missing values.

    Examples
    --------
    >>> w = ImputationViewer([[1.0, 2.0], [2.0, 5.0], [3.0, 3.0], [4.0, np.nan]], stage="normalized")
    >>> w.caption
    '1 of 8 values was missing, and is exactly 0 now. Imputation has left x2 with 75 % of its variance.'
    """

    lesson = "9.4_imputation.ipynb"
    section = "9.4"
    description = "Remove values, fill the gaps with means, and see how the variance shrinks. Figure 9.17."

    stage, removed_share, draw, across, up, removed = State(), State(), State(), State(), State(), State()

    def __init__(
        self,
        X: ArrayLike,
        *,
        feature_names: Sequence[str] | None = None,
        across: str | None = None,
        up: str | None = None,
        removed_share: float | None = None,
        draw: int | None = None,
        removed: ArrayLike | None = None,
        stage: str | None = None,
        **common: Unpack[Common],
    ) -> None:
        array, names = take_in_with_gaps(X, feature_names)
        if min(array.shape) < 2:
            raise ValueError(f"X must have at least two examples and two features; got shape {array.shape}")
        gaps = np.isnan(array)
        rows, columns = (
            first_and_spread(np.flatnonzero(gaps.any(axis=1 - axis)), array.shape[axis], most)
            for axis, most in enumerate((MOST_ROWS, MOST_COLUMNS))
        )
        most_gaps = int(gaps.sum(axis=0).argmax()) if gaps.any() else 1
        self.take_arguments(data=TableWithGaps(array, names, rows, columns, most_gaps))

    @classmethod
    def example(cls) -> ImputationViewer:
        from fewidgets.data import load_auto_mpg

        cars = load_auto_mpg()
        some = slice(None, None, 4)
        return cls(
            cars.X[some, 1:5],
            feature_names=cars.feature_names[1:5],
            across="weight",
            up="horsepower",
            removed_share=0.2,
            stage="imputed",
        )

    @property
    def rows(self) -> Indices:
        return self.data.rows

    @property
    def columns(self) -> Indices:
        return self.data.columns

    @property
    def selected(self) -> NameTuple:
        return tuple(name for name, count in zip(self.data.feature_names, self.trace.imputation.counts, strict=True) if count)

    def inputs_of(self, data: TableWithGaps, values: Values) -> Controls:
        names = tuple(self.labels.values())
        shape = len(data.rows), len(data.columns)
        row, column = np.indices(shape)
        examples = {"all there": row < 0, "every second value removed": (row + column) % 2 == 1, "one row removed": row == 0}
        return [
            Number("removed_share", 0.0, MOST_REMOVED, digits=2, label="Share removed"),
            Button("draw", label="Other values"),
            Choice("across", names, start=names[1 if data.up == 0 else 0], compute=True, rare=True, label="x axis"),
            Choice("up", names, start=names[data.up], compute=True, rare=True, label="y axis"),
            Cells("removed", *shape, on="removed", off="present", label="Values", examples=examples),
        ]

    def trace_of(self, data: TableWithGaps, values: Values) -> ImputationSteps:
        at_random = np.random.default_rng(as_count(values["draw"], "draw", 0)).random(data.X.shape) < values["removed_share"]
        X = np.where(at_random, np.nan, data.X)
        shown = np.ix_(data.rows, data.columns)
        X[shown] = np.where(values["removed"], np.nan, X[shown])
        gone = np.isnan(X).all(axis=0)
        if gone.any():
            name = tuple(self.labels.values())[int(gone.argmax())]
            raise ValueError(
                f"Leave at least one value of {name}. Without any, there is no mean to replace the missing values."
            )
        imputation = mean_impute(X, max_missing=1.0)
        return ImputationSteps(X, imputation, StandardNormalizer(constant="keep").fit_transform(imputation.X), at_random)

    def scene_of(self, trace: ImputationSteps, names: Names, inputs: Inputs) -> Scene:
        stage = Choice("stage", STAGES, label="Show")
        pair = [names.index(inputs.values["across"]), names.index(inputs.values["up"])]
        return Scene(
            title="Mean imputation",
            controls=[stage, *inputs.controls.values()],
            panels=[
                _table(trace, self.data, names, inputs, stage),
                _scatter(trace, names, pair, stage),
                _variances(trace, names, stage),
                _histogram(trace, names, pair[1], stage),
            ],
            caption=Frames([_describe(trace, names, place) for place in range(len(STAGES))], stage),
            column_weights=(1.25 if len(self.data.columns) > MOST_NARROW else 1, 1),
            paired=True,
        )


def _table(trace: ImputationSteps, data: TableWithGaps, names: Names, inputs: Inputs, stage: Choice) -> Panel:
    here = np.ix_(data.rows, data.columns)
    given, missing = data.X[here], trace.imputation.missing[here]
    meaning = np.where(trace.removed_at_random[here], AT_RANDOM, PLAIN)
    meaning = np.where(inputs.values["removed"], BY_HAND, meaning)
    meaning = np.where(np.isnan(given), MISSING, meaning)
    filled = np.where(missing, FILLED, PLAIN)
    ends = [(float(column.min()), float(column.max())) for column in trace.imputation.X[:, data.columns].T]

    def written(table: Array) -> Rows:
        return [
            ["?" if np.isnan(value) else among(value, *reach) for value, reach in zip(row, ends, strict=True)]
            for row in table.tolist()
        ]

    tables = [written(given), written(trace.imputation.X[here]), trace.normalized[here].tolist()]
    styles = np.zeros((3, len(data.rows), len(data.columns) + 1), dtype=int)
    styles[:, :, 1:] = [meaning, filled, filled]
    labelled = [[[f"#{row}", *values] for row, values in zip(data.rows, table, strict=True)] for table in tables]
    some = f" ({len(data.columns)} of {len(names)} features)" if len(data.columns) < len(names) else ""
    return Panel(
        f"Click a value to remove it, or to put it back{some}",
        [
            Table(
                ["example", *(names[n] for n in data.columns)],
                Frames(labelled, stage),
                style=Frames(styles, stage),
                styles=[
                    Style(""),
                    Style("missing from the start", "quiet", look="lit"),
                    Style("removed by hand", "accent", look="struck"),
                    Style("removed at random", "quiet", look="struck"),
                    Style("imputed", "positive", look="lit"),
                ],
                cells=inputs.controls["removed"],
            )
        ],
        height=60 + 25 * len(data.rows),
    )


def _scatter(trace: ImputationSteps, names: Names, pair: list[int], stage: Choice) -> Panel:
    """Plot two features; points with a missing value stand outside the axes, then at the mean."""
    missing = trace.imputation.missing[:, pair]
    shown = _spread(np.asarray(missing.any(axis=1)), MOST_DOTS)
    holes = missing[shown]
    gaps, imputed, normalized = (
        table[np.ix_(shown, np.array(pair))] for table in (trace.X, trace.imputation.X, trace.normalized)
    )
    edges, domains = [], []
    for column in range(2):
        low, high = _extent(imputed[:, column])
        edges.append(low - EDGE * (high - low))
        domains.append([(edges[-1] - 0.05 * (high - low), high)] * 2 + [_extent(normalized[:, column])])
    on_edge = np.where(holes, edges, gaps)
    filled = holes.any(axis=1)
    stages = np.stack([on_edge, imputed, normalized])
    means = trace.imputation.means[pair]
    where = np.array([means, means, [0.0, 0.0]])
    labels = [Frames([f"mean {_mean(trace, n)}"] * 2 + ["mean 0"], stage) for n in pair]
    axes = [Axis(names[n], domain=Frames(domain, stage)) for n, domain in zip(pair, domains, strict=True)]
    marks: Marks = [
        Rule(x=Frames(where[:, 0], stage), dash=1, label=labels[0]),
        Rule(y=Frames(where[:, 1], stage), dash=1, label=labels[1]),
        Dots(*xy(stages[:, ~filled], stage), size=5),
    ]
    if filled.any():
        # The same dots in all stages, so that they move from the edges to the means.
        meaning = Frames(np.repeat([[0], [1], [1]], filled.sum(), axis=1), stage)
        looks = [Style("value missing", "quiet", shape="circle"), Style("imputed", "accent", shape="diamond")]
        marks.append(Dots(*xy(stages[:, filled], stage), size=8, style=meaning, styles=looks))
    says = [
        "Two features: missing values are on the edges",
        "Two features: imputed values are on the means",
        "Two features: means and imputed values are 0",
    ]
    return Panel(
        "Two features",
        marks,
        x=axes[0],
        y=axes[1],
        column=1,
        height=310,
        says=Frames(says, stage) if filled.any() else "",
    )


def _variances(trace: ImputationSteps, names: Names, stage: Choice) -> Panel:
    """Draw how much variance is left of each feature, or of those with the most gaps."""
    imputation = trace.imputation
    left = 100 * (1 - imputation.counts / len(trace.X))
    bars = Bars(names, Frames(np.stack([np.full_like(left, 100.0), left, left]), stage), importance=imputation.counts)
    return Panel(
        "How much of the variance is left",
        [bars, Rule(x=100.0, color="accent", dash=1, label="before")],
        x=Axis("% of the variance of the known values", domain=(0.0, 135.0)),
        row=1,
        height=190,
    )


def _histogram(trace: ImputationSteps, names: Names, n: int, stage: Choice) -> Panel:
    """Draw one feature's histogram before and after imputation."""
    known = trace.X[:, n][~np.isnan(trace.X[:, n])]
    edges = np.histogram_bin_edges(known, BINS)
    places = np.r_[edges[0], edges, edges[-1]]
    imputed, given = (np.r_[0.0, np.histogram(values, edges)[0], 0.0, 0.0] for values in (trace.imputation.X[:, n], known))
    nothing = np.full_like(imputed, np.nan)  # the spike at the mean is not shown before the gaps are filled
    shown = Frames(np.stack([nothing, imputed, imputed]), stage, hold=True)
    spike = int((imputed - given).argmax())
    ends = places[[spike, spike + 1]]
    high = Frames(np.stack([nothing[:2], *[imputed[[spike, spike]]] * 2]), stage, hold=True)
    looks: Keywords = {"label_at": "none", "steps": True}
    marks = [
        Area(np.repeat(places, 2)[1:], np.zeros(2 * len(places) - 1), np.repeat(given, 2)[:-1]),
        Area(ends, given[[spike, spike]], high, color="accent"),
        Line(places, shown, color="accent", dash=1, label="with imputed values", **looks),
        Line(places, given, color="primary", dash=0, label="known values", **looks),
    ]
    count = int(trace.imputation.counts[n])
    says = f"Histogram of {names[n]}: {count:,} imputed" if count else ""
    return Panel(
        f"Histogram of {names[n]}",
        marks,
        x=Axis(names[n]),
        y=Axis("examples", zero=True, whole=True),
        row=1,
        column=1,
        height=190,
        says=Frames(["", says, says], stage),
    )


def _describe(trace: ImputationSteps, names: Names, stage: int) -> str:
    imputation = trace.imputation
    filled = imputation.n_filled
    if not filled:
        return "No value is missing. Click a value in the table to remove it, or remove some at random."
    is_now, was, has, where = ("is", "was", "has", "in") if filled == 1 else ("are", "were", "have", "all of them in")
    total = f"{filled:,} of {trace.X.size:,} values"
    most = int(imputation.counts.argmax())
    name, count = names[most], imputation.counts[most]
    if stage == 0:
        if count == filled:
            return f"{total} {is_now} missing, {where} {name}."
        return f"{total} are missing. The feature with the most gaps is {name}, with {count}."
    if stage == 1:
        mean = _mean(trace, most)
        return f"{total} {was} missing, and {has} been replaced by the mean of the feature: in {name} by {mean}."
    left = f"{100 * (1 - count / len(trace.X)):.0f} %"
    return f"{total} {was} missing, and {is_now} exactly 0 now. Imputation has left {name} with {left} of its variance."


def _mean(trace: ImputationSteps, n: int) -> str:
    values = trace.imputation.X[:, n]
    mean = among(float(trace.imputation.means[n]), float(values.min()), float(values.max()))
    return mean if isinstance(mean, str) else format_number(mean)


def _spread(missing: Flags, most: int) -> Indices:
    """Choose at most ``most`` places, spread evenly: up to half of them with a missing value."""
    with_gap, known = np.flatnonzero(missing), np.flatnonzero(~missing)
    count = min(len(with_gap), max(most // 2, most - len(known)))
    parts = [
        part[np.linspace(0, len(part) - 1, min(len(part), number)).astype(int)]
        for part, number in ((with_gap, count), (known, most - count))
    ]
    return np.sort(np.concatenate(parts))


def _extent(values: Array) -> Ends:
    low, high = float(values.min()), float(values.max())
    pad = 0.06 * (high - low) or 0.5 * (abs(high) or 1.0)
    return low - pad, high + pad
