"""ℓ1 regularization by gradient descent with a fixed step length, as the chapter does it (Examples 9.11 and 9.12).

w ← w − α (∇g(w) + λ sign(ω)),    the bias without a penalty
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import as_features, as_labels, as_outputs, check_penalties
from .._numerics.tolerances import RISE
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices
from ..optimization.cost_names import COSTS, CostName, Reduction, factor_of
from ..optimization.logistic import sigmoid, softplus

# A run with outputs beyond this is about to overflow, so it is stopped.
LARGEST_OUTPUT = 1e80


class L1Descent(Trace):
    """The model after the last step of gradient descent, for each λ.

    Attributes
    ----------
    cost, reduction : str
        As given to `l1_gradient_descent`.
    lambdas : NDArray, shape (K,), float64
        Ascending.
    weights : NDArray, shape (K, N), float64
        Weights after the last step. Those of unimportant features are small, but not zero.
    biases : NDArray, shape (K,), float64
        Bias after the last step.
    costs, objectives : NDArray, shape (K,), float64
        The cost alone, and the cost plus λ‖ω‖₁.
    n_nonzero : NDArray, shape (K,), int
        Number of weights that are not exactly 0.
    steps, step_length : int, float
        Number of steps for each λ, and the step length α.
    diverged : NDArray, shape (K,), bool
        Whether the run ended above its start with a step length above 2 / L.
    stopped_at : NDArray, shape (K,), int
        The step before which a diverging run was stopped, with weights that are still finite; −1 if it was not stopped.
    message : str
        What happened, in one sentence.
    """

    cost: CostName
    reduction: Reduction
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    objectives: Array
    n_nonzero: Indices
    steps: int
    step_length: float
    diverged: Flags
    stopped_at: Indices
    message: str


def l1_gradient_descent(
    X: ArrayLike,
    y: ArrayLike,
    lambdas: ArrayLike,
    *,
    steps: int = 1000,
    step_length: float | None = None,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
) -> L1Descent:
    """Lower cost + λ‖ω‖₁ by a fixed number of (sub)gradient steps of fixed length, with one run for each λ.

    A step goes against the gradient of the cost plus λ sign(ω), with sign(0) = 0, from zero weights. A weight that is zero at
    the minimizer jumps back and forth across zero, by about α λ: it ends small, but not at zero. `l1_path` finds the
    minimizers.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows; standard normalize first.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    lambdas : array-like, shape (K,)
        Penalty parameters ≥ 0. The bias is not penalized.
    steps : int
        Number of steps for each λ.
    step_length : float, optional
        The step length α > 0. The default is 1 / L, with the largest curvature L that the cost can have.
    cost : {"least_squares", "softmax"}
        The cost.
    reduction : {"mean", "sum"}
        How the cost adds over the examples.

    Returns
    -------
    L1Descent
        It says which runs diverged. Its arrays are always finite.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.l1_gradient_descent`.

    Source: Examples 9.11 and 9.12 (50 values of λ in [0, 130], fixed steps and step length); equation (9.25).

    Examples
    --------
    >>> X, y = [[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0]
    >>> descent = l1_gradient_descent(X, y, [4.0], step_length=0.07)
    >>> bool(0 < abs(descent.weights[0, 1]) < 4 * 0.07), descent.n_nonzero
    (True, array([2]))
    """
    X = as_features(X)
    P, N = X.shape
    grid = np.unique(check_penalties(lambdas, max(P, N + 1)))  # outputs or weights, whichever are more
    steps = as_count(steps, "steps", 1)
    cost = as_choice(cost, "cost", COSTS)
    y = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)
    factor = factor_of(reduction, P)

    X1 = np.column_stack([np.ones(P), X])
    gram = factor * (X1.T @ X1)
    # The second derivative of a square is 2, and that of log(1 + exp(−margin)) is at most 1/4.
    curvature = float(np.linalg.eigvalsh(gram)[-1]) * (2 if cost == "least_squares" else 0.25)
    length = 1.0 / curvature if step_length is None else as_number(step_length, "step_length", positive=True)
    largest = LARGEST_OUTPUT / (np.abs(X1).max() * (N + 1))
    w, stopped_at = _descend(_gradient(cost, X1, y, gram, factor), grid, N, steps, length, largest)

    weights, outputs = w[:, 1:].copy(), w @ X1.T
    costs = factor * (((outputs - y) ** 2) if cost == "least_squares" else softplus(-y * outputs)).sum(axis=1)
    objectives = costs + grid * np.abs(weights).sum(axis=1)
    at_start = factor * (float(y @ y) if cost == "least_squares" else P * np.log(2.0))
    diverged = (stopped_at >= 0) | ((objectives > at_start * (1 + RISE)) & (length > 2 / curvature))
    message = f"{steps} steps of length {length:g} for each of {len(grid)} λ"
    if diverged.any():
        message = (
            f"diverged at {np.count_nonzero(diverged)} of {len(grid)} λ: step_length = {length:g} is too large; "
            f"{2 / curvature:.3g} or less descends"
        )
    return L1Descent(
        cost,
        reduction,
        grid,
        weights,
        w[:, 0].copy(),
        costs,
        objectives,
        np.count_nonzero(weights, axis=1),
        steps,
        length,
        diverged,
        stopped_at,
        message,
    )


def _gradient(cost: CostName, X1: Array, y: Array, gram: Array, factor: float) -> Callable[[Array], Array]:
    """Return the gradient of the cost as a function of weights (K, N + 1), bias first."""
    if cost == "least_squares":
        products = factor * (y @ X1)
        return lambda w: 2 * (w @ gram - products)
    return lambda w: -factor * ((sigmoid(-y * (w @ X1.T)) * y) @ X1)


def _descend(
    gradient: Callable[[Array], Array], grid: Array, N: int, steps: int, length: float, largest: float
) -> tuple[Array, Indices]:
    """Take all steps for all λ together. Return the weights, bias first, and where a run was stopped because it diverged."""
    w, stopped_at = np.zeros((len(grid), N + 1)), np.full(len(grid), -1)
    with np.errstate(over="ignore"):
        penalty = length * grid[:, None] * (np.arange(N + 1) > 0)
    running = np.arange(len(grid))
    for step in range(steps):
        now = w[running]
        with np.errstate(over="ignore", invalid="ignore"):  # a step may be too long for double precision
            new = now - length * gradient(now) - penalty[running] * np.sign(now)
        lost = ~(np.abs(new).max(axis=1) <= largest)
        if lost.any():
            stopped_at[running[lost]] = step
            new, running = new[~lost], running[~lost]
        w[running] = new
        if running.size == 0:
            break
    return w, stopped_at
