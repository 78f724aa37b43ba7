"""The bins of a continuous feature: mutual information needs levels (CS373, lecture 7, "Simple coordinate selection")."""

from __future__ import annotations

import numpy as np

from .._numerics.arrays import frozen
from .._numerics.types import Array, Indices


def bin_edges(values: Array, counts: Indices, bins: int) -> Array:
    """Return the edges of bins with numbers of examples as equal as possible, cut half way between two distinct values.

    A value on an edge belongs to the upper bin. There may be fewer bins than asked for.
    """
    # A cut after value i has `below[i]` examples below it. Choose the cut nearest to each equal share, the lower of two.
    below, equal = np.cumsum(counts)[:-1], counts.sum() * np.arange(1, bins) / bins
    if not len(below):
        return frozen(np.repeat(values, 2))
    upper = np.minimum(below.searchsorted(equal), len(below) - 1)
    lower = np.maximum(upper - 1, 0)
    nearer = np.where(np.abs(below[lower] - equal) <= np.abs(below[upper] - equal), lower, upper)
    low, high = values[:-1][nearer], values[1:][nearer]
    middle = low + (high - low) / 2
    inner = np.where(middle > low, middle, high)  # there may be no number between two values
    return frozen(np.concatenate([values[:1], np.unique(inner), values[-1:]]))
