from __future__ import annotations

from functools import partial

import numpy as np

from .._numerics.types import Array, ArrayPair
from ..optimization.cost_names import Reduction, factor_of
from .l1_gap import CheckedKnots, Knots, Quadratic, between_knots, check_knots, quadratic
from .l1_gram import follow_by_inverse
from .l1_qr import follow_by_qr
from .l1_trace import L1Path

# Largest duality gap inside a segment, relative to the cost at zero weights: of the fast homotopy, or the accurate one is
# used; and of the accurate one, or the path is refused.
FAST_GAP = 1e-11
LARGEST_GAP = 1e-5


def least_squares_path(X: Array, y: Array, reduction: Reduction, grid: Array | None, fit_bias: bool) -> L1Path:
    """Return the path for checked arguments, as `l1_path` does."""
    P, N = X.shape
    # At the minimizer b = mean(y) − mean(x)·ω, so centring X and y removes the bias from the problem.
    x_mean, y_mean = (np.full(P, 1 / P) @ X, float(y.sum()) / P) if fit_bias else (np.zeros(N), 0.0)
    problem = quadratic(X - x_mean, y - y_mean, 2 * factor_of(reduction, P), P - fit_bias, np.abs(x_mean))
    knots, costs, gaps, *_ = follow(problem)
    lambdas, weights = knots.lambdas, knots.weights
    if grid is not None:
        gap_at_zero = gaps[0]
        lambdas, weights = grid, between_knots(knots.lambdas, knots.weights, grid)
        costs, gaps = problem.costs_and_gaps(knots, lambdas, weights)
        gaps[lambdas == 0] = gap_at_zero
    return L1Path(
        "least_squares",
        reduction,
        fit_bias,
        lambdas,
        weights,
        y_mean - weights @ x_mean,
        costs,
        costs + lambdas * np.abs(weights).sum(axis=1),
        np.maximum(gaps, 0.0),
        float(knots.lambdas[-1]),
        (weights != 0).sum(axis=1),
        knots.events,
        False,
        knots.lambdas,
        knots.weights,
        partial(_interpolate, x_mean, y_mean),
    )


def _interpolate(x_mean: Array, y_mean: float, path: L1Path, lambdas: Array) -> ArrayPair:
    weights = between_knots(path.knots, path.knot_weights, lambdas)
    return weights, y_mean - weights @ x_mean


def follow(problem: Quadratic) -> CheckedKnots:
    """Follow the minimizers of a quadratic cost + λ‖ω‖₁ from λ_max down to 0."""
    if not problem.q.any():
        nothing = Knots(np.zeros(1), np.zeros((1, len(problem.q))), (), np.zeros(0, dtype=np.intp))
        return CheckedKnots(nothing, np.full(1, problem.total), np.zeros(1), 0.0, 0.0)
    fast = follow_by_inverse(problem)
    if fast is not None:
        checked = check_knots(problem, fast)
        if checked.worst <= FAST_GAP:
            return checked
    checked = check_knots(problem, follow_by_qr(problem))
    if checked.worst > LARGEST_GAP:
        raise ValueError(
            "X has features that are too similar, or in too different units. Standardize them, and drop near copies. At "
            f"λ = {checked.worst_lam:g} the objective may be above its minimum by {checked.worst:.1g} of the cost without "
            "features."
        )
    return checked
