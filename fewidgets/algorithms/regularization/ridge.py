"""Ridge regression: minimize least squares + λ‖ω‖₂², for one λ or for all (Example 9.10; CS373, lecture 7).

    Σₚ (b + xₚ·ω − yₚ)² + λ Σₙ ωₙ²,    ω = (XᵀX + λI)⁻¹ Xᵀy    for centred X and y

With the singular value decomposition X = U S Vᵀ, ω(λ) = V (S² + λI)⁻¹ S Uᵀy: each direction is shrunk by s² / (s² + λ).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag
from .._numerics.arrays import as_features, as_outputs, as_penalties, check_magnitude, check_penalties, frozen
from .._numerics.memory import check_size
from .._numerics.tolerances import EPSILON, SMALLEST_SPREAD
from .._numerics.types import Array
from ..optimization.cost_names import REDUCTIONS, Reduction, factor_of
from .path import PathPoint, PenaltyPath

# If the trace of XᵀX is this much larger than λ, the normal equations would lose too many digits.
STEEPEST = 1e8
# Below this λ, y / λ may overflow although the solution does not.
SMALLEST_PENALTY = 1e-150


@dataclass(frozen=True, eq=False)
class RidgePath(PenaltyPath):
    """The minimizers of least squares + λ‖ω‖₂² over λ. `at` is exact for every λ.

    Attributes
    ----------
    reduction : str
        As given to `ridge_path`.
    fit_bias : bool
        As given to `ridge_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ. They shrink as λ grows, but do not reach zero.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized; 0 without `fit_bias`.
    costs : NDArray, shape (K,), float64
        The cost alone, in squared units of y.
    penalties : NDArray, shape (K,), float64
        ‖ω‖₂², without λ.
    objectives : NDArray, shape (K,), float64
        Cost plus λ‖ω‖₂².
    degrees_of_freedom : NDArray, shape (K,), float64
        Effective number of weights Σ s² / (s² + λ): the rank at λ = 0, and less for larger λ. The bias is not counted.
    singular_values : NDArray, shape (min(P, N),), float64
        Singular values of the features (centred if there is a bias), descending.
    rank : int
        Number of singular values that are not zero up to rounding.
    """

    reduction: Reduction
    fit_bias: bool
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    penalties: Array
    objectives: Array
    degrees_of_freedom: Array
    singular_values: Array
    rank: int
    _parts: Decomposition = field(repr=False)

    def _models(self, lambdas: Array) -> tuple[Array, Array]:
        weights = self._parts.weights(lambdas)
        return weights, self._parts.biases(weights)


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
    problem = centre(X, y, reduction, fit_bias)
    lambdas = check_penalties(lam, "lam")
    if lambdas.ndim:
        raise ValueError(f"lam must be one number; got shape {lambdas.shape}. ridge_path takes several.")
    weights = _solve(problem, float(lambdas))
    return PathPoint(frozen(weights), problem.y_mean - float(weights @ problem.x_mean))


def _solve(problem: Problem, lam: float) -> Array:
    """Return the weights that minimize the cost + λ‖ω‖₂²."""
    X, y = problem.X, problem.y
    P, N = X.shape
    total = lam / problem.factor  # λ beside the sum of squares
    gram = X.T @ X if P >= N else X @ X.T
    if total < SMALLEST_PENALTY or np.trace(gram) > STEEPEST * total:
        return decompose(problem).weights(np.array([lam]))[0]
    gram.reshape(-1)[:: len(gram) + 1] += total
    unknowns = np.zeros(len(gram))
    for _ in range(2):  # the second step corrects the rounding errors of the first
        if P >= N:  # (XᵀX + λI) ω = Xᵀy, with λ beside the sum of squares
            unknowns += np.linalg.solve(gram, (y - X @ unknowns) @ X - total * unknowns)
        else:  # ω = Xᵀα with (XXᵀ + λI) α = y: fewer unknowns
            unknowns += np.linalg.solve(gram, y - X @ (unknowns @ X) - total * unknowns)
    return unknowns if P >= N else unknowns @ X


def ridge_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    lambdas: ArrayLike | None = None,
    reduction: Reduction = "mean",
    fit_bias: bool = True,
) -> RidgePath:
    """Find the minimizers of least squares + λ‖ω‖₂² for all λ from one decomposition. The bias is not penalized.

    With the singular value decomposition X = U S Vᵀ (of the centred features, if there is a bias), ω(λ) = V (S² + λI)⁻¹ S Uᵀy:
    each direction is shrunk by s² / (s² + λ).

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first: the penalty treats features according to their scales.
    y : array-like, shape (P,)
        Outputs.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0. The default is 100 values evenly spaced in log λ, from almost no shrinkage to almost full.
    reduction : {"mean", "sum"}
        Whether Σ (b + x·ω − y)² is divided by P. A λ for the sum is P times that for the mean.
    fit_bias : bool
        Whether the model has a bias. Without it the model is θ·φ(x), as in the lecture.

    Returns
    -------
    RidgePath
        At λ = 0 with linearly dependent features: the minimizer with the smallest ‖ω‖₂.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or a feature is smaller than the rounding errors of another one.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.ridge`.

    Source: section 9.7.1, Example 9.10; CS373, lecture 7, "Linear regression solution".

    Examples
    --------
    >>> path = ridge_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0], lambdas=[0, 1])
    >>> path.weights, path.degrees_of_freedom
    (array([[2.5 , 1.5 ],
           [1.25, 0.75]]), array([2., 1.]))
    """
    problem = centre(X, y, reduction, fit_bias)
    grid = None if lambdas is None else as_penalties(lambdas)
    if grid is not None:
        check_size("lambdas", grid, (len(grid), problem.X.shape[1]))
    parts = decompose(problem)
    squares = parts.singular_values[: parts.rank] ** 2
    if grid is None:
        # From where the weakest direction keeps all but a thousandth, to where the strongest keeps only a thousandth.
        low, high = (squares[-1] / 1e3, squares[0] * 1e3) if parts.rank else (1.0, 1.0)  # all zeros: any λ
        grid = np.unique(np.geomspace(low, high, 100)) * parts.factor
    weights = parts.weights(grid)
    costs, penalties = parts.costs(grid), (weights * weights).sum(axis=1)
    return RidgePath(
        reduction,
        bool(fit_bias),
        frozen(grid),
        frozen(weights),
        frozen(parts.biases(weights)),
        frozen(costs),
        frozen(penalties),
        frozen(costs + grid * penalties),
        frozen(parts.kept(grid).sum(axis=1)),
        frozen(parts.singular_values),
        parts.rank,
        parts,
    )


class Problem(NamedTuple):
    """A regression without its bias: X and y minus their means. The means are 0 if there is no bias."""

    X: Array
    y: Array
    x_mean: Array
    y_mean: float
    factor: float  # what the sum of squares is multiplied by in the cost


def centre(X: ArrayLike, y: ArrayLike, reduction: Reduction, fit_bias: bool) -> Problem:
    """Check the arguments of ridge regression, and remove the bias: at the minimizer b = mean(y) − mean(x)·ω."""
    fit_bias = as_flag(fit_bias, "fit_bias")
    X = as_features(X, allow_constant=not fit_bias)
    check_magnitude(X)
    P, N = X.shape
    y = as_outputs(y, P)
    factor = factor_of(as_choice(reduction, "reduction", REDUCTIONS), P)
    if not fit_bias:
        return Problem(X, y, np.zeros(N), 0.0, factor)
    x_mean, y_mean = X.mean(axis=0), float(y.mean())
    return Problem(X - x_mean, y - y_mean, x_mean, y_mean, factor)


class Decomposition(NamedTuple):
    """A regression in the directions of the singular value decomposition X = U S Vᵀ."""

    singular_values: Array  # (min(P, N),)
    products: Array  # (min(P, N),): Uᵀy
    directions: Array  # (min(P, N), N): Vᵀ
    rank: int
    rest: float  # sum of squares of y that no weights explain
    x_mean: Array
    y_mean: float
    factor: float

    def kept(self, lambdas: Array) -> Array:
        """Return the share s² / (s² + λ) that each direction keeps, (K, rank)."""
        squares = self.singular_values[: self.rank] ** 2
        return squares / (squares + lambdas[:, None] / self.factor)

    def weights(self, lambdas: Array) -> Array:
        """Return the minimizers, (K, N)."""
        r = self.rank
        return (self.kept(lambdas) * (self.products[:r] / self.singular_values[:r])) @ self.directions[:r]

    def biases(self, weights: Array) -> Array:
        """Return the bias for each row of weights, (K,)."""
        return self.y_mean - weights @ self.x_mean

    def costs(self, lambdas: Array) -> Array:
        """Return the cost alone at each λ, (K,), without a pass through the examples."""
        squares = self.singular_values[: self.rank] ** 2
        totals = lambdas[:, None] / self.factor
        missed = totals / (squares + totals) * self.products[: self.rank]
        return self.factor * (self.rest + (missed * missed).sum(axis=1))


def check_units(X: Array) -> None:
    """Refuse a feature that would be lost in the rounding errors of another one."""
    lengths = np.sqrt(np.einsum("pn,pn->n", X, X))
    lost = (lengths > 0) & (lengths <= max(X.shape) * EPSILON * lengths.max())
    if lost.any():
        raise ValueError(
            f"X has features in too different units: feature {lost.argmax()} is smaller than the rounding errors of feature "
            f"{lengths.argmax()}. Standardize them."
        )


def rank_of(singular_values: Array, P: int, N: int) -> int:
    """Count the singular values of a (P, N) matrix that are not zero up to rounding."""
    return int(np.count_nonzero(singular_values > max(SMALLEST_SPREAD, max(P, N) * EPSILON * singular_values[0])))


def decompose(problem: Problem) -> Decomposition:
    """Decompose a regression so that every λ can be solved."""
    X, y, x_mean, y_mean, factor = problem
    P, N = X.shape
    check_units(X)
    if P >= N:
        R = cast(Array, np.linalg.qr(np.column_stack([X, y]), mode="r"))
        U, s, directions = np.linalg.svd(R[:N, :N], full_matrices=False)
        products = R[:N, N] @ U
        rest = float((R[N:, N] ** 2).sum())
    else:
        U, s, directions = np.linalg.svd(X, full_matrices=False)
        products = y @ U
        rest = float(((y - U @ products) ** 2).sum())
    rank = rank_of(s, P, N)
    rest += float((products[rank:] ** 2).sum())
    return Decomposition(s, products, directions, rank, rest, x_mean, y_mean, factor)
