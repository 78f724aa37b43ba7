"""Checks of the arguments that the searches over subsets of features share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_flag, shown
from .._numerics.arrays import as_features, as_numeric_array, as_outputs
from .._numerics.folds import assign_folds, check_fold_of
from .._numerics.spread import check_magnitude
from .._numerics.tolerances import SMALLEST_SPREAD
from .._numerics.types import Array
from ..optimization.cost_names import REDUCTIONS, Reduction

# With up to this many features, the costs of all subsets are computed and kept: 8 MB at most.
TABULATED_FEATURES = 20

ErrorName = Literal["squared", "unexplained"]
ERRORS: tuple[ErrorName, ...] = ("squared", "unexplained")


def check_regression(X: ArrayLike, y: ArrayLike, fit_bias: bool) -> tuple[Array, Array, bool]:
    """Check the data of a regression."""
    X, fit_bias = check_subset_features(X, fit_bias)
    return X, as_outputs(y, len(X)), fit_bias


def check_subset_features(X: ArrayLike, fit_bias: bool) -> tuple[Array, bool]:
    """Check the features alone, as `check_regression` does."""
    fit_bias = as_flag(fit_bias, "fit_bias")
    X = as_features(X, allow_constant=not fit_bias)
    check_magnitude(X)
    if not fit_bias and (zero := np.flatnonzero(np.abs(X).max(axis=0) <= SMALLEST_SPREAD)).size:
        raise ValueError(
            f"X must not contain a feature of zeros without a bias; feature {zero[0]} is zero in every example. Drop it"
        )
    return X, fit_bias


def check_error(error: str, reduction: str) -> tuple[ErrorName, Reduction]:
    """Check which error is measured, and how it adds over examples."""
    return as_choice(error, "error", ERRORS), as_choice(reduction, "reduction", REDUCTIONS)


def check_feature_numbers(features: Iterable[int], N: int) -> NDArray[np.intp]:
    """Check a set of feature numbers: integers from 0 to N − 1, each at most once."""
    if isinstance(features, str) or not isinstance(features, Iterable):
        raise TypeError(f"features must be a list of integers; got {shown(features)}")
    numbers = [as_count(n, "features", 0, N - 1, "one less than the number of features") for n in features]
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"features must name each feature once; got {numbers}")
    return np.array(numbers, dtype=np.intp)


def fold_numbers(
    folds: int | ArrayLike | None, seed: int | None, P: int, fold_of: ArrayLike | None = None
) -> NDArray[np.intp] | None:
    """Return the fold in which each example is held out."""
    seed = None if seed is None else as_count(seed, "seed", 0)
    if fold_of is not None:
        if folds is not None:
            raise ValueError("fold_of cannot be combined with folds; pass only one of them")
        return check_fold_of(fold_of, P)
    if folds is None:
        return None
    if isinstance(folds, str) or not hasattr(folds, "__len__"):
        K = as_count(folds, "folds", 2, P, "the number of examples")
        if seed is None:
            return np.repeat(np.arange(K), P // K + (np.arange(K) < P % K))
        return assign_folds(K, seed, P)
    given = as_numeric_array(folds, "folds")
    if given.shape != (P,):
        raise ValueError(f"folds must be an integer, or have shape ({P},) with one fold per example; got shape {given.shape}")
    numbers = np.unique(given)
    if len(numbers) < 2 or not np.array_equal(numbers, np.arange(len(numbers))):
        seen = ", ".join(f"{number:g}" for number in numbers[:6])
        raise ValueError(f"folds must number at least two folds 0, 1, … without gaps; got {seen}")
    return given.astype(np.intp)
