"""Feature selection via boosting: one weight a round (section 9.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .costs import COSTS, REDUCTIONS, CostName, Reduction, sigmoid, softplus
from .validation import as_choice, as_count, as_features, as_labels, as_outputs, frozen

# A weight whose minimizer lies at infinity stops where it adds this much to the largest margin: beyond it,
# log(1 + exp(−margin)) no longer changes the cost in double precision.
RUNAWAY_MARGIN = 40.0
# Below any curvature of use: keeps a division from failing where all margins are large.
SMALLEST_CURVATURE = 1e-150


@dataclass(frozen=True, eq=False)
class BoostTrace:
    """Everything that happened in `boost`.

    Attributes
    ----------
    cost, reduction : str
        As given to `boost`.
    order : NDArray, shape (M,), int
        Features in the order they were chosen, numbered from 0.
    bias : float
        The bias w₀*, tuned before the first round and frozen; in units of the model's output.
    weights : NDArray, shape (M + 1, N), float64
        Row m holds the weights after m rounds; row 0 is all zero (bias alone).
    costs : NDArray, shape (M + 1,), float64
        Cost after m rounds; costs[0] is the cost of the bias alone.
    candidate_costs : NDArray, shape (M, N), float64
        Cost in round m + 1 if that feature came next; NaN where it had been chosen before.
    candidate_weights : NDArray, shape (M, N), float64
        The weight each candidate was tuned to; NaN where the feature had been chosen before.
    residuals : NDArray, shape (M + 1, P), float64
        What is left to explain after m rounds. Least squares: y − model_m(x), equation (9.17). Softmax:
        y σ(−y model_m(x)), which like the residual is the negative slope of an example's cost in the model's
        output (half of it for least squares).
    runaway : NDArray, shape (M, N), bool
        Candidates without a minimizer (softmax only: y x has one sign in all examples, so that this feature
        alone separates the classes). Their weight would grow for ever; it is stopped where it adds 40 to the
        largest margin.

    Examples
    --------
    >>> trace = boost([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]], [2.0, 0.0, 3.0, -5.0])
    >>> trace.order, trace.n_rounds
    (array([1, 0]), 2)
    """

    cost: CostName
    reduction: Reduction
    order: NDArray[np.intp]
    bias: float
    weights: NDArray[np.float64]
    costs: NDArray[np.float64]
    candidate_costs: NDArray[np.float64]
    candidate_weights: NDArray[np.float64]
    residuals: NDArray[np.float64]
    runaway: NDArray[np.bool_]

    @property
    def n_rounds(self) -> int:
        """Number of rounds M, the bias not counted.

        Examples
        --------
        >>> boost([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0]], [2.0, 0.0, 3.0], rounds=1).n_rounds
        1
        """
        return len(self.order)


def boost(
    X: ArrayLike,
    y: ArrayLike,
    *,
    rounds: int | None = None,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
) -> BoostTrace:
    """Boosting (forward stage-wise selection): tune the bias, then the best one further weight a round.

    In each round every feature not yet chosen is tried: its weight alone is tuned, all others stay frozen.
    The feature that gives the smallest cost is chosen (the first of several equal ones), its weight is frozen
    and it is not chosen again.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first (section 9.6.2): with features that are not centred, the
        frozen bias is the wrong one as soon as a weight is tuned. The least squares order does not depend on
        the features' scales.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    rounds : int, optional
        Number of rounds M, 1 to N; all N where not given.
    cost : {"least_squares", "softmax"}
        What the weights minimize.
    reduction : {"mean", "sum"}
        How the cost adds over examples. Order and weights do not depend on it.

    Returns
    -------
    BoostTrace

    Raises
    ------
    TypeError
        If `X` or `y` holds anything but real numbers, or `rounds` is no whole number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, a label is neither −1
        nor +1, one class is missing, `rounds` is outside 1…N, or a name is unknown.

    Notes
    -----
    Source: section 9.6.1, equations (9.8) to (9.15), and 9.6.4, (9.16) to (9.18). Equation (9.13) writes the
    bias as w₁*; w₀* of (9.10) is meant. Least squares weights have the closed form of one-dimensional
    regression of the residual on the feature; softmax weights are found by Halley's method (Newton's with the
    third derivative) on all candidates at once, kept inside a bracket: the weights to about
    1e-8, the costs, which are flat there, to about 1e-11.

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = boost(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.bias, trace.order, trace.costs
    (0.0, array([1, 0]), array([38. ,  6.5,  2.5]))
    """
    features = as_features(X)
    P, N = features.shape
    M = N if rounds is None else as_count(rounds, "rounds", 1, N, "the number of features")
    cost = cast(CostName, as_choice(cost, "cost", COSTS))
    reduction = cast(Reduction, as_choice(reduction, "reduction", REDUCTIONS))
    if cost == "least_squares":
        trace = _boost_least_squares(features, as_outputs(y, P), M)
    else:
        trace = _boost_softmax(features, as_labels(y, P), M)
    order, bias, weights, costs, candidate_costs, candidate_weights, residuals, runaway = trace
    if reduction == "mean":
        costs /= P
        candidate_costs /= P
    return BoostTrace(
        cost,
        reduction,
        frozen(order),
        bias,
        frozen(weights),
        frozen(costs),
        frozen(candidate_costs),
        frozen(candidate_weights),
        frozen(residuals),
        frozen(runaway),
    )


_Parts = tuple[
    NDArray[np.intp],
    float,
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.bool_],
]


def _boost_least_squares(X: NDArray[np.float64], y: NDArray[np.float64], M: int) -> _Parts:
    """Sums of squares, by the residual perspective of section 9.6.4."""
    P, N = X.shape
    order = np.empty(M, dtype=np.intp)
    weights, costs, residuals = np.zeros((M + 1, N)), np.empty(M + 1), np.empty((M + 1, P))
    candidate_costs, candidate_weights = np.empty((M, N)), np.empty((M, N))

    bias = float(y.mean())  # minimizes (9.9)
    residual = residuals[0] = y - bias
    costs[0] = residual @ residual
    squares = np.einsum("pn,pn->n", X, X)
    chosen = np.zeros(N, dtype=bool)
    for m in range(M):
        # (9.18): Σ (w x − r)² is smallest at w = x·r / x·x, where it is r·r − (x·r)² / x·x.
        products = residual @ X
        tuned = products / squares
        tried = costs[m] - products * tuned
        tried[chosen] = np.inf
        best = order[m] = tried.argmin()
        tuned[chosen] = tried[chosen] = np.nan
        candidate_weights[m], candidate_costs[m] = tuned, tried
        chosen[best] = True

        weights[m + 1] = weights[m]
        weights[m + 1, best] = tuned[best]
        residual = residuals[m + 1] = residual - tuned[best] * X[:, best]
        costs[m + 1] = residual @ residual
    np.maximum(candidate_costs, 0, out=candidate_costs)  # a perfect fit may come out as −1e-17
    return (
        order,
        bias,
        weights,
        costs,
        candidate_costs,
        candidate_weights,
        residuals,
        np.zeros((M, N), dtype=bool),
    )


def _boost_softmax(X: NDArray[np.float64], y: NDArray[np.float64], M: int) -> _Parts:
    """Sums of log(1 + exp(−margin)), where margin = y · model(x)."""
    P, N = X.shape
    order = np.empty(M, dtype=np.intp)
    weights = np.zeros((M + 1, N))
    candidate_costs, candidate_weights = np.full((M, N), np.nan), np.full((M, N), np.nan)

    positive = np.count_nonzero(y > 0)
    bias = float(np.log(positive / (P - positive)))  # minimizes the cost of a constant: the log odds
    margins = bias * y
    costs, residuals = np.empty(M + 1), np.empty((M + 1, P))
    costs[0] = softplus(-margins).sum()

    # One row a candidate, so that sums over examples run along memory; the last takes the chosen one's place.
    # Each is divided by its largest entry, so that its weight counts in units of margin.
    z = np.multiply(X.T, y, out=np.empty((N, P)))
    lowest, highest = z.min(axis=1), z.max(axis=1)
    size = np.maximum(highest, -lowest)
    z /= size[:, None]
    powers = np.empty((3, N, P), dtype=np.float32)  # z², z³, z⁴: to find where to start
    power = z
    for k in range(3):
        power = power * z
        powers[k] = power
    # A feature whose slopes have one sign separates the classes alone: its weight would grow for ever.
    end = np.where(lowest >= 0, RUNAWAY_MARGIN, np.where(highest <= 0, -RUNAWAY_MARGIN, 0.0))
    left = np.arange(N)
    miss = np.zeros(N)
    work = np.empty((2, N, P))  # taken once: fresh memory for every round costs more than the sums
    for m in range(M):
        n = N - m
        p = sigmoid(-margins)
        residuals[m] = y * p
        start, *series = _start(z[:n], powers[:, :n], p)
        # The series misses a candidate's weight by nearly the same in every round.
        tuned, tried = _tune(z[:n], margins, start + miss[:n], *series, end[:n], work[:, :n])
        miss[:n] = np.where(end[:n] == 0, tuned - start, 0.0)
        candidates = left[:n]
        candidate_weights[m, candidates], candidate_costs[m, candidates] = tuned / size[candidates], tried
        equal = (tried == tried.min()).nonzero()[0]
        best = int(equal[candidates[equal].argmin()])  # the first feature of several equally good ones
        order[m] = left[best]

        weights[m + 1] = weights[m]
        weights[m + 1, order[m]] = candidate_weights[m, order[m]]
        costs[m + 1] = tried[best]
        margins = margins + tuned[best] * z[best]
        for array in (z, *powers, left, miss, end):
            array[best] = array[n - 1]
    runaway = ((lowest >= 0) | (highest <= 0)) & ~np.isnan(candidate_weights)
    residuals[M] = y * sigmoid(-margins)
    return order, bias, weights, costs, candidate_costs, candidate_weights, residuals, runaway


def _start(
    z: NDArray[np.float64], powers: NDArray[np.float32], p: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Where the slope's Taylor series about w = 0 vanishes: there, one p = σ(−margin) serves all candidates.

    The series first + second w + third w²/2 + fourth w³/6 = 0 is reversed, with s = −first / second.
    Returns the starting weights and the third and fourth derivatives at 0.
    """
    q = p * (1 - p)
    moments = np.stack([q, q * (2 * p - 1), q * (1 - 6 * q)]).astype(np.float32)
    second, third, fourth = (powers @ moments[:, :, None])[:, :, 0].astype(np.float64)
    second = np.maximum(second, SMALLEST_CURVATURE)
    s = (z @ p) / second
    a, b = third * s / (2 * second), fourth * s * s / (6 * second)
    return np.where(np.abs(a) + np.abs(b) < 0.5, s * (1 - a + 2 * a * a - b), _within(s, 2.0)), third, fourth


def _tune(
    z: NDArray[np.float64],
    margins: NDArray[np.float64],
    start: NDArray[np.float64],
    third: NDArray[np.float64],
    fourth: NDArray[np.float64],
    end: NDArray[np.float64],
    work: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Minimize Σₚ log(1 + exp(−marginₚ − w zₚ)) over w for every candidate (row of `z`) at once.

    `third` and `fourth` are derivatives at w = 0; `end` is 0, or the weight to stop at where no
    minimizer exists; `work` is overwritten. Returns the minimizers and the minima.
    """
    w = _within(start, 2.0)
    endless = end != 0
    if endless.any():
        w = np.where(endless, end, w)
    value, first, second = _derivatives(z, margins, w, work)
    # Halley's step: Newton's, with the curvature where the step will be half way. Where it is short, as it
    # nearly always is, it leaves an error of some 1e-8; the other candidates are stepped again below.
    bend = third + fourth * w
    step = -first / second
    step = -first / np.maximum(second + bend * step / 2, second / 2)
    minimizers, minima = w + step, value + step * (first + step * (second / 2 + step * bend / 6))
    far = np.abs(step) > 2e-3
    if endless.any():
        minimizers[endless], minima[endless], far[endless] = w[endless], value[endless], False
    rows = far.nonzero()[0]
    if rows.size:
        minimizers[rows], minima[rows] = _tune_safely(
            z[rows], margins, w[rows] + _within(step[rows], 2.0), work[:, : len(rows)]
        )
    return minimizers, minima


def _tune_safely(
    z: NDArray[np.float64], margins: NDArray[np.float64], w: NDArray[np.float64], work: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The same by Newton's method, kept inside the bracket in which the slope changes its sign."""
    low, high = np.full(len(w), -np.inf), np.full(len(w), np.inf)
    for _ in range(200):
        value, first, second = _derivatives(z, margins, w, work)
        low, high = np.where(first < 0, w, low), np.where(first > 0, w, high)
        step = _within(-first / second, 8.0)
        outside = (w + step < low) | (w + step > high)
        step = np.where(outside, (np.maximum(low, w) + np.minimum(high, w)) / 2 - w, step)
        if np.abs(step).max() <= 1e-4:
            break
        w = w + step
    return w + step, value + step * (first + step * second / 2)


def _derivatives(
    z: NDArray[np.float64], margins: NDArray[np.float64], w: NDArray[np.float64], work: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Σₚ log(1 + exp(−marginₚ − w zₚ)) and its first two derivatives in w, each row at its own w."""
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
    return value, first, np.maximum(_row_products(z, u), SMALLEST_CURVATURE)


def _within(values: NDArray[np.float64], limit: float | NDArray[np.float64]) -> NDArray[np.float64]:
    return np.minimum(np.maximum(values, -limit), limit)


def _row_products(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return (a[:, None, :] @ b[:, :, None])[:, 0, 0]
