"""Gradient descent with a fixed step length (section 9.3), and the search for the longest that descends (Exercise 9.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .descent import Array, Descendable, DescentTrace, Problem, as_not_negative, as_on_step, as_step_lengths, descend


def gradient_descent(
    cost: Descendable,
    start: ArrayLike,
    step_length: ArrayLike,
    steps: int,
    *,
    tolerance: float = 0.0,
    on_step: Callable[[int, Array], Any] | None = None,
) -> DescentTrace:
    """Gradient descent: from the start, steps w ← w − α ∇g(w).

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        What is descended: value(w), a number, and gradient(w), of the shape of `w`. With misclassifications(w), those
        are counted too.
    start : array-like, shape (N + 1,), or (N + 1, C) for MulticlassSoftmax
        The weights w⁰, bias first.
    step_length : float or array-like, shape (steps,)
        The step length α > 0: fixed, or one for each step, such as 1 / np.arange(1, steps + 1).
    steps : int
        Number of steps, at least 1.
    tolerance : float
        It ends as soon as the next step promises to lower the cost, α‖∇g‖², by no more than this share of the cost
        at the start. With 0, as the chapter runs it, only where the gradient vanishes.
    on_step : callable, optional
        Called after each step with its number, from 1, and its weights: for a progress bar.

    Returns
    -------
    DescentTrace
        Its arrays are finite in any case; `stopped` says when a run diverged, and why.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If `start` has not the cost's shape or is not finite, `step_length` is no number above 0 nor one for each
        step, `steps` < 1, `tolerance` < 0, or a cost of one's own is not finite at the start.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.gradient_descent`.

    Source: section 9.3.1, Examples 9.4 (α = 0.1 from zero: 100 steps on the input as it is, 20 standard normalized) and
    9.5 (α = 1 and 100 steps, α = 10 and 25 steps, from [20, 30]); Exercises 9.3, 9.5 and 9.7. With curvature L along a
    step, it overshoots beyond α = 1 / L and rises beyond 2 / L. The slopes of a softmax cost are bounded: there too long
    a step does not lead to infinity, but up and down for ever. (9.5 says that α = 10 would diverge on its input as it
    is: it rises in 55 of 100 steps, and stays above the minimum.)

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> cost = LeastSquares([[-1.0], [1.0]], [1.0, 3.0])
    >>> trace = gradient_descent(cost, [0.0, 0.0], 0.25, 3)
    >>> trace.weights, trace.costs, trace.stopped
    (array([[0.   , 0.   ],
           [1.   , 0.5  ],
           [1.5  , 0.75 ],
           [1.75 , 0.875]]), array([5.      , 1.25    , 0.3125  , 0.078125]), 'steps')
    >>> for told in gradient_descent(cost, [0.0, 0.0], 1.5, 5).stopped.split("; "):
    ...     print(told)
    diverged at step 1: the cost rose from 5 at the start to 5.12e+03
    step_length = 1.5 is too long: the curvature 2 met there allows 2 / 2 = 1 at most
    """
    problem = Problem(cost, start)
    steps = as_count(steps, "steps", 1)
    problem.check_history(steps)
    lengths = as_step_lengths(step_length, steps)

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        return w - lengths[k] * gradient, float(lengths[k] * np.vdot(gradient, gradient))

    return descend(
        problem,
        "gradient_descent",
        steps,
        advance,
        step_lengths=lengths,
        tolerance=as_not_negative(tolerance, "tolerance"),
        on_step=as_on_step(on_step),
    )


@dataclass(frozen=True, eq=False)
class StepLengthSearch:
    """The step lengths tried by `search_step_length`, and what became of each.

    Attributes
    ----------
    exponents : NDArray, shape (T,), int
        The exponents γ tried, descending; the last is the one found, if any.
    step_lengths : NDArray, shape (T,), float64
        The step lengths α = 10^γ.
    traces : tuple of T DescentTrace
        The run with each; one that rises in its first step ends there.
    found : bool
        Whether the last of them never raised the cost, and lowered it on the whole.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> search_step_length(LeastSquares([[-1.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], exponents=(-3, 1)).step_lengths
    array([10. ,  1. ,  0.1])
    """

    exponents: NDArray[np.intp]
    step_lengths: Array
    traces: tuple[DescentTrace, ...]
    found: bool

    @property
    def step_length(self) -> float | None:
        """The largest step length that descends; None if none does.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares
        >>> search_step_length(LeastSquares([[-1.0], [1.0]], [1.0, 3.0]), [0.0, 0.0]).step_length
        0.1
        """
        return float(self.step_lengths[-1]) if self.found else None

    @property
    def trace(self) -> DescentTrace | None:
        """The run with it; None if none descends.

        Examples
        --------
        >>> from fewidgets.algorithms import LeastSquares
        >>> search_step_length(LeastSquares([[-1.0], [1.0]], [1.0, 3.0]), [0.0, 0.0], 5).trace.n_rises
        0
        """
        return self.traces[-1] if self.found else None


def search_step_length(
    cost: Descendable, start: ArrayLike, steps: int = 10, *, exponents: tuple[int, int] = (-10, 5)
) -> StepLengthSearch:
    """The largest step length 10^γ, γ a whole number, with which gradient descent lowers the cost and never raises it.

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
        As `gradient_descent`; or if `exponents` is no ascending pair of whole numbers.

    Notes
    -----
    Source: Exercise 9.7, which asks for it with ten steps on MNIST's pixels as they are, standard normalized and
    PCA-sphered.

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
        raise TypeError(f"exponents is {shown(exponents)}; wanted a pair: the smallest and the largest") from None
    low, high = as_count(low, "exponents[0]", -300, 300), as_count(high, "exponents[1]", -300, 300)
    if low > high:
        raise ValueError(f"exponents is {(low, high)}; wanted the smaller one first")
    check_size("steps", steps, (high - low + 1, steps + 1, 2, Problem(cost, start).start.size))
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
    return StepLengthSearch(frozen(tried), frozen(np.array(lengths)), tuple(traces), found)


def _descends(trace: DescentTrace) -> bool:
    return not trace.diverged and trace.n_rises == 0 and bool(trace.costs[-1] < trace.costs[0])
