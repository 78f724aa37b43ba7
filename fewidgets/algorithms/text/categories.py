"""Categories as numbers: one-hot histograms and ordinal codes, and the distances that each implies (section 9.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, Literal

import numpy as np

from .._numerics.arguments import as_choice
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices, Texts
from .category_column import Category, Column, as_categories, as_column, kind_of

OrdinalRule = Literal["error", "own"]
OneHotRule = Literal["error", "zero", "own"]
ORDINAL_RULES: tuple[OrdinalRule, ...] = ("error", "own")
ONE_HOT_RULES: tuple[OneHotRule, ...] = ("error", "zero", "own")
Order = Literal["sorted", "appearance"] | Sequence[Category]

MISSING_BIN, UNSEEN_BIN = "(missing)", "(unseen)"
# The codes of unseen and missing values before the rules for them are applied.
_UNSEEN, _MISSING = -1, -2


def one_hot(
    values: Iterable[Any], *, order: Order = "sorted", unseen: OneHotRule = "error", missing: OneHotRule = "error"
) -> OneHot:
    """Encode each category as a histogram over all categories: 1 in its bin, and 0 elsewhere.

    Every two categories are then equally far apart, √2, in any order.

    Parameters
    ----------
    values : sequence of P categories
        One per row: text, numbers, or True and False, all of one kind. None, NaN and the NA of pandas are missing.
    order : {"sorted", "appearance"} or sequence of categories
        The order of the bins: sorted by value (text by character code, so capitals come first), by first appearance, or as
        listed. Distances do not depend on it.
    unseen : {"error", "zero", "own"}
        The rule for categories that are not listed, or not in the training data: raise an error, encode as a row of zeros, or
        share one additional bin, the last.
    missing : {"error", "zero", "own"}
        The same rule for missing values. Their bin follows that of the last category.

    Returns
    -------
    OneHot

    Raises
    ------
    TypeError, ValueError
        If `values` is not one column of one kind, or a value is unseen or missing under "error".

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.one_hot`.

    Source: section 9.2.1, Figure 9.2, bottom panel. For a table, encode one column at a time and concatenate the histograms
    with `np.hstack`. In a linear model with a bias, the bins of a feature add up to the ones of the bias: regularize, or leave
    one bin out.

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
    encoding = _encoding(values, order, unseen, missing, ONE_HOT_RULES)
    distances = np.sqrt(2.0) * (1 - np.eye(len(encoding.bins)))
    return OneHot(**vars(encoding), vectors=_histograms(encoding.codes, len(encoding.bins)), distances=distances)


def ordinal_codes(
    values: Iterable[Any], *, order: Order = "sorted", unseen: OrdinalRule = "error", missing: OrdinalRule = "error"
) -> OrdinalCodes:
    """Number the categories 0, 1, 2, …, and compute the distances ``|i − j|`` that the numbers imply.

    Parameters
    ----------
    values, order
        As in `one_hot`. The order is that of the codes.
    unseen : {"error", "own"}
        The rule for categories that are not listed, or not in the training data: raise an error, or share one additional code
        after all others.
    missing : {"error", "own"}
        The same rule for missing values. Their code follows that of the last category.

    Returns
    -------
    OrdinalCodes

    Raises
    ------
    TypeError, ValueError
        As `one_hot`.

    Notes
    -----
    Source: section 9.2.1, Figure 9.2, top panels. The codes are an assumption about the categories. With 0, 1, 2, 3 for O, A,
    B, AB, the chapter makes AB more similar to B than to A, and swapping two codes changes which types look similar.

    Examples
    --------
    >>> ordinal_codes(["O", "A", "B", "AB"], order=["O", "A", "B", "AB"]).distances
    array([[0., 1., 2., 3.],
           [1., 0., 1., 2.],
           [2., 1., 0., 1.],
           [3., 2., 1., 0.]])
    """
    encoding = _encoding(values, order, unseen, missing, ORDINAL_RULES)
    places = np.arange(len(encoding.bins), dtype=np.float64)
    return OrdinalCodes(**vars(encoding), distances=np.abs(places[:, None] - places))


class _Encoding(Trace):
    """Categories with a number, the rules for other values, and rows of them."""

    categories: tuple[Category, ...]
    bins: Texts
    codes: Indices
    unseen: OneHotRule
    missing: OneHotRule


def _encoding(values: Any, order: Order, unseen: Any, missing: Any, rules: Sequence[OneHotRule]) -> _Encoding:
    """Check the arguments, and number the categories."""
    unseen, missing = as_choice(unseen, "unseen", rules), as_choice(missing, "missing", rules)
    column = as_column(values)
    categories = as_categories(column, order)
    bins = (*map(str, categories), *([MISSING_BIN] if missing == "own" else []), *([UNSEEN_BIN] if unseen == "own" else []))
    check_size("categories in values", len(bins), (len(bins), len(bins)))
    return _Encoding(categories, bins, _encode(column, categories, unseen, missing), unseen, missing)


def _encode(column: Column, categories: tuple[Category, ...], unseen: OneHotRule, missing: OneHotRule) -> Indices:
    """Return the bin of each row, and −1 where the rule is a row of zeros."""
    known = kind_of(categories[0])
    if column.kind not in (known, None):
        raise TypeError(f"values must be {known}, like the categories {_listed(categories)}; got {column.kind}.")
    bin_of = {category: k for k, category in enumerate(categories)}
    codes = np.fromiter(map(bin_of.get, column.rows, repeat(_UNSEEN)), dtype=np.intp, count=len(column.rows))
    codes[column.missing] = _MISSING
    missing_rows, unseen_rows = np.flatnonzero(codes == _MISSING), np.flatnonzero(codes == _UNSEEN)
    C = len(categories)
    if missing_rows.size:
        if missing == "error":
            raise _refused("a missing value", missing_rows, categories, "missing")
        codes[missing_rows] = C if missing == "own" else -1
    if unseen_rows.size:
        if unseen == "error":
            raise _refused(f"the unseen category {column.rows[unseen_rows[0]]!r}", unseen_rows, categories, "unseen")
        codes[unseen_rows] = C + (missing == "own") if unseen == "own" else -1
    return codes


def _refused(what: str, rows: Indices, categories: tuple[Category, ...], rule: str) -> ValueError:
    count = f" ({rows.size} such rows)" if rows.size > 1 else ""
    return ValueError(
        f"values must be among {_listed(categories)}; got {what} in row {rows[0]}{count}. Or choose another rule with {rule}=."
    )


def _listed(categories: tuple[Category, ...]) -> str:
    return ", ".join(map(repr, categories[:6])) + (f", … ({len(categories)} categories)" if len(categories) > 6 else "")


def _histograms(codes: Indices, bins: int) -> Array:
    check_size("categories in values", bins, (len(codes), bins))
    vectors = np.zeros((len(codes), bins))
    rows = np.flatnonzero(codes >= 0)
    vectors[rows, codes[rows]] = 1.0
    return vectors


class OneHot(_Encoding):
    """Categories as histograms with a single 1, as returned by `one_hot`.

    Attributes
    ----------
    categories : tuple of C categories
        In the order of their bins.
    bins : tuple of B str
        The names of the categories, then "(missing)" and "(unseen)" if these have a bin of their own.
    codes : NDArray, shape (P,), int
        The bin of each row; −1 for a row of zeros.
    vectors : NDArray, shape (P, B), float64
        One histogram per row: 1 in the row's bin, 0 elsewhere.
    distances : NDArray, shape (B, B), float64
        Euclidean distance between the histograms of every two bins, √2.
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

    vectors: Array
    distances: Array

    def transform(self, values: Iterable[Any]) -> Array:
        """Encode new rows with the same bins."""
        codes = _encode(as_column(values), self.categories, self.unseen, self.missing)
        return frozen(_histograms(codes, len(self.bins)))


class OrdinalCodes(_Encoding):
    """Numbered categories, as returned by `ordinal_codes`.

    Attributes
    ----------
    categories : tuple of C categories
        In the order of their codes: `categories[k]` has the code k.
    bins : tuple of B str
        The names of the categories, then "(missing)" and "(unseen)" if these have a code of their own.
    codes : NDArray, shape (P,), int
        The code of each row, 0 to B − 1.
    distances : NDArray, shape (B, B), float64
        Distance ``|i − j|`` between every two codes.
    unseen, missing : str
        The rules, as given to `ordinal_codes`.

    Examples
    --------
    >>> trace = ordinal_codes(["O", "AB", "A"], order=["O", "A", "B", "AB"])
    >>> trace.codes, trace.distances[3]
    (array([0, 3, 1]), array([3., 2., 1., 0.]))
    """

    distances: Array

    def transform(self, values: Iterable[Any]) -> Indices:
        """Number new rows with the same codes."""
        return frozen(_encode(as_column(values), self.categories, self.unseen, self.missing))
