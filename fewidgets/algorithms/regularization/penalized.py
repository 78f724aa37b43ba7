from __future__ import annotations

from dataclasses import field
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_penalties, check_penalties
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from ..optimization.quadratic_cost import QuadraticCost
from .l0 import l0_breakpoints
from .l1_gap import between_knots, quadratic
from .l1_least_squares import follow
from .regularizers import PENALTIES, PenaltyName, penalty_of
from .secular_equation import smallest_shift

# With more weights, the 2^N sets of nonzero weights are too many to try one by one.
MOST_L0_WEIGHTS = 16


class PenalizedPath(Trace):
    """The minimizers of a quadratic cost + λ penalty over λ.

    Attributes
    ----------
    cost, kind : QuadraticCost, str
        As given to `penalized_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending.
    weights : NDArray, shape (K, N), float64
        The minimizer at each λ. With ℓ0 and ℓ1, weights can be exactly 0.
    costs, penalties, objectives : NDArray, shape (K,), float64
        The cost alone, the penalty alone (without λ), and cost + λ penalty.
    n_nonzero : NDArray, shape (K,), int
        Number of nonzero weights.
    lambda_max : float
        The smallest λ at which all weights are zero; infinite for squared ℓ2.
    knots, knot_weights : NDArray, shapes (k,) and (k, N), float64
        The λ at which the path jumps (ℓ0) or bends (ℓ1), ascending from 0; the finite ends of a smooth path. And the weights
        there; for ℓ0, from each knot up to the next.

    Examples
    --------
    >>> path = penalized_path(QuadraticCost([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0]), "l1")
    >>> path.lambdas, path.weights[0], path.lambda_max
    (array([0., 2., 6.]), array([3., 1.]), 6.0)
    """

    cost: QuadraticCost
    kind: PenaltyName
    lambdas: Array
    weights: Array
    costs: Array
    penalties: Array
    objectives: Array
    n_nonzero: Indices
    lambda_max: float
    knots: Array = field(repr=False)
    knot_weights: Array = field(repr=False)

    def at(self, lam: ArrayLike) -> Array:
        """Return the minimizer at any λ ≥ 0."""
        lambdas = check_penalties(lam, self.weights.shape[1], "lam")
        weights = _solutions(self.cost, self.kind, self.knots, self.knot_weights, np.atleast_1d(lambdas))
        return weights if lambdas.ndim else weights[0]


def penalized_path(cost: QuadraticCost, kind: PenaltyName, *, lambdas: ArrayLike | None = None) -> PenalizedPath:
    """Find the minimizers of a quadratic cost + λ penalty for all λ ≥ 0, exactly.

    Parameters
    ----------
    cost : QuadraticCost
        The cost that is regularized.
    kind : {"l0", "l1", "l2", "squared_l2"}
        The penalty.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0. The default is the knots for ℓ0 and ℓ1, 50 evenly spaced values in [0, λ_max] for ℓ2, and 0
        with 49 values evenly spaced in log λ for squared ℓ2.

    Returns
    -------
    PenalizedPath

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or there are more than 16 weights for ℓ0.

    Notes
    -----
    Source: section 9.7.1, equation (9.19), Examples 9.8 to 9.10. ℓ0: of the 2^N sets of nonzero weights, find for each λ the
    smallest cost + λ size. ℓ1: as `l1_path`. Squared ℓ2: w = (C + λI)⁻¹Cc. ℓ2: w = (C + μI)⁻¹Cc with μ = λ / 2‖w‖; from
    λ_max = 2‖Cc‖ on, all weights are zero.

    Examples
    --------
    >>> cost = QuadraticCost([[2.0, 1.0], [1.0, 1.0]], [1.0, 2.0])
    >>> path = penalized_path(cost, "l0")
    >>> path.lambdas, path.weights
    (array([0., 1., 9.]), array([[1., 2.],
           [0., 3.],
           [0., 0.]]))
    """
    if not isinstance(cost, QuadraticCost):
        raise TypeError(f"cost must be a QuadraticCost; got {type(cost).__name__}")
    kind = as_choice(kind, "kind", PENALTIES)
    grid = as_penalties(lambdas, len(cost.center))
    knots, knot_weights, lambda_max = knots_of_penalty(cost, kind)
    if grid is None:
        grid = _default_grid(cost, kind, knots, lambda_max)
    weights = _solutions(cost, kind, knots, knot_weights, grid)
    costs, penalties = np.atleast_1d(cost.value(weights)), penalty_of(weights, kind)
    return PenalizedPath(
        cost,
        kind,
        grid,
        weights,
        costs,
        penalties,
        costs + grid * penalties,
        np.count_nonzero(weights, axis=1),
        lambda_max,
        knots,
        knot_weights,
    )


