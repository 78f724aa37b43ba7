"""What each regularizer does to the minimizer of a quadratic cost, with a penalty or within a ball (section 9.7.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_number
from .._numerics.arrays import as_penalties, check_penalties, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.quadratic_cost import QuadraticCost
from .l0 import l0_breakpoints
from .l1_least_squares import between_knots, follow, quadratic
from .regularizers import PENALTIES, PenaltyName, penalty_of

# Beyond this many weights the 2^N supports of the ℓ0 penalty are too many to try one by one.
MOST_L0_WEIGHTS = 16


@dataclass(frozen=True, eq=False)
class PenalizedPath:
    """The minimizers of a quadratic cost + λ penalty over λ.

    Attributes
    ----------
    cost : QuadraticCost
        What is regularized.
    kind : str
        The penalty.
    lambdas : NDArray, shape (K,), float64
        Ascending, as given to `penalized_path` or chosen by it.
    weights : NDArray, shape (K, N), float64
        The minimizer at each λ; a weight that is out is exactly 0 (ℓ0 and ℓ1).
    costs, penalties, objectives : NDArray, shape (K,), float64
        The cost alone, the penalty alone (without λ), and cost + λ penalty.
    n_nonzero : NDArray, shape (K,), int
        Number of weights that are not 0.
    lambda_max : float
        The smallest λ at which all weights are zero; infinite for squared ℓ2, which never gets there unless the
        cost's own minimizer is zero.
    knots : NDArray, shape (k,), float64
        Where the path changes its form, ascending from 0: it jumps there (ℓ0) or bends (ℓ1). Smooth paths
        (ℓ2 and squared ℓ2) have the ends alone that are finite.
    knot_weights : NDArray, shape (k, N), float64
        Weights at the knots; ℓ0: from that knot up to the next.

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
    n_nonzero: NDArray[np.intp]
    lambda_max: float
    knots: Array = field(repr=False)
    knot_weights: Array = field(repr=False)

    def at(self, lam: ArrayLike) -> Array:
        """The minimizer at any λ ≥ 0.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0. Where two ℓ0 minimizers are equally good, the one with fewer weights is meant.

        Returns
        -------
        NDArray, shape (N,) for one λ, (L, N) for several, float64

        Raises
        ------
        TypeError, ValueError
            If `lam` is no number or one-dimensional list of numbers ≥ 0.

        Examples
        --------
        >>> cost = QuadraticCost([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0])
        >>> penalized_path(cost, "l1").at(4.0), penalized_path(cost, "l0").at(4.0)
        (array([1., 0.]), array([3., 0.]))
        """
        wanted = check_penalties(lam, "lam")
        check_size("lam", wanted, (wanted.size, self.weights.shape[1]))
        weights = _solutions(self.cost, self.kind, self.knots, self.knot_weights, np.atleast_1d(wanted))
        return weights if wanted.ndim else weights[0]


