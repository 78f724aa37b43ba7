from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array, Flags
from .descent_arguments import DescentProblem
from .descent_trace import DescentTrace, Method, has_risen

# A last Newton step that is longer than this share of the step before shows that no minimizer exists: near one, steps shrink.
STALLED_STEP = 0.9
# The curvature at the start is measured over a distance of this share of the weights.
CURVATURE_PROBE = 1e-3

#: `advance(k, w, gradient)` gives the weights after step k + 1, and by how much the step should lower the cost.
Advance = Callable[[int, Array, Array], tuple[Array, float]]


class StepFailed(Exception):
    """A step that cannot be taken, with the reason."""


class _Point(NamedTuple):
    weights: Array
    value: float
    gradient: Array
    misclassifications: int | None


@np.errstate(over="ignore", invalid="ignore")  # a step may be too long for double precision: then the run has diverged
def descend(
    problem: DescentProblem,
    method: Method,
    steps: int,
    advance: Advance,
    *,
    step_lengths: Array | None = None,
    tolerance: float = 0.0,
) -> DescentTrace:
    """Take steps until all are taken, the next one would hardly lower the cost, or the run diverges."""
    points, stopped = _take_steps(problem, method, steps, advance, tolerance)
    weights, costs, gradients = (np.array([point[i] for point in points]) for i in range(3))
    counts = None
    if points[0].misclassifications is not None:
        counts = np.array([point.misclassifications for point in points], dtype=np.intp)
    K = len(costs) - 1
    separated_at = problem.separated_at(weights, counts)
    if stopped == "no minimizer" or (stopped == "converged" and separated_at is not None):
        stopped = f"no minimizer at step {K}: {_why_no_minimizer(separated_at, weights[-1])}"
    elif stopped not in ("steps", "converged"):
        stopped = f"diverged at step {K + 1}: {stopped}{_remedy(problem, step_lengths, weights, gradients)}"
    elif has_risen(costs[-1], costs[0]) and (method != "minibatch_gradient_descent" or costs[-1] > costs.max() / 2):
        first = int(np.flatnonzero(costs <= costs[0])[-1]) + 1
        rise = f"the cost rose from {costs[0]:.3g} at the start to {costs[-1]:.3g}"
        stopped = f"diverged at step {first}: {rise}{_remedy(problem, step_lengths, weights, gradients)}"
    return DescentTrace(
        method,
        weights,
        costs,
        gradients,
        counts,
        None if step_lengths is None else step_lengths[:K],
        stopped,
        separated_at,
    )


def _take_steps(
    problem: DescentProblem, method: Method, steps: int, advance: Advance, tolerance: float
) -> tuple[list[_Point], str]:
    """Return all points, and "steps", "converged", "no minimizer" or the reason why the run diverged."""
    points = [_Point(problem.start, *problem.evaluate(problem.start))]
    enough = tolerance * abs(points[0].value)
    for k in range(steps):
        w = points[-1].weights
        try:
            new, decrease = advance(k, w, points[-1].gradient)
        except StepFailed as failure:
            return points, str(failure)
        if 0 <= decrease <= enough:
            # Newton's steps shrink towards a minimizer. If they do not shrink, there is none.
            if method == "newton" and k > 0 and _size(new - w) > STALLED_STEP * _size(w - points[-2].weights):
                return points, "no minimizer"
            return points, "converged"
        if not np.vdot(new, new) <= LARGEST_VALUE**2:
            return points, f"the weights grew beyond {LARGEST_VALUE:g}"
        value, gradient, count = problem.evaluate(new)
        if not (math.isfinite(value) and math.isfinite(gradient.sum())):
            return points, "the cost or its gradient is not finite any more"
        points.append(_Point(new, value, gradient, count))
    return points, "steps"


def _size(step: Array) -> float:
    return float(np.abs(step).max())


def _why_no_minimizer(separated_at: int | None, w: Array) -> str:
    growth = f"the cost hardly falls any more, but the weights still grow (the largest is {_size(w):.3g})"
    reason = "" if separated_at is None else f": step {separated_at} separates the classes"
    return growth + reason


def _remedy(problem: DescentProblem, step_lengths: Array | None, weights: Array, gradients: Array) -> str:
    """Say what would help a run that diverged."""
    if step_lengths is None:
        return ": a Newton step overshoots where the curvature is small; start nearer the minimizer, or raise epsilon"
    curvature = _largest_curvature(problem, weights, gradients)
    longest = step_lengths.max()
    too_long = f"; step_length = {longest:g} is too long"
    if curvature * longest <= 2:
        return too_long
    return f"{too_long}: with the curvature {curvature:.3g} there, at most 2 / {curvature:.3g} = {2 / curvature:.3g} descends"


def _largest_curvature(problem: DescentProblem, weights: Array, gradients: Array) -> float:
    """Return the largest mean curvature along any of the steps, and along the gradient at the start."""
    moves, changes = np.diff(weights, axis=0), np.diff(gradients, axis=0)
    size = _size(gradients[0])
    if size > 0:
        probe = weights[0] - gradients[0] / size * CURVATURE_PROBE * (1 + _size(weights[0]))
        moves = np.concatenate([moves, (probe - weights[0])[None]])
        changes = np.concatenate([changes, (problem.evaluate(probe)[1] - gradients[0])[None]])
    n = weights[0].size
    moves, changes = moves.reshape(len(moves), n), changes.reshape(len(changes), n)
    scale = np.abs(moves).max(axis=1, initial=0.0)
    on: Flags = scale > 0
    moves, changes = moves[on] / scale[on, None], changes[on] / scale[on, None]
    curvatures = (moves * changes).sum(axis=1) / (moves * moves).sum(axis=1)
    return float(curvatures.max(initial=0.0))
