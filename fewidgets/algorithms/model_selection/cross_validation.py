"""K-fold cross-validation, and the choice of λ for ℓ1 regularization (sections 9.6.2 and 9.7.3)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag, shown
from .._numerics.arrays import as_features, as_labels, as_numeric_array, as_outputs, check_penalties
from .._numerics.folds import assign_folds
from .._numerics.memory import check_size
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.trace import Trace
from .._numerics.types import Array, Indices
from .._numerics.unjudged import UnjudgedModelError
from ..optimization.cost_names import COSTS, REDUCTIONS, CostName, Reduction
from ..optimization.logistic import softplus
from ..regularization.l1 import l1_path
from ..scaling.normalizers import StandardNormalizer
from .predictions import predict_with

# A feature of a fold's training examples varies if its range is more than this share of its largest magnitude.
VARIES = 1e-12


class CrossValidation(Trace):
    """Errors of G models on held-out folds.

    Attributes
    ----------
    errors : NDArray, shape (folds, G), float64
        Error of each model on each held-out fold.
    mean : NDArray, shape (G,), float64
        Mean over folds.
    standard_error : NDArray, shape (G,), float64
        Standard deviation over folds (ddof 1), divided by the square root of the number of folds.
    best : int
        The model with the smallest mean error. Of several equally good models, it is the first.
    fold_of : NDArray, shape (P,), int
        The fold in which each example is held out.
    """

    errors: Array
    mean: Array
    standard_error: Array
    best: int
    fold_of: Indices

    def as_good_as(self, best: int) -> Indices:
        """Return the models whose mean error is within one standard error of that of the best."""
        return np.flatnonzero(self.mean <= self.mean[best] + self.standard_error[best])


class L1CrossValidation(CrossValidation):
    """Held-out errors of ℓ1 regularization for each λ.

    Attributes
    ----------
    lambdas : NDArray, shape (G,), float64
        Penalty parameters in ascending order, in units of the objective on all P examples.
    best_lambda : float
        λ with the smallest mean error. Of several equally good λ, it is the largest.
    one_standard_error_lambda : float
        The largest λ whose mean error is within one standard error of the smallest. It gives the sparsest model that is
        about as good as the best one.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(40, 3))
    >>> chosen = cross_validate_l1(X, X[:, 0] + 0.1 * rng.normal(size=40), [0.0, 0.1, 9.0])
    >>> chosen.best_lambda, chosen.one_standard_error_lambda
    (0.0, 0.1)
    """

    lambdas: Array
    best_lambda: float
    one_standard_error_lambda: float


def squared(y: Array, predictions: Array) -> Array:
    """Return the mean squared error of each column of predictions."""
    return ((predictions - y[:, None]) ** 2).mean(axis=0)


def _misclassified(y: Array, predictions: Array) -> Array:
    return (np.sign(predictions) != y[:, None]).mean(axis=0)


def log_loss(y: Array, predictions: Array) -> Array:
    """Return the mean of log(1 + exp(−margin)) for each column of predictions."""
    return softplus(-y[:, None] * predictions).mean(axis=0)


_ERRORS: dict[str, Callable[[Array, Array], Array]] = {
    "squared": squared,
    "misclassification": _misclassified,
    "softmax": log_loss,
}
_FOR_LABELS = ("misclassification", "softmax")


def cross_validate(
    fit: Callable[[Array, Array], Callable[[Array], Array]],
    X: ArrayLike,
    y: ArrayLike,
    *,
    error: str | Callable[[Array, Array], ArrayLike],
    folds: int = 5,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
) -> CrossValidation:
    """Estimate the error of models by K-fold cross-validation.

    For each of K folds, fit the models on all other folds, and measure their error on this one.

    Parameters
    ----------
    fit : callable
        `fit(X_train, y_train)` fits G models and returns a callable. That callable takes X_test (P_test, N), and returns the
        predictions of the models (P_test, G), or of a single model (P_test,). Scale features inside `fit`, so that nothing is
        learned from held-out examples.
    X : array-like, shape (P, N)
        Examples in rows.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1.
    error : {"squared", "misclassification", "softmax"} or callable
        A mean over the held-out examples, the last two for labels −1 and +1 and predictions b + x·ω; or a function
        `error(y_test, predictions)` that returns one error per model (G,).
    folds : int
        Number of folds K, 2 to P.
    fold_of : array-like, shape (P,), int, optional
        The fold of each example. Examples with the same number, such as those of one patient, are held out together. `folds`
        and `seed` are then ignored.
    seed : int
        Seed of the random assignment of examples to folds.

    Returns
    -------
    CrossValidation

    Raises
    ------
    TypeError, ValueError
        If an argument, or what `fit` or `error` returns, is not as described.

    Notes
    -----
    Source: section 9.7.3 (and 9.6.2), which refers to Chapter 11.

    Examples
    --------
    >>> def fit(X, y):
    ...     slope = (X[:, 0] @ y) / (X[:, 0] @ X[:, 0])
    ...     return lambda new: slope * new[:, 0]
    >>> cross_validate(fit, [[1], [2], [3], [4]], [2, 4, 6, 8], error="squared", folds=2).mean
    array([0.])
    """
    features = as_features(X)
    P = len(features)
    if not callable(fit):
        raise TypeError(f"fit must be a callable, fit(X_train, y_train), that returns predict(X_test); got {shown(fit)}")
    if not callable(error):
        error = as_choice(error, "error", tuple(_ERRORS))
    outputs = as_labels(y, P) if error in _FOR_LABELS else as_outputs(y, P)
    assigned = assign_folds(folds, seed, P, fold_of)
    return by_folds(fit, features, outputs, error if callable(error) else _ERRORS[error], assigned)


def by_folds(
    fit: Callable[[Array, Array], Callable[[Array], Array]],
    X: Array,
    y: Array,
    measure: Callable[[Array, Array], ArrayLike],
    fold_of: Indices,
) -> CrossValidation:
    """Run cross-validation on checked arguments, with given folds."""
    rows: list[Array] = []
    columns: list[int] = []
    for k in range(int(fold_of.max()) + 1):
        held_out = fold_of == k
        with np.errstate(over="ignore", invalid="ignore"):  # infinite errors are reported below
            predictions = predict_with(fit(X[~held_out], y[~held_out]), X[held_out])
            rows.append(as_numeric_array(measure(y[held_out], predictions), "error's results").reshape(-1))
        columns.append(predictions.shape[1])
        if columns[k] != columns[0]:
            raise ValueError(
                f"fit's predictions have {columns[k]} columns in fold {k} and {columns[0]} in fold 0; "
                "expected one column per model in every fold"
            )
        if len(rows[k]) != len(rows[0]) or not rows[k].size:
            raise ValueError(
                f"error's results have {len(rows[k])} entries in fold {k} and {len(rows[0])} in fold 0; "
                "expected one per model in every fold"
            )
    errors = np.array(rows)
    fault = np.argwhere(~(np.abs(errors).T <= LARGEST_VALUE**2))  # true for NaN too
    if fault.size:
        first, fold = fault[0].tolist()
        raise UnjudgedModelError(
            f"error must be a number of at most {LARGEST_VALUE**2:g}; got {errors[fold, first]:g} in fold {fold}, "
            "from the predictions of y",
            first,
        )
    mean = errors.mean(axis=0)
    standard_error = errors.std(axis=0, ddof=1) / np.sqrt(len(errors))
    return CrossValidation(errors, mean, standard_error, int(mean.argmin()), fold_of)


def cross_validate_l1(
    X: ArrayLike,
    y: ArrayLike,
    lambdas: ArrayLike | None = None,
    *,
    cost: CostName = "least_squares",
    reduction: Reduction = "mean",
    folds: int = 10,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
    standardize: bool = True,
) -> L1CrossValidation:
    """Choose λ of an ℓ1 regularized model by K-fold cross-validation.

    The error is the mean cost of the held-out examples. Features are scaled as in each fold's training examples; labels are
    distributed evenly over random folds. With ``reduction="sum"``, a fold with P_train training examples uses λ P_train / P.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, unscaled if `standardize` is set.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    lambdas : array-like, shape (G,), optional
        Penalty parameters λ ≥ 0. By default 100 values from λ_max / 1000 to λ_max, evenly spaced in log λ.
    cost : {"least_squares", "softmax"}
        The cost to regularize.
    reduction : {"mean", "sum"}
        How the cost adds over the examples, as in `l1_path`.
    folds, fold_of, seed
        As in `cross_validate`.
    standardize : bool
        Whether to standardize the features within each fold. A feature that is constant there gets no weight.

    Returns
    -------
    L1CrossValidation

    Raises
    ------
    TypeError, ValueError
        As `l1_path`, or if a class is missing or `y` is constant in the training examples of a fold.

    Notes
    -----
    Source: section 9.7.3.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 4))
    >>> result = cross_validate_l1(X, 2 * X[:, 1] + rng.normal(size=60))
    >>> result.errors.shape, bool(result.best_lambda <= result.one_standard_error_lambda)
    ((10, 100), True)
    """
    features = as_features(X)
    P = len(features)
    cost = as_choice(cost, "cost", COSTS)
    reduction = as_choice(reduction, "reduction", REDUCTIONS)
    standardize = as_flag(standardize, "standardize")
    outputs = as_outputs(y, P) if cost == "least_squares" else as_labels(y, P)
    if lambdas is None:
        scaled = StandardNormalizer().fit_transform(features) if standardize else features
        top = l1_path(scaled, outputs, cost=cost, reduction=reduction, lambdas=[LARGEST_VALUE]).lambda_max
        grid = top * np.geomspace(1e-3, 1.0, 100) if top > 0 else np.zeros(1)
    else:
        grid = np.unique(check_penalties(lambdas))
    assigned = assign_folds(folds, seed, P, fold_of, labels=outputs if cost == "softmax" else None)
    if lambdas is not None:
        check_size("lambdas", grid, (len(grid), max(int(np.bincount(assigned).max()), int(assigned.max()) + 1)))

    def fit(X_train: Array, y_train: Array) -> Callable[[Array], Array]:
        scale = StandardNormalizer(constant="keep").fit(X_train).transform if standardize else np.asarray
        X_train = scale(X_train)
        varies = varying(X_train)
        here = grid * (len(X_train) / P) if reduction == "sum" else grid
        path = l1_path(X_train[:, varies], y_train, cost=cost, reduction=reduction, lambdas=here)
        return lambda new: scale(new)[:, varies] @ path.weights.T + path.biases

    found = by_folds(fit, features, outputs, squared if cost == "least_squares" else log_loss, assigned)
    best = len(grid) - 1 - int(found.mean[::-1].argmin())  # of several equally good models, the one with the largest λ
    return L1CrossValidation(
        **vars(found) | {"best": best},
        lambdas=grid,
        best_lambda=float(grid[best]),
        one_standard_error_lambda=float(grid[found.as_good_as(best)[-1]]),
    )


def varying(X: Array) -> Indices:
    """Return the features that vary in the training examples of a fold, or raise an error if none does."""
    varies = np.flatnonzero(np.ptp(X, axis=0) > VARIES * np.abs(X).max(axis=0))
    if not varies.size:
        raise ValueError("X must vary within the training examples of each fold; use fewer folds")
    return varies
