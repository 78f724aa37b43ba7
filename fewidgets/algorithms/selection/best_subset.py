"""Best subset selection: the best least squares model of every size, exactly (COMP135, slide 10)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import frozen
from .._numerics.types import Array
from ..optimization.cost_names import REDUCTIONS, Reduction
from .all_subsets import best_of_each_size, bit_counts, shortest_residuals, squares_of_all
from .branch_and_bound import TooFewBranches, best_by_branches
from .qr_factor import QRFactor, fit_subsets, is_independent, pivoted_bases, qr_factor, safe_share
from .subset_arguments import TABULATED_FEATURES, check_regression
from .subset_model import SubsetModel


@dataclass(frozen=True, eq=False)
class BestSubsets:
    """The best subset of every size, as `best_subset` finds it. Row k of an array belongs to the subset of k features."""

    reduction: Reduction
    sizes: NDArray[np.intp]  # 0, 1, …, K
    selected: NDArray[np.bool_]  # (K + 1, N)
    weights: Array  # (K + 1, N): least squares weights, in units of y per unit of the feature
    biases: Array  # (K + 1,)
    costs: Array  # (K + 1,): error on the training data
    candidate_costs: Array | None  # (2ᴺ,): of subset S at Σ 2ⁿ over n in S, for up to 20 features
    branches: int  # how many branches were split to rule out the other subsets

    def at(self, size: int) -> SubsetModel:
        """Return the best model with the given number of features."""
        size = as_count(size, "size", 0, len(self.sizes) - 1, "the largest size searched")
        return SubsetModel(
            self.selected[size].nonzero()[0], self.weights[size], float(self.biases[size]), float(self.costs[size])
        )


def best_subset(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int | None = None,
    fit_bias: bool = True,
    reduction: Reduction = "mean",
    max_branches: int = 2_000_000,
) -> BestSubsets:
    """Select the subset of 0, 1, 2, … features with the smallest least squares cost.

    For up to 20 features, the costs of all 2ᴺ subsets are computed and kept. For more, branch and bound rules out most
    subsets. It is exact too, and quick where features are not too similar, or `size` is small.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Largest size K of interest, 1 to N. Default: N.
    fit_bias : bool
        Whether every model has a bias.
    reduction : {"mean", "sum"}
        How squared errors add over examples.
    max_branches : int
        For more than 20 features: how many branches may be split in two before the search gives up. A branch takes about 10
        μs.

    Returns
    -------
    BestSubsets
        For the best subset of 0, 1, …, K features: the `selected` features, `weights`, `biases` and `costs`, and the model
        `at(size)`. For up to 20 features, `candidate_costs` has the cost of every subset S at Σ 2ⁿ over n in S.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, a feature or `y` is constant (without a bias, a feature may be), or the search
        gives up after `max_branches`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.best_subset`.

    Source: COMP135, slide 10, "Best Subset Selection"; CS373, lecture 7, "Subset
    selection", has ½ Σ and no bias. A feature that depends on others (see `forward_selection`) has weight 0.

    Examples
    --------
    >>> x = np.array([[1.0, 1.0, 0.0], [2.0, 0.0, 1.0], [3.0, 4.0, 0.0], [4.0, 1.0, 2.0], [5.0, 1.0, 4.0]])
    >>> best = best_subset(x, x[:, 1] + x[:, 2] + [0.1, -0.1, 0.0, 0.1, -0.1])
    >>> [np.flatnonzero(row).tolist() for row in best.selected]
    [[], [0], [1, 2], [0, 1, 2]]
    """
    X, y, fit_bias = check_regression(X, y, fit_bias)
    N = X.shape[1]
    K = N if size is None else as_count(size, "size", 1, N, "the number of features")
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    max_branches = as_count(max_branches, "max_branches", 1)
    factor = qr_factor(X, y, fit_bias)
    selected, table, branches = search_subsets(factor, K, max_branches)
    weights, squares = fit_subsets(factor, selected)
    unit = factor.y_length**2 / (len(y) if reduction == "mean" else 1)
    if table is not None:
        squares = table[(selected << np.arange(N)).sum(axis=1)]
    return BestSubsets(
        reduction,
        frozen(np.arange(K + 1)),
        frozen(selected),
        frozen(weights),
        frozen(factor.biases(weights)),
        frozen(squares * unit),
        None if table is None else frozen(np.multiply(table, unit, out=table)),
        branches,
    )


def search_subsets(factor: QRFactor, K: int, max_branches: int) -> tuple[NDArray[np.bool_], Array | None, int]:
    """Find the best subset of each size up to K: by a table of all subsets, or by branch and bound for many features."""
    N = factor.N
    if N <= TABULATED_FEATURES:
        squares = squares_of_all(factor)
        if not is_independent(factor):
            _refit_doubtful(squares, factor)
        best = best_of_each_size(squares, N)[: K + 1]
        return (best[:, None] >> np.arange(N) & 1).astype(bool), squares, 0
    found = best_by_branches(factor, K, max_branches)
    if not found.settled:
        raise TooFewBranches(
            f"max_branches is too small to settle the best subsets of up to {K} of {N} features; got {max_branches}. "
            "Pass more, a smaller size or fewer similar features, or use forward_selection"
        )
    return found.selected, None, found.branches


def _refit_doubtful(squares: Array, factor: QRFactor) -> None:
    """Refit the subsets in which a feature keeps so little beside the others that it may be rounding."""
    doubtful = (shortest_residuals(factor) <= safe_share(factor)).nonzero()[0]
    sizes = bit_counts(factor.N)[doubtful]
    for size in np.unique(sizes):
        places = doubtful[sizes == size]
        inside = (places[:, None] >> np.arange(factor.N) & 1).astype(bool)
        squares[places] = pivoted_bases(factor, inside.nonzero()[1].reshape(-1, size))[1]
