"""ℓ0 regularization: minimize least squares + λ‖ω‖₀, λ times the number of nonzero weights, for every λ (Example 9.8)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count, as_flag
from .._numerics.arrays import as_numeric_array, as_penalties, check_penalties, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.cost_names import Reduction
from ..selection.best_subset import BestSubsets, best_subset
from ..selection.branch_and_bound import TooFewBranches
from .path import PenaltyPath

# A further feature that lowers the cost by less than this share of the cost of the bias alone gains nothing.
NO_GAIN = 1e-13


@dataclass(frozen=True, eq=False)
class L0Breakpoints:
    """The λ at which the best number of features changes.

    Attributes
    ----------
    lambdas : NDArray, shape (k,), float64
        Ascending from 0. From lambdas[i] up to the next one, sizes[i] is best. Where two sizes are equally good, the
        smaller one is taken.
    sizes : NDArray, shape (k,), int
        Descending.

    Examples
    --------
    >>> l0_breakpoints([10.0, 4.0, 3.0]).sizes
    array([2, 1, 0])
    """

    lambdas: Array
    sizes: NDArray[np.intp]

    def sizes_at(self, lam: ArrayLike) -> NDArray[np.intp]:
        """Return the best size at any λ ≥ 0.

        Parameters
        ----------
        lam : float or array-like, shape (L,)
            Penalty parameters λ ≥ 0.

        Returns
        -------
        NDArray, shape () or (L,), int

        Raises
        ------
        TypeError, ValueError
            If `lam` is neither a number ≥ 0 nor a list of such numbers.

        Examples
        --------
        >>> l0_breakpoints([10.0, 4.0, 3.0]).sizes_at([0.0, 1.0, 6.5])
        array([2, 1, 0])
        """
        lambdas = check_penalties(lam, "lam")
        return np.asarray(self.sizes[np.searchsorted(self.lambdas, lambdas, side="right") - 1])


def l0_breakpoints(costs: ArrayLike) -> L0Breakpoints:
    """Find the size k that minimizes cost_k + λ k, for every λ ≥ 0.

    Parameters
    ----------
    costs : array-like, shape (K + 1,)
        The smallest cost that can be reached with k = 0, 1, …, K features.

    Returns
    -------
    L0Breakpoints

    Raises
    ------
    TypeError
        If `costs` holds anything but real numbers.
    ValueError
        If `costs` is not a list of at least one finite number.

    Notes
    -----
    Source: Example 9.8, equations (9.19) and (9.20). The objective of each size is a straight line in λ with slope k.
    The sizes that are best for some λ are the corners of the lower convex hull of the points (k, cost_k). A size above the
    hull is best for no λ.

    Examples
    --------
    >>> breakpoints = l0_breakpoints([10.0, 8.0, 3.0, 2.5])
    >>> breakpoints.sizes, breakpoints.lambdas
    (array([3, 2, 0]), array([0. , 0.5, 3.5]))
    """
    values = as_numeric_array(costs, "costs")
    if values.ndim != 1 or values.size == 0:
        raise ValueError(f"costs must have shape (K + 1,), one cost for each size from 0 to K; got shape {values.shape}")
    if not np.isfinite(values).all():
        k = int(np.flatnonzero(~np.isfinite(values))[0])
        raise ValueError(f"costs must hold finite numbers; got {values[k]:g} for size {k}")
    # Start at the size with the lowest cost. The next corner is the smaller size that becomes as good at the lowest λ.
    sizes = [int(values.argmin())]
    lambdas = [0.0]
    while sizes[-1] > 0:
        k = sizes[-1]
        rises = (values[:k] - values[k]) / np.arange(k, 0, -1)  # λ at which each smaller size becomes as good
        best = int(rises.argmin())  # of several, the smallest
        lambdas.append(float(rises[best]))
        sizes.append(best)
    return L0Breakpoints(frozen(np.array(lambdas)), frozen(np.array(sizes, dtype=np.intp)))


@dataclass(frozen=True, eq=False)
class L0Path(PenaltyPath):
    """The minimizers of least squares + λ‖ω‖₀ over λ. Where two models are equally good, the one with fewer features.

    Attributes
    ----------
    reduction : str
        As given to `l0_path`.
    fit_bias : bool
        As given to `l0_path`.
    lambdas : NDArray, shape (K,), float64
        Ascending; by default all breakpoints.
    weights : NDArray, shape (K, N), float64
        Weights at each λ: the least squares weights of the chosen subset, without shrinkage, and 0 for all other features.
    biases : NDArray, shape (K,), float64
        Bias at each λ, never penalized.
    costs, objectives : NDArray, shape (K,), float64
        The cost alone, and the cost plus λ‖ω‖₀.
    n_nonzero : NDArray, shape (K,), int
        Number of features in the model.
    lambda_max : float
        The smallest λ at which all weights are zero.
    breakpoints : L0Breakpoints
        The λ at which the size changes: the path jumps there, and is constant in between.
    subsets : BestSubsets
        The best subset of every size from 0 to N, whether it is best for some λ or not.
    skipped : NDArray, shape (S,), int
        Sizes that are best for no λ: a larger size gains more per feature.

    Examples
    --------
    >>> path = l0_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0])
    >>> path.lambdas, path.n_nonzero
    (array([0.  , 2.25, 6.25]), array([2, 1, 0]))
    """

    reduction: Reduction
    fit_bias: bool
    lambdas: Array
    weights: Array
    biases: Array
    costs: Array
    objectives: Array
    n_nonzero: NDArray[np.intp]
    lambda_max: float
    breakpoints: L0Breakpoints
    subsets: BestSubsets
    skipped: NDArray[np.intp]

    def _models(self, lambdas: Array) -> tuple[Array, Array]:
        sizes = self.breakpoints.sizes_at(lambdas)
        return self.subsets.weights[sizes], self.subsets.biases[sizes]


def l0_path(
    X: ArrayLike,
    y: ArrayLike,
    *,
    lambdas: ArrayLike | None = None,
    reduction: Reduction = "mean",
    fit_bias: bool = True,
    max_branches: int = 200_000,
) -> L0Path:
    """Find the minimizers of least squares + λ‖ω‖₀ for every λ, exactly. The bias is not penalized.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The scale of a feature does not matter: a nonzero weight counts as one, whatever its size.
    y : array-like, shape (P,)
        Outputs.
    lambdas : array-like, shape (K,), optional
        Penalty parameters ≥ 0 in any order; the path has them in ascending order, without repeats. The default is all
        breakpoints.
    reduction : {"mean", "sum"}
        How the squares add over examples. A λ for the sum is P times that for the mean.
    fit_bias : bool
        Whether the model has a bias.
    max_branches : int
        For more than 20 features: the largest number of branches of the search for the best subsets, ≥ 1. A branch takes
        about 10 μs.

    Returns
    -------
    L0Path

    Raises
    ------
    TypeError
        If `X`, `y` or `lambdas` hold anything but real numbers, `fit_bias` is neither True nor False, or `max_branches` is
        no integer.
    ValueError
        If a shape is wrong, a value is NaN or infinite, `y` or, beside a bias, a feature is constant, a λ is negative,
        `lambdas` would need more than 1 GiB, or `max_branches` is below 1 or not enough for the best subset of every size.

    Notes
    -----
    Source: section 9.7.1, Example 9.8, equations (9.19) and (9.20). ‖ω‖₀ is a discontinuous function of the
    weights, but for a given number of features it is constant. So the best subset of each size is found once, and λ only
    chooses among them (`l0_breakpoints`). (9.20) counts w₀ too; here the bias is left out, as in (9.23).

    Examples
    --------
    >>> path = l0_path([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]], [0.0, 7.0, -1.0, 2.0], lambdas=[3.0])
    >>> path.weights, path.costs, path.objectives
    (array([[2.5, 0. ]]), array([3.25]), array([6.25]))
    """
    grid = None if lambdas is None else as_penalties(lambdas)
    fit_bias = as_flag(fit_bias, "fit_bias")
    max_branches = as_count(max_branches, "max_branches", 1)
    try:
        found = best_subset(X, y, reduction=reduction, fit_bias=fit_bias, max_branches=max_branches)
    except TooFewBranches:
        raise ValueError(  # every size is needed, so the other advice of best_subset does not apply
            f"max_branches={max_branches} is not enough to find the best subset of every size. Raise it, or use fewer "
            "features: up to 20 are always searched completely. l1_path and forward_selection take any number."
        ) from None
    if grid is not None:
        check_size("lambdas", grid, (len(grid), found.weights.shape[1] + 1))
    costs = found.costs.copy()
    for size in range(1, len(costs)):
        if costs[size] > costs[size - 1] - NO_GAIN * costs[0]:
            costs[size] = costs[size - 1]
    breakpoints = l0_breakpoints(costs)
    if grid is None:
        grid = breakpoints.lambdas.copy()
    sizes = breakpoints.sizes_at(grid)
    values = found.costs[sizes]
    return L0Path(
        found.reduction,
        fit_bias,
        frozen(grid),
        frozen(found.weights[sizes]),
        frozen(found.biases[sizes]),
        frozen(values),
        frozen(values + grid * sizes),
        frozen(sizes),
        float(breakpoints.lambdas[-1]),
        breakpoints,
        found,
        frozen(np.setdiff1d(found.sizes, breakpoints.sizes)),
    )