def knots_of_penalty(cost: QuadraticCost, kind: str) -> tuple[Array, Array, float]:
    """Return the λ at which the path jumps or bends, the weights there, and λ_max."""
    C, c = cost.curvature, cost.center
    if kind == "l0":
        best = best_supports(cost)
        lambdas, sizes = l0_breakpoints(np.array([value for value, _ in best]))
        return lambdas, np.array([best[size][1] for size in sizes]), float(lambdas[-1])
    if kind == "l1":
        eigenvalues, vectors = np.linalg.eigh(C)
        root = np.sqrt(eigenvalues)[:, None] * vectors.T  # C = rootᵀ root, so the cost is ‖root c − root w‖²
        # Weights and λ are proportional to the unit of the output, whose square may be beyond double precision.
        unit = 2.0 ** np.frexp(length_of(root @ c))[1]  # a power of two: no rounding
        found = follow(quadratic(root, root @ c / unit, 2.0, len(c), np.zeros(len(c)))).knots
        return unit * found.lambdas, unit * found.weights, float(unit * found.lambdas[-1])
    top = 2 * length_of(C @ c)
    if kind == "l2" or top == 0:
        return np.unique([0.0, top]), np.stack([c, 0 * c][: 1 + (top > 0)]), top
    return np.zeros(1), c[None].copy(), np.inf


def _default_grid(cost: QuadraticCost, kind: str, knots: Array, lambda_max: float) -> Array:
    if kind in ("l0", "l1") or lambda_max == 0:
        return knots.copy()
    if kind == "l2":
        return np.linspace(0.0, lambda_max, 50)
    eigenvalues = np.linalg.eigvalsh(cost.curvature)  # from almost no shrinkage to almost full shrinkage
    return np.concatenate([[0.0], np.geomspace(eigenvalues[0] / 1e3, eigenvalues[-1] * 1e3, 49)])


def _solutions(cost: QuadraticCost, kind: str, knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    if kind == "l0":
        return knot_weights[np.searchsorted(knots, lambdas, side="right") - 1]
    if kind == "l1":
        return between_knots(knots, knot_weights, lambdas)
    axes = axes_of(cost)
    if kind == "squared_l2":
        return axes.shrunk(lambdas)
    top = knots[-1]
    return axes.shrunk(np.array([_shrinkage(axes, lam) if lam < top else np.inf for lam in lambdas]))


def best_supports(cost: QuadraticCost) -> list[tuple[float, Array]]:
    """Find, for every number of nonzero weights, the smallest cost and its weights, by trying all sets of that size."""
    C, c = cost.curvature, cost.center
    N = len(c)
    if N > MOST_L0_WEIGHTS:
        raise ValueError(
            f"cost must have at most {MOST_L0_WEIGHTS} weights for kind = 'l0', which tries all 2^N sets; got {N}. "
            "best_subset takes more."
        )
    slope = C @ c
    best = [(cost.minimum + float(c @ slope), np.zeros(N))]
    for size in range(1, N + 1):
        supports = np.array(list(combinations(range(N), size)))
        # For a set S: w_S = C_SS⁻¹ (C c)_S, which lowers the cost at zero weights by w_S·(C c)_S.
        tuned = np.linalg.solve(C[supports[:, :, None], supports[:, None, :]], slope[supports][..., None])[..., 0]
        gains = (tuned * slope[supports]).sum(axis=1)
        first = int(gains.argmax())
        weights = np.zeros(N)
        weights[supports[first]] = tuned[first]
        best.append((float(cost.value(weights)), weights))
    best[N] = (cost.minimum, c.copy())
    return best


class Axes(NamedTuple):
    """The axes of the contours: eigenvalues and eigenvectors of C, and the coordinates of c along them."""

    eigenvalues: Array
    vectors: Array
    center: Array

    def shrunk(self, shrinkage: Array) -> Array:
        """Return the weights (C + μI)⁻¹Cc for each μ, (L, N)."""
        with np.errstate(over="ignore"):
            shares = 1 / (1 + shrinkage[:, None] / self.eigenvalues)
        return (shares * self.center) @ self.vectors.T


def axes_of(cost: QuadraticCost) -> Axes:
    """Return the axes of the contours of a cost."""
    eigenvalues, vectors = np.linalg.eigh(cost.curvature)
    return Axes(eigenvalues, vectors, cost.center @ vectors)


def _shrinkage(axes: Axes, lam: float) -> float:
    """Return the μ = λ / 2‖w‖ at which w = (C + μI)⁻¹Cc minimizes the cost + λ‖w‖; infinite where w = 0."""
    s = smallest_shift(1 / axes.eigenvalues, axes.center, lam / 2)
    return np.inf if s == 0 else 1 / s


def length_of(vector: Array) -> float:
    """Return the square root of the sum of squares, without an overflow or underflow of the squares."""
    largest = float(np.abs(vector).max())
    return largest * float(np.sqrt(((vector / largest) ** 2).sum())) if largest > 0 else 0.0
