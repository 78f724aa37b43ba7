from __future__ import annotations

import numpy as np

from .._numerics.arguments import as_choice, as_number
from .._numerics.trace import Trace
from .._numerics.types import Array
from ..optimization.quadratic_cost import QuadraticCost
from .l0 import l0_breakpoints
from .penalized import axes_of, best_supports, knots_of_penalty, length_of
from .regularizers import PENALTIES, PenaltyName, penalty_of
from .secular_equation import smallest_shift


class ConstrainedMinimizer(Trace):
    """The weights with the smallest cost among those whose penalty is at most the radius.

    Attributes
    ----------
    cost : QuadraticCost
        The cost that is minimized.
    kind : str
        The penalty.
    radius : float
        The largest penalty that is allowed: the size of the ball.
    weights : NDArray, shape (N,), float64
        The minimizer.
    value, penalty : float
        Cost and penalty of the minimizer.
    inside : bool
        Whether the minimizer of the cost alone lies in the ball, so that the constraint has no effect.
    lam : float or None
        The smallest λ for which cost + λ penalty has the same minimizer; 0 if `inside`. None if there is no such λ, which
        happens only for ℓ0: some numbers of weights are best for no λ. Infinite for squared ℓ2 with radius 0.
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
    """Find the smallest quadratic cost among all weights with penalty ≤ radius: where a contour first touches the ball.

    Parameters
    ----------
    cost : QuadraticCost
        The cost that is minimized.
    kind : {"l0", "l1", "l2", "squared_l2"}
        The penalty. The ℓ1 ball has corners on the axes, the ℓ2 ball is round, and the ℓ0 "ball" consists of the axes, or of
        the planes through `radius` axes.
    radius : float
        The largest penalty allowed, ≥ 0.

    Returns
    -------
    ConstrainedMinimizer

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or there are more than 16 weights for ℓ0.

    Notes
    -----
    Source: section 9.7.1, Examples 9.8 to 9.10, with a constraint instead of a penalty. For every λ there is
    a radius with the same minimizer and, except for ℓ0, for every radius a λ.

    Examples
    --------
    >>> cost = QuadraticCost([[1.0, 0.0], [0.0, 1.0]], [3.0, 4.0])
    >>> constrained_minimizer(cost, "l2", 2.5).weights, constrained_minimizer(cost, "l0", 1).weights
    (array([1.5, 2. ]), array([0., 4.]))
    """
    if not isinstance(cost, QuadraticCost):
        raise TypeError(f"cost must be a QuadraticCost; got {type(cost).__name__}")
    kind = as_choice(kind, "kind", PENALTIES)
    radius = as_number(radius, "radius")
    if radius < 0:
        raise ValueError(f"radius must be a number ≥ 0, the largest penalty allowed; got {radius:g}")
    inside = bool(penalty_of(cost.center, kind) <= radius)
    lam: float | None = 0.0
    weights = cost.center.copy()
    if not inside:
        weights, lam = _on_the_ball(cost, kind, radius)
    return ConstrainedMinimizer(
        cost, kind, radius, weights, float(cost.value(weights)), float(penalty_of(weights, kind)), inside, lam
    )


def _on_the_ball(cost: QuadraticCost, kind: str, radius: float) -> tuple[Array, float | None]:
    """Return the minimizer and its λ, if the minimizer of the cost alone lies outside the ball."""
    if kind == "l0":
        size = int(radius)
        best = best_supports(cost)
        lambdas, sizes = l0_breakpoints(np.array([value for value, _ in best]))
        of_size = dict(zip(sizes.tolist(), lambdas.tolist(), strict=True))
        return best[size][1], of_size.get(size)
    if kind == "l1":
        knots, weights, _ = knots_of_penalty(cost, kind)
        sums = np.abs(weights).sum(axis=1)  # falls with λ, linearly between knots
        right = int(np.flatnonzero(sums <= radius)[0])
        if right == 0:  # tiny weights, which are 0 on the path but not at the center
            return weights[0].copy(), 0.0
        share = (sums[right - 1] - radius) / (sums[right - 1] - sums[right])
        lam = knots[right - 1] + share * (knots[right] - knots[right - 1])
        return (1 - share) * weights[right - 1] + share * weights[right], float(lam)
    axes = axes_of(cost)
    length = radius if kind == "l2" else np.sqrt(radius)
    # ‖(C + μI)⁻¹Cc‖ = length
    shrinkage = smallest_shift(axes.eigenvalues, axes.eigenvalues * axes.center, length)
    weights = axes.shrunk(np.array([shrinkage]))[0]
    if kind == "squared_l2":
        return weights, shrinkage
    slope = 2 * length_of(axes.eigenvalues * axes.center)
    return weights, 2 * shrinkage * length if np.isfinite(shrinkage) else slope
