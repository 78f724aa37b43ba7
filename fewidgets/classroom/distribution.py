"""The answers of a class to one question, counted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from fewidgets.explorables.predicting import Estimate, OneOf, Ordering, SeveralOf
from fewidgets.explorables.predicting.kind import Kind
from fewidgets.explorables.predicting.tex import readable

BINS = 10  # bars of a number, unless it has fewer values
OTHER_ORDERS = "other orders"
MOST_ORDERS = 8  # orders with a bar of their own


@dataclass(frozen=True)
class Distribution:
    """Bars: what was answered, how often, and which of them are right."""

    labels: tuple[str, ...]
    counts: tuple[int, ...]  # with several options, an answer counts for each
    right: tuple[bool, ...]  # all False until the truth is asked for


def bins_of(kind: Estimate) -> list[float]:
    """Return the ends of the bars of a number, ascending; a number with few values has a bar for each."""
    if kind.step is not None and (kind.high - kind.low) / kind.step <= 1.5 * BINS:
        count = math.floor((kind.high - kind.low) / kind.step + 1e-9)
        return [round(kind.low + k * kind.step, 12) for k in range(count + 1)]
    if kind.scale == "log":
        return [float(f"{value:.3g}") for value in np.geomspace(kind.low, kind.high, BINS + 1)]
    return [round(float(value), 12) for value in np.linspace(kind.low, kind.high, BINS + 1)]


def is_counted_singly(kind: Estimate) -> bool:
    """Whether each value of a number has a bar of its own."""
    return len(bins_of(kind)) != BINS + 1 or kind.step == (kind.high - kind.low) / BINS


def bar_labels(kind: Kind) -> list[str]:
    """Return what the bars of a question stand for; orders have no bars before somebody answers."""
    if isinstance(kind, OneOf | SeveralOf):
        return [readable(option) for option in kind.options]
    if isinstance(kind, Estimate):
        ends = [readable(kind.in_words(end)) for end in bins_of(kind)]
        if is_counted_singly(kind):
            return ends
        unit = f" {readable(kind.unit)}"
        return [f"{one.removesuffix(unit)} to {other}" for one, other in pairwise(ends)]
    return []


def bar_at(kind: Estimate, value: float) -> int:
    """Return the bar in which a number is counted: the one that begins at or below it; the last one includes its end."""
    ends = bins_of(kind)
    place = int(np.searchsorted(ends, value + 1e-9 * (kind.high - kind.low), side="right")) - 1
    return min(max(place, 0), len(ends) - 1 if is_counted_singly(kind) else len(ends) - 2)


def distribution(kind: Kind, answers: Sequence[Any], reveal: bool = False) -> Distribution:
    """Count the answers to a question; a sketch is not counted but drawn."""
    if isinstance(kind, Ordering):
        return _orders(kind, answers, reveal)
    labels = bar_labels(kind)
    if isinstance(kind, Estimate):
        places = Counter(bar_at(kind, answer) for answer in answers)
        right = {bar_at(kind, kind.truth)} if reveal else set()
    else:
        options = list(kind.choices())
        places = Counter(options.index(each) for answer in answers for each in _listed(answer))
        right = {options.index(each) for each in _listed(kind.truth)} if reveal else set()
    count = range(len(labels))
    return Distribution(tuple(labels), tuple(places[i] for i in count), tuple(i in right for i in count))


def _listed(answer: Any) -> tuple[str, ...]:
    return (answer,) if isinstance(answer, str) else tuple(answer)


def _orders(kind: Ordering, answers: Sequence[Any], reveal: bool) -> Distribution:
    counted = Counter(tuple(answer) for answer in answers)
    shown = [order for order, _ in counted.most_common(MOST_ORDERS)]
    if reveal and kind.truth not in shown:
        shown.append(kind.truth)
    labels = [", ".join(map(readable, order)) for order in shown]
    counts = [counted[order] for order in shown]
    right = [reveal and order == kind.truth for order in shown]
    rest = sum(counted.values()) - sum(counts)
    if rest:
        labels, counts, right = [*labels, OTHER_ORDERS], [*counts, rest], [*right, False]
    return Distribution(tuple(labels), tuple(counts), tuple(right))
