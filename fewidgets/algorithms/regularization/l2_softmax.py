"""Minimize the softmax cost + λ‖ω‖₂ or λ‖ω‖₂² for every λ, by Newton's method from λ to λ (section 9.7.1, Example 9.10)."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag
from .._numerics.arrays import as_features, as_labels, as_penalties
from .._numerics.trace import Trace
from .._numerics.types import Array, ArrayPair
from ..optimization.cost_names import Reduction, factor_of
from ..optimization.logistic import sigmoid, softplus
from .path import NO_SLOPE, PenaltyPath
from .regularizers import penalty_of

# The last step is expected to lower the objective by less than this share of the cost of the best bias alone.
TOLERANCE = 1e-10
# Rounding error of the cost, relative to its scale.
ROUNDING_OF_COST = 1e-14
# Added to the diagonal of a Hessian, relative and absolute, so that it is never singular: of several minimizers, any will do.
DIAGONAL_SHARE = 1e-12
SMALLEST_DIAGONAL = 1e-300
# A step is halved until it gives at least this share of the expected decrease, or is shorter than the second number.
ENOUGH_DESCENT = 1e-3
SHORTEST_STEP = 1e-12
# The weights have settled if a step changes them by less than a millionth of their length (here squared).
SETTLED_SQUARE = 1e-12

L2Name = Literal["l2", "squared_l2"]
KINDS: tuple[L2Name, ...] = get_args(L2Name)
NO_MINIMIZER = (
    "The classes are separable, so the softmax cost has no minimizer at λ = 0: it falls towards 0 as the weights grow. The "
    "weights at λ = 0 are large enough to bring the cost below the tolerance."
)


class L2SoftmaxPath(PenaltyPath, Trace):
    """The minimizers of the softmax cost + λ‖ω‖₂ or λ‖ω‖₂² over λ; `at` computes the minimizer for any λ.

    Attributes
    ----------
    kind, reduction, fit_bias : str, str, bool
        As given to `l2_softmax_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ. With "l2" all of them are exactly 0 from `lambda_max` on.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized; 0 without `fit_bias`.
    costs, penalties, objectives : NDArray, shape (K,), float64
        The cost alone, the penalty alone (without λ), and cost + λ penalty.
    slopes : NDArray, shape (K,), float64
        How far the gradient of the objective is from zero.
    lambda_max : float
        The smallest λ at which all weights are zero; infinite for "squared_l2".
    separable : bool
        Whether the path met weights that separate the classes. Then no minimizer exists at λ = 0.
    message : str
        What that means for this path; empty if `separable` is False or all λ are positive.
    """

    kind: L2Name
    reduction: Reduction
    fit_bias: bool
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    penalties: Array
    objectives: Array
    slopes: Array
    lambda_max: float
    separable: bool
    message: str
    _problem: _Problem = field(repr=False)

    def _models(self, lambdas: Array) -> ArrayPair:
        problem, w = self._problem, []
        for lam in lambdas.tolist():
            k = int(np.searchsorted(self.lambdas, lam))
            start = problem.start
            if k < len(self.lambdas):
                start = np.r_[self.biases[k] + self.weights[k] @ problem.x_mean, self.weights[k] * problem.scale]
            w.append(_minimize(problem, lam, start).w)
        weights = np.array(w)[:, 1:] / problem.scale
        return weights, np.array(w)[:, 0] - weights @ problem.x_mean


def l2_softmax_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    kind: L2Name = "l2",
    lambdas: ArrayLike | None = None,
    reduction: Reduction = "mean",
    fit_bias: bool = True,
) -> L2SoftmaxPath:
    """Find the minimizers of the softmax cost + λ‖ω‖₂ or λ‖ω‖₂² over λ. The bias is not penalized.

    Both penalties shrink all weights together, and both paths follow the same curve. Neither selects features. With ‖ω‖₂ all
    weights become zero at a finite λ; with its square they never do.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first: the penalty treats features according to their scales.
    y : array-like, shape (P,)
        Labels −1 and +1.
    kind : {"l2", "squared_l2"}
        The penalty: √(Σ ωₙ²) or Σ ωₙ².
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0. The default is 50 evenly spaced values from λ_max / 50 to λ_max for "l2", and 50 values evenly
        spaced in log λ for "squared_l2".
    reduction : {"mean", "sum"}
        How Σ log(1 + exp(−y (b + x·ω))) adds over the examples. A λ for the sum is P times that for the mean.
    fit_bias : bool
        Whether the model has a bias. Without it features may be constant.

    Returns
    -------
    L2SoftmaxPath

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or `lambdas` would need more than 1 GiB.

    Notes
    -----
    Source: section 9.7.1, equations (9.19) and (9.22), Example 9.10, with the softmax cost of Example 9.12 and the bias
    left out of the penalty as in (9.23). The gradient of λ‖ω‖₂ is λω / ‖ω‖₂, that of λ‖ω‖₂² is 2λω. At λ = 0 there is
    no minimizer if the classes are separable: `separable` and `message` say so.

    Examples
    --------
    >>> X, y = [[-1.0], [0.5], [-0.5], [1.0]], [-1, -1, 1, 1]
    >>> path = l2_softmax_path(X, y, lambdas=[0.0, 0.05, 0.125])
    >>> path.lambda_max, path.weights[:, 0].round(3)
    (0.125, array([0.839, 0.488, 0.   ]))
    """
    kind = as_choice(kind, "kind", KINDS)
    fit_bias = as_flag(fit_bias, "fit_bias")
    X = as_features(X, allow_constant=not fit_bias)
    P, N = X.shape
    y = as_labels(y, P)
    grid = as_penalties(lambdas, N + 1)
    problem = _problem(X, y, kind, factor_of(reduction, P), fit_bias)
    if grid is None:
        grid = _default_grid(problem)
    w, solution = np.empty((len(grid), N + 1)), _Solution(problem.start, 0.0, 0.0, False)
    costs, slopes, separable = np.empty(len(grid)), np.empty(len(grid)), False
    for k in range(len(grid) - 1, -1, -1):
        solution = _minimize(problem, float(grid[k]), solution.w)
        w[k], costs[k], slopes[k], separates = solution
        separable |= separates
    weights = w[:, 1:] / problem.scale
    penalties = penalty_of(weights, kind)
    return L2SoftmaxPath(
        kind,
        reduction,
        fit_bias,
        grid,
        weights,
        w[:, 0] - weights @ problem.x_mean,
        costs,
        penalties,
        costs + grid * penalties,
        slopes,
        problem.lambda_max,
        separable,
        NO_MINIMIZER if separable and grid[0] == 0 else "",
        problem,
    )


class _Problem(NamedTuple):
    """The columns y (1, (x − mean) / scale) of Z, and what the solver needs."""

    Z: Array
    kind: L2Name
    x_mean: Array
    scale: float  # the largest entry of X − mean, so that features and bias are comparable
    factor: float
    start: Array  # the best bias alone
    lambda_max: float
    limit: float  # largest expected decrease of a last step


class _Solution(NamedTuple):
    w: Array  # bias first, then weights times scale
    cost: float
    slope: float
    separates: bool


def at_best_bias(X: Array, y: Array, fit_bias: bool) -> tuple[Array, Array, Array, Array]:
    """Return one column y (1, x − mean) of Z per example, the means, and the best bias alone with its σ(−margin).

    Without a bias its row is zero. Then its slope and curvature are zero, and so is every step along it.
    """
    P, N = X.shape
    x_mean, start = X.mean(axis=0) if fit_bias else np.zeros(N), np.zeros(N + 1)
    Z = np.vstack([np.full(P, float(fit_bias)), (X - x_mean).T]) * y
    if fit_bias:
        positive = np.count_nonzero(y > 0)
        start[0] = np.log(positive / (P - positive))  # the log odds
    return Z, x_mean, start, sigmoid(-start[0] * y)


def _problem(X: Array, y: Array, kind: L2Name, factor: float, fit_bias: bool) -> _Problem:
    Z, x_mean, start, p = at_best_bias(X, y, fit_bias)
    scale = float(np.abs(Z[1:]).max()) or 1.0
    Z[1:] /= scale
    gradient = factor * (Z[1:] @ p)
    steepest = float(np.sqrt(gradient @ gradient))
    if steepest <= NO_SLOPE * factor * float(np.sqrt(((np.abs(Z[1:]) @ p) ** 2).sum())):
        steepest = 0.0
    lambda_max = steepest * scale if kind == "l2" or steepest == 0 else np.inf
    limit = TOLERANCE * factor * float(softplus(-start[0] * y).sum())
    return _Problem(Z, kind, x_mean, scale, factor, start, lambda_max, limit)


def _default_grid(problem: _Problem) -> Array:
    if problem.lambda_max == 0:
        return np.zeros(1)
    if problem.kind == "l2":
        return np.linspace(0.0, problem.lambda_max, 51)[1:]
    # The curvatures of the cost are at most a quarter of these. The penalty adds 2λ.
    squares = problem.factor * (problem.Z[1:] ** 2).sum() * problem.scale**2
    return np.geomspace(1e-5 * squares, 1e2 * squares, 50)


def _minimize(problem: _Problem, lam: float, w: Array) -> _Solution:
    """Minimize for one λ by Newton's method, halving steps that do not descend, from a start near the minimizer."""
    Z, kind, _, scale, factor, start, lambda_max, limit = problem
    if lam >= lambda_max and (kind == "l2" or lambda_max == 0):
        cost, gradient, _ = _at(problem, start)
        length = scale * float(np.sqrt(gradient[1:] @ gradient[1:]))
        return _Solution(start, cost, float(np.hypot(gradient[0], max(length - lam, 0.0))), False)
    lam = lam / scale if kind == "l2" else lam / scale**2  # for weights times scale
    if kind == "l2" and not w[1:].any():
        w = _first_step(problem, lam)
    cost, gradient, shares = _at(problem, w)
    for _ in range(200):
        slope, curvature = _penalty_terms(kind, w[1:])
        gradient[1:] += lam * slope
        hessian = (Z * (factor * shares)) @ Z.T
        hessian[1:, 1:] += lam * curvature
        hessian.reshape(-1)[:: len(w) + 1] *= 1 + DIAGONAL_SHARE
        hessian.reshape(-1)[:: len(w) + 1] += SMALLEST_DIAGONAL
        step = np.linalg.solve(hessian, -gradient)
        expected = -float(gradient @ step) / 2  # decrease of the objective
        objective = cost + lam * float(penalty_of(w[1:], kind))
        length = 1.0
        while length > SHORTEST_STEP:
            trial = w + length * step
            trial_cost, trial_gradient, trial_shares = _at(problem, trial)
            descent = objective - (trial_cost + lam * float(penalty_of(trial[1:], kind)))
            if descent >= ENOUGH_DESCENT * length * expected - ROUNDING_OF_COST * objective:
                w, cost, gradient, shares = trial, trial_cost, trial_gradient, trial_shares
                break
            length /= 2
        # Just below λ_max the objective is flat, so the weights must settle too.
        settled = lam == 0 or bool(step[1:] @ step[1:] <= SETTLED_SQUARE * (w[1:] @ w[1:]))
        if (expected <= limit and settled) or length <= SHORTEST_STEP:
            break
    gradient = gradient.copy()
    if w[1:].any():
        gradient[1:] += lam * _penalty_terms(kind, w[1:])[0]
    gradient[1:] *= scale
    return _Solution(w, cost, float(np.sqrt(gradient @ gradient)), bool((w @ Z).min() > 0))


def _first_step(problem: _Problem, lam: float) -> Array:
    """Return a first step from zero weights that lowers the objective: the minimizer of an upper bound of it."""
    w = problem.start.copy()
    gradient = _at(problem, w)[1][1:]
    length = float(np.sqrt(gradient @ gradient))
    largest = problem.factor * float((problem.Z**2).sum()) / 4
    w[1:] -= max(1 - lam / length, 1e-12) / largest * gradient
    return w


def _at(problem: _Problem, w: Array) -> tuple[float, Array, Array]:
    """Return the cost, its gradient, and σ(m) σ(−m) for the margin m of every example."""
    margins = w @ problem.Z
    p = sigmoid(-margins)
    cost = problem.factor * float(softplus(-margins).sum())
    return cost, -problem.factor * (problem.Z @ p), p * sigmoid(margins)


def _penalty_terms(kind: L2Name, weights: Array) -> ArrayPair:
    """Return the gradient and the Hessian of the penalty. ‖ω‖₂ has none at ω = 0, where descent never gets."""
    identity = np.eye(len(weights))
    if kind == "squared_l2":
        return 2 * weights, 2 * identity
    length = float(np.sqrt(weights @ weights))
    unit = weights / length
    return unit, (identity - np.outer(unit, unit)) / length
