"""Ridge regression: least squares + λ‖ω‖₂², for one λ or for all of them (Example 9.10; CS373, preface)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag
from .._numerics.arrays import as_features, as_outputs, as_penalties, check_penalties, frozen
from .._numerics.memory import check_size
from .._numerics.spread import check_magnitude
from .._numerics.tolerances import SMALLEST_SPREAD
from .._numerics.types import Array
from ..optimization.costs import REDUCTIONS, Reduction
from .l1_trace import PathPoint

EPSILON = float(np.finfo(float).eps)
# Where the largest curvature is this much above λ, the normal equations would lose too many digits.
STEEPEST = 1e8
# Below it y / λ may overflow on the way to a solution that does not.
SMALLEST_PENALTY = 1e-150


@dataclass(frozen=True, eq=False)
class RidgePath:
    """The minimizers of least squares + λ‖ω‖₂² over λ.

    Attributes
    ----------
    reduction : str
        As given to `ridge_path`.
    fit_bias : bool
        As given to `ridge_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending.
    weights : NDArray, shape (K, N), float64
        Weights ω at each λ: smaller as λ grows, but not zero.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized; 0 without `fit_bias`.
    costs : NDArray, shape (K,), float64
        The cost alone, in squared units of y.
    penalties : NDArray, shape (K,), float64
        ‖ω‖₂², without λ.
    objectives : NDArray, shape (K,), float64
        Cost plus λ‖ω‖₂².
    degrees_of_freedom : NDArray, shape (K,), float64
        Effective number of weights Σ s² / (s² + λ), from the rank at λ = 0 down to 0. The bias is not counted.
    singular_values : NDArray, shape (min(P, N),), float64
        Of the features (centred, where a bias is fitted), descending.
    rank : int
        Number of singular values that are not zero up to rounding.

    Examples
    --------
    >>> path = ridge_path([[-1.0], [1.0]], [1.0, 5.0], lambdas=[0, 1, 3], reduction="sum")
    >>> path.weights[:, 0], path.biases
    (array([2.        , 1.33333333, 0.8       ]), array([3., 3., 3.]))
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

    def at(self, lam: ArrayLike) -> PathPoint:
        """The model at any λ ≥ 0, exactly: from the same decomposition.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0.

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
        >>> ridge_path([[-1.0], [1.0]], [1.0, 5.0], reduction="sum").at(2.0)
        PathPoint(weights=array([1.]), bias=3.0)
        """
        wanted = check_penalties(lam, "lam")
        check_size("lam", wanted, (wanted.size, self.weights.shape[1]))
        weights = self._parts.weights(np.atleast_1d(wanted))
        biases = self._parts.biases(weights)
        return PathPoint(weights, biases) if wanted.ndim else PathPoint(weights[0], float(biases[0]))


def ridge(X: ArrayLike, y: ArrayLike, lam: float, *, reduction: Reduction = "mean", fit_bias: bool = True) -> PathPoint:
    """The minimizer of least squares + λ‖ω‖₂² at one λ; the bias is not penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first: the penalty weighs features by their scales.
    y : array-like, shape (P,)
        Outputs.
    lam : float
        Penalty parameter λ ≥ 0.
    reduction : {"mean", "sum"}
        Whether Σ (b + x·ω − y)² is divided by P. A λ of the sum is P times the λ of the mean.
    fit_bias : bool
        Whether there is a bias. Without it the model is θ·φ(x) as the lecture has it: to penalize a bias too, let
        one feature be constant.

    Returns
    -------
    PathPoint
        weights (N,) and bias. At λ = 0 and with features that depend on each other: the shortest of the minimizers.

    Raises
    ------
    TypeError
        If `X`, `y` or `lam` hold anything but real numbers, or `fit_bias` is neither True nor False.
    ValueError
        If a shape is wrong, a value is NaN or infinite, `y` or, beside a bias, a feature is constant, λ is negative,
        or `reduction` is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.ridge`.

    Source: CS373, lecture 7, "Linear regression solution": J(θ) = ½ Σ (y − θ·φ(x))² + λ/2 ‖θ‖² is half of what is
    minimized here with `reduction="sum"` and `fit_bias=False`, at the same λ and so with the same minimizer. Section
    9.7.1, Example 9.10; as for (9.23), the bias is left out of the penalty.

    Examples
    --------
    >>> ridge([[-1.0], [1.0]], [1.0, 5.0], 2.0, reduction="sum")
    PathPoint(weights=array([1.]), bias=3.0)
    """
    problem = centre(X, y, reduction, fit_bias)
    wanted = check_penalties(lam, "lam")
    if wanted.ndim:
        raise ValueError(f"lam has shape {wanted.shape}; wanted one number: see ridge_path for several")
    A, output = problem.features, problem.output
    P, N = A.shape
    total = float(wanted) / problem.factor  # what λ is beside the sum of squares
    gram = A.T @ A if P >= N else A @ A.T
    if total < SMALLEST_PENALTY or np.trace(gram) > STEEPEST * total:
        weights = decompose(problem).weights(np.atleast_1d(wanted))[0]
        return PathPoint(frozen(weights), problem.y_mean - float(weights @ problem.x_mean))
    gram.reshape(-1)[:: len(gram) + 1] += total
    unknowns = np.zeros(len(gram))
    for _ in range(2):  # the second step corrects the rounding errors of the first
        if P >= N:  # (AᵀA + λI) ω = Aᵀy
            unknowns += np.linalg.solve(gram, (output - A @ unknowns) @ A - total * unknowns)
        else:  # ω = Aᵀα with (AAᵀ + λI) α = y: fewer unknowns
            unknowns += np.linalg.solve(gram, output - A @ (unknowns @ A) - total * unknowns)
    weights = unknowns if P >= N else unknowns @ A
    return PathPoint(frozen(weights), problem.y_mean - float(weights @ problem.x_mean))


def ridge_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    lambdas: ArrayLike | None = None,
    reduction: Reduction = "mean",
    fit_bias: bool = True,
) -> RidgePath:
    """All minimizers of least squares + λ‖ω‖₂² from one decomposition; the bias is not penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Standard normalize first: the penalty weighs features by their scales.
    y : array-like, shape (P,)
        Outputs.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0 in any order; returned ascending, without repeats. Where not given: 100 values evenly
        spaced in log λ, from where no direction is shrunk to where all are.
    reduction : {"mean", "sum"}
        Whether Σ (b + x·ω − y)² is divided by P. A λ of the sum is P times the λ of the mean.
    fit_bias : bool
        Whether there is a bias. Without it the model is θ·φ(x) as the lecture has it.

    Returns
    -------
    RidgePath

    Raises
    ------
    TypeError
        If `X`, `y` or `lambdas` hold anything but real numbers, or `fit_bias` is neither True nor False.
    ValueError
        If a shape is wrong, a value is NaN or infinite, `y` or, beside a bias, a feature is constant, a λ is
        negative, or `reduction` is unknown.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.ridge`.

    Source: section 9.7.1, Example 9.10; CS373, lecture 7, "Linear regression solution". With the singular value
    decomposition X = U S Vᵀ (of the centred features, where a bias is fitted), ω(λ) = V (S² + λI)⁻¹ S Uᵀy: each
    direction is shrunk by s² / (s² + λ). U is not formed where P ≥ N: a QR decomposition of (X, y) comes before.
    At λ = 0 and with features that depend on each other, it is the shortest of the minimizers.

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
        check_size("lambdas", grid, (len(grid), problem.features.shape[1]))
    parts = decompose(problem)
    squares = parts.singular_values[: parts.rank] ** 2
    if grid is None:
        # From where even the weakest direction keeps all but a thousandth, to where the strongest keeps no more.
        low, high = (squares[-1] / 1e3, squares[0] * 1e3) if parts.rank else (1.0, 1.0)  # all zeros: any λ
        grid = np.unique(np.geomspace(low, high, 100)) * parts.factor
    weights = parts.weights(grid)
    costs, penalties = parts.costs(grid), (weights * weights).sum(axis=1)
    return RidgePath(
        cast(Reduction, reduction),
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
    """A regression without its bias: features and output around their means, which are 0 where no bias is fitted."""

    features: Array
    output: Array
    x_mean: Array
    y_mean: float
    factor: float  # of the sum of squares in the cost


def centre(X: ArrayLike, y: ArrayLike, reduction: Reduction, fit_bias: bool) -> Problem:
    """Check what ridge regression is given, and take the bias out of it: at the minimizer b = mean(y) − mean(x)·ω.

    Parameters
    ----------
    X, y, reduction, fit_bias
        As `ridge` takes them.

    Returns
    -------
    Problem

    Raises
    ------
    TypeError, ValueError
        As `ridge`.

    Examples
    --------
    >>> centre([[0.0], [2.0]], [1.0, 5.0], "sum", True).output
    array([-2.,  2.])
    """
    fit_bias = as_flag(fit_bias, "fit_bias")
    features = as_features(X, allow_constant=not fit_bias)
    check_magnitude(features)
    P, N = features.shape
    output = as_outputs(y, P)
    factor = 1.0 / P if as_choice(reduction, "reduction", REDUCTIONS) == "mean" else 1.0
    if not fit_bias:
        return Problem(features, output, np.zeros(N), 0.0, factor)
    x_mean, y_mean = features.mean(axis=0), float(output.mean())
    return Problem(features - x_mean, output - y_mean, x_mean, y_mean, factor)


class Decomposition(NamedTuple):
    """The regression in the directions of the singular value decomposition X = U S Vᵀ."""

    singular_values: Array  # (min(P, N),)
    products: Array  # (min(P, N),): Uᵀy
    directions: Array  # (min(P, N), N): Vᵀ
    rank: int
    rest: float  # sum of squares that no weights explain
    x_mean: Array
    y_mean: float
    factor: float

    def kept(self, lambdas: Array) -> Array:
        """The share s² / (s² + λ) that each direction keeps, (K, rank)."""
        squares = self.singular_values[: self.rank] ** 2
        return squares / (squares + lambdas[:, None] / self.factor)

    def weights(self, lambdas: Array) -> Array:
        """The minimizers, (K, N)."""
        r = self.rank
        return (self.kept(lambdas) * (self.products[:r] / self.singular_values[:r])) @ self.directions[:r]

    def biases(self, weights: Array) -> Array:
        """The bias that belongs to each row of weights, (K,)."""
        return self.y_mean - weights @ self.x_mean

    def costs(self, lambdas: Array) -> Array:
        """The cost alone at each λ, without a sum over examples, (K,)."""
        squares = self.singular_values[: self.rank] ** 2
        totals = lambdas[:, None] / self.factor
        missed = totals / (squares + totals) * self.products[: self.rank]
        return self.factor * (self.rest + (missed * missed).sum(axis=1))


def rank_of(singular_values: Array, P: int, N: int) -> int:
    """The number of singular values of a (P, N) matrix that are not zero up to rounding.

    Examples
    --------
    >>> rank_of(np.array([3.0, 1.0, 1e-17]), 5, 3)
    2
    """
    return int(np.count_nonzero(singular_values > max(SMALLEST_SPREAD, max(P, N) * EPSILON * singular_values[0])))


def decompose(problem: Problem) -> Decomposition:
    """Bring a regression into the form in which every λ is solved at once.

    Parameters
    ----------
    problem : Problem
        As `centre` gives it.

    Returns
    -------
    Decomposition

    Examples
    --------
    >>> decompose(centre([[3.0, 0.0], [0.0, 2.0]], [6.0, 1.0], "sum", False)).weights(np.array([0.0]))
    array([[2. , 0.5]])
    """
    A, output, x_mean, y_mean, factor = problem
    P, N = A.shape
    if P >= N:
        triangle = cast(Array, np.linalg.qr(np.column_stack([A, output]), mode="r"))
        left, s, directions = np.linalg.svd(triangle[:N, :N], full_matrices=False)
        products = triangle[:N, N] @ left
        rest = float((triangle[N:, N] ** 2).sum())
    else:
        left, s, directions = np.linalg.svd(A, full_matrices=False)
        products = output @ left
        rest = float(((output - left @ products) ** 2).sum())
    rank = rank_of(s, P, N)
    rest += float((products[rank:] ** 2).sum())
    return Decomposition(s, products, directions, rank, rest, x_mean, y_mean, factor)
