from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import (
    Arguments,
    Array,
    Parting,
    Parts,
    as_numbers,
    differing,
    examples_in,
    first_difference,
    first_in_columns,
    pair_of,
    pair_written,
    same,
    written,
)
from fewidgets.exercises.differences.values import (
    Cause,
    Explained,
    Show,
    beside,
    by_row,
    counts_of,
    factor_in_words,
    factor_of,
    numbers_difference,
    part_by_part,
)
from fewidgets.exercises.task import FirstDifference
from fewidgets.exercises.wording import capital, is_plural

#: What finds the first number that differs.
First = Callable[[Array, Array], Parting | None]


def transform_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    what: Parts = ("the table",),
    by_column: bool = False,
    mixed: bool = False,
) -> Explained:
    """Return where a transformed table first differs from the reference, with the cause if it is known.

    With ``by_column``, the first column that differs counts; ``mixed`` columns are made of several features.
    """
    P = examples_in(arguments)

    def one(words: str, each: Any, other: Any) -> Explained:
        array = as_numbers(each)
        table = array is not None and array.ndim == 2
        raw = _raw(arguments, array, what.index(words) if words in what else 0) if table and array is not None else None
        features = table or (array is not None and array.ndim == 1)
        first = first_in_columns if by_column and table else first_difference
        causes: list[Cause] = [partial(_table_cause, raw=raw, what=words, P=P, first=first)] if table else []
        kind = "column" if table else "number"
        show = beside(each, other, over="row" if table else "", kind=kind) if features else None
        if show is not None and table and _transposed(each, other):
            return FirstDifference(words, "Your table is the reference's, with rows and columns exchanged.", show(None))
        if by_column and table:
            show = _columns(each, other, None if mixed else raw, words) or show
        return numbers_difference(each, other, what=words, place=by_row(None, kind), causes=causes, show=show, first=first)

    return part_by_part(right, found, what, one)


def _columns(right: Any, found: Any, raw: Array | None, what: str) -> Show | None:
    from fewidgets.exercises.differences.views.transformed_columns import MOST_COLUMNS, MOST_EXAMPLES

    pair = pair_of(right, found)
    if pair is None:
        return None
    one, other = pair
    if not 0 < len(one) <= MOST_EXAMPLES or one.shape[1] > MOST_COLUMNS:
        return None

    def show(note: str = "") -> Any:
        from fewidgets.exercises.differences.views.transformed_columns import TransformedColumns
        from fewidgets.explorables.side_by_side import SideBySide

        # Rounding errors are taken away, so that the picture opens at the first real difference.
        both = one, np.where(differing(one, other), other, one)
        title = capital(what)
        return SideBySide(*(TransformedColumns(each, raw, title=title) for each in both), note=note)

    return lambda parting: show


def _raw(arguments: Arguments, result: Array, part: int) -> Array | None:
    """Return the argument from which a table is made."""
    for each in (*arguments[part : part + 1], *arguments):
        table = as_numbers(each)
        if table is not None and table.shape == result.shape:
            return table
    return None


def _transposed(right: Any, found: Any) -> bool:
    one, other = as_numbers(right), as_numbers(found)
    return one is not None and other is not None and other.ndim == 2 and one.shape != other.shape and same(one, other.T)


def _table_cause(right: Array, found: Array, *, raw: Array | None, what: str, P: int | None, first: First) -> str:
    if same(right, -found):
        return f"Every number in {what} has the opposite sign."
    if raw is not None and np.isnan(raw).any():
        known = ~np.isnan(raw)
        if same(right[known], raw[known]):
            return _filled(right, found, raw, first)
        # The reference fills gaps and goes on, so what a column was is the column with its gaps filled.
        raw = np.where(known, raw, np.nanmean(raw, axis=0)) if known.any(axis=0).all() else None
    elif raw is not None:
        if same(found, raw):
            return "Your function returns the table as it was."
        for words, other in _of_all_rows(raw):
            if same(found, other):
                return words
    # Each column with another ddof has a sentence of its own.
    whole, rows = factor_of(right, found), len(right)
    if whole is not None and (rows < 2 or min(abs(whole**2 - (rows - 1) / rows), abs(whole**2 - rows / (rows - 1))) > 1e-6):
        verb = "are" if is_plural(what) else "is"
        return f"Your {what.removeprefix('the ')} {verb} {factor_in_words(whole, counts_of(P))} the reference's."
    column = first(right, found).at[1]  # type: ignore[union-attr]  # they differ, or nobody would ask
    return _column_cause(f"Column {column}", right[:, column], found[:, column], None if raw is None else raw[:, column])


