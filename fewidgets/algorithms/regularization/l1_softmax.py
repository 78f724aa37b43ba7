"""The ℓ1 path of the softmax cost: Newton steps on cost + λ‖ω‖₁ from λ to λ, until the duality gap is small enough.

The dual problem is to maximize D(a) = Σ H(aₚ), with H(a) = −a log a − (1 − a) log(1 − a), over 0 ≤ a ≤ 1 with Σ a y = 0 (as
the bias is not penalized) and |Σ a y xₙ| ≤ λ. Every such a proves that no objective is below D(a).
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple, cast

import numpy as np

from .._numerics.types import Array
from ..optimization.cost_names import Reduction, factor_of
from ..optimization.logistic import sigmoid, softplus
from .l1_trace import L1Event, L1Path
from .l2_softmax import DIAGONAL_SHARE, ROUNDING_OF_COST, SMALLEST_DIAGONAL
from .path import NO_SLOPE

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


def softmax_path(X: Array, y: Array, reduction: Reduction, grid: Array | None, fit_bias: bool, tolerance: float) -> L1Path:
    """Return the path for checked arguments, as `l1_path` does."""
    problem = _problem(X, y, factor_of(reduction, len(y)), fit_bias, tolerance)
    lambda_max = problem.lambda_max
    lambdas = np.unique(np.linspace(0.0, lambda_max, 50)) if grid is None else grid
    K, N = len(lambdas), X.shape[1]
    w, values, gaps = np.empty((K, N + 1)), np.empty(K), np.empty(K)
    events: list[L1Event] = []
    separable = False
    above = lambda_max
    before = [(lambda_max, problem.start)]
    active = np.zeros(N, dtype=bool)
    for k in range(K - 1, -1, -1):
        lam = float(lambdas[k])
        w[k], values[k], gaps[k], separates = _minimize(problem, lam, above, _extrapolate(before, lam))
        separable |= separates
        if lam < lambda_max:
            above = lam
        now = w[k, 1:] != 0
        changed = (now != active).nonzero()[0]
        events += [L1Event(lam, int(n), "enters" if now[n] else "leaves") for n in changed]
        before = [(lam, w[k])] if changed.size or lam >= lambda_max else [*before[-3:], (lam, w[k])]
        active = now
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


def _problem(X: Array, y: Array, factor: float, fit_bias: bool, tolerance: float) -> _Softmax:
    P, N = X.shape
    Z, start = np.empty((N + 1, P)), np.zeros(N + 1)
    # Without a bias its row is zero. Then its slope and curvature are zero, and so is every step along it.
    Z[0] = y if fit_bias else 0.0
    x_mean = X.mean(axis=0) if fit_bias else np.zeros(N)
    np.subtract(X.T, x_mean[:, None], out=Z[1:])
    Z[1:] *= y
    if fit_bias:
        positive = np.count_nonzero(y > 0)
        start[0] = np.log(positive / (P - positive))  # the log odds
    p = sigmoid(-start[0] * y)
    lambda_max = float(factor * np.abs(Z[1:] @ p).max())
    if lambda_max <= NO_SLOPE * factor * (np.abs(Z[1:]) @ p).max():
        lambda_max = 0.0
    limit = tolerance * min(1.0, factor * float(softplus(-start[0] * y).sum()))
    return _Softmax(Z, y, x_mean, factor, start, lambda_max, limit)


def _solve_between(problem: _Softmax, path: L1Path, lambdas: Array) -> tuple[Array, Array]:
    """Find the minimizer at any λ, starting from the nearest larger λ of the path."""
    w = np.empty((len(lambdas), len(problem.start)))
    for i, lam in enumerate(lambdas):
        k = int(np.searchsorted(path.lambdas, lam))
        if k < len(path.lambdas):
            start = np.concatenate([path.biases[k : k + 1] + path.weights[k] @ problem.x_mean, path.weights[k]])
            above = min(float(path.lambdas[k]), path.lambda_max)
            w[i] = start if path.lambdas[k] == lam else _minimize(problem, float(lam), above, start).w
        else:
            w[i] = _minimize(problem, float(lam), path.lambda_max, problem.start).w
    return w[:, 1:], w[:, 0] - w[:, 1:] @ problem.x_mean


def _extrapolate(before: list[tuple[float, Array]], lam: float) -> Array:
    """Extrapolate the last minimizers with the same features by a polynomial. The path takes 1.5 times as long without."""
    last = before[-1][1]
    if len(before) == 1:
        return last
    shares = [math.prod((lam - b) / (a - b) for b, _ in before if b != a) for a, _ in before]
    guess = np.array(shares) @ np.array([w for _, w in before])
    guess[1:][np.sign(guess[1:]) * np.sign(last[1:]) < 0] = 0.0
    return cast(Array, guess)


def _minimize(problem: _Softmax, lam: float, above: float, w: Array) -> _Solution:
    """Minimize the softmax cost + λ‖ω‖₁ from a start near the minimizer; `above` ≥ λ is the λ that was solved before."""
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
        target, step = _newton_target(problem, lam, above, w, p, slopes)
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


def _newton_target(problem: _Softmax, lam: float, above: float, w: Array, p: Array, slopes: Array) -> tuple[Array, Array]:
    """Return the minimizer of the second-order model + λ‖ω‖₁, and the step to it."""
    # A feature whose slope is below 2λ − λ_above is very unlikely to enter between the two.
    within = (np.abs(slopes) > 2 * lam - above) | (w != 0) if lam > 0 else np.ones(len(w), dtype=bool)
    within[0] = True
    columns = within.nonzero()[0]
    Z = problem.Z if len(columns) == len(w) else problem.Z[columns]
    hessian = (Z * (problem.factor * p * (1 - p))) @ Z.T
    diagonal = hessian.reshape(-1)[:: len(columns) + 1]
    diagonal *= 1 + DIAGONAL_SHARE
    diagonal += SMALLEST_DIAGONAL
    target = np.zeros(len(w))
    target[columns] = _minimize_model(hessian, slopes[columns] + hessian @ w[columns], lam, w[columns])
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
