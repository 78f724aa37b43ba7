"""Scores and losses of predictions: by name, or as a function of the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, shown
from .._numerics.arrays import as_outputs
from .._numerics.tolerances import LARGEST_VALUE
from .._numerics.types import Array

Predict = Callable[[Array], ArrayLike]

Values = Callable[[Array, Array], Array]

SCORES = ("accuracy", "r2")
LOSSES = ("squared",)


class Measure:
    """A score or a loss, evaluated for several copies of the examples together."""

    def __init__(self, score: Any, loss: Any, y: Array) -> None:
        if score is not None and loss is not None:
            raise ValueError(f"score and loss must not both be given; got {score!r} and {loss!r}")
        if score is None and loss is None:
            score = "accuracy"
        self.is_loss = loss is not None
        self.sign = -1.0 if self.is_loss else 1.0
        given, self.argument, names = (loss, "loss", LOSSES) if self.is_loss else (score, "score", SCORES)
        self.is_named = not callable(given)
        self.name = as_choice(given, self.argument, names) if self.is_named else getattr(given, "__name__", repr(given))
        self.function = _named(self.name, y) if self.is_named else given

    def __call__(self, predict: Predict, X: Array, y: Array) -> Array:
        """Return the measure of each of K copies of the examples, where `X` has shape (K, P, N)."""
        K, P, N = X.shape
        predictions = np.asarray(predict(X.reshape(K * P, N)))
        if predictions.shape[:1] != (K * P,) or (self.is_named and predictions.ndim != 1):
            expected = f"({K * P},)" if self.is_named else f"({K * P}, ...)"
            raise ValueError(f"predict must return one prediction per row, shape {expected}; got shape {predictions.shape}")
        if self.is_named and predictions.dtype.kind not in "biuf":
            raise TypeError(f"predict must return numbers, as in y; got {predictions.dtype}")
        if self.is_named and not (np.abs(predictions) <= LARGEST_VALUE).all():
            worst = predictions[~(np.abs(predictions) <= LARGEST_VALUE)][0]
            raise ValueError(f"predict must return finite predictions within ±{LARGEST_VALUE:g}; got {worst}")
        predictions = predictions.reshape(K, P, *predictions.shape[1:])
        values = (
            self.function(y, predictions) if self.is_named else np.array([self._one_number(y, copy) for copy in predictions])
        )
        if not np.isfinite(values).all():
            raise ValueError(f"{self.argument} {self.name} must return finite numbers; got {values[~np.isfinite(values)][0]}")
        return values

    def _one_number(self, y: Array, predictions: Array) -> float:
        value = self.function(y, predictions)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{self.argument} {self.name} must return one number; got {shown(value)}") from None


def _squared(y: Array, predictions: Array) -> Array:
    return ((predictions - y) ** 2).mean(axis=-1)


def _named(name: str, outputs: Array) -> Values:
    """Return a measure by its name: a mean over examples, for outputs (P,) and predictions (..., P)."""
    if name == "accuracy":
        return lambda y, predictions: (predictions == y).mean(axis=-1)
    if name == "squared":
        return _squared
    variance = as_outputs(outputs, len(outputs)).var()  # of all outputs, even if a call measures some of them
    return lambda y, predictions: 1 - _squared(y, predictions) / variance
