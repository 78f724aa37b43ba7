"""Feature selection via ℓ1 regularization: minimizers of cost + λ‖ω‖₁ over all λ (section 9.7).

Least squares: ω(λ) is piecewise linear, and the path is followed exactly from knot to knot. Softmax: the
minimizer is found at each λ of a grid by Newton steps on the penalized cost, until a duality gap proves it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .costs import COSTS, REDUCTIONS, CostName, Reduction, sigmoid, softplus
from .validation import (
    as_choice,
    as_count,
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
        nor +1, one class is missing, a λ is negative, `tolerance` ≤ 0, or a name is unknown.

    Notes
    -----
    Source: section 9.7.2, equations (9.23) to (9.25); (9.21) sums from n = 0, but the bias is left out here
    as the section asks. Where features are linear combinations of others the minimizer is not unique; the
    one returned keeps the features that entered first.

    Examples
    --------
    >>> path = l1_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0])
    >>> path.lambdas, path.weights
    (array([0. , 3. , 5. ]), array([[2.5, 1.5],
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
    x_mean, y_mean = X.mean(axis=0), float(y.mean())
    centred, output = X - x_mean, y - y_mean
    q = 2 * factor * (output @ centred)
    gram = 2 * factor * (centred.T @ centred) if N <= max(P, 1000) else None

    def gram_row(n: int) -> Array:
        return gram[n] if gram is not None else 2 * factor * (centred[:, n] @ centred)

    squares = gram.diagonal() if gram is not None else 2 * factor * np.einsum("pn,pn->n", centred, centred)
    walk = _follow(gram_row, q, squares, np.ones(N), min(P - 1, N))
    if walk.tied:  # several features at the same λ: penalties that differ in the tenth digit put them in order
        order = (np.arange(1, N + 1) * 0.6180339887498949) % 1.0
        walk = _follow(gram_row, q, squares, 1 + 1e-10 * order, min(P - 1, N))
    knots, knot_weights = walk.knots, walk.weights
    lambdas = knots if grid is None else grid
    weights = knot_weights if grid is None else _between(knots, knot_weights, grid)

    # With the slopes 2 Xᵀr = q − Gω, the residuals r = y − Xω need not be formed:
    # r·y = y·y − ω·q / 2 and r·r = y·y − ω·(q + slopes) / 2.
    total = factor * (output @ output)
    slopes = q - (weights @ gram if gram is not None else 2 * factor * ((weights @ centred.T) @ centred))
    costs = np.maximum(total - np.einsum("kn,kn->k", weights, q + slopes) / 2, 0.0)
    objectives = costs + lambdas * np.abs(weights).sum(axis=1)
    # Dual: with the residual r shrunk by κ so that |2 xₙ·κr| ≤ λ, no objective is below Σ y² − Σ (y − κr)².
    shrink = np.minimum(1.0, lambdas / np.maximum(np.abs(slopes).max(axis=1), np.finfo(float).tiny))
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
        frozen(np.count_nonzero(weights, axis=1)),
        walk.events,
        False,
        frozen(knots),
        frozen(knot_weights),
        partial(_point_between, x_mean, y_mean),
    )


def _between(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """The piecewise linear path at any λ; beyond the last knot it stays as it is there: zero."""
    right = np.clip(np.searchsorted(knots, lambdas), 1, len(knots) - 1)
    left = right - 1
    share = np.clip((lambdas - knots[left]) / (knots[right] - knots[left]), 0.0, 1.0)[:, None]
    return (1 - share) * knot_weights[left] + share * knot_weights[right]


def _point_between(x_mean: Array, y_mean: float, path: L1Path, lambdas: Array) -> PathPoint:
    weights = _between(path.knots, path.knot_weights, lambdas)
    return PathPoint(weights, y_mean - weights @ x_mean)


class _Walk(NamedTuple):
    """What `_follow` found: the knots ascending, and what was active at λ = 0."""

    knots: Array
    weights: Array
    events: tuple[L1Event, ...]
    tied: bool
    active: NDArray[np.intp]
    inverse: Array


def _follow(
    gram_row: Callable[[int], Array], q: Array, squares: Array, penalties: Array, rank: int
) -> _Walk:
    """Follow the minimizers of ½ ωᵀGω − q·ω + λ Σ penaltyₙ |ωₙ| from λ_max down to 0.

    For least squares with X and y centred, G = 2 XᵀX and q = 2 Xᵀy. `gram_row` gives a row of G, `squares`
    its diagonal, `rank` the largest number of independent features.

    While the active features A and their signs s stay, everything is a line in λ, kept as z₀ − λ z₁:
    for an active feature its weight, ω_A = G_AA⁻¹ q_A − λ G_AA⁻¹ s (z₀: least squares on A alone);
    for another its slope, q − Gω. The next knot is the largest λ at which a weight reaches zero or a slope
    reaches ±λ. A weight will do so if its sign at λ = 0 is not its sign now. A slope that is positive at
    λ = 0 meets +λ, a negative one −λ, at |z₀| / (1 + sign(z₀) z₁).
    """
    N = len(q)
    room = rank + 1
    inverse, scratch = np.empty((2, room, room))  # G_AA⁻¹, grown and shrunk by one row and column
    cross = np.empty((room, N))  # rows A of G
    active = np.empty(room, dtype=np.intp)
    place = [-1] * N  # where in A a feature is
    n, tiny = 0, np.array(1e-150)
    z0, z1, signs = q.copy(), np.zeros(N), np.zeros(N)

    reach = np.abs(q) / penalties
    feature = int(reach.argmax())
    lam = start = float(reach[feature])
    sign = 1.0 if q[feature] > 0 else -1.0
    barred: list[int] = []  # combinations of active features: their slopes stay within ±λ by themselves
    moved: dict[int, float] = {}  # what changed at this λ, with its sign: not to be undone in the same step
    knots, weights, events, tied = [lam], [np.zeros(N)], [], False
    for _ in range(1000 + 50 * room):
        i = place[feature]
        if i >= 0:
            n -= 1
            events.append(L1Event(lam, feature, "leaves"))
            its_z0, its_z1, its_sign = z0[feature], z1[feature], float(signs[feature])
            block = inverse[: n + 1, : n + 1]
            column = block[:, i] / block[i, i]
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
            v = inverse[:n, :n] @ row[active[:n]]
            change = row - v @ cross[:n]  # the feature's row of G, without what A explains of it
            rest = float(change[feature])
            if n == rank or rest <= COLLINEAR * squares[feature]:
                barred.append(feature)
            else:
                change[active[:n]] = v
                its_z0, its_z1 = z0[feature] / rest, (z1[feature] + sign * penalties[feature]) / rest
                z0 -= its_z0 * change
                z1 -= its_z1 * change
                z0[feature], z1[feature], signs[feature] = its_z0, its_z1, sign
                scaled = v / rest
                block = inverse[:n, :n]
                block += np.multiply(v[:, None], scaled, out=scratch[:n, :n])
                inverse[n, :n] = inverse[:n, n] = -scaled
                inverse[n, n] = 1 / rest
                cross[n], active[n], place[feature] = row, feature, n
                n += 1
                events.append(L1Event(lam, feature, "enters"))
                moved[feature] = sign

        reach = np.abs(z0) / np.maximum(penalties + np.sign(z0) * z1, tiny)
        reach[active[:n]] = 0.0
        turned = (z0 * signs < 0).nonzero()[0]
        if turned.size:
            reach[turned] = z0[turned] / z1[turned]
        if barred:
            reach[barred] = 0.0
        for other, its_sign in moved.items():
            if reach[other] >= lam * (1 - 1e-13) and (place[other] >= 0 or (z0[other] > 0) == (its_sign > 0)):
                reach[other], tied = 0.0, True
        feature = int(reach.argmax())
        below = min(float(reach[feature]), lam)
        if below <= 1e-14 * start:
            below = 0.0
        if below < lam * (1 - 1e-13):
            line = np.zeros(N)
            now = active[:n]
            line[now] = z0[now] - below * z1[now]
            if place[feature] >= 0 and below > 0:
                line[feature] = 0.0
            knots.append(below)
            weights.append(line)
            moved.clear()
        lam = below
        if lam == 0.0:
            break
        sign = 1.0 if z0[feature] > 0 else -1.0
    else:
        raise RuntimeError(f"the ℓ1 path has more than {1000 + 50 * room} knots; use fewer features")
    return _Walk(
        np.array(knots[::-1]), np.array(weights[::-1]), tuple(events), tied, active[:n], inverse[:n, :n]
    )
