"""Stepwise selection for least squares: add or remove one feature at a time (COMP135, slides 11 to 13).

The method: reduce the data to a small QR factor. In each step, score every candidate on it, and take the best one.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import frozen
from .._numerics.types import Array, Indices
from ..optimization.cost_names import Reduction
from .cross_products import forward_by_products
from .fold_factors import fold_factors
from .nested_fits import NestedFits, nested_fits
from .qr_factor import QRFactor, Scales, qr_factor
from .stepwise_folds import BackwardFolds, FoldSearch, ForwardFolds
from .stepwise_trace import Direction, StepwiseTrace
from .stepwise_training import BackwardSteps, ForwardSteps, TrainingSearch
from .subset_arguments import ErrorName, check_error, check_regression, fold_numbers
from .subset_model import error_unit


class Steps(Protocol):
    """A search in progress."""

    def try_each(self) -> Array:
        """Return the cost that each feature would lead to, shape (N,), or (N, K) for K folds; infinite if no candidate."""

    def best_of(self, tried: Array) -> int:
        """Return the candidate with the smallest cost."""

    def take(self, n: int) -> None:
        """Add or remove feature n."""


def take_steps(steps: Steps, M: int) -> tuple[Indices, Array]:
    """Score every candidate and take the best one, M times.

    Parameters
    ----------
    steps : ForwardSteps, BackwardSteps, ForwardFolds or BackwardFolds
    M : int
        Number of steps.

    Returns
    -------
    order : NDArray, shape (M,), int
        The features taken.
    candidates : NDArray, shape (M, N) or (M, N, K), float64
        Cost of each candidate in each step; NaN for features that were no candidates.

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> factor = qr_factor(X, np.array([2.0, 0.0, 3.0, -5.0]), True)
    >>> order, candidates = take_steps(ForwardSteps(factor, 2), 2)
    >>> order, np.round(candidates, 6)
    (array([1, 0]), array([[0.342105, 0.171053],
           [0.023684,      nan]]))
    """
    order, tried = [], []
    for _ in range(M):
        tried.append(steps.try_each())
        order.append(steps.best_of(tried[-1]))
        steps.take(order[-1])
    candidates = np.array(tried)
    candidates[np.isinf(candidates)] = np.nan
    return np.array(order, dtype=np.intp), candidates


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
    """Select features by forward stepwise selection.

    Begin with no feature. In each step, add the feature whose refitted model has the smallest cost. A feature is never
    removed. Of several equally good features, the first is added.

    A feature *depends* on others if they leave at most 1e-10 of its (centred) length unexplained. A candidate that depends
    on the features added before changes nothing. It is added, with weight 0, only when no other candidate is left.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Number of features to end with, 1 to N. Default: all N.
    fit_bias : bool
        Whether every model has a bias. The model without features then predicts the mean.
    error : {"squared", "unexplained"}
        The cost: squared errors, or the unexplained share of the variance of y, 1 − R².
    reduction : {"mean", "sum"}
        How squared errors add over examples. With folds, "mean" is the mean over folds of each fold's mean, and "sum"
        is the sum over all examples, each held out once.
    folds : int or array-like of shape (P,), optional
        Compare candidates by held-out error: the number of folds K, or the fold of each example, numbered from 0. By
        default, candidates are compared by training error.
    fold_of : array-like, shape (P,), int, optional
        The fold of each example by any labels ≥ 0, instead of `folds`. Examples with the same label are held out together.
    seed : int or None
        Seed of the random assignment to K folds. None cuts the examples into K runs in their given order.

    Returns
    -------
    StepwiseTrace

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant (without a bias, a feature may be),
        `size` is outside 1…N, `folds`, `fold_of` or `seed` is not as described, or, for 1 − R², y is constant in a fold.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.forward_selection`.

    Source: COMP135, slide 11, "Forward Stepwise Selection"; CS373, lecture 7, "Greedy subset selection", is the same
    without a bias (`greedy_subset`). mlxtend's SequentialFeatureSelector with LinearRegression uses the same criterion:
    `cv=0` is no folds, `cv=5` is `folds=5, seed=None`, scoring "r2" is 1 − `error="unexplained"`, and scoring
    "neg_mean_squared_error" is −`error="squared"`.

    Each added feature is projected out of all others and of y. Scoring a candidate then takes one division. The
    projections are done on XᵀX and Xᵀy as long as these lose at most three digits, and on the QR factor otherwise. Where
    features nearly depend on each other, candidates are refitted by QR with column pivoting. The root of a cost is
    then right to about 1e-12 of the root of y's sum of squares, times 1 + Σ|w| for features and y scaled to length 1.

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = forward_selection(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.order, np.round(trace.costs, 6)
    (array([1, 0]), array([38. ,  6.5,  0.9]))
    """
    X, y, fit_bias = check_regression(X, y, fit_bias)
    P, N = X.shape
    M = N if size is None else as_count(size, "size", 1, N, "the number of features")
    error, reduction = check_error(error, reduction)
    numbers = fold_numbers(folds, seed, P, fold_of)
    if numbers is None:
        found = search_forward(X, y, fit_bias, M)
        return _trace("forward", y, found.scales, found.fits, error, reduction, found)
    factor = qr_factor(X, y, fit_bias)
    fold_data = fold_factors(X, y, fit_bias, factor, numbers, error, reduction)
    by_folds = _search_by_folds(ForwardFolds(fold_data, M), M, numbers)
    return _trace("forward", y, factor, nested_fits(factor, by_folds.order), error, reduction, by_folds)


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
    """Select features by backward stepwise selection.

    Begin with all features. In each step, remove the feature without which the refitted model has the smallest cost. A
    removed feature never returns. Of several equally good choices, the first feature is removed.

    While a feature depends on others (see `forward_selection`), removing it does not change the training error. Within a
    fold, many weight vectors may then fit equally well. The shortest of them, for features of length 1, predicts.

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
        As in `forward_selection`, and if `size` is outside 0…N − 1.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.backward_elimination`.

    Source: COMP135, slide 12, "Backwards Stepwise Selection". mlxtend's SequentialFeatureSelector with `forward=False`
    uses the same criterion; it keeps at least one feature.

    Let R be the QR factor, z the rows of R⁻¹ and t the coordinates of y. Removing a feature raises the cost by
    (z·t)² / z·z; then its row is projected out of the others. Where features nearly depend on each other, the models
    without each candidate are refitted, by QR with column pivoting.

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = backward_elimination(X, [2.0, 0.0, 3.0, -5.0], reduction="sum")
    >>> trace.order, np.round(trace.costs, 6)
    (array([0, 1]), array([ 0.9,  6.5, 38. ]))
    """
    X, y, fit_bias = check_regression(X, y, fit_bias)
    P, N = X.shape
    M = N - as_count(size, "size", 0, N - 1, "fewer than there are features")
    error, reduction = check_error(error, reduction)
    numbers = fold_numbers(folds, seed, P, fold_of)
    if numbers is None:
        found = search_backward(X, y, fit_bias, M)
        return _trace("backward", y, found.scales, found.fits, error, reduction, found)
    factor = qr_factor(X, y, fit_bias)
    fold_data = fold_factors(X, y, fit_bias, factor, numbers, error, reduction)
    by_folds = _search_by_folds(BackwardFolds(fold_data), M, numbers)
    return _trace("backward", y, factor, _fits_of_removal(factor, by_folds.order), error, reduction, by_folds)


def search_forward(X: Array, y: Array, fit_bias: bool, M: int) -> TrainingSearch:
    """Run forward selection by training error.

    Parameters
    ----------
    X, y, fit_bias
        As `check_regression` returns them.
    M : int
        Number of features to add.

    Returns
    -------
    TrainingSearch

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> search_forward(X, np.array([2.0, 0.0, 3.0, -5.0]), True, 2).order
    array([1, 0])
    """
    if quick := forward_by_products(X, y, fit_bias, M):
        return quick
    factor = qr_factor(X, y, fit_bias)
    steps = ForwardSteps(factor, M)
    order, candidates = take_steps(steps, M)
    return TrainingSearch(factor, order, candidates, np.array(steps.weights), steps.fits())


def search_backward(X: Array, y: Array, fit_bias: bool, M: int) -> TrainingSearch:
    """Run backward elimination by training error.

    Parameters
    ----------
    X, y, fit_bias
        As `check_regression` returns them.
    M : int
        Number of features to remove.

    Returns
    -------
    TrainingSearch

    Examples
    --------
    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> search_backward(X, np.array([2.0, 0.0, 3.0, -5.0]), True, 2).order
    array([0, 1])
    """
    factor = qr_factor(X, y, fit_bias)
    order, candidates = take_steps(BackwardSteps(factor), M)
    return TrainingSearch(factor, order, candidates, np.full(candidates.shape, np.nan), _fits_of_removal(factor, order))


def _fits_of_removal(factor: QRFactor, removed: Indices) -> NestedFits:
    """Fit the models that remain after 0, 1, …, M removals."""
    # Read backwards, the removals are additions to the features that remain at the end.
    remaining = np.setdiff1d(np.arange(factor.N), removed)
    fits = nested_fits(factor, np.append(remaining, removed[::-1]))
    return NestedFits(*(rows[len(remaining) :][::-1] for rows in fits))


def _search_by_folds(steps: ForwardFolds | BackwardFolds, M: int, fold_of: Indices) -> FoldSearch:
    order, candidates = take_steps(steps, M)
    after = candidates[np.arange(M), order]
    return FoldSearch(order, np.concatenate([steps.first_errors[None], after]), candidates, steps.folds.over_folds, fold_of)


def _trace(
    direction: Direction,
    y: Array,
    scales: Scales,
    fits: NestedFits,
    error: ErrorName,
    reduction: Reduction,
    found: TrainingSearch | FoldSearch,
) -> StepwiseTrace:
    """Collect the models after 0, 1, …, M steps and the errors that the search compared."""
    M, N = len(found.order), scales.N
    unit = error_unit(y, scales, error, reduction)
    step_of = np.full(N, M)
    step_of[found.order] = np.arange(M)
    taken = step_of < np.arange(M + 1)[:, None]
    selected = taken if direction == "forward" else ~taken
    training_costs = fits.squares * unit
    by_folds = found if isinstance(found, FoldSearch) else None
    return StepwiseTrace(
        direction,
        error,
        reduction,
        frozen(found.order),
        frozen(selected.sum(axis=1)),
        frozen(selected),
        frozen(fits.weights),
        frozen(scales.biases(fits.weights)),
        frozen(by_folds.over_folds(by_folds.costs, axis=1) if by_folds else training_costs),
        frozen(by_folds.over_folds(by_folds.candidates, axis=2) if by_folds else found.candidates * unit),
        frozen(training_costs),
        frozen(by_folds.fold_of) if by_folds else None,
        frozen(by_folds.costs) if by_folds else None,
        frozen(by_folds.candidates) if by_folds else None,
    )
