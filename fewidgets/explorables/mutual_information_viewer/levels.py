"""Features as levels (categories, few values, or bins of numbers), and their tables of counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fewidgets.algorithms._numerics.arrays import check_finite
from fewidgets.algorithms._numerics.types import Array, Indices, ShortIndices
from fewidgets.algorithms.ranking.binning import bin_edges
from fewidgets.algorithms.text.category_column import as_column
from fewidgets.explorables.framework.intake import is_frame, take_in_columns
from fewidgets.scene.text.legible import label_of, quoted
from fewidgets.scene.text.numbers import MINUS, superscript, with_power
from fewidgets.scene.types import NameTuple

MOST_LEVELS = 10  # of a feature; more rows of a table are not in view together
MOST_CLASSES = 6  # columns of a table
MOST_EXAMPLES = 1_000_000  # that a table of counts can hold
MOST_DIGITS, FAR = 6, 1000.0  # digits of an edge in full, and lengths of all bins that others lie from zero
SMALL, LARGE = 1e-3, 1e6  # sizes of edges without a power of ten
LEVEL = 24  # longest name of a level, in characters
MISSING = "missing"

Result = TypeVar("Result")


class Levels(NamedTuple):
    """The levels of a feature, or the combinations of two features' levels."""

    names: NameTuple  # (R,): Names of the levels
    counts: Indices  # (R, C): Number of examples with each level and each label
    sizes: Indices  # (R,): Number of distinct values in each level of a feature, in the order of the values' codes


@dataclass(frozen=True, eq=False)
class Feature:
    """One feature, with its distinct values found once."""

    codes: ShortIndices  # (P,): Code of each example's value
    below: Indices  # (K + 1, C): Number of examples of each label with one of the first k values, for k from 0 to K
    totals: Indices  # (K,): Number of examples with each value
    values: Array | None  # (V,)
    names: NameTuple  # (K,): The names of a discrete feature's levels; empty for a continuous one

    @property
    def continuous(self) -> bool:
        return self.values is not None

    def levels(self, bins: int) -> Levels:
        """Return the levels of a discrete feature, or bins with as equal counts as possible."""
        if self.values is None:
            return Levels(self.names, np.diff(self.below, axis=0), np.ones(len(self.names), dtype=np.intp))
        K, V = len(self.totals), len(self.values)
        edges = bin_edges(self.values, self.totals[:V], bins)
        names = (*names_of_bins(edges), *([MISSING] if K > V else []))
        starts = [0, *self.values.searchsorted(edges[1:-1]), *([V] if K > V else [])]
        return Levels(names, np.diff(self.below[[*starts, K]], axis=0), np.diff([*starts, K]))


@dataclass(frozen=True, eq=False)
class LevelData:
    features: tuple[Feature, ...]  # (N,)
    labels: ShortIndices  # (P,): The class of each example, from 0
    class_names: NameTuple  # (C,)
    feature_names: NameTuple  # (N,)
    target_name: str
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.labels), len(self.features)

    def levels(self, bins: int) -> tuple[Levels, ...]:
        return self.kept(bins, lambda: tuple(feature.levels(bins) for feature in self.features))

    def kept(self, key: Any, compute: Callable[[], Result]) -> Result:
        """Return a result for a key, and keep it for as long as the data."""
        if key not in self._kept:
            self._kept[key] = compute()
        found: Result = self._kept[key]
        return found

    def pair(self, one: int, other: int, bins: int) -> Levels:
        C = len(self.class_names)
        a, b = (self.levels(bins)[n] for n in (one, other))
        combined = self._level_of_each(one, bins) * np.int32(len(b.names) * C)
        combined += self._level_of_each(other, bins) * np.int32(C)
        combined += self.labels
        counts = np.bincount(combined, minlength=len(a.names) * len(b.names) * C).reshape(-1, C)
        there = np.flatnonzero(counts.any(axis=1))
        names = tuple(f"{a.names[k // len(b.names)]} & {b.names[k % len(b.names)]}" for k in there)
        return Levels(names, counts[there], np.ones(len(there), dtype=np.intp))

    def _level_of_each(self, n: int, bins: int) -> ShortIndices:
        sizes = self.levels(bins)[n].sizes
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)[self.features[n].codes]


def take_in_levels(X: Any, y: Any = None, feature_names: Any = None) -> LevelData:
    """Check a table of numbers, text and truth values, and find the levels of each column."""
    columns, outputs, names, target_name = take_in_columns(X, y, feature_names)
    P = len(columns[0])
    if P > MOST_EXAMPLES:
        raise ValueError(f"X must have at most {MOST_EXAMPLES:,} examples; got {P:,}. Take a sample of the rows.")
    labels, class_names = _as_classes(outputs, P)
    features = [
        _as_feature(column, f"Column {quoted(label_of(name))} of X", labels, len(class_names))
        for name, column in zip(names, columns, strict=True)
    ]
    return LevelData(tuple(features), labels, class_names, names, target_name)


def names_of_bins(edges: Array) -> NameTuple:
    """Name the bins between edges, with as many digits as tell the edges apart.

    What all edges have in common is written once: a power of ten, or a large number to which the others are added.
    """
    inner = edges[1:-1]
    if not len(inner):
        return ("all values",)
    before, after = "", ""
    digits = next(d for d in range(1, 18) if len({f"{each:.{d - 1}e}" for each in inner}) == len(inner))
    written = _told_apart(inner)
    largest, length = float(np.abs(inner).max()), float(np.ptp(inner))
    if digits > MOST_DIGITS and FAR * length < largest:
        unit = 10.0 ** np.ceil(np.log10(length))
        common = float(np.round(inner.mean() / unit) * unit)
        before = with_power(common, len(Decimal(str(common)).normalize().as_tuple().digits) - 1) + " "
        written = [each if each.startswith(MINUS) else f"+{each}" for each in _told_apart(inner - common)]
    elif digits <= MOST_DIGITS and largest and not SMALL <= largest < LARGE:
        power = int(np.floor(np.log10(largest)))
        after = f"×10{superscript(power)}"
        written = _told_apart(inner / 10.0**power)
    between = [f"{before}{low}…{high}{after}" for low, high in pairwise(written)]
    return (f"< {before}{written[0]}{after}", *between, f"≥ {before}{written[-1]}{after}")


