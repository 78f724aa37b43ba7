from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, shown
from .._numerics.memory import check_size
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from .descent_arguments import Descendable, DescentProblem
from .descent_trace import DescentTrace
from .gradient_descent import gradient_descent


class StepLengthSearch(Trace):
    """The step lengths tried by `search_step_length`, and the run with each.

    Attributes
    ----------
    exponents : NDArray, shape (T,), int
        The exponents γ that were tried, descending; the last one is the result, if there is one.
    step_lengths : NDArray, shape (T,), float64
        The step lengths α = 10^γ.
    traces : tuple of T DescentTrace
        The run with each step length; a run that raises the cost in its first step ends there.
    found : bool
        Whether the last run never raised the cost, and ended below its start.
    """

    exponents: Indices
    step_lengths: Array
    traces: tuple[DescentTrace, ...]
    found: bool

    @property
    def step_length(self) -> float | None:
        """The longest step length that descends, or None if none does."""
        return float(self.step_lengths[-1]) if self.found else None

    @property
    def trace(self) -> DescentTrace | None:
        """The run with this step length, or None if none descends."""
        return self.traces[-1] if self.found else None


def search_step_length(
    cost: Descendable, start: ArrayLike, steps: int = 10, *, exponents: tuple[int, int] = (-10, 5)
) -> StepLengthSearch:
    """Find the longest step length 10^γ, γ an integer, with which gradient descent lowers the cost and never raises it.

    Parameters
    ----------
    cost, start
        As for `gradient_descent`.
    steps : int
        Number of steps of each run, at least 1.
    exponents : (int, int)
        The smallest and the largest γ to try, within −300 and 300.

    Returns
    -------
    StepLengthSearch

    Raises
    ------
    TypeError, ValueError
        As for `gradient_descent`, or if `exponents` is not a pair of integers in ascending order.

    Notes
    -----
    Source: Exercise 9.7, which takes ten steps on MNIST's pixels: raw, standard normalized and PCA-sphered.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> X, y = [[0.0], [300.0]], [1.0, 3.0]
    >>> raw, scaled = (search_step_length(LeastSquares(X, y), [0.0, 0.0]) for X in (X, [[-1.0], [1.0]]))
    >>> raw.step_length, scaled.step_length
    (1e-05, 0.1)
    """
    steps = as_count(steps, "steps", 1)
    try:
        low, high = exponents
    except (TypeError, ValueError):
        raise TypeError(f"exponents must be a pair, the smallest and the largest; got {shown(exponents)}") from None
    low, high = as_count(low, "exponents[0]", -300, 300), as_count(high, "exponents[1]", -300, 300)
    if low > high:
        raise ValueError(f"exponents must be in ascending order; got {(low, high)}")
    check_size("steps", steps, (high - low + 1, steps + 1, 2, DescentProblem(cost, start).start.size))
    lengths: list[float] = []
    traces: list[DescentTrace] = []
    found = False
    for exponent in range(high, low - 1, -1):
        step_length = float(f"1e{exponent}")
        trace = gradient_descent(cost, start, step_length, 1)
        if steps > 1 and _descends(trace):
            trace = gradient_descent(cost, start, step_length, steps)
        lengths.append(step_length)
        traces.append(trace)
        found = _descends(trace)
        if found:
            break
    tried = np.arange(high, high - len(traces), -1)
    return StepLengthSearch(tried, np.array(lengths), tuple(traces), found)


def _descends(trace: DescentTrace) -> bool:
    return not trace.diverged and trace.n_rises == 0 and bool(trace.costs[-1] < trace.costs[0])