def penalized_path(cost: QuadraticCost, kind: PenaltyName, *, lambdas: ArrayLike | None = None) -> PenalizedPath:
    """All minimizers of a quadratic cost + λ penalty over λ ≥ 0, exactly.

    Parameters
    ----------
    cost : QuadraticCost
        What is regularized.
    kind : {"l0", "l1", "l2", "squared_l2"}
        The penalty.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0 in any order; returned ascending, without repeats. Where not given: the knots for ℓ0
        and ℓ1, 50 evenly spaced values in [0, λ_max] for ℓ2, 0 and 49 values spaced evenly in log λ for squared ℓ2.

    Returns
    -------
    PenalizedPath

    Raises
    ------
    TypeError
        If `cost` is no QuadraticCost, `kind` no text, or `lambdas` hold anything but real numbers.
    ValueError
        If `kind` is unknown, a λ is negative, or the ℓ0 penalty is asked for more than 16 weights.

    Notes
    -----
    Source: section 9.7.1, equation (9.19), Examples 9.8 to 9.10. ℓ0: the best weights on each of the 2^N supports,
    and among them, for each λ, the best of cost + λ size. ℓ1: followed from knot to knot as by `l1_path`. Squared ℓ2:
    w = (C + λI)⁻¹Cc. ℓ2 itself: w = (C + μI)⁻¹Cc, where μ = λ / 2‖w‖ solves an equation in one unknown; from
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
        raise TypeError(f"cost is of type {type(cost).__name__}; wanted a QuadraticCost")
    kind = cast(PenaltyName, as_choice(kind, "kind", PENALTIES))
    grid = None if lambdas is None else as_penalties(lambdas)
    if grid is not None:
        check_size("lambdas", grid, (len(grid), len(cost.center)))
    knots, knot_weights, lambda_max = _knots(cost, kind)
    if grid is None:
        grid = _default_grid(cost, kind, knots, lambda_max)
    weights = _solutions(cost, kind, knots, knot_weights, grid)
    costs, penalties = np.atleast_1d(cost.value(weights)), penalty_of(weights, kind)
    return PenalizedPath(
        cost,
        kind,
        frozen(grid),
        frozen(weights),
        frozen(costs),
        frozen(penalties),
        frozen(costs + grid * penalties),
        frozen(np.count_nonzero(weights, axis=1)),
        lambda_max,
        frozen(knots),
        frozen(knot_weights),
    )


def _knots(cost: QuadraticCost, kind: str) -> tuple[Array, Array, float]:
    """Where the path changes its form, the weights there, and λ_max."""
    C, c = cost.curvature, cost.center
    if kind == "l0":
        best = _best_supports(cost)
        breakpoints = l0_breakpoints(np.array([value for value, _ in best]))
        return breakpoints.lambdas, np.array([best[size][1] for size in breakpoints.sizes]), float(breakpoints.lambdas[-1])
    if kind == "l1":
        eigenvalues, vectors = np.linalg.eigh(C)
        root = np.sqrt(eigenvalues)[:, None] * vectors.T  # C = rootᵀ root, so the cost is ‖root c − root w‖²
        # Weights and λ go with the unit of the output, whose square may be beyond double precision.
        unit = 2.0 ** np.frexp(_length(root @ c))[1]  # a power of two, so that nothing is rounded
        walk = follow(quadratic(root, root @ c / unit, 2.0, len(c), np.zeros(len(c)))).walk
        return unit * walk.knots, unit * walk.weights, float(unit * walk.knots[-1])
    top = 2 * _length(C @ c)
    if kind == "l2" or top == 0:
        return np.unique([0.0, top]), np.stack([c, 0 * c][: 1 + (top > 0)]), top
    return np.zeros(1), c[None].copy(), np.inf


def _default_grid(cost: QuadraticCost, kind: str, knots: Array, lambda_max: float) -> Array:
    if kind in ("l0", "l1") or lambda_max == 0:
        return knots.copy()
    if kind == "l2":
        return np.linspace(0.0, lambda_max, 50)
    eigenvalues = np.linalg.eigvalsh(cost.curvature)  # from where the least, to where all directions are shrunk
    return np.concatenate([[0.0], np.geomspace(eigenvalues[0] / 1e3, eigenvalues[-1] * 1e3, 49)])


def _solutions(cost: QuadraticCost, kind: str, knots: Array, knot_weights: Array, lambdas: Array) -> Array:
    if kind == "l0":
        return knot_weights[np.searchsorted(knots, lambdas, side="right") - 1]
    if kind == "l1":
        return between_knots(knots, knot_weights, lambdas)
    axes = _axes(cost)
    if kind == "squared_l2":
        return axes.shrunk(lambdas)
    top = knots[-1]
    return axes.shrunk(np.array([_shrinkage(axes, lam) if lam < top else np.inf for lam in lambdas]))


def _best_supports(cost: QuadraticCost) -> list[tuple[float, Array]]:
    """For every number of weights, the smallest cost and its weights, from all supports of that size."""
    C, c = cost.curvature, cost.center
    N = len(c)
    if N > MOST_L0_WEIGHTS:
        raise ValueError(
            f"cost has {N} weights; wanted at most {MOST_L0_WEIGHTS} for kind = 'l0', which tries all 2^N supports: "
            "see best_subset for more"
        )
    slope = C @ c
    best = [(cost.minimum + float(c @ slope), np.zeros(N))]
    for size in range(1, N + 1):
        supports = np.array(list(combinations(range(N), size)))
        # On a support S: w_S = C_SS⁻¹ (C c)_S, which takes w_S·(C c)_S off the cost at zero weights.
        tuned = np.linalg.solve(C[supports[:, :, None], supports[:, None, :]], slope[supports][..., None])[..., 0]
        gains = (tuned * slope[supports]).sum(axis=1)
        first = int(gains.argmax())
        weights = np.zeros(N)
        weights[supports[first]] = tuned[first]
        best.append((float(cost.value(weights)), weights))
    best[N] = (cost.minimum, c.copy())
    return best


class _Axes(NamedTuple):
    """The cost along the axes of its contours: eigenvalues of C, its eigenvectors, and c in their terms."""

    eigenvalues: Array
    vectors: Array
    center: Array

    def shrunk(self, shrinkage: Array) -> Array:
        """The weights (C + μI)⁻¹Cc for each μ."""
        with np.errstate(over="ignore"):
            shares = 1 / (1 + shrinkage[:, None] / self.eigenvalues)
        return (shares * self.center) @ self.vectors.T


def _axes(cost: QuadraticCost) -> _Axes:
    eigenvalues, vectors = np.linalg.eigh(cost.curvature)
    return _Axes(eigenvalues, vectors, cost.center @ vectors)


def _shrinkage(axes: _Axes, lam: float) -> float:
    """The μ = λ / 2‖w‖ at which w = (C + μI)⁻¹Cc minimizes the cost + λ‖w‖; infinite where w = 0.

    With s = 1/μ the condition 2μ‖w‖ = λ reads ‖(C⁻¹ + sI)⁻¹ c‖ = λ / 2.
    """
    s = _secular(1 / axes.eigenvalues, axes.center, lam / 2)
    return np.inf if s == 0 else 1 / s


def _secular(poles: Array, u: Array, target: float) -> float:
    """The smallest s ≥ 0 with ‖u / (poles + s)‖ ≤ target; infinite where the target is zero or nearly so.

    One over the norm is concave and nearly straight in s, so that Newton's steps towards 1 / target never pass it.
    """
    s = 0.0
    largest = float(np.abs(u).max())
    if largest == 0:
        return s
    if target <= 1e-50 * largest:
        return np.inf
    u, target = u / largest, target / largest  # or squares of very small or large numbers would leave double precision
    for _ in range(1000):
        shares = u / (poles + s)
        squares = float(shares @ shares)
        norm = np.sqrt(squares)
        if norm <= target:
            break
        # d norm / ds = −Σ shares² / (poles + s) / norm
        step = (norm / target - 1) * squares / float((shares * shares) @ (1 / (poles + s)))
        if step <= 1e-16 * s:
            break
        s += step
    return s


def _length(vector: Array) -> float:
    """The root of the sum of squares, which themselves may be beyond double precision."""
    largest = float(np.abs(vector).max())
    return largest * float(np.sqrt(((vector / largest) ** 2).sum())) if largest > 0 else 0.0


@dataclass(frozen=True, eq=False)
class ConstrainedMinimizer:
    """The smallest cost among the weights whose penalty is within a radius.

    Attributes
    ----------
    cost : QuadraticCost
        What is minimized.
    kind : str
        The penalty.
    radius : float
        The largest penalty that is allowed: the size of the ball.
    weights : NDArray, shape (N,), float64
        The minimizer.
    value, penalty : float
        Cost and penalty there.
    inside : bool
        Whether the cost's own minimizer is in the ball, so that the constraint has no effect.
    lam : float or None
        The smallest λ at which cost + λ penalty has the same minimizer; 0 where `inside`. None where there is no
        such λ: ℓ0 only, where a number of weights can be passed over by every λ. Infinite for squared ℓ2 and radius 0.

    Examples
    --------
    >>> found = constrained_minimizer(QuadraticCost([[1.0, 0.0], [0.0, 1.0]], [3.0, 1.0]), "l1", 2.0)
    >>> found.weights, found.value, found.lam
    (array([2., 0.]), 2.0, 2.0)
    """

    cost: QuadraticCost
    kind: PenaltyName
    radius: float
    weights: Array
    value: float
    penalty: float
    inside: bool
    lam: float | None


def constrained_minimizer(cost: QuadraticCost, kind: PenaltyName, radius: float) -> ConstrainedMinimizer:
    """The smallest quadratic cost among all weights with penalty ≤ radius: where a contour first touches the ball.

    Parameters
    ----------
    cost : QuadraticCost
        What is minimized.
    kind : {"l0", "l1", "l2", "squared_l2"}
        The penalty. The ℓ1 ball has corners on the axes, the ℓ2 ball is round, the ℓ0 "ball" is made of the axes
        (or the planes of `radius` axes) themselves.
    radius : float
        The largest penalty allowed, ≥ 0.

    Returns
    -------
    ConstrainedMinimizer

    Raises
    ------
    TypeError
        If `cost` is no QuadraticCost, `kind` no text, or `radius` no number.
    ValueError
        If `kind` is unknown, `radius` is negative or not finite, or the ℓ0 penalty is asked for more than 16 weights.

    Notes
    -----
    Source: section 9.7.1, Examples 9.8 to 9.10, in the form with a constraint instead of a penalty: for every λ
    there is a radius with the same minimizer, and but for ℓ0 for every radius a λ.

    Examples
    --------
    >>> cost = QuadraticCost([[1.0, 0.0], [0.0, 1.0]], [3.0, 4.0])
    >>> constrained_minimizer(cost, "l2", 2.5).weights, constrained_minimizer(cost, "l0", 1).weights
    (array([1.5, 2. ]), array([0., 4.]))
    """
    if not isinstance(cost, QuadraticCost):
        raise TypeError(f"cost is of type {type(cost).__name__}; wanted a QuadraticCost")
    kind = cast(PenaltyName, as_choice(kind, "kind", PENALTIES))
    radius = as_number(radius, "radius")
    if radius < 0:
        raise ValueError(f"radius is {radius:g}; wanted a number ≥ 0: the largest penalty allowed")
    inside = bool(penalty_of(cost.center, kind) <= radius)
    lam: float | None = 0.0
    weights = cost.center.copy()
    if not inside:
        weights, lam = _on_the_ball(cost, kind, radius)
    return ConstrainedMinimizer(
        cost, kind, radius, frozen(weights), float(cost.value(weights)), float(penalty_of(weights, kind)), inside, lam
    )


def _on_the_ball(cost: QuadraticCost, kind: str, radius: float) -> tuple[Array, float | None]:
    """The minimizer and its λ where the cost's own minimizer lies outside."""
    if kind == "l0":
        size = int(radius)
        best = _best_supports(cost)
        breakpoints = l0_breakpoints(np.array([value for value, _ in best]))
        of_size = dict(zip(breakpoints.sizes.tolist(), breakpoints.lambdas.tolist(), strict=True))
        return best[size][1], of_size.get(size)
    if kind == "l1":
        knots, weights, _ = _knots(cost, kind)
        sums = np.abs(weights).sum(axis=1)  # falls from knot to knot, linearly between them
        right = int(np.flatnonzero(sums <= radius)[0])
        if right == 0:  # weights that are lost in rounding beside the others are 0 on the path, and not at the center
            return weights[0].copy(), 0.0
        share = (sums[right - 1] - radius) / (sums[right - 1] - sums[right])
        lam = knots[right - 1] + share * (knots[right] - knots[right - 1])
        return (1 - share) * weights[right - 1] + share * weights[right], float(lam)
    axes = _axes(cost)
    length = radius if kind == "l2" else np.sqrt(radius)
    # ‖(C + μI)⁻¹Cc‖ = length
    shrinkage = _secular(axes.eigenvalues, axes.eigenvalues * axes.center, length)
    weights = axes.shrunk(np.array([shrinkage]))[0]
    if kind == "squared_l2":
        return weights, shrinkage
    slope = 2 * _length(axes.eigenvalues * axes.center)
    return weights, 2 * shrinkage * length if np.isfinite(shrinkage) else slope
