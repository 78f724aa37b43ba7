"""The softmax path: Newton steps on the penalized cost from λ to λ, until a duality gap proves each minimizer."""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from .._numerics.arrays import frozen
from .._numerics.types import Array
from ..optimization.costs import Reduction, sigmoid, softplus
from .l1_trace import L1Event, L1Path, PathPoint


class _Softmax(NamedTuple):
    """The problem: columns y (1, x − mean) of Z, one an example, and what the solver has to know of it.

    Around its mean a feature is no near-copy of the bias, however small its spread beside its offset: the
    Hessian stays as well conditioned as the features are among themselves.
    """

    Z: Array
    y: Array
    x_mean: Array
    factor: float
    start: Array  # the bias alone, tuned: the minimizer from λ_max on
    lambda_max: float
    limit: float  # largest duality gap


class _Solution(NamedTuple):
    w: Array  # bias first
    value: float  # of the cost alone
    gap: float
    separates: bool


def softmax_path(
    X: Array, y: Array, reduction: Reduction, factor: float, grid: Array | None, fit_bias: bool, tolerance: float
) -> L1Path:
    """The path for checked arguments, as `l1_path` returns it.

    Examples
    --------
    >>> X, y = np.array([[-1.0], [1.0], [2.0]]), np.array([-1.0, 1.0, -1.0])
    >>> softmax_path(X, y, "sum", 1.0, None, False, 1e-8).biases.any()
    np.False_
    """
    problem = _problem(X, y, factor, fit_bias, tolerance)
    lambda_max, start = problem.lambda_max, problem.start
    lambdas = np.unique(np.linspace(0.0, lambda_max, 50)) if grid is None else grid
    K, N = len(lambdas), X.shape[1]
    w, values, gaps = np.empty((K, N + 1)), np.empty(K), np.empty(K)
    events: list[L1Event] = []
    separable = False
    above = lambda_max
    before = [(lambda_max, start)]
    on = np.zeros(N, dtype=bool)
    for k in range(K - 1, -1, -1):
        lam = float(lambdas[k])
        w[k], values[k], gaps[k], separates = _minimize(problem, lam, above, _extrapolate(before, lam))
        separable |= separates
        if lam < lambda_max:
            above = lam
        now = w[k, 1:] != 0
        changed = (now != on).nonzero()[0]
        events += [L1Event(lam, int(n), "enters" if now[n] else "leaves") for n in changed]
        before = [(lam, w[k])] if changed.size or lam >= lambda_max else [*before[-3:], (lam, w[k])]
        on = now
    weights = w[:, 1:].copy()
    return L1Path(
        "softmax",
        reduction,
        fit_bias,
        frozen(lambdas),
        frozen(weights),
        frozen(w[:, 0] - weights @ problem.x_mean),
        frozen(values),
        frozen(values + lambdas * np.abs(weights).sum(axis=1)),
        frozen(gaps),
        lambda_max,
        frozen(np.count_nonzero(weights, axis=1)),
        tuple(events),
        separable,
        lambdas,
        weights,
        partial(_point_anew, problem),
    )


def _problem(X: Array, y: Array, factor: float, fit_bias: bool, tolerance: float) -> _Softmax:
    P, N = X.shape
    Z, start = np.empty((N + 1, P)), np.zeros(N + 1)
    # Without a bias its row is zero: its slope and curvature vanish, and so do all steps along it.
    Z[0] = y if fit_bias else 0.0
    x_mean = X.mean(axis=0) if fit_bias else np.zeros(N)
    np.subtract(X.T, x_mean[:, None], out=Z[1:])
    Z[1:] *= y
    if fit_bias:
        positive = np.count_nonzero(y > 0)
        start[0] = np.log(positive / (P - positive))  # the log odds
    p = sigmoid(-start[0] * y)
    lambda_max = float(factor * np.abs(Z[1:] @ p).max())
    if lambda_max <= 1e-14 * factor * (np.abs(Z[1:]) @ p).max():  # rounding only: nothing is explained
        lambda_max = 0.0
    limit = tolerance * min(1.0, factor * float(softplus(-start[0] * y).sum()))
    return _Softmax(Z, y, x_mean, factor, start, lambda_max, limit)


