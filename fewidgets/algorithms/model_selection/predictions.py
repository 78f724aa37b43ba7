from __future__ import annotations

from typing import Any

import numpy as np

from .._numerics.arrays import as_numeric_array
from .._numerics.types import Array
from .._numerics.unjudged import UnjudgedModelError


def predict_with(model: Any, X: Array) -> Array:
    """Return the predictions of a model that the caller's `fit` has returned, after checking them."""
    if not callable(model):
        hint = " (is a return statement missing?)" if model is None else ""
        raise TypeError(f"fit must return a callable predict(X_test); got {model!r:.200}{hint}")
    array = as_numeric_array(model(X), "fit's predictions")
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or len(array) != len(X) or array.shape[1] == 0:
        raise ValueError(
            f"fit's predictions must have one row per held-out example and one column per model, shape ({len(X)}, G); "
            f"got shape {array.shape}"
        )
    if np.isnan(array).any():  # NaN has no sign, so it would count as a misclassified example
        row, column = np.argwhere(np.isnan(array))[0]
        message = f"fit's predictions must not be NaN; got one in row {row}, column {column} of a fold"
        raise UnjudgedModelError(message, int(np.flatnonzero(np.isnan(array).any(axis=0))[0]))
    return array
