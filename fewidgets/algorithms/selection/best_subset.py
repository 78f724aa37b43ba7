"""Best subset selection: the best model of every size, exactly (COMP135, slide 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import frozen
from .._numerics.types import Array
from ..optimization.costs import Reduction
from .all_subsets import best_of_each_size, bit_counts, shortest_rests, squares_of_all
from .branch_and_bound import best_by_branches
from .dependence import fit_each, is_independent, near, pivoted
from .qr_factor import EQUAL, Regression, checked, regression
from .subset_model import ErrorName, SubsetModel, as_measure, unit_of

# Up to so many features, every subset's cost is computed and kept: 8 MB at the most.
LARGEST_TABLE = 20


@dataclass(frozen=True, eq=False)
class BestSubsets:
    """What `best_subset` has found.

    Attributes
    ----------
    error, reduction : str
        As given.
    sizes : NDArray, shape (K + 1,), int
        0, 1, …, K.
    selected : NDArray, shape (K + 1, N), bool
        The best subset of each size.
    weights : NDArray, shape (K + 1, N), float64
        Its least squares weights, in units of y per unit of the feature.
    biases : NDArray, shape (K + 1,), float64
        Its bias, in units of y.
    costs : NDArray, shape (K + 1,), float64
        Its error on the training data.
    candidate_costs : NDArray, shape (2ᴺ,), float64, or None
        The error of every subset: that of S stands at Σ 2ⁿ over n in S. None beyond 20 features.
    branches : int
        How many branches were split to rule the other subsets out; 0 where all were computed.

    Examples
    --------
    >>> best = best_subset([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 3.0, 3.0])
    >>> best.selected[1], np.round(best.candidate_costs, 4)
    (array([ True, False]), array([1.6875, 0.175 , 1.1667, 0.    ]))
    """

    error: ErrorName
    reduction: Reduction
    sizes: NDArray[np.intp]
    selected: NDArray[np.bool_]
    weights: Array
    biases: Array
    costs: Array
    candidate_costs: Array | None
    branches: int

    def at(self, size: int) -> SubsetModel:
        """The best model with that many features.

        Parameters
        ----------
        size : int
            Number of features, 0 to K.

        Returns
        -------
        SubsetModel

        Raises
        ------
        TypeError, ValueError
            If `size` is no whole number from 0 to K.

        Examples
        --------
        >>> best_subset([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 3.0, 3.0]).at(1).features
        array([0])
        """
        size = as_count(size, "size", 0, len(self.sizes) - 1, "the largest size searched")
        return SubsetModel(
            self.selected[size].nonzero()[0], self.weights[size], float(self.biases[size]), float(self.costs[size])
        )

    def cost_of(self, features: Iterable[int]) -> float:
        """The error of any subset, where all were computed.

        Parameters
        ----------
        features : iterable of int
            Features, numbered from 0; in any order, each once.

        Returns
        -------
        float

        Raises
        ------
        TypeError
            If `features` are no whole numbers.
        ValueError
            If a feature is out of range or named twice, or there are more than 20 features.

        Examples
        --------
        >>> best = best_subset([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 3.0, 3.0])
        >>> round(best.cost_of([1]), 4)
        1.1667
        """
        N = self.selected.shape[1]
        if self.candidate_costs is None:
            raise ValueError(f"features are some of {N}; wanted at most {LARGEST_TABLE}: beyond, not all costs are kept")
        if isinstance(features, str) or not isinstance(features, Iterable):
            raise TypeError(f"features is {features!r}; wanted a list of whole numbers")
        chosen = [as_count(n, "features", 0, N - 1, "one less than the number of features") for n in features]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"features is {chosen}; wanted each feature once")
        return float(self.candidate_costs[sum(1 << n for n in chosen)])


def best_subset(
    X: ArrayLike,
    y: ArrayLike,
    *,
    max_size: int | None = None,
    fit_bias: bool = True,
    error: ErrorName = "squared",
    reduction: Reduction = "mean",
    max_branches: int = 2_000_000,
) -> BestSubsets:
    """The least squares model with the smallest cost among all with 0, 1, 2, … features.

    Up to 20 features, the costs of all 2ᴺ subsets are computed and kept. Beyond, branch and bound rules out what cannot
    win; it is exact as well, but how long it takes depends on the data: it is quick where features are not too alike,
    or `max_size` is small, and gives up after `max_branches`.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    max_size : int, optional
        Largest size K of interest, 1 to N; N where not given.
    fit_bias : bool
        Whether every model has a bias; then the model without features predicts the mean.
    error : {"squared", "unexplained"}
        What counts: squared errors, or the share of the variance of y that is left unexplained, 1 − R². The best subsets
        do not depend on it.
    reduction : {"mean", "sum"}
        How squared errors add over examples.
    max_branches : int
        Beyond 20 features: how many branches may be split in two before the search is given up, ≥ 1. A branch takes
        some 10 μs.

    Returns
    -------
    BestSubsets

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant (a feature may be, without a bias),
        `max_size` is outside 1…N, `max_branches` is below 1, or were not enough to settle which subsets are best.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.best_subset`.

    Source: COMP135, slide 10, "Best Subset Selection", for the last step of which see `cross_validate_size`; CS373,
    "Subset selection", has ½ Σ and no bias.

    All computation is orthogonal, on a triangle of N + 1 rows, so that costs are right to rounding (1e-12 of the cost, or
    better) as long as features are not nearly dependent. A feature is dependent on others if the part of it that they do
    not explain is at most 1e-10 as long as the whole (centred) feature: then its weight is 0, and the cost does not
    change. Subsets that hold nearly dependent features are fitted anew, by QR with column pivoting. That may take seconds
    with 18 features or more. Of subsets that are equal up to rounding, the one that comes first as a list is best;
    beyond 20 features, any of them.

    Examples
    --------
    >>> x = np.array([[1.0, 1.0, 0.0], [2.0, 0.0, 1.0], [3.0, 4.0, 0.0], [4.0, 1.0, 2.0], [5.0, 1.0, 4.0]])
    >>> best = best_subset(x, x[:, 1] + x[:, 2] + [0.1, -0.1, 0.0, 0.1, -0.1])
    >>> [np.flatnonzero(row).tolist() for row in best.selected]
    [[], [0], [1, 2], [0, 1, 2]]
    """
    features, output, fit_bias = checked(X, y, fit_bias)
    N = features.shape[1]
    K = N if max_size is None else as_count(max_size, "max_size", 1, N, "the number of features")
    error, reduction = as_measure(error, reduction)
    max_branches = as_count(max_branches, "max_branches", 1)
    problem = regression(features, output, fit_bias)
    unit = unit_of(output, problem, error, reduction)
    selected, table, branches = search(problem, K, max_branches)
    weights, squares = fit_each(problem, selected)
    if table is not None:
        squares = table[(selected << np.arange(N)).sum(axis=1)]
    return BestSubsets(
        error,
        reduction,
        frozen(np.arange(K + 1)),
        frozen(selected),
        frozen(weights),
        frozen(problem.biases(weights)),
        frozen(squares * unit),
        None if table is None else frozen(np.multiply(table, unit, out=table)),
        branches,
    )


def search(problem: Regression, K: int, max_branches: int) -> tuple[NDArray[np.bool_], Array | None, int]:
    """Find the best subset of each size up to K, in the way that its number of features asks for.

    Returns
    -------
    selected : NDArray, shape (K + 1, N), bool
    table : NDArray, shape (2ᴺ,), float64, or None
        Sum of squared residuals of every subset, relative to the output's, where all were computed.
    branches : int
        How many branches were split.

    Examples
    --------
    >>> from .qr_factor import regression
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> search(regression(X, np.array([2.0, 0.0, 3.0, -5.0]), True), 1, 10)[0]
    array([[False, False],
           [False,  True]])
    """
    N = problem.N
    if N <= LARGEST_TABLE:
        squares = squares_of_all(problem)
        if not is_independent(problem):
            _repair(squares, problem)
        places = np.array(best_of_each_size(squares, N, EQUAL)[: K + 1])
        return (places[:, None] >> np.arange(N) & 1).astype(bool), squares, 0
    found = best_by_branches(problem, K, max_branches)
    if not found.settled:
        raise ValueError(
            f"max_branches is {max_branches}: not enough to settle which of {N} features' subsets of up to {K} are best; "
            "wanted more, a smaller max_size, fewer features that are alike, or forward_selection"
        )
    return found.selected, None, found.branches


def _repair(squares: Array, problem: Regression) -> None:
    """Fit those subsets anew that hold a feature of which the others leave so little that it may be noise."""
    doubtful = (shortest_rests(problem) <= near(problem)).nonzero()[0]
    sizes = bit_counts(problem.N)[doubtful]
    for size in np.unique(sizes):
        places = doubtful[sizes == size]
        inside = (places[:, None] >> np.arange(problem.N) & 1).astype(bool)
        squares[places] = pivoted(problem, inside.nonzero()[1].reshape(-1, size))[1]
