"""A table after a transformation, column by column: its values, and the points of two columns (sections 9.3 to 9.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, Unpack

import numpy as np

from fewidgets.algorithms._numerics.types import Array, Flags
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import Axis, Dots, Frames, Panel, Readout, Rule, Scene, Stepper, Style, format_number
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import NameTuple

MOST_EXAMPLES, MOST_COLUMNS = 400, 60  # that may be sent
STYLES = (Style("value", "primary"), Style("was missing", "accent", "✕"))


@dataclass(frozen=True, eq=False)
class Columns:
    """A table of transformed features, shape (P, N), and the table before, NaN where a value was missing."""

    table: Array
    raw: Array | None
    title: str
    feature_names: NameTuple

    @property
    def was_missing(self) -> Flags:
        """Which values were missing before, shape (P, N)."""
        return np.zeros(self.table.shape, dtype=bool) if self.raw is None else np.isnan(self.raw)


class TransformedColumns(Explorable):
    """Show what a transformation made of a table, column by column (section 9.3).

    Parameters
    ----------
    table : NDArray, shape (P, N)
        The transformed table, with up to 400 examples and 60 columns. Numbers that are not finite are not drawn.
    raw : NDArray, shape (P, N), optional
        The table before, if column n was made of its column n. Values that were missing in it are marked.
    names : sequence of N str, optional
        Names of the columns. By default "column 0", "column 1", ….
    title : str
        What it is.
    column : int
        The column that is shown, counted from 0.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : Columns
    selected : tuple of str
        The name of the column that is shown.

    Examples
    --------
    >>> TransformedColumns(np.array([[-1.0, 2.0], [1.0, 2.5]]), np.array([[4.0, 2.0], [9.0, np.nan]]), column=1).caption
    'column 1: mean 2.25, standard deviation 0.250. 1 value was missing.'
    """

    beyond_codes = "the numbers of a table"

    column = State()

    data: Columns

    def __init__(
        self,
        table: Array,
        raw: Array | None = None,
        *,
        names: Names | None = None,
        title: str = "The transformed features",
        column: int = 0,
        **common: Unpack[Common],
    ) -> None:
        labels = [f"column {n}" for n in range(table.shape[1])] if names is None else labels_of(names)
        self.open_with(Columns(table, raw, title, tuple(labels)), state={"column": column})

    @classmethod
    def example(cls) -> Self:
        X = np.random.default_rng(0).normal(size=(30, 3)) @ [[1.0, 0.8, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 1.0]]
        raw = X.copy()
        raw[4, 1] = np.nan
        return cls((X - X.mean(axis=0)) / X.std(axis=0), raw)

    def scene_of(self, trace: Columns, names: Names, inputs: Inputs) -> Scene:
        P, N = trace.table.shape
        step = Stepper("column", N, label="Column")
        finite = np.where(np.isfinite(trace.table), trace.table, np.nan)
        means, spreads = _mean_and_spread(trace.table)
        numbers = [[_number(each) for each in values] for values in (means, spreads)]
        styles = STYLES if trace.was_missing.any() else ()
        style = Frames(trace.was_missing.T.astype(np.int64), step) if styles else None
        rows = [f"row {p}" for p in range(P)]
        panels = [
            Panel(
                "Its values",
                [
                    Rule(y=Frames(means, step), label="mean"),
                    Dots(np.arange(P), Frames(finite.T, step), keys=rows, size=7.0, style=style, styles=styles),
                ],
                x=Axis("row", whole=True),
                y=Axis("value"),
                main=True,
            )
        ]
        if trace.raw is not None:
            panels.append(_before_and_after(trace.raw, finite, names, step))
        elif N > 1:
            panels.append(_pairs(finite, names, step))
        return Scene(
            title=trace.title,
            panels=panels,
            controls=[step],
            readouts=[
                Readout("Mean", Frames(numbers[0], step)),
                Readout("Standard deviation", Frames(numbers[1], step)),
            ],
            caption=Frames([_in_words(trace, *each) for each in zip(step, names, *numbers, strict=True)], step),
            column_weights=(1.0, 1.0) if len(panels) > 1 else (1.0,),
        )

    def describe_size(self) -> str:
        return " × ".join(map(str, self.data.table.shape))

    @property
    def selected(self) -> NameTuple:
        return (self.data.feature_names[self.column],)


def _before_and_after(raw: Array, finite: Array, names: Names, step: Stepper) -> Panel:
    """Draw each value over what it was."""
    known = np.isfinite(raw)
    some = known.any(axis=0)  # a column may have no value at all
    low = np.where(some, np.where(known, raw, np.inf).min(axis=0), 0.0)
    high = np.where(some, np.where(known, raw, -np.inf).max(axis=0), 1.0)
    room = np.where(high > low, 0.05 * (high - low), 1.0)
    ends = Frames(np.stack([low - room, high + room], axis=1), step)
    return Panel(
        "Before and after",
        [Dots(Frames(raw.T, step), Frames(finite.T, step), size=7.0)],
        x=Axis(Frames([f"{name} before" for name in names], step), domain=ends),
        y=Axis("after"),
        column=1,
    )


def _pairs(finite: Array, names: Names, step: Stepper) -> Panel:
    """Draw each column with the one before it, so no later column can change the picture."""
    P, N = finite.shape
    before = np.vstack([np.full(P, np.nan), finite.T[:-1]])
    after = np.where(np.arange(N)[:, None] > 0, finite.T, np.nan)
    return Panel(
        "With the column before",
        [Dots(Frames(before, step), Frames(after, step), size=7.0)],
        x=Axis(Frames(["", *names[:-1]], step)),
        y=Axis(Frames(["", *names[1:]], step)),
        column=1,
        empty=Frames(["The first column has none before it. Go on to the next one.", *[""] * (N - 1)], step),
    )


def _mean_and_spread(table: Array) -> tuple[Array, Array]:
    """Return mean and standard deviation of the finite numbers of each column."""
    known = np.ma.masked_invalid(table)
    means, largest = known.mean(axis=0).filled(np.nan), np.abs(known).max(axis=0).filled(0.0)
    # A mean that is a rounding error is 0.
    return np.where(np.abs(means) <= 1e-12 * largest, 0.0, means), known.std(axis=0).filled(np.nan)


def _number(value: float) -> str:
    return format_number(value) if np.isfinite(value) else "none"


def _in_words(trace: Columns, k: int, name: str, mean: str, spread: str) -> str:
    text = f"{name}: mean {mean}, standard deviation {spread}."
    gaps = int(trace.was_missing[:, k].sum())
    if gaps:
        text += f" {gaps} value{' was' if gaps == 1 else 's were'} missing."
    lost = int((~np.isfinite(trace.table[:, k])).sum())
    return f"{text} {lost} of {len(trace.table)} are no numbers." if lost else text
