"""The quadratic cost of an ℓ1 path, its knots, and a proof of how close each model is to the minimizer.

For ½‖b − Aω‖² + λ‖ω‖₁, any v with |Aᵀv| ≤ λ in every entry proves that no objective is below ½ b·b − ½‖b − v‖². The residual,
shrunk until it satisfies that condition, gives a bound that is tight at the minimizer.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np

from .._numerics.tolerances import EPSILON
from .._numerics.types import Array, ArrayPair, Indices
from .l1_trace import L1Event
from .path import NO_SLOPE

# Below this share of the cost at zero weights, the cost is computed from the residuals: otherwise cancellation is too large.
SMALL_COST = 1e-6
# A feature of whose length others leave less than this share is their combination.
DEPENDENT_LENGTH = 1e-10
# Up to this many features the Gram matrix is computed; with more features than this, and than examples, only its rows.
WIDEST_GRAM = 1000

# A path with more knots than this, and this for every feature, is given up.
FEWEST_KNOTS, KNOTS_PER_FEATURE = 1000, 50
# What a feature adds to the outputs vanishes up to this share of what one feature adds at most. The share says how accurate
# the path is, whatever the units of the features: a λ compares features of different units, so it cannot say that.
VANISHED_OUTPUT = 1e-13
# A weight vanishes at λ = 0 up to this share of the weight at the next knot.
VANISHED_WEIGHT = 1e-11

_TINY = float(np.finfo(float).tiny)


class Knots(NamedTuple):
    """The knots of a path, with λ ascending from 0, and the models there."""

    lambdas: Array  # of a path that was given up, the first is not 0
    weights: Array
    events: tuple[L1Event, ...]
    active: Indices
    inverse: Array | None = None
    residuals: Array | None = None


def between_knots(knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    """Interpolate the piecewise linear path at any λ. Beyond the last knot all weights stay zero."""
    if len(knots) == 1:
        return np.zeros((len(lambdas), knot_weights.shape[1]))
    right = np.clip(np.searchsorted(knots, lambdas), 1, len(knots) - 1)
    left = right - 1
    share = np.clip((lambdas - knots[left]) / (knots[right] - knots[left]), 0.0, 1.0)[:, None]
    return (1 - share) * knot_weights[left] + share * knot_weights[right]


class Quadratic(NamedTuple):
    """The cost ½ factor ‖y − Xω‖², with its Gram matrix G and its slopes q at zero weights."""

    X: Array  # (P, N)
    y: Array  # (P,)
    factor: float
    rank: int  # the largest number of independent features
    offset: Array  # (N,): means that were subtracted from the features; their last digits are lost
    gram: Array | None
    squares: Array  # the diagonal of G
    q: Array
    total: float  # the cost at zero weights

    @property
    def lengths(self) -> Array:
        """The length of each feature in outputs."""
        return np.sqrt(self.squares)

    @property
    def most(self) -> float:
        """The most that one feature alone adds to the outputs (a length)."""
        return float((np.abs(self.q) / np.where(self.squares > 0, self.lengths, 1.0)).max())

    @property
    def most_knots(self) -> int:
        """The number of knots after which following the path gives up."""
        return FEWEST_KNOTS + KNOTS_PER_FEATURE * (self.rank + 1)

    def gram_row(self, n: int) -> Array:
        """Return row n of G, (N,); with many features it is computed only now."""
        return self.factor * (self.X[:, n] @ self.X) if self.gram is None else self.gram[n]

    def slopes(self, weights: Array) -> Array:
        """Return the slopes q − Gω for each row of weights, (K, N)."""
        if self.gram is not None:
            return self.q - weights @ self.gram
        return self.q - self.factor * ((weights @ self.X.T) @ self.X)

    def scaled(self) -> ArrayPair:
        """Return A and b with the cost ½‖b − Aω‖²; if there are many rows, those of the QR factor R of (X, y)."""
        P, N = self.X.shape
        A, b = np.sqrt(self.factor) * self.X, np.sqrt(self.factor) * self.y
        if P > N + 1:
            R = cast(Array, np.linalg.qr(np.column_stack([A, b]), mode="r"))
            A, b = R[:, :N], R[:, N]
        return A, b

    def costs_and_gaps(self, knots: Knots, lambdas: Array, weights: Array) -> ArrayPair:
        """Return the cost for each λ, and an upper bound of objective − smallest possible objective, both (K,)."""
        if knots.residuals is None:
            return self.by_slopes(lambdas, weights, self.slopes(weights))
        return self._by_residuals(between_knots(knots.lambdas, knots.residuals, lambdas), lambdas, weights)

    def rounding(self, weights: Array) -> Array:
        """Return what rounding may change in each slope, (K, N): a share of the lengths of all terms."""
        return 8 * EPSILON * np.multiply.outer(np.sqrt(2 * self.total) + np.abs(weights) @ self.lengths, self.lengths)

    def least_own(self) -> Array:
        """Return the length of its own, (N,), that a feature needs not to count as a combination of others."""
        means = 4 * EPSILON * np.sqrt(self.factor * len(self.X)) * self.offset
        return np.maximum(means, DEPENDENT_LENGTH * self.lengths)

    def independent(self, A: Array) -> ArrayPair:
        """Return an orthonormal basis of what counts as independent, and `least_own` of the combinations, (N,), else 0."""
        least = 2 * self.least_own()  # the sets of features that the path compared were smaller
        U, lengths, Vt = np.linalg.svd(A / np.where(least > 0, least, 1.0), full_matrices=False)
        # Row n of the pseudoinverse has 1 / the length of the part of feature n that all others leave, unless that is 0.
        inverse = np.sqrt(((Vt / np.maximum(lengths, EPSILON)[:, None]) ** 2).sum(axis=0))
        combined = (inverse >= 1) | ((Vt * Vt).sum(axis=0) < 1 - 1e-9)
        return U[:, lengths > 1], np.where(combined, least, 0.0)

    def by_slopes(self, lambdas: Array, weights: Array, slopes: Array) -> ArrayPair:
        """Return costs and gaps without residuals u = b − Aω: u·u = b·b − ω·(q + slopes), and b·u = b·b − ω·q."""
        costs = self.total - (weights * (self.q + slopes)).sum(axis=1) / 2
        sure = np.maximum(np.abs(slopes) - self.rounding(weights), 0.0)
        few = (costs < SMALL_COST * self.total).nonzero()[0]
        if few.size:  # cancellation: use the residuals
            costs[few] = self.factor * ((self.y - weights[few] @ self.X.T) ** 2).sum(axis=1) / 2
        objectives = costs + lambdas * np.abs(weights).sum(axis=1)
        return costs, objectives - _lower_bound(lambdas, sure, 2 * self.total - weights @ self.q, 2 * costs)

    def _by_residuals(self, residuals: Array, lambdas: Array, weights: Array) -> ArrayPair:
        """Return the same from residuals, (K, m), which large weights of opposite signs do not determine well."""
        A, b = self.scaled()
        basis, dependence = self.independent(A)
        costs = ((b - weights @ A.T) ** 2).sum(axis=1) / 2
        squares = (residuals * residuals).sum(axis=1)
        # The slopes of features that count as combinations are known up to the part that makes them differ.
        rounding = self.rounding(np.zeros((1, len(self.q)))) + dependence * np.sqrt(squares)[:, None]
        slopes = np.maximum(np.abs(residuals @ A) - rounding, 0.0)
        gaps = costs + lambdas * np.abs(weights).sum(axis=1) - _lower_bound(lambdas, slopes, residuals @ b, squares)
        for k in (lambdas == 0).nonzero()[0]:
            gaps[k] = ((residuals[k] @ basis) ** 2).sum() / 2 + max(costs[k] - squares[k] / 2, 0.0)
        return costs, gaps


def quadratic(X: Array, y: Array, factor: float, rank: int, offset: Array) -> Quadratic:
    """Prepare a cost; see `Quadratic` for the arguments."""
    P, N = X.shape
    q = factor * (y @ X)
    # Rows on demand are 4 times faster for 60 × 10,000, where the path stops after 60 features.
    gram = factor * (X.T @ X) if max(P, WIDEST_GRAM) >= N else None
    squares = gram.diagonal() if gram is not None else factor * np.einsum("pn,pn->n", X, X)
    length = float(y @ y)
    q[np.abs(q) <= NO_SLOPE * np.sqrt(factor * squares) * np.sqrt(length)] = 0.0
    return Quadratic(X, y, factor, min(rank, N), offset, gram, squares, q, factor * length / 2)


class CheckedKnots(NamedTuple):
    """Knots with the cost and the duality gap there, and the largest gap at λ = 0 and inside the segments."""

    knots: Knots
    costs: Array
    gaps: Array
    worst: float  # relative to the cost at zero weights
    worst_lam: float


def check_knots(problem: Quadratic, knots: Knots) -> CheckedKnots:
    """Measure the duality gap at every knot, and at two points inside every segment. At λ = 0, compare with least squares."""
    lambdas, k, N = knots.lambdas, len(knots.lambdas), len(problem.q)
    if lambdas[0] > 0:
        raise ValueError(
            f"X leads to an ℓ1 path of more than {k} knots, λ = {lambdas[0]:g} reached. Use fewer features, standardize them "
            "if they are in too different units, or drop or combine features that are nearly alike."
        )
    knots.weights[np.abs(knots.weights) * problem.lengths <= VANISHED_OUTPUT * problem.most] = 0.0
    if k > 1:
        knots.weights[0, np.abs(knots.weights[0]) <= VANISHED_WEIGHT * np.abs(knots.weights[1])] = 0.0
    slopes = problem.slopes(knots.weights)
    # Weights, slopes and λ are all straight lines between the knots.
    table = _with_thirds(np.concatenate([knots.weights, slopes, lambdas[:, None]], axis=1))
    weights, lams = table[:, :N], table[:, -1]
    if knots.residuals is None:
        costs, gaps = problem.by_slopes(lams, weights, table[:, N:-1])
        if knots.inverse is not None:  # at λ = 0: how far a Newton step descends, if no other feature has a slope
            slope = slopes[0, knots.active]
            others = np.delete(np.abs(slopes[0]) - problem.rounding(weights[:1])[0], knots.active)
            gaps[0] = slope @ knots.inverse @ slope / 2 if (others <= 0).all() else costs[0]
    else:
        costs, gaps = problem.costs_and_gaps(knots, lams, weights)
    checked, lams = np.r_[gaps[0], gaps[k:]] / problem.total, np.r_[0.0, lams[k:]]
    worst = int(checked.argmax())
    return CheckedKnots(knots, costs[:k], gaps[:k], float(checked[worst]), float(lams[worst]))


def _with_thirds(values: Array) -> Array:
    """Return the values at the knots, followed by those one and two thirds of the way from each knot to the next."""
    left = values[:-1]
    third = (values[1:] - left) / 3
    return np.concatenate([values, left + third, left + 2 * third])


def _lower_bound(lambdas: Array, slopes: Array, products: Array, squares: Array) -> Array:
    """Return the largest lower bound κ b·u − ½ κ² u·u of the objective, from products b·u and squares u·u of residuals u."""
    most = np.maximum(np.abs(slopes).max(axis=1), _TINY)
    shrink = np.minimum(lambdas, most) / most
    return shrink * (products - shrink * squares / 2)
