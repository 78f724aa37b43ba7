"""Categories as numbers: ordinal codes and one-hot histograms, and the distances each implies (section 9.2.1)."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, shown
from .._numerics.arrays import frozen
from .._numerics.memory import check_size

Category = str | int | float | bool

MISSING_BIN, UNSEEN_BIN = "(missing)", "(unseen)"
# What a row's code is before the rules for missing and unseen categories are applied.
_UNSEEN, _MISSING = -1, -2


@dataclass(frozen=True, eq=False)
class OrdinalCodes:
    """Categories numbered in an order, as made by `ordinal_codes`.

    Attributes
    ----------
    categories : tuple of C categories
        In the order of their codes: `categories[k]` has the code k.
    bins : tuple of B str
        The categories' names, then "(missing)" and "(unseen)" where these have a code of their own.
    codes : NDArray, shape (P,), int
        The code of each row, 0 to B − 1.
    distances : NDArray, shape (B, B), float64
        Distance |i − j| of every two codes: what the numbers claim about the categories.
    unseen, missing : str
        The rules, as given to `ordinal_codes`.

    Examples
    --------
    >>> trace = ordinal_codes(["O", "AB", "A"], order=["O", "A", "B", "AB"])
    >>> trace.codes, trace.distances[3]
    (array([0, 3, 1]), array([3., 2., 1., 0.]))
    """

    categories: tuple[Category, ...]
    bins: tuple[str, ...]
    codes: NDArray[np.intp]
    distances: NDArray[np.float64]
    unseen: str
    missing: str

    def transform(self, values: Iterable[Any]) -> NDArray[np.intp]:
        """Number new rows as the old ones were.

        Parameters
        ----------
        values : sequence of P categories
            Rows of the same feature.

        Returns
        -------
        NDArray, shape (P,), int

        Raises
        ------
        TypeError, ValueError
            As `ordinal_codes`.

        Examples
        --------
        >>> ordinal_codes(["low", "high"], order=["low", "high"], unseen="own").transform(["high", "middle"])
        array([1, 2])
        """
        return frozen(_encode(_as_column(values), self.categories, self.unseen, self.missing))


@dataclass(frozen=True, eq=False)
class OneHot:
    """Categories as histograms with a single 1, as made by `one_hot`.

    Attributes
    ----------
    categories : tuple of C categories
        In the order of their bins.
    bins : tuple of B str
        The categories' names, then "(missing)" and "(unseen)" where these have a bin of their own.
    codes : NDArray, shape (P,), int
        The bin of each row; −1 where the row is all zero.
    vectors : NDArray, shape (P, B), float64
        One histogram a row: 1 in the row's bin, 0 elsewhere.
    distances : NDArray, shape (B, B), float64
        Euclidean distance of every two bins' histograms: √2, whichever two. (An all-zero row is 1 from each of
        them, nearer than they are to each other.)
    unseen, missing : str
        The rules, as given to `one_hot`.

    Examples
    --------
    >>> trace = one_hot(["O", "AB"], order=["O", "A", "B", "AB"])
    >>> trace.vectors
    array([[1., 0., 0., 0.],
           [0., 0., 0., 1.]])
    >>> trace.distances[0].round(3)
    array([0.   , 1.414, 1.414, 1.414])
    """

    categories: tuple[Category, ...]
    bins: tuple[str, ...]
    codes: NDArray[np.intp]
    vectors: NDArray[np.float64]
    distances: NDArray[np.float64]
    unseen: str
    missing: str

    def transform(self, values: Iterable[Any]) -> NDArray[np.float64]:
        """Give the histograms of new rows, over the same bins.

        Parameters
        ----------
        values : sequence of P categories
            Rows of the same feature.

        Returns
        -------
        NDArray, shape (P, B), float64

        Raises
        ------
        TypeError, ValueError
            As `one_hot`.

        Examples
        --------
        >>> one_hot(["cat", "dog"], unseen="zero").transform(["dog", "bird"])
        array([[0., 1.],
               [0., 0.]])
        """
        codes = _encode(_as_column(values), self.categories, self.unseen, self.missing)
        return frozen(_histograms(codes, len(self.bins)))


def ordinal_codes(
    values: Iterable[Any],
    *,
    order: Literal["sorted", "appearance"] | Sequence[Category] = "sorted",
    unseen: Literal["error", "own"] = "error",
    missing: Literal["error", "own"] = "error",
) -> OrdinalCodes:
    """Number the categories 0, 1, 2, …, and measure how far apart that puts them.

    Parameters
    ----------
    values : sequence of P categories
        One a row: text, numbers, or True and False, of one kind. None, NaN and pandas' NA are missing; the empty text
        is a category like any other.
    order : {"sorted", "appearance"} or sequence of categories
        Which category gets which code: sorted by value (text by character code, so capitals come first), in the
        order in which they first appear, or as listed.
    unseen : {"error", "own"}
        What becomes of a category that is none of the known ones: refused, or given one further code, after all
        others, that all of them share.
    missing : {"error", "own"}
        The same for missing values; their code follows the last category's.

    Returns
    -------
    OrdinalCodes

    Raises
    ------
    TypeError
        If `values` is a single text, mixes kinds, or holds something else than text, numbers and truth values.
    ValueError
        If there are no rows, they do not form one column, a number is infinite, `order` repeats a category or holds a
        missing one, an option is unknown, a value is unseen or missing under "error", or so many categories would need too
        much memory.

    Notes
    -----
    Source: section 9.2.1, Figure 9.2, top panels. The codes are an assumption about the categories: by 0, 1, 2, 3 for
    O, A, B, AB the chapter makes AB more like B than like A, and swapping two codes changes which ones look alike.
    An all-zero rule, as `one_hot` has, is not offered: 0 is the first category's code.

    Examples
    --------
    >>> ordinal_codes(["O", "A", "B", "AB"], order=["O", "A", "B", "AB"]).distances
    array([[0., 1., 2., 3.],
           [1., 0., 1., 2.],
           [2., 1., 0., 1.],
           [3., 2., 1., 0.]])
    """
    unseen = as_choice(unseen, "unseen", ("error", "own"))
    missing = as_choice(missing, "missing", ("error", "own"))
    column = _as_column(values)
    categories = _categories(column, order)
    bins = _bins(categories, unseen, missing)
    check_size("categories in values", len(bins), (len(bins), len(bins)))
    places = np.arange(len(bins), dtype=np.float64)
    return OrdinalCodes(
        categories,
        bins,
        frozen(_encode(column, categories, unseen, missing)),
        frozen(np.abs(places[:, None] - places)),
        unseen,
        missing,
    )


def one_hot(
    values: Iterable[Any],
    *,
    order: Literal["sorted", "appearance"] | Sequence[Category] = "sorted",
    unseen: Literal["error", "zero", "own"] = "error",
    missing: Literal["error", "zero", "own"] = "error",
) -> OneHot:
    """Give each row a histogram whose bins are the categories: a single 1, and 0 elsewhere.

    Parameters
    ----------
    values : sequence of P categories
        One a row: text, numbers, or True and False, of one kind. None, NaN and pandas' NA are missing; the empty text
        is a category like any other.
    order : {"sorted", "appearance"} or sequence of categories
        The order of the bins: sorted by value (text by character code, so capitals come first), by first appearance, or as
        listed. No distance depends on it.
    unseen : {"error", "zero", "own"}
        What becomes of a category that is none of the known ones: refused, a row of zeros, or one further bin,
        the last, that all of them share.
    missing : {"error", "zero", "own"}
        The same for missing values; their bin follows the last category's. A bin of its own is there even if
        no value is missing, so that new data has the same features.

    Returns
    -------
    OneHot

    Raises
    ------
    TypeError
        If `values` is a single text, mixes kinds, or holds something else than text, numbers and truth values.
    ValueError
        If there are no rows, they do not form one column, a number is infinite, `order` repeats a category or holds a
        missing one, an option is unknown, a value is unseen or missing under "error", or so many categories would need too
        much memory.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.one_hot`.

    Source: section 9.2.1, Figure 9.2, bottom panel. For a table, encode one column at a time and put the histograms
    side by side with `np.hstack`. In a linear model with a bias, the bins of one feature add up to the bias's
    ones: regularize, or leave one bin out.

    Examples
    --------
    >>> trace = one_hot(["cat", None, "dog"], missing="own")
    >>> trace.bins
    ('cat', 'dog', '(missing)')
    >>> trace.vectors
    array([[1., 0., 0.],
           [0., 0., 1.],
           [0., 1., 0.]])
    """
    unseen = as_choice(unseen, "unseen", ("error", "zero", "own"))
    missing = as_choice(missing, "missing", ("error", "zero", "own"))
    column = _as_column(values)
    categories = _categories(column, order)
    bins = _bins(categories, unseen, missing)
    check_size("categories in values", len(bins), (len(bins), len(bins)))
    codes = _encode(column, categories, unseen, missing)
    return OneHot(
        categories,
        bins,
        frozen(codes),
        frozen(_histograms(codes, len(bins))),
        frozen(np.sqrt(2.0) * (1 - np.eye(len(bins)))),
        unseen,
        missing,
    )


class _Column(NamedTuple):
    """Rows as plain Python values, the numbers of those that are missing, and what kind the others are."""

    rows: list[Any]
    gaps: list[int]
    kind: str | None


def _as_column(values: Any, name: str = "values") -> _Column:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is one text ({values[:20]!r}); wanted a list of categories, one a row")
    if hasattr(values, "columns") and hasattr(values, "dtypes"):
        raise ValueError(f"{name} is a table of shape {values.shape}; wanted one column, as in {name}.iloc[:, 0]")
    if getattr(values, "ndim", 1) != 1:
        raise ValueError(f"{name} has shape {values.shape}; wanted (P,), one category a row: pass {name}.ravel()")
    if hasattr(values, "tolist"):
        rows = values.tolist()
    elif isinstance(values, Iterable):
        rows = list(values)
    else:
        raise TypeError(f"{name} is {shown(values)} ({type(values).__name__}); wanted a list of categories, one a row")
    if not rows:
        raise ValueError(f"{name} is empty; wanted at least one row")
    # None of these can be missing or mixed: no look at every row is needed.
    alike = type(values) is np.ndarray and values.dtype.kind in "biuU"
    if alike or set(map(type, rows)) in ({str}, {bool}, {int}):
        return _Column(rows, [], _kind(rows[0]))
    rows = [value.item() if isinstance(value, np.generic) else value for value in rows]
    gaps = [row for row, value in enumerate(rows) if _is_missing(value)]
    return _Column(rows, gaps, _common_kind(rows, set(gaps), name))


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in ("NAType", "NaTType")


def _kind(value: Any) -> str | None:
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "truth values"
    return "numbers" if isinstance(value, numbers.Real) else None


def _common_kind(rows: list[Any], gaps: set[int], name: str) -> str | None:
    """Refuse what is no category, and several kinds: 1, True and "1" must not be taken for one another."""
    first: dict[str, int] = {}
    for row, value in enumerate(rows):
        if row in gaps:
            continue
        kind = _kind(value)
        if kind is None:
            raise TypeError(
                f"{name} holds {shown(value)} ({type(value).__name__}) in row {row}; wanted text, numbers, or True and False"
            )
        if kind == "numbers" and math.isinf(value):
            raise ValueError(f"{name} holds an infinite value in row {row}; wanted finite numbers")
        first.setdefault(kind, row)
    if len(first) > 1:
        (a, i), (b, j) = list(first.items())[:2]
        raise TypeError(f"{name} mixes {a} ({rows[i]!r} in row {i}) and {b} ({rows[j]!r} in row {j}); wanted one kind")
    return next(iter(first), None)


def _categories(column: _Column, order: Any) -> tuple[Category, ...]:
    if isinstance(order, str):
        as_choice(order, "order", ("sorted", "appearance"))
        gaps = set(column.gaps)
        present = column.rows if not gaps else (value for row, value in enumerate(column.rows) if row not in gaps)
        found = dict.fromkeys(present)
        if not found:
            raise ValueError("values has only missing rows; wanted at least one category, or a list of them by order=")
        return tuple(sorted(found) if order == "sorted" else found)
    listed, absent, _ = _as_column(order, "order")
    if absent:
        raise ValueError(f"order holds a missing value in place {absent[0]}; wanted categories: see missing='own'")
    if len(set(listed)) < len(listed):
        twice = next(value for place, value in enumerate(listed) if value in listed[:place])
        raise ValueError(f"order holds {twice!r} twice; wanted each category once")
    return tuple(listed)


def _bins(categories: tuple[Category, ...], unseen: str, missing: str) -> tuple[str, ...]:
    names = tuple(map(str, categories))
    return names + (MISSING_BIN,) * (missing == "own") + (UNSEEN_BIN,) * (unseen == "own")


def _encode(column: _Column, categories: tuple[Category, ...], unseen: str, missing: str) -> NDArray[np.intp]:
    """Give each row's bin, and −1 where the rule is an all-zero row."""
    rows, gaps, kind = column
    known = _kind(categories[0])
    if kind not in (known, None):
        raise TypeError(f"values holds {kind}, but the categories are {known}: {_listed(categories)}")
    bin_of = {category: k for k, category in enumerate(categories)}
    codes = np.fromiter(map(bin_of.get, rows, repeat(_UNSEEN)), dtype=np.intp, count=len(rows))
    codes[gaps] = _MISSING
    seen = codes.copy()
    own = len(categories)
    for argument, rule, mark in (("missing", missing, _MISSING), ("unseen", unseen, _UNSEEN)):
        found = np.flatnonzero(seen == mark)
        if found.size and rule == "error":
            row = int(found[0])
            what = "a missing value" if mark == _MISSING else f"the unseen category {rows[row]!r}"
            raise ValueError(
                f"values holds {what} in row {row} ({found.size} such rows); "
                f"wanted one of {_listed(categories)}, or another rule by {argument}="
            )
        codes[found] = own if rule == "own" else -1
        own += rule == "own"
    return codes


def _listed(categories: tuple[Category, ...]) -> str:
    return ", ".join(map(repr, categories[:6])) + (f", … ({len(categories)} categories)" if len(categories) > 6 else "")


def _histograms(codes: NDArray[np.intp], bins: int) -> NDArray[np.float64]:
    check_size("categories in values", bins, (len(codes), bins))
    vectors = np.zeros((len(codes), bins))
    rows = np.flatnonzero(codes >= 0)
    vectors[rows, codes[rows]] = 1.0
    return vectors