def _point_anew(problem: _Softmax, path: L1Path, lambdas: Array) -> PathPoint:
    """The minimizer at any λ, started from the nearest larger λ of the path."""
    w = np.empty((len(lambdas), len(problem.start)))
    for i, lam in enumerate(lambdas):
        k = int(np.searchsorted(path.lambdas, lam))
        if k < len(path.lambdas):
            start = np.concatenate([path.biases[k : k + 1] + path.weights[k] @ problem.x_mean, path.weights[k]])
            above = min(float(path.lambdas[k]), path.lambda_max)
            w[i] = start if path.lambdas[k] == lam else _minimize(problem, float(lam), above, start).w
        else:
            w[i] = _minimize(problem, float(lam), path.lambda_max, problem.start).w
    return PathPoint(w[:, 1:], w[:, 0] - w[:, 1:] @ problem.x_mean)


def _extrapolate(before: list[tuple[float, Array]], lam: float) -> Array:
    """Where the minimizer should be, by the polynomial through the last ones, all with the same features."""
    last = before[-1][1]
    if len(before) == 1:
        return last
    shares = [math.prod((lam - b) / (a - b) for b, _ in before if b != a) for a, _ in before]
    guess = np.array(shares) @ np.array([w for _, w in before])
    guess[1:][np.sign(guess[1:]) * np.sign(last[1:]) < 0] = 0.0
    return guess


def _minimize(problem: _Softmax, lam: float, above: float, w: Array) -> _Solution:
    """Minimize the softmax cost plus λ‖ω‖₁ from a start near it, where `above` ≥ λ was solved before.

    Each step minimizes the second-order model of the cost plus the penalty itself (a proximal Newton step),
    over the features that are in or, by their slope, may come in; it is halved until the objective descends.
    """
    Z, y, _, factor, start, lambda_max, limit = problem
    if lam >= lambda_max:
        w = start
    value, p, margins = _softmax_at(Z, factor, w)
    objective = value + lam * float(np.abs(w[1:]).sum())
    used = None
    rounding, idle = 1e-14 * factor * len(y), 0
    for _ in range(200):
        slopes = factor * (Z @ p)
        if lam > 0:
            gap = _duality_gap(problem, lam, objective, w, p, slopes)
            if gap <= limit:
                break
        # A feature whose slope is below 2λ − λ_above is very unlikely to come in between the two.
        within = (np.abs(slopes) > 2 * lam - above) | (w != 0) if lam > 0 else np.ones(len(w), dtype=bool)
        within[0] = True
        if used is None or (within != used).any():
            used, columns = within, within.nonzero()[0]
            some = Z if len(columns) == len(w) else Z[columns]
        hessian = (some * (factor * p * (1 - p))) @ some.T
        diagonal = hessian.reshape(-1)[:: len(columns) + 1]
        diagonal *= 1 + 1e-12  # dependent features: any of the minimizers will do
        diagonal += 1e-300
        model_slopes = slopes[columns] + hessian @ w[columns]
        target = _minimize_model(hessian, model_slopes, lam, w[columns])
        step = np.zeros(len(w))
        step[columns] = target - w[columns]
        if lam == 0:
            gap = min(float(step @ slopes) / 2, value)  # Newton's decrement; and no cost is below zero
            if gap <= limit:
                last = _softmax_at(Z, factor, target)
                if lambda_max > 0 and last[0] <= value + rounding:  # the step is known already: take it too
                    w, (value, p, margins) = target, last
                break
        for halvings in range(40):
            trial = w + step
            if halvings == 0:
                trial[columns] = target  # exact zeros
            trial_value, trial_p, trial_margins = _softmax_at(Z, factor, trial)
            trial_objective = trial_value + lam * float(np.abs(trial[1:]).sum())
            if trial_objective <= objective + rounding:
                break
            step = step / 2
        # Close by, the objective no longer tells two points apart, but the slopes, and so the gap, still do.
        idle = idle + 1 if trial_objective > objective - rounding else 0
        if idle == 6:
            break
        w, value, p, margins, objective = trial, trial_value, trial_p, trial_margins, trial_objective
    if gap == np.inf:
        gap = _duality_gap(problem, lam, objective, w, p, factor * (Z @ p), final=True)
    return _Solution(w, value, max(gap, 0.0), bool(margins.min() > 0))


