"""Mutual information of a table of counts, and what shuffled labels give (CS373, lecture 7, slide "Information analysis")."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import frozen
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices


class TableInformation(Trace):
    """The mutual information of one table of counts."""

    counts: Indices
    score: float
    contributions: Array
    expected: Array
    chance: float
    label_entropy: float


def information_of_counts(counts: ArrayLike) -> TableInformation:
    """Return the mutual information of a table of counts, with the term of each cell."""
    table = np.asarray(counts)
    if table.ndim != 2 or table.dtype.kind not in "iu" or not table.size or table.min() < 0 or not table.any():
        raise ValueError("counts must be a table (levels × classes) of integers of at least 0, with at least one example")
    table = table.astype(np.intp)
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    P = int(rows.sum())
    terms = cell_terms(table, rows[:, None], columns, P)
    shares = columns[columns > 0] / P
    chance = (np.count_nonzero(rows) - 1) * (np.count_nonzero(columns) - 1) / (2 * P)
    return TableInformation(
        table,
        max(float(terms.sum()), 0.0),
        terms,
        rows[:, None] * (columns / P),
        chance,
        max(float(-(shares @ np.log(shares))), 0.0),
    )


def information_by_chance(counts: ArrayLike, draws: int = 1000, *, seed: int = 0) -> Array:
    """Return Î after the labels have been shuffled, for many shuffles."""
    table = information_of_counts(counts).counts
    rng, S = np.random.default_rng(as_count(seed, "seed", 0)), as_count(draws, "draws", 1)
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    R, C = table.shape
    tables = np.zeros((S, R, C), dtype=np.int64)
    left = np.tile(columns.astype(np.int64), (S, 1))  # examples of each label that have no row yet
    for r in range(R - 1):
        needed, others = np.full(S, rows[r]), left.sum(axis=1)
        for c in range(C - 1):
            others -= left[:, c]
            tables[:, r, c] = rng.hypergeometric(left[:, c], others, needed)
            needed -= tables[:, r, c]
        tables[:, r, -1] = needed
        left -= tables[:, r]
    tables[:, -1] = left
    terms = cell_terms(tables, rows[:, None], columns, int(rows.sum()))
    return frozen(np.sort(np.maximum(terms.sum(axis=(1, 2)), 0.0)))


def cell_terms(counts: Indices, row_totals: Indices, column_totals: Indices, P: int) -> Array:
    """Return the term of each cell in nats; 0 for a cell without examples, which counts as 0 log 0."""
    ratios = counts * (P / np.maximum(row_totals, 1)) / np.maximum(column_totals, 1)
    return counts / P * np.log(np.where(counts > 0, ratios, 1.0))
