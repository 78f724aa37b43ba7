"""Stepwise selection for least squares: add or remove one feature at a time (COMP135, slides 11 to 13)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.folds import assign_folds
from .._numerics.types import Array, Indices
from .fold_factors import fold_factors
from .qr_factor import QRFactor, nested_fits, qr_factor
from .stepwise_steps import BackwardSteps, ForwardFolds, ForwardSteps, take_steps
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
    seed = as_count(seed, "seed", 0)
    factor = qr_factor(X, y, fit_bias)
    if folds is None and fold_of is None:
        order, squares = take_steps(ForwardSteps(factor, M), M)
        return _trace("forward", factor, order, factor.mean_square(squares))
    assigned = assign_folds(2 if folds is None else folds, seed, len(y), fold_of)
    steps = ForwardFolds(fold_factors(X, y, fit_bias, factor, assigned), M)
    order, errors = take_steps(steps, M)
    fold_costs = np.concatenate([steps.first_errors[None], errors[np.arange(M), order]])
    return _trace("forward", factor, order, errors.mean(axis=2), assigned, fold_costs)


def backward_elimination(
    X: ArrayLike,
    y: ArrayLike,
    *,
    size: int = 0,
    fit_bias: bool = True,
) -> StepwiseTrace:
    """Select features by backward stepwise selection.

    Begin with all features. In each step, remove the feature without which the refitted model has the smallest mean squared
    error. A removed feature never returns. Of several equally good choices, the first feature is removed.

    While a feature depends on others (see `forward_selection`), removing it does not change the training error. To compare
    candidates by held-out error, use `sequential_search`.

    Parameters
    ----------
    X, y, fit_bias
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
    order, squares = take_steps(BackwardSteps(factor), M)
    return _trace("backward", factor, order, factor.mean_square(squares))


def _trace(
    direction: Direction,
    factor: QRFactor,
    order: Indices,
    candidate_costs: Array,
    fold_of: Indices | None = None,
    fold_costs: Array | None = None,
) -> StepwiseTrace:
    """Collect the models after 0, 1, …, M steps, and the errors that were compared."""
    M = len(order)
    step_of = np.full(factor.N, M)
    step_of[order] = np.arange(M)
    selected = step_of < np.arange(M + 1)[:, None]
    if direction == "forward":
        weights, squares = nested_fits(factor, order)
    else:
        # Read backwards, the removals are additions to the features that remain at the end.
        selected = ~selected
        remaining = np.flatnonzero(selected[-1])
        fits = nested_fits(factor, np.append(remaining, order[::-1]))
        weights, squares = (rows[len(remaining) :][::-1] for rows in fits)
    training_costs = factor.mean_square(squares)
    return StepwiseTrace(
        selected.sum(axis=1),
        selected,
        weights,
        factor.biases(weights),
        training_costs if fold_costs is None else fold_costs.mean(axis=1),
        direction,
        order,
        candidate_costs,
        training_costs,
        fold_of,
        fold_costs,
    )
