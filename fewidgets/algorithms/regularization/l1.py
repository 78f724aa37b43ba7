"""Feature selection via ℓ1 regularization (section 9.7): minimize cost + λ‖ω‖₁ for every λ ≥ 0.

With the gradient g of the cost, ω is the minimizer where gₙ = −λ sign(ωₙ) for every nonzero weight and |gₙ| ≤ λ for every
zero weight.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag
from .._numerics.arrays import as_features, as_labels, as_outputs, as_penalties
from ..optimization.cost_names import COSTS, REDUCTIONS, CostName, Reduction
from .l1_least_squares import least_squares_path
from .l1_softmax import softmax_path
from .l1_trace import L1Path


def l1_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
    lambdas: ArrayLike | None = None,
    fit_bias: bool = True,
) -> L1Path:
    """Find the minimizers of cost + λ‖ω‖₁ from λ_max, where all weights are zero, down to 0. The bias is not penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first, so that weights can be compared (section 9.7.3).
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    cost : {"least_squares", "softmax"}
        Σ (b + x·ω − y)² without ½, or Σ log(1 + exp(−y (b + x·ω))).
    reduction : {"mean", "sum"}
        How the cost adds over the examples. A λ for the sum is P times that for the mean. The chapter prints means, but its
        Figures 9.21 (λ up to 130, with the output standardized too) and 9.22 (λ = 40) hold for sums.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0. The default is all knots for least squares, and 50 evenly spaced values in [0, λ_max]
        for softmax.
    fit_bias : bool
        Whether the model has a bias. Without it features may be constant: a constant feature acts as a penalized bias.

    Returns
    -------
    L1Path

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described. If the least squares path has more than about 1000 + 50 N knots (3^N / 2 are
        possible), or features are too similar, or in too different units, for double precision.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.l1_path`.

    Source: section 9.7.2, equations (9.23) to (9.25). Equation (9.21) sums from n = 0, but the bias is left out here, as the
    section asks. CS373, lecture 7, "Regularization approach (Lasso)": J(θ) = ½ Σ (y − θ·φ(x))² + λ‖θ‖₁ is half of what is
    minimized here with `reduction="sum"`, `fit_bias=False` and 2λ.

    The least squares path is checked before it is returned. A feature counts as a linear combination of others if they explain
    all but 1e-10 of its length. Then the minimizer is not unique, and the path keeps the features that entered first.

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
    fit_bias = as_flag(fit_bias, "fit_bias")
    X = as_features(X, allow_constant=not fit_bias)
    cost = as_choice(cost, "cost", COSTS)
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    P, N = X.shape
    grid = as_penalties(lambdas, N + 1)
    y = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)
    if cost == "least_squares":
        return least_squares_path(X, y, reduction, grid, fit_bias)
    return softmax_path(X, y, reduction, grid, fit_bias)
