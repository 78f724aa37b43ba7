"""Two results of numbers beside each other, row by row, with the first one that differs marked (exercises of section 9.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.types import Array
from fewidgets.exercises.differences.views.digits_that_differ import digits_that_differ
from fewidgets.exercises.differences.views.two_tables import DIFFERS, TwoTables, two_tables
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.layout import over as frames_over
from fewidgets.scene import (
    Axis,
    Bars,
    Frames,
    Image,
    Line,
    Panel,
    Pick,
    Readout,
    Rule,
    Scene,
    Stepper,
    Style,
)
from fewidgets.scene.side_by_side.pair import on_common_axes
from fewidgets.scene.types import NameTuple

STYLES = [Style("the same", "primary"), Style("differs", "accent", "✕"), Style("differs first", "accent", "★")]
TITLES = ("Reference", "Yours")
HEIGHT_OF_MAP = 260
QUANTITIES = ("weight", "number", "feature")  # kinds of entries that also say what is measured


class ValuesBesideValues(Explorable):
    """Show two vectors or tables of numbers beside each other, from the first number that differs (section 9.9).

    A table is shown row by row. Two numbers differ if they are further apart than 1e-4 of the reference's, plus 1e-6 of the
    largest one. Of more than 120 entries or 200 rows, those that differ are shown first.

    Parameters
    ----------
    reference, found : array-like, shape (N,) or (R, N)
        The right numbers, and those to compare with them. What is masked or not finite differs from what is not.
    names : sequence of N str, optional
        Names of the entries of a row. By default ``kind`` and a number.
    kind : str
        What an entry is, such as "weight" or "bin".
    over : str
        What a row is, such as "step" or "λ".
    along : array-like, shape (R,), optional
        A number for each row, such as its λ. By default rows are counted from 0.
    first : int
        The number of the first entry, where there are no names.
    at : tuple of int, optional
        Where they part, as (row, entry) or (entry,). By default, the first number that differs.
    note : str
        A sentence on what kind of difference it is, for the caption.
    row : int, optional
        The row to show. By default, the one in which they part.
    entry : str
        The entry to highlight; "" for none.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    selected : tuple of str
        The entries that differ in the present row.

    Examples
    --------
    >>> w = ValuesBesideValues([[0.0, 0.0], [1.0, 0.5]], [[0.0, 0.0], [1.0, 0.7]], over="step", kind="weight")
    >>> w.caption
    'Step 1: 1 of 2 differs, weight 1: 0.700 where the reference has 0.500. It is the first difference.'
    """

    row, entry = State(0), State()  # a table of one row has no control for it

    beyond_codes = "the numbers of two results"
    data: TwoTables

    def __init__(
        self,
        reference: ArrayLike,
        found: ArrayLike,
        *,
        names: Names | None = None,
        kind: str = "entry",
        over: str = "row",
        along: ArrayLike | None = None,
        first: int = 0,
        at: Sequence[int] | None = None,
        note: str = "",
        row: int | None = None,
        entry: str = "",
        **common: Unpack[Common],
    ) -> None:
        tables = two_tables(reference, found, names=names, kind=kind, over=over, along=along, first=first, at=at, note=note)
        opening = tables.opening if row is None else row
        state = {"entry": entry, **({"row": opening} if len(tables.rows) > 1 else {})}
        self.open_with(tables, state=state)

    @classmethod
    def example(cls) -> Self:
        rng = np.random.default_rng(0)
        A, paths = rng.normal(size=(40, 6)), []
        b = A @ [1.0, -2.0, 0.5, 0.0, 1.5, -1.0]
        for late in (1.0, 2.0):
            path = [np.zeros(6)]
            for k in range(8):
                path.append(path[-1] - (0.05 if k < 2 else 0.05 * late) * 2 / 40 * A.T @ (A @ path[-1] - b))
            paths.append(path)
        return cls(*paths, over="step", kind="weight")

    def scene_of(self, trace: TwoTables, names: Names, inputs: Inputs) -> Scene:
        step = None
        if len(trace.rows) > 1:
            step = Stepper("row", len(trace.rows), label=trace.over[:1].upper() + trace.over[1:])
        pick = Pick("entry", trace.names, label=trace.kind[:1].upper() + trace.kind[1:])
        by_steps = trace.kind == "step" and all(name.rpartition(" ")[2].isdigit() for name in trace.names)
        quantity = trace.kind if trace.kind in QUANTITIES else "value"
        left, right = on_common_axes(
            *(
                Panel(title, [_bars(trace, table, step)], x=Axis(quantity), column=column)
                for column, (title, table) in enumerate(zip(TITLES, (trace.reference, trace.found), strict=True))
            )
        )
        apart = trace.found - trace.reference
        below = [
            Panel(
                "Yours minus reference",
                [_bars(trace, apart, step)],
                x=Axis("difference"),
                row=1,
                column_span=1 if step or by_steps else 2,
            )
        ]
        if step:
            below.append(_map(trace, apart, step))
        elif by_steps:
            below.append(_over_steps(trace))
        if trace.differs.any() and not np.isfinite(apart[trace.differs]).any():
            below = []  # one of both has nothing wherever they differ
        readouts = [Readout("First difference", trace.first_in_words)]
        if step:
            readouts.append(Readout("Shown", Frames([trace.row_in_words(k) for k in step], step)))
        counts = [f"{n} of {trace.differs.shape[1]}" for n in trace.differs.sum(axis=1)]
        readouts.append(Readout("Differ", frames_over(counts, step)))
        return Scene(
            title="Reference and yours",
            panels=[left, right, *below],
            controls=[step, pick] if step else [pick],
            readouts=readouts,
            caption=frames_over([_row_in_words(trace, k) for k in range(len(trace.rows))], step),
            column_weights=(1.0, 1.0),
        )

    def describe_size(self) -> str:
        return " × ".join(map(str, self.data.shape))

    @property
    def selected(self) -> NameTuple:
        shown = self.data.differs[self.row if len(self.data.rows) > 1 else 0]
        return tuple(name for name, apart in zip(self.data.names, shown, strict=True) if apart)


def _bars(trace: TwoTables, table: Array, step: Stepper | None) -> Bars:
    values, style = frames_over(np.where(np.isfinite(table), table, np.nan), step), frames_over(trace.style, step)
    return Bars(trace.names, values, keys=trace.names, style=style, styles=STYLES, importance=trace.importance)


def _map(trace: TwoTables, apart: Array, step: Stepper) -> Panel:
    """Draw the differences of all rows as an image, with the present row marked."""
    R, N = apart.shape
    finite = np.abs(apart[np.isfinite(apart)])
    most = float(finite.max(initial=0.0)) or 1.0
    marked = np.arange(R) + 0.5
    ticks = [(k + 0.5, trace.row_number(k)) for k in np.unique(np.linspace(0, R - 1, min(R, 6)).round().astype(int)).tolist()]
    columns = np.unique(np.linspace(0, N - 1, min(N, 6)).round().astype(int)).tolist()
    return Panel(
        "The difference in all rows" if trace.over == "row" else f"The difference at every {trace.over}",
        [
            Image(apart, extent=(0.0, float(N), float(R), 0.0), limits=(-most, most), colors="diverging", label="difference"),
            Rule(y=Frames(marked, step), color="ink", width=1.5),
        ],
        x=Axis("", ticks=[(n + 0.5, trace.names[n]) for n in columns] if N <= DIFFERS else []),
        y=Axis(trace.over, ticks=ticks, domain=(float(R), 0.0)),
        row=1,
        column=1,
        height=HEIGHT_OF_MAP,
        scrub=None,
    )


def _over_steps(trace: TwoTables) -> Panel:
    """Draw both as curves over the steps that number the names of a single row."""
    steps = [float(name.rpartition(" ")[2]) for name in trace.names]
    both = zip((trace.reference[0], trace.found[0]), TITLES, ("primary", "accent"), strict=True)
    marks = [
        Line(steps, np.where(np.isfinite(row), row, np.nan), color=color, dash=k, label=title)
        for k, (row, title, color) in enumerate(both)
    ]
    return Panel("Both over the steps", marks, x=Axis("step", whole=True), row=1, column=1)


def _row_in_words(trace: TwoTables, k: int) -> str:
    apart = np.flatnonzero(trace.differs[k])
    several = len(trace.rows) > 1
    start = f"{trace.row_in_words(k)[:1].upper()}{trace.row_in_words(k)[1:]}: " if several else ""
    note = f" {trace.note}" if trace.note else ""
    if not len(apart):
        later = f" They part first in {trace.first_in_words}." if trace.parting is not None else ""
        return f"{start}{'all' if several else 'All'} {trace.shape[-1]} agree.{later}{note}"
    n = int(apart[0])
    one, other = digits_that_differ(trace.reference[k, n], trace.found[k, n])
    if trace.absent[:, k, n].any():
        one, other = ("nothing" if gone else text for gone, text in zip(trace.absent[:, k, n], (one, other), strict=True))
    verb = "differs" if len(apart) == 1 else "differ, first"
    name = f"{', ' if len(apart) == 1 else ' '}{trace.names[n]}"
    count = f"{len(apart)} of {trace.shape[-1]} {verb}{name}" if several or trace.shape[-1] > 1 else trace.names[n]
    it = " It is the first difference." if trace.parting == (k, n) and several else ""
    numbers = f"{other} where the reference has {one}"
    return f"{start}{count}: {numbers}.{it}{note}"
