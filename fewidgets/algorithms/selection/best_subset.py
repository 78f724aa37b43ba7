"""Best subset selection: the best least squares model of every size, exactly (COMP135, slide 10)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.types import Array
from .all_subsets import best_of_each_size, bit_counts, shortest_residuals, squares_of_all
from .branch_and_bound import best_by_branches
from .qr_factor import QRFactor, fit_subsets, is_independent, pivoted_bases, qr_factor, safe_share
from .subset_arguments import TABULATED_FEATURES, check_regression
from .subset_model import SubsetModels


class BestSubsets(SubsetModels):
    """The best subset of 0, 1, …, K features, as `best_subset` finds it."""

    candidate_costs: Array | None  # (2ᴺ,): of subset S at Σ 2ⁿ over n in S, for up to 20 features


def best_subset(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int | None = None,
    fit_bias: bool = True,
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
    max_branches = as_count(max_branches, "max_branches", 1)
    factor = qr_factor(X, y, fit_bias)
    table = None
    if N <= TABULATED_FEATURES:
        table = squares_of_all(factor)
        if not is_independent(factor):
            _refit_doubtful(table, factor)
        best = best_of_each_size(table, N)[: K + 1]
        selected = (best[:, None] >> np.arange(N) & 1).astype(bool)
    else:
        selected = best_by_branches(factor, K, max_branches)
    weights, squares = fit_subsets(factor, selected)
    if table is not None:
        squares, table = table[best], factor.mean_square(table)
    return BestSubsets(np.arange(K + 1), selected, weights, factor.biases(weights), factor.mean_square(squares), table)


def _refit_doubtful(squares: Array, factor: QRFactor) -> None:
    """Refit the subsets in which a feature keeps so little beside the others that it may be rounding."""
    doubtful = (shortest_residuals(factor) <= safe_share(factor)).nonzero()[0]
    sizes = bit_counts(factor.N)[doubtful]
    for size in np.unique(sizes):
        places = doubtful[sizes == size]
        inside = (places[:, None] >> np.arange(factor.N) & 1).astype(bool)
        squares[places] = pivoted_bases(factor, inside.nonzero()[1].reshape(-1, size))[1]
