"""Stepwise selection for least squares: add or remove one feature at a time (COMP135, slides 11 to 13)."""

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
    """Score every candidate and take the best one, M times."""
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

    Begin with no feature. In each step, add the feature whose refitted model has the smallest mean squared error. A feature is
    never removed. Of several equally good features, the first is added.

    A feature *depends* on others if they leave at most 1e-10 of its (centred) length unexplained. A candidate that depends on
    the features added before is added last, with weight 0.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. The features' scales do not matter.
    y : array-like, shape (P,)
        Outputs.
    size : int, optional
        Number of features to end with, 1 to N. Default: all N.
    fit_bias : bool
        Whether every model has a bias.
    folds : int, optional
        Number of folds K. Candidates are then compared by held-out error, the mean over folds of each fold's mean squared
        error. By default, they are compared by training error.
    fold_of : array-like, shape (P,), int, optional
        Your own folds, instead of `folds`. Examples with the same label are held out together.
    seed : int
        Seed of the random assignment to folds.

    Returns
    -------
    StepwiseTrace
        `order` of the features; after 0, 1, …, M steps the `selected` features, `weights`, `biases` and `costs`; the
        `candidate_costs` of every step; `best_size` and the model `at(size)`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or a feature or `y` is constant (without a bias, a feature may be).

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.forward_selection`.

    Source: COMP135, slide 11, "Forward Stepwise Selection"; CS373, lecture 7, "Greedy subset selection", is the same without a
    bias (`greedy_subset`).

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = forward_selection(X, [2.0, 0.0, 3.0, -5.0])
    >>> trace.order, np.round(trace.costs, 6)
    (array([1, 0]), array([9.5  , 1.625, 0.225]))
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

    Begin with all features. In each step, remove the feature without which the refitted model has the smallest mean squared
    error. A removed feature never returns. Of several equally good choices, the first feature is removed.

    While a feature depends on others (see `forward_selection`), removing it does not change the training error. Within a fold,
    many weight vectors may then fit equally well. The shortest of them, for features of length 1, predicts.

    Parameters
    ----------
    X, y, fit_bias, folds, fold_of, seed
        As in `forward_selection`.
    size : int
        Number of features to end with, 0 to N − 1.

    Returns
    -------
    StepwiseTrace
        As in `forward_selection`.

    Raises
    ------
    TypeError, ValueError
        As in `forward_selection`.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.backward_elimination`.

    Source: COMP135, slide 12, "Backwards Stepwise Selection".

    Examples
    --------
    >>> X = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]]
    >>> trace = backward_elimination(X, [2.0, 0.0, 3.0, -5.0])
    >>> trace.order, np.round(trace.costs, 6)
    (array([0, 1]), array([0.225, 1.625, 9.5  ]))
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
    """Run forward selection by training error."""
    if quick := forward_by_products(X, y, fit_bias, M):
        return quick
    factor = qr_factor(X, y, fit_bias)
    steps = ForwardSteps(factor, M)
    order, candidates = take_steps(steps, M)
    return TrainingSearch(factor, order, candidates, np.array(steps.weights), steps.fits())


def search_backward(X: Array, y: Array, fit_bias: bool, M: int) -> TrainingSearch:
    """Run backward elimination by training error."""
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
