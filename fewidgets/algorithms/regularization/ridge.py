"""Ridge regression: minimize least squares + λ‖ω‖₂² (Example 9.10; CS373, lecture 7).

Σₚ (b + xₚ·ω − yₚ)² + λ Σₙ ωₙ²,    ω = (XᵀX + λI)⁻¹ Xᵀy    for centred X and y
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_flag
from .._numerics.arrays import as_features, as_outputs, check_magnitude, check_penalties, frozen
from .._numerics.tolerances import EPSILON, SMALLEST_SPREAD
from .._numerics.types import Array
from ..optimization.cost_names import Reduction, factor_of
from .path import PathPoint

# If the trace of XᵀX is this much larger than λ, the normal equations would lose too many digits.
STEEPEST = 1e8
# Below this λ, y / λ may overflow although the solution does not.
SMALLEST_PENALTY = 1e-150


def ridge(X: ArrayLike, y: ArrayLike, lam: float, *, reduction: Reduction = "mean", fit_bias: bool = True) -> PathPoint:
    """Minimize least squares + λ‖ω‖₂² for one λ. The bias is not penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first: the penalty treats features according to their scales.
    y : array-like, shape (P,)
        Outputs.
    lam : float
        Penalty parameter λ ≥ 0.
    reduction : {"mean", "sum"}
        Whether Σ (b + x·ω − y)² is divided by P. A λ for the sum is P times that for the mean.
    fit_bias : bool
        Whether the model has a bias. Without it the model is θ·φ(x), as in the lecture.

    Returns
    -------
    PathPoint
        weights (N,) and bias. At λ = 0 with linearly dependent features: the minimizer with the smallest ‖ω‖₂.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; or λ is small, and a feature is smaller than the rounding errors of another one.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.ridge`.

    Source: CS373, lecture 7, "Linear regression solution": J(θ) = ½ Σ (y − θ·φ(x))² + λ/2 ‖θ‖² is half of what is
    minimized here with `reduction="sum"` and `fit_bias=False`, so the minimizer is the same. Section 9.7.1, Example 9.10;
    the bias is left out of the penalty, as in (9.23).

    Examples
    --------
    >>> ridge([[-1.0], [1.0]], [1.0, 5.0], 2.0, reduction="sum")
    PathPoint(weights=array([1.]), bias=3.0)
    """
    fit_bias = as_flag(fit_bias, "fit_bias")
    X = as_features(X, allow_constant=not fit_bias)
    check_magnitude(X)
    P, N = X.shape
    y = as_outputs(y, P)
    factor = factor_of(reduction, P)
    lambdas = check_penalties(lam, name="lam")
    if lambdas.ndim:
        raise ValueError(f"lam must be one number; got shape {lambdas.shape}. Call ridge for each of them.")
    # At the minimizer b = mean(y) − mean(x)·ω, so centring X and y removes the bias from the problem.
    x_mean, y_mean = (X.mean(axis=0), float(y.mean())) if fit_bias else (np.zeros(N), 0.0)
    weights = _solve(X - x_mean, y - y_mean, float(lambdas) / factor)
    return PathPoint(frozen(weights), y_mean - float(weights @ x_mean))


def _solve(X: Array, y: Array, lam: float) -> Array:
    """Return the weights that minimize the sum of squares + λ‖ω‖₂²."""
    P, N = X.shape
    gram = X.T @ X if P >= N else X @ X.T
    if lam < SMALLEST_PENALTY or np.trace(gram) > STEEPEST * lam:
        return _by_directions(X, y, lam)
    gram.reshape(-1)[:: len(gram) + 1] += lam
    unknowns = np.zeros(len(gram))
    for _ in range(2):  # the second step corrects the rounding errors of the first
        if P >= N:  # (XᵀX + λI) ω = Xᵀy
            unknowns += np.linalg.solve(gram, (y - X @ unknowns) @ X - lam * unknowns)
        else:  # ω = Xᵀα with (XXᵀ + λI) α = y: fewer unknowns
            unknowns += np.linalg.solve(gram, y - X @ (unknowns @ X) - lam * unknowns)
    return unknowns if P >= N else unknowns @ X


def _by_directions(X: Array, y: Array, lam: float) -> Array:
    """Return the same from X = U S Vᵀ: ω = V (S² + λI)⁻¹ S Uᵀy, without the directions that are zero up to rounding."""
    lengths = np.sqrt(np.einsum("pn,pn->n", X, X))
    lost = (lengths > 0) & (lengths <= max(X.shape) * EPSILON * lengths.max())
    if lost.any():
        raise ValueError(
            f"X has features in too different units: feature {lost.argmax()} is smaller than the rounding errors of feature "
            f"{lengths.argmax()}. Standardize them."
        )
    U, s, directions = np.linalg.svd(X, full_matrices=False)
    real = s > max(SMALLEST_SPREAD, max(X.shape) * EPSILON * s[0])
    s = s[real]
    return (s * s / (s * s + lam) * (y @ U[:, real] / s)) @ directions[real]
