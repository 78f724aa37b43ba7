"""The ℓ1 path of least squares: followed from knot to knot, and checked between them before it is returned."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from .._numerics.arrays import frozen
from .._numerics.types import Array
from ..optimization.costs import Reduction
from .l1_gram import walk_by_gram
from .l1_orthogonal import walk_by_factors
from .l1_trace import L1Path, PathPoint, Walk

EPSILON = float(np.finfo(float).eps)
TINY = float(np.finfo(float).tiny)
# Where less than this share of the cost is left, it is computed from the residuals.
NEARLY_EXPLAINED = 1e-6
# Largest duality gaps inside a segment, relative to the cost at zero weights: of the fast walk, or the other one is
# taken; and of the other one, or the path is refused.
FAST_GAP = 1e-11
LARGEST_GAP = 1e-5
# Below this share of λ_max the slopes' rounding errors are as large as λ, or nearly so: nothing can be checked there.
SMALLEST = 1e-10
# Up to so many features the Gram matrix is formed; beyond (and with fewer examples) its rows are formed on demand.
WIDEST_GRAM = 1000


def least_squares_path(X: Array, y: Array, reduction: Reduction, factor: float, grid: Array | None, fit_bias: bool) -> L1Path:
    """The path for checked arguments, as `l1_path` returns it.

    Examples
    --------
    >>> X, y = np.array([[-1.0], [1.0]]), np.array([1.0, 5.0])
    >>> least_squares_path(X, y, "sum", 1.0, None, True).weights
    array([[2.],
           [0.]])
    """
    P, N = X.shape
    # At the minimizer b = mean(y) − mean(x)·ω; centring X and y takes the bias out of the problem.
    x_mean, y_mean = (np.full(P, 1 / P) @ X, float(y.sum()) / P) if fit_bias else (np.zeros(N), 0.0)
    problem = quadratic(X - x_mean, y - y_mean, 2 * factor, P - fit_bias, np.abs(x_mean))
    walk, costs, gaps, *_ = follow(problem)
    knots, knot_weights = walk.knots, walk.weights
    lambdas, weights = knots, knot_weights
    if grid is not None:
        at_zero = gaps[0]
        lambdas, weights = grid, between_knots(knots, knot_weights, grid)
        costs, gaps = problem.costs_and_gaps(walk, lambdas, weights)
        gaps[lambdas == 0] = at_zero
    return L1Path(
        "least_squares",
        reduction,
        fit_bias,
        frozen(lambdas),
        frozen(weights),
        frozen(y_mean - weights @ x_mean),
        frozen(costs),
        frozen(costs + lambdas * np.abs(weights).sum(axis=1)),
        frozen(np.maximum(gaps, 0.0)),
        float(knots[-1]),
        frozen((weights != 0).sum(axis=1)),
        walk.events,
        False,
        frozen(knots),
        frozen(knot_weights),
        partial(_point_between, x_mean, y_mean),
    )


def _point_between(x_mean: Array, y_mean: float, path: L1Path, lambdas: Array) -> PathPoint:
    weights = between_knots(path.knots, path.knot_weights, lambdas)
    return PathPoint(weights, y_mean - weights @ x_mean)


class Quadratic(NamedTuple):
    """The cost ½ factor ‖output − features ω‖², and its Gram matrix G and slopes q at zero weights."""

    features: Array  # (P, N)
    output: Array  # (P,)
    factor: float
    rank: int  # the largest number of independent features
    offset: Array  # (N,): what was subtracted from the features, whose last digits are lost
    gram: Array | None
    squares: Array
    q: Array
    total: float  # the cost at zero weights

    def gram_row(self, n: int) -> Array:
        """Row n of G, (N,), formed on demand."""
        return self.factor * (self.features[:, n] @ self.features)

    def slopes(self, weights: Array) -> Array:
        """The slopes q − Gω at each row of weights, (K, N)."""
        if self.gram is not None:
            return self.q - weights @ self.gram
        return self.q - self.factor * ((weights @ self.features.T) @ self.features)

    def scaled(self) -> tuple[Array, Array]:
        """A and b with the cost ½‖b − Aω‖², in as few rows as keep all products."""
        P, N = self.features.shape
        A, b = np.sqrt(self.factor) * self.features, np.sqrt(self.factor) * self.output
        if P > N + 1:
            triangle = np.linalg.qr(np.column_stack([A, b]), mode="r")
            A, b = triangle[:, :N], triangle[:, N]
        return A, b

    def costs_and_gaps(self, walk: Walk, lambdas: Array, weights: Array) -> tuple[Array, Array]:
        """The cost at each λ, and an upper bound of objective − smallest possible objective, both (K,)."""
        if walk.residuals is None:
            return self.by_slopes(lambdas, weights, self.slopes(weights))
        return self.by_residuals(walk, lambdas, weights)

    def by_slopes(self, lambdas: Array, weights: Array, slopes: Array) -> tuple[Array, Array]:
        """Costs and gaps without forming residuals: for b − Aω they are b·b − ω·q and b·b − ω·(q + slopes)."""
        costs = self.total - (weights * (self.q + slopes)).sum(axis=1) / 2
        few = (costs < NEARLY_EXPLAINED * self.total).nonzero()[0]
        if few.size:  # the subtraction has lost digits
            costs[few] = self.factor * ((self.output - weights[few] @ self.features.T) ** 2).sum(axis=1) / 2
        objectives = costs + lambdas * np.abs(weights).sum(axis=1)
        return costs, objectives - _dual(lambdas, slopes, 2 * self.total - weights @ self.q, 2 * costs)

    def by_residuals(self, walk: Walk, lambdas: Array, weights: Array) -> tuple[Array, Array]:
        """The same from the residuals of the walk: large weights of opposite signs would spoil them."""
        A, b = self.scaled()
        assert walk.residuals is not None
        assert walk.unsure is not None
        known = between_knots(walk.knots, walk.residuals, lambdas)
        costs = ((b - weights @ A.T) ** 2).sum(axis=1) / 2
        squares = (known * known).sum(axis=1)
        # Slopes are known up to rounding, those of dependent features up to what makes them so.
        rounding = 8 * EPSILON * np.sqrt(self.squares * (b @ b)) + walk.unsure * np.sqrt(squares)[:, None]
        slopes = np.maximum(np.abs(known @ A) - rounding, 0.0)
        gaps = costs + lambdas * np.abs(weights).sum(axis=1) - _dual(lambdas, slopes, known @ b, squares)
        # At λ = 0 no feature may have a slope. The residual has none up to rounding, so its squares are the least.
        at_zero = lambdas == 0
        gaps[at_zero] = (costs - squares / 2)[at_zero]
        return costs, gaps


def quadratic(features: Array, output: Array, factor: float, rank: int, offset: Array) -> Quadratic:
    """Prepare a cost for `follow`; see `Quadratic` for the arguments.

    Examples
    --------
    >>> quadratic(np.eye(2), np.array([3.0, 4.0]), 1.0, 2, np.zeros(2)).total
    12.5
    """
    P, N = features.shape
    q = factor * (output @ features)
    gram = factor * (features.T @ features) if max(P, WIDEST_GRAM) >= N else None
    squares = gram.diagonal() if gram is not None else factor * np.einsum("pn,pn->n", features, features)
    length = float(output @ output)
    q[np.abs(q) <= 1e-14 * np.sqrt(factor * squares) * np.sqrt(length)] = 0.0  # rounding only
    return Quadratic(features, output, factor, min(rank, N), offset, gram, squares, q, factor * length / 2)


def follow(problem: Quadratic) -> Checked:
    """Follow the minimizers of a quadratic cost + λ‖ω‖₁ from λ_max down to 0.

    Two points inside every segment are checked. Where the fast walk does not minimize, the accurate one takes over.

    Parameters
    ----------
    problem : Quadratic

    Returns
    -------
    Checked

    Raises
    ------
    ValueError
        If the path has too many knots, or features are so alike that double precision cannot hold it.

    Examples
    --------
    >>> follow(quadratic(np.eye(2), np.array([3.0, -1.0]), 1.0, 2, np.zeros(2))).walk.knots
    array([0., 1., 3.])
    """
    if not problem.q.any():
        nothing = Walk(np.zeros(1), np.zeros((1, len(problem.q))), (), np.zeros(0, dtype=np.intp))
        return Checked(nothing, np.full(1, problem.total), np.zeros(1), 0.0, 0.0)
    gram_row = problem.gram_row if problem.gram is None else problem.gram.__getitem__
    walk = walk_by_gram(gram_row, problem.q, problem.squares, problem.rank)
    if walk is not None:
        checked = _checked(problem, walk)
        if checked.worst <= FAST_GAP:
            return checked
    least = 4 * EPSILON * np.sqrt(problem.factor * len(problem.features)) * problem.offset
    checked = _checked(problem, walk_by_factors(*problem.scaled(), least))
    if checked.worst > LARGEST_GAP:
        raise ValueError(
            f"X has features that are too alike. At λ = {checked.worst_lam:g} the objective may be above its minimum by "
            f"{checked.worst:.1g} of the cost without features. Drop near copies of features."
        )
    return checked


class Checked(NamedTuple):
    """A walk, the cost and the duality gap at its knots, and the largest gap inside its segments."""

    walk: Walk
    costs: Array
    gaps: Array
    worst: float  # relative to the cost at zero weights
    worst_lam: float


def _checked(problem: Quadratic, walk: Walk) -> Checked:
    """Measure the duality gap at every knot, and at two points inside every segment."""
    knots, k = walk.knots, len(walk.knots)
    slopes = problem.slopes(walk.weights)
    # All of them are straight lines between the knots.
    table = _thirds(np.concatenate([walk.weights, slopes, knots[:, None]], axis=1))
    N = len(problem.q)
    weights, lambdas = table[:, :N], table[:, -1]
    if walk.residuals is None:
        costs, gaps = problem.by_slopes(lambdas, weights, table[:, N:-1])
        if walk.inverse is not None:  # at λ = 0: how far a Newton step on the active features descends
            slope = slopes[0, walk.active]
            gaps[0] = slope @ walk.inverse @ slope / 2
    else:
        costs, gaps = problem.by_residuals(walk, lambdas, weights)
    inside, lams = gaps[k:] / problem.total, lambdas[k:]
    # Slopes are known up to rounding of the largest. The smaller λ beside it, the less the bound can show.
    start = knots[-1]
    inside = np.where(lams < SMALLEST * start, 0.0, inside - 64 * EPSILON * start / lams)
    worst = int(inside.argmax())
    return Checked(walk, costs[:k], gaps[:k], float(inside[worst]), float(lams[worst]))


def _thirds(values: Array) -> Array:
    """Values at the knots, followed by those one and two thirds of the way from each knot to the next."""
    left = values[:-1]
    third = (values[1:] - left) / 3
    return np.concatenate([values, left + third, left + 2 * third])


def _dual(lambdas: Array, slopes: Array, products: Array, squares: Array) -> Array:
    """The largest lower bound of the objective from multiples κu of a residual u.

    With |Aᵀκu| ≤ λ no objective is below ½ b·b − ½ ‖b − κu‖² = κ b·u − ½ κ² u·u.
    """
    shrink = np.minimum(1.0, lambdas / np.maximum(np.abs(slopes).max(axis=1), TINY))
    return shrink * (products - shrink * squares / 2)


def between_knots(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """The piecewise linear path at any λ; beyond the last knot it stays as it is there: zero.

    Parameters
    ----------
    knots : NDArray, shape (k,), float64
        Where the path bends, ascending from 0.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots.
    lambdas : NDArray, shape (L,), float64
        Where to evaluate it.

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