def _softmax_at(Z: Array, factor: float, w: Array) -> tuple[float, Array, Array]:
    """Cost, σ(−margin) and margin of every example."""
    margins = w @ Z
    u = np.exp(-np.abs(margins))
    value = factor * float((np.maximum(-margins, 0) + np.log1p(u)).sum())
    return value, np.where(margins > 0, u, 1.0) / (1.0 + u), margins


def _duality_gap(
    problem: _Softmax, lam: float, objective: float, w: Array, p: Array, slopes: Array, final: bool = False
) -> float:
    """An upper bound of objective − smallest objective at λ, from p = σ(−margin) at the weights w.

    The dual maximizes D(a) = Σ H(aₚ), H(a) = −a log a − (1 − a) log(1 − a), over 0 ≤ a ≤ 1 with Σ a y = 0
    (the bias is free) and |Σ a y xₙ| ≤ λ. D(p) = objective − λ‖ω‖₁ + w·slopes, without a logarithm; p is made
    to keep both conditions by shrinking one class, then everything; and H(κ p) ≥ κ H(p).
    """
    Z, y, _, factor, *_, limit = problem
    surplus = lam * float(np.abs(w[1:]).sum()) - float(w @ slopes)
    dual = max(objective - surplus, 0.0)
    total, difference = float(p.sum()), float(slopes[0]) / factor
    shrink = max((total - abs(difference)) / (total + abs(difference)), 0.0)
    if surplus + (1 - shrink) * dual > limit and not final:
        return np.inf  # not there yet: spare the rest
    if shrink < 1 - 1e-15:
        slopes = factor * (Z @ np.where(y * difference > 0, shrink * p, p))
    largest = float(np.abs(slopes[1:]).max())
    shrink *= min(1.0, lam / largest) if largest > 0 else 1.0
    return surplus + (1 - shrink) * dual


def _minimize_model(hessian: Array, slopes: Array, lam: float, v: Array) -> Array:
    """Minimize ½ vᵀHv − slopes·v + λ Σ |vₙ|, the first entry unpenalized, by feature-sign search.

    With the set of nonzero entries and their signs given, the minimizer solves a linear system. A sign that
    comes out wrong takes its entry out; an entry that is zero and whose slope exceeds λ comes in.
    """
    if lam == 0:
        return np.linalg.solve(hessian, slopes)
    v = v.copy()
    signs = np.sign(v)
    signs[0] = 0.0
    on = v != 0
    on[0] = True
    for _ in range(20 + 4 * len(v)):
        active = on.nonzero()[0]
        target = np.linalg.solve(hessian[active[:, None], active], slopes[active] - lam * signs[active])
        wrong = (target * signs[active] < 0).nonzero()[0]
        if wrong.size:
            now = v[active]
            shares = now[wrong] / (now[wrong] - target[wrong])
            first = shares.argmin()
            v[active] = now + shares[first] * (target - now)
            out = active[wrong[first]]
            v[out], signs[out], on[out] = 0.0, 0.0, False
            continue
        v[active] = target
        rest = slopes - hessian @ v
        rest[on] = 0.0
        most = int(np.abs(rest).argmax())
        if abs(rest[most]) <= lam * (1 + 1e-12):
            break
        on[most], signs[most] = True, np.sign(rest[most])
    return v
