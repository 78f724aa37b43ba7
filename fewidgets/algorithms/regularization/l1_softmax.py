"""The ℓ1 path of the softmax cost: Newton steps on cost + λ‖ω‖₁ from λ to λ, until the duality gap is small enough.

The dual problem is to maximize D(a) = Σ H(aₚ), with H(a) = −a log a − (1 − a) log(1 − a), over 0 ≤ a ≤ 1 with Σ a y = 0 (as
the bias is not penalized) and |Σ a y xₙ| ≤ λ. Every such a proves that no objective is below D(a).
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, cast

import numpy as np

from .._numerics.types import Array, ArrayPair
from ..optimization.cost_names import Reduction, factor_of
from ..optimization.logistic import sigmoid, softplus
from .l1_trace import L1Event, L1Path
from .l2_softmax import DIAGONAL_SHARE, ROUNDING_OF_COST, SMALLEST_DIAGONAL, at_best_bias
from .path import NO_SLOPE

# Largest duality gap, as a share of the cost of the best bias alone where that is below 1.
TOLERANCE = 1e-8
# Steps without progress after which the softmax path with ℓ1 stops at a λ.
IDLE_STEPS = 6
# A slope above λ by less than this share does not bring a feature into the second-order model.
SIGNED_SLOPE = 1e-12


class _Softmax(NamedTuple):
    """The problem: one column y (1, x − mean) of Z per example, and what the solver needs."""

    Z: Array
    y: Array
    x_mean: Array
    factor: float
    start: Array  # the best bias alone: the minimizer for λ ≥ λ_max
    lambda_max: float
    limit: float  # largest duality gap

    def evaluate(self, w: Array) -> tuple[float, Array, Array]:
        """Return the cost, and σ(−margin) and the margin of every example."""
        margins = w @ self.Z
        return self.factor * float(softplus(-margins).sum()), sigmoid(-margins), margins


class _Solution(NamedTuple):
    w: Array  # bias first
    value: float  # the cost alone
    gap: float
    separates: bool


def softmax_path(X: Array, y: Array, reduction: Reduction, grid: Array | None, fit_bias: bool) -> L1Path:
    """Return the path for checked arguments, as `l1_path` does."""
    problem = _problem(X, y, factor_of(reduction, len(y)), fit_bias)
    lambda_max = problem.lambda_max
    lambdas = np.unique(np.linspace(0.0, lambda_max, 50)) if grid is None else grid
    K, N = len(lambdas), X.shape[1]
    w, values, gaps = np.empty((K, N + 1)), np.empty(K), np.empty(K)
    events: list[L1Event] = []
    separable = False
    start = problem.start
    for k in range(K - 1, -1, -1):
        lam = float(lambdas[k])
        w[k], values[k], gaps[k], separates = _minimize(problem, lam, start)
        separable |= separates
        for n in ((w[k, 1:] != 0) != (start[1:] != 0)).nonzero()[0]:
            events.append(L1Event(lam, int(n), "enters" if w[k, n + 1] else "leaves"))
        start = w[k]
    weights = w[:, 1:].copy()
    return L1Path(
        "softmax",
        reduction,
        fit_bias,
        lambdas,
        weights,
        w[:, 0] - weights @ problem.x_mean,
        values,
        values + lambdas * np.abs(weights).sum(axis=1),
        gaps,
        lambda_max,
        np.count_nonzero(weights, axis=1),
        tuple(events),
        separable,
        lambdas,
        weights,
        partial(_solve_between, problem),
    )


def _problem(X: Array, y: Array, factor: float, fit_bias: bool) -> _Softmax:
    Z, x_mean, start, p = at_best_bias(X, y, fit_bias)
    lambda_max = float(factor * np.abs(Z[1:] @ p).max())
    if lambda_max <= NO_SLOPE * factor * (np.abs(Z[1:]) @ p).max():
        lambda_max = 0.0
    limit = TOLERANCE * min(1.0, factor * float(softplus(-start[0] * y).sum()))
    return _Softmax(Z, y, x_mean, factor, start, lambda_max, limit)


def _solve_between(problem: _Softmax, path: L1Path, lambdas: Array) -> ArrayPair:
    """Find the minimizer at any λ, starting from the nearest larger λ of the path."""
    w = np.empty((len(lambdas), len(problem.start)))
    for i, lam in enumerate(lambdas):
        k = int(np.searchsorted(path.lambdas, lam))
        start = problem.start
        if k < len(path.lambdas):
            start = np.r_[path.biases[k] + path.weights[k] @ problem.x_mean, path.weights[k]]
        w[i] = start if lam in path.lambdas else _minimize(problem, float(lam), start).w
    return w[:, 1:], w[:, 0] - w[:, 1:] @ problem.x_mean


def _minimize(problem: _Softmax, lam: float, w: Array) -> _Solution:
    """Minimize the softmax cost + λ‖ω‖₁ from a start near the minimizer."""
    lambda_max, limit = problem.lambda_max, problem.limit
    if lam >= lambda_max:
        w = problem.start
    value, p, margins = problem.evaluate(w)
    objective = value + lam * float(np.abs(w[1:]).sum())
    rounding, idle, gap = ROUNDING_OF_COST * problem.factor * len(problem.y), 0, np.inf
    for _ in range(200):
        slopes = problem.factor * (problem.Z @ p)
        if lam > 0:
            gap = _duality_gap(problem, lam, objective, w, p, slopes)
            if gap <= limit:
                break
        target, step = _newton_target(problem, lam, w, p, slopes)
        if lam == 0:
            gap = min(float(step @ slopes) / 2, value)  # half the squared Newton decrement; and no cost is below zero
            if gap <= limit:
                last = problem.evaluate(target)
                if lambda_max > 0 and last[0] <= value + rounding:  # the step is computed already: take it too
                    w, (value, p, margins) = target, last
                break
        trial, evaluated, trial_objective = _halved_until_lower(problem, lam, w, target, step, objective + rounding)
        # Close to the minimizer, rounding hides differences of the objective, but the slopes, and so the gap, still improve.
        idle = idle + 1 if trial_objective > objective - rounding else 0
        if idle == IDLE_STEPS:
            break
        w, (value, p, margins), objective = trial, evaluated, trial_objective
    if gap == np.inf:
        gap = _duality_gap(problem, lam, objective, w, p, problem.factor * (problem.Z @ p), final=True)
    return _Solution(w, value, max(gap, 0.0), bool(margins.min() > 0))


def _newton_target(problem: _Softmax, lam: float, w: Array, p: Array, slopes: Array) -> ArrayPair:
    """Return the minimizer of the second-order model + λ‖ω‖₁, and the step to it."""
    # Only features whose slope has reached λ can get a weight in this step; others may follow in the next.
    within = (np.abs(slopes) >= lam * (1 - SIGNED_SLOPE)) | (w != 0)
    within[0] = True
    Z, target = problem.Z[within], np.zeros(len(w))
    hessian = (Z * (problem.factor * p * (1 - p))) @ Z.T
    diagonal = hessian.reshape(-1)[:: len(Z) + 1]
    diagonal *= 1 + DIAGONAL_SHARE
    diagonal += SMALLEST_DIAGONAL
    target[within] = _minimize_model(hessian, slopes[within] + hessian @ w[within], lam, w[within])
    return target, target - w


def _halved_until_lower(
    problem: _Softmax, lam: float, w: Array, target: Array, step: Array, highest: float
) -> tuple[Array, tuple[float, Array, Array], float]:
    """Take the step, or a half, a quarter … of it, so that the objective is at most `highest`."""
    trial = target  # not w + step, which would not keep exact zeros
    for _ in range(40):
        evaluated = problem.evaluate(trial)
        objective = evaluated[0] + lam * float(np.abs(trial[1:]).sum())
        if objective <= highest:
            break
        step = step / 2
        trial = w + step
    return trial, evaluated, objective


def _duality_gap(
    problem: _Softmax, lam: float, objective: float, w: Array, p: Array, slopes: Array, final: bool = False
) -> float:
    """Return an upper bound of objective − smallest objective at λ, from p = σ(−margin) at the weights w."""
    surplus = lam * float(np.abs(w[1:]).sum()) - float(w @ slopes)
    dual = max(objective - surplus, 0.0)
    total, difference = float(p.sum()), float(slopes[0]) / problem.factor
    shrink = max((total - abs(difference)) / (total + abs(difference)), 0.0)
    if surplus + (1 - shrink) * dual > problem.limit and not final:
        return np.inf  # too large already
    if shrink < 1 - 1e-15:
        slopes = problem.factor * (problem.Z @ np.where(problem.y * difference > 0, shrink * p, p))
    largest = float(np.abs(slopes[1:]).max())
    shrink *= min(1.0, lam / largest) if largest > 0 else 1.0
    return surplus + (1 - shrink) * dual


def _minimize_model(hessian: Array, slopes: Array, lam: float, v: Array) -> Array:
    """Minimize ½ vᵀHv − slopes·v + λ Σ |vₙ|, the first entry unpenalized, by feature-sign search."""
    if lam == 0:
        return cast(Array, np.linalg.solve(hessian, slopes))
    v = v.copy()
    signs = np.sign(v)
    signs[0] = 0.0
    nonzero = v != 0
    nonzero[0] = True
    for _ in range(20 + 4 * len(v)):
        active = nonzero.nonzero()[0]
        target = np.linalg.solve(hessian[active[:, None], active], slopes[active] - lam * signs[active])
        wrong = (target * signs[active] < 0).nonzero()[0]
        if wrong.size:
            now = v[active]
            shares = now[wrong] / (now[wrong] - target[wrong])
            first = shares.argmin()
            v[active] = now + shares[first] * (target - now)
            out = active[wrong[first]]
            v[out], signs[out], nonzero[out] = 0.0, 0.0, False
            continue
        v[active] = target
        rest = slopes - hessian @ v
        rest[nonzero] = 0.0
        steepest = int(np.abs(rest).argmax())
        if abs(rest[steepest]) <= lam * (1 + SIGNED_SLOPE):
            break
        nonzero[steepest], signs[steepest] = True, np.sign(rest[steepest])
    return v
