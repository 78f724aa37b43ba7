"""Up to a million subsets as dots, by size and value: dots that would lie on each other are drawn once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.subset_lattice.searches import Objective, of_size

MOST_DOTS = 4_000  # dots that a saved page has room for
LEVELS = 150  # values that can be told apart in a panel of 260 pixels
WIDTH = 0.76  # share of a column that the dots of one size may fill
SIDE_BY_SIDE = (24, 16, 12, 8, 6, 4, 3, 2, 1)  # most dots on one level


class Cloud(NamedTuple):
    x: Array  # (n,): Number of features, moved aside by less than half a feature, and the value of the objective
    y: Array  # (n,)
    sizes: Indices  # (n,): Number of features


@lru_cache(maxsize=4)
def cloud_of(J: Objective, most: int = MOST_DOTS) -> Cloud:
    values, sizes = J.values, J.sizes
    low, width = values.min(), np.ptp(values) or 1.0
    levels = np.minimum(LEVELS * ((values - low) / width), LEVELS - 1).astype(np.int16)
    groups = sizes * np.int16(LEVELS) + levels
    order = np.argsort(groups, kind="stable")  # of short integers, this takes a fifteenth of the time of a full sort
    counts = np.bincount(groups)
    counts = counts[counts > 0]
    rank = np.arange(len(groups)) - np.repeat(np.cumsum(counts) - counts, counts)
    beside = next((each for each in SIDE_BY_SIDE if np.minimum(counts, each).sum() <= most), 1)
    first = np.flatnonzero(rank < beside)
    in_row = np.minimum(np.repeat(counts, counts)[first], beside)
    offset = (rank[first] - (in_row - 1) / 2) * WIDTH / max(SIDE_BY_SIDE[0], beside)
    shown = order[first]
    ends = np.array([numbers[each] for numbers in of_size(J.N) for each in _ends(values[numbers])])
    others = np.setdiff1d(ends, shown)
    drawn = np.r_[shown, others]
    return Cloud(sizes[drawn] + np.r_[offset, np.zeros(len(others))], values[drawn], sizes[drawn].astype(np.intp))


def _ends(values: Array) -> tuple[int, int]:
    return int(values.argmin()), int(values.argmax())
