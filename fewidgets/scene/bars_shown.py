"""Which bars a panel shows first if there are too many of them: the largest.

The rule is here for all renderers. The live view shows these bars, and the rest after scrolling or searching. Still pictures
show these bars only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fewidgets.scene.frames import Frames
from fewidgets.scene.marks import Bars

MOST_BARS = 24  # most bars that a panel shows at once


def bar_order(bars: Bars) -> NDArray[np.intp] | None:
    """Order the bars of a panel that has more of them than it shows at once.

    A bar counts by its ``importance``, or by its largest distance from the baseline in any frame, so the order does not change
    while a control moves.

    Parameters
    ----------
    bars : Bars

    Returns
    -------
    NDArray, shape (n,), intp, or None
        Numbers of the bars: first the ``MOST_BARS`` largest, in the order of the scene, and then the others by falling size.
        None if there are no more than that.

    Examples
    --------
    >>> bar_order(Bars(["a", "b"], [1.0, 2.0])) is None
    True
    >>> order = bar_order(Bars([f"x{n}" for n in range(26)], [0.5, 0.1, *range(1, 25)]))
    >>> order[0], order[-2:]
    (np.int64(2), array([0, 1]))
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
