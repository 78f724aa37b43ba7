"""Checks of a column of categories, and the order of its categories (section 9.2.1)."""

from __future__ import annotations

import math
import numbers
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from .._numerics.arguments import as_choice, shown

Category = str | int | float | bool


class Column(NamedTuple):
    """A column of categories as plain Python values."""

    rows: list[Any]
    missing: list[int]
    kind: str | None


def as_column(values: Any, name: str = "values") -> Column:
    """Check a column of categories: text, numbers or truth values, all of one kind, some of which may be missing."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} must be a list of categories, one per row; got one text, {values[:20]!r}.")
    if hasattr(values, "columns") and hasattr(values, "dtypes"):
        raise ValueError(f"{name} must be one column; got a table of shape {values.shape}. Use {name}.iloc[:, 0].")
    if getattr(values, "ndim", 1) != 1:
        raise ValueError(f"{name} must have one category per row, (P,); got shape {values.shape}. Use {name}.ravel().")
    if hasattr(values, "tolist"):
        rows = values.tolist()
    elif isinstance(values, Iterable):
        rows = list(values)
    else:
        raise TypeError(f"{name} must be a list of categories; got {shown(values)} ({type(values).__name__}).")
    if not rows:
        raise ValueError(f"{name} must have at least one row; got none.")
    # Values of these types cannot be missing or of different kinds: there is no need to look at every row.
    one_type = type(values) is np.ndarray and values.dtype.kind in "biuU"
    if one_type or set(map(type, rows)) in ({str}, {bool}, {int}):
        return Column([_composed(value) for value in rows] if isinstance(rows[0], str) else rows, [], kind_of(rows[0]))
    rows = [_composed(value.item() if isinstance(value, np.generic) else value) for value in rows]
    missing = [row for row, value in enumerate(rows) if _is_missing(value)]
    return Column(rows, missing, _common_kind(rows, set(missing), name))


def _composed(value: Any) -> Any:
    """Return text in Unicode's composed form: "é" may be one character, or e and an accent, and looks the same."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in ("NAType", "NaTType")


def kind_of(value: Any) -> str | None:
    """Return the kind of a category; None if it is not one."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "truth values"
    return "numbers" if isinstance(value, numbers.Real) else None


def _common_kind(rows: list[Any], missing: set[int], name: str) -> str | None:
    """Refuse values that are not categories, and several kinds: 1, True and "1" must not be confused."""
    first: dict[str, int] = {}
    for row, value in enumerate(rows):
        if row in missing:
            continue
        kind = kind_of(value)
        if kind is None:
            raise TypeError(
                f"{name} must hold text, numbers, or True and False; got {shown(value)} ({type(value).__name__}) in row {row}."
            )
        if kind == "numbers" and math.isinf(value):
            raise ValueError(f"{name} must be finite; got an infinite value in row {row}.")
        first.setdefault(kind, row)
    if len(first) > 1:
        (a, i), (b, j) = list(first.items())[:2]
        raise TypeError(f"{name} must be of one kind; got {a} ({rows[i]!r} in row {i}) and {b} ({rows[j]!r} in row {j}).")
    return next(iter(first), None)


def as_categories(column: Column, order: Any) -> tuple[Category, ...]:
    """Return the categories of a column in the order of a rule, or check a list of categories."""
    if isinstance(order, str):
        as_choice(order, "order", ("sorted", "appearance"))
        missing = set(column.missing)
        found = dict.fromkeys(value for row, value in enumerate(column.rows) if row not in missing)
        if not found:
            raise ValueError(
                "values must hold at least one category; got missing rows only. Or list the categories in order=."
            )
        return tuple(sorted(found) if order == "sorted" else found)
    listed, absent, _ = as_column(order, "order")
    if absent:
        raise ValueError(f"order must not hold missing values; got one in place {absent[0]}. Use missing='own' for them.")
    if len(set(listed)) < len(listed):
        twice = next(value for place, value in enumerate(listed) if value in listed[:place])
        raise ValueError(f"order must hold each category once; got {twice!r} twice.")
    return tuple(listed)
