"""Stepwise selection for least squares: add or remove one feature at a time (COMP135, slides 11 to 13)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import frozen
from .._numerics.folds import assign_folds, check_fold_of
from .._numerics.types import Indices
from .fold_factors import fold_factors
from .qr_factor import NestedFits, QRFactor, nested_fits, qr_factor
from .stepwise_steps import BackwardFolds, BackwardSteps, ForwardFolds, ForwardSteps, take_steps
from .stepwise_trace import Direction, StepwiseTrace
from .subset_arguments import check_regression


def forward_selection(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int | None = None,
    fit_bias: bool = True,
    folds: int | None = None,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
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
    N = X.shape[1]
    M = N if size is None else as_count(size, "size", 1, N, "the number of features")
    factor = qr_factor(X, y, fit_bias)
    assigned = _assigned(folds, fold_of, seed, len(y))
    if assigned is None:
        return _trace("forward", factor, ForwardSteps(factor, M), M)
    by_folds = fold_factors(X, y, fit_bias, factor, assigned)
    return _trace("forward", factor, ForwardFolds(by_folds, M), M, assigned)


def backward_elimination(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int = 0,
    fit_bias: bool = True,
    folds: int | None = None,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
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
    N = X.shape[1]
    M = N - as_count(size, "size", 0, N - 1, "fewer than there are features")
    factor = qr_factor(X, y, fit_bias)
    assigned = _assigned(folds, fold_of, seed, len(y))
    if assigned is None:
        return _trace("backward", factor, BackwardSteps(factor), M)
    by_folds = fold_factors(X, y, fit_bias, factor, assigned)
    return _trace("backward", factor, BackwardFolds(by_folds), M, assigned)


def _assigned(folds: int | None, fold_of: ArrayLike | None, seed: int, P: int) -> Indices | None:
    """Return the fold in which each example is held out, or None where candidates are compared by training error."""
    seed = as_count(seed, "seed", 0)
    if fold_of is not None:
        return check_fold_of(fold_of, P)
    return None if folds is None else assign_folds(folds, seed, P)


def _trace(
    direction: Direction,
    factor: QRFactor,
    steps: ForwardSteps | BackwardSteps | ForwardFolds | BackwardFolds,
    M: int,
    fold_of: Indices | None = None,
) -> StepwiseTrace:
    """Take M steps. Collect the models after 0, 1, …, M of them, and the errors that were compared."""
    order, candidates = take_steps(steps, M)
    step_of = np.full(factor.N, M)
    step_of[order] = np.arange(M)
    taken = step_of < np.arange(M + 1)[:, None]
    selected = taken if direction == "forward" else ~taken
    weights, squares = nested_fits(factor, order) if direction == "forward" else _fits_of_removal(factor, order)
    training_costs = factor.mean_square(squares)
    costs, candidate_costs, fold_costs, candidate_fold_costs = training_costs, factor.mean_square(candidates), None, None
    if isinstance(steps, ForwardFolds | BackwardFolds):
        fold_costs = frozen(np.concatenate([steps.first_errors[None], candidates[np.arange(M), order]]))
        candidate_fold_costs = frozen(candidates)
        costs, candidate_costs = fold_costs.mean(axis=1), candidates.mean(axis=2)
    return StepwiseTrace(
        direction,
        frozen(order),
        frozen(selected.sum(axis=1)),
        frozen(selected),
        frozen(weights),
        frozen(factor.biases(weights)),
        frozen(costs),
        frozen(candidate_costs),
        frozen(training_costs),
        None if fold_of is None else frozen(fold_of),
        fold_costs,
        candidate_fold_costs,
    )


def _fits_of_removal(factor: QRFactor, removed: Indices) -> NestedFits:
    """Fit the models that remain after 0, 1, …, M removals."""
    # Read backwards, the removals are additions to the features that remain at the end.
    remaining = np.setdiff1d(np.arange(factor.N), removed)
    fits = nested_fits(factor, np.append(remaining, removed[::-1]))
    return NestedFits(*(rows[len(remaining) :][::-1] for rows in fits))