def _told_apart(values: Array) -> list[str]:
    return next(
        texts for digits in range(3, 18) if len(set(texts := [_number(each, digits) for each in values])) == len(values)
    )


def _number(value: float, digits: int) -> str:
    """Write a number with at least ``digits`` significant digits."""
    size = abs(value)
    if 1e-4 <= size < 1e15:
        text = f"{value:.{max(0, digits - 1 - int(np.floor(np.log10(size))))}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        text = f"{value:.{digits}g}"
    return text.replace("-", MINUS)


def _as_feature(column: Any, name: str, labels: ShortIndices, C: int) -> Feature:
    codes, values, names = _coded(column, name)
    K = max(len(values) if values is not None else 0, len(names), int(codes.max()) + 1)
    counts = np.bincount(codes * np.intp(C) + labels, minlength=K * C).reshape(K, C)
    below = np.pad(np.cumsum(counts, axis=0), ((1, 0), (0, 0)))
    return Feature(codes.astype(np.int32), below, counts.sum(axis=1), values, names)


def _coded(column: Any, name: str) -> tuple[Indices, Array | None, NameTuple]:
    """Return the codes of the examples, the values if continuous, and the names of the levels."""
    numbers = _as_numbers(column, name)
    if numbers is None:
        return _coded_texts(column, name)
    missing = np.isnan(numbers)
    check_finite(np.where(missing, 0.0, numbers), name)
    values, codes = np.unique(numbers[~missing], return_inverse=True)
    every = np.full(len(numbers), len(values))
    every[~missing] = codes
    if len(values) > MOST_LEVELS:
        return every, values, ()
    written = [_number(each, 6) for each in values]
    if len(set(written)) < len(values):
        written = [_number(each, 17) for each in values]
    return every, None, (*written, *([MISSING] if missing.any() else []))


def _as_numbers(column: Any, name: str) -> Array | None:
    """Return a column of numbers, NaN where missing; None for another column."""
    kind = getattr(getattr(column, "dtype", None), "kind", "O")
    if isinstance(getattr(column, "dtype", None), np.dtype) and kind in "iuf" and not np.ma.isMaskedArray(column):
        return np.asarray(column, dtype=np.float64)
    if kind in "mM":
        raise TypeError(f"{name} must hold text, numbers, or True and False; got dates or times. Convert them to numbers.")
    found = as_column(column, name)
    if found.kind not in ("numbers", None):
        return None
    missing = set(found.missing)
    return np.array([np.nan if row in missing else float(value) for row, value in enumerate(found.rows)])


def _coded_texts(column: Any, name: str) -> tuple[Indices, None, NameTuple]:
    """Code a column of text or truth values in alphabetical order, rare ones together."""
    found = as_column(column, name)
    missing = set(found.missing)
    texts = [None if row in missing else value for row, value in enumerate(found.rows)]
    numbers = Counter(text for text in texts if text is not None)
    order = sorted(numbers) if len(numbers) <= MOST_LEVELS else [text for text, _ in numbers.most_common()]
    names = [label_of(str(each), LEVEL) for each in order]
    if len(order) > MOST_LEVELS:
        names[MOST_LEVELS - 1 :] = [f"{len(order) - MOST_LEVELS + 1:,} others"]
    names = [each if names.index(each) == place else f"{each} ({place + 1})" for place, each in enumerate(names)]
    code = {each: min(place, MOST_LEVELS - 1) for place, each in enumerate(order)}
    codes = np.array([len(names) if text is None else code[text] for text in texts], dtype=np.intp)
    return codes, None, (*names, *([MISSING] if missing else []))


def _as_classes(y: Any, P: int) -> tuple[ShortIndices, NameTuple]:
    if is_frame(y):
        raise ValueError(f"y must have shape ({P},); got a table of shape {y.shape}. Choose a column: y.iloc[:, 0].")
    found = as_column(np.asarray(y) if isinstance(y, list | tuple) and not _mixed(y) else y, "y")
    if len(found.rows) != P:
        raise ValueError(f"y must have shape ({P},), one label per example of X; got {len(found.rows)} labels")
    if found.missing:
        raise ValueError(f"y must have a label for each example; it is missing in row {found.missing[0]}. Leave the row out.")
    classes = sorted(set(found.rows))
    if len(classes) == 1:
        raise ValueError(f"y must contain at least two classes; found one class only ({classes[0]} in all {P} rows)")
    if len(classes) > MOST_CLASSES:
        cut = " Cut a continuous output into classes first, as in y > np.median(y)." if found.kind == "numbers" else ""
        raise ValueError(f"y must hold labels of 2 to {MOST_CLASSES} classes; got {len(classes):,} different values.{cut}")
    code = {each: place for place, each in enumerate(classes)}
    signed = found.kind == "numbers" and classes[0] < 0
    written = [
        f"{'+' if signed and each > 0 else ''}{_number(each, 6)}" if found.kind == "numbers" else label_of(str(each), LEVEL)
        for each in classes
    ]
    return np.array([code[each] for each in found.rows], dtype=np.int32), tuple(written)


def _mixed(y: Any) -> bool:
    """Whether a list holds text beside numbers, which an array would make text of."""
    return len({isinstance(each, str) for each in y}) > 1
