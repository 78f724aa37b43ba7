"""Which bars a panel shows first if there are too many of them: the largest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Bars

MOST_BARS = 24  # most bars that a panel shows at once


def bar_order(bars: Bars) -> NDArray[np.intp] | None:
    """Return the numbers of the bars, the ``MOST_BARS`` largest first; None if there are no more than that.

    A bar counts by its ``importance``, or by its largest distance from the baseline in any frame, so the order does not change
    while a control moves.
    """
    n = len(bars.names)
    if n <= MOST_BARS:
        return None
    if bars.importance is None:
        values = bars.values.every() if isinstance(bars.values, Frames) else bars.values
        sizes = np.abs(np.asarray(values, dtype=float).reshape(-1, n) - bars.baseline)
    else:
        sizes = np.asarray(bars.importance, dtype=float).reshape(1, n)
    largest = np.where(np.isnan(sizes), -np.inf, sizes).max(axis=0)
    by_size = np.argsort(-largest, kind="stable")
    return np.concatenate([np.sort(by_size[:MOST_BARS]), by_size[MOST_BARS:]])
