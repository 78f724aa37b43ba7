from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._numerics.types import Array


class UnjudgedModelError(ValueError):
    """Predictions or errors of a model are too large to average over the folds.

    Attributes
    ----------
    model : int
        The first such model.
    """

    def __init__(self, message: str, model: int) -> None:
        super().__init__(message)
        self.model = model


SEEN = {"U": "text", "S": "text", "T": "text", "c": "complex numbers", "M": "dates", "m": "durations"}


def predict_with(model: Any, X: Array) -> Array:
    """Return the predictions of a model that the caller's `fit` has returned, after checking them."""
    if not callable(model):
        hint = " (is a return statement missing?)" if model is None else ""
        raise TypeError(f"fit must return a callable predict(X_test); got {model!r:.200}{hint}")
    array = real_numbers(model(X), "fit's predictions")
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


def real_numbers(values: Any, name: str) -> Array:
    """Convert values that a function of the caller has returned to float64."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must form a rectangular array; got rows of different lengths") from None
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O" and array.size:
            got = type(array.flat[0]).__name__
        else:
            got = SEEN.get(array.dtype.kind, f"{array.dtype} entries")
        example = f", for example {array.reshape(-1)[0]!s:.100}" if array.size and array.flat[0] is not None else ""
        raise TypeError(f"{name} must be real numbers; got {got}{example}")
    with np.errstate(over="ignore"):  # an extended-precision number may become infinite
        return array.astype(np.float64)


def measure_with(error: Callable[[Array, Array], Any], y: Array, predictions: Array) -> Array:
    """Return one error per model, from a measure that the caller may have passed."""
    with np.errstate(over="ignore", invalid="ignore"):  # `by_folds` reports errors that are not finite
        return real_numbers(error(y, predictions), "error's results").reshape(-1)
