"""Two tables of numbers of one shape, and what is shown of large ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms._numerics.types import Array, Flags, Indices
from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene.text.legible import label_of, must_be
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import Position

RTOL, ATOL = 1e-4, 1e-6  # of the reference's number, and of its largest one or 1, within which numbers are the same
DIFFERS = 120  # most entries of a row that are shown
MOST_ROWS, MOST_NUMBERS = 200, 20_000  # most rows, and most numbers, that are shown


@dataclass(frozen=True, eq=False)
class TwoTables:
    shape: tuple[int, ...]  # The shape of each table as it was given
    reference: Array  # (R, N): The rows and entries that are shown
    found: Array  # (R, N)
    absent: Flags  # (2, R, N): Which numbers the reference and the other table do not have
    differs: Flags  # (R, N)
    parting: Position | None  # Row and entry of the first number that differs, among those that are shown
    rows: Indices  # (R,): The number of each row in the table that was given
    along: Array | None  # (R,): A number for each row
    names: list[str]  # (N,)
    kind: str  # What an entry and a row are
    over: str
    note: str  # What kind of difference it is, and what is left out, as far as there is anything to say

    @property
    def opening(self) -> int:
        return 0 if self.parting is None else self.parting[0]

    @property
    def style(self) -> NDArray[np.int64]:
        """For each number 0 if it is the same, 1 if it differs, 2 if it is the first to differ."""
        style = self.differs.astype(np.int64)
        if self.parting is not None:
            style[self.parting] = 2
        return style

    @property
    def importance(self) -> Array:
        """The largest difference in each entry; of many entries, the largest are shown."""
        importance = np.minimum(_apart(self.reference, self.found, self.differs), np.finfo(np.float32).max)
        if self.parting is not None:
            importance[self.parting[1]] = np.finfo(np.float32).max
        return np.asarray(importance)

    @property
    def first_in_words(self) -> str:
        """The place of the first number that differs, such as "step 3"; "none" if there is none."""
        if self.parting is None:
            return "none"
        return self.row_in_words(self.parting[0]) if len(self.rows) > 1 else self.names[self.parting[1]]

    def row_number(self, k: int) -> str:
        """Return the number of a row, or what belongs to it, such as its λ."""
        return str(self.rows[k]) if self.along is None else format_number(float(self.along[k]))

    def row_in_words(self, k: int) -> str:
        return f"{self.over} {self.row_number(k)}" if self.along is None else f"{self.over} = {self.row_number(k)}"


def two_tables(
    reference: Any,
    found: Any,
    *,
    names: Names | None,
    kind: str,
    over: str,
    along: Any,
    first: int,
    at: Sequence[int] | None,
    note: str,
) -> TwoTables:
    left, right = _table(reference, "reference"), _table(found, "found")
    if left.shape != right.shape:
        raise ValueError(f"found must have the shape of reference, {left.shape}; got {right.shape}")
    shape = left.shape
    masks = [np.ma.getmaskarray(each).reshape(-1, shape[-1]) for each in (left, right)]
    left, right = (np.ma.filled(each, np.nan).reshape(-1, shape[-1]) for each in (left, right))
    values = None if along is None else _along(along, len(left))
    labels = _labels(names, kind, first, shape[-1])
    for name, each in (("kind", kind), ("over", over)):
        if not isinstance(each, str):
            raise TypeError(must_be(name, "a word", each))
    if not isinstance(note, str):
        raise TypeError(must_be("note", "a sentence", note))
    differs = _differing(left, right) | (masks[0] != masks[1])
    part = _parting(differs, at)
    rows, entries = _shown_rows(differs, part), _shown_entries(left, right, differs, part)
    cut = [f"{len(rows)} of {len(left)} rows"] * (len(rows) < len(left))
    cut += [f"{len(entries)} of {len(labels)} entries"] * (len(entries) < len(labels))
    return TwoTables(
        shape=shape,
        reference=left[np.ix_(rows, entries)],
        found=right[np.ix_(rows, entries)],
        absent=np.array([mask[np.ix_(rows, entries)] for mask in masks]),
        differs=differs[np.ix_(rows, entries)],
        parting=None if part is None else (rows.tolist().index(part[0]), entries.tolist().index(part[1])),
        rows=rows,
        along=None if values is None else values[rows],
        names=[labels[n] for n in entries],
        kind=kind or "entry",
        over=over or "row",
        note=" ".join([note] * bool(note) + [f"Shown: {' and '.join(cut)}, those that differ first."] * bool(cut)),
    )


def _table(values: Any, name: str) -> Array:
    try:
        masked = isinstance(values, np.ma.MaskedArray)
        table = np.ma.array(values, dtype=np.float64) if masked else np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(must_be(name, "an array of numbers", values)) from None
    if table.ndim not in (1, 2) or not table.size:
        raise ValueError(f"{name} must have shape (N,) or (R, N), and not be empty; got {table.shape}")
    return table


def _along(values: Any, rows: int) -> Array:
    along = np.asarray(values, dtype=np.float64)
    if along.shape != (rows,):
        raise ValueError(f"along must have {rows} numbers, one for each row; got shape {along.shape}")
    return along


def _labels(names: Names | None, kind: str, first: int, count: int) -> list[str]:
    if names is None:
        return [f"{kind or 'entry'} {n + first}" for n in range(count)]
    if isinstance(names, str) or len(names) != count or len(set(names)) < count:
        raise ValueError(must_be("names", f"{count} different texts, one for each entry", names))
    labels = [label_of(str(name)) for name in names]
    return labels if len(set(labels)) == count else [f"{n + first}: {label}" for n, label in enumerate(labels)]


def _differing(left: Array, right: Array) -> Flags:
    finite = np.abs(left[np.isfinite(left)])
    with np.errstate(invalid="ignore", over="ignore"):
        close = np.abs(right - left) <= ATOL * float(finite.max(initial=1.0)) + RTOL * np.abs(left)
    return np.asarray(~(close | (left == right) | (np.isnan(left) & np.isnan(right))))


def _parting(differs: Flags, at: Sequence[int] | None) -> Position | None:
    if at is not None:
        place = tuple(int(i) for i in at)
        row, entry = (0, *place) if len(place) == 1 else place
        if not (0 <= row < differs.shape[0] and 0 <= entry < differs.shape[1]):
            raise ValueError(must_be("at", f"a place in a table of shape {differs.shape}", at))
        return row, entry
    found = np.argwhere(differs)
    return (int(found[0][0]), int(found[0][1])) if len(found) else None


def _shown_rows(differs: Flags, part: Position | None) -> Indices:
    """Return the rows to show: all, or the first that differ with the row before."""
    most = max(2, min(MOST_ROWS, MOST_NUMBERS // min(differs.shape[1], DIFFERS)))
    if len(differs) <= most:
        return np.arange(len(differs))
    start = 0 if part is None else part[0]
    return _first([start, max(start - 1, 0), *np.flatnonzero(differs.any(axis=1)).tolist(), *range(len(differs))], most)


def _shown_entries(left: Array, right: Array, differs: Flags, part: Position | None) -> Indices:
    """Return the entries to show: all of them, or those that differ most."""
    if left.shape[1] <= DIFFERS:
        return np.arange(left.shape[1])
    first = [] if part is None else [part[1]]
    return _first([*first, *np.argsort(-_apart(left, right, differs), kind="stable").tolist()], DIFFERS)


def _first(wanted: Sequence[int], most: int) -> Indices:
    """Return the first places of a list with repeats, in ascending order."""
    return np.array(sorted(list(dict.fromkeys(wanted))[:most]), dtype=np.intp)


def _apart(left: Array, right: Array, differs: Flags) -> Array:
    """Return how much the numbers of each entry differ at most."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.where(differs, np.abs(np.nan_to_num(right - left, nan=np.inf)), 0.0).max(axis=0)
