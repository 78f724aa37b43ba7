"""The bins of a continuous feature: mutual information needs levels (CS373, lecture 7, "Simple coordinate selection")."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._numerics.arrays import frozen
from .._numerics.tolerances import ROUNDING

Binning = Literal["equal_count", "equal_width"]
BINNINGS: tuple[Binning, ...] = ("equal_count", "equal_width")


def bin_edges(values: NDArray[np.float64], counts: NDArray[np.intp], bins: int, binning: str) -> NDArray[np.float64]:
    """Return the edges of a feature's bins: at least 2, and at most bins + 1."""
    if binning == "equal_width":
        inner = np.linspace(values[0], values[-1], bins + 1)[1:-1]
        # A value that differs from an edge by rounding alone lies on it. In another unit, rounding would be another one.
        rounding = ROUNDING * max(abs(values[0]), abs(values[-1]))
        nearest = values[values.searchsorted(inner - rounding)]
        inner = np.where(nearest <= inner + rounding, nearest, inner)
    else:
        # A cut after value i has `below[i]` examples below it. Choose the cut nearest to each equal share, the lower of two.
        below, equal = np.cumsum(counts)[:-1], counts.sum() * np.arange(1, bins) / bins
        upper = np.minimum(below.searchsorted(equal), len(below) - 1)
        lower = np.maximum(upper - 1, 0)
        nearer = (
            np.where(np.abs(below[lower] - equal) <= np.abs(below[upper] - equal), lower, upper) if len(below) else upper[:0]
        )
        low, high = values[:-1][nearer], values[1:][nearer]
        middle = low + (high - low) / 2
        inner = np.where(middle > low, middle, high)  # there may be no number between two values
    return frozen(np.concatenate([values[:1], np.unique(inner), values[-1:]]))
