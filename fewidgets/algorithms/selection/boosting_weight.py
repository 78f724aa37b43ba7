"""The best single weight of every candidate feature for the softmax cost (section 9.6.1), all candidates at once.

For margins mₚ and products zₚ = yₚ xₚ of a feature, the cost of its weight w is f(w) = Σₚ log(1 + exp(−mₚ − w zₚ)). It is
convex. Every feature is scaled to max |zₚ| = 1, so that |f‴| ≤ f″: near a weight at which Newton's step is short, the step
is also accurate. That bound holds however unequal the values of a feature are, and all stopping rules below rest on it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._numerics.types import Array
from ..optimization.costs import softplus

# Where no minimizer exists, the weight stops when it has brought every margin that it can raise to this value: beyond it,
# log(1 + exp(−margin)) no longer changes the cost in double precision.
RUNAWAY_MARGIN = 40.0
# Lower bounds on the curvature, to avoid dividing by zero where all margins are large. The second is for steps whose
# length is limited.
SMALLEST_CURVATURE = 1e-150
LEAST_CURVATURE = 1e-300
# Longest Newton step that needs no second one: it leaves an error of at most its square in w, its cube in the cost.
SHORT_STEP = 2e-4
# The same for weights so large that their rounding is longer than that, as a share of the weight.
SHORT_SHARE = 1e-15
# A decrease of the cost by this share of what it is at w = 0, or of 1, is lost in rounding.
NOTHING = 1e-16
# Entries below this share of a feature's largest count as 0: a weight that made use of them would overflow.
NEGLIGIBLE = 1e-140


def start_weights(z: Array, powers: NDArray[np.float32], p: Array) -> tuple[Array, Array, Array]:
    """Estimate the best weights from the Taylor series of the cost's slope about w = 0.

    There, one p = σ(−margin) serves all candidates. The series first + second w + third w²/2 + fourth w³/6 = 0 is reversed,
    with s = −first / second.

    Parameters
    ----------
    z : NDArray, shape (n, P), float64
        One row a candidate.
    powers : NDArray, shape (3, n, P), float32
        z², z³ and z⁴.
    p : NDArray, shape (P,), float64

    Returns
    -------
    start, third, fourth : NDArray, shape (n,), float64
        The estimates, and the third and fourth derivatives of the cost at w = 0.

    Examples
    --------
    >>> z = np.array([[1.0, 0.5, -0.2]])
    >>> powers = np.stack([z**2, z**3, z**4]).astype(np.float32)
    >>> start_weights(z, powers, np.full(3, 0.5))[0].round(2)
    array([2.58])
    """
    q = p * (1 - p)
    moments = np.stack([q, q * (2 * p - 1), q * (1 - 6 * q)]).astype(np.float32)
    second, third, fourth = (powers @ moments[:, :, None])[:, :, 0].astype(np.float64)
    second = np.maximum(second, SMALLEST_CURVATURE)
    s = (z @ p) / second
    a, b = third * s / (2 * second), fourth * s * s / (6 * second)
    return np.where(np.abs(a) + np.abs(b) < 0.5, s * (1 - a + 2 * a * a - b), _within(s, 2.0)), third, fourth


def tune_weights(
    z: Array, margins: Array, start: Array, third: Array, fourth: Array, skip: NDArray[np.bool_], work: Array
) -> tuple[Array, Array]:
    """Minimize Σₚ log(1 + exp(−marginₚ − w zₚ)) over w for every candidate that has a minimizer.

    Parameters
    ----------
    z : NDArray, shape (n, P), float64
        One row a candidate, the largest magnitude in each row being 1.
    margins : NDArray, shape (P,), float64
    start : NDArray, shape (n,), float64
        Where to start.
    third, fourth : NDArray, shape (n,), float64
        Derivatives at w = 0.
    skip : NDArray, shape (n,), bool
        Candidates without a minimizer. Their results have no meaning.
    work : NDArray, shape (2, n, P), float64
        Overwritten.

    Returns
    -------
    minimizers, minima : NDArray, shape (n,), float64

    Examples
    --------
    >>> z, zero = np.array([[1.0, 1.0, 1.0, -1.0]]), np.zeros(1)
    >>> w, cost = tune_weights(z, np.zeros(4), zero, zero, zero, zero > 0, np.empty((2, 1, 4)))
    >>> bool(abs(w[0] - np.log(3)) < 1e-8)
    True
    """
    w = _within(start, 2.0)
    value, first, second = _derivatives(z, margins, w, work)
    second = np.maximum(second, SMALLEST_CURVATURE)
    # Halley's step: Newton's, with the curvature where the step will be half way.
    bend = _within(third + fourth * w, second)
    step = -first / second
    step = -first / np.maximum(second + bend * step / 2, second / 2)
    minimizers, minima = w + step, value + step * (first + step * (second / 2 + step * bend / 6))
    rows = ((np.abs(step) > SHORT_STEP) & ~skip).nonzero()[0]
    if rows.size:
        minimizers[rows], minima[rows] = _tune_safely(
            z[rows], margins, w[rows] + _within(step[rows], 2.0), work[:, : len(rows)]
        )
    return minimizers, minima


def _tune_safely(z: Array, margins: Array, w: Array, work: Array) -> tuple[Array, Array]:
    """The same, whatever the features' values are: an outlier of 1e8 takes the best weight to 1e8 in units of its margin.

    The slope is the difference of two sums, of what pulls w up and what pulls it down. Newton's method is applied to the
    logarithm of their ratio, which is nearly straight where the sums are exponential. It is kept inside the bracket in
    which the slope changes its sign, and that is halved on the scale of asinh(w): even steps near zero, even factors far out.
    """
    low, high, before = np.full(len(w), -np.inf), np.full(len(w), np.inf), np.full(len(w), np.inf)
    nothing = NOTHING * (1.0 + softplus(-margins).sum())
    for _ in range(400):
        value, first, second = _derivatives(z, margins, w, work)
        step = -first / np.maximum(second, LEAST_CURVATURE)
        low, high = np.where(first < 0, w, low), np.where(first > 0, w, high)
        tolerance = np.maximum(SHORT_STEP, SHORT_SHARE * np.abs(w))
        short = (np.abs(step) <= tolerance) | (high - low <= tolerance)
        if not short.all():
            short |= _still_to_gain(z, work[0], step) <= nothing
        if short.all():
            break
        move = _within(_log_step(z, *work, w, step), 8.0 * (1.0 + np.minimum(np.abs(w), 1e120) ** 2))
        bracketed = np.isfinite(low) & np.isfinite(high)
        outside = (w + move <= low) | (w + move >= high)
        # A step that is not half the one before may be one of many.
        halve = bracketed & (outside | (np.abs(move) > before / 2))
        low_end, high_end = np.where(bracketed, low, 0.0), np.where(bracketed, high, 0.0)
        middle = np.sinh((np.arcsinh(low_end) + np.arcsinh(high_end)) / 2)
        move = np.where(halve, middle - w, move)
        before = np.where(bracketed, np.abs(move), np.inf)
        w = np.where(short, w, w + move)
    step = _within(step, np.where(short, tolerance, 0.0))
    return w + step, value + step * (first + step * second / 2)


def _still_to_gain(z: Array, zp: Array, step: Array) -> Array:
    """Σ σ(−margin) over the examples that a step helps: where it is small, they cost no more than that."""
    helped = z * step[:, None] > 0
    return np.divide(zp, z, out=np.zeros(z.shape), where=helped).sum(axis=1)


def _log_step(z: Array, zp: Array, zq: Array, w: Array, step: Array) -> Array:
    """Newton's step for log(up / down) = 0, where the slope is down − up; Newton's own `step` where that is short.

    `zp` is z σ(−margin) and `zq` is z σ(−margin) σ(margin).
    """
    far = np.abs(step) > np.maximum(1.0, 1e-3 * np.abs(w))
    if not far.any():
        return step
    up, down = np.maximum(zp, 0.0).sum(axis=1), -np.minimum(zp, 0.0).sum(axis=1)
    curvature = z * zq
    up_falls = np.where(z > 0, curvature, 0.0).sum(axis=1)
    down_grows = np.where(z < 0, curvature, 0.0).sum(axis=1)
    far &= (up > 0) & (down > 0) & (up_falls + down_grows > 0)
    up, down = np.where(far, up, 1.0), np.where(far, down, 1.0)
    slope = np.where(far, up_falls / up + down_grows / down, 1.0)
    return np.where(far, (np.log(up) - np.log(down)) / slope, step)


def separate(z: Array, margins: Array, sign: Array) -> tuple[Array, Array]:
    """The infimum of the cost for candidates without a minimizer, and a weight that reaches it in double precision.

    A feature whose products z have one sign separates the classes alone: the cost falls for ever as its weight grows. What is
    left in the end is the cost of the examples in which the feature is 0.

    Parameters
    ----------
    z : NDArray, shape (n, P), float64
        One row a candidate, without entries of the other sign.
    margins : NDArray, shape (P,), float64
    sign : NDArray, shape (n,), float64
        The sign of the entries of each row, +1 or −1.

    Returns
    -------
    weights, infima : NDArray, shape (n,), float64
        The weights bring every margin that they can raise to at least 40.

    Examples
    --------
    >>> separate(np.array([[1.0, 0.5, 0.0]]), np.zeros(3), np.ones(1))
    (array([80.]), array([0.69314718]))
    """
    raised = np.abs(z) > NEGLIGIBLE
    needed = np.divide(RUNAWAY_MARGIN - margins, np.abs(z), out=np.zeros(z.shape), where=raised)
    infima = np.where(raised, 0.0, softplus(-margins)).sum(axis=1)
    return sign * needed.max(axis=1, initial=0.0), infima


def _derivatives(z: Array, margins: Array, w: Array, work: Array) -> tuple[Array, Array, Array]:
    """Σₚ log(1 + exp(−marginₚ − w zₚ)) and its first two derivatives in w, each row at its own w.

    `work` is left with z p and z p (1 − p), where p = σ(−margin).
    """
    t, u = work
    np.multiply(z, -w[:, None], out=t)
    t -= margins
    if t.max() > 700:  # eᵗ would overflow
        value = softplus(t).sum(axis=1)
        np.exp(np.minimum(t, 700, out=t), out=u)
    else:
        value = np.log1p(np.exp(t, out=u), out=t).sum(axis=1)
    p = np.divide(u, np.add(u, 1.0, out=t), out=u)  # σ(−margin)
    zp = np.multiply(z, p, out=t)
    first = -zp.sum(axis=1)
    np.multiply(zp, np.subtract(1.0, p, out=u), out=u)
    return value, first, _row_products(z, u)


def _within(values: Array, limit: float | Array) -> Array:
    return np.minimum(np.maximum(values, -limit), limit)


def _row_products(a: Array, b: Array) -> Array:
    return (a[:, None, :] @ b[:, :, None])[:, 0, 0]
