"""Stepwise selection for least squares: one feature in, or one feature out, at a time (COMP135, slides 11 to 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_count
from .._numerics.arrays import as_outputs, frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.costs import Reduction
from .dependence import Refitted, along
from .fold_factors import Folds, fold_numbers, fold_triangles
from .qr_factor import Nested, Regression, Scales, checked, regression
from .stepwise_folds import Steps, add_by_folds, remove_by_folds
from .stepwise_search import add_to, remove
from .subset_model import ErrorName, SubsetModel, as_measure, unit_of

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class StepwiseTrace:
    """Everything that happened in `forward_selection` or `backward_elimination`.

    Row m of an array is what stands after m steps.

    Attributes
    ----------
    direction : {"forward", "backward"}
        Whether features came in or went out.
    error, reduction : str
        As given.
    order : NDArray, shape (M,), int
        Features in the order in which they came in, or went out, numbered from 0.
    sizes : NDArray, shape (M + 1,), int
        Number of features of each model.
    selected : NDArray, shape (M + 1, N), bool
        Which features each model has.
    weights : NDArray, shape (M + 1, N), float64
        Least squares weights of each model on all examples, in units of y per unit of the feature; zero for features
        it has not, and for those that others of its features explain.
    biases : NDArray, shape (M + 1,), float64
        Its bias, in units of y.
    costs : NDArray, shape (M + 1,), float64
        What the search judged each model by: its error on the training data, or, with folds, on held-out examples.
    candidate_costs : NDArray, shape (M, N), float64
        What step m + 1 would lead to if that feature came next, or went next; NaN where it is none of the candidates.
    training_costs : NDArray, shape (M + 1,), float64
        Error of each model on all examples, which it was fitted on.
    fold_of : NDArray, shape (P,), int, or None
        The fold in which each example is held out.
    fold_costs : NDArray, shape (M + 1, K), float64, or None
        Held-out error of each model on each fold.
    candidate_fold_costs : NDArray, shape (M, N, K), float64, or None
        The same of every candidate.

    Examples
    --------
    >>> trace = forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.0, 1.0, 3.0, 3.0])
    >>> trace.order, np.round(trace.costs, 6)
    (array([0, 1]), array([1.6875, 0.175 , 0.    ]))
    """

    direction: Literal["forward", "backward"]
    error: ErrorName
    reduction: Reduction
    order: Indices
    sizes: Indices
    selected: NDArray[np.bool_]
    weights: Array
    biases: Array
    costs: Array
    candidate_costs: Array
    training_costs: Array
    fold_of: Indices | None
    fold_costs: Array | None
    candidate_fold_costs: Array | None

    @property
    def best_size(self) -> int:
        """The size with the smallest cost, the smallest of several equal ones.

        On the training data that is nearly always the largest: to choose a size, judge by folds, or see
        `cross_validate_size`.

        Examples
        --------
        >>> forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]], [0.0, 1.0, 3.0]).best_size
        2
        """
        ascending = np.argsort(self.sizes)
        return int(self.sizes[ascending[self.costs[ascending].argmin()]])

    @property
    def one_standard_error_size(self) -> int:
        """With folds: the smallest size whose held-out error is within one standard error of the smallest.

        Raises
        ------
        ValueError
            If the search was not judged by folds.

        Examples
        --------
        >>> rng = np.random.default_rng(0)
        >>> X = rng.normal(size=(60, 4))
        >>> forward_selection(X, 2 * X[:, 1] + rng.normal(size=60), folds=5).one_standard_error_size
        1
        """
        if self.fold_costs is None:
            raise ValueError("folds is None; wanted a search judged by folds: its errors have no standard error")
        K = self.fold_costs.shape[1]
        best = int(np.flatnonzero(self.sizes == self.best_size)[0])
        # A sum over folds spreads by K times what their mean does.
        total = K if self.error == "squared" and self.reduction == "sum" else 1
        spread = total * self.fold_costs[best].std(ddof=1) / np.sqrt(K)
        return int(self.sizes[self.costs <= self.costs[best] + spread].min())

    def at(self, size: int) -> SubsetModel:
        """The model with that many features.

        Parameters
        ----------
        size : int
            Number of features, one of `sizes`.

        Returns
        -------
        SubsetModel

        Raises
        ------
        TypeError, ValueError
            If the search met no model of that size.

        Examples
        --------
        >>> forward_selection([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]], [0.0, 1.0, 3.0]).at(1).features
        array([0])
        """
        size = as_count(size, "size", int(self.sizes.min()), int(self.sizes.max()), "the sizes that were met")
        m = int(np.flatnonzero(self.sizes == size)[0])
        return SubsetModel(self.selected[m].nonzero()[0], self.weights[m], float(self.biases[m]), float(self.costs[m]))


def forward_selection(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int | None = None,
    fit_bias: bool = True,
    error: ErrorName = "squared",
    reduction: Reduction = "mean",
    folds: int | ArrayLike | None = None,
    fold_of: ArrayLike | None = None,
    seed: int | None = 0,
) -> StepwiseTrace:
    """Forward stepwise selection: begin with no feature, add the best one at a time, refit all weights.

    A feature once added is never removed. Of several equally good ones the first is taken.

    A feature is *dependent* on others if the part of it that they do not explain is at most 1e-10 as long as the whole
    (centred) feature. A candidate that depends on the features chosen before changes nothing. It is added, with weight
    0, only when no other candidate is left.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Number of features to end with, 1 to N; all N where not given.
    fit_bias : bool
        Whether every model has a bias; then the model without features predicts the mean.
    error : {"squared", "unexplained"}
        What counts: squared errors, or the share of the variance of y that is left unexplained, 1 − R².
    reduction : {"mean", "sum"}
        How squared errors add over examples. With folds, "mean" is the mean over folds of each fold's mean, and "sum"
        the sum over all examples, each held out once.
    folds : int or array-like of shape (P,), optional
        Judge every candidate by held-out examples: number of folds K, or the fold of each example, numbered from 0. Where
        not given, it is judged on the examples it is fitted on.
    fold_of : array-like, shape (P,), int, optional
        The fold of each example by any labels ≥ 0, instead of `folds`. Examples with the same label are held out together.
    seed : int or None
        Seed of the random assignment to K folds; None cuts the examples as they stand into K runs.

    Returns
    -------
    StepwiseTrace

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant (a feature may be, without a bias),
        `size` is outside 1…N, `folds`, `fold_of` or `seed` is not as described, or, for 1 − R², y is constant within a fold.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.forward_selection`.

    Source: COMP135, slide 11, "Forward Stepwise Selection"; CS373, "Greedy subset selection", is the same without a
    bias (`greedy_subset`). mlxtend's SequentialFeatureSelector with LinearRegression judges in the same way: `cv=0` as no
    folds, `cv=5` as `folds=5, seed=None`, scoring "r2" as 1 − `error="unexplained"`, and scoring
    "neg_mean_squared_error" as −`error="squared"`.

    Each chosen feature is projected out of all others and of y; a candidate then costs one division. That is done on
    their scalar products as long as these lose no more than three digits, else on the features, brought down to a
    triangle of N + 1 rows. Where features are nearly dependent, candidates are fitted anew by QR with column pivoting.
    The root of a cost is then right to about 1e-12, in units of the root of y's sum of squares, times 1 + Σ|w| with the
    weights of features and y of length 1.

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = forward_selection(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.order, np.round(trace.costs, 6)
    (array([1, 0]), array([38. ,  6.5,  0.9]))
    """
    features, output, fit_bias = checked(X, y, fit_bias)
    P, N = features.shape
    M = N if size is None else as_count(size, "size", 1, N, "the number of features")
    error, reduction = as_measure(error, reduction)
    assigned = fold_numbers(folds, seed, P, fold_of)
    if assigned is None:
        problem, nested, judged, _ = add_to(features, output, fit_bias, M)
    else:
        problem = regression(features, output, fit_bias)
        judged = add_by_folds(_parts(problem, features, output, fit_bias, assigned, error, reduction), M)
        nested = along(problem, judged.order)
    return _trace("forward", problem, output, nested, nested.order, error, reduction, judged, assigned)


def backward_elimination(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int = 0,
    fit_bias: bool = True,
    error: ErrorName = "squared",
    reduction: Reduction = "mean",
    folds: int | ArrayLike | None = None,
    fold_of: ArrayLike | None = None,
    seed: int | None = 0,
) -> StepwiseTrace:
    """Backward stepwise selection: begin with all features, remove the least needed one at a time, refit all weights.

    A feature once removed never returns. Of several equally unneeded ones the first goes.

    As long as a feature depends on others (see `forward_selection`: up to 1e-10 of its centred length), removing it
    costs nothing on the training data. Within a fold, the shortest of the equally good weight vectors (of features of
    length 1) predicts.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    size : int
        Number of features to end with, 0 to N − 1.
    fit_bias : bool
        Whether every model has a bias.
    error : {"squared", "unexplained"}
        As in `forward_selection`.
    reduction : {"mean", "sum"}
        As in `forward_selection`.
    folds : int or array-like of shape (P,), optional
        As in `forward_selection`.
    fold_of : array-like, shape (P,), int, optional
        As in `forward_selection`.
    seed : int or None
        As in `forward_selection`.

    Returns
    -------
    StepwiseTrace

    Raises
    ------
    TypeError, ValueError
        As `forward_selection`, and if `size` is outside 0…N − 1.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.backward_elimination`.

    Source: COMP135, slide 12, "Backwards Stepwise Selection". mlxtend's SequentialFeatureSelector with `forward=False`
    judges in the same way; it ends with one feature at the latest.

    With the rows z of R⁻¹, the cost rises by (z·t)² / z·z when a feature goes. Its row is then projected out of the
    others'. Where features are nearly dependent, the models without each candidate are fitted anew instead, by QR with
    column pivoting.

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = backward_elimination(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.order, np.round(trace.costs, 6)
    (array([0, 1]), array([ 0.9,  6.5, 38. ]))
    """
    features, output, fit_bias = checked(X, y, fit_bias)
    P, N = features.shape
    M = N - as_count(size, "size", 0, N - 1, "fewer than there are features")
    error, reduction = as_measure(error, reduction)
    assigned = fold_numbers(folds, seed, P, fold_of)
    problem = regression(features, output, fit_bias)
    if assigned is None:
        order, judged = remove(problem, M)
    else:
        judged = remove_by_folds(_parts(problem, features, output, fit_bias, assigned, error, reduction), M)
        order = judged.order
    # Read backwards, the order in which features went is one in which they come.
    nested = along(problem, np.append(np.setdiff1d(np.arange(N), order), order[::-1]))
    return _trace("backward", problem, output, nested, order, error, reduction, judged, assigned)


def _parts(
    problem: Regression,
    features: Array,
    output: Array,
    fit_bias: bool,
    fold_of: Indices,
    error: ErrorName,
    reduction: Reduction,
) -> Folds:
    """The folds, with what makes their sums of squares, relative to y's, the errors that were asked for."""
    K, N = int(fold_of.max()) + 1, problem.N
    check_size("folds", K, (K, N + 2, N + 2))
    units = []
    for k in range(K):
        held_out = output[fold_of == k]
        if error == "unexplained":
            as_outputs(held_out, len(held_out), f"y in fold {k}")
        units.append(unit_of(held_out, problem, error, reduction))
    # Held-out examples are added up, or folds averaged, as others do.
    over_folds = np.sum if error == "squared" and reduction == "sum" else np.mean
    return fold_triangles(problem, features, output, fit_bias, fold_of, np.array(units), over_folds)


def _trace(
    direction: Literal["forward", "backward"],
    problem: Scales,
    output: Array,
    nested: Nested | Refitted,
    order: Indices,
    error: ErrorName,
    reduction: Reduction,
    judged: Array | Steps,
    fold_of: Indices | None,
) -> StepwiseTrace:
    """Put together what happened; `judged` holds sums of squares relative to y's, or errors by folds."""
    M, N = len(order), problem.N
    unit = unit_of(output, problem, error, reduction)
    when = np.full(N, M)
    when[order] = np.arange(M)
    selected = when < np.arange(M + 1)[:, None]
    weights, training = nested.weights(problem), nested.squares() * unit
    sizes = np.arange(M + 1)
    if direction == "backward":
        selected, sizes = ~selected, N - sizes
        weights, training = weights[: -M - 2 : -1], training[: -M - 2 : -1]
    biases = problem.biases(weights)
    if isinstance(judged, Steps):
        fold_costs, candidate_fold_costs = frozen(judged.folds), frozen(judged.candidate_folds)
        costs, candidates = judged.costs, judged.candidates
    else:
        fold_costs = candidate_fold_costs = None
        costs, candidates = training, judged * unit
    return StepwiseTrace(
        direction,
        error,
        reduction,
        frozen(order),
        frozen(sizes),
        frozen(selected),
        frozen(weights),
        frozen(biases),
        frozen(costs),
        frozen(candidates),
        frozen(training),
        None if fold_of is None else frozen(fold_of),
        fold_costs,
        candidate_fold_costs,
    )
