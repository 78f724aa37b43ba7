"""The choice of λ for ridge regression by cross-validation (section 9.7.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_flag
from .._numerics.arrays import as_features, as_outputs, as_penalties, frozen
from .._numerics.folds import assign_folds
from .._numerics.memory import check_size
from .._numerics.types import Array
from ..optimization.cost_names import REDUCTIONS, Reduction
from ..regularization.ridge import centre, check_units, rank_of, ridge_path
from ..scaling.normalizers import StandardNormalizer
from .cross_validation import CrossValidation, by_folds, over_lambdas, scaling_of, squared

# An example whose leverage is closer to 1 than this is fitted exactly, so leaving it out gives no error.
FULL_LEVERAGE = 1e-10


@dataclass(frozen=True, eq=False)
class RidgeCrossValidation(CrossValidation):
    """Held-out errors of ridge regression for each λ.

    Attributes
    ----------
    lambdas : NDArray, shape (G,), float64
        Penalty parameters in ascending order, in units of the objective on all P examples.
    best_lambda : float
        λ with the smallest mean error. Of several equally good λ, it is the largest.
    one_standard_error_lambda : float
        The largest λ whose mean error is within one standard error of the smallest.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(40, 3))
    >>> cross_validate_ridge(X, X[:, 0] + 0.1 * rng.normal(size=40), [0.0, 0.01, 9.0]).best_lambda
    0.01
    """

    lambdas: Array
    best_lambda: float
    one_standard_error_lambda: float


def cross_validate_ridge(
    X: ArrayLike,
    y: ArrayLike,
    lambdas: ArrayLike | None = None,
    *,
    reduction: Reduction = "mean",
    folds: int = 10,
    fold_of: ArrayLike | None = None,
    seed: int = 0,
    standardize: bool = True,
) -> RidgeCrossValidation:
    """Choose λ of ridge regression by K-fold cross-validation.

    The error is the mean squared error of the held-out examples. Features are scaled with the means and standard deviations
    of each fold's training examples. With ``reduction="sum"``, the cost grows with the number of examples. A fold with
    P_train training examples therefore uses λ P_train / P.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows, unscaled if `standardize` is set.
    y : array-like, shape (P,)
        Outputs.
    lambdas : array-like, shape (G,), optional
        Penalty parameters λ ≥ 0. By default those of `ridge_path`.
    reduction : {"mean", "sum"}
        Whether the cost is the mean or the sum over examples, as in `ridge`.
    folds : int
        Number of folds K, 2 to P. With K = P, every example is a fold (leave-one-out).
    fold_of : array-like, shape (P,), int, optional
        The fold of each example, as in `cross_validate`. `folds` and `seed` are then ignored.
    seed : int
        Seed of the random assignment to folds.
    standardize : bool
        Whether to standardize the features within each fold. A feature that is constant there gets no weight.

    Returns
    -------
    RidgeCrossValidation

    Raises
    ------
    TypeError
        If `X`, `y` or `lambdas` hold anything but real numbers, if `folds` or `seed` is not an integer, or if `standardize`
        is neither True nor False.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a feature or `y` is constant (`y` also within the training examples
        of a fold), a λ is negative, `folds` is outside 2…P, `fold_of` has fewer than two folds, or `reduction` is unknown.

    Notes
    -----
    Source: section 9.7.3. Leave-one-out without scaling needs no further fit: the held-out error of an example is its residual
    divided by 1 − h, where the leverage h = 1/P + Σ (u s)² / (s² + λ) follows from the singular value decomposition.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 4))
    >>> result = cross_validate_ridge(X, 2 * X[:, 1] + rng.normal(size=60))
    >>> result.errors.shape, bool(result.best_lambda <= result.one_standard_error_lambda)
    ((10, 100), True)
    """
    features = as_features(X)
    P = len(features)
    output = as_outputs(y, P)
    as_choice(reduction, "reduction", REDUCTIONS)
    assigned = assign_folds(folds, seed, P, fold_of)
    standardize = as_flag(standardize, "standardize")
    if lambdas is None:
        scaled = StandardNormalizer().fit_transform(features) if standardize else features
        grid = ridge_path(scaled, output, reduction=reduction).lambdas
    else:
        grid = frozen(as_penalties(lambdas))
        check_size("lambdas", grid, (len(grid), max(int(np.bincount(assigned).max()), int(assigned.max()) + 1)))

    def fit(X_train: Array, y_train: Array) -> Callable[[Array], Array]:
        scale = scaling_of(X_train, standardize)
        X_train = scale(X_train)
        # Fit without a bias on centred data, where a constant feature is all zeros and gets no weight.
        mean, level = X_train.mean(axis=0), float(as_outputs(y_train, len(y_train)).mean())
        here = grid * (len(X_train) / P) if reduction == "sum" else grid
        path = ridge_path(X_train - mean, y_train - level, lambdas=here, reduction=reduction, fit_bias=False)
        return lambda new: (scale(new) - mean) @ path.weights.T + level

    if assigned.max() == P - 1 and not standardize:
        errors = np.empty((P, len(grid)))
        errors[assigned] = _leave_one_out(features, output, grid, reduction)
        mean, spread = errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(P)
        found = CrossValidation(frozen(errors), frozen(mean), frozen(spread), int(mean.argmin()), frozen(assigned))
    else:
        found = by_folds(fit, features, output, squared, assigned)
    return RidgeCrossValidation(**over_lambdas(found, grid))


def _leave_one_out(X: Array, y: Array, lambdas: Array, reduction: Reduction) -> Array:
    """Return the squared errors (P, G) of each example, predicted by the model of all other examples."""
    P = len(y)
    A, output, _, _, factor = centre(X, y, reduction, True)
    check_units(A)
    left, s, _ = np.linalg.svd(A, full_matrices=False)
    rank = rank_of(s, *A.shape)
    left, squares = left[:, :rank], s[:rank] ** 2
    totals = lambdas / factor * ((P - 1) / P)  # each model is fitted on P − 1 examples
    kept = squares / (squares + totals[:, None])
    residuals = output[:, None] - left @ (kept * (output @ left)).T
    leverage = 1 / P + (left * left) @ kept.T
    if (leverage > 1 - FULL_LEVERAGE).any():
        row = int(np.argwhere(leverage > 1 - FULL_LEVERAGE)[0, 0])
        raise ValueError(
            f"lambdas must be larger for leave-one-out; with {lambdas[0]:g}, the example in row {row} is fitted exactly. "
            "Use larger λ or fewer folds."
        )
    return (residuals / (1 - leverage)) ** 2
