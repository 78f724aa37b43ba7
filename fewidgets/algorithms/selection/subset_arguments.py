"""Checks of the arguments that the searches over subsets of features share."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count, as_flag, shown
from .._numerics.arrays import as_features, as_outputs, check_magnitude
from .._numerics.tolerances import SMALLEST_SPREAD
from .._numerics.types import Array, Indices

# With up to this many features, the costs of all subsets are computed and kept: 8 MB at most.
TABULATED_FEATURES = 20


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


def check_feature_numbers(features: Iterable[int], N: int) -> Indices:
    """Check a set of feature numbers: integers from 0 to N − 1, each at most once."""
    if isinstance(features, str) or not isinstance(features, Iterable):
        raise TypeError(f"features must be a list of integers; got {shown(features)}")
    numbers = [as_count(n, "features", 0, N - 1, "one less than the number of features") for n in features]
    if len(set(numbers)) < len(numbers):
        raise ValueError(f"features must name each feature once; got {numbers}")
    return np.array(numbers, dtype=np.intp)
