"""Feature selection via ℓ1 regularization: minimizers of cost + λ‖ω‖₁ over all λ (section 9.7).

Least squares: ω(λ) is piecewise linear, and the path is followed exactly from knot to knot. Softmax: the
minimizer is found at each λ of a grid by Newton steps on the penalized cost, until a duality gap proves it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .costs import COSTS, REDUCTIONS, CostName, Reduction, sigmoid, softplus
from .validation import (
    as_choice,
    as_features,
    as_labels,
    as_number,
    as_outputs,
    as_penalties,
    check_penalties,
    frozen,
)

Array = NDArray[np.float64]

# A feature of whose sum of squares the active features leave less than this share is their combination.
COLLINEAR = 1e-12
EPSILON = float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)


class PathPoint(NamedTuple):
    """The model at one λ, or at several.

    Attributes
    ----------
    weights : NDArray, shape (N,) or (L, N), float64
        The feature-touching weights ω.
    bias : float or NDArray of shape (L,)
        The bias b.

    Examples
    --------
    >>> PathPoint(np.zeros(2), 1.5).bias
    1.5
    """

    weights: Array
    bias: float | Array


@dataclass(frozen=True)
class L1Event:
    """A feature that enters or leaves the model as λ decreases.

    Attributes
    ----------
    lam : float
        Where: exact for least squares; for softmax the largest λ of the grid at which the change is seen.
    feature : int
        Which, numbered from 0.
    kind : {"enters", "leaves"}
        Whether its weight stops or starts being zero.

    Examples
    --------
    >>> L1Event(2.5, 0, "enters").kind
    'enters'
    """

    lam: float
    feature: int
    kind: Literal["enters", "leaves"]


@dataclass(frozen=True, eq=False)
class L1Path:
    """The minimizers of cost + λ‖ω‖₁ over λ.

    Attributes
    ----------
    cost, reduction : str
        As given to `l1_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending. Least squares without a grid: all knots, from 0 to `lambda_max`.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ; a feature that is out has exactly 0.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized.
    costs : NDArray, shape (K,), float64
        The cost alone, without the penalty.
    objectives : NDArray, shape (K,), float64
        Cost plus λ‖ω‖₁.
    gaps : NDArray, shape (K,), float64
        Upper bound of objective − smallest possible objective, in units of the objective: the duality gap.
        At λ = 0, where the dual is empty, half the squared Newton decrement (least squares: exact).
    lambda_max : float
        The smallest λ at which all weights are zero.
    n_nonzero : NDArray, shape (K,), int
        Number of features in the model.
    events : tuple of L1Event
        Features entering and leaving, in the order of decreasing λ.
    separable : bool
        Softmax only: whether the path met weights that separate the classes. Then no minimizer exists at
        λ = 0; the weights there are those of the first step at which the cost fell below the tolerance.
    knots : NDArray, shape (k,), float64
        Least squares: where the path bends, ascending from 0. Softmax: equal to `lambdas`.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots.

    Examples
    --------
    >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 6.0, -2.0, 0.0])
    >>> path.lambdas, path.n_nonzero
    (array([0., 4.]), array([2, 0]))
    """

    cost: CostName
    reduction: Reduction
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    objectives: Array
    gaps: Array
    lambda_max: float
    n_nonzero: NDArray[np.intp]
    events: tuple[L1Event, ...]
    separable: bool
    knots: Array = field(repr=False)
    knot_weights: Array = field(repr=False)
    _solve: Callable[[L1Path, Array], PathPoint] = field(repr=False)

    def at(self, lam: ArrayLike) -> PathPoint:
        """The model at any λ ≥ 0.

        Exact between knots for least squares. For softmax the minimizer is computed anew, from the nearest
        larger λ of the path, to the tolerance of the path.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0. From `lambda_max` on, all weights are zero.

        Returns
        -------
        PathPoint
            weights (N,) and bias for one λ; weights (L, N) and bias (L,) for several.

        Raises
        ------
        TypeError, ValueError
            If `lam` is no number or one-dimensional list of numbers ≥ 0.

        Examples
        --------
        >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 6.0, -2.0, 0.0])
        >>> path.at(3.0)
        PathPoint(weights=array([0.5, 0.5]), bias=1.0)
        """
        wanted = check_penalties(lam, "lam")
        point = self._solve(self, np.atleast_1d(wanted))
        return point if wanted.ndim else PathPoint(point.weights[0], float(cast(Array, point.bias)[0]))


def l1_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
    lambdas: ArrayLike | None = None,
    tolerance: float = 1e-8,
) -> L1Path:
    """All minimizers of cost + λ‖ω‖₁, from λ_max down to 0; the bias is never penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first, so that weights can be compared (section 9.7.3).
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    cost : {"least_squares", "softmax"}
        What is regularized: Σ (b + x·ω − y)² without ½, or Σ log(1 + exp(−y (b + x·ω))).
    reduction : {"mean", "sum"}
        How the cost adds over examples. A λ of the sum is P times the λ of the mean. The chapter prints
        means, but its Figures 9.21 and 9.22 (λ up to 130) hold for sums.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0 in any order; returned ascending, without repeats. Where not given: all knots
        for least squares, 50 evenly spaced values in [0, λ_max] for softmax.
    tolerance : float
        Softmax: largest duality gap at each λ, relative to the cost of the bias alone where that is below 1,
        absolute where it is above. The least squares path is exact and does not need it.

    Returns
    -------
    L1Path

    Raises
    ------
    TypeError
        If `X`, `y` or `lambdas` hold anything but real numbers, or `tolerance` is no number.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant, a label is neither −1
        nor +1, one class is missing, a λ is negative, `tolerance` ≤ 0, or a name is unknown; or if the least
        squares path has more than some 1000 + 50 N knots (in the worst case there are 3^N / 2).

    Notes
    -----
    Source: section 9.7.2, equations (9.23) to (9.25); (9.21) sums from n = 0, but the bias is left out here
    as the section asks. Where features are linear combinations of others the minimizer is not unique; the
    one returned keeps the features that entered first.

    Examples
    --------
    >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0])
    >>> path.lambdas, path.weights
    (array([0., 3., 5.]), array([[2.5, 1.5],
           [1. , 0. ],
           [0. , 0. ]]))
    >>> [(event.lam, event.feature) for event in path.events]
    [(5.0, 0), (3.0, 1)]
    """
    features = as_features(X)
    cost = cast(CostName, as_choice(cost, "cost", COSTS))
    reduction = cast(Reduction, as_choice(reduction, "reduction", REDUCTIONS))
    grid = None if lambdas is None else as_penalties(lambdas)
    tolerance = as_number(tolerance, "tolerance", positive=True)
    factor = 1.0 / len(features) if reduction == "mean" else 1.0
    if cost == "least_squares":
        return _least_squares_path(features, as_outputs(y, len(features)), reduction, factor, grid)
    return _softmax_path(features, as_labels(y, len(features)), reduction, factor, grid, tolerance)


# ---------------------------------------------------------------------------------------------------------
# Least squares: from knot to knot
# ---------------------------------------------------------------------------------------------------------


def _least_squares_path(X: Array, y: Array, reduction: Reduction, factor: float, grid: Array | None) -> L1Path:
    # At the minimizer b = mean(y) − mean(x)·ω; centring X and y takes the bias out of the problem.
    P, N = X.shape
    x_mean, y_mean = np.full(P, 1 / P) @ X, float(y.sum()) / P
    centred, output = X - x_mean, y - y_mean
    q = 2 * factor * (output @ centred)
    gram = 2 * factor * (centred.T @ centred) if max(P, 1000) >= N else None

    def gram_row_anew(n: int) -> Array:
        return 2 * factor * (centred[:, n] @ centred)

    gram_row = gram_row_anew if gram is None else gram.__getitem__
    squares = gram.diagonal() if gram is not None else 2 * factor * np.einsum("pn,pn->n", centred, centred)
    q[np.abs(q) <= 1e-14 * np.sqrt(2 * factor * squares) * np.sqrt(output @ output)] = 0.0  # rounding only
    walk = follow(gram_row, q, squares, min(P - 1, N))
    knots, knot_weights = walk.knots, walk.weights
    lambdas = knots if grid is None else grid
    weights = knot_weights if grid is None else between_knots(knots, knot_weights, grid)

    # With the slopes 2 Xᵀr = q − Gω, the residuals r = y − Xω need not be formed:
    # r·y = y·y − ω·q / 2 and r·r = y·y − ω·(q + slopes) / 2.
    total = factor * (output @ output)
    slopes = q - (weights @ gram if gram is not None else 2 * factor * ((weights @ centred.T) @ centred))
    costs = np.maximum(total - np.einsum("kn,kn->k", weights, q + slopes) / 2, 0.0)
    objectives = costs + lambdas * np.abs(weights).sum(axis=1)
    # Dual: with the residual r shrunk by κ so that |2 xₙ·κr| ≤ λ, no objective is below Σ y² − Σ (y − κr)².
    shrink = np.minimum(1.0, lambdas / np.maximum(np.abs(slopes).max(axis=1), TINY))
    gaps = objectives - shrink * (2 * (total - weights @ q / 2) - shrink * costs)
    if lambdas[0] == 0:  # the dual says nothing there: how far a Newton step on the active features descends
        slope = slopes[0, walk.active]
        gaps[0] = slope @ walk.inverse @ slope / 2
    return L1Path(
        "least_squares",
        reduction,
        frozen(lambdas),
        frozen(weights),
        frozen(y_mean - weights @ x_mean),
        frozen(costs),
        frozen(objectives),
        frozen(np.maximum(gaps, 0.0)),
        float(knots[-1]),
        frozen((weights != 0).sum(axis=1)),
        walk.events,
        False,
        frozen(knots),
        frozen(knot_weights),
        partial(_point_between, x_mean, y_mean),
    )


def between_knots(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """The piecewise linear path at any λ; beyond the last knot it stays as it is there: zero.

    Parameters
    ----------
    knots : NDArray, shape (k,), float64
        Where the path bends, ascending from 0.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots.
    lambdas : NDArray, shape (L,), float64
        Where the path is wanted.

    Returns
    -------
    NDArray, shape (L, N), float64

    Examples
    --------
    >>> between_knots(np.array([0.0, 2.0]), np.array([[1.0], [0.0]]), np.array([0.5, 9.0]))
    array([[0.75],
           [0.  ]])
    """
    if len(knots) == 1:
        return np.zeros((len(lambdas), knot_weights.shape[1]))
    right = np.clip(np.searchsorted(knots, lambdas), 1, len(knots) - 1)
    left = right - 1
    share = np.clip((lambdas - knots[left]) / (knots[right] - knots[left]), 0.0, 1.0)[:, None]
    return (1 - share) * knot_weights[left] + share * knot_weights[right]


def _point_between(x_mean: Array, y_mean: float, path: L1Path, lambdas: Array) -> PathPoint:
    weights = between_knots(path.knots, path.knot_weights, lambdas)
    return PathPoint(weights, y_mean - weights @ x_mean)


def _anew(cross: Array, active: NDArray[np.intp], q: Array, signs: Array) -> tuple[Array, Array, Array]:
    """The inverse and the lines of `_follow` from scratch, with one step of iterative refinement."""
    gram = cross[:, active]
    inverse = np.linalg.inv(gram)
    wanted = np.stack([q[active], signs[active]], axis=1)
    ud = inverse @ wanted
    ud += inverse @ (wanted - gram @ ud)
    z0, z1 = q - ud[:, 0] @ cross, -ud[:, 1] @ cross
    z0[active], z1[active] = ud.T
    return inverse, z0, z1


class Walk(NamedTuple):
    """What `follow` found: the knots ascending, and what was active at λ = 0."""

    knots: Array
    weights: Array
    events: tuple[L1Event, ...]
    tied: bool
    active: NDArray[np.intp]
    inverse: Array


def follow(gram_row: Callable[[int], Array], q: Array, squares: Array, rank: int) -> Walk:
    """Follow the minimizers of ½ ωᵀGω − q·ω + λ‖ω‖₁ from λ_max down to 0.

    Parameters
    ----------
    gram_row : callable
        `gram_row(n)` gives row n of G, shape (N,); G is symmetric and positive semidefinite.
    q : NDArray, shape (N,), float64
        Slopes at zero weights.
    squares : NDArray, shape (N,), float64
        The diagonal of G.
    rank : int
        The largest number of independent features.

    Returns
    -------
    Walk

    Examples
    --------
    >>> follow(np.eye(2).__getitem__, np.array([3.0, -1.0]), np.ones(2), 2).knots
    array([0., 1., 3.])
    """
    N = len(q)
    walk = _follow(gram_row, q, squares, np.ones(N), rank)
    if walk.tied:  # several features at the same λ: penalties that differ in the tenth digit put them in order
        order = (np.arange(1, N + 1) * 0.6180339887498949) % 1.0
        walk = _follow(gram_row, q, squares, 1 + 1e-10 * order, rank)
    return walk


@np.errstate(divide="ignore", invalid="ignore")  # 0 / 0 for combinations of active features: handled
def _follow(gram_row: Callable[[int], Array], q: Array, squares: Array, penalties: Array, rank: int) -> Walk:
    """Follow the minimizers of ½ ωᵀGω − q·ω + λ Σ penaltyₙ |ωₙ| from λ_max down to 0.

    For least squares with X and y centred, G = 2 XᵀX and q = 2 Xᵀy. `gram_row` gives a row of G, `squares`
    its diagonal, `rank` the largest number of independent features.

    While the active features A and their signs s stay, everything is a line in λ, kept as z₀ − λ z₁:
    for an active feature its weight, ω_A = G_AA⁻¹ q_A − λ G_AA⁻¹ s (z₀: least squares on A alone);
    for another its slope, q − Gω. The next knot is the largest λ at which a weight reaches zero or a slope
    reaches ±λ. A weight will do so if its sign at λ = 0 is not its sign now. A slope that is positive at
    λ = 0 meets +λ, a negative one −λ, at z₀ / (sign(z₀) + z₁).
    """
    N = len(q)
    room = rank + 1
    inverse, scratch = np.empty((2, room, room))  # G_AA⁻¹, grown and shrunk by one row and column
    cross = np.empty((room, N))  # rows A of G
    active = np.empty(room, dtype=np.intp)
    place = [-1] * N  # where in A a feature is
    n = 0
    z0, z1, signs = q.copy(), np.zeros(N), np.zeros(N)

    reach = np.abs(q) / penalties
    feature = int(reach.argmax())
    lam = start = float(reach[feature])
    sign = 1.0 if q[feature] > 0 else -1.0
    barred: list[int] = []  # combinations of active features: their slopes stay within ±λ by themselves
    moved: dict[int, float] = {}  # what changed at this λ, with its sign: not to be undone in the same step
    knots, weights, events, tied = [lam], [np.zeros(N)], [], False
    drift = 0.0  # rounding errors gathered by the updates, estimated; they grow where features are alike
    for _ in range(1000 + 50 * room if lam > 0 else 0):
        i = place[feature]
        if i >= 0:
            n -= 1
            events.append(L1Event(lam, feature, "leaves"))
            weights[-1][feature] = 0.0  # exactly
            its_z0, its_z1, its_sign = z0.item(feature), z1.item(feature), signs.item(feature)
            block = inverse[: n + 1, : n + 1]
            column = block[:, i] / block[i, i]
            drift += EPSILON * block[i, i] * squares[feature]
            change = column @ cross[: n + 1]
            np.negative(change, out=change)
            change[active[: n + 1]] = column
            z0 -= its_z0 * change
            z1 -= its_z1 * change
            z0[feature] = its_z0 / block[i, i]
            z1[feature] = its_z1 / block[i, i] - its_sign * penalties[feature]
            moved[feature], signs[feature] = its_sign, 0.0
            block -= np.multiply(column[:, None], block[i].copy(), out=scratch[: n + 1, : n + 1])
            for array in (cross, active, block, block.T):
                array[i] = array[n]  # the last takes its place
            place[active[i]], place[feature] = i, -1
            barred.clear()
        else:
            row = gram_row(feature)
            now = active[:n]
            v = inverse[:n, :n] @ row[now]
            change = row - v @ cross[:n]  # the feature's row of G, without what A explains of it
            rest = change.item(feature)
            if n == rank or rest <= COLLINEAR * squares[feature]:
                barred.append(feature)
            else:
                change[now] = v
                its_z0 = z0.item(feature) / rest
                its_z1 = (z1.item(feature) + sign * penalties.item(feature)) / rest
                z0 -= its_z0 * change
                z1 -= its_z1 * change
                z0[feature], z1[feature], signs[feature] = its_z0, its_z1, sign
                drift += EPSILON * squares.item(feature) / rest
                scaled = v / rest
                block = inverse[:n, :n]
                block += np.multiply(v[:, None], scaled, out=scratch[:n, :n])
                inverse[n, :n] = inverse[:n, n] = -scaled
                inverse[n, n] = 1 / rest
                cross[n], active[n], place[feature] = row, feature, n
                n += 1
                events.append(L1Event(lam, feature, "enters"))
                moved[feature] = sign

        now = active[:n]
        if drift > 1e-12:
            drift = 0.0
            inverse[:n, :n], z0, z1 = _anew(cross[:n], now, q, signs * penalties)
        reach = z0 / (np.copysign(penalties, z0) + z1)
        reach[now] = 0.0
        turned = (z0 * signs < 0).nonzero()[0]
        if turned.size:
            reach[turned] = z0[turned] / z1[turned]
        if barred:
            reach[barred] = 0.0
        for other, its_sign in moved.items():
            if reach.item(other) >= lam * (1 - 1e-13) and (place[other] >= 0 or (z0[other] > 0) == (its_sign > 0)):
                reach[other], tied = 0.0, True
        feature = int(reach.argmax())
        below = min(reach.item(feature), lam)
        if math.isnan(below):
            feature = int(np.nan_to_num(reach, copy=False).argmax())
            below = min(reach.item(feature), lam)
        if below <= 1e-14 * start:
            below = 0.0
        if below < lam * (1 - 1e-13):
            line = np.zeros(N)
            line[now] = z0[now] - below * z1[now]
            knots.append(below)
            weights.append(line)
            moved.clear()
        lam = below
        if lam == 0.0:
            break
        sign = 1.0 if z0.item(feature) > 0 else -1.0
    if lam > 0:
        raise ValueError(
            f"X leads to an ℓ1 path of more than {len(knots)} knots, λ = {lam:g} reached; wanted fewer features, "
            "or features less alike: drop or combine near-duplicates"
        )
    return Walk(np.array(knots[::-1]), np.array(weights[::-1]), tuple(events), tied, active[:n], inverse[:n, :n])


# ---------------------------------------------------------------------------------------------------------
# Softmax: Newton steps on the penalized cost, from λ to λ
# ---------------------------------------------------------------------------------------------------------


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


def _softmax_path(X: Array, y: Array, reduction: Reduction, factor: float, grid: Array | None, tolerance: float) -> L1Path:
    P, N = X.shape
    Z = np.empty((N + 1, P))
    Z[0] = y
    x_mean = X.mean(axis=0)
    np.subtract(X.T, x_mean[:, None], out=Z[1:])
    Z[1:] *= y
    positive = np.count_nonzero(y > 0)
    start = np.zeros(N + 1)
    start[0] = np.log(positive / (P - positive))  # the log odds
    p = sigmoid(-start[0] * y)
    lambda_max = float(factor * np.abs(Z[1:] @ p).max())
    if lambda_max <= 1e-14 * factor * (np.abs(Z[1:]) @ p).max():  # rounding only: nothing is explained
        lambda_max = 0.0
    limit = tolerance * min(1.0, factor * float(softplus(-start[0] * y).sum()))
    problem = _Softmax(Z, y, x_mean, factor, start, lambda_max, limit)

    lambdas = np.unique(np.linspace(0.0, lambda_max, 50)) if grid is None else grid
    K = len(lambdas)
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
    biases = w[:, 0] - weights @ x_mean
    return L1Path(
        "softmax",
        reduction,
        frozen(lambdas),
        frozen(weights),
        frozen(biases),
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
