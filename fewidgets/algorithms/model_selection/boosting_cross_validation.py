from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice
from .._numerics.arrays import as_features, as_labels, as_outputs
from .._numerics.folds import assign_folds
from .._numerics.types import Array, Indices
from ..optimization.cost_names import COSTS, CostName
from ..scaling.normalizers import StandardNormalizer
from ..selection.boosting import boost
from ..selection.boosting_trace import BoostTrace
from .cross_validation import CrossValidation, by_folds, log_loss, squared, varying


class BoostCrossValidation(CrossValidation):
    """Held-out errors of boosting after each round.

    Attributes
    ----------
    rounds : NDArray, shape (M + 1,), int
        Numbers of rounds 0, 1, …, M, one per column of `errors`. 0 is the bias alone.
    best_rounds : int
        The number of rounds with the smallest mean error. Of several equally good numbers, it is the smallest.
    one_standard_error_rounds : int
        The smallest number of rounds whose mean error is within one standard error of the smallest.
    trace : BoostTrace
        Boosting on all examples, for M rounds.
    """

    rounds: Indices
    best_rounds: int
    one_standard_error_rounds: int
    trace: BoostTrace


def cross_validate_boost(
    X: ArrayLike,
    y: ArrayLike,
    *,
    rounds: int | None = None,
    cost: CostName = "least_squares",
    folds: int = 10,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
) -> BoostCrossValidation:
    """Choose the number of boosting rounds by K-fold cross-validation.

    In each fold, boosting runs on the training examples, and the model after each round is tested on the held-out ones. The
    error is their mean cost. Features are standardized as in each fold's training examples, and a feature that is constant
    there is not chosen. Labels are distributed evenly over random folds.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, unscaled.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    rounds : int, optional
        Largest number of rounds M, 1 to N. If omitted, N.
    cost : {"least_squares", "softmax"}
        The cost to minimize.
    folds, fold_of, seed
        As in `cross_validate`.

    Returns
    -------
    BoostCrossValidation

    Raises
    ------
    TypeError, ValueError
        As `boost`, or if the training examples of a fold miss a class, have a constant `y`, or no varying feature.

    Notes
    -----
    Source: section 9.6.2, which refers to Chapter 11 for cross-validation. If fewer than M rounds are possible in a fold, its
    last model is used for the remaining rounds.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 5))
    >>> chosen = cross_validate_boost(X, 3 * X[:, 1] - 2 * X[:, 4] + rng.normal(size=60))
    >>> chosen.one_standard_error_rounds, chosen.trace.order[:2]
    (2, array([1, 4]))
    """
    features = as_features(X)
    P = len(features)
    cost = as_choice(cost, "cost", COSTS)
    output = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)
    assigned = assign_folds(folds, seed, P, fold_of, labels=output if cost == "softmax" else None)
    trace = boost(StandardNormalizer().fit_transform(features), output, rounds=rounds, cost=cost)
    M = trace.n_rounds

    def fit(X_train: Array, y_train: Array) -> Callable[[Array], Array]:
        scale = StandardNormalizer(constant="keep").fit(X_train).transform
        X_train = scale(X_train)
        varies = varying(X_train)
        found = boost(X_train[:, varies], y_train, rounds=min(M, len(varies)), cost=cost)
        # A fold without features left keeps its last model.
        weights = found.weights[np.minimum(np.arange(M + 1), found.n_rounds)]
        return lambda new: scale(new)[:, varies] @ weights.T + found.bias

    found = by_folds(fit, features, output, squared if cost == "least_squares" else log_loss, assigned)
    return BoostCrossValidation(
        **vars(found),
        rounds=np.arange(M + 1),
        best_rounds=found.best,
        one_standard_error_rounds=int(found.as_good_as(found.best)[0]),
        trace=trace,
    )
