"""Newton's method (section A.8, used in Examples 9.2, 9.6 and 9.7) and its "simplified" step (Exercise 9.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_flag
from .descent import Array, Descendable, DescentTrace, Lost, Problem, as_not_negative, as_on_step, descend


def newton(
    cost: Descendable,
    start: ArrayLike,
    steps: int = 20,
    *,
    epsilon: float = 1e-7,
    simplified: bool = False,
    tolerance: float = 1e-14,
    on_step: Callable[[int, Array], Any] | None = None,
) -> DescentTrace:
    """Newton's method: from the start, steps w ← w − (∇²g(w) + εI)⁻¹ ∇g(w), each to the minimum of a quadratic model.

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        What is descended: value(w), gradient(w), and hessian(w) of shape (n, n) in the order of w.ravel(). With
        misclassifications(w), those are counted too.
    start : array-like, shape (N + 1,), or (N + 1, C) for MulticlassSoftmax
        The weights w⁰, bias first.
    steps : int
        Number of steps at most, at least 1.
    epsilon : float
        The ε ≥ 0 that is added to the Hessian's diagonal, so that a flat direction does not make the step endless. It
        slows the last steps a little, but does not move the minimizer. With 0 the features must be linearly
        independent.
    simplified : bool
        Whether only the diagonal of the Hessian is used: then each weight is divided by a number of its own, and no
        system is solved.
    tolerance : float
        It ends as soon as the next step promises to lower the cost, by half the squared Newton decrement
        ½ ∇gᵀ(∇²g + εI)⁻¹∇g, by no more than this share of the cost at the start. The default is below what the cost's
        rounding tells apart; 0 takes all steps.
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
        If `start` has not the cost's shape or is not finite, `steps` < 1, `epsilon` or `tolerance` < 0, or a cost of
        one's own is not finite at the start.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.newton`.

    Source: section A.8 as Examples 9.2, 9.6 and 9.7 use it, with the authors' ε = 10⁻⁷; for `simplified`, section A.8.1
    and Exercise 9.8, which cites Exercise 9.4 where it means 9.6. There, over PCA-sphered input, the Hessian of least
    squares is 2 I for the mean, so that the simplified step is the full one and reaches the minimum at once, from
    anywhere; with ε it misses the minimizer by the share ε / (2 + ε) of the way.

    Apart from ε the iterates' outputs do not depend on how the features are scaled, nor do the misclassifications.
    The step is not shortened where it overshoots: from a start with large margins, where the softmax cost is nearly
    flat in curvature but not in slope, the method may diverge, and says so.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares, Softmax
    >>> newton(LeastSquares([[0.0], [1.0], [2.0]], [1.0, 3.0, 6.0]), [5.0, -9.0], epsilon=0.0).costs
    array([1.42000000e+02, 5.55555556e-02])
    >>> trace = newton(Softmax([[0.0], [1.0], [2.0], [3.0]], [-1, 1, -1, 1]), [0.0, 0.0])
    >>> trace.costs.round(6), trace.converged
    (array([0.693147, 0.588149, 0.586874, 0.586872, 0.586872]), True)
    >>> print(newton(Softmax([[0.0], [1.0]], [-1, 1]), [0.0, 0.0], 6).message.split(": ")[2])
    no minimizer exists, the weights run away (the largest is 14.4 now) and the cost goes to 0.
    """
    problem = Problem(cost, start, "hessian")
    steps = as_count(steps, "steps", 1)
    problem.check_history(steps)
    epsilon = as_not_negative(epsilon, "epsilon")
    simplified = as_flag(simplified, "simplified")

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        hessian, slope = problem.hessian(w), gradient.reshape(-1)
        if simplified:
            diagonal = hessian.diagonal() + epsilon
            if not (diagonal > 0).all():
                raise Lost(f"weight {int((diagonal <= 0).argmax())} has no curvature")
            step = slope / diagonal
        else:
            try:
                step = np.linalg.solve(hessian + epsilon * np.eye(len(slope)), slope)
            except np.linalg.LinAlgError:
                raise Lost("the Hessian is singular") from None
        return w - step.reshape(w.shape), float(slope @ step) / 2

    return descend(
        problem,
        "newton",
        steps,
        advance,
        tolerance=as_not_negative(tolerance, "tolerance"),
        on_step=as_on_step(on_step),
    )