def _of_all_rows(raw: Array) -> list[tuple[str, Array]]:
    with np.errstate(divide="ignore", invalid="ignore"):
        by_rows = (raw - raw.mean(axis=1, keepdims=True)) / raw.std(axis=1, keepdims=True)
        by_all = (raw - raw.mean()) / raw.std()
    return [
        ("Your table is normalized along the rows. Each feature is a column, so it needs the mean over axis 0.", by_rows),
        ("Your table has one mean and one standard deviation for all features together. Each column needs its own.", by_all),
    ]


def _column_cause(start: str, right: Array, found: Array, raw: Array | None) -> str:
    P = len(right)
    known: list[tuple[str, Callable[[Array], Array]]] = [
        ("is left as it was", lambda x: x),
        ("is centred and not divided by its standard deviation", lambda x: x - x.mean()),
        ("is divided by its standard deviation and not centred", lambda x: x / x.std()),
        ("is centred and divided by its variance, not by its standard deviation", lambda x: (x - x.mean()) / x.var()),
        ("is centred and divided by its range", lambda x: (x - x.mean()) / np.ptp(x)),
        ("runs from 0 to 1: its minimum is subtracted, and it is divided by its range", lambda x: (x - x.min()) / np.ptp(x)),
        ("has its median subtracted, not its mean", lambda x: (x - np.median(x)) / x.std()),
    ]
    if raw is not None and np.ptp(raw) > 0:
        for words, function in known:
            if same(found, function(raw)) and not same(right, function(raw)):
                return f"{start} {words}."
    factor = factor_of(right, found)
    if factor is not None:
        if P > 1 and abs(factor - np.sqrt((P - 1) / P)) < 1e-6:
            return f"{start} is divided by the standard deviation with P − 1. The reference divides by P inside it (ddof=0)."
        if P > 1 and abs(factor - np.sqrt(P / (P - 1))) < 1e-6:
            return f"{start} is divided by the standard deviation with P. The reference divides by P − 1 inside it (ddof=1)."
        return f"{start} has the opposite sign." if factor == -1 else f"{start} is {factor_in_words(factor)} the reference's."
    shift = found - right
    if np.ptp(right) and np.ptp(shift) <= 1e-6 * max(np.ptp(right), np.ptp(found)):
        return f"{start} has the right spread and another centre: its mean is {_mean(found)}, not {_mean(right)}."
    return ""


def _mean(column: Array) -> str:
    mean = float(column.mean())
    return written(mean) if abs(mean) > 1e-9 * float(np.abs(column).max()) else "0"


def _filled(right: Array, found: Array, raw: Array, first: First) -> str:
    """Name what missing values were filled with, or say that another value was changed."""
    row, column = first(right, found).at  # type: ignore[union-attr]  # they differ, or nobody would ask
    place = f"row {row}, column {column}"
    expected, got = pair_written(right[row, column], found[row, column])
    if not np.isnan(raw[row, column]):
        return f"{capital(place)} was not missing, and your function changes it to {got}."
    values = raw[:, column]
    fills = [
        ("0", 0.0),
        ("the mean of its own column of this table", float(np.nanmean(values)) if np.isfinite(values).any() else np.nan),
        ("the median of its column", float(np.nanmedian(values))),
        ("the mean of its row", float(np.nanmean(raw[row])) if np.isfinite(raw[row]).any() else np.nan),
        ("the mean of all columns", float(np.nanmean(raw))),
        ("its column's sum divided by all examples, the missing ones included", float(np.nansum(values) / len(values))),
    ]
    for words, value in fills:
        if abs(found[row, column] - value) <= 1e-9 * max(abs(value), 1.0):
            number = "" if words == got else f" ({got})"
            return f"The missing value in {place} is filled with {words}{number}, where the reference fills in {expected}."
    return f"The missing value in {place} is filled with {got}, where the reference fills in {expected}."
