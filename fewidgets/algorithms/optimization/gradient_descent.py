from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.types import Array
from .descent import descend
from .descent_arguments import Descendable, DescentProblem, as_step_lengths
from .descent_trace import DescentTrace


def gradient_descent(
    cost: Descendable,
    start: ArrayLike,
    step_length: ArrayLike,
    steps: int,
) -> DescentTrace:
    """Minimize a cost by gradient descent: from the start, take steps w ← w − α ∇g(w).

    With curvature L along a step, the step overshoots if α > 1 / L and raises the cost if α > 2 / L.

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        With value(w), a number, and gradient(w), an array of the shape of `w`. If it has misclassifications(w), those are
        counted too.
    start : array-like, shape (N + 1,), or (N + 1, C) for MulticlassSoftmax
        The weights w⁰, bias first.
    step_length : float or array-like, shape (steps,)
        The step length α > 0: fixed, or one for each step, such as 1 / np.arange(1, steps + 1).
    steps : int
        Number of steps.

    Returns
    -------
    DescentTrace
        Its arrays are always finite; `stopped` says when a run diverged, and why.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or your own cost is not finite at the start.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.gradient_descent`.

    Source: section 9.3, Examples 9.4 (α = 0.1 from zero: 100 steps on the raw input, 20 on the standard normalized input)
    and 9.5 (α = 1 and 100 steps, α = 10 and 25 steps, from [20, 30]); Exercises 9.3, 9.5 and 9.7. The slopes of a softmax cost
    are bounded, so a step length that is too long does not lead to infinity there. (Example 9.5 says that α = 10 would diverge
    on its raw input. It rises in 55 of 100 steps, and stays above the minimum.)

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares
    >>> cost = LeastSquares([[-1.0], [1.0]], [1.0, 3.0])
    >>> trace = gradient_descent(cost, [0.0, 0.0], 0.25, 3)
    >>> trace.weights[-1], trace.costs, trace.stopped
    (array([1.75 , 0.875]), array([5.      , 1.25    , 0.3125  , 0.078125]), 'steps')
    >>> for reason in gradient_descent(cost, [0.0, 0.0], 1.5, 5).stopped.split("; "):
    ...     print(reason)
    diverged at step 1: the cost rose from 5 at the start to 5.12e+03
    step_length = 1.5 is too long: with the curvature 2 there, at most 2 / 2 = 1 descends
    """
    problem = DescentProblem(cost, start)
    steps = as_count(steps, "steps", 1)
    problem.check_history(steps)
    lengths = as_step_lengths(step_length, steps)

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        return w - lengths[k] * gradient, float(lengths[k] * np.vdot(gradient, gradient))

    return descend(problem, "gradient_descent", steps, advance, step_lengths=lengths)
