from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_flag
from .._numerics.types import Array
from .descent import StepFailed, descend
from .descent_arguments import DescentProblem, TwiceDescendable, as_not_negative
from .descent_trace import DescentTrace


def newton(
    cost: TwiceDescendable,
    start: ArrayLike,
    steps: int = 20,
    *,
    epsilon: float = 1e-7,
    simplified: bool = False,
    tolerance: float = 1e-14,
) -> DescentTrace:
    """Minimize a cost by Newton's method: from the start, take steps w ← w − (∇²g(w) + εI)⁻¹ ∇g(w).

    Each step goes to the minimum of a quadratic model of the cost. A step that overshoots is not shortened.

    Parameters
    ----------
    cost : LeastSquares, Softmax, MulticlassSoftmax, or any object
        As for `gradient_descent`, and with hessian(w) of shape (n, n) in the order of w.ravel().
    start
        As in `gradient_descent`.
    steps : int
        Largest number of steps.
    epsilon : float
        The ε ≥ 0 that is added to the diagonal of the Hessian, so that the step stays finite along a flat direction. It
        does not move the minimizer.
    simplified : bool
        Whether to use only the diagonal of the Hessian: each derivative is divided by its own curvature.
    tolerance : float
        Stop as soon as the next step should lower the cost, by ½ ∇gᵀ(∇²g + εI)⁻¹∇g, by no more than this share of the cost at
        the start. With 0, take all steps.

    Returns
    -------
    DescentTrace

    Raises
    ------
    TypeError, ValueError
        As `gradient_descent`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.newton`.

    Source: section A.8 as Examples 9.2, 9.6 and 9.7 use it, with the authors' ε = 10⁻⁷; for `simplified`, section A.8.1
    and Exercise 9.8, which cites Exercise 9.4 where it means 9.6. For PCA-sphered input, the Hessian of mean least squares
    is 2 I, so the simplified step equals the full one and reaches the minimum in one step, up to ε / (2 + ε) of the distance.

    Examples
    --------
    >>> from fewidgets.algorithms import LeastSquares, Softmax
    >>> newton(LeastSquares([[0.0], [1.0], [2.0]], [1.0, 3.0, 6.0]), [5.0, -9.0], epsilon=0.0).costs
    array([1.42000000e+02, 5.55555556e-02])
    >>> print(newton(Softmax([[0.0], [1.0]], [-1, 1]), [0.0, 0.0], 6).message.split(": ")[2])
    no minimizer exists, the weights grow without bound (the largest is 14.4 now) and the cost goes to 0.
    """
    problem = DescentProblem(cost, start, "hessian")
    steps = as_count(steps, "steps", 1)
    problem.check_history(steps)
    epsilon = as_not_negative(epsilon, "epsilon")
    simplified = as_flag(simplified, "simplified")
    tolerance = as_not_negative(tolerance, "tolerance")

    def advance(k: int, w: Array, gradient: Array) -> tuple[Array, float]:
        hessian, slope = problem.hessian(w), gradient.reshape(-1)
        if simplified:
            diagonal = hessian.diagonal() + epsilon
            if not (diagonal > 0).all():
                raise StepFailed(f"weight {int((diagonal <= 0).argmax())} has no curvature")
            step = slope / diagonal
        else:
            try:
                step = cast(Array, np.linalg.solve(hessian + epsilon * np.eye(len(slope)), slope))
            except np.linalg.LinAlgError:
                raise StepFailed("the Hessian is singular") from None
        return w - step.reshape(w.shape), float(slope @ step) / 2

    return descend(problem, "newton", steps, advance, tolerance=tolerance)
