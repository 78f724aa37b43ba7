"""The best single weight of every candidate feature for the softmax cost (section 9.6.1), for all candidates together.

For margins mₚ and products zₚ = yₚ xₚ of a feature, the cost of its weight w is f(w) = Σₚ log(1 + exp(−mₚ − w zₚ)), which is
convex. Every feature is scaled to max |zₚ| = 1. Then |f‴| ≤ f″, so a short Newton step is also an accurate one, even if the
values of the feature differ by many orders of magnitude. The stopping rules below rely on this bound.
"""

from __future__ import annotations

import numpy as np

from .._numerics.types import Array, ArrayPair, Flags
from ..optimization.logistic import softplus

# Entries of a feature below this share of its largest one count as 0: a weight large enough to use them would overflow.
NEGLIGIBLE_ENTRY = 1e-140
# Beyond this margin, log(1 + exp(−margin)) adds nothing to a cost in double precision.
ZERO_COST_MARGIN = 40.0
# Lower bounds on the curvature, to avoid dividing by zero where all margins are large. The second is for steps whose length
# is limited.
CURVATURE_FLOOR = 1e-150
LIMITED_STEP_CURVATURE_FLOOR = 1e-300
# The tuning of a single weight ends with a Newton step up to this length. The step leaves an error of at most its square in
# the weight, and of its cube in the cost. Large weights, whose rounding is longer, end with a step up to this share of them.
SHORT_STEP = 5e-5
SHORT_STEP_SHARE = 1e-15
# Decreases of the cost by this share of its value at w = 0 are lost in rounding.
LOST_DECREASE = 1e-16
# Steps of the safeguarded Newton method for a single weight. Bisection alone needs about 100.
SINGLE_WEIGHT_STEPS = 400


def tune_weights(z: Array, margins: Array, start: Array, skip: Flags) -> ArrayPair:
    """Minimize Σₚ log(1 + exp(−marginₚ − w zₚ)) over w for every candidate, by Newton's method."""
    value, falls, curves = _terms(z, margins, start)
    first, second = -falls.sum(axis=1), np.maximum(np.einsum("np,np->n", z, curves), CURVATURE_FLOOR)
    step = -first / second
    minimizers, minima = start + step, value + step * (first + step * second / 2)
    rows = ((np.abs(step) > SHORT_STEP) & ~skip).nonzero()[0]
    if rows.size:
        nearer = start[rows] + np.clip(step[rows], -2.0, 2.0)
        minimizers[rows], minima[rows] = _tune_safely(z[rows], margins, nearer)
    return minimizers, minima


def _tune_safely(z: Array, margins: Array, w: Array) -> ArrayPair:
    """Minimize the same cost for weights of any size: one outlier of 1e8 can lead to a best weight of 1e8."""
    low, high, before = np.full(len(w), -np.inf), np.full(len(w), np.inf), np.full(len(w), np.inf)
    lost = LOST_DECREASE * (1.0 + softplus(-margins).sum())
    for _ in range(SINGLE_WEIGHT_STEPS):
        value, falls, curves = _terms(z, margins, w)
        first, second = -falls.sum(axis=1), np.einsum("np,np->n", z, curves)
        step = -first / np.maximum(second, LIMITED_STEP_CURVATURE_FLOOR)
        low, high = np.where(first < 0, w, low), np.where(first > 0, w, high)
        tolerance = np.maximum(SHORT_STEP, SHORT_STEP_SHARE * np.abs(w))
        short = (np.abs(step) <= tolerance) | (high - low <= tolerance)
        if not short.all():
            short |= _still_to_gain(z, falls, step) <= lost
        if short.all():
            break
        longest = 8.0 * (1.0 + np.minimum(np.abs(w), 1e120) ** 2)
        move = np.clip(step, -longest, longest)
        bracketed = np.isfinite(low) & np.isfinite(high)
        outside = (w + move <= low) | (w + move >= high)
        # Bisect as well where the steps do not shrink by half, since there may be many of them.
        halve = bracketed & (outside | (np.abs(move) > before / 2))
        low_end, high_end = np.where(bracketed, low, 0.0), np.where(bracketed, high, 0.0)
        middle = np.sinh((np.arcsinh(low_end) + np.arcsinh(high_end)) / 2)
        move = np.where(halve, middle - w, move)
        before = np.where(bracketed, np.abs(move), np.inf)
        w = np.where(short, w, w + move)
    tolerance = np.where(short, tolerance, 0.0)
    step = np.clip(step, -tolerance, tolerance)
    return w + step, value + step * (first + step * second / 2)


def _still_to_gain(z: Array, falls: Array, step: Array) -> Array:
    """Return Σ σ(−margin) over the examples whose margin a step raises."""
    helped = z * step[:, None] > 0
    return np.divide(falls, z, out=np.zeros(z.shape), where=helped).sum(axis=1)


def separate(z: Array, margins: Array, sign: Array) -> ArrayPair:
    """Return a weight that reaches the limit of the cost in double precision, for candidates without a minimizer, and the
    limit.
    """
    raised = np.abs(z) > NEGLIGIBLE_ENTRY
    needed = np.divide(ZERO_COST_MARGIN - margins, np.abs(z), out=np.zeros(z.shape), where=raised)
    infima = np.where(raised, 0.0, softplus(-margins)).sum(axis=1)
    return sign * needed.max(axis=1, initial=0.0), infima


def _terms(z: Array, margins: Array, w: Array) -> tuple[Array, Array, Array]:
    """Return Σₚ log(1 + exp(−marginₚ − w zₚ)) for the weight w of each row, and z p and z p (1 − p), where p = σ(−margin)."""
    down = -margins - w[:, None] * z
    odds = np.exp(np.minimum(down, 700.0))  # beyond 700 it would overflow, and log(1 + odds) is `down` itself
    value = (np.log1p(odds) + np.maximum(down - 700.0, 0.0)).sum(axis=1)
    p = odds / (1.0 + odds)
    falls = z * p
    return value, falls, falls * (1.0 - p)
